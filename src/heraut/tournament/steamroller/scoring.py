"""What players report of a game: the facts only; what they are worth is worked out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal, together
from heraut.tournament.format import Report, strangers
from heraut.tournament.standings.ledger import GameSide
from heraut.tournament.steamroller.army import ArmyList, caster_points, list_played, printed_value
from heraut.tournament.steamroller.variants import Variants
from heraut.warband.army_line import EntryKind, ListEntry

if TYPE_CHECKING:
    from heraut.tournament.state import Settled, Table


class SteamrollerWin(StrEnum):
    """How a Steamroller game was won [SR-SHEET-7]."""

    ASSASSINATION = "assassination"
    SCENARIO = "scenario"
    TB1 = "tb1"
    TB2 = "tb2"
    TB3 = "tb3"
    TB4 = "tb4"
    CLOCK = "clock"
    WIPE_OUT = "wipe_out"
    CONCESSION = "concession"
    FORFEIT = "forfeit"


class SteamrollerReport(Report, frozen=True, tag="steamroller", tag_field="format", omit_defaults=True):
    """Who won and how, with the control points and the army points destroyed by each player; no winner is a draw."""

    winner: Seat | None = None
    kind: SteamrollerWin | None = None
    control_points: Mapping[Seat, int] = {}
    destroyed: Mapping[Seat, int] = {}
    kill_box: bool = False
    """The casters fell to the box: recorded as an assassination with that cause [SR-S02-3]."""

    @classmethod
    def examples(cls, one: Seat, other: Seat, /) -> Iterator[Self]:
        """Wins by scenario, by concession and on the clock, and a draw."""
        for winner, kind in (
            (one, SteamrollerWin.SCENARIO),
            (other, SteamrollerWin.CONCESSION),
            (other, SteamrollerWin.CLOCK),
        ):
            yield cls(winner, kind, {winner: 3}, {winner: 20})
        yield cls(one, SteamrollerWin.CLOCK)
        yield cls()


_BY_TIME = frozenset({SteamrollerWin.TB1, SteamrollerWin.TB2, SteamrollerWin.TB3, SteamrollerWin.TB4})


def report_faults(
    report: SteamrollerReport, seats: tuple[Seat, Seat], variants: Variants, *, skip_condition_1: bool = False
) -> Refusal | None:
    """Everything that cannot be true of a game under these variants."""
    excluded = _excluded(report.kind, variants, skip_condition_1=skip_condition_1)
    return together((*_sides(report, seats), *_winner(report), *excluded, *_conditions(report, seats)))


def ways_to_win(variants: Variants, *, skip_condition_1: bool = False) -> tuple[SteamrollerWin, ...]:
    """The ways to win that an event with these variants knows."""
    return tuple(
        kind for kind in SteamrollerWin if not any(_excluded(kind, variants, skip_condition_1=skip_condition_1))
    )


def _sides(report: SteamrollerReport, seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    yield from strangers((report.winner, *report.control_points, *report.destroyed), seats)
    for code, scores in (("result-control-points", report.control_points), ("result-destroyed", report.destroyed)):
        for seat, points in scores.items():
            if points < 0:
                yield Refusal(ClauseId("SR-SHEET-3"), code, seat, asked=points, allowed=0)


def _winner(report: SteamrollerReport) -> Iterator[Refusal]:
    if (report.winner is None) != (report.kind is None):
        yield Refusal(ClauseId("SR-SHEET-7"), "result-win-kind", asked=report.kind or "–")
    if report.kill_box and report.kind is not SteamrollerWin.ASSASSINATION:
        yield Refusal(ClauseId("SR-S02-3"), "result-kill-box", asked=report.kind or "–")


def _excluded(kind: SteamrollerWin | None, variants: Variants, *, skip_condition_1: bool) -> Iterator[Refusal]:
    """Why nobody wins in this way under these variants."""
    match kind:
        case SteamrollerWin.ASSASSINATION if variants.no_assassination:
            yield Refusal(ClauseId("SR-VWIN-2"), "result-kind-excluded", asked=kind)
        case SteamrollerWin.WIPE_OUT if not variants.no_assassination:
            yield Refusal(ClauseId("SR-VWIN-2"), "result-kind-excluded", asked=kind)
        case SteamrollerWin.CLOCK if not variants.has_reserve:
            yield Refusal(ClauseId("SR-VTIME-15"), "result-kind-excluded", asked=kind)
        case kind if kind in _BY_TIME and variants.no_tiebreak:
            yield Refusal(ClauseId("SR-VWIN-4"), "result-kind-excluded", asked=kind or "")
        case kind if kind in _BY_TIME and not variants.has_secret_length:
            clause = "SR-VTIME-18" if variants.sudden_death else "SR-VTIME-3"
            yield Refusal(ClauseId(clause), "result-kind-excluded", asked=kind or "")
    if kind is SteamrollerWin.TB1 and skip_condition_1 and variants.no_assassination:
        yield Refusal(ClauseId("SR-VWIN-3"), "result-kind-excluded", asked=kind)


def _conditions(report: SteamrollerReport, seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    """A win by control points or by destruction agrees with the points reported [SR-WIN-5, SR-WIN-12]."""
    if report.winner not in seats:
        return
    other = seats[1] if report.winner == seats[0] else seats[0]
    for kind, clause, scores in (
        (SteamrollerWin.TB2, "SR-WIN-5", report.control_points),
        (SteamrollerWin.TB4, "SR-WIN-12", report.destroyed),
    ):
        mine, theirs = scores.get(report.winner, 0), scores.get(other, 0)
        if report.kind is kind and mine <= theirs:
            yield Refusal(ClauseId(clause), "result-condition", report.winner, asked=mine, allowed=theirs)


class Remains(ListEntry, frozen=True, kw_only=True):
    """
    What is left of an entry at the end of a game: its line in the list, and how many figures of it.

    The line may be named or not; `cost` is the value printed on the card unless `printed` is [SR-DEST-6]. `left` counts
    figures in play, attached ones too, and is always said; those not yet on the table are `waiting` and are not
    destroyed [SR-DEST-7].
    """

    name: str = ""
    cost: int = 0
    left: int
    waiting: int = 0
    inert: bool = False
    wild: bool = False

    @property
    def standing(self) -> int:
        """The figures that are not destroyed."""
        return self.left + self.waiting


def destroyed_points(entries: Iterable[Remains]) -> int:
    """What a player has destroyed of the opponent's army."""
    return sum(_lost(entry) for entry in entries)


def surviving_points(printed: int, destroyed: int) -> int:
    """What is left of a list of this printed value; never below nothing [SR-VRANK-6]."""
    return max(0, printed - destroyed)


def _lost(entry: Remains) -> int:
    match entry.kind:
        case EntryKind.COMPANION:
            return 0
        case EntryKind.CASTER:
            return caster_points() if entry.standing == 0 else 0
        case EntryKind.UNIT if 0 < entry.standing < _half(entry.starting_strength):
            return _half(entry.value)
        case _ if entry.standing == 0 or entry.inert or entry.wild:
            return entry.value
        case _:
            return 0


def _half(number: int) -> int:
    """Half, rounded up [SR-DEST-2]."""
    return -(-number // 2)


def remains_faults(entries: Iterable[Remains]) -> Refusal | None:
    """What cannot be true of an army at the end of a game, for each entry at fault."""
    return together(tuple(fault for number, entry in enumerate(entries, start=1) for fault in _faults(number, entry)))


def _faults(number: int, entry: Remains) -> list[Refusal]:
    faults = []
    if entry.value < 0 or entry.cost < 0 or any(part.cost < 0 for part in entry.attachments):
        faults.append(Refusal(ClauseId("SR-DEST-1"), "remains-cost", number, asked=entry.value, allowed=0))
    if entry.figures < 1 or any(part.figures < 1 for part in entry.attachments):
        faults.append(Refusal(ClauseId("SR-CTRL-1"), "remains-strength", number, asked=entry.figures, allowed=1))
    elif min(entry.left, entry.waiting) < 0 or entry.standing > entry.starting_strength:
        faults.append(
            Refusal(
                ClauseId("SR-DEST-2"), "remains-left", number, asked=entry.standing, allowed=entry.starting_strength
            )
        )
    if (entry.inert and entry.kind is not EntryKind.WARJACK) or (entry.wild and entry.kind is not EntryKind.WARBEAST):
        faults.append(Refusal(ClauseId("SR-DEST-4"), "remains-state", number, asked=entry.kind))
    return faults


def side_of(
    table: Table, seat: Seat, result: Settled, report: SteamrollerReport, lists: tuple[ArmyList, ...]
) -> GameSide:
    """Tournament points, control points, what was destroyed and what survives [SR-VRANK-6]."""
    number = list_played(table, seat, lists)
    printed = 0 if number is None else printed_value(lists[number - 1])
    return GameSide(
        seat,
        result.points.get(seat, Fraction(0)),
        control_points=report.control_points.get(seat, 0),
        destroyed=report.destroyed.get(seat, 0),
        surviving=surviving_points(printed, report.destroyed.get(table.opponent(seat), 0)),
    )
