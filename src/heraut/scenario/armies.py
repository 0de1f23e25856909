"""Army points: destroyed, surviving, and in the area of the third tie-break condition, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.scenario.control import is_in, places
from heraut.scenario.facts import SIDES, FieldedEntry, Model, Side, half_up
from heraut.scenario.library import Layout, number
from heraut.scenario.sheet import ScoreLine, Tally, Win, WinKind
from heraut.warband.army_line import EntryKind

IsIn = Callable[[Model], bool]

STANDS = {EntryKind.CASTER: "SR-DEST-9", EntryKind.UNIT: "SR-DEST-2", EntryKind.SOLO: "SR-DEST-8"}
"""What spares an entry that is not all lost; any other kind is whole or gone [SR-DEST-1]."""
AREA = {EntryKind.CASTER: "SR-WIN-10", EntryKind.UNIT: "SR-WIN-9", EntryKind.SOLO: "SR-WIN-8"}
"""How a kind counts in the area; warjacks and warbeasts are there or not [SR-WIN-7]."""


class EntryWorth(msgspec.Struct, frozen=True):
    """Army points of an entry, and why so many."""

    points: int
    because: Reason


def caster_points() -> int:
    """A caster is worth this, whatever its bonus [SR-DEST-5, SR-WIN-10]."""
    return number("caster-points").value


def whole_points(entry: FieldedEntry) -> int:
    """What the entry counts for when all of it does."""
    if entry.kind is EntryKind.COMPANION:
        return 0
    return caster_points() if entry.kind is EntryKind.CASTER else entry.value


def destruction(entry: FieldedEntry) -> EntryWorth:
    """What the opponent gets for what is left of the entry [SR-DEST-1 to SR-DEST-9]."""
    alive, whole = entry.remaining + entry.waiting, whole_points(entry)
    facts = {"left": alive, "strength": entry.starting_strength}
    if entry.kind is EntryKind.COMPANION:
        return _worth(entry, 0, "SR-DEST-5", "entry-companion", facts)
    if not alive:
        clause = "SR-DEST-5" if entry.kind is EntryKind.CASTER else "SR-DEST-1"
        return _worth(entry, whole, clause, "entry-destroyed", facts)
    if entry.is_machine and entry.is_out:
        return _worth(entry, whole, "SR-DEST-4", "entry-adrift", facts)
    if entry.kind is EntryKind.UNIT and alive < half_up(entry.starting_strength):
        clause = "SR-DEST-3" if entry.attachments else "SR-DEST-2"
        return _worth(entry, half_up(whole), clause, "entry-below-half", facts)
    return _worth(entry, 0, STANDS.get(entry.kind, "SR-DEST-1"), "entry-stands", facts)


def presence(entry: FieldedEntry, is_in: IsIn | None) -> EntryWorth:
    """
    What the entry counts in condition 3 [SR-WIN-6 to SR-WIN-10].

    `is_in` tells whether a model is in the area; without it the entry's `inside` is believed.
    """
    inside, remaining = _inside(entry, is_in)
    facts, clause = {"inside": inside, "left": remaining}, AREA.get(entry.kind, "SR-WIN-7")
    if entry.kind is EntryKind.COMPANION:
        return _worth(entry, 0, "SR-WIN-10", "entry-companion", facts)
    if entry.is_out:
        return _worth(entry, 0, "SR-WIN-6", "entry-ignored", facts)
    if entry.kind in (EntryKind.UNIT, EntryKind.SOLO) and remaining < half_up(entry.starting_strength):
        return _worth(entry, 0, clause, "entry-too-few", facts)
    needed = 1 if entry.is_machine else half_up(remaining) if entry.kind is EntryKind.UNIT else remaining
    if remaining and inside >= needed:
        return _worth(entry, whole_points(entry), clause, "entry-in-area", facts)
    return _worth(entry, 0, clause, "entry-outside", facts)


def _worth(entry: FieldedEntry, points: int, clause: str, code: str, facts: dict[str, int]) -> EntryWorth:
    return EntryWorth(points, Reason(ClauseId(clause), code, {"entry": entry.name, "points": points, **facts}))


def _inside(entry: FieldedEntry, is_in: IsIn | None) -> tuple[int, int]:
    """Models in the area and models that remain, fleeing ones ignored; for a caster entry, its caster models."""
    if is_in is None or entry.models is None:
        return min(entry.inside, entry.remaining), entry.remaining
    counted = [
        model for model in entry.models if not model.fleeing and (model.caster or entry.kind is not EntryKind.CASTER)
    ]
    return sum(1 for model in counted if is_in(model)), len(counted)


class Armies(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    What is left of both armies at the end.

    Either `entries`, with positions or unit strengths, or the totals people counted: own points `lost`, `surviving`,
    points `in_area`. `at_home`: objectives completely in each side's own half (Grind).
    """

    entries: tuple[FieldedEntry, ...] = ()
    lost: Mapping[Side, int] = {}
    surviving: Mapping[Side, int] = {}
    in_area: Mapping[Side, int] = {}
    at_home: Mapping[Side, int] = {}


def lost_points(armies: Armies, side: Side) -> int:
    """The side's own points that were destroyed."""
    if not armies.entries:
        return armies.lost.get(side, 0)
    return sum(destruction(entry).points for entry in armies.entries if entry.side is side)


def surviving_points(armies: Armies, side: Side) -> int:
    """The side's own points that survive: the list's printed value less what was destroyed [SR-VRANK-6]."""
    if not armies.entries:
        return armies.surviving.get(side, 0)
    whole = sum(whole_points(entry) for entry in armies.entries if entry.side is side and not entry.created)
    return max(0, whole - lost_points(armies, side))


def armies_fault(sheet: Tally, armies: Armies) -> Refusal | None:
    """Numbers are 0 or more, and totals not given beside the entries they come from."""
    totals = (armies.lost, armies.surviving, armies.in_area, armies.at_home)
    below = [side.value for total in totals for side, number in total.items() if number < 0]
    below += [entry.name for entry in armies.entries if entry.is_below_zero]
    if below:
        return Refusal(ClauseId("SR-DEST-10"), "match-points-below-zero", subject=below[0])
    if armies.entries and (armies.lost or armies.surviving or armies.in_area):
        return Refusal(ClauseId("SR-SC-6"), "facts-both-ways")
    if armies.at_home and not sheet.awards.third.objectives_at_home:
        return sheet.scenario.not_asked("at_home")
    return None if sheet.options.no_assassination else _casters_fault(sheet, armies)


def _casters_fault(sheet: Tally, armies: Armies) -> Refusal | None:
    """Where casters decide at once, the sheet knows each one lost: the count cannot know better."""
    for side, counted in counted_casters(armies).items():
        if counted != sheet.casters[side]:
            return Refusal(ClauseId("SR-WIN-4"), "casters-differ", side.value, counted, sheet.casters[side])
    return None


def counted_casters(armies: Armies) -> dict[Side, int]:
    """The casters in play of each side whose casters were counted; an entry of several is one [SR-WIN-4]."""
    found: dict[Side, int] = {}
    for entry in armies.entries:
        if entry.kind is EntryKind.CASTER:
            found[entry.side] = found.get(entry.side, 0) + (entry.remaining > 0)
    return found


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
    third = sheet.awards.third
    lost = {side: -lost_points(armies, side) for side in SIDES}
    conditions: list[tuple[WinKind, str, Mapping[Side, int]]] = [
        (WinKind.TB1, "SR-WIN-4", {**sheet.casters, **counted_casters(armies)}),
        (WinKind.TB2, "SR-WIN-5", sheet.points),
        (WinKind.TB3, third.clause, third_count(sheet, armies)),
        (WinKind.TB4, "SR-WIN-12", lost),
    ]
    return conditions[1:] if sheet.options.no_assassination and sheet.options.skip_condition_1 else conditions


def third_count(sheet: Tally, armies: Armies) -> dict[Side, int]:
    """What condition 3 counts for each side: army points in the area, or objectives away from home [SR-WIN-6]."""
    if sheet.awards.third.objectives_at_home:
        return {side: -armies.at_home.get(side, 0) for side in SIDES}
    return {side: _in_area(sheet, armies, side) for side in SIDES}


def _in_area(sheet: Tally, armies: Armies, side: Side) -> int:
    if not armies.entries:
        return armies.in_area.get(side, 0)
    return sum(_presence(sheet, entry).points for entry in armies.entries if entry.side is side)


def _presence(sheet: Tally, entry: FieldedEntry) -> EntryWorth:
    if entry.models is None:
        return presence(entry, None)
    layout = Layout(sheet.scenario)
    kinds = {element.kind for element in sheet.scenario.elements}
    wanted = [
        (place, reach)
        for element, place, reach in places(layout, *kinds)
        if element.id in sheet.awards.third.area(entry.side) and element.id not in sheet.gone
    ]

    def is_in_union(model: Model) -> bool:
        return any(is_in(model, place, reach) for place, reach in wanted)

    return presence(entry, is_in_union)


class EntryCount(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one entry has lost and, where condition 3 looks at army points, what it counts in the area."""

    lost: EntryWorth
    in_area: EntryWorth | None = None


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
    by_area = not sheet.awards.third.objectives_at_home
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


class MatchOutcome(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a game comes to in the end: the lines its count adds to the sheet, who won, what is left of the armies."""

    lines: tuple[ScoreLine, ...] = ()
    win: Win | None = None
    armies: tuple[ArmyCount, ...] = ()
