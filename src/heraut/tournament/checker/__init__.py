"""A second opinion on every round, written from the clauses; it shares no code with the pairing."""
