"""What officials were asked, and what they said."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from heraut.kernel import Instant, Seat


@dataclass(frozen=True, slots=True)
class Call:
    """A judge called to a table."""

    number: int
    seat: Seat
    table: int | None
    note: str
    at: Instant
    answered: Seat | None = None


@dataclass(frozen=True, slots=True)
class Sanction:
    """A warning, a penalty or a disqualification: who, when, why."""

    kind: str
    player: Seat
    by: Seat
    at: Instant
    reason: str
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A judge's answer to a question of rules: final."""

    number: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None
