"""Lists chosen, results reported, settled and corrected; and what a result ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from heraut.kernel import ClauseId, Refusal, Seat
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.bands import Band
from heraut.tournament.decide.ending import ends_after, retested
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.evolve import evolve
from heraut.tournament.lists import allowed_lists, quota
from heraut.tournament.record import byes, plays, rounds_of
from heraut.tournament.results import Report, SagaReport, SteamrollerReport, WinKind, score_saga
from heraut.tournament.results.steamroller import report_faults
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.state import Round, State, Table


def choose_list(state: State, command: c.ChooseList) -> Outcome:
    """Lay a card face down; once laid it stays, and both are shown at once [SR-PICK-1 to SR-PICK-3]."""
    found = _own_table(state, command.seat, command.round)
    if isinstance(found, Refusal):
        return found
    playing, table = found
    if table.choice is None:
        return Refusal(ClauseId("SR-PICK-1"), "list-not-chosen")
    if command.seat in table.choice.values:
        return Refusal(ClauseId("SR-PICK-2"), "list-chosen-already", command.seat)
    allowed = choosable(state, command.seat, playing.number)
    if command.list_number not in allowed:
        clause = ClauseId("SR-VLIST-6" if command.list_number in _own_numbers(state, command.seat) else "SR-PICK-1")
        return Refusal(clause, "list-not-allowed", command.seat, asked=command.list_number, allowed=allowed)
    chosen = e.ListChosen(
        seat=command.seat, round=playing.number, table=table.number, list_number=command.list_number
    )  # fmt: skip
    choices = {**table.choice.values, command.seat: command.list_number}
    if len(choices) < 2:
        return (chosen,)
    ordered = {seat: choices[seat] for seat in table.seats}
    return (chosen, e.ChoicesShown(round=playing.number, table=table.number, choices=ordered))


def _own_numbers(state: State, seat: Seat) -> range:
    lists = state.lists.get(seat, ())
    return range(1, 1 if isinstance(lists, Band) else len(lists) + 1)


def choosable(state: State, seat: Seat, number: int) -> tuple[int, ...]:
    """The numbers of the lists a player may choose for a round [SR-VLIST-6]."""
    lists, settings = _own_numbers(state, seat), state.settings
    if not lists or not isinstance(settings, SteamrollerSettings):
        return ()
    asked = quota(
        settings.variants, lists=len(lists), rounds=rounds_of(state), round_number=number,
        byes=byes(state, seat, before=number),
    )  # fmt: skip
    return tuple(choice + 1 for choice in allowed_lists(plays(state, seat, before=number), asked))


def _own_table(state: State, seat: Seat, meant: int | None) -> tuple[Round, Table] | Refusal:
    """The table a player plays at now, while it has no result; a page may say which round it meant."""
    playing = state.playing
    if playing is not None and meant not in (None, playing.number):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "round-past", asked=meant, allowed=playing.number)
    table = None if playing is None else playing.table_of(seat)
    if playing is None or table is None:
        return not_now(state)
    if table.result is not None:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "result-settled", table.number)
    return playing, table


def report_result(state: State, command: c.ReportResult) -> Outcome:
    """A player's word; two equal ones settle, two different ones wait for the players or an official [ST-MAT-5]."""
    found = _own_table(state, command.seat, command.round)
    if isinstance(found, Refusal):
        return found
    playing, table = found
    if isinstance(command.report, SagaReport) and command.report.by_hand is not None:
        return Refusal(ClauseId("ST-ORG-1"), "result-by-hand", command.seat)
    worth = worth_of(state, table, command.report)
    if isinstance(worth, Refusal):
        return worth
    said = e.ResultReported(seat=command.seat, round=playing.number, table=table.number, report=command.report)
    other = table.reports.get(table.opponent(command.seat))
    if other is None:
        return (said,)
    if other == command.report:
        settled = _settled(table, command.report, worth, _Word(playing.number))
        return (said, settled, *_closing(evolve(state, settled)))
    reports = {command.seat: command.report, table.opponent(command.seat): other}
    return (said, e.ReportsDiffer(seats=table.seats, round=playing.number, table=table.number, reports=reports))


def settle_result(state: State, command: c.SettleResult) -> Outcome:
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
    return (settled, *_closing(evolve(state, settled)))


def correct_result(state: State, command: c.CorrectResult) -> Outcome:
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
    corrected = e.ResultCorrected(
        round=command.round, table=command.table, report=command.report, winner=worth.winner, points=worth.points,
        by=command.seat, reason=command.reason.strip(),
    )  # fmt: skip
    return (corrected, *retested(evolve(state, corrected)))


@dataclass(frozen=True, slots=True)
class _Word:
    """Whose word settles a game of a round: the two players' own, or an official's, who may say why."""

    round: int
    by: Seat | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a report makes of a game."""

    winner: Seat | None
    points: Mapping[Seat, Fraction]


def _official_worth(state: State, number: int, table: Table, report: Report) -> Worth | Refusal:
    """What an official's word makes of a game; a SAGA ranking game has a winner [ST-RNK-9]."""
    worth = worth_of(state, table, report)
    ranked = isinstance(state.settings, SagaSettings) and state.rounds[number - 1].ranking
    if ranked and isinstance(worth, Worth) and worth.winner is None:
        return Refusal(ClauseId("ST-RNK-9"), "result-ranking-winner", table.number)
    return worth


def worth_of(state: State, table: Table, report: Report) -> Worth | Refusal:
    """The winner and the tournament points of a report, or everything wrong with it."""
    settings = state.settings
    match report:
        case SagaReport() if isinstance(settings, SagaSettings):
            scored = score_saga(
                report, table.seats, table=settings.table, forfeit=settings.forfeit, bonuses=settings.bonus_points
            )
            if isinstance(scored, Refusal):
                return scored
            return Worth(scored.winner, {seat: scored.points[seat] for seat in table.seats})
        case SteamrollerReport() if isinstance(settings, SteamrollerSettings):
            return _steamroller_worth(settings, table, report)
        case _:
            return Refusal(ClauseId("HOUSE-PHASE-1"), "result-wrong-format", table.number)


def _steamroller_worth(settings: SteamrollerSettings, table: Table, report: SteamrollerReport) -> Worth | Refusal:
    """One point for a win, none for a loss or a draw [SR-RANK-1]."""
    faults = report_faults(
        report, table.seats, settings.variants, skip_condition_1=settings.skip_condition_1
    )  # fmt: skip
    if faults is not None:
        return faults
    fallen = None if table.clock is None else table.clock.fallen
    if fallen is not None and (report.kind is not WinKind.CLOCK or report.winner == fallen):
        return Refusal(ClauseId("SR-VTIME-15"), "result-clock-fallen", fallen)
    return Worth(report.winner, {seat: Fraction(seat == report.winner) for seat in table.seats})


def _settled(table: Table, report: Report, worth: Worth, word: _Word) -> e.ResultSettled:
    return e.ResultSettled(
        round=word.round, table=table.number, report=report, winner=worth.winner, points=worth.points, by=word.by,
        reason=word.reason.strip(),
    )  # fmt: skip


def forfeits(state: State, seat: Seat, *, by: Seat, reason: str) -> tuple[Event, ...]:
    """A player who is shut out loses the game in progress [SR-FAIR-6, ST-LOSS-8]."""
    playing = state.playing
    table = None if playing is None else playing.table_of(seat)
    if playing is None or table is None or table.result is not None:
        return ()
    report: Report = (
        SagaReport({}, forfeit=seat)
        if isinstance(state.settings, SagaSettings)
        else SteamrollerReport(table.opponent(seat), WinKind.FORFEIT)
    )
    worth = worth_of(state, table, report)
    if isinstance(worth, Refusal):  # the clock had fallen on the other player: an official settles it
        return ()
    settled = _settled(table, report, worth, _Word(playing.number, by, reason))
    return (settled, *_closing(evolve(state, settled)))


def _closing(state: State) -> tuple[Event, ...]:
    """What the last result of a round brings: the round is complete, and perhaps the event is over."""
    playing = state.playing
    if playing is None or not playing.complete:
        return ()
    completed = e.RoundCompleted(round=playing.number)
    return (completed, *ends_after(evolve(state, completed)))
