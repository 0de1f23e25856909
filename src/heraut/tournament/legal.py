"""
What an event waits for, and what one may try now.

What is awaited is told to everybody, so it says nothing that is secret. Commands that need nobody's own words are
listed; reports, lists and bands are listed by example, so that a program can play an event through. Registrations,
rulings, sanctions and corrections need words of one's own and are not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heraut.kernel import OFFICIALS, ORGANISER, REFEREE, Awaited, ClauseId, Instant, Seat
from heraut.tournament.awards import AnnounceAward, CastBallot, CloseVotes, OpenVotes, TakeBackBallot
from heraut.tournament.clocks import PauseClock, ResumeClock, StartClock
from heraut.tournament.command import Command
from heraut.tournament.dice import awaited_dice
from heraut.tournament.ending import EndEvent
from heraut.tournament.entries import CheckIn, CloseRegistration, Drop, Return
from heraut.tournament.lists import ChooseList, HandInBand, HandInLists, RevealLists
from heraut.tournament.officials import AnswerCall, CallReferee
from heraut.tournament.planning import CheckOff, ChooseScenario, DrawScenario
from heraut.tournament.results import ReportResult, SettleResult
from heraut.tournament.rounds import DiscardDraft, DraftRound, PublishRound
from heraut.tournament.state import Entering, Over, Playing, Preparing, Round, State, Status, Table
from heraut.tournament.turns import AnnounceExtension, EndTurn, PassClock, ResumeTurnClock, StartTurn, StopTurnClock


def awaits(state: State) -> tuple[Awaited, ...]:
    """From whom, what, and by which clause; empty when the event is over."""
    dice = () if state.due is None else (awaited_dice(state, state.due),)
    return (*dice, *_stage(state))


def _stage(state: State) -> Iterator[Awaited]:
    match state.stage:
        case Entering():
            yield from _entering(state)
        case Preparing(number, draft):
            code = "tournament-draft" if draft is None else "tournament-publish"
            yield Awaited(ORGANISER, code, state.settings.clauses.next_round, subject=number)
        case Over():
            return
        case Playing():
            yield from _playing(state, state.rounds[-1])


def _entering(state: State) -> Iterator[Awaited]:
    settings = state.settings
    yield Awaited(ORGANISER, "tournament-close-registration", settings.clauses.closing)
    if settings.list_kind is None:
        return
    for seat, player in state.players.items():
        if player.status in (Status.REGISTERED, Status.PRESENT) and seat not in state.lists:
            yield Awaited(seat, "tournament-list", settings.clauses.lists)


def _playing(state: State, playing: Round) -> Iterator[Awaited]:
    for table in playing.tables.values():
        yield from _awaited_at_table(state, playing, table)


def _awaited_at_table(state: State, playing: Round, table: Table) -> Iterator[Awaited]:
    if table.result is not None:
        return
    if table.choice is not None and not table.choice.opened:
        for seat in table.choice.awaited:
            if seat in state.lists:
                yield Awaited(seat, "tournament-list-choice", ClauseId("SR-PICK-1"), subject=playing.number)
    if table.disputed:
        yield Awaited(REFEREE, "tournament-dispute", ClauseId("ST-MAT-5"), subject=table.number)
    clause = state.settings.clauses.next_round
    for seat in table.seats:
        if seat not in table.reports:
            yield Awaited(seat, "tournament-report", clause, since=playing.started, subject=table.number)


def candidates(state: State, seat: Seat) -> Iterator[Command]:
    """What somebody could try; some of it will be refused."""
    return _official(state, seat) if seat in OFFICIALS else _player(state, seat)


def _player(state: State, seat: Seat) -> Iterator[Command]:
    if seat not in state.players:
        return
    lists = state.settings.example_lists()
    if lists is not None:
        yield HandInLists(seat, lists=lists) if isinstance(lists, tuple) else HandInBand(seat, band=lists)
    yield from _at_table(state, seat)
    yield CheckIn(seat, player=seat)
    yield CallReferee(seat)
    yield Drop(seat)
    if state.poll is not None:
        yield TakeBackBallot(seat)
        yield CastBallot(seat)
        voted_on = state.poll.awards
        yield from (CastBallot(seat, choices=dict.fromkeys(voted_on, other)) for other in state.players)


def _at_table(state: State, seat: Seat) -> Iterator[Command]:
    playing = state.playing
    table = None if playing is None else playing.table_of(seat)
    if playing is None or table is None:
        return
    lists = state.lists.get(seat, ())
    if isinstance(lists, tuple):
        yield from (ChooseList(seat, list_number=number) for number in range(1, len(lists) + 1))
    yield from (ReportResult(seat, report=report) for report in state.settings.example_reports(*table.seats))
    at = playing.started
    if at is not None and state.settings.turn_limits() is not None:
        turns: tuple[Callable[..., Command], ...] = (
            StartTurn, StopTurnClock, ResumeTurnClock, PassClock, AnnounceExtension, EndTurn,
        )  # fmt: skip
        yield from (turn(seat, at=at) for turn in turns)


def _official(state: State, seat: Seat) -> Iterator[Command]:
    if seat == ORGANISER:
        yield from _organiser(state, seat)
    playing = state.playing
    if playing is not None:
        yield StartClock(seat)
        yield PauseClock(seat, at=playing.started or Instant(0))
        yield ResumeClock(seat, at=playing.paused or Instant(0))
    yield from (AnswerCall(seat, call=call.number) for call in state.calls if call.answered is None)
    yield from (CheckOff(seat, item=row.item) for row in state.settings.checklist())
    yield from (CheckIn(seat, player=player) for player in state.players)
    yield from (Return(seat, player=player) for player in state.players)
    if playing is not None:
        yield from _settlements(state, seat, playing)


def _settlements(state: State, seat: Seat, playing: Round) -> Iterator[Command]:
    for table in (table for table in playing.tables.values() if table.result is None):
        for report in state.settings.example_reports(*table.seats):
            yield SettleResult(seat, round=playing.number, table=table.number, report=report)


def _organiser(state: State, seat: Seat) -> Iterator[Command]:
    yield CloseRegistration(seat)
    yield RevealLists(seat)
    yield DraftRound(seat)
    yield DiscardDraft(seat)
    yield PublishRound(seat, confirm_rematches=True)
    yield OpenVotes(seat)
    yield CloseVotes(seat)
    yield from (AnnounceAward(seat, award=award.id) for award in state.awards)
    yield from _scenarios(state, seat)
    if state.rounds:
        yield EndEvent(seat)


def _scenarios(state: State, seat: Seat) -> Iterator[Command]:
    number, settings = len(state.rounds) + 1, state.settings
    if number > settings.round_count(state) or number in state.plan:
        return
    if settings.draws_scenarios:
        yield DrawScenario(seat, round=number)
    slugs = settings.scenarios_open(state, number)
    yield from (ChooseScenario(seat, round=number, scenario=slug) for slug in slugs)
