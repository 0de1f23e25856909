"""
Where the signed result of a match goes: to the table of an event it was played at, to the campaign whose battle it was.

At an event the two signatures are the players' two reports; an official's word settles. Where the table has a result
already, a different one corrects it while the round is played; later it is put to the officials, who see first what it
changes. What its report is, the event's format says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from heraut.journal.desk import Accepted
from heraut.journal.entry import settings_of
from heraut.kernel.message import Command
from heraut.kernel.names import OFFICIALS, ORGANISER, ActorId, CommandId, Seat, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.settings import AtTable, Settings
from heraut.scenario.signing import MatchResult, ResultSettled
from heraut.tournament.format import Report
from heraut.tournament.officials import CallReferee
from heraut.tournament.results import CorrectResult, ReportResult, SettleResult
from heraut.tournament.view import TableView, View
from heraut.web.desk import desk, submit
from heraut.web.game import present_settings, view_of
from heraut.web.models import Stream
from heraut.web.rooms.match import battle

if TYPE_CHECKING:
    from heraut.web.rooms.tournament.format_pages import FormatPages

TO_EVENT, TO_CAMPAIGN = SenderId("server:match"), SenderId("server:battle")


def delivered(stream: StreamId, outcome: Accepted) -> None:
    """Take a result to its event as soon as it is settled, or the losses to the campaign whose battle it was."""
    settled = next((event for event in outcome.events if isinstance(event, ResultSettled)), None)
    if settled is None:
        return
    settings = _settings(stream)
    begun = f"{stream}-{outcome.sequence}"
    if settings.battle is not None and (lost := battle.losses(stream, settings, settled.seat)) is not None:
        _send(settings.battle.campaign, lost, CommandId(f"{begun}-losses"), TO_CAMPAIGN)
    if settings.at is not None:
        _deliver_result(stream, settings.at, settled.seat, begun)


def _deliver_result(stream: StreamId, at: AtTable, by: Seat, begun: str) -> None:
    event, seen, told = at.event, event_of(at, ORGANISER), _settled(stream)
    table = None if seen is None else table_of(seen, at, stream)
    if seen is None or table is None or told is None:
        return
    for command in _commands(seen, at, table, format_of(event).report_of(told), by):
        sent = CommandId(f"{begun}-{type(command).__name__}-{command.seat}")
        if isinstance(_send(event, command, sent, TO_EVENT), Refusal):
            _put_to_officials(event, at, table, sent)
            return


def _send(event: StreamId, command: Command, sent: CommandId, sender: SenderId) -> Accepted | Refusal:
    return submit(event, command, command_id=sent, actor=ActorId(_("Feuille de score")), sender=sender)


def event_of(at: AtTable, seat: Seat | None) -> View | None:
    """What that seat sees of the event a match says it belongs to, if there is one."""
    event = view_of(at.event, seat) if Stream.objects.filter(pk=at.event).exists() else None
    return event if isinstance(event, View) else None


def table_of(event: View, at: AtTable, match: StreamId) -> TableView | None:
    """That table, if the event too says that this match is played there: anybody may open a match."""
    tables = (table for played in event.played if played.number == at.round for table in played.tables)
    return next((table for table in tables if table.number == at.table and table.match == match), None)


def report_of(stream: StreamId) -> Report | None:
    """
    The settled result of a match as a report of its event.

    One that an official has linked to a table by hand names no event: the first format that can read it reports it.
    """
    told, at = _settled(stream), _settings(stream).at
    if told is None:
        return None
    pages = _every_format() if at is None else (format_of(at.event),)
    return next((report for each in pages if (report := each.report_of(told)) is not None), None)


def _settled(stream: StreamId) -> MatchResult | None:
    told: MatchResult | None = view_of(stream, None).result
    return told if told is not None and told.settled else None


def _settings(stream: StreamId) -> Settings:
    history = desk().history(stream)
    settings: Settings = settings_of(history.header, history.engine)
    return settings


def format_of(event: StreamId) -> FormatPages:
    """What the format of an event says of its matches."""
    from heraut.web.rooms.tournament.formats import pages_for  # noqa: PLC0415  # formats know matches: asked for late

    return pages_for(present_settings(desk().history(event)))


def _every_format() -> Iterator[FormatPages]:
    from heraut.web.rooms.tournament.formats import format_forms, pages_for  # noqa: PLC0415  # the same

    return (pages_for(plain) for form in format_forms() if (plain := form.preset("")) is not None)


def _commands(event: View, at: AtTable, table: TableView, report: Report | None, by: Seat) -> tuple[Command, ...]:
    """What the event is told; what its format cannot read, an official looks at."""
    if table.result is not None and table.result.report == report:
        return ()
    if table.result is not None and report is not None and event.stage == "playing" and event.round == at.round:
        reason = _("Feuille de score corrigée")
        return (CorrectResult(seat=ORGANISER, round=at.round, table=at.table, report=report, reason=reason),)
    if table.result is not None or report is None:
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
        if not isinstance(_send(event, _call(at, seat), CommandId(f"{sent}-{seat}"), TO_EVENT), Refusal):
            return
