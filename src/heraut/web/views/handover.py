"""Handing a game over to another machine: the file, what is in it, and where the game has gone."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.web import handover
from heraut.web.downloads import named
from heraut.web.game import VisitedGame
from heraut.web.guard import needs
from heraut.web.links import for_others
from heraut.web.models import Link
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of


@require_safe
@needs(Action.EXPORT)
def page(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What the file holds, and what stays valid."""
    context = {
        "game": game,
        "title": game.header.title,
        "back": f"/g/{game.stream}/",
        "moved_to": game.row.new_address,
        "closed": bool(game.row.moved_to),
        "links": Link.objects.filter(stream=game.stream).count(),
        "badges": f"/g/{game.stream}/seats",
    }
    return shown(request, context)


def shown(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    """The page, for a game or a weekend; after the arrival it says where people reach it now."""
    here = {"arrived": "arrived" in query_of(request), "address": for_others(request, "/").rstrip("/")}
    return render(request, "hand_over.html", {**context, **here, "action": request.path})


@require_POST
@needs(Action.EXPORT)
def file(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The event as one file; its links travel with it only if the organiser says so. What is damaged stays here."""
    streams = handover.together(game.stream)
    handover.close(streams)
    packed = handover.pack(game.header.title, streams, with_links="links" in form_of(request))
    return download(packed, game.header.title)


def download(packed: bytes, title: str) -> HttpResponse:
    answer = HttpResponse(packed, content_type="application/zip")
    return named(answer, f"{slugify(title) or 'heraut'}{handover.SUFFIX}")


@require_POST
@needs(Action.EXPORT)
def moved(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Send everybody to the machine that has taken over; or let the game be played here again."""
    address = read_address(request)
    if address is not None:
        handover.send_away(handover.together(game.stream), address)
    return redirect("hand-over", stream=game.stream)


def read_address(request: HttpRequest) -> str | None:
    """The address typed in, without its path; empty to come back; None if it is none, which is said."""
    typed = form_of(request).get("address", "").strip()
    if not typed:
        return ""
    address = handover.machine_address(typed)
    if address is None:
        messages.error(request, _("Écrivez l'adresse du nouvel ordinateur, par exemple http://192.168.1.30:8000"))
    return address
