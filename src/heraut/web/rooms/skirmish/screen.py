"""The screen of the table: the fight as anybody may see it, readable from across the room, following by itself."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.skirmish.view import FightView
from heraut.web.access import Action, Role, Visitor
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.skirmish.characters.pages import shown
from heraut.web.rooms.skirmish.dice import due
from heraut.web.rooms.skirmish.lanes import Lane, lanes, queue
from heraut.web.rooms.skirmish.pages import lines
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
    rows = lanes(view, (), spoken)
    return render(
        request,
        "skirmish/screen.html",
        {
            **common(watched),
            "sides": sides(view, rows),
            "queue": queue(view),
            "due": due(view, spoken),
            "lines": tuple(line for line in lines(watched, spoken) if line.sentences and not line.undone)[:LINES],
            "crowded": len(view.fighters) > CROWD,
        },
    )


@require_safe
@needs(Action.WATCH)
def sheet(request: HttpRequest, game: Game, who: str) -> HttpResponse:
    """The sheet of a character as he is now, for whoever plays him and the game master."""
    fighter = next((one for one in game.view.fighters if one.id == who and one.own is not None), None)
    if fighter is None:
        raise Http404(who)
    context = {**common(game), **shown(fighter.own.sheet, fighter.wounds, fighter.fatigue), "title": fighter.id}
    return render(request, "skirmish/characters/show.html", context)


def sides(view: FightView, rows: tuple[Lane, ...]) -> tuple[tuple[str, tuple[Lane, ...]], ...]:
    """The characters in sight, side by side, in the order of the roster."""
    known = {row.fighter.id: row for row in rows}
    named = dict.fromkeys(fighter.side for fighter in view.fighters)
    return tuple(
        (side, tuple(known[fighter.id] for fighter in view.fighters if fighter.side == side)) for side in named
    )
