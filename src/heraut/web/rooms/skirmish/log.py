"""The log of a fight in words, and who is called how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext
from msgspec import structs

from heraut.kernel import ORGANISER, Event, Outline
from heraut.skirmish.announcements import Announced, AnnouncementPlanned
from heraut.skirmish.effects import EffectGained
from heraut.skirmish.engine import Unseen
from heraut.skirmish.procedure import Asked, Ended
from heraut.skirmish.turn import ReactionRead
from heraut.speech import Language, phrase, say_event
from heraut.web import sentences
from heraut.web.game import Game
from heraut.web.sentences import Line

NOISE = (Asked, Ended, ReactionRead)
"""What is only awaited, or was said already by the dice."""
LINES = 30


def names(game: Game, spoken: Language) -> Mapping[str, str]:
    """The seats by name; the game master's in the visitor's language."""
    return {**sentences.names(game, spoken), ORGANISER: phrase(spoken, "words", "seat-game-master")}


def lines(game: Game, spoken: Language) -> tuple[Line, ...]:
    """The newest of the log: what is only awaited is left out, what others do not know is marked."""
    known = names(game, spoken)
    told = (
        replace(line, sentences=tuple(_said(event, spoken, known) for event in _together(raw.events)))
        for line, raw in zip(sentences.log(game, spoken, LINES), game.log, strict=False)
    )
    return tuple(line for line in told if line.sentences)


def _together(events: Iterable[Event | Outline]) -> Iterator[Event | Outline]:
    """What there is to tell; neighbours who announce the same are told in one sentence."""
    for same, group in groupby((event for event in events if not is_noise(event)), key=_announcement):
        told = list(group)
        if same is None:
            yield from told
        else:
            yield structs.replace(told[0], who=", ".join(str(getattr(event, "who", "")) for event in told))


def _announcement(event: Event | Outline) -> tuple[object, ...] | None:
    """What an announcement says, whoever makes it; None for anything else."""
    match event:
        case Announced(actions=actions, segments=segments):
            return (Announced, actions, segments)
        case AnnouncementPlanned(seat=seat, actions=actions):
            return (AnnouncementPlanned, seat, actions)
        case _:
            return None


def is_noise(event: Event | Outline) -> bool:
    """Whether the log does without it."""
    told = event.event if isinstance(event, Unseen) else event
    return isinstance(told, NOISE) or (isinstance(told, EffectGained) and told.code == "declared")


def _said(event: Event | Outline, spoken: Language, known: Mapping[str, str]) -> str:
    if isinstance(event, Unseen):
        return f"({gettext('caché')}) {say_event(event.event, spoken, known)}"
    return say_event(event, spoken, known)
