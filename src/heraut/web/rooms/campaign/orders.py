"""Orders as a person gives them: boxes ticked, figures counted. They become the engine's commands here."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.campaign.absence import ReplacePlayer
from heraut.kernel import Seat
from heraut.web import revoke
from heraut.web.access import Action, Role
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.models import Link
from heraut.web.rooms.campaign import automata, charter
from heraut.web.rooms.campaign.mustering import number, read_muster, read_recruits
from heraut.web.views.game import hand_in, send

LISTS = ("villages", "sites", "players")
NUMBERS = ("units", "lords", "fallen")
NOBODY = "-"
"""A list from which nobody was ticked; an empty one would mean everybody."""


@require_POST
@needs(Action.SPEAK)
def order(request: HttpRequest, game: Game) -> HttpResponse:
    """A form of the campaign's page, handed on as the command it means."""
    request.POST = read(request.POST)  # type: ignore[assignment]  # the shell reads commands from what was posted
    done: HttpResponse = send(request, stream=game.stream)  # type: ignore[call-arg]  # its guard takes the stream
    return done


@require_POST
@needs(Action.SPEAK)
def settle(request: HttpRequest, game: Game) -> HttpResponse:
    """A person who fights a bot lets the model decide the battle instead of playing it."""
    at, seat = request.POST.get("territory", ""), game.visitor.seat
    if seat is None or not automata.may_settle(game.history.state, seat, at):
        raise Http404(at)
    return hand_in(request, game, automata.settled(game.history.state, seat, at))


@require_POST
@needs(Action.SEAT)
def replace(request: HttpRequest, game: Game) -> HttpResponse:
    """Somebody new plays a seat for good [SC-ABS-8]: the old links open nothing any more, the new one is shown."""
    seat, name = Seat(request.POST.get("player", "")), request.POST.get("name", "").strip()
    done = hand_in(request, game, ReplacePlayer(player=seat, name=name))
    if done.status_code != HTTPStatus.FOUND:
        return done
    for link in Link.objects.filter(stream_id=game.stream, role=Role.PLAYER, seat=seat):
        link.label = name
        revoke.renew(link)
    messages.success(request, _("%(name)s joue désormais : donnez-lui son nouveau lien.") % {"name": name})
    return redirect("seats", stream=game.stream)


def read(posted: QueryDict) -> QueryDict:
    """The fields of a command, from boxes and counters."""
    plain = posted.copy()
    for name in LISTS:
        if name in posted:
            plain[name] = "\n".join(posted.getlist(name))
    for name in NUMBERS:
        if name in posted:
            plain[name] = " ".join(posted.getlist(name))
    for name, value in _composed(posted).items():
        plain[name] = value
    return plain


def _composed(posted: QueryDict) -> dict[str, str]:
    """What one field of a command is made of, where a form asks for it in several."""
    match posted.get("type"):
        case "ProposeResult":
            return {"winners": "\n".join(posted.getlist("winners")), "left": json.dumps(_survivors(posted))}
        case "AssignStarts":
            return {"starts": _pairs(posted, "start-")}
        case "Demobilise":
            return {"villages": _pairs(posted, "home-")}
        case "ComposeBands":
            return {"bands": json.dumps(_bands(posted))}
        case "Prepare" if "ground" in posted:
            return {"musters": json.dumps([read_muster(posted, at) for at in posted.getlist("ground")])}
        case "FieldForce" if "ground" in posted:
            plans = read_muster(posted, str(posted.get("territory")))["bands"]
            return {"bands": json.dumps([plan for plan in plans if "band" in plan])}
        case "CloseStep" if "listed" in posted and "players" not in posted:
            return {"players": NOBODY}
        case "ExtendDeadline":
            return {"seconds": str(charter.seconds(posted.get("hours", "")))}
        case "Invade":
            return {"recruits": json.dumps(read_recruits(posted, "invader"))}
    return {}


def _pairs(posted: QueryDict, prefix: str) -> str:
    """Fields `prefix…` as lines: what each stands for, and what was chosen."""
    found = ((name.removeprefix(prefix), chosen) for name, chosen in posted.items() if name.startswith(prefix))
    return "\n".join(f"{name} = {chosen}" for name, chosen in found)


def _survivors(posted: QueryDict) -> list[list[int]]:
    return [
        [number(name.removeprefix("left-")), number(str(value))]
        for name, value in posted.items()
        if name.startswith("left-")
    ]


def _bands(posted: QueryDict) -> list[dict[str, Any]]:
    """Starting bands: for each, a lord's name and how many points of each kind of unit, one unit per point."""
    named = {name.split("-")[1] for name in posted if name.startswith("band-")}
    places = sorted(filter(str.isdecimal, named), key=number)
    return [
        {
            "new_lord": {"name": posted.get(f"lord-{place}", ""), "story": posted.get(f"story-{place}", "")},
            "recruits": read_recruits(posted, f"band-{place}"),
        }
        for place in places
    ]
