"""
Two units that fight one another in a series, whatever is left of them.

In a series a choice says the most a side will spend: each fight spends as much of it as is there and helps, its own
armour first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple, cast

from msgspec.structs import replace

from heraut.battle import shooting
from heraut.battle.casualties import Aftermath, Stand, remains
from heraut.battle.engagement import Side
from heraut.battle.melee import suffer
from heraut.battle.movement import Ground, charge_fatigue
from heraut.battle.pools import is_heroic
from heraut.battle.shooting import Shooting, Strike
from heraut.battle.strikes import Aim, aim, attack_dice, edge, guard, stood
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


class Numbered(dict[State, int]):
    """States in the order in which they are met: the number of each is its place in a row of chances."""

    def __missing__(self, state: State) -> int:
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
    """What the dice must show and how a unit stands depend on both fatigues alone: few of them are worked out."""
    came = charge_fatigue(actor.unit.profile, later=later, flown_over=0, end=Ground.OPEN, overrides=overrides)

    @cache
    def met(fatigue: int, theirs: int) -> tuple[Side, Side]:
        return _planned(_at(actor, (1, fatigue, 0), came), _at(target, (1, theirs, 0)), overrides)

    units = actor.unit, target.unit
    actors, charger = _fighter(dice, units, met, overrides, charged=True)
    targets, charged = _fighter(dice, units[::-1], lambda own, theirs: met(theirs, own)[::-1], overrides, charged=False)

    def fight(of_actor: State, of_target: State) -> Products:
        own, blows = charger(of_actor, of_target.fatigue)
        theirs, ripostes = charged(of_target, of_actor.fatigue)
        return ((ripostes.leading(own), [*blows.leading(theirs)]),)

    return Duel(actors, targets, fight)


def _fighter(
    dice: Odds,
    units: tuple[Unit, Unit],
    met: Callable[[int, int], tuple[Side, Side]],
    overrides: Overrides,
    *,
    charged: bool,
) -> tuple[Numbered, Callable[[State, int], tuple[list[int], Law[int]]]]:
    """One side of a charge: the states it may end in, and what it brings from a state, by its enemy's fatigue."""
    numbered, heroic = Numbered(), is_heroic(units[0].profile, units[1].profile)
    dealt = cache(lambda pool, aimed: suffer(dice, Strike(pool, *aimed)))

    @cache
    def stance(fatigue: int, theirs: int) -> tuple[Side, Aim, Stand]:
        own, enemy = met(fatigue, theirs)
        strikes = edge(own, overrides, thrown=charged and not enemy.close_ranks)
        aimed = aim(strikes, guard(enemy, overrides), overrides)
        return own, aimed, stood(own, enemy.exploited, overrides, heroic=heroic)

    @cache
    def brings(state: State, theirs: int) -> tuple[list[int], Law[int]]:
        """The numbers of what is left of it after 0, 1, … casualties, and the casualties it deals."""
        figures, fatigue, guards = state
        own, aimed, stand = stance(fatigue, theirs)
        unit = Unit(own.unit.profile, figures, own.unit.fatigue, own.unit.cover)
        pool = attack_dice(own, unit, overrides, heroic=heroic, charged=charged)
        left = remains(figures, guards, stand)
        left[-1] = GONE
        return [*map(numbered.__getitem__, cast("list[State]", left))], dealt(pool, aimed)

    return numbered, brings


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


def _planned(attacker: Side, defender: Side, overrides: Overrides) -> tuple[Side, Side]:
    """Both sides once the charge is made, with what each can and will spend of its plan."""
    own, theirs = _spending(attacker, defender.unit, overrides), _spending(defender, attacker.unit, overrides)
    return _ranked(own, overrides, charged=True), _ranked(theirs, overrides, charged=False)


def _ranked(side: Side, overrides: Overrides, *, charged: bool) -> Side:
    """The side with its ranks closed only where that is allowed [CORE-CLOSE-1, CORE-CLOSE-4]."""
    barred = charged and overrides.close_ranks_side != "both"
    barred = barred or (side.unit.exhausted and not overrides.close_ranks_when_exhausted)
    return replace(side, close_ranks=False) if side.close_ranks and barred else side


def _spending(side: Side, enemy: Unit, overrides: Overrides) -> Side:
    """As much of the plan as is there and helps."""
    if not (side.own_armour or side.enemy_armour):
        return side
    own_room = overrides.armour_max - side.unit.profile.armour.melee
    enemy_room = enemy.profile.armour.melee - overrides.armour_min
    own = _most(side.own_armour, enemy.fatigue, own_room, overrides)
    lowered = _most(side.enemy_armour, enemy.fatigue - own, enemy_room, overrides)
    return replace(side, own_armour=own, enemy_armour=lowered)


def _most(planned: int, there: int, helps: int, overrides: Overrides) -> int:
    limit = overrides.exploit_max_per_effect
    most = max(0, min(planned, there, helps))
    return most if limit == "none" else min(most, limit)
