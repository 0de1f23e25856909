"""
Is this worth it? The difference of two exact laws.

Losses are weighed by what figures are worth in massacre points, unrounded, so that a levy and a monster can be
compared. Advice lists every legal choice with its numbers; it chooses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from heraut.battle import melee as melees
from heraut.battle import shooting as shots
from heraut.battle.melee import Melee
from heraut.battle.shooting import Shooting
from heraut.battle.summary import MeleeSummary, UnitFate, summarise_melee, summarise_shot
from heraut.battle.unit import Unit
from heraut.dice import FAST, Odds, Summed, Weight
from heraut.warband.band import worth
from heraut.warband.tables import OUR_DEFAULT, Overrides, UnitClass

Who = Literal["attacker", "defender"]


class FightBalance(msgspec.Struct, frozen=True):
    """What a fight costs one side and what it brings; `balance` is what the enemy loses less what one loses."""

    own: UnitFate
    enemy: UnitFate
    own_loss: Summed
    enemy_loss: Summed
    balance: Summed


class Option(msgspec.Struct, frozen=True):
    """One way to play it, and how much better or worse it is than the first one listed."""

    choice: str
    exchange: FightBalance
    difference: Summed
    detail: tuple[int, ...] = ()


def exchange(
    own: UnitFate, enemy: UnitFate, units: tuple[Unit, Unit], overrides: Overrides = OUR_DEFAULT
) -> FightBalance:
    """Two fates weighed against one another; hearthguards who fall as bodyguards count for their leader's side."""
    own_loss, enemy_loss = _loss(own, units[0], overrides), _loss(enemy, units[1], overrides)
    return FightBalance(own, enemy, own_loss, enemy_loss, enemy_loss - own_loss)


def melee_exchange(melee: Melee, who: Who, dice: Odds = FAST) -> FightBalance:
    """What a melee costs and brings one of its sides."""
    attacker, defender = melee.attacker.unit, melee.defender.unit
    summary = summarise_melee(melees.resolve(dice, melees.form(melee)), melee)
    if who == "attacker":
        return exchange(summary.attacker, summary.defender, (attacker, defender), melee.overrides)
    return exchange(summary.defender, summary.attacker, (defender, attacker), melee.overrides)


def shot_exchange(shooting: Shooting, dice: Odds = FAST) -> FightBalance:
    """What a shot costs and brings the shooter."""
    summary = summarise_shot(shots.resolve(dice, shots.form(shooting)), shooting)
    return exchange(summary.shooter, summary.target, (shooting.shooter, shooting.target), shooting.overrides)


def spend_fatigue(melee: Melee, who: Who, dice: Odds = FAST) -> tuple[Option, ...]:
    """Every legal way for one side to exploit the enemy's fatigue, the enemy's choices given; the first spends none."""
    enemy = melee.defender.unit if who == "attacker" else melees.charging(melee).unit
    found = []
    for own_armour in range(enemy.fatigue + 1):
        for enemy_armour in range(enemy.fatigue - own_armour + 1):
            tried = _choosing(melee, who, own_armour=own_armour, enemy_armour=enemy_armour)
            if melees.refusal(tried) is None:
                choice = "spend" if own_armour or enemy_armour else "keep"
                found.append((choice, melee_exchange(tried, who, dice), (own_armour, enemy_armour)))
    return _compared(found)


def close_ranks(melee: Melee, dice: Odds = FAST) -> tuple[Option, ...]:
    """Stand as one is, or close ranks if that is allowed, seen by the unit that is charged."""
    found = []
    for choice, closed in (("stand", False), ("close_ranks", True)):
        tried = _choosing(melee, "defender", close_ranks=closed)
        if melees.refusal(tried) is None:
            found.append((choice, melee_exchange(tried, "defender", dice), ()))
    return _compared(found)


def shoot_or_charge(shooting: Shooting, melee: Melee, dice: Odds = FAST) -> tuple[Option, ...]:
    """The two ways to attack one target, those that are legal."""
    found = []
    if shots.refusal(shooting) is None:
        found.append(("shoot", shot_exchange(shooting, dice), ()))
    if melees.refusal(melee) is None:
        found.append(("charge", melee_exchange(melee, "attacker", dice), ()))
    return _compared(found)


class BestCharges(msgspec.Struct, frozen=True):
    """Who should charge whom: the balance of each charge, and the pairs that add up best, each target once."""

    balances: tuple[tuple[Summed, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    total: Summed


def best_charges(
    table: Sequence[Sequence[MeleeSummary]], mine: Sequence[Unit], theirs: Sequence[Unit], overrides: Overrides
) -> BestCharges:
    """Each of my units charges one target or none, each target is charged once at most: the best total."""
    balances = tuple(
        tuple(
            exchange(cell.attacker, cell.defender, (own, enemy), overrides).balance
            for cell, enemy in zip(row, theirs, strict=True)
        )
        for row, own in zip(table, mine, strict=True)
    )
    total, pairs = _assignment(balances)
    return BestCharges(balances, pairs, total)


def _assignment(balances: tuple[tuple[Weight, ...], ...]) -> tuple[Weight, tuple[tuple[int, int], ...]]:
    """The best pairs, one unit after the other, for each set of targets already taken."""

    @cache
    def best(unit: int, taken: frozenset[int]) -> tuple[Weight, tuple[tuple[int, int], ...]]:
        if unit == len(balances):
            return 0, ()
        found = best(unit + 1, taken)
        for target, balance in enumerate(balances[unit]):
            if balance > 0 and target not in taken:
                total, pairs = best(unit + 1, taken | {target})
                if balance + total > found[0]:
                    found = balance + total, ((unit, target), *pairs)
        return found

    return best(0, frozenset())


def _choosing(melee: Melee, who: Who, **choices: int | bool) -> Melee:
    side = replace(melee.attacker if who == "attacker" else melee.defender, **choices)
    return replace(melee, attacker=side) if who == "attacker" else replace(melee, defender=side)


def _compared(found: Iterable[tuple[str, FightBalance, tuple[int, ...]]]) -> tuple[Option, ...]:
    listed = list(found)
    return tuple(Option(choice, each, each.balance - listed[0][1].balance, detail) for choice, each, detail in listed)


def _loss(fate: UnitFate, unit: Unit, overrides: Overrides) -> Weight:
    hearthguard = worth(UnitClass.HEARTHGUARD, overrides)
    return fate.removed * worth(unit.profile.unit, overrides) + fate.guarded * hearthguard
