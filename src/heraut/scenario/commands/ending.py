"""What is counted after the last turn, the signatures, and how an end is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from heraut.kernel import Command
from heraut.scenario.sides import Side
from heraut.scenario.tiebreak import Armies
from heraut.scenario.units import Unit

Ended = Literal["concession", "sudden-loss", "forfeit", "clock"]
"""The ends that people state; all others follow from the sheet."""


class SweepEdges(Command, frozen=True):
    """Units near their own edge at the end are eliminated: worked out from units, or just named."""

    units: tuple[Unit, ...] = ()
    eliminated: tuple[str, ...] = ()


class CountEnd(Command, frozen=True):
    """
    Massacre points, and the dice the bands still generate where the scenario pays for them.

    With a scale, the figures each side `eliminated`, by class, may stand for its massacre points.
    """

    massacre: Mapping[Side, int] = {}
    dice: Mapping[Side, int] = {}
    eliminated: Mapping[Side, Mapping[str, int]] = {}


class CountArmies(Command, frozen=True):
    """What is left of both armies."""

    armies: Armies


class Sign(Command, frozen=True):
    """A player's signature under the points of both sides, as they have them."""

    first: int
    second: int


class CorrectEnd(Command, frozen=True):
    """
    How the game ended was written down wrong: it ended against this side, or it had not ended.

    The reason is kept. What follows from the facts of a turn is corrected with that turn (`CorrectTurn`).
    """

    reason: str
    kind: Ended | None = None
    loser: Side | None = None


class Settle(Command, frozen=True):
    """An official declares the sheet right as it stands."""
