"""The fast way: a form's command handed in with all its dice drawn and the choices left to Héraut made [SK-GEN-7]."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from heraut.journal import Accepted
from heraut.kernel import Command, Refusal
from heraut.skirmish.bots import drawn
from heraut.skirmish.engine import RollAll
from heraut.web import commands
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.views.game import Read, submit_form, take_form


def complete(game: Game, command: Command) -> Command:
    """The dice of a deed, from the system's secure source; no sender brings their own."""
    return game.seen(drawn, command, randbelow) if isinstance(command, RollAll) else command


@require_POST
@needs(Action.SPEAK)
def at_once(request: HttpRequest, game: Game) -> HttpResponse:
    """The command of a form with all its rolls; without a command, all the rolls that are still due."""
    return take_form(request, game, wrapping(game), RollAll)


def wrapping(game: Game) -> Read:
    """Reads the form of any command as one that is played in one go."""

    def read(_kind: type[Command], posted: QueryDict) -> dict[str, Any]:
        seat = game.visitor.seat
        inner = commands.kinds(game.engine).get(posted.get("type", ""))
        if inner is None:
            return {"seat": seat}
        said = {"type": inner.__name__, "seat": seat, **commands.read_form(inner, posted)}
        return {"seat": seat, "command": said}

    return read


def hand_in_form(request: HttpRequest, game: Game, kind: type[Command]) -> Accepted | Refusal:
    """The form of a page that answers for itself, with all its rolls where the table plays so."""
    if not game.view.at_once:
        return submit_form(request, game, kind)
    posted = request.POST.copy()
    posted["type"] = kind.__name__
    return submit_form(request, game, RollAll, lambda wrapped, _: wrapping(game)(wrapped, posted))
