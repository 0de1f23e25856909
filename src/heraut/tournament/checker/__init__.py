"""A second opinion on the pairing of a round, in words of its own: it knows nothing of how rounds are paired."""
