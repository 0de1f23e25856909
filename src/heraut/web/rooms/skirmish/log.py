"""The log of a fight in words, and who is called how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext

from heraut.kernel import ORGANISER, Event, Outline
from heraut.skirmish.answers import Asked, Ended
from heraut.skirmish.effects import EffectGained
from heraut.skirmish.engine import Unseen
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
        replace(line, sentences=tuple(_said(event, spoken, known) for event in raw.events if not is_noise(event)))
        for line, raw in zip(sentences.log(game, spoken, LINES), game.log, strict=False)
    )
    return tuple(line for line in told if line.sentences)


def is_noise(event: Event | Outline) -> bool:
    """Whether the log does without it."""
    told = event.event if isinstance(event, Unseen) else event
    return isinstance(told, NOISE) or (isinstance(told, EffectGained) and told.code == "declared")


def _said(event: Event | Outline, spoken: Language, known: Mapping[str, str]) -> str:
    if isinstance(event, Unseen):
        return f"({gettext('caché')}) {say_event(event.event, spoken, known)}"
    return say_event(event, spoken, known)
