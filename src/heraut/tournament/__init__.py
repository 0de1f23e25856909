"""Runs an event: entries, pairing, results, standings, clocks; formats saga and steamroller."""
