"""Whole tables: each of my units charging each of theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from heraut.battle.casualties import Stand, aftermaths
from heraut.battle.melee import Fight, Melee, Side, form, suffer
from heraut.battle.shooting import Strike
from heraut.battle.summary import Half, MeleeSummary, compare_halves, half
from heraut.battle.unit import Unit
from heraut.dice import FAST, Odds
from heraut.warband.overrides import OUR_DEFAULT, Overrides


def match_ups(
    mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides = OUR_DEFAULT, dice: Odds = FAST
) -> tuple[tuple[MeleeSummary, ...], ...]:
    """A row per unit of mine, a column per unit of theirs: my unit charges, nobody exploits anything."""
    told = summaries(dice)
    attackers = [(Side(unit=unit), unit.profile.exhaustion_threshold) for unit in mine]
    defenders = [(Side(unit=unit), unit.profile.exhaustion_threshold) for unit in theirs]
    return tuple(
        tuple(
            told(form(Melee(attacker=own, defender=enemy, overrides=overrides)), threshold, theirs)
            for enemy, theirs in defenders
        )
        for own, threshold in attackers
    )


def summaries(dice: Odds) -> Callable[[Fight, int | None, int | None], MeleeSummary]:
    """
    Many melees in a few numbers each, from their numbers and both sides' exhaustion thresholds.

    The two sides of a melee do not touch one another, and few of them differ: each is worked out once.
    """

    @cache
    def side(attack: Strike, stand: Stand, threshold: int | None) -> Half:
        return half([*suffer(dice, attack).leading(aftermaths(stand, attack.dice))], threshold)

    @cache
    def told(fight: Fight, own: int | None, theirs: int | None) -> MeleeSummary:
        return compare_halves(side(fight.riposte, fight.attacker, own), side(fight.attack, fight.defender, theirs))

    return told
