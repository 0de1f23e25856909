"""Before you do it: what a command would bring about, as far as its sender may know."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from heraut.kernel import Command, Refusal, shown
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


def preview(game: Game, command: Command, posted: QueryDict, language: Language) -> Preview | Refusal:
    """
    What would happen now, up to the first event that opens a secret.

    What comes after an opening depends on what was sealed, so none of it is shown.
    """
    events = game.engine.decide(game.history.state, command)
    if isinstance(events, Refusal):
        return events
    open_events = []
    for event in events:
        if event.reveals:
            break
        open_events.append(shown(event, game.visitor.seat))
    known = room(game.engine.id).names(game, language)
    return Preview(
        say_command(command, language),
        tuple(say_event(event, language, known) for event in open_events if event is not None),
        len(open_events) < len(events),
        tuple((name, value) for name, values in posted.lists() if name not in OURS for value in map(str, values)),
    )
