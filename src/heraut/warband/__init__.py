"""Unit profiles, equipment, bands: build, read, validate."""
