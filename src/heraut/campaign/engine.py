"""The campaign engine: this module satisfies `heraut.kernel.engine.Engine`, and lists the subjects of the campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heraut.campaign import absence, letters, sequence
from heraut.campaign.absence import CloseStep, next_tick, stand_ins
from heraut.campaign.board import Board
from heraut.campaign.combats import concessions
from heraut.campaign.letters import AllowTelling
from heraut.campaign.musters import DescribeLord
from heraut.campaign.sequence import Followed, answers, carry_on
from heraut.campaign.settings import Settings, resolve
from heraut.campaign.state import Fighting, Finished, People, Setup, State
from heraut.campaign.view import view
from heraut.kernel.engine import ImpossibleEvent, Outcome, completer, deciders, dice, evolvers, speaker_refusal, union
from heraut.kernel.message import Awaited, Command, Event, Tick
from heraut.kernel.names import ORGANISER, EngineId, Instant, RulesVersion, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house

__all__ = [
    "awaits", "called", "commands", "complete", "decide", "events", "evolve", "id", "legal", "next_tick", "rules",
    "seats", "settings", "stand_ins", "start", "view",
]  # fmt: skip

SUBJECTS = (
    *sequence.SUBJECTS,
    dice(sequence.SUBJECTS, sequence.dice_due, lambda _state: house(HouseCode.WRONG_PHASE, "dice")),
    absence.SUBJECT,
    letters.SUBJECT,
)
_DECIDERS, _EVOLVERS = deciders(SUBJECTS), evolvers(SUBJECTS)
complete = completer(SUBJECTS)

id = EngineId("campaign")
rules = RulesVersion("campagne-saga-0.2.1/2")
settings = Settings
commands = union(_DECIDERS)
events = union(_EVOLVERS)


def start(settings: Settings, _rules: RulesVersion) -> State | Refusal:
    """The state before the first event: nobody owns anything yet [SC-SET-5, SC-SET-6]."""
    game = resolve(settings)
    if isinstance(game, Refusal):
        return game
    board = Board(stocks=dict.fromkeys(game.seats, settings.starting_pp))
    return State(game, board, Setup(), People({player.seat: player.name for player in settings.players}))


def decide(state: State, command: Command) -> Outcome:
    """What the command leads to, up to the next moment somebody is awaited, or why it is refused."""
    followed = advance(state, command)
    return followed if isinstance(followed, Refusal) else followed.events


def advance(state: State, command: Command) -> Followed | Refusal:
    """What `decide` tells, with the state it leads to, worked out once: for programs that look ahead."""
    if fault := speaker_refusal(command, state.game.seats, (ORGANISER,)):
        return fault
    if isinstance(state.phase, Finished) and not isinstance(command, DescribeLord | AllowTelling | Tick):
        return house(HouseCode.WRONG_PHASE, "finished")
    outcome = _DECIDERS[type(command)](state, command)
    if isinstance(outcome, Refusal):
        return outcome
    events = outcome
    for event in outcome:
        state = evolve(state, event)
    if not isinstance(command, letters.COMMANDS):
        state, followed = carry_on(state)
        events += followed
        at = getattr(command, "at", Instant(0))
        state, events = _and_then(state, events, absence.new_deadline(state, at))
    return Followed(*_and_then(state, events, letters.tell(state)))


def carried_out(state: State, command: Command) -> Followed:
    """The same for a program that knows the command to be legal; if it is refused, the fault is the program's."""
    followed = advance(state, command)
    if isinstance(followed, Refusal):
        raise AssertionError(f"{command} is refused: {followed}")
    return followed


def _and_then(state: State, events: tuple[Event, ...], more: Iterable[Event]) -> tuple[State, tuple[Event, ...]]:
    """These events come after the others, if there are any."""
    for event in more:
        state, events = evolve(state, event), (*events, event)
    return state, events


def evolve(state: State, event: Event) -> State:
    """The state after the event; whatever a subject trips over, the event is told with the phase it met."""
    try:
        return _EVOLVERS[type(event)](state, event)
    except (AttributeError, ImpossibleEvent, LookupError, StopIteration, TypeError, ValueError) as error:
        raise ImpossibleEvent(state.phase, event) from error


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Commands that would not be refused; for recruitment and results, a selection of them."""
    phase, asked = state.phase, sequence.awaits(state)
    for awaited in asked:
        if awaited.seat == seat:
            yield from answers(state, awaited)
    if (sealed := sequence.sealed(state, seat)) is not None:
        yield from answers(state, sealed)
    if seat == ORGANISER and any(awaited.seat in state.game.seats for awaited in asked):
        yield CloseStep()
    if isinstance(phase, Fighting):
        yield from concessions(phase, seat)


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the campaign waits for: that somebody has sealed is known to all, and what is not."""
    return sequence.awaits(state)


def seats(state: State) -> Mapping[Seat, str]:
    """The players, with the name each goes by."""
    return state.people.names


def called(_state: State) -> Mapping[str, str]:
    """Nothing: territories and their like have names in each language, which a shell knows."""
    return {}
