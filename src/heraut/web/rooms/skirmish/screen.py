"""The screen of the table: the fight as anybody may see it, readable from across the room, following by itself."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.skirmish.need import Dice
from heraut.skirmish.view import FightView
from heraut.web.access import Action, Role, Visitor
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.skirmish.lanes import Lane, lanes
from heraut.web.rooms.skirmish.pages import lines, queue
from heraut.web.views.game import common

LINES = 3
CROWD = 8
"""From so many characters on, the rows are drawn smaller."""


@require_safe
@needs(Action.WATCH)
def screen(request: HttpRequest, game: Game) -> HttpResponse:
    """Whoever opens it, the screen shows what a spectator sees: it hangs where all can read it."""
    watched = Game(game.row, game.history, Visitor(Role.SPECTATOR), (Visitor(Role.SPECTATOR),))
    spoken, view = language(), watched.view
    rows = lanes(view, (), spoken, official=False)
    return render(
        request,
        "skirmish/screen.html",
        {
            **common(watched),
            "sides": sides(view, rows),
            "queue": queue(view),
            "pools": view.due.pools if isinstance(view.due, Dice) else (),
            "lines": tuple(line for line in lines(watched, spoken) if line.sentences and not line.undone)[:LINES],
            "crowded": len(view.fighters) > CROWD,
        },
    )


def sides(view: FightView, rows: tuple[Lane, ...]) -> tuple[tuple[str, tuple[Lane, ...]], ...]:
    """The characters in sight, side by side, in the order of the roster."""
    known = {row.fighter.id: row for row in rows}
    named = dict.fromkeys(fighter.side for fighter in view.fighters)
    return tuple(
        (side, tuple(known[fighter.id] for fighter in view.fighters if fighter.side == side)) for side in named
    )
