"""
A match played at a table of an event: its signed result goes there.

The two signatures are the players' two reports; an official's word settles. Where the table has a result already, a
different one corrects it while the round is played; later it is put to the officials, who see first what it changes.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from heraut.journal import Accepted
from heraut.journal.entry import settings_of
from heraut.kernel import OFFICIALS, ORGANISER, ActorId, Command, CommandId, Refusal, Seat, SenderId, StreamId
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.settings import AtTable, Settings
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import MatchResult, ResultSettled
from heraut.tournament.format import Report
from heraut.tournament.officials import CallReferee
from heraut.tournament.results import CorrectResult, ReportResult, SettleResult
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.scoring import SteamrollerReport
from heraut.tournament.steamroller.scoring import WinKind as Kind
from heraut.tournament.view import TableView, View
from heraut.web.desk import desk, submit
from heraut.web.game import view_of
from heraut.web.models import Stream
from heraut.web.rooms.match import losses

SENDER = SenderId("server:match")
GIVEN_UP = frozenset({WinKind.CONCESSION, WinKind.FORFEIT, WinKind.CLOCK})


def delivered(stream: StreamId, outcome: Accepted) -> None:
    """Take a result to its event as soon as it is settled, or the losses to the campaign whose battle it was."""
    losses.delivered(stream, outcome)
    settled = next((event for event in outcome.events if isinstance(event, ResultSettled)), None)
    at = place_of(stream)
    if settled is None or at is None:
        return
    event, seen, report = StreamId(at.event), event_of(at, ORGANISER), report_of(stream)
    table = None if seen is None else table_of(seen, at, stream)
    if seen is None or table is None or report is None:
        return
    for command in _commands(seen, at, table, report, settled.seat):
        sent = CommandId(f"{stream}-{outcome.sequence}-{type(command).__name__}-{command.seat}")
        if isinstance(_send(event, command, sent), Refusal):
            _put_to_officials(event, at, table, sent)
            return


def _send(event: StreamId, command: Command, sent: CommandId) -> Accepted | Refusal:
    return submit(event, command, command_id=sent, actor=ActorId(_("Feuille de score")), sender=SENDER)


def place_of(stream: StreamId) -> AtTable | None:
    """The event's table the match says it is played at."""
    history = desk().history(stream)
    settings: Settings = settings_of(history.header, history.engine)
    return settings.at


def event_of(at: AtTable, seat: Seat | None) -> View | None:
    """What that seat sees of the event a match says it belongs to, if there is one."""
    event = view_of(StreamId(at.event), seat) if Stream.objects.filter(pk=at.event).exists() else None
    return event if isinstance(event, View) else None


def table_of(event: View, at: AtTable, match: StreamId) -> TableView | None:
    """That table, if the event too says that this match is played there: anybody may open a match."""
    tables = (table for played in event.played if played.number == at.round for table in played.tables)
    return next((table for table in tables if table.number == at.table and table.match == match), None)


def report_of(stream: StreamId) -> Report | None:
    """The settled result of a match as an event's report."""
    told: MatchResult | None = view_of(stream, None).result
    if told is None or not told.settled:
        return None
    return _steamroller(told) if told.control_points else _saga(told)


def _by_seat(told: MatchResult, points: object) -> dict[Seat, int]:
    return {told.seats[side]: points[side] for side in SIDES}  # type: ignore[index]  # a mapping by side


def _saga(told: MatchResult) -> SagaReport:
    loser = told.seats[told.winner.other] if told.winner else None
    return SagaReport(
        _by_seat(told, told.victory_points),
        first_player=told.seats[Side.FIRST],
        sudden_loss=loser if told.kind is WinKind.SUDDEN_LOSS else None,
        forfeit=loser if told.kind in GIVEN_UP else None,
        bonuses=dict(told.bonuses),
    )


def _steamroller(told: MatchResult) -> SteamrollerReport:
    return SteamrollerReport(
        told.seats[told.winner] if told.winner else None,
        Kind(told.kind.value) if told.kind else None,
        _by_seat(told, told.control_points),
        _by_seat(told, told.destroyed),
        kill_box=told.cause is not None,
    )


def _commands(event: View, at: AtTable, table: TableView, report: Report, by: Seat) -> tuple[Command, ...]:
    if table.result is not None and table.result.report == report:
        return ()
    if table.result is not None and event.stage == "playing" and event.round == at.round:
        reason = _("Feuille de score corrigée")
        return (CorrectResult(seat=ORGANISER, round=at.round, table=at.table, report=report, reason=reason),)
    if table.result is not None:
        return (_call(at, table.seats[0]),)
    if by in OFFICIALS:
        return (SettleResult(seat=by, round=at.round, table=at.table, report=report),)
    return tuple(ReportResult(seat=seat, report=report, round=at.round) for seat in table.seats)


def _call(at: AtTable, seat: Seat) -> CallReferee:
    note = _("la feuille de la ronde %(round)s, table %(table)s, dit autre chose que le résultat noté") % {
        "round": at.round, "table": at.table,
    }  # fmt: skip
    return CallReferee(seat=seat, note=note)


def _put_to_officials(event: StreamId, at: AtTable, table: TableView, sent: CommandId) -> None:
    """What the event does not take as it is, an official looks at; either player's call will do."""
    for seat in table.seats:
        if not isinstance(_send(event, _call(at, seat), CommandId(f"{sent}-{seat}")), Refusal):
            return
