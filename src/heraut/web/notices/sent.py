"""What became of a notice."""

from __future__ import annotations

from enum import StrEnum


class Sent(StrEnum):
    """What a receiver made of it."""

    TAKEN = "taken"
    LATER = "later"
    """It is away, or too busy: try again."""
    GONE = "gone"
    """It does not exist any more: do not try again."""
