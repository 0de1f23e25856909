"""Questions about units and bands as they are listed: a unit's values, whether a band is legal, its SAGA dice."""

from __future__ import annotations

import msgspec

from heraut.ask.question import Answer, Question
from heraut.kernel import ClauseId, Exact, Fact, Reason, Refusal, whole_or_exact
from heraut.warband.band import Band, BandRules, DeployedUnit, SagaDice, saga_dice
from heraut.warband.check import BandReport, check
from heraut.warband.profile import Armour, Profile, profile_of, restored_cells, special_rules
from heraut.warband.tables import Equipment, SpecialRule, UnitClass, Weapon


class ProfileAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit and its equipment; the type of a creature, monster or war machine is equipment too."""

    unit: UnitClass
    equipment: tuple[Equipment, ...] = ()


class AggressionAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Attack dice per figure, which may be a half or a third; `far` beyond L."""

    melee: Exact
    shooting: Exact
    far: Exact | None = None


class ProfileAnswer(msgspec.Struct, frozen=True):
    """A unit as equipped: final values, special rules, and what follows from them."""

    key: str
    unit: UnitClass
    equipment: tuple[Equipment, ...]
    armour: Armour
    aggression: AggressionAnswer
    rules: tuple[str, ...]
    resilience: int
    weapon: Weapon
    mounted: bool
    flight: bool
    may_close_ranks: bool
    may_take_cover: bool
    exhaustion_threshold: int | None
    restored: tuple[str, ...] = ()
    """The values that are not printed in our copy of the source, but restored."""


def _profile(asked: ProfileAsked) -> Answer[ProfileAnswer] | Refusal:
    row = profile_of(asked.unit, asked.equipment)
    if isinstance(row, Refusal):
        return row
    facts: dict[str, Fact] = {"key": row.key}
    reasons = [Reason(row.clause, "unit-row", facts)]
    if (restored := restored_cells().get(row.key)) is not None:
        reasons.append(Reason(restored.clause, "unit-restored", {**facts, "cells": restored.cells}))
    reasons += [special.reason(row.resilience) for special in special_rules(row)]
    return Answer(profile_answer(row), tuple(reasons))


def profile_answer(row: Profile) -> ProfileAnswer:
    """A profile as answers give it; resilience stands among the rules with its number, as printed."""
    printed = [f"resilience({row.resilience})"] if row.resilience else []
    aggression = row.aggression
    far = None if aggression.far is None else whole_or_exact(aggression.far)
    return ProfileAnswer(
        row.key,
        row.unit,
        row.equipment,
        row.armour,
        AggressionAnswer(whole_or_exact(aggression.melee), whole_or_exact(aggression.shooting), far),
        (*printed, *(rule for rule in SpecialRule if rule in row.rules)),
        row.resilience,
        row.weapon,
        row.mounted,
        row.flight,
        row.may_close_ranks,
        row.may_take_cover,
        row.exhaustion_threshold,
        row.restored,
    )


class BandAsked(Band, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A band, and what the organiser allows."""

    rules: BandRules = BandRules()


def _band(asked: BandAsked) -> Answer[BandReport] | Refusal:
    report = check(asked, asked.rules)
    if isinstance(report, Refusal):
        return report
    facts: dict[str, Fact] = {"points": report.points, "budget": report.budget}
    return Answer(report, (Reason(ClauseId("CORE-PTS-1"), "band-cost", facts), *report.warnings))


class SagaAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The units that still stand."""

    units: tuple[DeployedUnit, ...]


def _saga(asked: SagaAsked) -> Answer[SagaDice]:
    found = saga_dice(asked.units)
    facts: dict[str, Fact] = {"generated": found.generated, "dice": found.dice}
    return Answer(found, (Reason(ClauseId("CORE-SAGA-1"), "band-saga-dice", facts),))


PROFILE = Question("unit.profile", "What are the values of this unit?", ProfileAsked, ProfileAnswer, _profile)
CHECK = Question("band.check", "Is this band legal, and what does it cost?", BandAsked, BandReport, _band)
SAGA = Question("band.saga-dice", "How many SAGA dice do these units generate?", SagaAsked, SagaDice, _saga)
