"""
A match that decides the battle of a campaign: how its sheet is known, the losses it tells the campaign, both its bands.

The campaign is told the losses of both bands, which its match counts unit by unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from heraut import catalogue
from heraut.campaign.board import Left, LordId, UnitId
from heraut.campaign.results import ProposeResult
from heraut.campaign.state import CombatStatus
from heraut.campaign.tables import TerritoryId
from heraut.campaign.view import CampaignView, CombatView
from heraut.journal.entry import settings_of
from heraut.kernel.codec import decode
from heraut.kernel.journal import Header
from heraut.kernel.message import Command
from heraut.kernel.names import Seat, StreamId
from heraut.scenario.records import RecordLosses
from heraut.scenario.settings import MatchBand, OfCampaign, Settings
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import MatchResult
from heraut.scenario.view import MatchView
from heraut.web import forms
from heraut.web.desk import name_for
from heraut.web.game import VisitedGame, view_of
from heraut.web.guard import needs
from heraut.web.models import Stream
from heraut.web.permissions import Action
from heraut.web.views.game import take_form


def sheet_name(battle: OfCampaign, bands: Mapping[Seat, MatchBand]) -> StreamId:
    """
    The name of the match that decides a battle between these bands; only this server can make it.

    So two who open it at once open the same, and nobody else's match can pass for it.
    """
    return name_for("heraut.battle", {"battle": battle, "bands": bands})


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


def losses(stream: StreamId, settings: Settings, by: Seat) -> ProposeResult | None:
    """What a settled sheet proposes to its campaign as the result of the battle, for the other side to confirm."""
    battle = settings.battle
    if battle is None or not is_sheet(stream, settings):
        return None
    sheet = _combat(battle)
    if sheet is None or set(sheet.combat.standing()) != set(settings.bands):
        return None
    speaks = by if by in settings.bands else sheet.combat.standing()[0]
    return _proposal(view_of(stream, None), battle, speaks)


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
    winner, bands = _winner(match.result), match.bands.values()
    return ProposeResult(
        by,
        territory=TerritoryId(battle.territory),
        winners=tuple(match.bands) if winner is None else (winner,),
        left=tuple(Left(UnitId(unit.id), unit.left) for band in bands for unit in band.units),
        fallen=tuple(LordId(lord.id) for band in bands for lord in band.lords if lord.dead),
    )


def _winner(result: MatchResult | None) -> Seat | None:
    """Who has won the battle; equal victory points are a draw, whoever would win a tournament game [HOUSE-BATTLE-1]."""
    if result is None or result.winner is None:
        return None
    level = result.kind is WinKind.POINTS and len(set(result.victory_points.values())) == 1
    return None if level else result.seats[result.winner]


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
    left = forms.prefixed(posted, "left-").items()
    return {
        "left": [list(map(forms.number, pair)) for pair in left],
        "fallen": [forms.number(lord) for lord in posted.getlist("fallen")],
    }
