"""Going back: the organiser takes back a line and all that followed, the newest first [SC-SEQ-14]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from heraut.campaign.aftermath import CombatApplied
from heraut.campaign.turns import TurnBegan
from heraut.journal import LogLine
from heraut.journal.log import entry_of, refusal_as_told
from heraut.kernel import CommandId, Refusal
from heraut.kernel.bounds import whole
from heraut.kernel.journal import Undo
from heraut.web import says
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.offers import new_id
from heraut.web.rooms.campaign.logbook import is_undo
from heraut.web.rooms.campaign.pages import known, teller
from heraut.web.rooms.campaign.telling import Teller
from heraut.web.views.game import common

MOST_LINES = 300


@dataclass(frozen=True, slots=True)
class Told:
    """A line one may go back to; turns and settled battles are what people look for."""

    number: int
    sentences: tuple[str, ...]
    turn: bool
    battle: bool


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def back(request: HttpRequest, game: Game) -> HttpResponse:
    """Choose a line; see what would be taken back; take it back."""
    if not game.visitor.official:
        raise PermissionDenied("only officials go back")
    entry = _whole(request.POST.get("entry", request.GET.get("entry", "")))
    if request.method == "POST" and _whole(request.POST.get("last", "")) == len(game.log):
        return _go(request, game, entry)
    return _page(request, game, entry)


def _whole(written: str) -> int:
    return whole(written) or 0


def _page(request: HttpRequest, game: Game, entry: int, refusal: Refusal | None = None) -> HttpResponse:
    spoken = language()
    names = known(game, spoken)
    told = teller(game, spoken)
    lines = [_told(line, told) for line in game.log if not line.undone and not is_undo(line)]
    chosen = next((line for line in lines if line.number == entry), None)
    context: dict[str, Any] = {
        **common(game),
        "chosen": chosen,
        "lines": lines[:MOST_LINES] if chosen is None else [line for line in lines if line.number >= entry],
        "last": len(game.log),
        "faults": says.faults(refusal, spoken, names),
    }
    return render(request, "campaign/back.html", context, status=200 if refusal is None else 409)


def _told(line: LogLine, teller: Teller) -> Told:
    return Told(
        line.number,
        tuple(sentence for event in line.events for sentence in teller.tell(event)),
        any(isinstance(event, TurnBegan) for event in line.events),
        any(isinstance(event, CombatApplied) for event in line.events),
    )


def _go(request: HttpRequest, game: Game, entry: int) -> HttpResponse:
    """Each line is taken back by an undo of its own, so that nothing disappears from the journal [HOUSE-UNDO-1]."""
    assert game.visitor.seat is not None, "officials have a seat"
    first = entry_of(game.history, game.visitor.seat, entry)
    deeds = game.history.live(after=first - 1) if first is not None else []
    for deed in reversed(deeds):
        undo = Undo(game.visitor.seat, deed.sequence)
        outcome = submit(
            game.stream, undo, command_id=CommandId(new_id()), actor=game.visitor.actor, sender=game.visitor.sender
        )
        if isinstance(outcome, Refusal):
            told = refusal_as_told(game.history, game.visitor.seat, outcome)
            return _page(request, Game.of(request, game.stream), entry, told)
    done = ngettext("%(n)d action reprise.", "%(n)d actions reprises.", len(deeds)) % {"n": len(deeds)}
    messages.success(request, done + " " + _("La campagne reprend de là."))
    return redirect("game", stream=game.stream)
