"""The four tie-break conditions of a Steamroller game that nobody won [SR-WIN-3]."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel import ClauseId, Reason, Refusal
from heraut.scenario.armies import Worth, destroyed, destruction, presence, surviving
from heraut.scenario.layout import Layout
from heraut.scenario.score.awards import rules_of
from heraut.scenario.score.sheet import Line, Tally, Win, WinKind
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.standing.steamroller import is_in, places
from heraut.scenario.units import Entry, Model


class Armies(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    What is left of both armies at the end.

    Either `entries`, with positions or unit strengths, or the totals people counted: own points `lost`, `surviving`,
    points `in_area`. `at_home`: objectives completely in each side's own half (Grind).
    """

    entries: tuple[Entry, ...] = ()
    lost: Mapping[Side, int] = {}
    surviving: Mapping[Side, int] = {}
    in_area: Mapping[Side, int] = {}
    at_home: Mapping[Side, int] = {}


def lost_points(armies: Armies, side: Side) -> int:
    """The side's own points that were destroyed."""
    return destroyed(armies.entries, side) if armies.entries else armies.lost.get(side, 0)


def surviving_points(armies: Armies, side: Side) -> int:
    """The side's own points that survive."""
    return surviving(armies.entries, side) if armies.entries else armies.surviving.get(side, 0)


def armies_fault(sheet: Tally, armies: Armies) -> Refusal | None:
    """Numbers are 0 or more, and totals not given beside the entries they come from."""
    totals = (armies.lost, armies.surviving, armies.in_area, armies.at_home)
    below = [side.value for total in totals for side, number in total.items() if number < 0]
    below += [entry.id for entry in armies.entries if entry.is_below_zero]
    if below:
        return Refusal(ClauseId("SR-DEST-10"), "match-points-below-zero", subject=below[0])
    if armies.entries and (armies.lost or armies.surviving or armies.in_area):
        return Refusal(ClauseId("SR-SC-6"), "facts-both-ways")
    if armies.at_home and not rules_of(sheet).third.objectives_at_home:
        return Refusal(sheet.scenario.clause, "fact-not-asked", subject="at_home")
    return None


def separate(sheet: Tally, armies: Armies) -> Win | None:
    """The first condition that separates the players decides; None is a draw [SR-WIN-13]."""
    if sheet.options.no_tiebreak:
        return None
    for kind, clause, count in _conditions(sheet, armies):
        first, second = (count[side] for side in SIDES)
        if first != second:
            return Win(Side.FIRST if first > second else Side.SECOND, kind, ClauseId(clause))
    return None


def _conditions(sheet: Tally, armies: Armies) -> list[tuple[WinKind, str, Mapping[Side, int]]]:
    """What each condition counts, more being better."""
    third = rules_of(sheet).third
    lost = {side: -lost_points(armies, side) for side in SIDES}
    conditions = [
        (WinKind.TB1, "SR-WIN-4", sheet.casters),
        (WinKind.TB2, "SR-WIN-5", sheet.points),
        (WinKind.TB3, third.clause, third_count(sheet, armies)),
        (WinKind.TB4, "SR-WIN-12", lost),
    ]
    return conditions[1:] if sheet.options.no_assassination and sheet.options.skip_condition_1 else conditions


def third_count(sheet: Tally, armies: Armies) -> dict[Side, int]:
    """What condition 3 counts for each side: army points in the area, or objectives away from home [SR-WIN-6]."""
    if rules_of(sheet).third.objectives_at_home:
        return {side: -armies.at_home.get(side, 0) for side in SIDES}
    return {side: _in_area(sheet, armies, side) for side in SIDES}


def _in_area(sheet: Tally, armies: Armies, side: Side) -> int:
    if not armies.entries:
        return armies.in_area.get(side, 0)
    return sum(_presence(sheet, entry).points for entry in armies.entries if entry.side is side)


def _presence(sheet: Tally, entry: Entry) -> Worth:
    if entry.models is None:
        return presence(entry, None)
    layout = Layout(sheet.scenario)
    kinds = {element.kind for element in sheet.scenario.elements}
    wanted = [
        (place, reach)
        for element, place, reach in places(layout, *kinds)
        if element.id in rules_of(sheet).third.area(entry.side) and element.id not in sheet.gone
    ]

    def is_in_union(model: Model) -> bool:
        return any(is_in(model, place, reach) for place, reach in wanted)

    return presence(entry, is_in_union)


class EntryCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one entry has lost and, where condition 3 looks at army points, what it counts in the area."""

    lost: Worth
    in_area: Worth | None = None


class ArmyCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left of one army, in all and, where entries were counted, of each of them."""

    side: Side
    lost: int
    surviving: int
    in_area: int = 0
    at_home: int = 0
    entries: tuple[EntryCount, ...] = ()

    @property
    def because(self) -> tuple[Reason, ...]:
        """Why: each entry that has lost something or counts in the area."""
        worths = [worth for one in self.entries for worth in (one.lost, one.in_area) if worth is not None]
        return tuple(worth.because for worth in worths if worth.points)


def army_counts(sheet: Tally, armies: Armies | None) -> tuple[ArmyCount, ...]:
    """Both armies, if they were counted."""
    return () if armies is None else tuple(army_count(sheet, armies, side) for side in SIDES)


def army_count(sheet: Tally, armies: Armies, side: Side) -> ArmyCount:
    """The army of one side, counted."""
    by_area = not rules_of(sheet).third.objectives_at_home
    own = (entry for entry in armies.entries if entry.side is side)
    entries = tuple(EntryCount(destruction(entry), _presence(sheet, entry) if by_area else None) for entry in own)
    return ArmyCount(
        side,
        lost_points(armies, side),
        surviving_points(armies, side),
        _in_area(sheet, armies, side) if by_area else 0,
        armies.at_home.get(side, 0),
        entries,
    )


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a game comes to in the end: the lines its count adds to the sheet, who won, what is left of the armies."""

    lines: tuple[Line, ...] = ()
    win: Win | None = None
    armies: tuple[ArmyCount, ...] = ()
