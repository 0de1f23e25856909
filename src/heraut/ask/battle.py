"""Questions about one fight: a shot, a melee, a charge on an objective marker."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from heraut.ask.dice import LawRow, RollAnswer, RollAsked, law_rows, roll_if_asked
from heraut.ask.question import Answer, Question
from heraut.ask.units import AftermathAnswer, ChargeSituation, UnitAsked, aftermath_answer, read_units
from heraut.battle import marker, melee, shooting
from heraut.battle.activation import Act, ActivatedBy, Activation, UnitTurn
from heraut.battle.marker import MarkerCharge, MarkerEnd
from heraut.battle.melee import Clash, Melee, MeleeResult, SideChoices
from heraut.battle.reasons import reasons_of_marker, reasons_of_melee, reasons_of_shot
from heraut.battle.shooting import Shooting, Volley, sight_is_blocked
from heraut.battle.summary import (
    MarkerSummary,
    MeleeSummary,
    ShotSummary,
    summarise_marker,
    summarise_melee,
    summarise_shot,
)
from heraut.battle.unit import Aftermath, Few, fatigue_for_friends
from heraut.dice import EXACT
from heraut.kernel.refusal import Refusal
from heraut.warband.tables import OUR_DEFAULT, Distance, Overrides

S = TypeVar("S")  # the summary
E = TypeVar("E")  # the end


class FightAnswer(msgspec.Struct, Generic[S, E], frozen=True, omit_defaults=True):
    """The joint law (each value is what `fields` name), its summary, the roll if asked for."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    summary: S
    overrides: Mapping[str, Any]
    roll: RollAnswer[E] | None = None


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
    turn: tuple[Activation, ...] = ()
    by: ActivatedBy | None = None


class ShooterChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bonus dice while the pool is formed, extra dice from abilities afterwards; whether one of them is advanced."""

    bonus_dice: Few = 0
    extra_attack: Few = 0
    advanced: bool = False


class TargetChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fatigues of the shooter discarded, hearthguards who may fall instead, extra dice from abilities, as above."""

    exploited: Few = 0
    bodyguards: Few = 0
    extra_defence: Few = 0
    advanced: bool = False


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

    target: AftermathAnswer
    shooter: AftermathAnswer
    friends_tire: int


SHOT_FIELDS = (
    "target_removed", "target_fatigue", "target_guarded", "target_eliminated", "shooter_fatigue", "shooter_eliminated",
)  # fmt: skip


def _shooting(asked: ShootingAsked) -> Answer[FightAnswer[ShotSummary, ShotEnd]] | Refusal:
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
    summary = summarise_shot(law, described)
    rows = law_rows(law.map(_shot_value))
    answer = FightAnswer(SHOT_FIELDS, rows, summary, asked.overrides.changed(), roll)
    return Answer(answer, reasons_of_shot(described, shot))


def _described_shot(asked: ShootingAsked) -> Shooting | Refusal:
    units = read_units((asked.shooter, asked.target))
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
        shooter_advanced=own.advanced,
        target_advanced=theirs.advanced,
        bodyguards=theirs.bodyguards,
        activation=None if where.by is None else Activation(Act.SHOOT, where.by),
        turn=UnitTurn(where.turn),
        overrides=asked.overrides,
    )


def _shot_value(end: Volley) -> tuple[int | str | bool, ...]:
    target, shooter = end
    return (
        target.removed, target.fatigue, target.guarded, target.eliminated, shooter.fatigue, shooter.eliminated,
    )  # fmt: skip


def _shot_end(described: Shooting, end: Volley) -> ShotEnd:
    tire = fatigue_for_friends(described.target) if end.target.eliminated else 0
    return ShotEnd(aftermath_answer(end.target), aftermath_answer(end.shooter), tire)


SHOOTING = Question(
    "battle.shooting",
    "What does this shot do to both units?",
    ShootingAsked,
    FightAnswer[ShotSummary, ShotEnd],
    _shooting,
)


class MeleeChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What both sides choose."""

    attacker: SideChoices = SideChoices()
    defender: SideChoices = SideChoices()


class MeleeAsked(RollAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A melee: the unit that charges, the unit that is charged, the charge, what both sides choose."""

    attacker: UnitAsked
    defender: UnitAsked
    situation: ChargeSituation = ChargeSituation()
    choices: MeleeChoices = MeleeChoices()
    overrides: Overrides = OUR_DEFAULT

    def read(self) -> Melee | Refusal:
        """The melee as described; it may still be refused."""
        units = read_units((self.attacker, self.defender))
        if isinstance(units, Refusal):
            return units
        return Melee(
            attacker=self.choices.attacker.side(units[0]),
            defender=self.choices.defender.side(units[1]),
            later=not self.situation.first_activation,
            flown_over=self.situation.flown_over,
            lands=self.situation.lands,
            reaches=self.situation.reaches,
            overrides=self.overrides,
        )


class MeleeEnd(msgspec.Struct, frozen=True):
    """How a melee ended, who is pushed back, and the fatigue of each side's friends within S."""

    attacker: AftermathAnswer
    defender: AftermathAnswer
    result: MeleeResult
    pushed_back: str
    attacker_friends_tire: int
    defender_friends_tire: int


MELEE_FIELDS = (
    "attacker_removed", "attacker_fatigue", "attacker_guarded", "attacker_eliminated",
    "defender_removed", "defender_fatigue", "defender_guarded", "defender_eliminated", "pushed_back",
)  # fmt: skip


def _melee(asked: MeleeAsked) -> Answer[FightAnswer[MeleeSummary, MeleeEnd]] | Refusal:
    described = asked.read()
    if isinstance(described, Refusal):
        return described
    refused = melee.refusal(described)
    if refused is not None:
        return refused
    fight = melee.form(described)
    clash = melee.resolve(EXACT, fight)
    roll = roll_if_asked(asked, lambda dice: melee.resolve(dice, fight), lambda end, _: _melee_end(described, end))
    if isinstance(roll, Refusal):
        return roll
    summary = summarise_melee(clash, described)
    rows = law_rows(clash.joint().map(_melee_value))
    answer = FightAnswer(MELEE_FIELDS, rows, summary, asked.overrides.changed(), roll)
    return Answer(answer, reasons_of_melee(described, fight))


def _melee_value(ends: tuple[Aftermath, Aftermath]) -> tuple[int | str | bool, ...]:
    attacker, defender = ends
    return (
        attacker.removed, attacker.fatigue, attacker.guarded, attacker.eliminated,
        defender.removed, defender.fatigue, defender.guarded, defender.eliminated,
        melee.withdraws(attacker, defender) or "nobody",
    )  # fmt: skip


def _melee_end(described: Melee, clash: Clash) -> MeleeEnd:
    attacker, defender = clash.attacker.outcome, clash.defender.outcome
    return MeleeEnd(
        aftermath_answer(attacker),
        aftermath_answer(defender),
        melee.result(attacker, defender),
        melee.withdraws(attacker, defender) or "nobody",
        fatigue_for_friends(described.attacker.unit) if attacker.eliminated else 0,
        fatigue_for_friends(described.defender.unit) if defender.eliminated else 0,
    )


MELEE = Question(
    "battle.melee", "What does this charge do to both units?", MeleeAsked, FightAnswer[MeleeSummary, MeleeEnd], _melee
)


class MarkerSituation(ChargeSituation, frozen=True, forbid_unknown_fields=True):
    """How the charger comes, the player's turn number, and whether this marker was attempted in it before."""

    turn: int = 2
    attempted: bool = False


class MarkerChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fatigues of the charger the opponent discards, bonus dice of the charger; `advanced` is refused [SEQ-O3]."""

    exploited: Few = 0
    bonus_dice: Few = 0
    advanced: bool = False


class MarkerAsked(RollAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A charge on an objective marker."""

    charger: UnitAsked
    situation: MarkerSituation = MarkerSituation()
    choices: MarkerChoices = MarkerChoices()
    overrides: Overrides = OUR_DEFAULT


class MarkerEndAnswer(msgspec.Struct, frozen=True):
    """
    How a charge on a marker ended; `owner_tires` is the fatigue of its owner's units within S.

    `noted`: a failed attempt is noted for the marker, one a turn at most [SEQ-O11].
    """

    hits_left: int
    destroyed: bool
    withdraws: bool
    fatigue: int
    owner_tires: int
    noted: bool


def _marker(asked: MarkerAsked) -> Answer[FightAnswer[MarkerSummary, MarkerEndAnswer]] | Refusal:
    charger = asked.charger.read()
    if isinstance(charger, Refusal):
        return charger
    where, choices = asked.situation, asked.choices
    described = MarkerCharge(
        charger=charger,
        turn=where.turn,
        later=not where.first_activation,
        flown_over=where.flown_over,
        lands=where.lands,
        reaches=where.reaches,
        exploited=choices.exploited,
        bonus_dice=choices.bonus_dice,
        attempted=where.attempted,
        advanced=choices.advanced,
        overrides=asked.overrides,
    )
    refused = marker.refusal(described)
    if refused is not None:
        return refused
    fight = marker.form(described)
    law = marker.resolve(EXACT, fight)
    roll = roll_if_asked(asked, lambda dice: marker.resolve(dice, fight).outcome, lambda end, _: _marker_end(end))
    if isinstance(roll, Refusal):
        return roll
    rows = law_rows(law.map(lambda end: (end.hits_left, end.destroyed)))
    answer = FightAnswer(MARKER_FIELDS, rows, summarise_marker(law), asked.overrides.changed(), roll)
    return Answer(answer, reasons_of_marker(described, fight))


MARKER_FIELDS = ("hits_left", "destroyed")


def _marker_end(end: MarkerEnd) -> MarkerEndAnswer:
    return MarkerEndAnswer(end.hits_left, end.destroyed, end.withdraws, end.fatigue, end.fatigue_for_owner, end.noted)


MARKER = Question(
    "battle.marker",
    "Does this charge destroy the objective marker?",
    MarkerAsked,
    FightAnswer[MarkerSummary, MarkerEndAnswer],
    _marker,
)
