"""
Where the signed result of a match goes: to the table of an event it was played at, to the campaign whose battle it was.

At an event the two signatures are the players' two reports; an official's word settles. Where the table has a result
already, a different one corrects it while the round is played; later it is put to the officials, who see first what it
changes. A campaign is told the losses of both bands, which its match counts unit by unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut import catalogue
from heraut.campaign.board import Left, LordId, UnitId
from heraut.campaign.results import ProposeResult
from heraut.campaign.state import CombatStatus
from heraut.campaign.tables import TerritoryId
from heraut.campaign.view import CampaignView, CombatView
from heraut.journal.desk import Accepted
from heraut.journal.entry import settings_of
from heraut.kernel.codec import decode, encode
from heraut.kernel.journal import Header
from heraut.kernel.message import Command
from heraut.kernel.names import OFFICIALS, ORGANISER, ActorId, CommandId, Seat, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.records import RecordLosses
from heraut.scenario.settings import AtTable, MatchBand, OfCampaign, Settings
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import MatchResult, ResultSettled
from heraut.scenario.view import MatchView
from heraut.tournament.format import Report
from heraut.tournament.officials import CallReferee
from heraut.tournament.results import CorrectResult, ReportResult, SettleResult
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.view import TableView, View
from heraut.web import forms
from heraut.web.desk import desk, submit
from heraut.web.game import VisitedGame, view_of
from heraut.web.guard import needs
from heraut.web.models import Stream
from heraut.web.permissions import Action
from heraut.web.views.game import take_form

TO_EVENT, TO_CAMPAIGN = SenderId("server:match"), SenderId("server:battle")
GIVEN_UP = frozenset({WinKind.CONCESSION, WinKind.FORFEIT, WinKind.CLOCK})


def delivered(stream: StreamId, outcome: Accepted) -> None:
    """Take a result to its event as soon as it is settled, or the losses to the campaign whose battle it was."""
    settled = next((event for event in outcome.events if isinstance(event, ResultSettled)), None)
    if settled is None:
        return
    history = desk().history(stream)
    settings: Settings = settings_of(history.header, history.engine)
    begun = f"{stream}-{outcome.sequence}"
    if settings.battle is not None and is_sheet(stream, settings):
        _deliver_losses(stream, settings.battle, set(settings.bands), settled.seat, begun)
    if settings.at is not None:
        _deliver_result(stream, settings.at, settled.seat, begun)


def _deliver_result(stream: StreamId, at: AtTable, by: Seat, begun: str) -> None:
    event, seen, report = StreamId(at.event), event_of(at, ORGANISER), report_of(stream)
    table = None if seen is None else table_of(seen, at, stream)
    if seen is None or table is None or report is None:
        return
    for command in _commands(seen, at, table, report, by):
        sent = CommandId(f"{begun}-{type(command).__name__}-{command.seat}")
        if isinstance(_send(event, command, sent, TO_EVENT), Refusal):
            _put_to_officials(event, at, table, sent)
            return


def _send(event: StreamId, command: Command, sent: CommandId, sender: SenderId) -> Accepted | Refusal:
    return submit(event, command, command_id=sent, actor=ActorId(_("Feuille de score")), sender=sender)


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
        SteamrollerWin(told.kind.value) if told.kind else None,
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
        if not isinstance(_send(event, _call(at, seat), CommandId(f"{sent}-{seat}"), TO_EVENT), Refusal):
            return


def sheet_name(battle: OfCampaign, bands: Mapping[Seat, MatchBand]) -> StreamId:
    """
    The name of the match that decides a battle between these bands; only this server can make it.

    So two who open it at once open the same, and nobody else's match can pass for it.
    """
    said = encode({"battle": battle, "bands": bands}).decode()
    return StreamId(salted_hmac("heraut.battle", said, algorithm="sha256").hexdigest()[:12])


def sheet_of(battle: OfCampaign, bands: Mapping[Seat, MatchBand]) -> str:
    """The sheet that is open for a battle between these bands: made here, or come with the campaign; else nothing."""
    named = sheet_name(battle, bands)
    if Stream.objects.filter(pk=named).exists():
        return named
    for row in Stream.objects.filter(battle_of=battle.campaign, engine="match"):
        settings = _settings_of(row)
        if (settings.battle, settings.bands) == (battle, bands):
            return str(row.pk)
    return ""


def _settings_of(row: Stream) -> Settings:
    settings: Settings = settings_of(decode(row.header, Header), catalogue.engine("match"))
    return settings


def is_sheet(stream: StreamId, settings: Settings) -> bool:
    """Whether a campaign opened the match itself for one of its battles, here or where both came from."""
    if settings.battle is None:
        return False
    came = Stream.objects.filter(pk=stream, battle_of=settings.battle.campaign).exists()
    return came or stream == sheet_name(settings.battle, settings.bands)


def _deliver_losses(stream: StreamId, battle: OfCampaign, bands: set[Seat], by: Seat, begun: str) -> None:
    """A settled sheet is proposed to its campaign as the result of the battle, for the other side to confirm."""
    sheet = _combat(battle)
    if sheet is None or set(sheet.combat.standing()) != bands:
        return
    speaks = by if by in bands else sheet.combat.standing()[0]
    proposal = _proposal(view_of(stream, None), battle, speaks)
    _send(StreamId(battle.campaign), proposal, CommandId(f"{begun}-losses"), TO_CAMPAIGN)


def _combat(battle: OfCampaign) -> CombatView | None:
    """The combat as it stands in its campaign, if its result is still awaited."""
    if not Stream.objects.filter(pk=battle.campaign).exists():
        return None
    seen = view_of(StreamId(battle.campaign), None)
    if not isinstance(seen, CampaignView) or seen.turn != battle.turn:
        return None
    combats = (sheet for sheet in seen.combats if sheet.combat.territory == battle.territory)
    return next(
        (one for one in combats if one.combat.stage == battle.stage and one.combat.status is CombatStatus.BATTLE), None
    )


def _proposal(match: MatchView, battle: OfCampaign, by: Seat) -> ProposeResult:
    winner = None if match.result is None or match.result.winner is None else match.result.seats[match.result.winner]
    bands = match.bands.values()
    return ProposeResult(
        by,
        territory=TerritoryId(battle.territory),
        winners=tuple(match.bands) if winner is None else (winner,),
        left=tuple(Left(UnitId(unit.id), unit.left) for band in bands for unit in band.units),
        fallen=tuple(LordId(lord.id) for band in bands for lord in band.lords if lord.dead),
    )


def band_context(game: VisitedGame, view: MatchView) -> Mapping[str, Any]:
    """Both bands as they stand, by the names of their players, and the campaign they come from."""
    return {
        "battle": game.settings.battle,
        "bands": tuple(
            (
                view.players[seat],
                tuple(zip(band.units, numbered([unit.kind for unit in band.units]), strict=True)),
                band,
            )
            for seat, band in view.bands.items()
        ),
    }


def numbered(kinds: Sequence[str]) -> Iterator[int | None]:
    """The place of each unit among those of its kind, if it is not the only one: two rows alike could not be told."""
    of_kind, met = Counter(kinds), Counter[str]()
    for kind in kinds:
        met[kind] += 1
        yield met[kind] if of_kind[kind] > 1 else None


@require_POST
@needs(Action.SPEAK)
def record_losses(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What is left of both bands, as the form counts it."""
    return take_form(request, game, _read_losses, kind=RecordLosses)


def _read_losses(_kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    left = {name.removeprefix("left-"): str(value) for name, value in posted.items() if name.startswith("left-")}
    return {
        "left": [[forms.number(unit), forms.number(figures)] for unit, figures in left.items()],
        "fallen": [forms.number(lord) for lord in posted.getlist("fallen")],
    }
