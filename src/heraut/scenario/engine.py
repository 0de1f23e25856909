"""
The engine `match`: one game at one table, from the opening roll to a signed result.

Everything on the table is public, so every viewer sees the same; either player or an official may keep the sheet:
`seat` is who writes. Whose act it is follows from the step or the turn, except where a player speaks for themselves
(`ChooseRole`, `Concede`, `Sign`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from heraut.kernel import (
    CLOCK,
    FATE,
    OFFICIALS,
    ORGANISER,
    REFEREE,
    Awaited,
    ClauseId,
    Command,
    EngineId,
    Event,
    HouseCode,
    Instant,
    Refusal,
    Roll,
    RulesVersion,
    Seat,
    Tick,
    house,
    rolls,
)
from heraut.kernel.engine import Outcome, Subject, deciders, evolvers, on, union
from heraut.scenario import (
    bonuses,
    clock,
    deployment,
    disputes,
    ending,
    losses,
    luck,
    placement,
    roles,
    signing,
    steps,
    turns,
)
from heraut.scenario.phases import chance, wrong_phase
from heraut.scenario.roles import TakeEdge
from heraut.scenario.settings import Settings, arranged
from heraut.scenario.state import Counting, Game, Playing, RollingOff, SettingUp, Signing, State
from heraut.scenario.steps import EndStep, SkipSetup
from heraut.scenario.unit_ids import bad_unit_ids
from heraut.scenario.unscored import completed
from heraut.scenario.view import view

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


def _roll(state: State, command: Roll) -> Outcome:
    match state:
        case RollingOff():
            return roles.roll_off(state, command)
        case SettingUp():
            return steps.draw(state, command)
        case Playing():
            return turns.roll(state, command)
        case _:
            return wrong_phase(state)


DICE: Subject[State] = Subject(decides=(on(Roll, _roll),))
SUBJECTS: tuple[Subject[State], ...] = (
    DICE,
    roles.SUBJECT,
    placement.SUBJECT,
    steps.SUBJECT,
    deployment.SUBJECT,
    turns.SUBJECT,
    disputes.SUBJECT,
    ending.SUBJECT,
    signing.SUBJECT,
    bonuses.SUBJECT,
    luck.SUBJECT,
    losses.SUBJECT,
    clock.SUBJECT,
)
_DECIDE, _EVOLVE = deciders(SUBJECTS), evolvers(SUBJECTS)

id = EngineId("match")
rules = RulesVersion("match/3")
settings = Settings
commands = union(_DECIDE)
events = union(_EVOLVE)


def start(settings: Settings, rules: RulesVersion) -> State | Refusal:  # noqa: ARG001  # one version so far
    """A match with nothing rolled yet, or what is wrong with its settings."""
    scenario = arranged(settings)
    return scenario if isinstance(scenario, Refusal) else RollingOff(Game(settings, scenario))


def decide(state: State, command: Command) -> Outcome:
    """What may happen: who speaks, then the rule of the command."""
    match command:
        case Roll():
            speakers: tuple[Seat, ...] = (FATE,)
        case Tick():
            speakers = (CLOCK,)
        case _:
            speakers = (*state.game.players, *OFFICIALS)
    if command.seat not in speakers:
        return house(HouseCode.UNKNOWN_SEAT, command.seat)
    if (fault := bad_unit_ids(command)) is not None:
        return fault
    return _DECIDE[type(command)](state, command)


def evolve(state: State, event: Event) -> State:
    """What has happened."""
    return _EVOLVE[type(event)](state, completed(state, event))


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Commands the seat may send, a few of every kind that is open; for FATE, everything that could come up."""
    due = chance(state)
    if seat == FATE:
        return rolls(due) if due is not None else iter(())
    if seat not in (*state.game.players, *OFFICIALS):
        return iter(())
    return (command for command in _tries(state, seat) if not isinstance(decide(state, command), Refusal))


def _tries(state: State, seat: Seat) -> Iterator[Command]:
    match state:
        case RollingOff():
            yield from roles.tries(state, seat)
        case SettingUp():
            yield from (SkipSetup(seat), TakeEdge(seat, "near"), EndStep(seat))
            yield from placement.tries(state, seat)
            yield from deployment.tries(state, seat)
        case Playing():
            yield from turns.tries(state, seat)
            yield from clock.tries(seat)
        case Counting():
            yield from signing.count_tries(state, seat)
        case Signing():
            yield from signing.sign_tries(state, seat)
            yield from bonuses.tries(state, seat)
    yield from losses.tries(state, seat)


def awaits(state: State, viewer: Seat | None) -> tuple[Awaited, ...]:  # noqa: ARG001  # all of it is public
    """What is awaited now, and from whom; nothing once the result is settled."""
    due = chance(state)
    if due is not None:
        code, clause = _dice_awaited(state)
        return (Awaited(FATE, code, clause, chance=due),)
    match state:
        case RollingOff():
            return roles.awaited(state)
        case SettingUp():
            return steps.awaited(state)
        case Playing():
            return turns.awaited(state)
        case Counting():
            return signing.count_awaited(state)
        case Signing():
            return signing.signature_awaited(state)


def _dice_awaited(state: State) -> tuple[str, ClauseId]:
    match state:
        case SettingUp():
            return "match-draw", steps.current(state).clause
        case Playing():
            return turns.dice_awaited(state)
        case _:
            return "match-roll", roles.ROLES


def seats(state: State) -> Mapping[Seat, str]:
    """The two players and the officials."""
    return {**state.game.settings.players, ORGANISER: "Organisation", REFEREE: "Arbitre"}


def stand_ins(state: State) -> Mapping[Seat, Seat]:  # noqa: ARG001  # the shape of every engine
    """Nobody: a match is over before anybody has to be stood in for."""
    return {}


def called(state: State) -> Mapping[str, str]:  # noqa: ARG001  # the shape of every engine
    """Nothing: what stands on a table is told by name in its events."""
    return {}


def next_tick(state: State) -> Instant | None:
    """When the clock of a match of no event runs out: the round's is the event's."""
    return clock.next_tick(state)
