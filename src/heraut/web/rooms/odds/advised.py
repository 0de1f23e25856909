"""Is this worth it? The choices of a fight beside one another, the best first; nothing is chosen for anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from heraut.battle import advice, melee
from heraut.battle.advice import Option, Who
from heraut.battle.melee import Melee
from heraut.speech.typography import decimal, minus
from heraut.warband.tables import weapons
from heraut.web.game import language
from heraut.web.rooms.odds.asked import FightForm, Kind

MOST_TOLD = 4


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to play it: its word, the fatigues it spends, what it brings on the whole, whether it is the best."""

    word: str
    own_armour: int
    enemy_armour: int
    balance: str
    best: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to decide, and whose it is."""

    word: str
    side: str
    choices: tuple[Choice, ...]


def advise(form: FightForm) -> list[Advice]:
    """What there is to decide in a fight of two units, as they stand in the question."""
    if form.kind is Kind.MARKER:
        return []
    charge = form.as_charge()
    return [told for told in _advice(form, charge) if len(told.choices) > 1]


def _advice(form: FightForm, charge: Melee) -> Iterator[Advice]:
    attacker, defender = form.attacker.unit, form.defender.unit
    if attacker.profile.weapon in weapons():
        yield _told("shoot_or_charge", "attacker", advice.shoot_or_charge(form.as_shot(), charge))
    if form.kind is not Kind.CHARGE or melee.refusal(charge) is not None:
        return
    if defender.profile.may_close_ranks:
        yield _told("close_ranks", "defender", advice.close_ranks(charge))
    sides: tuple[Who, Who] = ("attacker", "defender")
    for who in sides:
        yield _told("spend_fatigue", who, advice.spend_fatigue(charge, who))


def _told(word: str, side: str, options: tuple[Option, ...]) -> Advice:
    """The best few, and to do nothing, which is listed first."""
    ranked = sorted(options, key=lambda option: -option.exchange.balance)
    ranked = [option for place, option in enumerate(ranked) if place < MOST_TOLD or option is options[0]]
    return Advice(
        f"advice-{word}",
        side,
        tuple(
            Choice(f"advice-do-{option.choice}", spent[0], spent[1], signed(option.exchange.balance), best=not place)
            for place, option in enumerate(ranked)
            for spent in (option.detail or (0, 0),)
        ),
    )


def signed(balance: float) -> str:
    """Points gained less points lost, with its sign."""
    shown = round(balance, 1)
    return decimal(minus(f"{shown:+.1f}") if shown else "0.0", language())
