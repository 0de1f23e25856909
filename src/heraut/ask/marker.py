"""The question about objective markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.units import ChargeSituation, Few, RollAsked, Rolling, UnitAsked, roll_if_asked
from heraut.battle import marker
from heraut.battle.marker import MarkerCharge, MarkerEnd
from heraut.battle.reasons import reasons_of_marker
from heraut.battle.summary import MarkerSummary, summarise_marker
from heraut.dice import EXACT, LawRow, rows_of
from heraut.kernel import Refusal
from heraut.warband.overrides import OUR_DEFAULT, Overrides


class MarkerSituation(ChargeSituation, frozen=True, forbid_unknown_fields=True):
    """How the charger comes, the player's turn number, and whether this marker was attempted in it before."""

    turn: int = 2
    attempted: bool = False


class MarkerChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fatigues of the charger the opponent discards, bonus dice of the charger; no abilities."""

    exploited: Few = 0
    bonus_dice: Few = 0


class MarkerAsked(RollAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A charge on an objective marker."""

    charger: UnitAsked
    situation: MarkerSituation = MarkerSituation()
    choices: MarkerChoices = MarkerChoices()
    overrides: Overrides = OUR_DEFAULT


class MarkerFinish(msgspec.Struct, frozen=True):
    """How a charge on a marker ended; `owner_tires` is the fatigue of its owner's units within S."""

    hits_left: int
    destroyed: bool
    withdraws: bool
    fatigue: int
    owner_tires: int


class MarkerAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The law (each value is what `fields` name), its summary, the roll if asked for."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    summary: MarkerSummary
    overrides: Mapping[str, Any]
    roll: Rolling[MarkerFinish] | None = None


def _marker(asked: MarkerAsked) -> Answer[MarkerAnswer] | Refusal:
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
        overrides=asked.overrides,
    )
    refused = marker.refusal(described)
    if refused is not None:
        return refused
    fight = marker.form(described)
    law = marker.resolve(EXACT, fight)
    roll = roll_if_asked(asked, lambda dice: marker.resolve(dice, fight).outcome, lambda end, _: _finish(end))
    if isinstance(roll, Refusal):
        return roll
    rows = rows_of(law, lambda end: (end.hits_left, end.destroyed))
    answer = MarkerAnswer(("hits_left", "destroyed"), rows, summarise_marker(law), asked.overrides.changed(), roll)
    return Answer(answer, reasons_of_marker(described, fight))


def _finish(end: MarkerEnd) -> MarkerFinish:
    return MarkerFinish(end.hits_left, end.destroyed, end.withdraws, end.fatigue, end.fatigue_for_owner)


MARKER = Question("battle.marker", "Does this charge destroy the objective marker?", MarkerAsked, MarkerAnswer, _marker)
