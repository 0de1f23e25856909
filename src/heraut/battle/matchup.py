"""Whole tables: each of my units charging each of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

from heraut.battle.casualties import Stand, ends
from heraut.battle.engagement import Melee, Side, charging
from heraut.battle.melee import suffer
from heraut.battle.pools import is_great, may_be_heroic
from heraut.battle.shooting import Strike
from heraut.battle.strikes import Edge, Guard, aim, attack_dice, edge, guard, stood
from heraut.battle.summary import Half, MeleeSummary, Outlook, compare_halves, half, outlook
from heraut.battle.unit import Unit
from heraut.dice import FAST, Odds
from heraut.warband.overrides import OUR_DEFAULT, Overrides


class Struck(NamedTuple):
    """One side of a melee in numbers: the dice thrown at it, how it stands, when it is exhausted."""

    by: Strike
    stand: Stand
    threshold: int | None


class Table(NamedTuple):
    """
    Many melees in numbers.

    The two sides of a melee do not touch one another and few of them differ: each is here once. A fight is the places
    of its two sides, the attacker's first; a cell is the place of its fight.
    """

    sides: Sequence[Struck]
    fights: Sequence[tuple[int, int]]
    cells: Sequence[Sequence[int]]


def match_ups(
    mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides = OUR_DEFAULT, dice: Odds = FAST
) -> tuple[tuple[MeleeSummary, ...], ...]:
    """A row per unit of mine, a column per unit of theirs: my unit charges, nobody exploits anything."""
    return summaries(dice, form(mine, theirs, overrides))


def summaries(dice: Odds, table: Table) -> tuple[tuple[MeleeSummary, ...], ...]:
    """Every melee of a table in a few numbers."""
    dealt, seen = cache(partial(_casualties, dice)), cache(_outlook)
    halves = [_half(seen(stand, threshold), dealt(by)) for by, stand, threshold in table.sides]
    told = [compare_halves(halves[own], halves[theirs]) for own, theirs in table.fights]
    return tuple(tuple(map(told.__getitem__, row)) for row in table.cells)


def _casualties(dice: Odds, attack: Strike) -> list[float]:
    return [*map(float, suffer(dice, attack).row())]


def _outlook(stand: Stand, threshold: int | None) -> Outlook:
    return outlook(ends(stand), threshold)


def _half(seen: Outlook, chances: list[float]) -> Half:
    """One side, all of its ends in view: casualties that spare its figures first, then those that take one each."""
    spared, figures = len(seen.removed) - seen.figures, seen.figures
    if len(chances) > len(seen.removed):
        chances = [*chances[: spared + figures - 1], sum(chances[spared + figures - 1 :])]
    removed = [sum(chances[:spared]), *chances[spared:]]
    if len(removed) <= figures:
        removed += [0.0] * (figures + 1 - len(removed))
    return half(seen, chances, removed)


class _Fighter(NamedTuple):
    """What a unit brings to any melee of a table; the second pool and stand are for those it is heroic against."""

    pools: tuple[int, int]
    stands: tuple[Stand, Stand]
    edge: Edge
    guard: Guard
    threshold: int | None
    great: bool


def form(mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides = OUR_DEFAULT) -> Table:
    """The numbers of a table; units that bring the same to a melee share its rows and columns."""
    attackers, rows = _distinct([_attacker(unit, overrides) for unit in mine])
    defenders, columns = _distinct([_fighter(Side(unit=unit), overrides, charged=False) for unit in theirs])
    aimed = cache(lambda edge, guard: aim(edge, guard, overrides))
    sides: dict[Struck, int] = {}
    fights: dict[tuple[int, int], int] = {}

    def struck(own: _Fighter, enemy: _Fighter) -> int:
        by = Strike(enemy.pools[own.great], *aimed(enemy.edge, own.guard))
        return sides.setdefault(Struck(by, own.stands[enemy.great], own.threshold), len(sides))

    grid = [
        [fights.setdefault((struck(own, enemy), struck(enemy, own)), len(fights)) for enemy in defenders]
        for own in attackers
    ]
    return Table([*sides], [*fights], [[grid[row][column] for column in columns] for row in rows])


def _distinct(fighters: Sequence[_Fighter]) -> tuple[list[_Fighter], list[int]]:
    """Each once, and the place of each."""
    places: dict[_Fighter, int] = {}
    found = [places.setdefault(fighter, len(places)) for fighter in fighters]
    return [*places], found


def _attacker(unit: Unit, overrides: Overrides) -> _Fighter:
    side = Side(unit=unit)
    return _fighter(charging(Melee(attacker=side, defender=side, overrides=overrides)), overrides, charged=True)


def _fighter(side: Side, overrides: Overrides, *, charged: bool) -> _Fighter:
    unit, profile = side.unit, side.unit.profile
    ways = (False, may_be_heroic(profile))
    plain, heroic = (attack_dice(side, unit, overrides, heroic=way, charged=charged) for way in ways)
    stand, braver = (stood(side, 0, overrides, heroic=way) for way in ways)
    return _Fighter(
        (plain, heroic),
        (stand, braver),
        edge(side, overrides, thrown=charged),
        guard(side, overrides),
        profile.exhaustion_threshold,
        is_great(profile),
    )
