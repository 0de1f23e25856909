"""Melee: Part C.2 of the sheet, step by step."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from heraut.battle.casualties import Aftermath, Stand, aftermaths
from heraut.battle.engagement import Melee, Side, charging
from heraut.battle.legality import refusal
from heraut.battle.pools import is_heroic
from heraut.battle.shooting import Strike
from heraut.battle.strikes import stood, strike
from heraut.dice import Dice, Law, Odds

__all__ = [
    "Clash",
    "Fight",
    "Melee",
    "Result",
    "Side",
    "charging",
    "defend",
    "form",
    "refusal",
    "resolve",
    "result",
    "suffer",
    "withdraws",
]


class Fight(NamedTuple):
    """A melee in numbers, ready to be rolled."""

    attack: Strike
    riposte: Strike
    attacker: Stand
    defender: Stand


class Clash(NamedTuple):
    """
    How a melee ended for each side: two laws, independent of one another.

    Each side's dice touch only the other unit, so the joint law is their product.
    """

    attacker: Law[Aftermath]
    defender: Law[Aftermath]

    def joint(self) -> Law[tuple[Aftermath, Aftermath]]:
        """The law of both ends together, the attacker's first."""
        return self.attacker.joint(self.defender)


class Result(StrEnum):
    """Who won; on a tie the attacker withdraws [SEQ-M9]."""

    ATTACKER_WINS = "attacker_wins"
    TIE = "tie"
    DEFENDER_WINS = "defender_wins"


def form(melee: Melee) -> Fight:
    """The numbers of a legal melee [SEQ-M1 to SEQ-M6]."""
    attacker, defender, rules = charging(melee), melee.defender, melee.overrides
    return Fight(
        strike(attacker, defender, rules, charged=True),
        strike(defender, attacker, rules, charged=False),
        stood(attacker, defender.exploited, rules, heroic=is_heroic(attacker.unit.profile, defender.unit.profile)),
        stood(defender, attacker.exploited, rules, heroic=is_heroic(defender.unit.profile, attacker.unit.profile)),
    )


def resolve(dice: Dice, fight: Fight) -> Clash:
    """Both attacks, then both defences, and what each side has left [SEQ-M6 to SEQ-M8, SEQ-RNG-1]."""
    hits = dice.successes("attack", fight.attack.dice, fight.attack.hit)
    blows = dice.successes("riposte", fight.riposte.dice, fight.riposte.hit)
    on_defender = defend(dice, "defence", hits, fight.attack)
    on_attacker = defend(dice, "attacker_defence", blows, fight.riposte)
    return Clash(
        on_attacker.leading_to(aftermaths(fight.attacker, fight.riposte.dice)),
        on_defender.leading_to(aftermaths(fight.defender, fight.attack.dice)),
    )


def defend(dice: Dice, pool: str, hits: Law[int], attack: Strike) -> Law[int]:
    """One side's defence roll: the casualties it suffers [SEQ-M6]."""
    return dice.unanswered(pool, hits, attack.save, extra=attack.extra_defence)


def suffer(dice: Odds, attack: Strike) -> Law[int]:
    """The casualties of one side alone: its part of the law of a melee, whatever happens to the other."""
    return defend(dice, "defence", dice.successes("attack", attack.dice, attack.hit), attack)


def result(attacker: Aftermath, defender: Aftermath) -> Result:
    """The side that lost more figures loses [CORE-WIN-1, CORE-WIN-2]."""
    if defender.removed > attacker.removed:
        return Result.ATTACKER_WINS
    return Result.TIE if defender.removed == attacker.removed else Result.DEFENDER_WINS


def withdraws(attacker: Aftermath, defender: Aftermath) -> str | None:
    """Who withdraws: the loser, the attacker on a tie, nobody if that unit is eliminated [CORE-WIN-2]."""
    if result(attacker, defender) is Result.ATTACKER_WINS:
        return None if defender.eliminated else "defender"
    return None if attacker.eliminated else "attacker"
