"""
The engine `match`: one game at one table, from the opening roll to a signed result.

Everything on the table is public, so every viewer sees the same; either player or an official may keep the sheet:
`seat` is who writes. Whose act it is follows from the step or the turn, except where a player speaks for themselves
(`ChooseRole`, `Concede`, `Sign`). Dice go to the rule they are due for: the opening roll, the lots of the set-up, those
of the turn under way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from heraut.kernel.engine import ImpossibleEvent, Outcome, Subject, completer, deciders, evolvers, on, union
from heraut.kernel.message import Awaited, Command, Event, Roll, Tick, rolls
from heraut.kernel.names import CLOCK, FATE, MOST_ID, OFFICIALS, EngineId, RulesVersion, Seat, is_id
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.rulesets.editions import current
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
from heraut.scenario.deployment import Deployed, DeployUnits
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.facts import ScoringUnit
from heraut.scenario.markers import ClaimMarker
from heraut.scenario.roles import TakeEdge
from heraut.scenario.settings import Settings
from heraut.scenario.setup import EndStep, SkipSetup
from heraut.scenario.signing import SweepEdges
from heraut.scenario.state import (
    Counting,
    Match,
    PlayingTurns,
    RollingOff,
    SettingUp,
    Signing,
    State,
    dice_due,
    during,
    wrong_phase,
)
from heraut.scenario.turns import EndTurn
from heraut.scenario.view import view

__all__ = [
    "awaits", "called", "commands", "complete", "decide", "events", "evolve", "id", "legal", "next_tick", "rules",
    "seats", "settings", "stand_ins", "start", "view",
]  # fmt: skip


def roll(state: State, command: Roll) -> Outcome:
    """Take the dice for whatever they are due for."""
    due = dice_due(state)
    if due is None or due.chance is None:
        return wrong_phase(state)
    return due.chance.refusal(command.faces) or _RULES[due.code](state, command)


_RULES: Mapping[str, Callable[[State, Roll], Outcome]] = {
    "match-roll": during(RollingOff, roles.roll_off),
    "match-draw": during(SettingUp, setup.draw),
    "match-defence": during(PlayingTurns, markers.defend),
    "match-length": during(PlayingTurns, turns.roll_length),
    "match-removal": during(PlayingTurns, turns.remove_flag),
}
"""What dice are for, by what is awaited of them."""


DICE = Subject[State](decides=(on(Roll, roll),))


SUBJECTS: tuple[Subject[State], ...] = (
    DICE,
    roles.SUBJECT,
    setup.SUBJECT,
    placement.SUBJECT,
    deployment.SUBJECT,
    markers.SUBJECT,
    turns.SUBJECT,
    disputes.SUBJECT,
    ending.SUBJECT,
    signing.SUBJECT,
    records.SUBJECT,
    clock.SUBJECT,
)
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
    if (fault := _bad_unit_ids(command)) is not None:
        return fault
    outcome = _DECIDERS[type(command)](state, command)
    return outcome if isinstance(outcome, Refusal) else (*outcome, *_following(state, outcome))


def _following(state: State, outcome: tuple[Event, ...]) -> tuple[Event, ...]:
    """What comes by itself after these events: the ends of steps, the beginning of the game, the end of play."""
    for event in outcome:
        state = evolve(state, event)
    match state:
        case SettingUp() if outcome:
            return tuple(setup.following(state))
        case PlayingTurns() if outcome:
            return ending.following(state)
        case _:
            return ()


def _bad_unit_ids(command: Command) -> Refusal | None:
    """
    Every id that is none, or stands twice among the units of one moment [HOUSE-NAME-2].

    What people call a unit is its name; matches before edition 3 are not asked.
    """
    if current() < 3:
        return None
    return together(tuple(fault for units in _moments(command) for fault in _id_faults(units)))


def _moments(command: Command) -> Iterator[Iterable[ScoringUnit | Deployed]]:
    """The units a command tells of, moment by moment."""
    match command:
        case DeployUnits(units=units):
            yield units
        case ClaimMarker(units=standing) | SweepEdges(units=standing):
            yield standing
        case EndTurn(facts=facts) | CorrectTurn(facts=facts):
            yield facts.units or ()
            yield from (claim.units for claim in facts.claims)


def _id_faults(units: Iterable[ScoringUnit | Deployed]) -> Iterator[Refusal]:
    seen: set[str] = set()
    for unit in units:
        if not is_id(unit.id):
            yield house(HouseCode.NOT_AN_ID, unit.id, allowed=MOST_ID)
        elif unit.id in seen:
            yield house(HouseCode.SAME_ID_TWICE, unit.id)
        seen.add(unit.id)


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
    return (command for command in _tries(state, seat) if not isinstance(decide(state, command), Refusal))


def _tries(state: State, seat: Seat) -> Iterator[Command]:
    match state:
        case RollingOff():
            yield from roles.tries(state, seat)
        case SettingUp():
            yield from (SkipSetup(seat), TakeEdge(seat, "near"), EndStep(seat))
            yield from placement.tries(state, seat)
            yield from deployment.tries(state, seat)
        case PlayingTurns():
            yield from turns.tries(state, seat)
            yield from clock.tries(seat)
        case Counting():
            yield from signing.count_tries(state, seat)
        case Signing():
            yield from signing.sign_tries(state, seat)
    yield from records.tries(state, seat)


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
    return {"{turn}": "sequence"} if state.game.scenario.source == "steamroller_2011" else {}
