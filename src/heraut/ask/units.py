"""Units and bands of Age of Magic: as questions ask about them, what they are worth, what a unit may do now."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

import msgspec

from heraut.ask.question import Answer, Points, Question, exact_number
from heraut.battle.activation import (
    Act,
    ActivatedBy,
    Activation,
    ActivationChoice,
    Crossing,
    Ground,
    Path,
    Reach,
    UnitTurn,
    choices,
    crossing,
    formation_distance,
    ground_fatigue,
    high_altitude_refusal,
    manoeuvre_refusal,
    may_trigger_advanced,
    obey_refusal,
    reach,
)
from heraut.battle.unit import Aftermath, Cover, Few, Unit
from heraut.kernel.codec import Exact, Malformed, whole_or_exact
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason, Refusal, together
from heraut.warband.band import Band, BandRules, DeployedUnit, SagaDice, saga_dice
from heraut.warband.check import BandReport, check
from heraut.warband.profile import Armour, Profile, profile_of, restored_cells, special_rules
from heraut.warband.tables import (
    OUR_DEFAULT,
    Distance,
    Equipment,
    Overrides,
    ShootingWeapon,
    SpecialRule,
    UnitClass,
    stick,
)

Figures = Annotated[int, msgspec.Meta(ge=1, le=60)]


class UnitAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit on the table: kind, equipment, figures left, fatigue, the cover it stands in."""

    unit: UnitClass
    equipment: tuple[Equipment, ...] = ()
    figures: Figures = 1
    fatigue: Few = 0
    cover: Cover = Cover.NONE

    def read(self) -> Unit | Refusal:
        """The unit, or why there is none with this equipment."""
        row = profile_of(self.unit, self.equipment)
        return row if isinstance(row, Refusal) else Unit(row, self.figures, self.fatigue, self.cover)


class AftermathAnswer(msgspec.Struct, frozen=True):
    """A unit after a fight."""

    figures: int
    fatigue: int
    removed: int
    resisted: int
    guarded: int
    eliminated: bool


def aftermath_answer(after: Aftermath) -> AftermathAnswer:
    """A unit after a fight, as answers give it."""
    return AftermathAnswer(*after, after.eliminated)


class ChargeSituation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the charger comes: its first activation or not, enemy units flown over, the ground where it ends."""

    first_activation: bool = True
    flown_over: Few = 0
    lands: Ground = Ground.OPEN
    reaches: bool = True


def read_units(asked: tuple[UnitAsked, ...]) -> list[Unit] | Refusal:
    """All units, or everything that is wrong with them."""
    read = [unit.read() for unit in asked]
    refused = together(tuple(unit for unit in read if isinstance(unit, Refusal)))
    return refused if refused is not None else [unit for unit in read if isinstance(unit, Unit)]


MOST_INCHES = 100


def _inches(distance: Points | None) -> int | Fraction:
    """A distance as it was measured, decimals and all; one that is not told counts as far enough."""
    if distance is None:
        return stick(Distance.L).inches + 1
    found = exact_number(distance)
    if not 0 <= found <= MOST_INCHES:
        raise Malformed(f"expected inches from 0 to {MOST_INCHES}, got {str(distance)[:40]}")
    return found


class ActionsAsked(UnitAsked, frozen=True, forbid_unknown_fields=True):
    """
    A unit, what it has done this turn, and the displacement it thinks of.

    The distances to the nearest enemy, in inches, judge a manoeuvre; `hero_in_reach` says that it could charge an
    enemy hero; `order_given` that it has given a friend its free activation this turn.
    """

    turn: tuple[Activation, ...] = ()
    start: Ground = Ground.OPEN
    crossed: Ground = Ground.OPEN
    end: Ground = Ground.OPEN
    fatigue_exploited: bool = False
    nearest_enemy: Points | None = None
    nearest_enemy_at_end: Points | None = None
    hero_in_reach: bool = False
    order_given: bool = False
    overrides: Overrides = OUR_DEFAULT


class UnitAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """One activation: whether it is allowed, the fatigue it gives, how far it goes."""

    act: Act
    by: ActivatedBy
    allowed: bool
    fatigue: int
    distance: Distance | None = None
    pieces: int | None = None
    crossing: Crossing | None = None
    refused: Refusal | None = None


class ActionsAnswer(msgspec.Struct, frozen=True):
    """
    What a unit may do now; `high_altitude` is open to a flyer that may manoeuvre [AM-FLY-9].

    `counts_as`: its figures wherever they are counted, but for its attack [CORE-PRES-1]; `may_trigger_advanced`:
    whether its owner may trigger an advanced ability in its fights [AM-PRIM-2].
    """

    actions: tuple[UnitAction, ...]
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
        act: reach(unit.profile, act, path, exploited=asked.fatigue_exploited) for act in (Act.MOVE, Act.CHARGE)
    }
    offered = choices(unit, UnitTurn(asked.turn), asked.overrides)
    actions = tuple(_unit_action(unit, choice, displaced, asked) for choice in offered)
    manoeuvres = any(action.by is ActivatedBy.MANOEUVRE and action.allowed for action in actions)
    answer = ActionsAnswer(
        actions,
        unit.exhausted,
        formation_distance(unit.profile),
        high_altitude=manoeuvres and _high_altitude(unit, asked) is None,
        must_charge_a_hero=asked.hero_in_reach and unit.has(SpecialRule.PRIDE),
        may_give_an_order=obey_refusal(unit, friend_within_s=True, already_obeyed=asked.order_given) is None,
        counts_as=unit.counted_figures,
        may_trigger_advanced=may_trigger_advanced(unit),
    )
    return Answer(answer, tuple(found.because for found in displaced.values()))


def _unit_action(
    unit: Unit, choice: ActivationChoice, displaced: Mapping[Act, Reach], asked: ActionsAsked
) -> UnitAction:
    wanted, refused = choice.activation, choice.refused
    far = displaced.get(wanted.act)
    if far is None:
        return UnitAction(wanted.act, wanted.by, refused is None, choice.fatigue, refused=refused)
    if wanted.by is ActivatedBy.MANOEUVRE:
        refused = together(tuple(fault for fault in (refused, _manoeuvre(unit, asked)) if fault is not None))
    return UnitAction(
        wanted.act,
        wanted.by,
        refused is None,
        choice.fatigue + ground_fatigue(unit.profile, asked.end),
        far.distance,
        far.pieces,
        crossing(unit.profile, wanted.act),
        refused,
    )


def _manoeuvre(unit: Unit, asked: ActionsAsked) -> Refusal | None:
    return manoeuvre_refusal(
        unit,
        start=asked.start,
        nearest_enemy=_inches(asked.nearest_enemy),
        nearest_enemy_at_end=_inches(asked.nearest_enemy_at_end),
    )


def _high_altitude(unit: Unit, asked: ActionsAsked) -> Refusal | None:
    return high_altitude_refusal(
        unit,
        exploited=asked.fatigue_exploited,
        end=asked.end,
        nearest_enemy_at_end=_inches(asked.nearest_enemy_at_end),
    )


ACTIONS = Question("unit.actions", "What may this unit do now?", ActionsAsked, ActionsAnswer, _actions)


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
    weapon: ShootingWeapon
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
