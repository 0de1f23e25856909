"""Going back: an official chooses what to take back, sees all that goes with it, and takes it back, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext

from heraut.journal.log import refusal_as_told
from heraut.kernel.bounds import whole
from heraut.kernel.journal import Undo
from heraut.kernel.refusal import Refusal
from heraut.web import sentences
from heraut.web.game import VisitedGame, language
from heraut.web.request_data import form_of, query_of
from heraut.web.views.game import common


@dataclass(frozen=True, slots=True)
class Past:
    """Something one may go back to, by the number of its first line; turns and battles are what people look for."""

    number: int
    sentences: tuple[str, ...]
    turn: bool
    battle: bool = False


@dataclass(frozen=True, slots=True)
class WayBack:
    """How a room goes back."""

    past: Callable[[VisitedGame], Sequence[Past]]
    """What has happened and stands, newest first."""
    entries: Callable[[VisitedGame, int], Sequence[int]]
    """The entries of the journal that go if one goes back to that line, newest first."""
    most: int
    """How much of the past is listed."""
    template: str = "rewind.html"


def take_back(game: VisitedGame, entries: Iterable[int]) -> Refusal | None:
    """Each by an undo of its own, the newest first, so that nothing disappears from the journal [HOUSE-UNDO-1]."""
    seat = game.visitor.seat
    assert seat is not None, "who speaks has a seat"
    for entry in entries:
        outcome = game.submit(Undo(seat, entry))
        if isinstance(outcome, Refusal):
            return refusal_as_told(game.history, seat, outcome)
    return None


def go_back(request: HttpRequest, game: VisitedGame, way: WayBack, resumed: str) -> HttpResponse:
    """Choose; see what would be taken back with it; take it back. `resumed`: what is said then."""
    if not game.visitor.official:
        raise PermissionDenied("only officials go back")
    number = whole(form_of(request).get("entry", query_of(request).get("entry", "")))
    if request.method != "POST" or number is None or whole(form_of(request).get("last", "")) != game.last_line:
        return _page(request, game, way, number)
    gone = len([past for past in way.past(game) if past.number >= number])
    refusal = take_back(game, way.entries(game, number))
    if refusal is not None:
        return _page(request, VisitedGame.of(request, game.stream), way, number, refusal)
    done = ngettext("%(n)d action annulée.", "%(n)d actions annulées.", gone) % {"n": gone}
    messages.success(request, f"{done} {resumed}")
    return redirect("game", stream=game.stream)


def _page(
    request: HttpRequest, game: VisitedGame, way: WayBack, number: int | None, refusal: Refusal | None = None
) -> HttpResponse:
    shown, past = common(game), way.past(game)
    chosen = next((one for one in past if one.number == number), None)
    context: dict[str, Any] = {
        **shown,
        "chosen": chosen,
        "past": past[: way.most] if chosen is None else [one for one in past if one.number >= chosen.number],
        "last": game.last_line,
        "faults": sentences.faults(refusal, language(), shown["names"]),
    }
    return render(request, way.template, context, status=200 if refusal is None else 409)
