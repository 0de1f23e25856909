"""How much of a great many a page of a tournament shows at once."""

from __future__ import annotations

FEW = 48
"""Up to how many players a page shows everybody, each with their shield."""
SHOWN = 24
"""How many lines of a longer table stand on a page that has other things to say."""
FIRST, AROUND = 3, 2
"""On a player's phone: how many of the first places, and how many on either side of one's own."""
