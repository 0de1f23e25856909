"""The proof of the pairings: every round before a checker that shares no code with the pairing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.journal import History
from heraut.kernel import Reason
from heraut.speech import say_because
from heraut.tournament.checker.participants import Finding
from heraut.tournament.proof import prove
from heraut.tournament.state import State
from heraut.tournament.view import View
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.says import names
from heraut.web.views.game import common


@dataclass(frozen=True, slots=True)
class Proof:
    """A round, what was found, and what that rests on."""

    round: int
    finding: str
    reasons: list[tuple[str, str]]
    """Each as its sentence and its clause."""


@require_safe
@needs(Action.WATCH)
def page(request: HttpRequest, game: Game) -> HttpResponse:
    """The verdict on each round that the rules paired; those made by hand or by rank are only named."""
    view: View = game.view
    found, words = prove(_states(game.history)), _words()
    proofs = [
        Proof(number, words[verdict.finding], [_told(game, reason) for reason in verdict.reasons])
        for number, verdict in found.items()
    ]
    others = [played.number for played in view.played if played.number not in found]
    return render(request, "tournament/proof.html", {**common(game), "proofs": proofs, "others": others})


def _told(game: Game, reason: Reason) -> tuple[str, str]:
    return say_because(reason, language(), names(game, language())), reason.clause


def _states(history: History) -> Iterator[State]:
    """The event state by state, without what was taken back."""
    state: State = history.at(0)
    yield state
    for deed in history.live():
        for event in deed.events:
            state = history.engine.evolve(state, event)
            yield state


def _words() -> dict[Finding, str]:
    return {
        Finding.PROVEN: _("prouvé"),
        Finding.REFUTED: _("contraire aux règles"),
        Finding.OPEN: _("aucune faute trouvée"),
    }
