"""Taking back by deed: the last one, with all that came of it; or everything since a chosen one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from heraut.journal import LogLine
from heraut.journal.log import refusal_as_told
from heraut.kernel import Refusal
from heraut.kernel.bounds import whole
from heraut.kernel.journal import Undo
from heraut.skirmish.turn import TurnBegan
from heraut.speech import Language, say_event
from heraut.web import sentences
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.skirmish.cards import bare, deeds
from heraut.web.rooms.skirmish.log import is_noise, names
from heraut.web.views.game import common, show, show_again

MOST_DEEDS = 200


@dataclass(frozen=True, slots=True)
class Past:
    """A deed one may go back to, by the number of its first line."""

    number: int
    sentences: tuple[str, ...]
    turn: bool


@require_POST
@needs(Action.SPEAK)
def undo_deed(request: HttpRequest, game: Game) -> HttpResponse:
    """Take back the last deed; one that is no longer the last was taken back already, or something came after it."""
    last = next(deeds(game.log), None)
    if last is None or last[0].number != whole(request.POST.get("deed", "")):
        said = _("Ce n'est plus la dernière action. Regardez où en est le combat.")
        return show(request, game, fault=said, status=409)
    refusal = _take_back(game, last)
    if refusal is not None:
        return show(request, Game.of(request, game.stream), refusal=refusal, status=409)
    return show_again(request, game, _("C'est annulé."))


def _take_back(game: Game, lines: tuple[LogLine, ...]) -> Refusal | None:
    """Each line by an undo of its own, the newest first, so that nothing disappears from the journal [HOUSE-UNDO-1]."""
    seat = game.visitor.seat
    assert seat is not None, "who speaks has a seat"
    for line in reversed(lines):
        outcome = game.submit(Undo(seat, line.entry))
        if isinstance(outcome, Refusal):
            return refusal_as_told(game.history, seat, outcome)
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def go_back(request: HttpRequest, game: Game) -> HttpResponse:
    """Choose a deed; see what would be taken back with it; take it back."""
    if not game.visitor.official:
        raise PermissionDenied("only officials go back")
    entry = whole(request.POST.get("entry", request.GET.get("entry", "")))
    if request.method == "POST" and entry is not None and whole(request.POST.get("last", "")) == len(game.log):
        return _go(request, game, entry)
    return _page(request, game, entry)


def _page(request: HttpRequest, game: Game, entry: int | None, refusal: Refusal | None = None) -> HttpResponse:
    spoken = language()
    known = names(game, spoken)
    told = [_past(deed, spoken, known) for deed in deeds(game.log)]
    chosen = next((deed for deed in told if deed.number == entry), None)
    context: dict[str, Any] = {
        **common(game),
        "chosen": chosen,
        "deeds": told[:MOST_DEEDS] if chosen is None else [deed for deed in told if deed.number >= chosen.number],
        "last": len(game.log),
        "faults": sentences.faults(refusal, spoken, known),
    }
    return render(request, "skirmish/back.html", context, status=200 if refusal is None else 409)


def _past(deed: tuple[LogLine, ...], spoken: Language, known: Mapping[str, str]) -> Past:
    events = [event for line in deed for event in line.events]
    return Past(
        deed[0].number,
        tuple(say_event(bare(event), spoken, known) for event in events if not is_noise(event)),
        any(isinstance(bare(event), TurnBegan) for event in events),
    )


def _go(request: HttpRequest, game: Game, entry: int) -> HttpResponse:
    since = [deed for deed in deeds(game.log) if deed[0].number >= entry]
    for deed in since:
        refusal = _take_back(game, deed)
        if refusal is not None:
            return _page(request, Game.of(request, game.stream), entry, refusal)
    done = ngettext("%(n)d action annulée.", "%(n)d actions annulées.", len(since)) % {"n": len(since)}
    messages.success(request, done + " " + _("Le combat reprend de là."))
    return redirect("game", stream=game.stream)
