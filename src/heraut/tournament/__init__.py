"""The event engine: entries, pairing, results, standings, clocks; formats saga and steamroller."""
