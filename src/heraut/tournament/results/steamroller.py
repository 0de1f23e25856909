"""What a Steamroller report may say [SR-RANK-1, SR-SHEET-7, SR-WIN, SR-VWIN]."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import ClauseId, Refusal, Seat, together
from heraut.tournament.results.report import SteamrollerReport, WinKind
from heraut.tournament.variants import Variants

_BY_TIME = frozenset({WinKind.TB1, WinKind.TB2, WinKind.TB3, WinKind.TB4})


def report_faults(
    report: SteamrollerReport, seats: tuple[Seat, Seat], variants: Variants, *, skip_condition_1: bool = False
) -> Refusal | None:
    """Everything that cannot be true of a game under these variants."""
    skipped = report.kind is WinKind.TB1 and skip_condition_1 and variants.no_assassination
    first = (Refusal(ClauseId("SR-VWIN-3"), "result-kind-excluded", asked=WinKind.TB1),) if skipped else ()
    return together(
        (*_sides(report, seats), *_winner(report), *_kind(report, variants), *first, *_conditions(report, seats))
    )


def _sides(report: SteamrollerReport, seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    named = {report.winner, *report.control_points, *report.destroyed}
    for stranger in sorted(seat for seat in named if seat is not None and seat not in seats):
        yield Refusal(ClauseId("HOUSE-SEAT-2"), "unknown-seat", stranger)
    for code, scores in (("result-control-points", report.control_points), ("result-destroyed", report.destroyed)):
        for seat, points in scores.items():
            if points < 0:
                yield Refusal(ClauseId("SR-SHEET-3"), code, seat, asked=points, allowed=0)


def _winner(report: SteamrollerReport) -> Iterator[Refusal]:
    if (report.winner is None) != (report.kind is None):
        yield Refusal(ClauseId("SR-SHEET-7"), "result-win-kind", asked=report.kind or "–")
    if report.kill_box and report.kind is not WinKind.ASSASSINATION:
        yield Refusal(ClauseId("SR-S02-3"), "result-kill-box", asked=report.kind or "–")


def _kind(report: SteamrollerReport, variants: Variants) -> Iterator[Refusal]:
    match report.kind:
        case WinKind.ASSASSINATION if variants.no_assassination:
            yield Refusal(ClauseId("SR-VWIN-2"), "result-kind-excluded", asked=report.kind)
        case WinKind.WIPE_OUT if not variants.no_assassination:
            yield Refusal(ClauseId("SR-VWIN-2"), "result-kind-excluded", asked=report.kind)
        case WinKind.CLOCK if not variants.has_reserve:
            yield Refusal(ClauseId("SR-VTIME-15"), "result-kind-excluded", asked=report.kind)
        case kind if kind in _BY_TIME and variants.no_tiebreak:
            yield Refusal(ClauseId("SR-VWIN-4"), "result-kind-excluded", asked=kind or "")
        case kind if kind in _BY_TIME and not variants.has_secret_length:
            clause = "SR-VTIME-18" if variants.sudden_death else "SR-VTIME-3"
            yield Refusal(ClauseId(clause), "result-kind-excluded", asked=kind or "")


def _conditions(report: SteamrollerReport, seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    """A win by control points or by destruction agrees with the points reported [SR-WIN-5, SR-WIN-12]."""
    if report.winner not in seats:
        return
    other = seats[1] if report.winner == seats[0] else seats[0]
    for kind, clause, scores in (
        (WinKind.TB2, "SR-WIN-5", report.control_points),
        (WinKind.TB4, "SR-WIN-12", report.destroyed),
    ):
        mine, theirs = scores.get(report.winner, 0), scores.get(other, 0)
        if report.kind is kind and mine <= theirs:
            yield Refusal(ClauseId(clause), "result-condition", report.winner, asked=mine, allowed=theirs)
