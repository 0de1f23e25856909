"""The format SAGA: its settings and what they decide, its bands, its points."""
