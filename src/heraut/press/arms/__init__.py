"""Coats of arms drawn from names."""
