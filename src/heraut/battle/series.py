"""
Series of fights as exact chains: several rounds, several units against one, shots before a charge.

The state of a series is what is left of each unit. In a series a choice says the most a side will spend: each fight
spends as much of it as is there and helps, its own armour first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from math import inf
from operator import itemgetter
from typing import NamedTuple, cast

import msgspec
from msgspec.structs import replace

from heraut.battle import shooting
from heraut.battle.activation import NEW_TURN, Act, Activation, Approach, UnitTurn, faults_of_ability
from heraut.battle.melee import (
    Aim,
    MeleeSide,
    aim,
    attack_dice,
    edge,
    faults_of_ranks,
    guard,
    is_heroic,
    melee_stand,
    suffer,
)
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Aftermath, BattleCode, Cover, Stand, StrikeDice, Unit, faults_of_bodyguards, remains
from heraut.dice import SIDES, Law, Odds, Weight
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal, together
from heraut.warband.tables import OUR_DEFAULT, Distance, Overrides


class ChargeStep(msgspec.Struct, frozen=True, tag="charge", tag_field="step", forbid_unknown_fields=True):
    """Unit number `by` charges unit number `on`; `later` when it is not its first activation of the turn."""

    by: int
    on: int
    later: bool = False


class ShootStep(msgspec.Struct, frozen=True, tag="shoot", tag_field="step", forbid_unknown_fields=True):
    """Unit number `by` shoots at unit number `on`, within that distance."""

    by: int
    on: int
    within: Distance = Distance.L
    later: bool = False


class RestStep(msgspec.Struct, frozen=True, tag="rest", tag_field="step", forbid_unknown_fields=True):
    """Unit number `by` rests."""

    by: int


SeriesStep = ChargeStep | ShootStep | RestStep


class UnitLeft(NamedTuple):
    """What is left of one unit; a unit without figures has nothing else."""

    figures: int
    fatigue: int
    guards: int


GONE = UnitLeft(0, 0, 0)
UnitsLeft = tuple[UnitLeft, ...]
_state: Callable[[tuple[int, ...]], UnitLeft] = partial(tuple.__new__, UnitLeft)


class Numbered(dict[UnitLeft, int]):
    """States in the order in which they are met: the number of each is its place in a row of chances."""

    def __missing__(self, state: UnitLeft) -> int:
        number = self[_state(state)] = len(self)
        return number


Products = Sequence[tuple[Iterable[tuple[int, Weight]], Sequence[tuple[int, Weight]]]]
"""How a fight ends for the one who acts and for the other: a sum of products, one if the two are independent."""


class _Duel(NamedTuple):
    """The one who acts and the other: the states they may end in, by number, and how likely they are."""

    actor: Numbered
    target: Numbered
    fight: Callable[[UnitLeft, UnitLeft], Products]


def _charge_duel(dice: Odds, actor: MeleeSide, target: MeleeSide, *, later: bool, overrides: Overrides) -> _Duel:
    """What the dice must show and how a unit stands depend on both fatigues alone: few of them are worked out."""
    came = Approach(later=later, overrides=overrides).fatigue(actor.unit.profile)

    @cache
    def met(fatigue: int, theirs: int) -> tuple[MeleeSide, MeleeSide]:
        return _planned(_at(actor, (1, fatigue, 0), came), _at(target, (1, theirs, 0)), overrides)

    units = actor.unit, target.unit
    actors, charger = _fighter(dice, units, met, overrides, charged=True)
    targets, charged = _fighter(dice, units[::-1], lambda own, theirs: met(theirs, own)[::-1], overrides, charged=False)

    def fight(of_actor: UnitLeft, of_target: UnitLeft) -> Products:
        own, blows = charger(of_actor, of_target.fatigue)
        theirs, ripostes = charged(of_target, of_actor.fatigue)
        return ((ripostes.leading(own), [*blows.leading(theirs)]),)

    return _Duel(actors, targets, fight)


def _fighter(
    dice: Odds,
    units: tuple[Unit, Unit],
    met: Callable[[int, int], tuple[MeleeSide, MeleeSide]],
    overrides: Overrides,
    *,
    charged: bool,
) -> tuple[Numbered, Callable[[UnitLeft, int], tuple[list[int], Law[int]]]]:
    """One side of a charge: the states it may end in, and what it brings from a state, by its enemy's fatigue."""
    numbered, heroic = Numbered(), is_heroic(units[0].profile, units[1].profile)
    dealt = cache(lambda pool, aimed: suffer(dice, StrikeDice(pool, *aimed)))

    @cache
    def stance(fatigue: int, theirs: int) -> tuple[MeleeSide, Aim, Stand]:
        own, enemy = met(fatigue, theirs)
        strikes = edge(own, overrides, thrown=charged and not enemy.close_ranks)
        aimed = aim(strikes, guard(enemy, overrides), overrides)
        return own, aimed, melee_stand(own, enemy.exploited, overrides, heroic=heroic)

    @cache
    def brings(state: UnitLeft, theirs: int) -> tuple[list[int], Law[int]]:
        """The numbers of what is left of it after 0, 1, … casualties, and the casualties it deals."""
        figures, fatigue, guards = state
        own, aimed, stand = stance(fatigue, theirs)
        unit = Unit(own.unit.profile, figures, own.unit.fatigue, own.unit.cover)
        pool = attack_dice(own, unit, overrides, heroic=heroic, charged=charged)
        left = remains(figures, guards, stand)
        left[-1] = GONE
        return [*map(numbered.__getitem__, cast("list[UnitLeft]", left))], dealt(pool, aimed)

    return numbered, brings


def _shot_duel(dice: Odds, actor: MeleeSide, target: MeleeSide, described: Shooting) -> _Duel:
    """A shot as described, by what is left of both; it may end both at once, so every end is a product of its own."""
    actors, targets, rules = Numbered(), Numbered(), described.overrides

    @cache
    def fight(of_actor: UnitLeft, of_target: UnitLeft) -> Products:
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

    return _Duel(actors, targets, fight)


def _at(side: MeleeSide, state: tuple[int, int, int], came: int = 0) -> MeleeSide:
    """The side with what is left of its unit, and the fatigue of its coming."""
    figures, fatigue, guards = state
    unit = Unit(side.unit.profile, figures, fatigue + came, side.unit.cover)
    return replace(side, unit=unit, bodyguards=guards)


def _left(end: Aftermath, guards: int) -> UnitLeft:
    return UnitLeft(end.figures, end.fatigue, guards - end.guarded) if end.figures else GONE


def _planned(attacker: MeleeSide, defender: MeleeSide, overrides: Overrides) -> tuple[MeleeSide, MeleeSide]:
    """Both sides once the charge is made, with what each can and will spend of its plan."""
    own, theirs = _spending(attacker, defender.unit, overrides), _spending(defender, attacker.unit, overrides)
    return _ranked(own, overrides, charged=True), _ranked(theirs, overrides, charged=False)


def _ranked(side: MeleeSide, overrides: Overrides, *, charged: bool) -> MeleeSide:
    """The side with its ranks closed only where that is allowed [CORE-CLOSE-1, CORE-CLOSE-4]."""
    barred = charged and overrides.close_ranks_side != "both"
    barred = barred or (side.unit.exhausted and not overrides.close_ranks_when_exhausted)
    return replace(side, close_ranks=False) if side.close_ranks and barred else side


def _spending(side: MeleeSide, enemy: Unit, overrides: Overrides) -> MeleeSide:
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


Grid = list[list[Weight] | None]
"""Chances by the number of the one who acts, then by that of the other; None where he never ends."""


def refusal(
    sides: Sequence[MeleeSide], steps: Sequence[SeriesStep], overrides: Overrides = OUR_DEFAULT
) -> Refusal | None:
    """Why a series cannot be what was described: steps of units that are not there, shots nobody can make."""
    return together(tuple(_faults(sides, steps, overrides)))


def chain(
    dice: Odds, sides: Sequence[MeleeSide], steps: Sequence[SeriesStep], overrides: Overrides = OUR_DEFAULT
) -> Law[UnitsLeft]:
    """The law of what is left of every unit after these steps."""
    *_, last = walk(dice, sides, steps, overrides)
    return last


def walk(
    dice: Odds, sides: Sequence[MeleeSide], steps: Sequence[SeriesStep], overrides: Overrides = OUR_DEFAULT
) -> Iterator[Law[UnitsLeft]]:
    """
    What is left of every unit: as they begin, then after each step.

    A step that cannot be taken (a unit is gone, or too tired to charge or shoot) is passed over.
    """
    start = tuple(UnitLeft(side.unit.figures, side.unit.fatigue, side.bodyguards) for side in sides)
    duels = {step: _duel(dice, sides, step, overrides) for step in steps if not isinstance(step, RestStep)}
    thresholds = [side.unit.profile.exhaustion_threshold or inf for side in sides]
    law: Law[UnitsLeft] = Law({start: dice.chance(SIDES)})
    yield law
    for step in steps:
        law = (
            _rested(law, step.by)
            if isinstance(step, RestStep)
            else _fought(law, step, duels[step], thresholds[step.by])
        )
        yield law


def _rested(law: Law[UnitsLeft], place: int) -> Law[UnitsLeft]:
    def rest(states: UnitsLeft) -> UnitsLeft:
        rested = states[place]._replace(fatigue=max(0, states[place].fatigue - 1))
        return (*states[:place], rested, *states[place + 1 :])

    return law.map(rest)


def _fought(law: Law[UnitsLeft], step: ChargeStep | ShootStep, duel: _Duel, threshold: float) -> Law[UnitsLeft]:
    """
    Let two units fight in each state of the series, and put them back among the others.

    A unit that is gone, or too tired to act, leaves both as they are.
    """
    by, on = step.by, step.on
    first, last = min(by, on), max(by, on)
    crowd = len(next(iter(law.chances))) > len((by, on))
    still: list[tuple[UnitsLeft, Weight]] = []
    fights: list[tuple[UnitsLeft, Weight, Products]] = []
    for states, weight in law.items():
        actor, target = states[by], states[on]
        if actor.figures and target.figures and actor.fatigue < threshold:
            others = states[:first] + states[first + 1 : last] + states[last + 1 :] if crowd else ()
            fights.append((others, weight, duel.fight(actor, target)))
        else:
            still.append((states, weight))
    ended = _ended(duel, _grids(fights, len(duel.actor), len(duel.target)), _places(len(states), by, on))
    for states, weight in still:
        ended[states] = ended.get(states, 0) + weight
    return Law(ended)


def _ended(duel: _Duel, grids: Mapping[UnitsLeft, Grid], places: Sequence[int]) -> dict[UnitsLeft, Weight]:
    """The chances of every state of the series in which they are not nothing."""
    placed = itemgetter(*places)
    return {
        placed((actor, target, *others)) if others or places[0] else (actor, target): weight
        for others, grid in grids.items()
        for actor, row in zip(duel.actor, grid, strict=True)
        if row is not None
        for target, weight in zip(duel.target, row, strict=True)
        if weight
    }


def _grids(fights: Iterable[tuple[UnitsLeft, Weight, Products]], rows: int, columns: int) -> Mapping[UnitsLeft, Grid]:
    """For each state of the other units: the chances of what the two who fight end in, by their numbers."""
    grids: dict[UnitsLeft, Grid] = {}
    for others, weight, products in fights:
        if (grid := grids.get(others)) is None:
            grid = grids[others] = [None] * rows
        for actor, target in products:
            for place, p in actor:
                if (row := grid[place]) is None:
                    row = grid[place] = [weight * 0] * columns
                share = weight * p
                for column, q in target:
                    row[column] += share * q
    return grids


def _places(units: int, by: int, on: int) -> list[int]:
    """Where each unit stands in a row that starts with the two who fight."""
    others = iter(range(2, units))
    return [0 if unit == by else 1 if unit == on else next(others) for unit in range(units)]


def _duel(dice: Odds, sides: Sequence[MeleeSide], step: ChargeStep | ShootStep, overrides: Overrides) -> _Duel:
    actor, target = sides[step.by], sides[step.on]
    if isinstance(step, ChargeStep):
        return _charge_duel(dice, actor, target, later=step.later, overrides=overrides)
    turn = UnitTurn((Activation(Act.MOVE),)) if step.later else NEW_TURN
    shooting = Shooting(shooter=actor.unit, target=target.unit, within=step.within, turn=turn, overrides=overrides)
    return _shot_duel(dice, actor, target, shooting)


def _faults(sides: Sequence[MeleeSide], steps: Sequence[SeriesStep], overrides: Overrides) -> Iterator[Refusal]:
    for number, step in enumerate(steps, start=1):
        places = (step.by,) if isinstance(step, RestStep) else (step.by, step.on)
        if len(set(places)) < len(places) or not all(0 <= place < len(sides) for place in places):
            yield Refusal(ClauseId("SEQ-M1"), BattleCode.NO_SUCH_UNIT, number, places, len(sides) - 1)
        elif isinstance(step, ShootStep):
            shooter, target = sides[step.by].unit, sides[step.on].unit
            fresh = Unit(shooter.profile, shooter.figures)
            shot = Shooting(shooter=fresh, target=target, within=step.within, overrides=overrides)
            if (fault := shooting.refusal(shot)) is not None:
                yield from fault.all()
    for side in sides:
        yield from faults_of_bodyguards(side.unit, side.bodyguards)
        yield from faults_of_ranks(side)
        yield from faults_of_ability(side.unit, advanced=side.advanced)
