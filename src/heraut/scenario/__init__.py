"""Scenarios from data; the match engine: set-up, turns, score sheet, result."""
