"""Entries, results and standings as files: bytes in, bytes out."""
