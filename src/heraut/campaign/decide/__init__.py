"""What may happen: one module per step; `dispatch` sends each command to its step."""
