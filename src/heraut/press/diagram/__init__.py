"""A scenario draws itself."""
