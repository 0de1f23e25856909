"""Before you do it: what a command would bring about, as far as its sender may know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import takewhile

from django.http import QueryDict

from heraut.kernel import Command, Event, Outline, Refusal, shown
from heraut.speech import Language, say_command, say_event
from heraut.web.game import Game
from heraut.web.rooms import room

OURS = ("csrfmiddlewaretoken", "command_id", "moment")


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences in sentences, and the form that goes through with it."""

    label: str
    sentences: tuple[str, ...]
    reveals: bool
    """Whether something sealed would be opened: what, nobody is told beforehand."""
    fields: tuple[tuple[str, str], ...]


def events(game: Game, *commands: Command) -> tuple[tuple[Event | Outline, ...], bool] | Refusal:
    """
    What would happen now as far as the visitor may know it, up to the first event that opens a secret.

    What comes after an opening depends on what was sealed, so none of it is shown; whether there is such a one is.
    Of several commands each follows the one before, and the first that would be refused ends it.
    """
    state = game.history.state
    coming: list[Event] = []
    for command in commands:
        outcome = game.engine.decide(state, command)
        if isinstance(outcome, Refusal):
            return outcome
        coming += outcome
        state = reduce(game.engine.evolve, outcome, state)
    before = tuple(takewhile(lambda event: not event.reveals, coming))
    known = (shown(event, game.visitor.seat) for event in before)
    return tuple(event for event in known if event is not None), len(before) < len(coming)


def preview(game: Game, command: Command, posted: QueryDict, language: Language) -> Preview | Refusal:
    """The same in sentences."""
    coming = events(game, command)
    if isinstance(coming, Refusal):
        return coming
    known_events, reveals = coming
    names = room(game.engine.id).names(game, language)
    return Preview(
        say_command(command, language),
        tuple(say_event(event, language, names) for event in known_events),
        reveals,
        tuple((name, value) for name, values in posted.lists() if name not in OURS for value in map(str, values)),
    )
