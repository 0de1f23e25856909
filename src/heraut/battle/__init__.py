"""Shooting, melee, magic: each sequence written once, read as a law or as one roll."""
