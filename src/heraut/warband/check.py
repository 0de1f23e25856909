"""Is this band legal, and what does it cost? Every fault, each with its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason, Refusal, exact, together
from heraut.warband.band import (
    Band,
    BandRules,
    DeployedUnit,
    SagaDice,
    TroopLine,
    casts,
    costs,
    magic_dice,
    massacre_points,
    most_saga_dice_of,
    price,
    saga_dice,
    size_of,
    splits,
    trade_table,
)
from heraut.warband.profile import profile_of, profiles
from heraut.warband.tables import Equipment, Overrides, UnitClass, magic, troops


class TroopReport(msgspec.Struct, frozen=True):
    """A kind of troops: figures in the list, figures bought before trading, points."""

    unit: UnitClass
    figures: int
    bought: int
    points: int | str


class BandReport(msgspec.Struct, frozen=True):
    """
    A legal band in numbers.

    `massacre` is for the whole band eliminated; `most_saga_dice` for the split into units that generates most,
    `saga_dice` for the units it has.
    """

    points: int | str
    budget: int
    lines: tuple[TroopReport, ...]
    magic_dice: int
    massacre: int
    most_saga_dice: int
    saga_dice: SagaDice | None
    warnings: tuple[Reason, ...]


_DEFAULT_RULES = BandRules()


def check(band: Band, rules: BandRules = _DEFAULT_RULES) -> BandReport | Refusal:
    """The band in numbers, or everything that is wrong with it."""
    refused = together(tuple(faults(band, rules)))
    return refused if refused is not None else _report(band, rules.overrides)


def _report(band: Band, overrides: Overrides) -> BandReport:
    priced = costs(band, overrides)
    total = sum((line.points for line in priced), Fraction(0))
    return BandReport(
        exact(total),
        band.points,
        tuple(TroopReport(line.unit, line.figures, line.bought, exact(line.points)) for line in priced),
        magic_dice(sum(line.figures for line in band.lines if casts(line.unit, overrides))),
        massacre_points({line.unit: line.figures for line in priced}, overrides),
        most_saga_dice_of(band),
        saga_dice(band.units) if band.units else None,
        tuple(_warnings(band, total, overrides)),
    )


def _warnings(band: Band, total: Fraction, overrides: Overrides) -> Iterator[Reason]:
    if total < band.points:
        facts: dict[str, Fact] = {"points": exact(total), "budget": band.points}
        yield Reason(ClauseId("ST-BND-5"), "band-under-budget", facts)
    for line in band.lines:
        if casts(line.unit, overrides) and not line.spells:
            yield Reason(ClauseId("CORE-PTS-7"), "band-spells-missing", {"unit": line.unit, "spells": magic().spells})


LEADERS = (UnitClass.WARLORD, UnitClass.NECROMANCER)
TYPED = (UnitClass.CREATURE, UnitClass.MONSTER, UnitClass.WAR_MACHINE)
TroopKind = tuple[UnitClass, Equipment | None]
"""What a list counts together: a kind of troops, by its type where it has several."""


class BandCode(StrEnum):
    """What may be wrong with a band."""

    NO_LEADER = "band-no-leader"
    TOO_MANY_LEADERS = "band-too-many-leaders"
    OVER_BUDGET = "band-over-budget"
    NOT_WHOLE_POINTS = "band-not-whole-points"
    MUST_BE_TRADED = "band-must-be-traded"
    CANNOT_BE_TRADED = "band-cannot-be-traded"
    WRONG_PAYMENT = "band-wrong-payment"
    TOO_MANY = "band-too-many"
    TOO_MANY_MINDLESS = "band-too-many-mindless"
    NO_UNITS_POSSIBLE = "band-no-units-possible"
    TYPE_MISSING = "band-type-missing"
    TYPE_UNKNOWN = "band-type-unknown"
    WRONG_SPELLS = "band-wrong-spells"
    NOT_A_CASTER = "band-not-a-caster"
    LEGENDARY_UNIT = "band-legendary-unit"
    LEGENDARY_BAND = "band-legendary-band"
    FACTION_LIMIT = "band-faction-limit"
    UNIT_SIZE = "band-unit-size"
    UNITS_DO_NOT_ADD_UP = "band-units-do-not-add-up"


def faults(band: Band, rules: BandRules) -> Iterator[Refusal]:
    """Everything that breaks a rule."""
    yield from _faults_of_leaders(band)
    for line in band.lines:
        yield from _faults_of_line(line, rules.overrides)
    yield from _faults_of_points(band, rules.overrides)
    yield from _faults_of_numbers(band)
    yield from _faults_of_legends(band, rules)
    for unit in band.units:
        yield from _faults_of_unit(band, unit)
    if band.units:
        yield from _faults_of_deployment(band)


def _faults_of_leaders(band: Band) -> Iterator[Refusal]:
    """One warlord, free and compulsory; a necromancer may take the place [CORE-PTS-1, CORE-PTS-5]."""
    leaders = sum(line.figures for line in band.lines if line.unit in LEADERS)
    if leaders == 0:
        yield _no("CORE-PTS-1", BandCode.NO_LEADER, None, 0, 1)
    if leaders > 1:
        yield _no("CORE-PTS-1", BandCode.TOO_MANY_LEADERS, None, leaders, 1)


def _faults_of_line(line: TroopLine, overrides: Overrides) -> Iterator[Refusal]:
    troop = troops()[line.unit]
    tradeable = line.unit in trade_table(overrides)
    if line.paid_with is None and troop.trade is not None:
        yield _no("CORE-PTS-3", BandCode.MUST_BE_TRADED, line.unit)
    if line.paid_with is not None and not tradeable:
        yield _no("CORE-PTS-3", BandCode.CANNOT_BE_TRADED, line.unit, line.paid_with)
    elif line.paid_with is not None and price(line, overrides) is None:
        payers = tuple(trade_table(overrides)[line.unit])
        yield Refusal(ClauseId("CORE-PTS-4"), BandCode.WRONG_PAYMENT, line.unit, line.paid_with, payers)
    if line.unit in TYPED:
        yield from _faults_of_type(line)
    elif line.type is not None:
        yield _no("CORE-PTS-7", BandCode.TYPE_UNKNOWN, line.unit, line.type)
    yield from _faults_of_spells(line, overrides)


def _faults_of_type(line: TroopLine) -> Iterator[Refusal]:
    """The type of each creature, monster and war machine is part of the list [CORE-PTS-7]."""
    types = types_of(line.unit)
    if line.type is None:
        yield Refusal(ClauseId("CORE-PTS-7"), BandCode.TYPE_MISSING, line.unit, None, types)
    elif line.type not in types:
        yield Refusal(ClauseId("CORE-PTS-7"), BandCode.TYPE_UNKNOWN, line.unit, line.type, types)


def _faults_of_spells(line: TroopLine, overrides: Overrides) -> Iterator[Refusal]:
    """Three spells for each sorcerer, and none for others [CORE-MAGIC-1]."""
    if not line.spells:
        return
    due = line.figures * magic().spells
    if not casts(line.unit, overrides):
        yield _no("CORE-MAGIC-1", BandCode.NOT_A_CASTER, line.unit, len(line.spells))
    elif len(line.spells) != due:
        yield _no("CORE-MAGIC-1", BandCode.WRONG_SPELLS, line.unit, len(line.spells), due)


def _faults_of_points(band: Band, overrides: Overrides) -> Iterator[Refusal]:
    priced = costs(band, overrides)
    for line in priced:
        if line.points.denominator != 1:
            yield Refusal(
                ClauseId("CORE-PTS-3"),
                BandCode.NOT_WHOLE_POINTS,
                line.unit,
                line.bought,
                troops()[line.unit].per_point,
            )
    total = sum((line.points for line in priced), Fraction(0))
    if total > band.points:
        yield Refusal(ClauseId("CORE-PTS-1"), BandCode.OVER_BUDGET, None, exact(total), band.points)
    mindless = sum((line.points for line in priced if line.unit is UnitClass.MINDLESS), Fraction(0))
    if 2 * mindless > total:
        yield Refusal(
            ClauseId("CORE-PTS-5"), BandCode.TOO_MANY_MINDLESS, None, exact(mindless), exact(total - mindless)
        )


def _faults_of_numbers(band: Band) -> Iterator[Refusal]:
    """Limits on a kind of troops, and whether the figures left can form units [CORE-PTS-5, CORE-PTS-6]."""
    groups, _ = mustered(band)
    figures = Counter[UnitClass]()
    for (unit, _), count in groups.items():
        figures[unit] += count
    for unit, count in figures.items():
        most = troops()[unit].most
        if most is not None and count > most:
            yield _no("CORE-PTS-5", BandCode.TOO_MANY, unit, count, most)
        limit = band.faction.most.get(unit) if band.faction is not None else None
        if limit is not None and count > limit:
            yield _no("CORE-PTS-8", BandCode.FACTION_LIMIT, unit, count, limit)
    for (unit, _), count in groups.items():
        if not splits(unit, count):
            yield Refusal(ClauseId("CORE-PTS-6"), BandCode.NO_UNITS_POSSIBLE, unit, count, size_of(unit))


def _faults_of_legends(band: Band, rules: BandRules) -> Iterator[Refusal]:
    if band.legendary_units and not rules.legendary_units:
        yield _no("ST-BND-11", BandCode.LEGENDARY_UNIT, ", ".join(band.legendary_units))
    if band.legendary_band is not None and not rules.legendary_bands:
        yield _no("ST-BND-12", BandCode.LEGENDARY_BAND, band.legendary_band)


def _faults_of_unit(band: Band, unit: DeployedUnit) -> Iterator[Refusal]:
    """A unit has a legal size and a printed loadout [CORE-PTS-6, AM-PROF-3]."""
    extra = band.faction.profiles if band.faction is not None else ()
    row = profile_of(unit.unit, unit.equipment, extra=extra)
    if isinstance(row, Refusal):
        yield row
    least, most = size_of(unit.unit)
    if not least <= unit.figures <= most:
        yield Refusal(ClauseId("CORE-PTS-6"), BandCode.UNIT_SIZE, unit.unit, unit.figures, (least, most))


def _faults_of_deployment(band: Band) -> Iterator[Refusal]:
    """All figures of the list are in units, and no others [CORE-PTS-7]."""
    listed, deployed = mustered(band)
    for group in sorted({*listed, *deployed}, key=str):
        if listed[group] != deployed[group]:
            yield _no("CORE-PTS-7", BandCode.UNITS_DO_NOT_ADD_UP, group[0], deployed[group], listed[group])


def mustered(band: Band) -> tuple[Counter[TroopKind], Counter[TroopKind]]:
    """The figures of the list, and those in units, by kind and type."""
    listed, deployed = Counter[TroopKind](), Counter[TroopKind]()
    for line in band.lines:
        listed[line.unit, line.type] += line.figures
    for unit in band.units:
        deployed[troop_of(unit.unit, unit.equipment)] += unit.figures
    return listed, deployed


def troop_of(unit: UnitClass, equipment: tuple[Equipment, ...]) -> TroopKind:
    """The troop a unit belongs to."""
    return unit, equipment[0] if unit in TYPED and equipment else None


def types_of(unit: UnitClass) -> tuple[Equipment, ...]:
    """The types of creatures, monsters or war machines."""
    return tuple(row.equipment[0] for row in profiles().values() if row.unit is unit)


def _no(
    clause: str, code: BandCode, subject: str | None, asked: int | str | None = None, allowed: int | None = None
) -> Refusal:
    return Refusal(ClauseId(clause), code, subject, asked, allowed)
