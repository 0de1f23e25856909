"""A law in a few numbers: what a player asks at the table."""

from __future__ import annotations

from collections.abc import Iterable

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
    """One side of a melee: what becomes of it, and how likely each number of figures removed is."""

    fate: Fate
    removed: tuple[float, ...]


def half(law: Law[Aftermath], threshold: int | None) -> Half:
    """One side of a melee in numbers."""
    figures = max(end.figures + end.removed for end in law.chances)
    removed = [0.0] * (figures + 1)
    for end, weight in law.items():
        removed[end.removed] += float(weight)
    return Half(fate(law.items(), threshold), tuple(removed))


def summarise_melee(clash: Clash, *, attacker_threshold: int | None, defender_threshold: int | None) -> MeleeSummary:
    """A melee in a few numbers."""
    return compare_halves(half(clash.attacker, attacker_threshold), half(clash.defender, defender_threshold))


def compare_halves(attacker: Half, defender: Half) -> MeleeSummary:
    """
    Who wins and who withdraws, from the figures each side loses [SEQ-M9, CORE-WIN-2].

    A unit without figures left does not withdraw: losing all of them is the last place of its list.
    """
    own, theirs = attacker.removed, defender.removed
    tie = sum(a * d for a, d in zip(own, theirs, strict=False))
    wins = withdrawn = below = 0.0
    for lost, chance in enumerate(theirs):
        wins += chance * below
        if lost < len(theirs) - 1:
            withdrawn += chance * below
        below += own[lost] if lost < len(own) else 0.0
    beaten = max(0.0, 1.0 - wins - tie)
    annihilated = own[-1] * sum(theirs[: len(own)])
    return MeleeSummary(
        attacker.fate, defender.fate, wins, tie, beaten, max(0.0, beaten + tie - annihilated), withdrawn
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
