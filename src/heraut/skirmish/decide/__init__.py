"""What may happen, a module per kind of action; `play` dispatches."""
