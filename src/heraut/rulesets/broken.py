class BrokenTable(ValueError):
    """A table that cannot be right; the message names file and row."""
