"""Fights in a few numbers, as a player asks at the table: a melee, a shot, a charge on a marker, a table of melees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from itertools import accumulate
from math import inf
from operator import attrgetter, mul
from typing import NamedTuple

import msgspec

from heraut.battle.marker import MarkerEnd
from heraut.battle.melee import (
    AttackEdge,
    Clash,
    Melee,
    MeleeGuard,
    MeleeSide,
    aim,
    attack_dice,
    charging,
    edge,
    guard,
    is_great,
    may_be_heroic,
    melee_stand,
    suffer,
)
from heraut.battle.shooting import Shooting, Volley
from heraut.battle.unit import Aftermath, Stand, StrikeDice, Unit, ends
from heraut.dice import FAST, Law, Odds, Summed, Weight
from heraut.warband.tables import OUR_DEFAULT, Overrides


class UnitFate(msgspec.Struct, frozen=True):
    """What becomes of one unit: averages and chances; `exhausted` counts only units that still stand."""

    removed: Summed
    left: Summed
    fatigue: Summed
    eliminated: Summed
    exhausted: Summed
    guarded: Summed


class MeleeSummary(msgspec.Struct, frozen=True):
    """A melee in a few numbers; who withdraws is who is pushed back."""

    attacker: UnitFate
    defender: UnitFate
    attacker_wins: Summed
    tie: Summed
    defender_wins: Summed
    attacker_withdraws: Summed
    defender_withdraws: Summed


class ShotSummary(msgspec.Struct, frozen=True):
    """A shot in a few numbers."""

    target: UnitFate
    shooter: UnitFate


class MarkerSummary(msgspec.Struct, frozen=True):
    """A charge on a marker in a few numbers."""

    destroyed: Summed
    withdraws: Summed
    hits_left: Summed
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

    fate: UnitFate
    figures: int
    removed: list[Weight]
    some: list[Weight]
    every: Weight
    fewer: list[Weight]


def half(seen: Outlook, chances: Sequence[Weight], removed: list[Weight]) -> Half:
    """One side of a melee in numbers, from the chances of its ends and of losing 0, 1, … and all of its figures."""
    figures, lost, fatigue, exhausted, guarded = seen
    every = removed[-1]
    mean = every if figures == 1 else sum(map(mul, lost, chances))
    fate = UnitFate(
        mean,
        figures - mean,
        sum(map(mul, fatigue, chances)),
        every,
        sum(map(mul, exhausted, chances)) if exhausted else 0,
        sum(map(mul, guarded, chances)) if guarded else 0,
    )
    return Half(fate, figures, removed, removed[1:-1], every, [*accumulate(removed)])


def summarise_melee(clash: Clash, melee: Melee) -> MeleeSummary:
    """How a melee of these two ends, in a few numbers."""
    return compare_halves(_half(clash.attacker, melee.attacker.unit), _half(clash.defender, melee.defender.unit))


def compare_halves(attacker: Half, defender: Half) -> MeleeSummary:
    """
    Who wins and who withdraws, from the figures each side loses [SEQ-M9, CORE-WIN-2].

    The side that loses more withdraws, the attacker on a tie, unless it has lost all its figures.
    """
    own_fate, own, own_lost, _, own_every, own_fewer = attacker
    their_fate, theirs, their_lost, some, every, fewer = defender
    withdraws: Weight = sum(map(mul, some, own_fewer)) if theirs > 1 else 0
    if theirs > own + 2:
        withdraws += sum(some[own + 1 :])
    if own == 1 or theirs == 1:
        tie = own_lost[0] * their_lost[0] + own_lost[1] * their_lost[1]
    else:
        tie = sum(map(mul, own_lost, their_lost))
    wins = withdraws + every * own_fewer[theirs - 1 if theirs <= own else own]
    beaten = 1 - wins - tie
    pushed_back = 1 - wins - own_every * fewer[own if own <= theirs else theirs]
    return MeleeSummary(
        own_fate,
        their_fate,
        wins,
        tie,
        beaten if beaten > 0 else 0,
        pushed_back if pushed_back > 0 else 0,
        withdraws,
    )


def summarise_shot(law: Law[Volley], shooting: Shooting) -> ShotSummary:
    """How a shot of one at the other ends, in a few numbers."""
    return ShotSummary(
        _half(law.map(attrgetter("target")), shooting.target).fate,
        _half(law.map(attrgetter("shooter")), shooting.shooter).fate,
    )


def _half(law: Law[Aftermath], unit: Unit) -> Half:
    seen, chances = outlook(law.chances, unit.profile.exhaustion_threshold), [*law.chances.values()]
    removed: list[Weight] = [0] * (seen.figures + 1)
    for figures, p in zip(seen.removed, chances, strict=True):
        removed[figures] += p
    return half(seen, chances, removed)


def summarise_marker(law: Law[MarkerEnd]) -> MarkerSummary:
    """A charge on a marker in a few numbers."""
    destroyed = law.chance(lambda end: end.destroyed)
    fatigue = next(iter(law.chances)).fatigue
    return MarkerSummary(destroyed, 1 - destroyed, law.mean(lambda end: end.hits_left), fatigue)


class StruckSide(NamedTuple):
    """One side of a melee in numbers: the dice thrown at it, how it stands, when it is exhausted."""

    by: StrikeDice
    stand: Stand
    threshold: int | None


class MatchUpTable(NamedTuple):
    """
    Many melees in numbers.

    The two sides of a melee do not touch one another and few of them differ: each is here once. A fight is the places
    of its two sides, the attacker's first; a cell is the place of its fight.
    """

    sides: Sequence[StruckSide]
    fights: Sequence[tuple[int, int]]
    cells: Sequence[Sequence[int]]


def match_ups(
    mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides = OUR_DEFAULT, dice: Odds = FAST
) -> tuple[tuple[MeleeSummary, ...], ...]:
    """A row per unit of mine, a column per unit of theirs: my unit charges, nobody exploits anything."""
    return summarise_table(dice, form_table(mine, theirs, overrides))


def summarise_table(dice: Odds, table: MatchUpTable) -> tuple[tuple[MeleeSummary, ...], ...]:
    """Every melee of a table in a few numbers."""
    dealt, seen = cache(partial(_casualties, dice)), cache(_outlook)
    halves = [_half_at(seen(stand, threshold), dealt(by)) for by, stand, threshold in table.sides]
    told = [compare_halves(halves[own], halves[theirs]) for own, theirs in table.fights]
    return tuple(tuple(map(told.__getitem__, row)) for row in table.cells)


def _casualties(dice: Odds, attack: StrikeDice) -> list[Weight]:
    return [*suffer(dice, attack).row()]


def _outlook(stand: Stand, threshold: int | None) -> Outlook:
    return outlook(ends(stand), threshold)


def _half_at(seen: Outlook, chances: list[Weight]) -> Half:
    """One side, all of its ends in view: casualties that spare its figures first, then those that take one each."""
    spared, figures = len(seen.removed) - seen.figures, seen.figures
    if len(chances) > len(seen.removed):
        chances = [*chances[: spared + figures - 1], sum(chances[spared + figures - 1 :])]
    removed: list[Weight] = [sum(chances[:spared]), *chances[spared:]]
    if len(removed) <= figures:
        removed += [0] * (figures + 1 - len(removed))
    return half(seen, chances, removed)


class _Fighter(NamedTuple):
    """What a unit brings to any melee of a table; the second pool and stand are for those it is heroic against."""

    pools: tuple[int, int]
    stands: tuple[Stand, Stand]
    edge: AttackEdge
    guard: MeleeGuard
    threshold: int | None
    great: bool


def form_table(mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides = OUR_DEFAULT) -> MatchUpTable:
    """The numbers of a table; units that bring the same to a melee share its rows and columns."""
    attackers, rows = _distinct([_attacker(unit, overrides) for unit in mine])
    defenders, columns = _distinct([_fighter(MeleeSide(unit=unit), overrides, charged=False) for unit in theirs])
    aimed = cache(lambda edge, guard: aim(edge, guard, overrides))
    sides: dict[StruckSide, int] = {}
    fights: dict[tuple[int, int], int] = {}

    def struck(own: _Fighter, enemy: _Fighter) -> int:
        by = StrikeDice(enemy.pools[own.great], *aimed(enemy.edge, own.guard))
        return sides.setdefault(StruckSide(by, own.stands[enemy.great], own.threshold), len(sides))

    grid = [
        [fights.setdefault((struck(own, enemy), struck(enemy, own)), len(fights)) for enemy in defenders]
        for own in attackers
    ]
    return MatchUpTable([*sides], [*fights], [[grid[row][column] for column in columns] for row in rows])


def _distinct(fighters: Sequence[_Fighter]) -> tuple[list[_Fighter], list[int]]:
    """Each once, and the place of each."""
    places: dict[_Fighter, int] = {}
    found = [places.setdefault(fighter, len(places)) for fighter in fighters]
    return [*places], found


def _attacker(unit: Unit, overrides: Overrides) -> _Fighter:
    side = MeleeSide(unit=unit)
    return _fighter(charging(Melee(attacker=side, defender=side, overrides=overrides)), overrides, charged=True)


def _fighter(side: MeleeSide, overrides: Overrides, *, charged: bool) -> _Fighter:
    unit, profile = side.unit, side.unit.profile
    ways = (False, may_be_heroic(profile))
    plain, heroic = (attack_dice(side, unit, overrides, heroic=way, charged=charged) for way in ways)
    stand, braver = (melee_stand(side, 0, overrides, heroic=way) for way in ways)
    return _Fighter(
        (plain, heroic),
        (stand, braver),
        edge(side, overrides, thrown=charged),
        guard(side, overrides),
        profile.exhaustion_threshold,
        is_great(profile),
    )
