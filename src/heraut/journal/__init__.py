"""The journal at work: stores, the fold, undo, and the desk where shells hand in commands."""
