"""
The engine `match`: one game at one table, from the opening roll to a signed result.

Everything on the table is public, so every viewer sees the same; either player or an official may keep the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import ORGANISER, REFEREE, Awaited, EngineId, Instant, Refusal, RulesVersion, Seat
from heraut.scenario.awaits import awaits as all_awaited
from heraut.scenario.commands import commands
from heraut.scenario.decide import decide
from heraut.scenario.events import events
from heraut.scenario.evolve import evolve
from heraut.scenario.legal import legal
from heraut.scenario.settings import Settings, arranged
from heraut.scenario.state import Game, RollingOff, State
from heraut.scenario.view import view

__all__ = [
    "awaits",
    "commands",
    "decide",
    "events",
    "evolve",
    "id",
    "legal",
    "next_tick",
    "rules",
    "seats",
    "settings",
    "start",
    "view",
]

id = EngineId("match")
rules = RulesVersion("match/1")
settings = Settings


def start(settings: Settings, rules: RulesVersion) -> State | Refusal:  # noqa: ARG001  # one version so far
    """A match with nothing rolled yet, or what is wrong with its settings."""
    scenario = arranged(settings)
    return scenario if isinstance(scenario, Refusal) else RollingOff(Game(settings, scenario))


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the match waits for: everything on the table is public."""
    return all_awaited(state)


def seats(state: State) -> Mapping[Seat, str]:
    """The two players and the officials."""
    return {**state.game.settings.players, ORGANISER: "Organisation", REFEREE: "Arbitre"}


def next_tick(state: State) -> Instant | None:  # noqa: ARG001  # the shape of every engine
    """No clock runs at a table: the round's is the event's."""
    return None
