"""The question about shooting."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.units import (
    ActivationAsked,
    Ended,
    Few,
    RollAsked,
    Rolling,
    UnitAsked,
    ended,
    read_two,
    roll_if_asked,
    turn_of,
)
from heraut.battle import shooting
from heraut.battle.activation import Act, ActivatedBy, Activation
from heraut.battle.movement import sight_is_blocked
from heraut.battle.reasons import reasons_of_shot
from heraut.battle.shooting import Shooting, Volley
from heraut.battle.summary import ShotSummary, summarise_shot
from heraut.battle.unit import fatigue_for_friends
from heraut.dice import EXACT, LawRow, rows_of
from heraut.kernel import Refusal
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.vocabulary import Distance


class Within(StrEnum):
    """The shortest stick that reaches from unit to unit, if one does."""

    VS = "VS"
    S = "S"
    M = "M"
    L = "L"
    BEYOND = "beyond"

    @property
    def stick(self) -> Distance | None:
        """The stick; None beyond L."""
        return None if self is Within.BEYOND else Distance(self.value)


class ShotSituation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the units stand. `within`: the shortest stick that reaches, or `beyond` L. `in_range`: figures, or all."""

    within: Within = Within.L
    in_range: Few | None = None
    in_sight: bool = True
    something_between: bool = False
    turn: tuple[ActivationAsked, ...] = ()
    by: ActivatedBy | None = None


class ShooterChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bonus dice while the pool is formed, extra dice from abilities afterwards."""

    bonus_dice: Few = 0
    extra_attack: Few = 0


class TargetChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fatigues of the shooter discarded, hearthguards who may fall instead, extra dice from abilities."""

    exploited: Few = 0
    bodyguards: Few = 0
    extra_defence: Few = 0


class ShotChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What both sides choose."""

    shooter: ShooterChoices = ShooterChoices()
    target: TargetChoices = TargetChoices()


class ShootingAsked(RollAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A shot: two units, where they stand, what both sides choose."""

    shooter: UnitAsked
    target: UnitAsked
    situation: ShotSituation = ShotSituation()
    choices: ShotChoices = ShotChoices()
    overrides: Overrides = OUR_DEFAULT


class ShotEnd(msgspec.Struct, frozen=True):
    """How a shot ended; `friends_tire` is the fatigue of the target's friends within S."""

    target: Ended
    shooter: Ended
    friends_tire: int


class ShootingAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The joint law (each value is what `fields` name), its summary, the roll if asked for."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    summary: ShotSummary
    overrides: Mapping[str, Any]
    roll: Rolling[ShotEnd] | None = None


SHOT_FIELDS = (
    "target_removed", "target_fatigue", "target_guarded", "target_eliminated", "shooter_fatigue", "shooter_eliminated",
)  # fmt: skip


def _shooting(asked: ShootingAsked) -> Answer[ShootingAnswer] | Refusal:
    described = _described_shot(asked)
    if isinstance(described, Refusal):
        return described
    refused = shooting.refusal(described)
    if refused is not None:
        return refused
    shot = shooting.form(described)
    law = shooting.resolve(EXACT, shot)
    roll = roll_if_asked(
        asked, lambda dice: shooting.resolve(dice, shot).outcome, lambda end, _: _shot_end(described, end)
    )
    if isinstance(roll, Refusal):
        return roll
    summary = summarise_shot(
        law,
        target_threshold=described.target.profile.exhaustion_threshold,
        shooter_threshold=described.shooter.profile.exhaustion_threshold,
    )
    answer = ShootingAnswer(
        SHOT_FIELDS, rows_of(law.map(_shot_value), lambda value: value), summary, asked.overrides.changed(), roll
    )
    return Answer(answer, reasons_of_shot(described, shot))


def _described_shot(asked: ShootingAsked) -> Shooting | Refusal:
    units = read_two(asked.shooter, asked.target)
    if isinstance(units, Refusal):
        return units
    shooter, target = units
    where, own, theirs = asked.situation, asked.choices.shooter, asked.choices.target
    return Shooting(
        shooter=shooter,
        target=target,
        within=where.within.stick,
        in_range=where.in_range,
        in_sight=where.in_sight and not sight_is_blocked(target.profile, something_between=where.something_between),
        exploited=theirs.exploited,
        bonus_dice=own.bonus_dice,
        extra_attack=own.extra_attack,
        extra_defence=theirs.extra_defence,
        bodyguards=theirs.bodyguards,
        activation=None if where.by is None else Activation(Act.SHOOT, where.by),
        turn=turn_of(where.turn),
        overrides=asked.overrides,
    )


def _shot_value(end: Volley) -> tuple[int | str | bool, ...]:
    target, shooter = end
    return (
        target.removed, target.fatigue, target.guarded, target.eliminated, shooter.fatigue, shooter.eliminated,
    )  # fmt: skip


def _shot_end(described: Shooting, end: Volley) -> ShotEnd:
    tire = fatigue_for_friends(described.target) if end.target.eliminated else 0
    return ShotEnd(ended(end.target), ended(end.shooter), tire)


SHOOTING = Question(
    "battle.shooting", "What does this shot do to both units?", ShootingAsked, ShootingAnswer, _shooting
)
