"""The engine `tournament`: a SAGA or a Steamroller 2011 event from the first entry to the last place."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import Awaited, EngineId, Refusal, RulesVersion, Seat
from heraut.tournament.awaiting import awaits as _awaits
from heraut.tournament.commands import EventCommand
from heraut.tournament.decide import decide
from heraut.tournament.decide.clock import next_tick
from heraut.tournament.events import TournamentEvent
from heraut.tournament.evolve import evolve
from heraut.tournament.legal import legal
from heraut.tournament.remembered import remembered
from heraut.tournament.settings import SagaSettings, Settings, SteamrollerSettings, awards_of, settings_faults
from heraut.tournament.state import Player, State
from heraut.tournament.view import view

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

id = EngineId("tournament")
rules = RulesVersion("tournament/1")
settings = SagaSettings | SteamrollerSettings
commands = EventCommand
events = TournamentEvent


def start(settings: Settings, _rules: RulesVersion) -> State | Refusal:
    """An event with registration open; the players the settings name are registered."""
    refusal = settings_faults(settings)
    if refusal is not None:
        return refusal
    known = enumerate(settings.players.items(), start=1)
    players = {seat: Player(seat, name, number) for number, (seat, name) in known}
    return State(settings, players, tables=settings.tables, awards=awards_of(settings))


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the event waits for; nothing in it is secret."""
    return _awaited(state)


@remembered
def _awaited(state: State) -> tuple[Awaited, ...]:
    return _awaits(state)


@remembered
def seats(state: State) -> Mapping[Seat, str]:
    """Everybody entered, by name."""
    return {seat: player.name for seat, player in state.players.items()}
