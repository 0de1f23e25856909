"""A battle at the table: it is played on a match sheet with both bands as they stand, and has its odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.campaign.board import worth
from heraut.campaign.view import CampaignView, CombatView
from heraut.kernel.names import Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.library import every, find
from heraut.scenario.settings import BandLord, BandUnit, MatchBand, MatchOptions, OfCampaign, Settings
from heraut.web import links
from heraut.web.desk import open_once
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.models import Stream
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of
from heraut.web.rooms.campaign.battles import Fielded, side_of
from heraut.web.rooms.campaign.names import NamedChoice, known_names
from heraut.web.rooms.match.battle import sheet_name, sheet_of
from heraut.web.views.game import show

USUAL = "clash"
"""The campaign's own scenario is in a book we have not got: the table plays one of ours, or that one from the book."""
PROFILES = {"hearthguards": "hearthguard.none", "warriors": "warrior.none", "levies": "levy.none"}
"""The kinds of the suggested catalogue as the tables of odds know them."""
MOST_LISTED = 10
"""Units of a side that the page of odds compares."""


@dataclass(frozen=True, slots=True)
class BattleCard:
    """A battle at the table: its sheet if one is open, and the odds of its units; or why it has no sheet."""

    match: str = ""
    odds: str = ""
    why_not: str = ""


def scenarios() -> tuple[NamedChoice, ...]:
    """The scenarios a battle may be played by, ours for SAGA, the usual one first."""
    listed = [one for one in every() if one.available and one.source == "saga_tournament"]
    ordered = sorted(listed, key=lambda one: one.id != USUAL)
    return tuple(NamedChoice(one.id, one.name(language())) for one in ordered)


def fight(game: VisitedGame, view: CampaignView, sheet: CombatView) -> BattleCard:
    """How a battle of two people can be played and weighed; a larger one, or one with a bot, has no sheet."""
    sides = _sides(view, sheet)
    if len(sides) != 2:
        return BattleCard(why_not=_("Une feuille de score tient deux camps, et cette bataille en a plus."))
    odds = _odds(sides, game.visitor.seat)
    if any(player.is_bot for player in view.players if player.seat in sheet.combat.standing()):
        return BattleCard(odds=odds, why_not=_("Un automate n'a pas de feuille de score à tenir."))
    settings = _settings(game, view, sheet, USUAL)
    return BattleCard(sheet_of(_battle(game, view, sheet), settings.bands), odds)


def sheets(campaign: StreamId) -> tuple[str, ...]:
    """The sheets of a campaign's battles: they go where it goes."""
    return tuple(Stream.objects.filter(battle_of=campaign).values_list("pk", flat=True))


def _sides(view: CampaignView, sheet: CombatView) -> tuple[Fielded, ...]:
    return tuple(side_of(view, sheet, seat) for seat in sheet.combat.standing())


def _battle(game: VisitedGame, view: CampaignView, sheet: CombatView) -> OfCampaign:
    return OfCampaign(game.stream, view.turn, sheet.combat.territory, sheet.combat.stage)


def _settings(game: VisitedGame, view: CampaignView, sheet: CombatView, scenario: str) -> Settings:
    sides = _sides(view, sheet)
    points = max(Fraction(worth(side.units)) for side in sides)
    return Settings(
        scenario=scenario,
        players={Seat(side.seat): game.names[Seat(side.seat)] for side in sides},
        options=MatchOptions(budget=max(1, ceil(points))),
        both_agree=True,
        battle=_battle(game, view, sheet),
        bands={Seat(side.seat): _band(side) for side in sides},
    )


def _band(side: Fielded) -> MatchBand:
    return MatchBand(
        tuple(BandUnit(unit.id, unit.kind, unit.figures) for unit in side.units),
        tuple(BandLord(int(lord.value), lord.label) for lord in side.lords),
    )


def _odds(sides: tuple[Fielded, ...], seat: Seat | None) -> str:
    """The page that weighs every unit of one band against every unit of the other; one's own come first."""
    mine, theirs = sorted(sides, key=lambda side: side.seat != seat)
    return f"{reverse('odds:table')}?{urlencode({'mine': _listed(mine), 'theirs': _listed(theirs)})}"


def _listed(side: Fielded) -> str:
    lord = ["1 warlord.none"] if side.lords else []
    known = [f"{unit.figures} {PROFILES[unit.kind]}" for unit in side.units if unit.kind in PROFILES]
    return "\n".join([*lord, *known][:MOST_LISTED])


@require_POST
@needs(Action.SPEAK)
def open_sheet(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Open the sheet of a battle, or the one that is open already; a fighter takes the same seat there."""
    view, seat = game.view, game.visitor.seat
    at, scenario = form_of(request).get("territory", ""), form_of(request).get("scenario", USUAL)
    sheet = next((one for one in view.combats if one.combat.territory == at and one.combat.status == "battle"), None)
    if sheet is None or not (game.visitor.official or seat in sheet.combat.standing()) or find(scenario) is None:
        raise Http404(at)
    if fight(game, view, sheet).why_not:
        raise Http404(at)
    opened = _opened(game, _settings(game, view, sheet, scenario), known_names(game, language())[at])
    if isinstance(opened, Refusal):
        return show(request, game, refusal=opened, status=409)
    answer = redirect("game", stream=opened)
    if seat in sheet.combat.standing():
        links.keep(request, answer, links.make(opened, Role.PLAYER, game.names[Seat(str(seat))], seat))
    return answer


def _opened(game: VisitedGame, settings: Settings, place: str) -> StreamId | Refusal:
    assert settings.battle is not None
    if known := sheet_of(settings.battle, settings.bands):
        return StreamId(known)
    named = sheet_name(settings.battle, settings.bands)
    title = _("%(campaign)s · tour %(turn)d, %(place)s") % {
        "campaign": game.header.title,
        "turn": settings.battle.turn,
        "place": place,
    }
    owner, public = game.row.owner_id, game.row.public
    header = open_once(named, "match", title[:120], settings, owner=owner, public=public)
    if isinstance(header, Refusal):
        return header
    Stream.objects.filter(pk=header.stream).update(battle_of=game.stream)
    return header.stream
