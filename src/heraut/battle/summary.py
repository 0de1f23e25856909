"""A law in a few numbers: what a player asks at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import mul

import msgspec

from heraut.battle.casualties import Aftermath
from heraut.battle.marker import MarkerEnd
from heraut.battle.melee import Clash
from heraut.battle.shooting import Volley
from heraut.dice import Law, Weight


class Fate(msgspec.Struct, frozen=True):
    """What becomes of one unit: averages and chances; `exhausted` counts only units that still stand."""

    removed: float
    left: float
    fatigue: float
    eliminated: float
    exhausted: float
    guarded: float


class MeleeSummary(msgspec.Struct, frozen=True):
    """A melee in a few numbers; who withdraws is who is pushed back."""

    attacker: Fate
    defender: Fate
    attacker_wins: float
    tie: float
    defender_wins: float
    attacker_withdraws: float
    defender_withdraws: float


class ShotSummary(msgspec.Struct, frozen=True):
    """A shot in a few numbers."""

    target: Fate
    shooter: Fate


class MarkerSummary(msgspec.Struct, frozen=True):
    """A charge on a marker in a few numbers."""

    destroyed: float
    withdraws: float
    hits_left: float
    fatigue: int


def fate(ends: Iterable[tuple[Aftermath, Weight]], threshold: int | None) -> Fate:
    """The averages of a unit's law, in one pass; a unit without threshold is never exhausted."""
    removed = left = fatigue = eliminated = exhausted = guarded = 0.0
    for end, weight in ends:
        p = float(weight)
        removed += end.removed * p
        left += end.figures * p
        fatigue += end.fatigue * p
        guarded += end.guarded * p
        if end.figures == 0:
            eliminated += p
        elif threshold is not None and end.fatigue >= threshold:
            exhausted += p
    return Fate(removed, left, fatigue, eliminated, exhausted, guarded)


class Half(msgspec.Struct, frozen=True):
    """One side of a melee: what becomes of it, how likely it is to lose each number of figures, and fewer than it."""

    fate: Fate
    removed: tuple[float, ...]
    fewer: tuple[float, ...]

    def loses_fewer(self, figures: int) -> float:
        """The chance to lose fewer figures than that."""
        return self.fewer[min(figures, len(self.removed))]


def half(ends: Sequence[tuple[Aftermath, Weight]], threshold: int | None) -> Half:
    """One side of a melee in numbers."""
    first = ends[0][0]
    removed = [0.0] * (first.figures + first.removed + 1)
    for end, weight in ends:
        removed[end.removed] += float(weight)
    return Half(fate(ends, threshold), tuple(removed), tuple(accumulate(removed, initial=0.0)))


def summarise_melee(clash: Clash, *, attacker_threshold: int | None, defender_threshold: int | None) -> MeleeSummary:
    """A melee in a few numbers."""
    return compare_halves(
        half([*clash.attacker.items()], attacker_threshold), half([*clash.defender.items()], defender_threshold)
    )


def compare_halves(attacker: Half, defender: Half) -> MeleeSummary:
    """
    Who wins and who withdraws, from the figures each side loses [SEQ-M9, CORE-WIN-2].

    A unit without figures left does not withdraw: losing all of them is the last place of its list.
    """
    own, theirs = attacker.removed, defender.removed
    tie = sum(map(mul, own, theirs))
    wins = sum(map(mul, theirs, attacker.fewer)) + sum(theirs[len(attacker.fewer) :])
    wiped_out = theirs[-1] * attacker.loses_fewer(len(theirs) - 1)
    beaten = max(0.0, 1.0 - wins - tie)
    annihilated = own[-1] * defender.loses_fewer(len(own))
    return MeleeSummary(
        attacker.fate,
        defender.fate,
        wins,
        tie,
        beaten,
        max(0.0, beaten + tie - annihilated),
        max(0.0, wins - wiped_out),
    )


def summarise_shot(law: Law[Volley], *, target_threshold: int | None, shooter_threshold: int | None) -> ShotSummary:
    """A shot in a few numbers."""
    return ShotSummary(
        fate(((end.target, weight) for end, weight in law.items()), target_threshold),
        fate(((end.shooter, weight) for end, weight in law.items()), shooter_threshold),
    )


def summarise_marker(law: Law[MarkerEnd]) -> MarkerSummary:
    """A charge on a marker in a few numbers."""
    destroyed = float(law.chance(lambda end: end.destroyed))
    fatigue = next(iter(law.chances)).fatigue
    return MarkerSummary(destroyed, 1 - destroyed, float(law.mean(lambda end: end.hits_left)), fatigue)
