"""A deed and all its rolls at once: how its form is read, where its dice come from."""

from __future__ import annotations

from secrets import randbelow
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from heraut.kernel.message import Command
from heraut.skirmish.bots import drawn
from heraut.skirmish.engine import RollAll
from heraut.web import commands
from heraut.web.game import VisitedGame
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.views.game import Page, Read, take_form


def complete(game: VisitedGame, command: Command) -> Command:
    """The dice of a deed, from the system's secure source; no sender brings their own."""
    return game.seen(drawn, command, randbelow) if isinstance(command, RollAll) else command


@require_POST
@needs(Action.SPEAK)
def at_once(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The command of a form with all its rolls; without a command, all the rolls that are still due."""
    kind = commands.kinds(game.engine).get(form_of(request).get("type", ""))
    return take_form(request, game, _with_rolls(game, kind), RollAll)


def take_deed(request: HttpRequest, game: VisitedGame, kind: type[Command], page: Page) -> HttpResponse:
    """The form of such a command, from a page of its own; with all its rolls where the table plays so."""

    def again(request: HttpRequest, game: VisitedGame, *, fault: str = "", **said: Any) -> HttpResponse:
        return page(request, game, fault=fault.replace("$.command.", "$."), **said)  # its fields are the deed's own

    if game.view.at_once:
        return take_form(request, game, _with_rolls(game, kind), RollAll, page=again)
    return take_form(request, game, kind=kind, page=page)


def _with_rolls(game: VisitedGame, kind: type[Command] | None) -> Read:
    def read(_whole: type[Command], posted: QueryDict) -> dict[str, Any]:
        seat = {"seat": game.visitor.seat}
        if kind is None:
            return seat
        return {**seat, "command": {"type": kind.__name__, **seat, **commands.read_form(kind, posted)}}

    return read
