"""What a campaign prints: the sheet of the whole campaign, the order sheet of each player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.campaign.board import Lord
from heraut.campaign.settings import most_lords, most_villages
from heraut.campaign.view import CampaignPlayerView, CampaignView
from heraut.kernel.names import Seat
from heraut.press import paper
from heraut.web.downloads import printed
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.links import for_others
from heraut.web.permissions import Action
from heraut.web.pictures import granted
from heraut.web.rooms.campaign.names import Names, halves, known_names, lodgings, standing, underway
from heraut.web.rooms.campaign.pages import by_rank, map_of, memory_track
from heraut.web.seals import fingerprint
from heraut.web.sentences import word
from heraut.web.views.game import common


@require_safe
@needs(Action.WATCH)
def sheet(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The campaign sheet, to print."""
    spoken = language()
    names = known_names(game, spoken)
    return render(
        request,
        "campaign/sheet.html",
        {
            **common(game),
            "places": names,
            "map": map_of(game, spoken),
            "ranks": [(player, halves(player.score)) for player in by_rank(game.view)],
            "bands": standing(game.view.bands, names),
            "villages": lodgings(game.view.territories, names),
            "underway": underway(game.view, names),
            "prints": _prints(game.view),
            "memory": memory_track(game.view),
            "sites": [land for land in game.view.territories if land.site],
        },
    )


def _prints(view: CampaignView) -> tuple[tuple[Seat, str], ...]:
    """The fingerprints of what lies sealed, which everybody sees [HOUSE-SEAL-6]."""
    return tuple((slot.seat, fingerprint(slot.commitment)) for slot in view.slots if slot.commitment)


@require_safe
@needs(Action.WATCH)
def order_sheets(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A player's own sheet; for others one for each player: nothing on it is hidden from anybody."""
    view: CampaignView = game.view
    mine = [player for player in view.players if player.seat == game.visitor.seat]
    sheets = (order_sheet(request, game, player) for player in mine or view.players)
    return printed(request, game.header.title, *sheets, label=_("Feuilles de campagne"))


def order_sheet(request: HttpRequest, game: VisitedGame, player: CampaignPlayerView) -> paper.CampaignSheet:
    """What the player has in hand, as everybody sees it."""
    view: CampaignView = game.view
    names = known_names(game, language())
    return paper.CampaignSheet(
        event=paper.PaperOccasion(game.header.title),
        person=paper.PaperPerson(player.name, faction=player.faction, arms=granted(game.people).get(player.name)),
        turn=view.turn,
        power_points=player.stock,
        income=player.income,
        initiative=player.rank or 0,
        turns=view.turns,
        upkeep=player.upkeep,
        favour=names.get(view.favour_holder, "") if view.favour_holder else "",
        prestige_to_win=view.prestige_to_win,
        limits=_paper_limits(game, view, player),
        away=tuple(
            f"{one.origin} → {one.back} · {one.troops}" for one in underway(view, names) if one.owner == player.seat
        ),
        prints=tuple(f"{names.get(seat, seat)} {print}" for seat, print in _prints(view)),
        memory=tuple(names.get(seat, seat) for seat in view.memory),
        holdings=_paper_holdings(view, player, names),
        bands=_paper_bands(view, player, names),
        link=paper.PaperLink(for_others(request, reverse("game", args=[game.stream]))),
    )


def _paper_limits(game: VisitedGame, view: CampaignView, player: CampaignPlayerView) -> tuple[str, ...]:
    """Lords and villages against the most there may be [SC-LRD-2, SC-VIL-3]."""
    owned = len(view.villages_of(player.seat))
    return (
        _("Seigneurs : %(n)d sur %(most)d") % {"n": player.lords, "most": most_lords(game.settings)},
        _("Villages : %(n)d sur %(most)d") % {"n": owned, "most": most_villages(game.settings)},
    )


def _lord_note(lord: Lord | None) -> str:
    """His experience and what is noted of it [SC-LRD-6]."""
    if lord is None:
        return ""
    gained = _("expérience %(n)s") % {"n": lord.experience} if lord.experience else ""
    return " · ".join(filter(None, (gained, lord.note)))


def _paper_holdings(view: CampaignView, player: CampaignPlayerView, names: Names) -> tuple[paper.Holding, ...]:
    held = [land for land in view.territories if land.controller == player.seat]
    lodged = {found.land.id: found.lodged for found in lodgings(held, names)}
    return tuple(
        paper.Holding(
            names[land.id],
            word(land.terrain),
            land.income,
            land.id in lodged,
            lodged.get(land.id, ""),
            bool(land.site),
        )
        for land in held
    )


def _paper_bands(view: CampaignView, player: CampaignPlayerView, names: Names) -> tuple[paper.CampaignBand, ...]:
    return tuple(
        paper.CampaignBand(
            capfirst(one.name), names[one.seen.band.territory], (one.units,), one.points, _lord_note(one.seen.band.lord)
        )
        for one in standing(view.bands, names)
        if one.seen.band.owner == player.seat
    )
