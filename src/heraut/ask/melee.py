"""The question about melee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.units import (
    ChargeSituation,
    Ended,
    Few,
    RollAsked,
    Rolling,
    UnitAsked,
    ended,
    read_two,
    roll_if_asked,
)
from heraut.battle import melee
from heraut.battle.casualties import Aftermath
from heraut.battle.melee import Clash, Melee, MeleeResult, MeleeSide
from heraut.battle.reasons import reasons_of_melee
from heraut.battle.summary import MeleeSummary, summarise_melee
from heraut.battle.unit import fatigue_for_friends
from heraut.dice import EXACT, LawRow, rows_of
from heraut.kernel import Refusal
from heraut.warband.overrides import OUR_DEFAULT, Overrides


class SideChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    What one side of a melee chooses.

    `own_armour` and `enemy_armour`: enemy fatigues discarded to raise the one, to lower the other.
    """

    own_armour: Few = 0
    enemy_armour: Few = 0
    close_ranks: bool = False
    bodyguards: Few = 0
    bonus_dice: Few = 0
    extra_attack: Few = 0
    extra_defence: Few = 0


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
        units = read_two(self.attacker, self.defender)
        if isinstance(units, Refusal):
            return units
        return Melee(
            attacker=MeleeSide(unit=units[0], **msgspec.structs.asdict(self.choices.attacker)),
            defender=MeleeSide(unit=units[1], **msgspec.structs.asdict(self.choices.defender)),
            later=not self.situation.first_activation,
            flown_over=self.situation.flown_over,
            lands=self.situation.lands,
            reaches=self.situation.reaches,
            overrides=self.overrides,
        )


class MeleeEnd(msgspec.Struct, frozen=True):
    """How a melee ended, who is pushed back, and the fatigue of each side's friends within S."""

    attacker: Ended
    defender: Ended
    result: MeleeResult
    pushed_back: str
    attacker_friends_tire: int
    defender_friends_tire: int


class MeleeAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The joint law (each value is what `fields` name), its summary, the roll if asked for."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    summary: MeleeSummary
    overrides: Mapping[str, Any]
    roll: Rolling[MeleeEnd] | None = None


MELEE_FIELDS = (
    "attacker_removed", "attacker_fatigue", "attacker_guarded", "attacker_eliminated",
    "defender_removed", "defender_fatigue", "defender_guarded", "defender_eliminated", "pushed_back",
)  # fmt: skip


def _melee(asked: MeleeAsked) -> Answer[MeleeAnswer] | Refusal:
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
    summary = summarise_melee(
        clash,
        attacker_threshold=described.attacker.unit.profile.exhaustion_threshold,
        defender_threshold=described.defender.unit.profile.exhaustion_threshold,
    )
    law = clash.joint().map(_melee_value)
    answer = MeleeAnswer(MELEE_FIELDS, rows_of(law, lambda value: value), summary, asked.overrides.changed(), roll)
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
        ended(attacker),
        ended(defender),
        melee.result(attacker, defender),
        melee.withdraws(attacker, defender) or "nobody",
        fatigue_for_friends(described.attacker.unit) if attacker.eliminated else 0,
        fatigue_for_friends(described.defender.unit) if defender.eliminated else 0,
    )


MELEE = Question("battle.melee", "What does this charge do to both units?", MeleeAsked, MeleeAnswer, _melee)
