"""The map: its text form, the default one, new ones made fair."""
