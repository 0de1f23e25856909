"""A law in a few numbers: what a player asks at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import inf
from operator import attrgetter, mul
from typing import NamedTuple

import msgspec

from heraut.battle.casualties import Aftermath
from heraut.battle.marker import MarkerEnd
from heraut.battle.melee import Clash
from heraut.battle.shooting import Volley
from heraut.dice import Law


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


class Outlook(NamedTuple):
    """
    All that a unit may end as, told in columns, a place for each end.

    What it can never be has no places: its column is empty.
    """

    figures: int
    removed: tuple[int, ...]
    fatigue: tuple[int, ...]
    exhausted: tuple[bool, ...]
    guarded: tuple[int, ...]


def outlook(ends: Iterable[tuple[int, int, int, int, int]], threshold: int | None) -> Outlook:
    """The columns of these ends, given as the fields of aftermaths; a unit without threshold is never exhausted."""
    figures, fatigue, removed, _, guarded = zip(*ends, strict=True)
    limit = inf if threshold is None else threshold
    exhausted = tuple(left > 0 and tired >= limit for left, tired in zip(figures, fatigue, strict=True))
    return Outlook(
        figures[0] + removed[0],
        removed,
        fatigue,
        exhausted if any(exhausted) else (),
        guarded if any(guarded) else (),
    )


class Half(NamedTuple):
    """
    One side of a melee: what becomes of it, and how likely it is to lose each number of its figures.

    `some` are the chances to lose some of them and not all, `every` that to lose them all; `fewer` are the chances to
    lose fewer than 1, than 2, …, than one more than it has.
    """

    fate: Fate
    figures: int
    removed: list[float]
    some: list[float]
    every: float
    fewer: list[float]


def half(seen: Outlook, chances: Sequence[float], removed: list[float]) -> Half:
    """One side of a melee in numbers, from the chances of its ends and of losing 0, 1, … and all of its figures."""
    figures, lost, fatigue, exhausted, guarded = seen
    every = removed[-1]
    mean = every if figures == 1 else sum(map(mul, lost, chances))
    fate = Fate(
        mean,
        figures - mean,
        sum(map(mul, fatigue, chances)),
        every,
        sum(map(mul, exhausted, chances)) if exhausted else 0.0,
        sum(map(mul, guarded, chances)) if guarded else 0.0,
    )
    return Half(fate, figures, removed, removed[1:-1], every, [*accumulate(removed)])


def summarise_melee(clash: Clash, *, attacker_threshold: int | None, defender_threshold: int | None) -> MeleeSummary:
    """A melee in a few numbers."""
    return compare_halves(_half(clash.attacker, attacker_threshold), _half(clash.defender, defender_threshold))


def compare_halves(attacker: Half, defender: Half) -> MeleeSummary:
    """
    Who wins and who withdraws, from the figures each side loses [SEQ-M9, CORE-WIN-2].

    The side that loses more withdraws, the attacker on a tie, unless it has lost all its figures.
    """
    own_fate, own, own_lost, _, own_every, own_fewer = attacker
    their_fate, theirs, their_lost, some, every, fewer = defender
    withdraws = sum(map(mul, some, own_fewer), 0.0) if theirs > 1 else 0.0
    if theirs > own + 2:
        withdraws += sum(some[own + 1 :])
    if own == 1 or theirs == 1:
        tie = own_lost[0] * their_lost[0] + own_lost[1] * their_lost[1]
    else:
        tie = sum(map(mul, own_lost, their_lost))
    wins = withdraws + every * own_fewer[theirs - 1 if theirs <= own else own]
    beaten = 1.0 - wins - tie
    pushed_back = 1.0 - wins - own_every * fewer[own if own <= theirs else theirs]
    return MeleeSummary(
        own_fate,
        their_fate,
        wins,
        tie,
        beaten if beaten > 0.0 else 0.0,
        pushed_back if pushed_back > 0.0 else 0.0,
        withdraws,
    )


def summarise_shot(law: Law[Volley], *, target_threshold: int | None, shooter_threshold: int | None) -> ShotSummary:
    """A shot in a few numbers."""
    return ShotSummary(
        _half(law.map(attrgetter("target")), target_threshold).fate,
        _half(law.map(attrgetter("shooter")), shooter_threshold).fate,
    )


def _half(law: Law[Aftermath], threshold: int | None) -> Half:
    seen, chances = outlook(law.chances, threshold), [*map(float, law.chances.values())]
    removed = [0.0] * (seen.figures + 1)
    for figures, p in zip(seen.removed, chances, strict=True):
        removed[figures] += p
    return half(seen, chances, removed)


def summarise_marker(law: Law[MarkerEnd]) -> MarkerSummary:
    """A charge on a marker in a few numbers."""
    destroyed = float(law.chance(lambda end: end.destroyed))
    fatigue = next(iter(law.chances)).fatigue
    return MarkerSummary(destroyed, 1 - destroyed, float(law.mean(lambda end: end.hits_left)), fatigue)
