"""The order sheet of a campaign's player: what they hold at this point, and room for the turn's orders."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from heraut.campaign.view import CampaignView, PlayerView
from heraut.press import paper
from heraut.web.access import Action
from heraut.web.address import for_others
from heraut.web.arms import granted
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.printing import printed
from heraut.web.rooms.campaign.pages import known
from heraut.web.rooms.campaign.roll import Names, lodgings, standing
from heraut.web.says import word


@require_safe
@needs(Action.WATCH)
def order_sheets(request: HttpRequest, game: Game) -> HttpResponse:
    """A player's own sheet; for others one for each player: nothing on it is hidden from anybody."""
    view: CampaignView = game.view
    mine = [player for player in view.players if player.seat == game.visitor.seat]
    sheets = (order_sheet(request, game, player) for player in mine or view.players)
    return printed(request, f"{game.stream}-orders", *sheets)


def order_sheet(request: HttpRequest, game: Game, player: PlayerView) -> paper.CampaignSheet:
    """What the player has in hand, as everybody sees it."""
    view: CampaignView = game.view
    names = known(game, language())
    return paper.CampaignSheet(
        event=paper.Occasion(game.header.title),
        person=paper.Person(player.name, faction=player.faction, arms=granted(game.people).get(player.name)),
        turn=view.turn,
        power_points=player.stock,
        income=player.income,
        initiative=player.rank or 0,
        memory=tuple(names.get(seat, seat) for seat in view.memory),
        holdings=_holdings(view, player, names),
        bands=_bands(view, player, names),
        link=paper.Link(for_others(request, reverse("game", args=[game.stream]))),
    )


def _holdings(view: CampaignView, player: PlayerView, names: Names) -> tuple[paper.Holding, ...]:
    held = [land for land in view.territories if land.controller == player.seat]
    lodged = {found.land.id: found.lodged for found in lodgings(held, names)}
    return tuple(
        paper.Holding(names[land.id], word(land.terrain), land.income, land.id in lodged, lodged.get(land.id, ""))
        for land in held
    )


def _bands(view: CampaignView, player: PlayerView, names: Names) -> tuple[paper.CampaignBand, ...]:
    return tuple(
        paper.CampaignBand(one.lord, names[one.seen.band.territory], (one.units,), one.points)
        for one in standing(view.bands, names)
        if one.seen.band.owner == player.seat
    )
