"""
Series of fights as exact chains: several rounds, several units against one, shots before a charge.

The state of a series is what is left of each unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from operator import itemgetter

import msgspec

from heraut.battle import shooting
from heraut.battle.activation import NEW_TURN, Act, Activation, Turn
from heraut.battle.codes import BattleCode
from heraut.battle.duel import GONE, Duel, Products, State, charge, shot
from heraut.battle.engagement import Side
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Unit
from heraut.dice import SIDES, Law, Odds, Weight
from heraut.kernel import ClauseId, Refusal, together
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.vocabulary import Distance, SpecialRule

__all__ = ["GONE", "Charge", "Rest", "SeriesStep", "Shoot", "State", "States", "chain", "refusal", "walk"]

States = tuple[State, ...]
Grid = list[list[Weight] | None]
"""Chances by the number of the one who acts, then by that of the other; None where he never ends."""


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
    duels = {step: _duel(dice, sides, step, overrides) for step in steps if not isinstance(step, Rest)}
    thresholds = [side.unit.profile.exhaustion_threshold or inf for side in sides]
    law: Law[States] = Law({start: dice.chance(SIDES)})
    yield law
    for step in steps:
        law = _rested(law, step.by) if isinstance(step, Rest) else _fought(law, step, duels[step], thresholds[step.by])
        yield law


def _rested(law: Law[States], place: int) -> Law[States]:
    def rest(states: States) -> States:
        rested = states[place]._replace(fatigue=max(0, states[place].fatigue - 1))
        return (*states[:place], rested, *states[place + 1 :])

    return law.map(rest)


def _fought(law: Law[States], step: Charge | Shoot, duel: Duel, threshold: float) -> Law[States]:
    """
    Let two units fight in each state of the series, and put them back among the others.

    A unit that is gone, or too tired to act, leaves both as they are.
    """
    by, on = step.by, step.on
    first, last = min(by, on), max(by, on)
    crowd = len(next(iter(law.chances))) > len((by, on))
    still: list[tuple[States, Weight]] = []
    fights: list[tuple[States, Weight, Products]] = []
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


def _ended(duel: Duel, grids: Mapping[States, Grid], places: Sequence[int]) -> dict[States, Weight]:
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


def _grids(fights: Iterable[tuple[States, Weight, Products]], rows: int, columns: int) -> Mapping[States, Grid]:
    """For each state of the other units: the chances of what the two who fight end in, by their numbers."""
    grids: dict[States, Grid] = {}
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


def _duel(dice: Odds, sides: Sequence[Side], step: Charge | Shoot, overrides: Overrides) -> Duel:
    actor, target = sides[step.by], sides[step.on]
    if isinstance(step, Charge):
        return charge(dice, actor, target, later=step.later, overrides=overrides)
    turn = Turn((Activation(Act.MOVE),)) if step.later else NEW_TURN
    shooting = Shooting(shooter=actor.unit, target=target.unit, within=step.within, turn=turn, overrides=overrides)
    return shot(dice, actor, target, shooting)


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
