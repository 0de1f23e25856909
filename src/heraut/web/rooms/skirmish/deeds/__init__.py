"""Every command of a fight as a form of its own: the ways that no single button offers, and the game master's."""
