"""
The engine `match`: one game at one table, from the opening roll to a signed result.

Everything on the table is public, so every viewer sees the same; either player or an official may keep the sheet:
`seat` is who writes. Whose act it is follows from the step or the turn, except where a player speaks for themselves
(`ChooseRole`, `Concede`, `Sign`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from heraut.kernel.engine import (
    ImpossibleEvent,
    Outcome,
    Subject,
    completer,
    deciders,
    dice,
    evolvers,
    speaker_refusal,
    union,
)
from heraut.kernel.message import Awaited, Command, Event, rolls
from heraut.kernel.names import FATE, OFFICIALS, EngineId, RulesVersion, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario import (
    clock,
    deployment,
    disputes,
    ending,
    markers,
    placement,
    records,
    roles,
    setup,
    signing,
    turns,
)
from heraut.scenario.arrangement import arranged
from heraut.scenario.clock import next_tick
from heraut.scenario.settings import Settings
from heraut.scenario.state import (
    Counting,
    Match,
    PlayingTurns,
    RollingOff,
    SettingUp,
    Signing,
    State,
    dice_due,
    wrong_phase,
)
from heraut.scenario.units import bad_unit_ids
from heraut.scenario.view import view

__all__ = [
    "awaits", "called", "commands", "complete", "decide", "events", "evolve", "id", "legal", "next_tick", "rules",
    "seats", "settings", "stand_ins", "start", "view",
]  # fmt: skip


_SUBJECTS: tuple[Subject[State], ...] = (
    roles.SUBJECT,
    setup.SUBJECT,
    placement.SUBJECT,
    deployment.SUBJECT,
    turns.SUBJECT,
    markers.SUBJECT,
    disputes.SUBJECT,
    ending.SUBJECT,
    signing.SUBJECT,
    clock.SUBJECT,
    records.SUBJECT,
)
SUBJECTS = (dice(_SUBJECTS, dice_due, wrong_phase), *_SUBJECTS)
_DECIDERS, _EVOLVERS = deciders(SUBJECTS), evolvers(SUBJECTS)
complete = completer(SUBJECTS)

id = EngineId("match")
rules = RulesVersion("match/3")
settings = Settings
commands = union(_DECIDERS)
events = union(_EVOLVERS)


def start(settings: Settings, _rules: RulesVersion) -> State | Refusal:
    """A match with nothing rolled yet, or what is wrong with its settings."""
    scenario = arranged(settings)
    return scenario if isinstance(scenario, Refusal) else RollingOff(Match(settings, scenario))


def decide(state: State, command: Command) -> Outcome:
    """What may happen: who speaks, of which units, then the rule of the command."""
    fault = speaker_refusal(command, state.game.players) or bad_unit_ids(command)
    if fault is not None:
        return fault
    outcome = _DECIDERS[type(command)](state, command)
    if isinstance(outcome, Refusal) or not outcome:
        return outcome
    return *outcome, *_following(reduce(evolve, outcome, state))


def _following(state: State) -> Iterator[Event]:
    """What comes by itself, each on the state the last one left: ends of steps, the game's beginning, the end of it."""
    while (event := _next(state)) is not None:
        yield event
        state = evolve(state, event)


def _next(state: State) -> Event | None:
    match state:
        case SettingUp():
            return setup.following(state)
        case PlayingTurns():
            return ending.following(state)
        case Counting():
            return ending.stands_at_once(state)
        case _:
            return None


def evolve(state: State, event: Event) -> State:
    """What has happened."""
    change = _EVOLVERS.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Commands the seat may send, a few of every kind that is open; for FATE, everything that could come up."""
    if seat == FATE:
        due = dice_due(state)
        return rolls(due.chance) if due and due.chance else iter(())
    if seat not in (*state.game.players, *OFFICIALS):
        return iter(())
    tried = (command for subject in _SUBJECTS for command in subject.tries(state, seat))
    return (command for command in tried if not isinstance(decide(state, command), Refusal))


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What is awaited now, and from whom; nothing once the result is settled."""
    due = dice_due(state)
    if due is not None:
        return (due,)
    match state:
        case RollingOff():
            return roles.awaited(state)
        case SettingUp():
            return setup.awaited(state)
        case PlayingTurns():
            return turns.awaited(state)
        case Counting():
            return signing.count_awaited(state)
        case Signing():
            return signing.signature_awaited(state)


def seats(state: State) -> Mapping[Seat, str]:
    """The two players."""
    return state.game.settings.players


def stand_ins(_state: State) -> Mapping[Seat, Seat]:
    """Nobody: a match is over before anybody has to be stood in for."""
    return {}


def called(state: State) -> Mapping[str, str]:
    """In Steamroller a player's turn is a sequence; what stands on a table is told by name in its events."""
    return state.game.rules.CALLED
