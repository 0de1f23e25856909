"""The question about what a unit may do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.units import ActivationAsked, UnitAsked, turn_of
from heraut.battle.activation import Act, ActivatedBy, ActivationChoice, choices, may_trigger_advanced, obey_refusal
from heraut.battle.movement import (
    Displacement,
    Ground,
    Obstacle,
    Path,
    Reach,
    formation_distance,
    ground_fatigue,
    high_altitude_refusal,
    manoeuvre_refusal,
    price_of_crossing,
    reach,
)
from heraut.battle.unit import Unit
from heraut.kernel import Refusal, together
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.tables import stick
from heraut.warband.vocabulary import Distance, SpecialRule

Inches = Annotated[int, msgspec.Meta(ge=0, le=100)]


class ActionsAsked(UnitAsked, frozen=True, forbid_unknown_fields=True):
    """
    A unit, what it has done this turn, and the displacement it thinks of.

    The distances to the nearest enemy, in inches, judge a manoeuvre; `hero_in_reach` says that it could charge an
    enemy hero; `order_given` that it has given a friend its free activation this turn.
    """

    turn: tuple[ActivationAsked, ...] = ()
    start: Ground = Ground.OPEN
    crossed: Ground = Ground.OPEN
    end: Ground = Ground.OPEN
    fatigue_exploited: bool = False
    nearest_enemy: Inches | None = None
    nearest_enemy_at_end: Inches | None = None
    hero_in_reach: bool = False
    order_given: bool = False
    overrides: Overrides = OUR_DEFAULT


class Crossing(msgspec.Struct, frozen=True):
    """The fatigue for each unit or piece of terrain a flyer passes over."""

    friends: int
    enemies: int
    terrain: int


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """One activation: whether it is allowed, the fatigue it gives, how far it goes."""

    act: Act
    by: ActivatedBy
    allowed: bool
    fatigue: int
    distance: Distance | None = None
    pieces: int = 1
    crossing: Crossing | None = None
    refused: Refusal | None = None


class ActionsAnswer(msgspec.Struct, frozen=True):
    """
    What a unit may do now; `high_altitude` is open to a flyer that may manoeuvre [AM-FLY-9].

    `counts_as`: its figures wherever they are counted, but for its attack [CORE-PRES-1]; `may_trigger_advanced`:
    whether its owner may trigger an advanced ability in its fights [AM-PRIM-2].
    """

    actions: tuple[Action, ...]
    exhausted: bool
    formation_distance: Distance
    high_altitude: bool
    must_charge_a_hero: bool
    may_give_an_order: bool
    counts_as: int
    may_trigger_advanced: bool


def _actions(asked: ActionsAsked) -> Answer[ActionsAnswer] | Refusal:
    unit = asked.read()
    if isinstance(unit, Refusal):
        return unit
    path = Path(asked.start, asked.crossed, asked.end)
    displaced = {
        act: reach(unit.profile, Displacement(act), path, exploited=asked.fatigue_exploited)
        for act in (Act.MOVE, Act.CHARGE)
    }
    offered = choices(unit, turn_of(asked.turn), asked.overrides)
    told = tuple(_told(unit, choice, displaced, asked) for choice in offered)
    manoeuvres = any(action.by is ActivatedBy.MANOEUVRE and action.allowed for action in told)
    answer = ActionsAnswer(
        told,
        unit.exhausted,
        formation_distance(unit.profile),
        high_altitude=manoeuvres and _high_altitude(unit, asked) is None,
        must_charge_a_hero=asked.hero_in_reach and unit.has(SpecialRule.PRIDE),
        may_give_an_order=obey_refusal(unit, friend_within_s=True, already_obeyed=asked.order_given) is None,
        counts_as=unit.counted_figures,
        may_trigger_advanced=may_trigger_advanced(unit),
    )
    return Answer(answer, tuple(found.because for found in displaced.values()))


def _told(unit: Unit, choice: ActivationChoice, displaced: Mapping[Act, Reach], asked: ActionsAsked) -> Action:
    wanted, refused = choice.activation, choice.refused
    far = displaced.get(wanted.act)
    if far is None:
        return Action(wanted.act, wanted.by, refused is None, choice.fatigue, refused=refused)
    if wanted.by is ActivatedBy.MANOEUVRE:
        refused = together(tuple(fault for fault in (refused, _manoeuvre(unit, asked)) if fault is not None))
    return Action(
        wanted.act,
        wanted.by,
        refused is None,
        choice.fatigue + ground_fatigue(unit.profile, asked.end),
        far.distance,
        far.pieces,
        _crossing(unit, Displacement(wanted.act)),
        refused,
    )


def _crossing(unit: Unit, kind: Displacement) -> Crossing | None:
    prices = [price_of_crossing(unit.profile, kind, obstacle) for obstacle in Obstacle]
    return Crossing(*(price for price in prices if price is not None)) if unit.profile.flight else None


def _manoeuvre(unit: Unit, asked: ActionsAsked) -> Refusal | None:
    """Distances that are not told count as far enough."""
    far = stick(Distance.L).inches + 1
    return manoeuvre_refusal(
        unit,
        start=asked.start,
        nearest_enemy=far if asked.nearest_enemy is None else asked.nearest_enemy,
        nearest_enemy_at_end=far if asked.nearest_enemy_at_end is None else asked.nearest_enemy_at_end,
    )


def _high_altitude(unit: Unit, asked: ActionsAsked) -> Refusal | None:
    far = stick(Distance.L).inches + 1
    return high_altitude_refusal(
        unit,
        exploited=asked.fatigue_exploited,
        end=asked.end,
        nearest_enemy_at_end=far if asked.nearest_enemy_at_end is None else asked.nearest_enemy_at_end,
    )


ACTIONS = Question("unit.actions", "What may this unit do now?", ActionsAsked, ActionsAnswer, _actions)
