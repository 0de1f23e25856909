"""A territory's card: what a tap on the map shows, and the marches that lead there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.campaign.arrivals import ArmyView
from heraut.campaign.combats import CombatView
from heraut.campaign.forces import BandId
from heraut.campaign.marches import DeclareMove
from heraut.campaign.view import CampaignView, TerritoryView
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.campaign.choices import Choice, of_type, way
from heraut.web.rooms.campaign.pages import known
from heraut.web.rooms.campaign.picture import name_of
from heraut.web.rooms.campaign.roll import lodgings, lord_name, standing
from heraut.web.views.game import common


@dataclass(frozen=True, slots=True)
class March:
    """A band of the visitor's that may come here, by each of these ways."""

    band: int
    lord: str
    ways: tuple[Choice, ...]


@require_safe
@needs(Action.WATCH)
def land(request: HttpRequest, game: Game) -> HttpResponse:
    """The card alone for a page that has the map already, else a page of its own."""
    asked = request.GET.get("at", "")
    found = next((land for land in game.view.territories if land.id == asked), None)
    if found is None:
        raise Http404(asked)
    names = known(game, language())
    alone = request.headers.get("HX-Request") == "true"
    template = "campaign/card.html" if alone else "campaign/land.html"
    return render(request, template, {**common(game), "places": names, **_card(game, game.view, found, names)})


def _card(game: Game, view: CampaignView, land: TerritoryView, names: Mapping[str, str]) -> dict[str, Any]:
    here = [seen for seen in view.bands if seen.band.territory == land.id]
    return {
        "land": land,
        "land_name": name_of(land, language()),
        "standing": standing(here, names),
        "combat": _combat(view, land),
        "leaving": _leaving(view, land),
        "near": sorted(names[far] for far in _neighbours(view, land)),
        "marches": _marches(game, view, land, names),
        "villages": lodgings((land,), names),
    }


def _combat(view: CampaignView, land: TerritoryView) -> CombatView | None:
    return next((sheet for sheet in view.combats if sheet.combat.territory == land.id), None)


def _leaving(view: CampaignView, land: TerritoryView) -> list[ArmyView]:
    """The armies off the map that were beaten here."""
    return [seen for seen in view.armies if seen.army.origin == land.id]


def _neighbours(view: CampaignView, land: TerritoryView) -> list[str]:
    return [one if other == land.id else other for one, other in view.roads if land.id in (one, other)]


def _marches(game: Game, view: CampaignView, land: TerritoryView, names: Mapping[str, str]) -> tuple[March, ...]:
    bands = {seen.band.id: seen.band for seen in view.bands}
    ways: dict[int, list[Choice]] = {}
    for move in of_type(game, DeclareMove):
        if move.path[-1] == land.id:
            ways.setdefault(move.band, []).append(way(move, view, names))
    return tuple(March(band, lord_name(bands[BandId(band)].lord), tuple(found)) for band, found in ways.items())
