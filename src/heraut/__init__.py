"""
Héraut runs organised tabletop play: tournaments, matches, campaigns and skirmishes.

These names are for scripts and other programs and stay as they are; `docs/library.md` shows each at work. Everything
below (`heraut.kernel`, `heraut.campaign` …) is private and moves. A name is imported when it is first used, so that
`import heraut` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from heraut.ask.question import Answer
    from heraut.dice import Law
    from heraut.kernel.codec import Malformed
    from heraut.kernel.codec import to_plain as plain
    from heraut.kernel.message import Awaited, Command, Event
    from heraut.kernel.names import FATE, ORGANISER
    from heraut.kernel.refusal import Reason, Refusal
    from heraut.library.game import Game, Step, replay, sample
    from heraut.library.questions import (
        Refused,
        answer,
        check_lists,
        odds,
        pair,
        price_band,
        prove,
        questions,
        rank,
        roll,
    )
    from heraut.library.reading import clause, coat_of_arms, say, scenario_diagram, tables

__all__ = [
    "FATE",
    "ORGANISER",
    "Answer",
    "Awaited",
    "Command",
    "Event",
    "Game",
    "Law",
    "Malformed",
    "Reason",
    "Refusal",
    "Refused",
    "Step",
    "answer",
    "check_lists",
    "clause",
    "coat_of_arms",
    "odds",
    "pair",
    "plain",
    "price_band",
    "prove",
    "questions",
    "rank",
    "replay",
    "roll",
    "sample",
    "say",
    "scenario_diagram",
    "tables",
]

_PLACES = {
    "heraut.ask.question": ("Answer",),
    "heraut.dice": ("Law",),
    "heraut.kernel.codec": ("Malformed",),
    "heraut.kernel.message": ("Awaited", "Command", "Event"),
    "heraut.kernel.names": ("FATE", "ORGANISER"),
    "heraut.kernel.refusal": ("Reason", "Refusal"),
    "heraut.library.game": ("Game", "Step", "replay", "sample"),
    "heraut.library.questions": (
        "Refused", "answer", "check_lists", "odds", "pair", "price_band", "prove", "questions", "rank", "roll",
    ),
    "heraut.library.reading": ("clause", "coat_of_arms", "say", "scenario_diagram", "tables"),
}  # fmt: skip
_PLACE = {name: (module, name) for module, names in _PLACES.items() for name in names}
_PLACE["plain"] = ("heraut.kernel.codec", "to_plain")


def __getattr__(name: str) -> object:
    if name not in _PLACE:
        raise AttributeError(f"module 'heraut' has no attribute {name!r}")
    module, own = _PLACE[name]
    found: object = getattr(import_module(module), own)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
