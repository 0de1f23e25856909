"""
The engine `tournament`: an event of any of our formats from the first entry to the last place.

What is awaited is told to everybody, so it says nothing that is secret. Of the commands somebody may try, those that
need nobody's own words are listed; reports, lists and bands are listed by example, so that a program can play an event
through. Registrations, rulings, sanctions and corrections need words of one's own and are not listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from heraut.kernel.engine import ImpossibleEvent, Outcome, Subject, completer, deciders, dice, evolvers, union
from heraut.kernel.message import Awaited, Chance, Command, Event, rolls
from heraut.kernel.names import FATE, OFFICIALS, ORGANISER, REFEREE, EngineId, RulesVersion, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament import (
    awards,
    clocks,
    draw,
    entries,
    lists,
    officials,
    planning,
    repairs,
    results,
    rounds,
    turns,
    votes,
)
from heraut.tournament.award import usual_awards
from heraut.tournament.clauses import NO_CLAUSE
from heraut.tournament.clocks import next_tick
from heraut.tournament.command import not_now, seat_refusal
from heraut.tournament.format import Format
from heraut.tournament.formats import FORMATS, AnySettings
from heraut.tournament.lots import AWAITED, Lot
from heraut.tournament.pairing.event import contestants
from heraut.tournament.standings.event import ranked
from heraut.tournament.state import (
    BetweenRounds,
    DueDice,
    Entering,
    Over,
    Player,
    PlayerStatus,
    PlayingRound,
    Round,
    State,
    Table,
    remembered,
)
from heraut.tournament.view import view

SEED_SIDES = 2**32


def awaited_dice(state: State) -> Awaited | None:
    """What is said to everybody about the dice that are due: what for, never what they showed; officials type them."""
    due = state.due
    if due is None:
        return None
    clause = state.settings.clauses.dice.get(due.lot, NO_CLAUSE)
    return Awaited(FATE, AWAITED[due.lot], clause, chance=chance_of(state, due), subject=due.round or None)


def chance_of(state: State, due: DueDice) -> Chance:
    """The dice that are due."""
    drawn = state.settings.clock.drawn
    if due.lot is Lot.LENGTH and drawn is not None:
        return Chance((drawn.sides,))
    return Chance(state.settings.scenario_dice if due.lot is Lot.SCENARIO else (SEED_SIDES,))


__all__ = [
    "awaits", "called", "commands", "complete", "decide", "events", "evolve", "id", "legal", "next_tick", "rules",
    "seats", "settings", "stand_ins", "start", "view",
]  # fmt: skip

_OF_FORMATS: tuple[Subject[State], ...] = tuple(subject for format in FORMATS for subject in format.subjects())
_SUBJECTS: tuple[Subject[State], ...] = (
    entries.SUBJECT,
    *_OF_FORMATS,
    lists.SUBJECT,
    planning.SUBJECT,
    rounds.SUBJECT,
    repairs.SUBJECT,
    clocks.SUBJECT,
    turns.SUBJECT,
    results.SUBJECT,
    officials.SUBJECT,
    awards.SUBJECT,
    votes.SUBJECT,
    draw.SUBJECT,
)
SUBJECTS = (*_SUBJECTS, dice(_SUBJECTS, awaited_dice, not_now))

_DECIDERS, _EVOLVERS = deciders(SUBJECTS), evolvers(SUBJECTS)
complete = completer(SUBJECTS)

id = EngineId("tournament")
rules = RulesVersion("tournament/3")
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
    awards = usual_awards(settings.criteria) if settings.awards is None else settings.awards
    return State(settings, players, tables=settings.tables, awards=awards)


def decide(state: State, command: Command) -> Outcome:
    """The events a command leads to, or why it cannot be."""
    refusal = seat_refusal(state, command)
    if refusal is not None:
        return refusal
    outcome = _DECIDERS[type(command)](state, command)
    return outcome if isinstance(outcome, Refusal) else (*outcome, *_places(state, outcome))


_MOVING = (
    results.EventEnded,
    results.ResultSettled,
    results.ResultCorrected,
    officials.PlayerPenalised,
    officials.PlayerDisqualified,
    draw.NumbersDrawn,
)
"""What may change a place in an event that is over."""


def _places(state: State, outcome: tuple[Event, ...]) -> tuple[results.PlacesSettled, ...]:
    """The final ranking, where these events end the event or move a place after its end."""
    if not any(isinstance(event, _MOVING) for event in outcome):
        return ()
    for event in outcome:
        state = evolve(state, event)
    places = {row.id: row.rank for row in ranked(state)} if isinstance(state.stage, Over) else {}
    return (results.PlacesSettled(places=places),) if list(places.items()) != list(state.places.items()) else ()


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
    if seat not in state.players and seat not in OFFICIALS:
        return iter(())
    known = (*state.settings.subjects(), *(subject for subject in _SUBJECTS if subject not in _OF_FORMATS))
    tried = (command for subject in known for command in subject.tries(state, seat))
    return (command for command in tried if not isinstance(decide(state, command), Refusal))


def awaits(state: State, _viewer: Seat | None) -> tuple[Awaited, ...]:
    """What the event waits for: from whom, what, and by which clause; empty when the event is over."""
    return _awaited(state)


@remembered
def _awaited(state: State) -> tuple[Awaited, ...]:
    due = awaited_dice(state)
    return (*(() if due is None else (due,)), *_awaited_at_stage(state))


def _awaited_at_stage(state: State) -> Iterator[Awaited]:
    match state.stage:
        case Entering():
            yield from _awaited_entering(state)
        case BetweenRounds(number, draft):
            yield _awaited_between(state, number, drafted=draft is not None)
        case Over():
            return
        case PlayingRound():
            playing = state.rounds[-1]
            for table in playing.tables.values():
                yield from _awaited_at_table(state, playing, table)


def _awaited_entering(state: State) -> Iterator[Awaited]:
    settings = state.settings
    yield Awaited(ORGANISER, "tournament-close-registration", settings.clauses.closing)
    if not settings.asks_lists:
        return
    for seat, player in state.players.items():
        if player.status in (PlayerStatus.REGISTERED, PlayerStatus.PRESENT) and seat not in state.lists:
            yield Awaited(seat, "tournament-list", settings.clauses.lists)


def _awaited_between(state: State, number: int, *, drafted: bool) -> Awaited:
    clauses = state.settings.clauses
    if not drafted and len(contestants(state, number)) < 2:
        return Awaited(ORGANISER, "tournament-too-few", clauses.too_few_players, subject=number)
    code = "tournament-publish" if drafted else "tournament-draft"
    return Awaited(ORGANISER, code, clauses.next_round, subject=number)


def _awaited_at_table(state: State, playing: Round, table: Table) -> Iterator[Awaited]:
    if table.result is not None:
        return
    clauses = state.settings.clauses
    if table.choice is not None and not table.choice.opened:
        for seat in table.choice.awaited:
            if seat in state.lists:
                yield Awaited(seat, "tournament-list-choice", clauses.list_choice, subject=playing.number)
    if table.disputed:
        yield Awaited(REFEREE, "tournament-dispute", clauses.dispute, subject=table.number)
    for seat in table.seats:
        if seat not in table.reports:
            yield Awaited(seat, "tournament-report", clauses.next_round, since=playing.started, subject=table.number)


def seats(state: State) -> Mapping[Seat, str]:
    """Everybody entered, by name; two of one name by what tells them apart [HOUSE-ENTRY-2]."""
    return entries.names_apart(state)


def stand_ins(_state: State) -> Mapping[Seat, Seat]:
    """Nobody: a result is reported by the players or by an official."""
    return {}


def called(_state: State) -> Mapping[str, str]:
    """Nothing: people are named, and they have seats."""
    return {}
