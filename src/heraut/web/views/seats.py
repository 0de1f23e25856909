"""The links of the seats: seen, printed and renewed by the organiser, opened by the players."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.names import OFFICIALS, Seat, StreamId
from heraut.press.arms import blazon
from heraut.web import links, rate_limit
from heraut.web.broadcast import announce
from heraut.web.exceptions import MovedAway
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.links import for_others, seat_address
from heraut.web.models import Link, Stream
from heraut.web.permissions import Action, Role
from heraut.web.pictures import granted
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms import room
from heraut.web.rules_of_game import under_rules_of
from heraut.web.templating import leaf
from heraut.web.views import faults
from heraut.web.views.game import common

INVITED = (Role.REFEREE, Role.SPECTATOR, Role.ORGANISER)
"""The roles an organiser may make further links for; players' links come with their seats."""


@dataclass(frozen=True, slots=True)
class SeatLink:
    link: Link
    address: str


@require_safe
@needs(Action.SEAT)
def seats(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Every place with its link as a QR code, fit to print and cut."""
    return _shown(request, game)


def _shown(request: HttpRequest, game: VisitedGame, fault: str = "") -> HttpResponse:
    """The page; after a refusal with what was typed, and what is wrong with the name."""
    sitting = [(seat, name) for seat, name in game.names.items() if seat not in OFFICIALS]
    made = links.for_seats(game.stream, sitting)
    order = {seat: place for place, (seat, _name) in enumerate(sitting)}
    players = [link for link in made if link.role == Role.PLAYER and link.seat in order]
    page = leaf(request, sorted(players, key=lambda link: order[link.seat]))
    others = [link for link in made if link.role != Role.PLAYER]
    return render(
        request,
        "seats.html",
        {
            "game": game,
            "people": game.people,
            "players": [SeatLink(link, seat_address(request, link)) for link in page.object_list],
            "leaf": page,
            "others": [SeatLink(link, seat_address(request, link)) for link in others],
            "public": game.row.public,
            "public_address": for_others(request, f"/g/{game.stream}/"),
            "typed": form_of(request),
            "label": Field("label", _("Nom"), "text", fault=fault),
        },
        status=400 if fault else 200,
    )


@require_POST
@needs(Action.SEAT)
def invite(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A link for a referee, a spectator or another organiser."""
    label, role = form_of(request).get("label", "").strip()[:100], form_of(request).get("role", "")
    if not label or role not in INVITED:
        return _shown(request, game, _("Donnez un nom et un rôle à la personne invitée."))
    links.make(game.stream, Role(role), label)
    return redirect("seats", stream=game.stream)


@require_POST
@needs(Action.SEAT)
def renew(request: HttpRequest, game: VisitedGame, link: int) -> HttpResponse:
    """A lost phone: the old link opens nothing any more."""
    return _renewed(request, get_object_or_404(Link, pk=link, stream_id=game.stream))


def _renewed(request: HttpRequest, link: Link) -> HttpResponse:
    links.renew(link)
    messages.success(request, _("Nouveau lien pour %s ; l'ancien n'ouvre plus rien.") % link.label)
    return redirect("seats", stream=link.stream_id)


@require_POST
@needs(Action.SEAT)
def withdraw(request: HttpRequest, game: VisitedGame, link: int) -> HttpResponse:
    """Somebody invited is so no more. A player's place stays: its link is renewed instead."""
    found = get_object_or_404(Link, pk=link, stream_id=game.stream)
    if found.role == Role.PLAYER:
        return _renewed(request, found)
    links.withdraw(found)
    messages.success(request, _("Lien de %s retiré : il n'ouvre plus rien.") % found.label)
    return redirect("seats", stream=game.stream)


@require_POST
@needs(Action.SEAT)
def publish(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Say whether anybody may watch."""
    Stream.objects.filter(pk=game.stream).update(public="public" in form_of(request))
    announce(game.stream)
    return redirect("seats", stream=game.stream)


@require_safe
@needs(Action.WATCH)
def welcome(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The first screen on somebody's phone: the arms they will be known by."""
    name = game.names.get(game.visitor.seat or Seat(""), "")
    arms = granted(game.people).get(name)
    if arms is None:
        return redirect("game", stream=game.stream)
    return render(request, "welcome.html", {**common(game), "blazon": blazon(arms, language())})


def _take_badge(request: HttpRequest, token: str) -> HttpResponseBase:
    """A weekend's badge: this browser holds all its seats from now on. An official looks at it first."""
    guest = links.find_guest(token)
    if guest is None and rate_limit.guessing(request):
        return faults.too_many(request)
    if guest is None:
        return faults.no_seat(request)
    if guest.weekend.new_address:
        return MovedAway(f"{guest.weekend.new_address}/s/{token}").answer(request)
    places = links.badge_places(guest)
    streams = [name for name, _hash in places if name != links.weekend_place(guest.weekend_id)]
    looked_at = (_badge(request, stream, Seat(guest.seat)) for stream in streams if guest.role == Role.PLAYER)
    badge = next((page for page in looked_at if page is not None), None)
    if badge is not None:
        return badge
    response = redirect("weekend:page", weekend=guest.weekend_id)
    links.keep_all(request, response, places)
    return response


@require_safe
@needs(Action.VISIT)
def take_seat(request: HttpRequest, token: str) -> HttpResponseBase:
    """
    Open a link: this browser holds the place from now on. An official looks at a player's badge first.

    `?again` brings somebody who held the place on another machine: they have seen their arms.
    """
    link = links.find(token)
    if link is None:
        return _take_badge(request, token)
    if link.stream.new_address:
        return MovedAway(f"{link.stream.new_address}/s/{token}").answer(request)
    badge = _badge(request, link.stream_id, Seat(link.seat)) if link.role == Role.PLAYER else None
    if badge is not None:
        return badge
    known = link.token_hash in {place.token_hash for place in links.held(request, StreamId(link.stream_id))}
    first = link.role == Role.PLAYER and not known and "again" not in query_of(request)
    response = redirect("welcome" if first else "game", stream=link.stream_id)
    links.keep(request, response, link)
    request.session.pop("as-organiser", None)
    return response


def _badge(request: HttpRequest, stream: str, seat: Seat) -> HttpResponse | None:
    """The page of somebody's badge, where the visitor is an official of a game that goes on and has such a page."""
    if "sit" in query_of(request):
        return None
    game = VisitedGame.of(request, stream)
    show = room(game.engine.id).badge
    if show is None or not game.visitor.official or not game.awaits:
        return None
    with under_rules_of(game.history):
        return show(request, game, seat)
