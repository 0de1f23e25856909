"""The same band where it plays: the text of a tournament entry, the units of a campaign's starting band."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from heraut.campaign.forces import BandPlan, NewLord, Recruit
from heraut.campaign.tables import UnitRow
from heraut.kernel import exact
from heraut.speech import phrases
from heraut.warband.band import Band, TroopLine, price
from heraut.warband.check import BandReport
from heraut.warband.overrides import Overrides
from heraut.warband.tables import troops
from heraut.warband.vocabulary import UnitClass
from heraut.web.game import language
from heraut.web.rooms.odds import lists

LEADERS = (UnitClass.WARLORD, UnitClass.NECROMANCER)
ORDINARY = (UnitClass.HEARTHGUARD, UnitClass.WARRIOR, UnitClass.LEVY)
SPECIAL = tuple(unit for unit in UnitClass if unit not in (*LEADERS, *ORDINARY))
CLASSES = dict(zip(ORDINARY, ("hearthguards", "warriors", "levies"), strict=True))
"""The three classes that tournaments and campaigns count, by their name in the campaign's catalogue."""


def as_entry(band: Band, overrides: Overrides) -> str:
    """The list as a tournament reads it [ST-BND-6]: special lines declare what was paid for them [ST-BND-8]."""
    lines = ", ".join(_entry_lines(band, overrides))
    spells = [spell for line in band.lines for spell in line.spells]
    words = phrases(language())["words"]
    told = f". {words['odds-entry-spells']}{', '.join(spells)}" if spells else ""
    legend = f". {words['odds-entry-legend']}{band.legendary_band}" if band.legendary_band else ""
    return f"{lines}{told}{legend}"


def _entry_lines(band: Band, overrides: Overrides) -> Iterator[str]:
    for line in band.lines:
        if line.unit in LEADERS:
            yield f"1 {lists.name(UnitClass.WARLORD)}"
        elif line.unit in CLASSES:
            yield f"{line.figures} {lists.name(line.unit)}"
        else:
            name = lists.name(f"{line.unit}.{line.type}" if line.type else line.unit)
            yield f"{line.figures} {name.replace('(', '').replace(')', '')} ({exact(_cost(line, overrides))} pts)"


def _cost(line: TroopLine, overrides: Overrides) -> Fraction:
    """The points of a line, or of the figures traded for it [CORE-PTS-3]."""
    if line.paid_with is None:
        return Fraction(line.figures, troops()[line.unit].per_point or 1)
    return Fraction(line.figures * (price(line, overrides) or 0), troops()[line.paid_with].per_point or 1)


def blocks(report: BandReport) -> list[tuple[UnitClass, int]]:
    """What was bought of each kind before anything was traded, in whole points: what a campaign counts [SC-BND-3]."""
    return [(line.unit, line.points) for line in report.lines if isinstance(line.points, int) and line.points]


def as_starting_band(report: BandReport, catalogue: tuple[UnitRow, ...], lord: str = "") -> BandPlan | None:
    """The starting band of a campaign, one unit a point; None if its catalogue lacks a kind [SC-SET-4, SC-BND-9]."""
    figures = {row.kind: row.figures for row in catalogue}
    named = [(CLASSES.get(unit, unit.value), points) for unit, points in blocks(report)]
    if any(kind not in figures for kind, _ in named):
        return None
    recruits = tuple(Recruit(kind, 1, figures[kind]) for kind, points in named for _ in range(points))
    return BandPlan(new_lord=NewLord(lord), recruits=recruits)
