"""Results: reported, settled, corrected; what they are worth and what they end: a round, the event, or neither."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on, unchanged
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import OFFICIALS, ORGANISER, ClauseId, Few, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.command import TournamentCommand, not_now, own_table
from heraut.tournament.format import Report, Worth
from heraut.tournament.formats import AnyReport
from heraut.tournament.lots import Lot
from heraut.tournament.standings.event import entrants, games
from heraut.tournament.standings.table import sole_leader
from heraut.tournament.state import (
    BetweenRounds,
    DueDice,
    Over,
    PlayingRound,
    Settled,
    State,
    Table,
    with_table,
)


class ReportResult(TournamentCommand, frozen=True, kw_only=True):
    """A player's word on their game; two equal ones settle it."""

    speaker = Speaker.PLAYER
    report: AnyReport
    round: Few | None = None
    """The round meant; a page from an earlier round then does no harm [HOUSE-PHASE-1]."""


class OfficialResult(TournamentCommand, frozen=True, kw_only=True):
    """An official's word on a game."""

    round: Few
    table: int
    report: AnyReport


class SettleResult(OfficialResult, frozen=True, kw_only=True):
    """An official's word on a game, at any time."""

    reason: str = ""


class CorrectResult(OfficialResult, frozen=True, kw_only=True):
    """Change a result that counts already, however old; see `corrections.consequences` first."""

    reason: str


class EndEvent(TournamentCommand, frozen=True, kw_only=True):
    """End the event before its time."""

    speaker = Speaker.ORGANISER
    reason: str = ""


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


class ResultEvent(PublicEvent, frozen=True, kw_only=True):
    """A result counts from now on: what was reported, who won, and what it is worth."""

    round: int
    table: int
    report: AnyReport
    winner: Seat | None
    points: Mapping[Seat, Fraction]


class ResultSettled(ResultEvent, frozen=True, kw_only=True):
    """A result counts: by two equal reports, or by an official's word."""

    by: Seat | None = None
    reason: str = ""


class ResultCorrected(ResultEvent, frozen=True, kw_only=True):
    """A result that counted was wrong; this one counts instead [ST-OFF-5]."""

    by: Seat
    reason: str


class RoundCompleted(PublicEvent, frozen=True, kw_only=True):
    """Every game of the round has a result."""

    round: int


class EventEnded(PublicEvent, frozen=True, kw_only=True):
    """The event is over: `all-rounds`, `sole-leader` or `organiser`; those who are equal may still roll off."""

    after: int
    cause: str
    leader: Seat | None = None
    reason: str = ""
    roll_off: bool = False


class PlacesSettled(PublicEvent, frozen=True, kw_only=True):
    """The final ranking: everybody from the top, None for those without a place [ST-RNK-9, SR-RANK-5]."""

    places: Mapping[Seat, int | None]


class EventReopened(PublicEvent, frozen=True, kw_only=True):
    """A correction took the lead away from the one who led alone: there is another round [SR-ROUND-6]."""

    after: int


def report_result(state: State, command: ReportResult) -> Outcome:
    """A player's word; two equal ones settle, two different ones wait for the players or an official [ST-MAT-5]."""
    found = own_table(state, command.seat, command.round)
    if isinstance(found, Refusal):
        return found
    playing, table = found
    worth = command.report.official_only(command.seat) or worth_of(state, table, command.report)
    if isinstance(worth, Refusal):
        return worth
    said = ResultReported(seat=command.seat, round=playing.number, table=table.number, report=command.report)
    other = table.reports.get(table.opponent(command.seat))
    if other is None:
        return (said,)
    if other == command.report:
        return (said, *_settled(state, table, command.report, worth, _Word(playing.number)))
    reports = {command.seat: command.report, table.opponent(command.seat): other}
    return (said, ReportsDiffer(seats=table.seats, round=playing.number, table=table.number, reports=reports))


def in_step(state: State, command: ReportResult) -> ReportResult:
    """
    The same word as the opponent's where both tell the same game, for a shell to hand in.

    The rule compares two reports as they are; journals hold what it made of them.
    """
    table = state.table_of(command.seat)
    other = None if table is None else table.reports.get(table.opponent(command.seat))
    if other is None or not isinstance(command.report, type(other)):
        return command
    return fill(command, report=other) if command.report.agrees(other) else command


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
    return _settled(state, table, command.report, worth, _Word(command.round, command.seat, command.reason))


def correct_result(state: State, command: CorrectResult) -> Outcome:
    """Replace a result that counts; standings change, published pairings stay [ST-PAIR-11]."""
    table = state.table(command.round, command.table)
    if table is None or table.result is None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-missing", command.table)
    if table.result.report == command.report:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-same", command.table)
    if not command.reason.strip():
        return Refusal(state.settings.clauses.reasons, "event-reason-missing", command.table)
    worth = _official_worth(state, command.round, table, command.report)
    if isinstance(worth, Refusal):
        return worth
    corrected = ResultCorrected(
        round=command.round, table=command.table, report=command.report, winner=worth.winner, points=worth.points,
        by=command.seat, reason=command.reason.strip(),
    )  # fmt: skip
    return (corrected, *_retested(_result_settled(state, corrected)))


@dataclass(frozen=True, slots=True)
class _Word:
    """Whose word settles a game of a round: the two players' own, or an official's, who may say why."""

    round: int
    by: Seat | None = None
    reason: str = ""


def _official_worth(state: State, number: int, table: Table, report: Report) -> Worth | Refusal:
    """What an official's word makes of a game; some games must have a winner."""
    worth, clause = worth_of(state, table, report), state.settings.clauses.ranking_winner
    drawn = isinstance(worth, Worth) and worth.winner is None
    if clause is not None and state.rounds[number - 1].ranking and drawn:
        return Refusal(clause, "result-ranking-winner", table.number)
    return worth


def worth_of(state: State, table: Table, report: Report) -> Worth | Refusal:
    """The winner and the tournament points of a report, or everything wrong with it."""
    if not isinstance(report, state.settings.report):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-wrong-format", table.number)
    return state.settings.worth(table, report)


def _settled(state: State, table: Table, report: Report, worth: Worth, word: _Word) -> tuple[Event, ...]:
    """The result counts by this word, and what it ends."""
    settled = ResultSettled(
        round=word.round, table=table.number, report=report, winner=worth.winner, points=worth.points, by=word.by,
        reason=word.reason.strip(),
    )  # fmt: skip
    return (settled, *_closing(_result_settled(state, settled)))


def forfeits(state: State, seat: Seat, *, by: Seat, reason: str) -> tuple[Event, ...]:
    """A player who is shut out loses the game in progress [SR-FAIR-6, ST-LOSS-8]."""
    table = state.table_of(seat)
    if table is None or table.result is not None:
        return ()
    report = state.settings.forfeited(seat, table.opponent(seat))
    worth = worth_of(state, table, report)
    if isinstance(worth, Refusal):  # the clock had fallen on the other player: an official settles it
        return ()
    return _settled(state, table, report, worth, _Word(len(state.rounds), by, reason))


def end_event(state: State, command: EndEvent) -> Outcome:
    """End the event early; a round under way is finished first."""
    if isinstance(state.stage, Over | PlayingRound) or state.due is not None:
        return not_now(state)
    return (_end(state, "organiser", reason=command.reason.strip()),)


def ends_after(state: State) -> tuple[EventEnded, ...]:
    """The end of the event, if the last complete round brings it [SR-ROUND-5, SR-ROUND-6, SR-ROUND-8]."""
    played = len(state.rounds)
    if not isinstance(state.stage, BetweenRounds) or played == 0:
        return ()
    ending = state.settings.ending
    leader = sole_leader(entrants(state), games(state)) if ending.with_leader else None
    if leader is not None:
        return (_end(state, "sole-leader", leader=leader),)
    if played >= state.settings.round_count(state) and not ending.goes_on:
        return (_end(state, "all-rounds"),)
    return ()


def _end(state: State, cause: str, *, leader: Seat | None = None, reason: str = "") -> EventEnded:
    """The end; those equal on everything may still roll off, once [SR-RANK-4]."""
    roll_off = state.settings.ending.rolls_off and not state.numbers
    return EventEnded(after=len(state.rounds), cause=cause, leader=leader, reason=reason, roll_off=roll_off)


def _retested(state: State) -> tuple[Event, ...]:
    """A correction runs the test of the end again; the event may end, or go on after all [SR-ROUND-6]."""
    if isinstance(state.stage, BetweenRounds):
        return ends_after(state)
    if not isinstance(state.stage, Over) or state.stage.cause != "sole-leader":
        return ()
    reopened = EventReopened(after=state.stage.after)
    end = ends_after(_reopened(state, reopened))
    if not end:
        return (reopened,)
    return () if _ended(state, end[0]).stage == state.stage else end


def _closing(state: State) -> tuple[Event, ...]:
    """What the last result of a round brings: the round is complete, and perhaps the event is over."""
    playing = state.playing
    if playing is None or not playing.complete:
        return ()
    completed = RoundCompleted(round=playing.number)
    return (completed, *ends_after(_completed(state, completed)))


def _reported(state: State, event: ResultReported) -> State:
    reports = state.rounds[event.round - 1].tables[event.table].reports
    return with_table(state, event.round, event.table, reports={**reports, event.seat: event.report})


def _result_settled(state: State, event: ResultSettled | ResultCorrected) -> State:
    corrected = isinstance(event, ResultCorrected)
    result = Settled(event.report, event.winner, event.points, event.by, corrected)
    return with_table(state, event.round, event.table, result=result)


def _completed(state: State, event: RoundCompleted) -> State:
    return replace(state, stage=BetweenRounds(event.round + 1))


def _ended(state: State, event: EventEnded) -> State:
    due = DueDice(Lot.ROLL_OFF) if event.roll_off else None
    return replace(state, stage=Over(event.after, event.cause, event.leader), due=due)


def _with_roll_off(state: State, event: EventEnded) -> EventEnded:
    """Form 1 did not say that those who are equal have rolled off already."""
    return fill(event, roll_off=False) if event.roll_off and state.numbers else event


def _places(state: State, event: PlacesSettled) -> State:
    return replace(state, places=event.places)


def _reopened(state: State, event: EventReopened) -> State:
    return replace(state, stage=BetweenRounds(event.after + 1), due=None, places={})


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """Reports by example, of one's own table; of every table that has no result by an official."""
    own, playing, examples = state.table_of(seat), state.playing, state.settings.report.examples
    if own is not None:
        yield from (ReportResult(seat, report=report) for report in examples(*own.seats))
    if seat == ORGANISER and state.rounds:
        yield EndEvent(seat)
    if seat in OFFICIALS and playing is not None:
        for table in (table for table in playing.tables.values() if table.result is None):
            for report in examples(*table.seats):
                yield SettleResult(seat, round=playing.number, table=table.number, report=report)


SUBJECT = Subject[State](
    decides=(
        on(ReportResult, report_result),
        on(SettleResult, settle_result),
        on(CorrectResult, correct_result),
        on(EndEvent, end_event),
    ),
    evolves=(
        on(ResultReported, _reported),
        on(ReportsDiffer, unchanged),
        on(ResultSettled, _result_settled),
        on(ResultCorrected, _result_settled),
        on(RoundCompleted, _completed),
        on(EventEnded, _ended),
        on(PlacesSettled, _places),
        on(EventReopened, _reopened),
    ),
    completes=(on(EventEnded, _with_roll_off),),
    tries=tries,
)
