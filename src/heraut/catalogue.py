"""
The literal list of what we ship: engines, questions, sheets. One line each, greppable, in order.

Entries are named by `module:attribute` and imported when asked for, so that one question loads one rule.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.kernel import AnyEngine

ENGINES: dict[str, str] = {
    # tournament
    "tournament": "heraut.tournament.engine",
    # match
    # campaign
    # skirmish
    "skirmish": "heraut.skirmish.engine",
}

QUESTIONS: dict[str, str] = {
    # dice
    "dice.pool": "heraut.ask.dice:POOL",
    # saga, steamroller, tournament
    "saga.points": "heraut.ask.tournament:SAGA_POINTS",
    "saga.band": "heraut.ask.tournament:SAGA_BAND",
    "steamroller.rounds": "heraut.ask.tournament:ROUNDS",
    "steamroller.timing": "heraut.ask.tournament:TIMING",
    "steamroller.variants": "heraut.ask.tournament:VARIANTS",
    "steamroller.destroyed": "heraut.ask.tournament:DESTROYED",
    # scenario
    # unit, battle, magic, band
    # campaign
    # skirmish
    "skirmish.slots": "heraut.ask.skirmish:SLOTS",
    "skirmish.pool": "heraut.ask.skirmish:POOL",
    "skirmish.move": "heraut.ask.skirmish:MOVE",
    "skirmish.defence": "heraut.ask.skirmish:DEFENCE",
    "skirmish.missile": "heraut.ask.skirmish:MISSILE",
    "skirmish.damage": "heraut.ask.skirmish:DAMAGE",
    "skirmish.critical": "heraut.ask.skirmish:CRITICAL",
    "skirmish.terror": "heraut.ask.skirmish:TERROR",
    "skirmish.tactics": "heraut.ask.skirmish:TACTICS",
    "skirmish.odds": "heraut.ask.skirmish:ODDS",
}

FINISHED_SHEETS: tuple[str, ...] = ("house", "saga-skirmish")
"""The sheets whose every clause must have a test or a stated exemption."""


def engine(id: str) -> AnyEngine:
    """The engine of that id; KeyError if we ship none."""
    found: AnyEngine = import_module(ENGINES[id])  # a module is an engine
    return found


def question(name: str) -> Any:
    """The question of that name; KeyError if we ship none."""
    module, _, attribute = QUESTIONS[name].partition(":")
    return getattr(import_module(module), attribute)
