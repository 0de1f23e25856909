"""What the campaign's templates need, all from views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import structs

from heraut.campaign.combats import Concede, FieldForce
from heraut.campaign.musters import Prepare
from heraut.campaign.tables import Category
from heraut.campaign.view import CampaignView, PlayerView
from heraut.kernel import CLOCK, ORGANISER, Awaited, Seat
from heraut.speech import Language, phrases, say_awaited
from heraut.web import says
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.campaign import automata, choices, fights, homecoming, logbook, mustering, sealing
from heraut.web.rooms.campaign.drawing import drawn
from heraut.web.rooms.campaign.ending import ranked
from heraut.web.rooms.campaign.picture import name_of, picture
from heraut.web.rooms.campaign.roll import halves, lodgings, standing, underway
from heraut.web.rooms.campaign.telling import Teller, lords
from heraut.web.views.game import common

LINES = 14


def moment(game: Game) -> str:
    """The turn and the step its page shows."""
    return f"{game.view.turn}-{game.view.step}"


def context(game: Game) -> Mapping[str, Any]:
    """The page of a campaign."""
    spoken, view = language(), game.view
    names = known(game, spoken)
    return {
        "map": map_of(view, spoken, game.people, reverse("campaign:land", args=[game.stream])),
        "places": names,
        "lines": logbook.lines(game, teller(game, spoken), LINES),
        "more_lines": max(0, len(game.log) - LINES),
        "waiting": _waiting(game, spoken, names),
        "at_any_time": game.visitor.seat in (ORGANISER, *game.names),
        "vote_for_pause": (game.visitor.seat in view.votes) == (view.paused is not None),
        "me": next((player for player in view.players if player.seat == game.visitor.seat), None),
        "mine": {one.code: one for one in game.awaits if one.seat == game.visitor.seat},
        "due": None if view.due is None else says.moment(view.due),
        "paused": None if view.paused is None else says.moment(view.paused),
        "absent": tuple(dict.fromkeys(one.seat for one in game.awaits if one.seat in game.names)),
        "ranks": _ranks(view),
        "ranking": ranked(view),
        "memory": (*view.memory, *[""] * (view.numbers.memory_places - len(view.memory))),
        **_panel(game, view, names),
    }


def map_of(view: CampaignView, spoken: Language, people: tuple[str, ...], link: str = "") -> SafeString:
    """The map of a view, as SVG."""
    return drawn(picture(view, spoken, people), spoken, link)


def _panel(game: Game, view: CampaignView, names: Mapping[str, str]) -> Mapping[str, Any]:
    """The legal choices of the moment."""
    seat = game.visitor.seat
    own = sealing.sealed(view, seat, names)
    orders = own.musters if own is not None else ()
    return {
        "legal_types": {type(command).__name__ for command in game.legal},
        "start_rows": choices.start_rows(game),
        "normal_lands": [land for land in view.territories if land.category is Category.NORMAL],
        "marching": choices.marching(game, view, names),
        "sealed": own,
        "void_bids": game.history.state.game.settings.overbid == "penalise",
        "preparations": sealing.preparations(game, names, own),
        "grounds": mustering.grounds(view, seat, names, orders) if choices.of_type(game, Prepare) else (),
        "tie_orders": choices.tie_orders(game, names),
        "battles": fights.battles(view, seat, official=game.visitor.official),
        "settled": [
            sheet.combat.territory
            for sheet in view.combats
            if automata.may_settle(game.history.state, seat, sheet.combat.territory)
        ],
        "reviews": fights.reviews(view, seat, names, official=game.visitor.official),
        "concessions": [command.territory for command in choices.of_type(game, Concede)],
        "builds": choices.building(game),
        "fieldings": mustering.battlegrounds(view, choices.of_type(game, FieldForce), seat, names),
        "returning": homecoming.returning(game, view, names),
        "invasions": choices.invasions(game, view, names),
        "leaving": homecoming.leaving(game, view, names),
        "militias": fights.militias(game, view, names),
        "villages": [land for land in view.territories if land.village is not None and land.village.owner == seat],
        "most_villages": game.history.state.game.max_villages,
        "lost": _lost(view, seat),
        "underway": underway(view, names),
        "lords": choices.lords(view, seat, names),
        "stood_by": {**names, ORGANISER: _("l'organisation")},
        "stand_ins": choices.stand_ins(view, seat),
        "prices": {
            "village": view.numbers.village_price,
            "site": view.numbers.site_price,
            "portal": view.numbers.portal_price,
        },
        "starting_bands": range(1, view.starting_bands + 1),
    }


def _lost(view: CampaignView, seat: Seat | None) -> bool:
    """Whether a player has neither land nor troops on the map, and plays on all the same [SC-PLY-3]."""
    owners = {land.controller for land in view.territories} | {seen.band.owner for seen in view.bands}
    return view.turn > 0 and seat in view.order and seat not in owners


def _ranks(view: CampaignView) -> list[PlayerView]:
    return sorted(view.players, key=lambda player: player.rank or 0)


def known(game: Game, spoken: Language) -> Mapping[str, str]:
    """Names of seats, of territories, of kinds of units, and of those who act by themselves."""
    view = game.view
    lands = {str(land.id): name_of(land, spoken) for land in view.territories}
    words = phrases(spoken).get("words", {})
    kinds = {row.kind: words.get(row.kind, row.kind) for row in view.catalogue}
    alone = {name: told for name, told in words.items() if name.startswith("bot:")} | {str(CLOCK): _("l'horloge")}
    return {**kinds, **lands, **alone, **says.names(game, spoken)}


def teller(game: Game, spoken: Language) -> Teller:
    """Tells what happens in this campaign, with the names its visitor may know."""
    return Teller(spoken, known(game, spoken), lords(reversed(game.log)))


def tells(game: Game, spoken: Language) -> says.Tell:
    """The whole log tells as the page does: lords by their names, deadlines by the clock."""
    return teller(game, spoken).tell


def _waiting(game: Game, spoken: Language, names: Mapping[str, str]) -> tuple[says.Waiting, ...]:
    """What is awaited; a battle that any of its sides may report is one thing, awaited from all of them."""
    reports: dict[str, list[Awaited]] = {}
    for one in game.awaits:
        if one.code == "campaign-result":
            reports.setdefault(str(one.subject), []).append(one)
    together = {
        say_awaited(one, spoken, names): say_awaited(
            structs.replace(one, seat=Seat(", ".join(names[each.seat] for each in sides))), spoken, names
        )
        for sides in reports.values()
        for one in sides
    }
    told: dict[str, says.Waiting] = {}
    for each in says.waiting(game, spoken, names):
        sentence = together.get(each.sentence, each.sentence)
        told.setdefault(sentence, replace(each, sentence=sentence))
    return tuple(told.values())


@require_safe
@needs(Action.WATCH)
def sheet(request: HttpRequest, game: Game) -> HttpResponse:
    """The campaign sheet, to print."""
    spoken = language()
    names = known(game, spoken)
    return render(
        request,
        "campaign/sheet.html",
        {
            **common(game),
            "places": names,
            "map": map_of(game.view, spoken, game.people),
            "ranks": [(player, halves(player.score)) for player in _ranks(game.view)],
            "bands": standing(game.view.bands, names),
            "villages": lodgings(game.view.territories, names),
            "underway": underway(game.view, names),
        },
    )
