"""
A new map from its number: `python -m heraut.campaign.maps PLAYERS SEED` writes its text.

On the other channel comes a line for each layout tried: how many so far, and how unfair the fairest of them is.
"""

from __future__ import annotations

import os
import sys
from fractions import Fraction

from heraut.campaign.maps.generate import generate
from heraut.campaign.maps.map import write

GIVES_WAY = 10
"""How much more polite than others: somebody may be waiting for a page."""


def _tell(tried: int, unfairness: Fraction | None) -> None:
    sys.stderr.write(f"{tried} {'' if unfairness is None else unfairness}\n")
    sys.stderr.flush()


def main(players: int, seed: int) -> None:
    """Draw one map."""
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    text = write(generate(players, seed, told=_tell))
    sys.stdout.buffer.write(text.encode())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
