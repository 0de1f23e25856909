"""The players' pages for officials, and the bands and army lists handed in by or for a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.entries import EditPlayer, PlayerView
from heraut.tournament.lists import RecordCheck, may_hand_in
from heraut.tournament.officials import Disqualify, Penalise, Warn
from heraut.tournament.view import View
from heraut.web.commands import Offer, offer
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.tournament.display import FEW, player_of, told
from heraut.web.rooms.tournament.entries import correction
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.sentences import word
from heraut.web.templating import leaf
from heraut.web.views.game import common, recorded, take_form


def entry_context(game: VisitedGame, player: PlayerView | None) -> Mapping[str, Any]:
    """What a phone and the officials' page show of an entry: its lists, with what is still to be said of them."""
    lists, pages = player.lists if player else None, pages_of(game)
    return {
        "me": player,
        "hands_in": game.settings.list_kind is not None,
        "my_lists": pages.lists_shown(lists),
        "list_notices": told(game, pages.list_notices(lists)),
        "sanctions": [each for each in game.view.sanctions if player and each.player == player.seat],
        **pages.list_form(lists),
    }


ABOUT: tuple[type[Command], ...] = (EditPlayer, RecordCheck, Warn, Penalise, Disqualify)
"""What officials may say about a player."""


def _about(game: VisitedGame, player: PlayerView, typed: QueryDict | None, fault: str) -> Iterator[Offer]:
    """The forms about the player of the page: everything but whom; one that was refused as it was sent."""
    checks = tuple((item, word(item)) for item in game.settings.checks)
    entry = correction(game.visitor.speaker, player)
    for kind in (kind for kind in ABOUT if checks or kind is not RecordCheck):
        form = offer(kind, language(), start=entry if kind is EditPlayer else None).again(typed, fault, language())
        fields = (replace(each, kind="choice", choices=checks) if each.name == "item" else each for each in form.fields)
        unasked = ("player",) if game.settings.chooses_lists else ("player", "list_number", "set_aside")
        yield replace(form, fields=tuple(each for each in fields if each.name not in unasked))


def _player_page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    seat: str,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
    typed: QueryDict | None = None,
) -> HttpResponse:
    """A player's entry, list and checks; and what was refused."""
    found = player_of(game.view, Seat(seat))
    if found is None:
        raise Http404
    sent = "" if typed is None else typed.get("type", "")
    shown = {
        **common(game, refusal=refusal, fault=fault, of=sent),
        "format": pages_of(game),
        **entry_context(game, found),
        "may_hand_in": game.seen(may_hand_in, found.seat),
        "about": list(_about(game, found, typed, fault)),
        "refused": sent,
        "typed": typed,
    }
    return render(request, "tournament/player.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK, officials=True)
def player(request: HttpRequest, game: VisitedGame, seat: str) -> HttpResponse:
    """A player's page, and what officials say on it about the player."""
    page = partial(_player_page, seat=seat)
    return (
        page(request, game)
        if request.method != "POST"
        else take_form(request, game, page=page, then=partial(recorded, stay=request.path))
    )


@require_safe
@needs(Action.SPEAK, officials=True)
def players(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Everybody entered, a page at a time."""
    view: View = game.view
    page = leaf(request, view.players)
    shown = {"people_shown": page.object_list, "leaf": page, "few": len(view.players) <= FEW}
    return render(request, "tournament/players.html", {**common(game), **shown})


@require_POST
@needs(Action.SPEAK)
def hand_in(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What a player fields, as people write it; every slip is pointed at."""
    pages = pages_of(game)
    if pages.hand_in is None:
        raise Http404

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any] | Refusal:
        found = pages.read_lists(posted)
        return found if isinstance(found, Refusal) else {**found, **_for_whom(game, posted)}

    named = Seat(form_of(request).get("player", ""))
    theirs = partial(_player_page, seat=named) if game.visitor.official and named in game.names else None
    return take_form(request, game, read, pages.hand_in, page=theirs)


def _for_whom(game: VisitedGame, posted: QueryDict) -> Mapping[str, str]:
    """Officials hand in for a player, and say why once lists are frozen."""
    return {name: posted.get(name, "") for name in ("player", "reason")} if game.visitor.official else {}
