"""Is this band legal, and what does it cost?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId, Fact, Reason, Refusal, exact, together
from heraut.warband.band import Band, BandRules
from heraut.warband.costs import casts, costs
from heraut.warband.faults import faults
from heraut.warband.overrides import Overrides
from heraut.warband.saga_dice import SagaDice, magic_dice, massacre_points, most_saga_dice_of, saga_dice
from heraut.warband.tables import magic
from heraut.warband.vocabulary import UnitClass


class LineTold(msgspec.Struct, frozen=True):
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
    lines: tuple[LineTold, ...]
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
    figures = Counter[UnitClass]()
    for line in band.lines:
        figures[line.unit] += line.figures
    total = sum((line.points for line in priced), Fraction(0))
    return BandReport(
        exact(total),
        band.points,
        tuple(LineTold(line.unit, line.figures, line.bought, exact(line.points)) for line in priced),
        magic_dice(sum(line.figures for line in band.lines if casts(line.unit, overrides))),
        massacre_points(figures, overrides),
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
