"""Lists handed in by a player, or by an official for somebody without a phone; a refusal loses nothing typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from heraut.kernel import Command, Refusal, Seat, together
from heraut.tournament.lists import HandInBand, HandInLists
from heraut.tournament.saga.band_text import read_band
from heraut.tournament.saga.bands import Age
from heraut.tournament.steamroller.army_text import read_army
from heraut.web.access import Action
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.rooms.tournament.lists import typed_slots
from heraut.web.rooms.tournament.officials import speaker
from heraut.web.rooms.tournament.people import player_page
from heraut.web.views.game import hand_in, show


@require_POST
@needs(Action.SPEAK)
def band(request: HttpRequest, game: Game) -> HttpResponse:
    """A SAGA band as people write it; every slip is pointed at."""
    chosen = request.POST.get("age", "")
    age = Age(chosen) if chosen in set(Age) else None
    read = read_band(request.POST.get("text", ""), age=age, faction=request.POST.get("faction", ""))
    command = HandInBand(seat=speaker(game), band=read.band, **_for_whom(request, game))
    return _handed_in(request, game, command, together(read.faults))


@require_POST
@needs(Action.SPEAK)
def lists(request: HttpRequest, game: Game) -> HttpResponse:
    """Steamroller lists, a line per choice: all lines that cannot be read, otherwise all that the rules refuse."""
    read = [
        read_army(slot.text, number=slot.place, faction=slot.faction, contract=slot.contract.strip(),
                  theme=slot.theme.strip(), tier=slot.tier)
        for slot in typed_slots(game.view, request.POST) if slot.text.strip()
    ]  # fmt: skip
    armies = tuple(each.army for each in read)
    command = HandInLists(seat=speaker(game), lists=armies, **_for_whom(request, game))
    return _handed_in(request, game, command, together(tuple(fault for each in read for fault in each.faults)))


def _for_whom(request: HttpRequest, game: Game) -> Mapping[str, Any]:
    """Officials hand in for a player, and say why once lists are frozen."""
    if not game.visitor.official:
        return {}
    return {"player": Seat(request.POST.get("player", "")), "reason": request.POST.get("reason", "")}


def _handed_in(request: HttpRequest, game: Game, command: Command, unread: Refusal | None) -> HttpResponse:
    """What was read is handed in; a refusal shows the form again, to an official on the page of that player."""
    outcome = unread or game.engine.decide(game.history.state, command)
    if not isinstance(outcome, Refusal):
        return hand_in(request, game, command)
    typed = {"list_slots": typed_slots(game.view, request.POST)}
    named = Seat(request.POST.get("player", ""))
    if game.visitor.official and named in game.names:
        return player_page(request, game, named, refusal=outcome, more=typed)
    return show(request, game, refusal=outcome, status=409, typed=request.POST, more=typed)
