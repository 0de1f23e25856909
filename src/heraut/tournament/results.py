"""Results: reported, settled, corrected; what they are worth and what they end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from heraut.kernel import OFFICIALS, Audience, ClauseId, Event, Few, Refusal, Seat
from heraut.kernel.engine import Outcome, Subject, on
from heraut.tournament.command import Command, Speaker, own_table
from heraut.tournament.ending import closing, retested
from heraut.tournament.format import Report, Worth
from heraut.tournament.formats import AnyReport
from heraut.tournament.state import Settled, State, Table, unchanged, with_table


class ReportResult(Command, frozen=True, kw_only=True):
    """A player's word on their game; two equal ones settle it."""

    speaker = Speaker.PLAYER
    report: AnyReport
    round: Few | None = None
    """The round meant; a page from an earlier round then does no harm [HOUSE-PHASE-1]."""


class SettleResult(Command, frozen=True, kw_only=True):
    """An official's word on a game, at any time."""

    round: Few
    table: int
    report: AnyReport
    reason: str = ""


class CorrectResult(Command, frozen=True, kw_only=True):
    """Change a result that counts already, however old; see `corrections.consequences` first."""

    round: Few
    table: int
    report: AnyReport
    reason: str


class ResultReported(Event, frozen=True, kw_only=True):
    """One player's word on a game."""

    audience = Audience.OWNERS_AND_OFFICIALS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    report: AnyReport


class ReportsDiffer(Event, frozen=True, kw_only=True):
    """Two different reports wait for the players or an official to agree on one."""

    audience = Audience.OWNERS_AND_OFFICIALS
    outline = Audience.EVERYBODY
    reveals = True
    seats: tuple[Seat, Seat]
    round: int
    table: int
    reports: Mapping[Seat, AnyReport]

    def owners(self) -> tuple[Seat, ...]:
        """Both players of the table."""
        return self.seats


class ResultSettled(Event, frozen=True, kw_only=True):
    """A result counts: by two equal reports, or by an official's word."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    report: AnyReport
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat | None = None
    reason: str = ""


class ResultCorrected(Event, frozen=True, kw_only=True):
    """A result that counted was wrong; this one counts instead [ST-OFF-5]."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    report: AnyReport
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat
    reason: str


def report_result(state: State, command: ReportResult) -> Outcome:
    """A player's word; two equal ones settle, two different ones wait for the players or an official [ST-MAT-5]."""
    found = own_table(state, command.seat, command.round)
    if isinstance(found, Refusal):
        return found
    playing, table = found
    worth = state.settings.official_only(command.seat, command.report) or worth_of(state, table, command.report)
    if isinstance(worth, Refusal):
        return worth
    said = ResultReported(seat=command.seat, round=playing.number, table=table.number, report=command.report)
    other = table.reports.get(table.opponent(command.seat))
    if other is None:
        return (said,)
    if other == command.report:
        settled = _settled(table, command.report, worth, _Word(playing.number))
        return (said, settled, *closing(_result_settled(state, settled)))
    reports = {command.seat: command.report, table.opponent(command.seat): other}
    return (said, ReportsDiffer(seats=table.seats, round=playing.number, table=table.number, reports=reports))


def settle_result(state: State, command: SettleResult) -> Outcome:
    """An official's word, at any time while the game has no result."""
    table = state.table(command.round, command.table)
    if table is None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    if table.result is not None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-settled", command.table)
    worth = _official_worth(state, command.round, table, command.report)
    if isinstance(worth, Refusal):
        return worth
    settled = _settled(table, command.report, worth, _Word(command.round, command.seat, command.reason))
    return (settled, *closing(_result_settled(state, settled)))


def correct_result(state: State, command: CorrectResult) -> Outcome:
    """Replace a result that counts; standings change, published pairings stay [ST-PAIR-11]."""
    table = state.table(command.round, command.table)
    if table is None or table.result is None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-missing", command.table)
    if table.result.report == command.report:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-same", command.table)
    if not command.reason.strip():
        return Refusal(ClauseId("ST-OFF-5"), "event-reason-missing", command.table)
    worth = _official_worth(state, command.round, table, command.report)
    if isinstance(worth, Refusal):
        return worth
    corrected = ResultCorrected(
        round=command.round, table=command.table, report=command.report, winner=worth.winner, points=worth.points,
        by=command.seat, reason=command.reason.strip(),
    )  # fmt: skip
    return (corrected, *retested(_result_settled(state, corrected)))


@dataclass(frozen=True, slots=True)
class _Word:
    """Whose word settles a game of a round: the two players' own, or an official's, who may say why."""

    round: int
    by: Seat | None = None
    reason: str = ""


def _official_worth(state: State, number: int, table: Table, report: Report) -> Worth | Refusal:
    """What an official's word makes of a game; some games must have a winner."""
    worth, clause = worth_of(state, table, report), state.settings.winner_clause(state.rounds[number - 1])
    if clause is not None and isinstance(worth, Worth) and worth.winner is None:
        return Refusal(clause, "result-ranking-winner", table.number)
    return worth


def worth_of(state: State, table: Table, report: Report) -> Worth | Refusal:
    """The winner and the tournament points of a report, or everything wrong with it."""
    if not isinstance(report, state.settings.report):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-wrong-format", table.number)
    return state.settings.worth(table, report)


def _settled(table: Table, report: Report, worth: Worth, word: _Word) -> ResultSettled:
    return ResultSettled(
        round=word.round, table=table.number, report=report, winner=worth.winner, points=worth.points, by=word.by,
        reason=word.reason.strip(),
    )  # fmt: skip


def forfeits(state: State, seat: Seat, *, by: Seat, reason: str) -> tuple[Event, ...]:
    """A player who is shut out loses the game in progress [SR-FAIR-6, ST-LOSS-8]."""
    playing = state.playing
    table = None if playing is None else playing.table_of(seat)
    if playing is None or table is None or table.result is not None:
        return ()
    report = state.settings.forfeited(seat, table.opponent(seat))
    worth = worth_of(state, table, report)
    if isinstance(worth, Refusal):  # the clock had fallen on the other player: an official settles it
        return ()
    settled = _settled(table, report, worth, _Word(playing.number, by, reason))
    return (settled, *closing(_result_settled(state, settled)))


def _reported(state: State, event: ResultReported) -> State:
    reports = state.rounds[event.round - 1].tables[event.table].reports
    return with_table(state, event.round, event.table, reports={**reports, event.seat: event.report})


def _result_settled(state: State, event: ResultSettled | ResultCorrected) -> State:
    corrected = isinstance(event, ResultCorrected)
    result = Settled(event.report, event.winner, event.points, event.by, corrected)
    return with_table(state, event.round, event.table, result=result)


def open_reports(table: Table, viewer: Seat | None) -> dict[Seat, Report]:
    """One's own; all of them for officials, and for the two players once they differ."""
    if not table.reports:
        return {}
    everything = viewer in OFFICIALS or (table.disputed and viewer in table.seats)
    return {seat: report for seat, report in table.reports.items() if everything or seat == viewer}


SUBJECT = Subject[State](
    decides=(
        on(ReportResult, report_result),
        on(SettleResult, settle_result),
        on(CorrectResult, correct_result),
    ),
    evolves=(
        on(ResultReported, _reported),
        on(ReportsDiffer, unchanged),
        on(ResultSettled, _result_settled),
        on(ResultCorrected, _result_settled),
    ),
)
