"""SAGA in this room: the pages of its events, the form of its settings, its rules in words."""
