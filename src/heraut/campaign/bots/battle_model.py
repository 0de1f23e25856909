"""
The bots' model of a battle, where nobody plays it at a table: a force counts the square of its points.

One battle in ten is a draw of all; otherwise the winner is drawn with these weights. Each unit then comes out whole,
halved or gone, and each lord alive or dead.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from heraut.campaign.forces import Left, LordId, MapUnit, UnitId, worth
from heraut.campaign.results import ProposeResult
from heraut.campaign.state import Combat
from heraut.campaign.tables import Points
from heraut.dice import Law
from heraut.kernel.names import Seat
from heraut.pseudorandom import Below

DRAWS = Fraction(1, 10)


class Toll(NamedTuple):
    """What a battle does to one side: units whole, halved or gone, lords killed, out of twenty."""

    whole: int
    halved: int
    fallen: int


WINNER = Toll(whole=14, halved=5, fallen=1)
TIED = Toll(whole=10, halved=8, fallen=2)
LOSER = Toll(whole=8, halved=8, fallen=3)
OUT_OF = 20


def odds(points: Mapping[Seat, Points]) -> Law[tuple[Seat, ...]]:
    """The law of the winners: one of them, or all in a draw."""
    squares = {seat: Fraction(value) ** 2 for seat, value in points.items()}
    total = sum(squares.values())
    alone = {(seat,): (1 - DRAWS) * square / total for seat, square in squares.items() if square}
    return Law({**alone, tuple(points): DRAWS})


def strengths(units: Mapping[UnitId, MapUnit], combat: Combat) -> dict[Seat, Points]:
    """The points each participant fields."""
    return {seat: worth(units[id] for id in combat.forces[seat].units) for seat in combat.standing()}


def settle(units: Mapping[UnitId, MapUnit], combat: Combat, seat: Seat, below: Below) -> ProposeResult:
    """A result drawn by the model for the units that fight, proposed by a participant."""
    winners = _drawn(odds(strengths(units, combat)), below)
    left: list[Left] = []
    fallen: list[LordId] = []
    for side in combat.standing():
        toll = LOSER if side not in winners else WINNER if len(winners) == 1 else TIED
        force = combat.forces[side]
        left += [Left(id, _figures(units[id], toll, below)) for id in force.units]
        fallen += [lord for lord in force.lords if below(OUT_OF) < toll.fallen]
    return ProposeResult(seat, territory=combat.territory, winners=winners, left=tuple(left), fallen=tuple(fallen))


def _drawn(law: Law[tuple[Seat, ...]], below: Below) -> tuple[Seat, ...]:
    """One outcome, as likely as the law says: a whole number below the common denominator of its chances."""
    chances = [(outcome, Fraction(weight)) for outcome, weight in law]
    whole = lcm(*(chance.denominator for _, chance in chances))
    roll = below(whole)
    for outcome, chance in chances:
        roll -= int(chance * whole)
        if roll < 0:
            return outcome
    raise AssertionError("the chances of a law add up to one")


def _figures(unit: MapUnit, toll: Toll, below: Below) -> int:
    roll = below(OUT_OF)
    if roll < toll.whole:
        return unit.figures
    return min(1, unit.figures) if roll < toll.whole + toll.halved else 0
