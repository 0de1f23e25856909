"""
Series of fights as exact chains: several rounds, several units against one, shots before a charge.

The state of a series is what is left of each unit. In a series a choice says the most a side will spend: each fight
spends as much of it as is there and helps, its own armour first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from heraut.battle import shooting
from heraut.battle.activation import NEW_TURN, Act, Activation, Turn
from heraut.battle.casualties import Aftermath, Stand, aftermaths
from heraut.battle.codes import BattleCode
from heraut.battle.melee import Fight, Melee, Side, charging, form, suffer
from heraut.battle.pools import generated
from heraut.battle.shooting import Shooting, Strike
from heraut.battle.unit import Cover, Unit
from heraut.dice import SIDES, Law, Odds, Weight
from heraut.kernel import ClauseId, Refusal, together
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.vocabulary import Distance, SpecialRule


class State(NamedTuple):
    """What is left of one unit; a unit without figures has nothing else."""

    figures: int
    fatigue: int
    guards: int


GONE = State(0, 0, 0)
States = tuple[State, ...]


class Charge(msgspec.Struct, frozen=True, tag="charge", tag_field="step", forbid_unknown_fields=True):
    """Unit number `by` charges unit number `on`; `later` when it is not its first activation of the turn."""

    by: int
    on: int
    later: bool = False


class Shoot(msgspec.Struct, frozen=True, tag="shoot", tag_field="step", forbid_unknown_fields=True):
    """Unit number `by` shoots at unit number `on`, within that distance."""

    by: int
    on: int
    within: Distance = Distance.L
    later: bool = False


class Rest(msgspec.Struct, frozen=True, tag="rest", tag_field="step", forbid_unknown_fields=True):
    """Unit number `by` rests."""

    by: int


SeriesStep = Charge | Shoot | Rest
Ends = Iterable[tuple[State, Weight]]
Fights = Callable[[State, State], Iterable[tuple[Ends, Ends]]]
"""How a fight may end for the one who acts and for the other: a sum of products, one if the two are independent."""


def refusal(sides: Sequence[Side], steps: Sequence[SeriesStep], overrides: Overrides = OUR_DEFAULT) -> Refusal | None:
    """Why a series cannot be what was described: steps of units that are not there, shots nobody can make."""
    return together(tuple(_faults(sides, steps, overrides)))


def chain(
    dice: Odds, sides: Sequence[Side], steps: Sequence[SeriesStep], overrides: Overrides = OUR_DEFAULT
) -> Law[States]:
    """The law of what is left of every unit after these steps."""
    *_, last = walk(dice, sides, steps, overrides)
    return last


def walk(
    dice: Odds, sides: Sequence[Side], steps: Sequence[SeriesStep], overrides: Overrides = OUR_DEFAULT
) -> Iterator[Law[States]]:
    """
    What is left of every unit: as they begin, then after each step.

    A step that cannot be taken (a unit is gone, or too tired to charge or shoot) is passed over.
    """
    start = tuple(State(side.unit.figures, side.unit.fatigue, side.bodyguards) for side in sides)
    fights = {step: _fight(dice, sides, step, overrides) for step in steps if not isinstance(step, Rest)}
    law: Law[States] = Law({start: dice.chance(SIDES)})
    yield law
    for step in steps:
        law = _rested(law, step.by) if isinstance(step, Rest) else _fought(law, step, fights[step])
        yield law


def _rested(law: Law[States], place: int) -> Law[States]:
    def rest(states: States) -> States:
        rested = states[place]._replace(fatigue=max(0, states[place].fatigue - 1))
        return (*states[:place], rested, *states[place + 1 :])

    return law.map(rest)


def _fought(law: Law[States], step: Charge | Shoot, ends: Fights) -> Law[States]:
    """Let two units fight in each state of the series, and put them back among the others."""
    by, on = step.by, step.on
    first, last = min(by, on), max(by, on)
    gathered: dict[tuple[State, States], dict[State, Weight]] = {}
    for states, weight in law.items():
        others = (*states[:first], *states[first + 1 : last], *states[last + 1 :])
        for actor, target in ends(states[by], states[on]):
            lower, upper = (actor, target) if by < on else (target, actor)
            for low, p in lower:
                row, share = gathered.setdefault((low, others), {}), weight * p
                for high, q in upper:
                    row[high] = row.get(high, 0) + share * q
    return Law(
        {
            (*others[:first], low, *others[first : last - 1], high, *others[last - 1 :]): weight
            for (low, others), row in gathered.items()
            for high, weight in row.items()
        }
    )


def _fight(dice: Odds, sides: Sequence[Side], step: Charge | Shoot, overrides: Overrides) -> Fights:
    actor, target = sides[step.by], sides[step.on]
    resolved = (
        _shot(dice, actor, target, step, overrides)
        if isinstance(step, Shoot)
        else _charge(dice, actor, target, step, overrides)
    )
    threshold = actor.unit.profile.exhaustion_threshold

    def ends(of_actor: State, of_target: State) -> Iterable[tuple[Ends, Ends]]:
        exhausted = threshold is not None and of_actor.fatigue >= threshold
        if of_actor.figures and of_target.figures and not exhausted:
            return resolved(of_actor, of_target)
        return ((((of_actor, 1),), ((of_target, 1),)),)

    return ends


def _charge(dice: Odds, actor: Side, target: Side, step: Charge, overrides: Overrides) -> Fights:
    """Each side's dice and stand depend on the enemy's fatigue, not on its figures: few of them are worked out."""

    @cache
    def numbers(of_actor: State, of_target: State) -> Fight:
        return form(_planned(_at(actor, of_actor), _at(target, of_target), later=step.later, overrides=overrides))

    @cache
    def endured(strike: Strike, stand: Stand) -> tuple[tuple[State, Weight], ...]:
        return tuple(suffer(dice, strike).map(_remains(stand, strike.dice).__getitem__).items())

    def resolved(of_actor: State, of_target: State) -> Iterable[tuple[Ends, Ends]]:
        own = numbers(of_actor, State(1, of_target.fatigue, 0))
        enemy = numbers(State(1, of_actor.fatigue, 0), of_target)
        return ((endured(enemy.riposte, own.attacker), endured(own.attack, enemy.defender)),)

    return resolved


def _shot(dice: Odds, actor: Side, target: Side, step: Shoot, overrides: Overrides) -> Fights:
    turn = Turn((Activation(Act.MOVE),)) if step.later else NEW_TURN

    @cache
    def resolved(of_actor: State, of_target: State) -> Iterable[tuple[Ends, Ends]]:
        shooter, shot_at = _at(actor, of_actor), _at(target, of_target)
        printed = shot_at.unit.profile.armour.shooting
        if shot_at.unit.cover_from_shots is Cover.SOLID:
            printed += overrides.solid_cover_armour_shooting
        described = Shooting(
            shooter=shooter.unit,
            target=shot_at.unit,
            within=step.within,
            exploited=_most(shot_at.own_armour, shooter.unit.fatigue, overrides.armour_max - printed, overrides),
            bodyguards=shot_at.bodyguards,
            turn=turn,
            overrides=overrides,
        )
        law = shooting.resolve(dice, shooting.form(described))
        return tuple(
            (((_left(end.shooter, of_actor.guards), weight),), ((_left(end.target, of_target.guards), 1),))
            for end, weight in law.items()
        )

    return resolved


def _at(side: Side, state: State) -> Side:
    """The side with what is left of its unit."""
    unit = Unit(side.unit.profile, state.figures, state.fatigue, side.unit.cover)
    return replace(side, unit=unit, bodyguards=state.guards)


def _left(end: Aftermath, guards: int) -> State:
    return State(end.figures, end.fatigue, guards - end.guarded) if end.figures else GONE


@lru_cache(maxsize=16384)
def _remains(stand: Stand, most: int) -> tuple[State, ...]:
    """What is left of a unit after 0, 1, … `most` casualties."""
    return tuple(_left(end, stand.bodyguards) for end in aftermaths(stand, most))


def _planned(attacker: Side, defender: Side, *, later: bool, overrides: Overrides) -> Melee:
    """The melee with what each side can and will spend of its plan."""
    described = Melee(attacker=attacker, defender=defender, later=later, overrides=overrides)
    charger = charging(described).unit
    ranks = defender.close_ranks and (overrides.close_ranks_when_exhausted or not defender.unit.exhausted)
    own_dice = generated(charger, defender.unit.profile, charged=True, rules=overrides)
    their_dice = generated(defender.unit, charger.profile, charged=False, rules=overrides)
    return replace(
        described,
        attacker=replace(_spending(attacker, defender.unit, own_dice, overrides), close_ranks=False),
        defender=replace(_spending(defender, charger, their_dice, overrides), close_ranks=ranks),
    )


def _spending(side: Side, enemy: Unit, dice: int, overrides: Overrides) -> Side:
    """As much of the plan as is there and helps; bonus dice within their limits [CORE-ATT-4]."""
    if not (side.exploited or side.bonus_dice):
        return side
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


def _faults(sides: Sequence[Side], steps: Sequence[SeriesStep], overrides: Overrides) -> Iterator[Refusal]:
    for number, step in enumerate(steps, start=1):
        places = (step.by,) if isinstance(step, Rest) else (step.by, step.on)
        if len(set(places)) < len(places) or not all(0 <= place < len(sides) for place in places):
            yield Refusal(ClauseId("SEQ-M1"), BattleCode.NO_SUCH_UNIT, number, places, len(sides) - 1)
        elif isinstance(step, Shoot):
            shooter, target = sides[step.by].unit, sides[step.on].unit
            fresh = Unit(shooter.profile, shooter.figures)
            shot = Shooting(shooter=fresh, target=target, within=step.within, overrides=overrides)
            if (fault := shooting.refusal(shot)) is not None:
                yield from fault.all()
    for side in sides:
        if side.bodyguards and not side.unit.has(SpecialRule.BODYGUARDS):
            yield Refusal(ClauseId("CORE-BODY-1"), BattleCode.NO_BODYGUARDS, side.unit.profile.key)
        if side.close_ranks and not side.unit.profile.may_close_ranks:
            yield Refusal(ClauseId("CORE-CLOSE-2"), BattleCode.CANNOT_CLOSE_RANKS, side.unit.profile.key)
