"""One player as officials see them: to hand in a list for somebody without a phone, to correct a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.kernel import Command, Refusal
from heraut.tournament.entries import Disqualify
from heraut.tournament.lists import CHECKS, RecordCheck
from heraut.tournament.officials import Penalise, Warn
from heraut.tournament.view import View
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.lengthy import leaf
from heraut.web.offers import Offer, offer
from heraut.web.rooms.tournament.lengthy import FEW
from heraut.web.rooms.tournament.lists import ages_played, lists_shown, slots
from heraut.web.rooms.tournament.officials import for_officials
from heraut.web.says import faults, names, word
from heraut.web.views.game import common

ABOUT: tuple[type[Command], ...] = (RecordCheck, Warn, Penalise, Disqualify)
"""What officials may say about a player."""


def _about(kind: type[Command]) -> Offer:
    """The form of a command about the player of the page: everything but whom."""
    form = offer(kind, language())
    checks = tuple((item, word(item)) for item in CHECKS)
    fields = (replace(each, kind="choice", choices=checks) if each.name == "item" else each for each in form.fields)
    return replace(form, fields=tuple(each for each in fields if each.name != "player"))


@require_safe
@needs(Action.SPEAK)
@for_officials
def player(request: HttpRequest, game: Game, seat: str) -> HttpResponse:
    """A player's entry, list and checks."""
    return player_page(request, game, seat)


def player_page(
    request: HttpRequest, game: Game, seat: str, *, refusal: Refusal | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:  # fmt: skip
    """The page of one player, with what was refused."""
    view: View = game.view
    found = next((player for player in view.players if player.seat == seat), None)
    if found is None:
        raise Http404
    shown = {
        **common(game),
        "me": found,
        "my_lists": lists_shown(found.lists),
        "list_slots": slots(view, found.lists),
        "fixed_table": game.history.state.players[found.seat].fixed_table,
        "sanctions": [each for each in view.sanctions if each.player == seat],
        "ages": ages_played(game),
        "about": [_about(kind) for kind in ABOUT],
        "faults": faults(refusal, language(), names(game, language())),
        **(more or {}),
    }
    return render(request, "tournament/player.html", shown, status=409 if refusal else 200)


@require_safe
@needs(Action.SPEAK)
@for_officials
def players(request: HttpRequest, game: Game) -> HttpResponse:
    """Everybody entered, a page at a time."""
    view: View = game.view
    page = leaf(request, view.players)
    shown = {"people_shown": page.object_list, "leaf": page, "few": len(view.players) <= FEW}
    return render(request, "tournament/players.html", {**common(game), **shown})
