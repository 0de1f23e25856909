"""The engine `tournament`: an event of any of our formats from the first entry to the last place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heraut.kernel import FATE, Awaited, Command, EngineId, Event, ImpossibleEvent, Refusal, RulesVersion, Seat, rolls
from heraut.kernel.engine import Outcome, Subject, deciders, evolvers, union
from heraut.tournament import (
    awards,
    changes,
    clocks,
    dice,
    ending,
    entries,
    lists,
    officials,
    planning,
    results,
    rounds,
    turns,
)
from heraut.tournament import (
    legal as options,
)
from heraut.tournament.cache import remembered
from heraut.tournament.clocks import next_tick
from heraut.tournament.command import speaker_refusal
from heraut.tournament.dice import NumbersDrawn, chance_of
from heraut.tournament.ending import EventEnded, PlacesSettled
from heraut.tournament.entries import PlayerDisqualified, names_apart
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.officials import PlayerPenalised
from heraut.tournament.results import ResultCorrected, ResultSettled
from heraut.tournament.standings.event import ranked
from heraut.tournament.state import Over, Player, State
from heraut.tournament.view import view

__all__ = [
    "awaits",
    "called",
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
    "stand_ins",
    "start",
    "view",
]

SUBJECTS: tuple[Subject[State], ...] = (
    entries.SUBJECT,
    lists.SUBJECT,
    planning.SUBJECT,
    rounds.SUBJECT,
    clocks.SUBJECT,
    turns.SUBJECT,
    results.SUBJECT,
    ending.SUBJECT,
    officials.SUBJECT,
    awards.SUBJECT,
    changes.SUBJECT,
    dice.SUBJECT,
)

_DECIDERS, _EVOLVERS = deciders(SUBJECTS), evolvers(SUBJECTS)

id = EngineId("tournament")
rules = RulesVersion("tournament/2")
settings = AnySettings
commands = union(_DECIDERS)
events = union(_EVOLVERS)


def start(settings: Format, _rules: RulesVersion) -> State | Refusal:
    """An event with registration open; the players the settings name are registered."""
    refusal = settings.refusal()
    if refusal is not None:
        return refusal
    known = enumerate(settings.players.items(), start=1)
    players = {seat: Player(seat, name, number) for number, (seat, name) in known}
    return State(settings, players, tables=settings.tables, awards=settings.opening_awards())


def decide(state: State, command: Command) -> Outcome:
    """The events a command leads to, or why it cannot be."""
    refusal = speaker_refusal(state, command)
    if refusal is not None:
        return refusal
    outcome = _DECIDERS[type(command)](state, command)
    return outcome if isinstance(outcome, Refusal) else (*outcome, *_places(state, outcome))


_MOVING = (EventEnded, ResultSettled, ResultCorrected, PlayerPenalised, PlayerDisqualified, NumbersDrawn)
"""What may change a place in an event that is over."""


def _places(state: State, outcome: tuple[Event, ...]) -> tuple[PlacesSettled, ...]:
    """The final ranking, where these events end the event or move a place after its end."""
    if not any(isinstance(event, _MOVING) for event in outcome):
        return ()
    for event in outcome:
        state = evolve(state, event)
    places = {row.id: row.rank for row in ranked(state)} if isinstance(state.stage, Over) else {}
    return (PlacesSettled(places=places),) if list(places.items()) != list(state.places.items()) else ()


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    change = _EVOLVERS.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def legal(state: State, seat: Seat) -> Iterable[Command]:
    """Every listed command that would not be refused; for FATE, everything the dice could show."""
    if seat == FATE:
        return iter(()) if state.due is None else rolls(chance_of(state, state.due))
    return (one for one in options.candidates(state, seat) if not isinstance(decide(state, one), Refusal))


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the event waits for; nothing in it is secret."""
    return _awaited(state)


@remembered
def _awaited(state: State) -> tuple[Awaited, ...]:
    return options.awaits(state)


def stand_ins(state: State) -> Mapping[Seat, Seat]:  # noqa: ARG001  # the shape of every engine
    """Nobody: a result is reported by the players or by an official."""
    return {}


def called(state: State) -> Mapping[str, str]:  # noqa: ARG001  # the shape of every engine
    """Nothing: people are named, and they have seats."""
    return {}


@remembered
def seats(state: State) -> Mapping[Seat, str]:
    """Everybody entered, by name; two of one name by what tells them apart [HOUSE-ENTRY-2]."""
    return names_apart(state)
