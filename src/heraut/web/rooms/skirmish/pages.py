"""The tracker, the screen of the table, a character's sheet: all from the visitor's view and legal commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from heraut.kernel import ORGANISER, Event, Outline
from heraut.skirmish.answers import Asked, Ended
from heraut.skirmish.effects import EffectGained
from heraut.skirmish.engine import Unseen
from heraut.skirmish.need import Decision, Ruling
from heraut.skirmish.state import Step
from heraut.skirmish.turn import EndFight, ReactionRead
from heraut.skirmish.view import FightView
from heraut.speech import Language, say_event
from heraut.web import sentences
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action, Role, Visitor
from heraut.web.rooms.skirmish.characters import shown
from heraut.web.rooms.skirmish.lanes import Lane, due, effect_words, lanes, queue
from heraut.web.rooms.skirmish.taps import taps
from heraut.web.sentences import Line, Waiting, room_words
from heraut.web.views.game import common

NOISE = (Asked, Ended, ReactionRead)
"""What is only awaited, or was said already by the dice."""
LINES = 30
NEXT = 3
"""So many of those who act next have their attacks on the game master's page."""
FEW = 3
"""So many pairs of opponents are shown at once; more are folded away."""


def moment(game: Game) -> str:
    """The turn and the segment its page shows."""
    return f"{game.view.turn}-{game.view.segment}"


def context(game: Game) -> Mapping[str, Any]:
    """The tracker."""
    spoken, view = language(), game.view
    later = [one.id for one in queue(view)[NEXT:]] if game.visitor.official else ()
    found = taps(game, spoken, later)
    told = lines(game, spoken)
    rows = lanes(view, found, spoken)
    return {
        "waiting": waiting(game, spoken),
        "proceeds": view.step is not Step.ACTING or not queue(view),
        "lanes": rows,
        "lead": next((row for row in rows if row.lead), None),
        "taps": tuple(one for one in found if not one.who and one.type != EndFight.__name__),
        "closing": tuple(one for one in found if one.type == EndFight.__name__),
        "queue": queue(view),
        "report": [(who, effect_words(effect, room_words("skirmish", spoken))) for who, effect in view.report],
        "few_orders": len(view.orders) <= FEW,
        "due": due(view, spoken),
        "decision": view.due if isinstance(view.due, Decision) else None,
        "ruling": view.due if isinstance(view.due, Ruling) and game.visitor.official else None,
        "lines": told,
        "last": next((line for line in told if line.may_undo), None),
        "master": game.visitor.seat == ORGANISER,
    }


def names(game: Game, spoken: Language) -> Mapping[str, str]:
    """The seats by name; the game master's in the visitor's language."""
    return {**sentences.names(game, spoken), ORGANISER: gettext("Le meneur")}


def waiting(game: Game, spoken: Language) -> tuple[Waiting, ...]:
    """What is awaited first, for the game master; of the visitor, for a player. The rest is on the page."""
    if game.visitor.official and game.awaits:
        ahead = {one.id for one in queue(game.view)[:1]}
        first = next((one for one in game.awaits if one.subject in ahead), game.awaits[0])
        place = [one for one in game.awaits if one.seat == first.seat].index(first)
        return sentences.waiting(game, spoken, names(game, spoken), of={first.seat})[place : place + 1]
    found = sentences.waiting(game, spoken, names(game, spoken))
    return tuple(one for one in found if one.yours)[:2] or found[:1]


def lines(game: Game, spoken: Language) -> tuple[Line, ...]:
    """The newest of the log: what is only awaited is left out, what others do not know is marked."""
    known = names(game, spoken)
    told = (
        replace(line, sentences=tuple(_said(event, spoken, known) for event in raw.events if not _is_noise(event)))
        for line, raw in zip(sentences.log(game, spoken, LINES), game.log, strict=False)
    )
    return tuple(line for line in told if line.sentences)


def _is_noise(event: Event | Outline) -> bool:
    told = event.event if isinstance(event, Unseen) else event
    return isinstance(told, NOISE) or (isinstance(told, EffectGained) and told.code == "declared")


def _said(event: Event | Outline, spoken: Language, known: Mapping[str, str]) -> str:
    if isinstance(event, Unseen):
        return f"({gettext('caché')}) {say_event(event.event, spoken, known)}"
    return say_event(event, spoken, known)


SCREEN_LINES = 3
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
            "lines": [line for line in lines(watched, spoken) if line.sentences and not line.undone][:SCREEN_LINES],
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
