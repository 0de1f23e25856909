"""
The engine `tournament`: an event of any of our formats from the first entry to the last place.

What is awaited is told to everybody, so it says nothing that is secret. Of the commands somebody may try, those that
need nobody's own words are listed; reports, lists and bands are listed by example, so that a program can play an event
through. Registrations, rulings, sanctions and corrections need words of one's own and are not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from heraut.kernel.engine import ImpossibleEvent, Outcome, Subject, completer, deciders, dice, evolvers, union
from heraut.kernel.message import Awaited, Chance, Command, Event, rolls
from heraut.kernel.names import FATE, OFFICIALS, ORGANISER, REFEREE, EngineId, Instant, RulesVersion, Seat
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
_TURNS: tuple[Callable[..., Command], ...] = (
    turns.StartTurn,
    turns.StopTurnClock,
    turns.ResumeTurnClock,
    turns.PassClock,
    turns.AnnounceExtension,
    turns.EndTurn,
)


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

_ROLLING: tuple[Subject[State], ...] = (
    entries.SUBJECT,
    *(subject for format in FORMATS for subject in format.subjects()),
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
SUBJECTS = (*_ROLLING, dice(_ROLLING, awaited_dice, not_now))

_DECIDERS, _EVOLVERS = deciders(SUBJECTS), evolvers(SUBJECTS)
complete = completer(SUBJECTS)

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
    tried = _official(state, seat) if seat in OFFICIALS else _player(state, seat)
    return (one for one in tried if not isinstance(decide(state, one), Refusal))


def _player(state: State, seat: Seat) -> Iterator[Command]:
    """What a player could try; some of it will be refused."""
    if seat not in state.players:
        return
    for subject in state.settings.subjects():
        yield from subject.tries(state, seat)
    yield from _at_table(state, seat)
    yield entries.CheckIn(seat, player=seat)
    yield officials.CallReferee(seat)
    yield entries.Drop(seat)
    if state.poll is not None:
        yield votes.TakeBackBallot(seat)
        yield votes.CastBallot(seat)
        voted_on = state.poll.awards
        yield from (votes.CastBallot(seat, choices=dict.fromkeys(voted_on, other)) for other in state.players)


def _at_table(state: State, seat: Seat) -> Iterator[Command]:
    table = state.table_of(seat)
    if table is None:
        return
    yield from (results.ReportResult(seat, report=report) for report in state.settings.report.examples(*table.seats))
    begun = state.rounds[-1].started
    if begun is not None and state.settings.clock.turns is not None:
        yield from (turn(seat, at=begun) for turn in _TURNS)


def _official(state: State, seat: Seat) -> Iterator[Command]:
    if seat == ORGANISER:
        yield from _organiser(state, seat)
    playing = state.playing
    if playing is not None:
        yield clocks.StartClock(seat)
        yield clocks.PauseClock(seat, at=playing.started or Instant(0))
        yield clocks.ResumeClock(seat, at=playing.paused or Instant(0))
    yield from (officials.AnswerCall(seat, call=call.number) for call in state.calls if call.answered is None)
    yield from (planning.CheckOff(seat, item=row.item) for row in state.settings.checklist())
    yield from (entries.CheckIn(seat, player=player) for player in state.players)
    yield from (entries.Return(seat, player=player) for player in state.players)
    if playing is not None:
        for table in (table for table in playing.tables.values() if table.result is None):
            for report in state.settings.report.examples(*table.seats):
                yield results.SettleResult(seat, round=playing.number, table=table.number, report=report)


def _organiser(state: State, seat: Seat) -> Iterator[Command]:
    yield entries.CloseRegistration(seat)
    yield lists.RevealLists(seat)
    yield rounds.DraftRound(seat)
    yield rounds.DiscardDraft(seat)
    yield rounds.PublishRound(seat, confirm_rematches=True)
    yield votes.OpenVotes(seat)
    yield votes.CloseVotes(seat)
    yield from (awards.AnnounceAward(seat, award=award.id) for award in state.awards)
    yield from _scenarios(state, seat)
    if state.rounds:
        yield results.EndEvent(seat)


def _scenarios(state: State, seat: Seat) -> Iterator[Command]:
    number, settings = len(state.rounds) + 1, state.settings
    if number > settings.round_count(state) or number in state.plan:
        return
    if settings.scenario_dice:
        yield planning.DrawScenario(seat, round=number)
    slugs = settings.scenarios_open(state, number)
    yield from (planning.ChooseScenario(seat, round=number, scenario=slug) for slug in slugs)


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
