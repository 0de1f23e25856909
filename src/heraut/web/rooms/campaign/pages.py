"""The pages of a campaign, all from views: the game, a territory's card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from msgspec import structs

from heraut.campaign.combats import Concede, FieldForce
from heraut.campaign.musters import Prepare
from heraut.campaign.settings import most_villages
from heraut.campaign.state import FinalPlace
from heraut.campaign.tables import Category
from heraut.campaign.turns import by_score
from heraut.campaign.view import ArmyView, CampaignPlayerView, CampaignView, CombatView, TerritoryView
from heraut.kernel.codec import encode
from heraut.kernel.message import Awaited
from heraut.kernel.names import ORGANISER, Instant, Seat
from heraut.speech.sentences import Language, say_awaited
from heraut.web import sentences
from heraut.web.desk import now
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.campaign import absences, battle_sheet, battles, choices, letters, log, musters, orders
from heraut.web.rooms.campaign.map_editor import with_picture
from heraut.web.rooms.campaign.map_picture import picture, walked
from heraut.web.rooms.campaign.map_svg import drawn
from heraut.web.rooms.campaign.names import halves, known_names, lodgings, name_of, of_type, standing, underway
from heraut.web.rooms.campaign.rules import lesson_of
from heraut.web.sentences import Waiting
from heraut.web.views.game import common


def moment(game: VisitedGame) -> str:
    """The turn and the step its page shows, and the results that lie on the table: who agrees has seen them."""
    view: CampaignView = game.view
    proposed = [(one.combat.territory, one.combat.result) for one in view.combats if one.combat.status == "review"]
    told = f"-{sha256(encode(proposed)).hexdigest()[:16]}" if proposed else ""
    return f"{view.turn}-{view.step}{told}"


def context(game: VisitedGame) -> Mapping[str, Any]:
    """The page of a campaign."""
    spoken, view = language(), game.view
    names = known_names(game, spoken)
    absent = tuple(dict.fromkeys(one.seat for one in game.awaits if one.seat in game.names))
    return {
        "map": map_of(game, spoken, reverse("campaign:land", args=[game.stream])),
        "places": names,
        "lines": log.lines(game, spoken, names),
        "waiting": _waiting(game, spoken, names),
        "at_any_time": _has_more_to_do(game, view),
        "vote_for_pause": (game.visitor.seat in view.votes) == (view.paused is not None),
        "me": view.player(game.visitor.seat),
        "mine": {one.code: one for one in game.awaits if one.seat == game.visitor.seat},
        "due": None if view.due is None else sentences.moment(view.due),
        **_overdue(game, view),
        "paused": None if view.paused is None else sentences.moment(view.paused),
        "absent": absent,
        "unanswered": absences.unanswered(game, *absent),
        "without_me": absences.unanswered(game, game.visitor.seat) if game.visitor.seat in absent else (),
        "done_for": absences.done_for(game, names),
        "pause_vote": absences.pause_vote(game, view),
        "letter_box": letters.has_box(game),
        "unread_letters": letters.unread(game),
        "ranks": by_rank(view),
        "ranking": ranked(view),
        "memory": memory_track(view),
        "lesson": lesson_of(view.step, view, game.settings, game.visitor.seat, names),
        **_panel(game, view, names),
    }


def _overdue(game: VisitedGame, view: CampaignView) -> Mapping[str, Any]:
    """Whether the deadline has passed, and when the missing answers are filled in, if they are [SC-ABS-3, SC-ABS-4]."""
    if view.due is None or view.due > now():
        return {}
    filled = game.settings.on_deadline == "default"
    return {"overdue": True, "filled": sentences.moment(Instant(view.due + game.settings.grace)) if filled else None}


def map_of(game: VisitedGame, spoken: Language, link: str = "") -> SafeString:
    """The map as the visitor sees it now, as SVG."""
    shown = picture(game.view, spoken, game.people, walked(game.view, game.log))
    return drawn(with_picture(game, shown), spoken, link)


def _panel(game: VisitedGame, view: CampaignView, names: Mapping[str, str]) -> Mapping[str, Any]:
    """The legal choices of the moment, and what they are made with."""
    seat = game.visitor.seat
    own = musters.sealed(view, seat, names)
    return {
        **_fights(game, view, names),
        "legal_types": {type(command).__name__ for command in game.legal},
        "start_rows": choices.start_rows(game),
        "normal_lands": [land for land in view.territories if land.category is Category.NORMAL],
        "starting_bands": range(1, view.starting_bands + 1),
        "marching": choices.marching(game, view, names),
        "sealed": own,
        "void_bids": game.settings.overbid == "penalise",
        "preparations": musters.preparations(game, names, own),
        "grounds": musters.grounds(view, seat, names, own) if of_type(game, Prepare) else (),
        "tied_groups": choices.tied_groups(game, view),
        "builds": choices.building(game),
        "founding": choices.founding(game, view, names),
        "invasions": choices.invasions(game, view, names),
        "prices": {
            "village": view.numbers.village_price,
            "site": view.numbers.site_price,
            "portal": view.numbers.portal_price,
        },
        "returning": choices.returning(game, view, names),
        "leaving": choices.leaving(game, view, names),
        "villages": view.villages_of(seat),
        "most_villages": most_villages(game.settings),
        "lost": _lost(game, view),
        "underway": underway(view, names),
        "lords": choices.lords(view, seat, names),
        "stood_by": {**names, ORGANISER: _("l'organisateur")},
        "stand_ins": choices.stand_ins(view, seat),
    }


def _fights(game: VisitedGame, view: CampaignView, names: Mapping[str, str]) -> Mapping[str, Any]:
    """From the call for a militia to a result that is contested."""
    seat, official = game.visitor.seat, game.visitor.official
    reported = battles.battles(view, seat, official=official)
    return {
        "militias": battles.militias(game, view, names),
        "fieldings": musters.battlegrounds(view, of_type(game, FieldForce), seat, names),
        "joined_later": battles.joined_later(view, seat),
        "battles": [(battle, battle_sheet.fight(game, view, battle.sheet)) for battle in reported],
        "sheet_scenarios": battle_sheet.scenarios() if reported else (),
        "settled": [sheet.combat.territory for sheet in battles.left_to_model(view, seat)],
        "concessions": [command.territory for command in of_type(game, Concede)],
        "reviews": battles.reviews(view, seat, names, official=official),
        "contests": battles.contests(view),
    }


@dataclass(frozen=True, slots=True)
class Lost:
    """A player with neither land nor troops on the map plays on all the same: how they may come back [SC-PLY-3]."""

    village: bool
    invasion: bool


def _lost(game: VisitedGame, view: CampaignView) -> Lost | None:
    """Nothing while the visitor has land or troops, or does not play."""
    owners = {land.controller for land in view.territories} | {seen.band.owner for seen in view.bands}
    me = view.player(game.visitor.seat)
    if me is None or view.turn == 0 or view.ranking or me.seat in owners:
        return None
    return Lost(game.settings.resurgence == "village", me.outer)


def _has_more_to_do(game: VisitedGame, view: CampaignView) -> bool:
    """Whether there is something one may do whatever is awaited; once it is over, lords alone are told of."""
    return game.visitor.seat in game.names or (game.visitor.seat == ORGANISER and not view.ranking)


def by_rank(view: CampaignView) -> list[CampaignPlayerView]:
    """The players in the order of initiative; before there is one, as they sit."""
    return sorted(view.players, key=lambda player: player.rank or 0)


def _waiting(game: VisitedGame, spoken: Language, names: Mapping[str, str]) -> tuple[Waiting, ...]:
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
    told: dict[str, Waiting] = {}
    for each in sentences.waiting(game, spoken, names):
        sentence = together.get(each.sentence, each.sentence)
        told.setdefault(sentence, replace(each, sentence=sentence))
    return tuple(told.values())


def memory_track(view: CampaignView) -> tuple[str, ...]:
    """Whose the points on the track are, the oldest first, then the free places [SC-MEM-1]."""
    return (*view.memory, *[""] * (view.numbers.memory_places - len(view.memory)))


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player's place in the ranking; `tied` if only initiative put them before or behind somebody [SC-END-4]."""

    seat: Seat
    score: str
    parts: str
    memory: int
    tied: bool


def ranked(view: CampaignView) -> tuple[RankedPlayer, ...]:
    """The final ranking; during the last turn, what it would be now; before, nothing."""
    if not view.ranking and view.turn < view.turns:
        return ()
    places = view.ranking or _ranking_now(view)
    rest = places[1 if view.by == "fame" else 0 :]
    scores = [place.score for place in rest]
    memory = {player.seat: player.memory for player in view.players}
    return tuple(
        RankedPlayer(
            place.seat,
            halves(place.score),
            _score_parts(view, place.seat),
            memory[place.seat],
            place in rest and scores.count(place.score) > 1,
        )
        for place in places
    )


def _ranking_now(view: CampaignView) -> tuple[FinalPlace, ...]:
    scores = {player.seat: player.score for player in view.players}
    return by_score(FinalPlace(seat, scores[seat]) for seat in view.order)


def _score_parts(view: CampaignView, seat: Seat) -> str:
    """Power points, points of bands on the map, villages: all that counts [SC-END-2, SC-END-3]."""
    villages = len(view.villages_of(seat))
    return _("%(pp)d PP, bandes %(points)s, %(villages)s") % {
        "pp": orders.stock_of(view, seat),
        "points": halves(sum((band.points() for band in view.bands_of(seat)), 0)),
        "villages": ngettext("%(n)d village", "%(n)d villages", villages) % {"n": villages},
    }


@require_safe
@needs(Action.WATCH)
def land(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The card alone for a page that has the map already, else a page of its own."""
    asked = query_of(request).get("at", "")
    found = next((land for land in game.view.territories if land.id == asked), None)
    if found is None:
        raise Http404(asked)
    names = known_names(game, language())
    alone = request.headers.get("HX-Request") == "true"
    template = "campaign/card.html" if alone else "campaign/land.html"
    return render(request, template, {**common(game), "places": names, **_card(game, game.view, found, names)})


def _card(game: VisitedGame, view: CampaignView, land: TerritoryView, names: Mapping[str, str]) -> dict[str, Any]:
    here = [seen for seen in view.bands if seen.band.territory == land.id]
    return {
        "land": land,
        "land_name": name_of(land, language()),
        "standing": standing(here, names),
        "combat": _combat_at(view, land),
        "leaving": _armies_from(view, land),
        "near": sorted(names[far] for far in _neighbours(view, land)),
        "marches": choices.marching(game, view, names, land.id),
        "villages": lodgings((land,), names),
    }


def _combat_at(view: CampaignView, land: TerritoryView) -> CombatView | None:
    return next((sheet for sheet in view.combats if sheet.combat.territory == land.id), None)


def _armies_from(view: CampaignView, land: TerritoryView) -> list[ArmyView]:
    """The armies off the map that were beaten here."""
    return [seen for seen in view.armies if seen.army.origin == land.id]


def _neighbours(view: CampaignView, land: TerritoryView) -> list[str]:
    return [one if other == land.id else other for one, other in view.roads if land.id in (one, other)]
