"""Whole tables: each of my units charging each of theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from heraut.battle.casualties import Stand, aftermaths
from heraut.battle.melee import Melee, Side, form, suffer
from heraut.battle.shooting import Strike
from heraut.battle.summary import Half, MeleeSummary, compare_halves, half
from heraut.battle.unit import Unit
from heraut.dice import FAST, Odds
from heraut.warband.overrides import OUR_DEFAULT, Overrides


def match_ups(
    mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides = OUR_DEFAULT, dice: Odds = FAST
) -> tuple[tuple[MeleeSummary, ...], ...]:
    """
    A row per unit of mine, a column per unit of theirs: my unit charges, nobody exploits anything.

    The two sides of a melee do not touch one another, and few of them differ: each is worked out once.
    """
    side_of = _sides(dice)
    attackers = [Side(unit=unit) for unit in mine]
    defenders = [Side(unit=unit) for unit in theirs]
    return tuple(tuple(_cell(mine, theirs, overrides, side_of) for theirs in defenders) for mine in attackers)


SideOf = Callable[[Strike, Stand, int | None], Half]


def _sides(dice: Odds) -> SideOf:
    @cache
    def side(strike: Strike, stand: Stand, threshold: int | None) -> Half:
        return half(suffer(dice, strike).map(aftermaths(stand, strike.dice).__getitem__), threshold)

    return side


def _cell(attacker: Side, defender: Side, overrides: Overrides, side_of: SideOf) -> MeleeSummary:
    fight = form(Melee(attacker=attacker, defender=defender, overrides=overrides))
    own = side_of(fight.riposte, fight.attacker, attacker.unit.profile.exhaustion_threshold)
    theirs = side_of(fight.attack, fight.defender, defender.unit.profile.exhaustion_threshold)
    return compare_halves(own, theirs)
