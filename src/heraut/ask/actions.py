"""The question about what a unit may do now."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.units import ActivationAsked, UnitAsked, turn_of
from heraut.battle.activation import Act, By, Choice, choices
from heraut.battle.movement import Displacement, Ground, Path, Reach, formation_distance, reach
from heraut.kernel import Refusal
from heraut.warband import OUR_DEFAULT, Distance, Overrides


class ActionsAsked(UnitAsked, frozen=True, forbid_unknown_fields=True):
    """A unit, what it has done this turn, and the ground of the displacement it thinks of."""

    turn: tuple[ActivationAsked, ...] = ()
    start: Ground = Ground.OPEN
    crossed: Ground = Ground.OPEN
    end: Ground = Ground.OPEN
    fatigue_exploited: bool = False
    overrides: Overrides = OUR_DEFAULT


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """One activation: whether it is allowed, the fatigue it gives, how far it goes."""

    act: Act
    by: By
    allowed: bool
    fatigue: int
    distance: Distance | None = None
    pieces: int = 1
    refused: Refusal | None = None


class ActionsAnswer(msgspec.Struct, frozen=True):
    """What a unit may do now; `high_altitude` is open to a flyer that may manoeuvre [AM-FLY-9]."""

    actions: tuple[Action, ...]
    exhausted: bool
    formation_distance: Distance
    high_altitude: bool
    flies_over_units: bool


def _actions(asked: ActionsAsked) -> Answer[ActionsAnswer] | Refusal:
    unit = asked.read()
    if isinstance(unit, Refusal):
        return unit
    path = Path(asked.start, asked.crossed, asked.end)
    displaced = {
        act: reach(unit.profile, Displacement(act), path, exploited=asked.fatigue_exploited)
        for act in (Act.MOVE, Act.CHARGE)
    }
    told = tuple(_told(choice, displaced) for choice in choices(unit, turn_of(asked.turn), asked.overrides))
    flies = unit.profile.flight
    manoeuvres = any(action.by is By.MANOEUVRE and action.allowed for action in told)
    answer = ActionsAnswer(
        told,
        unit.exhausted,
        formation_distance(unit.profile),
        high_altitude=flies and manoeuvres and not asked.fatigue_exploited,
        flies_over_units=flies,
    )
    return Answer(answer, tuple(found.because for found in displaced.values()))


def _told(choice: Choice, displaced: Mapping[Act, Reach]) -> Action:
    wanted, refused = choice.activation, choice.refused
    far = displaced.get(wanted.act)
    if far is None:
        return Action(wanted.act, wanted.by, refused is None, choice.fatigue, refused=refused)
    return Action(wanted.act, wanted.by, refused is None, choice.fatigue, far.distance, far.pieces, refused)


ACTIONS = Question("unit.actions", "What may this unit do now?", ActionsAsked, ActionsAnswer, _actions)
