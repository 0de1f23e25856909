"""Troops: units, lords, bands, villages with their reserve, armies off the map, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from heraut.campaign.names import ArmyId, BandId, LordId, TerritoryId, UnitId
from heraut.campaign.tables import numbers
from heraut.kernel import Seat

Points = int | Fraction
"""The worth of troops: exact, never rounded [SC-GEN-3]."""


class Unit(msgspec.Struct, frozen=True):
    """A block of figures: what it cost, its full size and its present figures [SC-BND-3]."""

    id: UnitId
    kind: str
    points: int
    size: int
    figures: int

    def worth(self) -> Points:
        """Cost × figures ÷ full size [SC-BND-3]."""
        if self.figures == self.size:
            return self.points
        return Fraction(self.points * self.figures, self.size)


class Lord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The leader of a band. Name, story, experience and note have no effect [SC-LRD-6, SC-LRD-7]."""

    id: LordId
    name: str = ""
    story: str = ""
    experience: int = 0
    note: str = ""


class Band(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    One lord and the units that follow him [SC-BND-1]; without a lord only while a combat result is applied.

    `since` grows with every arrival of any band, so that it tells who came first [SC-DET-6]. `moved` and `came`
    (the territory it entered from) are about the present turn.
    """

    id: BandId
    owner: Seat
    territory: TerritoryId
    lord: Lord | None
    units: tuple[Unit, ...]
    since: int
    moved: bool = False
    came: TerritoryId | None = None

    def points(self) -> Points:
        """The worth of its units; the lord counts 0 [SC-BND-2]."""
        return worth(self.units)

    def fit(self) -> bool:
        """Whether its lord lives and it has at least 4 points."""
        return self.lord is not None and self.points() >= numbers().band_least


class Village(msgspec.Struct, frozen=True):
    """A base and its one reserve [SC-RSV-1]."""

    owner: Seat
    units: tuple[Unit, ...] = ()
    lords: tuple[Lord, ...] = ()


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    Troops off the map, on their way to a village [SC-RET-1].

    `band` is set when it was a band and may come back as one [SC-RET-3, SC-RSV-11]; `due` is the first turn in
    which it can arrive. `victor` and `opponents` are those of the combat it left: they tell who chooses the village
    of a leaderless army [SC-RET-7].
    """

    id: ArmyId
    owner: Seat
    origin: TerritoryId
    units: tuple[Unit, ...]
    lords: tuple[Lord, ...]
    due: int
    leaderless: bool = False
    band: BandId | None = None
    victor: Seat | None = None
    opponents: tuple[Seat, ...] = ()

    def points(self) -> Points:
        """The worth of its units."""
        return worth(self.units)


def worth(units: Iterable[Unit]) -> Points:
    """The points of some units, exact [SC-GEN-3]."""
    return sum((unit.worth() for unit in units), 0)


def steps(points: Points, fast_max_points: int) -> int:
    """How many territories a band of these points may go [SC-MOV-2]; only points matter [SC-MOV-10]."""
    return numbers().fast_steps if points <= fast_max_points else numbers().slow_steps


def figures_after(initial: int, left: int, odd_half: str) -> int:
    """The figures of a unit after a battle that it began with `initial` and ended with `left` [SC-LOS-1, SC-LOS-2]."""
    half = (initial + 1) // 2 if odd_half == "up" else initial // 2
    if left == 0:
        return 0
    return half if left <= half else initial
