"""
Band against band without a table: every charge by its exact law, and battles played out by drawing from these laws.

A model of play around the rules of a melee: sides take turns, each unit in its order charges where the law promises
most, or rests when it is too tired or nothing is worth it. Everybody reaches everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import msgspec

from heraut.ask.units import UnitAsked, read_units
from heraut.battle import series
from heraut.battle.melee import MeleeSide
from heraut.battle.series import GONE, ChargeStep, UnitLeft
from heraut.battle.unit import Unit
from heraut.dice import EXACT
from heraut.kernel.codec import Exact, whole_or_exact
from heraut.kernel.refusal import Refusal
from heraut.lab.jobs import chance_of
from heraut.tournament.saga.bands import figures_per_point
from heraut.warband.tables import OUR_DEFAULT, Overrides

NOBODY = -1
"""No unit of mine stays at home."""


class FightJob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two bands, and how many turns each has."""

    mine: tuple[UnitAsked, ...]
    theirs: tuple[UnitAsked, ...]
    turns: int = 6
    overrides: Overrides = OUR_DEFAULT
    seed: int = 0
    runs: int = 1000


class FightTally(msgspec.Struct, frozen=True):
    """How some battles ended."""

    battles: int = 0
    won: int = 0
    level: int = 0

    def __add__(self, other: FightTally) -> FightTally:
        return FightTally(self.battles + other.battles, self.won + other.won, self.level + other.level)


POINT = 24
"""A point of a band in parts, so that a figure of every class is a whole number of them."""


def _worth(asked: UnitAsked) -> int:
    """What a figure is worth: a part of the point that buys several [ST-BND-2], or a point by itself."""
    bought = {str(troop): figures for troop, figures in figures_per_point().items()}
    return POINT // bought.get(str(asked.unit), 1)


Outcomes = tuple[tuple[tuple[UnitLeft, UnitLeft], float], ...]
ExactOutcomes = tuple[tuple[tuple[UnitLeft, UnitLeft], Fraction], ...]
Standing = tuple[UnitLeft, ...]
"""What is left of every unit: mine, then theirs."""


class Battlefield:
    """The units of both bands, and the laws of their charges as far as they have been asked for."""

    def __init__(self, job: FightJob) -> None:
        units = read_units((*job.mine, *job.theirs))
        assert not isinstance(units, Refusal)
        self.units = units
        self.mine, self.turns, self._overrides = len(job.mine), job.turns, job.overrides
        self.worth = [_worth(unit) for unit in (*job.mine, *job.theirs)]
        self.fresh: Standing = tuple(UnitLeft(unit.figures, unit.fatigue, 0) for unit in self.units)
        self._laws: dict[tuple[int, UnitLeft, int, UnitLeft], tuple[Fraction, Outcomes]] = {}

    def charge(self, by: int, left: UnitLeft, on: int, other: UnitLeft) -> tuple[Fraction, Outcomes]:
        """
        What a charge promises (the points of theirs it takes less those it costs), and its law to draw from.

        The promise is exact: one of nothing, a hair above nothing in floats, would be charged instead of resting.
        """
        key = (by, left, on, other)
        if key not in self._laws:
            law = self.law(by, left, on, other)
            lost = ((self._lost(on, other, theirs) - self._lost(by, left, mine), part) for (mine, theirs), part in law)
            promise = sum((points * part for points, part in lost), Fraction(0))
            self._laws[key] = promise, tuple((ends, float(part)) for ends, part in law)
        return self._laws[key]

    def law(self, by: int, left: UnitLeft, on: int, other: UnitLeft) -> ExactOutcomes:
        """The exact law of a charge."""
        sides = [MeleeSide(unit=self._unit(by, left)), MeleeSide(unit=self._unit(on, other))]
        law = series.chain(EXACT, sides, (ChargeStep(0, 1),), self._overrides)
        return tuple(((ends[0], ends[1]), Fraction(weight)) for ends, weight in law.items())

    def _unit(self, place: int, left: UnitLeft) -> Unit:
        unit = self.units[place]
        return Unit(unit.profile, left.figures, left.fatigue, unit.cover)

    def _lost(self, place: int, before: UnitLeft, after: UnitLeft) -> int:
        return (before.figures - after.figures) * self.worth[place]

    def choice(self, standing: Standing, by: int) -> int:
        """Whom the unit charges; itself when it rests."""
        left = standing[by]
        threshold = self.units[by].profile.exhaustion_threshold
        if threshold is not None and left.fatigue >= threshold:
            return by
        enemies = range(self.mine, len(self.units)) if by < self.mine else range(self.mine)
        best, promised = by, Fraction(0)
        for on in enemies:
            if standing[on].figures:
                promise, _ = self.charge(by, left, on, standing[on])
                if promise > promised:
                    best, promised = on, promise
        return best

    def acts(self, first: bool) -> Iterator[int]:
        """The units in the order in which they act, turn after turn; mine first or theirs."""
        mine, theirs = range(self.mine), range(self.mine, len(self.units))
        for _ in range(self.turns):
            yield from (*mine, *theirs) if first else (*theirs, *mine)

    def rested(self, standing: Standing, place: int) -> Standing:
        """After a rest."""
        left = standing[place]
        return _with(standing, {place: left._replace(fatigue=max(0, left.fatigue - 1))})

    def battle(self, without: int, seed: int, run: int) -> FightTally:
        """One battle; the same dice whether or not a unit stays at home, and the sides begin by turns."""
        chance = chance_of(seed, run)
        standing = self.fresh if without == NOBODY else _with(self.fresh, {without: GONE})
        for by in self.acts(run % 2 == 0):
            if not standing[by].figures:
                continue
            on = self.choice(standing, by)
            if on == by:
                standing = self.rested(standing, by)
                continue
            ends = _drawn(self.charge(by, standing[by], on, standing[on])[1], chance)
            standing = _with(standing, {by: ends[0], on: ends[1]})
        balance = self.balance(standing)
        return FightTally(1, int(balance > 0), int(balance == 0))

    def balance(self, standing: Standing) -> int:
        """The points left of mine less those of theirs."""
        points = [left.figures * worth for left, worth in zip(standing, self.worth, strict=True)]
        return sum(points[: self.mine]) - sum(points[self.mine :])

    def exactly(self, first: bool) -> tuple[float, float]:
        """The exact chances that mine win and that it ends level; for a duel, whose states are few."""
        law: dict[Standing, float] = {self.fresh: 1.0}
        for by in self.acts(first):
            after: dict[Standing, float] = {}
            for standing, weight in law.items():
                for ended, part in self._ends(standing, by):
                    after[ended] = after.get(ended, 0.0) + weight * part
            law = after
        won = sum(weight for standing, weight in law.items() if self.balance(standing) > 0)
        return won, sum(weight for standing, weight in law.items() if self.balance(standing) == 0)

    def _ends(self, standing: Standing, by: int) -> Iterator[tuple[Standing, float]]:
        on = self.choice(standing, by) if standing[by].figures else by
        if not standing[by].figures:
            yield standing, 1.0
        elif on == by:
            yield self.rested(standing, by), 1.0
        else:
            for ends, weight in self.charge(by, standing[by], on, standing[on])[1]:
                yield _with(standing, {by: ends[0], on: ends[1]}), weight


def _with(standing: Standing, changed: dict[int, UnitLeft]) -> Standing:
    return tuple(changed.get(place, left) for place, left in enumerate(standing))


def _drawn(outcomes: Outcomes, chance: Callable[[int], int]) -> tuple[UnitLeft, UnitLeft]:
    roll = chance(1 << 53) / (1 << 53)
    for ends, weight in outcomes:
        roll -= weight
        if roll < 0:
            return ends
    return outcomes[-1][0]


class MatchUp(msgspec.Struct, frozen=True):
    """One charge, exactly: the chance that each is gone, and the figures each loses on average."""

    mine: int
    theirs: int
    eliminates: Exact
    eliminated: Exact
    takes: Exact
    loses: Exact


def match_ups(job: FightJob) -> tuple[MatchUp, ...]:
    """Every unit of mine that charges every unit of theirs, by the exact law."""
    field = Battlefield(job)
    found = []
    for by in range(field.mine):
        for on in range(field.mine, len(field.units)):
            left, other = field.fresh[by], field.fresh[on]
            law = field.law(by, left, on, other)
            sums = (
                sum(part for (_, theirs), part in law if not theirs.figures),
                sum(part for (mine, _), part in law if not mine.figures),
                sum(part * (other.figures - theirs.figures) for (_, theirs), part in law),
                sum(part * (left.figures - mine.figures) for (mine, _), part in law),
            )
            found.append(MatchUp(by, on - field.mine, *map(whole_or_exact, sums)))
    return tuple(found)


def exact_duel(job: FightJob) -> tuple[float, float] | None:
    """The exact chances of a duel to win and to end level, whoever begins as likely; None for larger fights."""
    if len(job.mine) > 1 or len(job.theirs) > 1:
        return None
    field = Battlefield(job)
    (won, level), (other_won, other_level) = field.exactly(True), field.exactly(False)
    return (won + other_won) / 2, (level + other_level) / 2
