"""
Two units that fight one another in a series, whatever is left of them.

In a series a choice says the most a side will spend: each fight spends as much of it as is there and helps, its own
armour first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from heraut.battle import shooting
from heraut.battle.casualties import Aftermath, Stand, ends
from heraut.battle.engagement import Side
from heraut.battle.melee import stood, strike, suffer
from heraut.battle.movement import Ground, charge_fatigue
from heraut.battle.pools import generated
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Cover, Unit
from heraut.dice import Law, Odds, Weight
from heraut.warband.overrides import Overrides


class State(NamedTuple):
    """What is left of one unit; a unit without figures has nothing else."""

    figures: int
    fatigue: int
    guards: int


GONE = State(0, 0, 0)
_state: Callable[[tuple[int, ...]], State] = partial(tuple.__new__, State)


class Numbered(dict[tuple[int, ...], int]):
    """States in the order in which they are met: the number of each is its place in a row of chances."""

    def __missing__(self, state: tuple[int, ...]) -> int:
        number = self[_state(state)] = len(self)
        return number


Products = Sequence[tuple[Iterable[tuple[int, Weight]], Sequence[tuple[int, Weight]]]]
"""How a fight ends for the one who acts and for the other: a sum of products, one if the two are independent."""


class Duel(NamedTuple):
    """The one who acts and the other: the states they may end in, by number, and how likely they are."""

    actor: Numbered
    target: Numbered
    fight: Callable[[State, State], Products]


def charge(dice: Odds, actor: Side, target: Side, *, later: bool, overrides: Overrides) -> Duel:
    """Each side's dice and stand depend on the enemy's fatigue, not on its figures: few of them are worked out."""
    actors, targets = Numbered(), Numbered()
    dealt = cache(lambda attack: suffer(dice, attack))
    came = charge_fatigue(actor.unit.profile, later=later, flown_over=0, end=Ground.OPEN, overrides=overrides)

    @cache
    def charger(state: State, fatigue: int) -> tuple[list[int], Law[int]]:
        own, enemy = _planned(_at(actor, state, came), _at(target, (1, fatigue, 0)), overrides)
        return _remains(stood(own, enemy, overrides), actors), dealt(strike(own, enemy, overrides, charged=True))

    @cache
    def charged(state: State, fatigue: int) -> tuple[list[int], Law[int]]:
        enemy, own = _planned(_at(actor, (1, fatigue, 0), came), _at(target, state), overrides)
        return _remains(stood(own, enemy, overrides), targets), dealt(strike(own, enemy, overrides, charged=False))

    def fight(of_actor: State, of_target: State) -> Products:
        own, blows = charger(of_actor, of_target.fatigue)
        theirs, ripostes = charged(of_target, of_actor.fatigue)
        return ((ripostes.leading(own), [*blows.leading(theirs)]),)

    return Duel(actors, targets, fight)


def shot(dice: Odds, actor: Side, target: Side, described: Shooting) -> Duel:
    """A shot as described, by what is left of both; it may end both at once, so every end is a product of its own."""
    actors, targets, rules = Numbered(), Numbered(), described.overrides

    @cache
    def fight(of_actor: State, of_target: State) -> Products:
        shooter, shot_at = _at(actor, of_actor).unit, _at(target, of_target).unit
        printed = shot_at.profile.armour.shooting
        if shot_at.cover_from_shots is Cover.SOLID:
            printed += rules.solid_cover_armour_shooting
        spent = _most(target.own_armour, shooter.fatigue, rules.armour_max - printed, rules)
        now = replace(described, shooter=shooter, target=shot_at, exploited=spent, bodyguards=of_target.guards)
        return [
            (
                ((actors[_left(end.shooter, of_actor.guards)], weight),),
                ((targets[_left(end.target, of_target.guards)], 1),),
            )
            for end, weight in shooting.resolve(dice, shooting.form(now)).items()
        ]

    return Duel(actors, targets, fight)


def _at(side: Side, state: tuple[int, int, int], came: int = 0) -> Side:
    """The side with what is left of its unit, and the fatigue of its coming."""
    figures, fatigue, guards = state
    unit = Unit(side.unit.profile, figures, fatigue + came, side.unit.cover)
    return replace(side, unit=unit, bodyguards=guards)


def _left(end: Aftermath, guards: int) -> State:
    return State(end.figures, end.fatigue, guards - end.guarded) if end.figures else GONE


def _remains(stand: Stand, numbered: Numbered) -> list[int]:
    """The numbers of what is left of a unit after 0, 1, … casualties, until nothing is."""
    guards = stand.bodyguards
    left = [(figures, fatigue, guards - fell) for figures, fatigue, _, _, fell in ends(stand)]
    left[-1] = GONE
    return [*map(numbered.__getitem__, left)]


def _planned(attacker: Side, defender: Side, overrides: Overrides) -> tuple[Side, Side]:
    """Both sides once the charge is made, with what each can and will spend of its plan."""
    own = _spending(attacker, defender.unit, overrides, charged=True)
    theirs = _spending(defender, attacker.unit, overrides, charged=False)
    if own.close_ranks:
        own = replace(own, close_ranks=False)
    if theirs.close_ranks and theirs.unit.exhausted and not overrides.close_ranks_when_exhausted:
        theirs = replace(theirs, close_ranks=False)
    return own, theirs


def _spending(side: Side, enemy: Unit, overrides: Overrides, *, charged: bool) -> Side:
    """As much of the plan as is there and helps; bonus dice within their limits [CORE-ATT-4]."""
    if not (side.own_armour or side.enemy_armour or side.bonus_dice):
        return side
    dice = generated(side.unit, enemy.profile, charged=charged, rules=overrides)
    own_room = overrides.armour_max - side.unit.profile.armour.melee
    enemy_room = enemy.profile.armour.melee - overrides.armour_min
    own = _most(side.own_armour, enemy.fatigue, own_room, overrides)
    return replace(
        side,
        own_armour=own,
        enemy_armour=_most(side.enemy_armour, enemy.fatigue - own, enemy_room, overrides),
        bonus_dice=min(side.bonus_dice, dice, side.unit.figures),
    )


def _most(planned: int, there: int, helps: int, overrides: Overrides) -> int:
    limit = overrides.exploit_max_per_effect
    most = max(0, min(planned, there, helps))
    return most if limit == "none" else min(most, limit)
