"""One player as officials see them: to hand in a list for somebody without a phone, to correct a name."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.tournament.bands import Age
from heraut.tournament.view import View
from heraut.web.access import Action
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.rooms.tournament.officials import for_officials
from heraut.web.rooms.tournament.phone import lists_shown, slots
from heraut.web.views.game import common


@require_safe
@needs(Action.SPEAK)
@for_officials
def player(request: HttpRequest, game: Game, seat: str) -> HttpResponse:
    """A player's entry, list and checks."""
    view: View = game.view
    found = next((player for player in view.players if player.seat == seat), None)
    if found is None:
        raise Http404
    return render(
        request,
        "tournament/player.html",
        {
            **common(game),
            "me": found,
            "my_lists": lists_shown(found.lists),
            "list_slots": slots(found.lists),
            "ages": [age.value for age in Age],
        },
    )
