"""What the checker judges, in its own words: who was there, who played whom, and what it finds."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import Reason, Seat


class Participant(msgspec.Struct, frozen=True):
    """A player as they stood before the round; `met` counts the games against each opponent."""

    id: Seat
    points: int | Fraction = 0
    wins: int = 0
    resistance: int | Fraction = 0
    number: int = 0
    byes: int = 0
    met: Mapping[Seat, int] = {}
    group: str | None = None
    """The club or team whose members were to be kept apart in this round, if that was asked."""


class Finding(StrEnum):
    """How sure we are."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"
    """No fault found, and no proof either: the round is too entangled for the checker."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """The finding on one round, with each fault, or with what the proof rests on."""

    finding: Finding
    reasons: tuple[Reason, ...] = ()
