"""What an event waits for. It is told to everybody, so it says nothing that is secret."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import ORGANISER, REFEREE, Awaited, ClauseId
from heraut.tournament.decide.lots import awaited_dice
from heraut.tournament.settings import clause_of
from heraut.tournament.state import Entering, Over, Playing, Preparing, Round, State, Status, Table


def awaits(state: State) -> tuple[Awaited, ...]:
    """From whom, what, and by which clause; empty when the event is over."""
    dice = () if state.due is None else (awaited_dice(state.due),)
    return (*dice, *_stage(state))


def _stage(state: State) -> Iterator[Awaited]:
    match state.stage:
        case Entering():
            yield from _entering(state)
        case Preparing(number, draft):
            code = "tournament-draft" if draft is None else "tournament-publish"
            clause = clause_of(state.settings, saga="ST-RND-5", steamroller="SR-PAIR-2")
            yield Awaited(ORGANISER, code, clause, subject=number)
        case Over():
            return
        case Playing():
            yield from _playing(state, state.rounds[-1])


def _entering(state: State) -> Iterator[Awaited]:
    closing = clause_of(state.settings, saga="ST-PAIR-2", steamroller="SR-ROUND-3")
    yield Awaited(ORGANISER, "tournament-close-registration", closing)
    clause = clause_of(state.settings, saga="ST-BND-6", steamroller="SR-LIST-9")
    for seat, player in state.players.items():
        if player.status in (Status.REGISTERED, Status.PRESENT) and seat not in state.lists:
            yield Awaited(seat, "tournament-list", clause)


def _playing(state: State, playing: Round) -> Iterator[Awaited]:
    for table in playing.tables.values():
        yield from _at_table(state, playing, table)


def _at_table(state: State, playing: Round, table: Table) -> Iterator[Awaited]:
    if table.result is not None:
        return
    if table.choice is not None and not table.choice.opened:
        for seat in table.choice.awaited:
            if seat in state.lists:
                yield Awaited(seat, "tournament-list-choice", ClauseId("SR-PICK-1"), subject=playing.number)
    if table.disputed:
        yield Awaited(REFEREE, "tournament-dispute", ClauseId("ST-MAT-5"), subject=table.number)
    clause = clause_of(state.settings, saga="ST-RND-5", steamroller="SR-PAIR-2")
    for seat in table.seats:
        if seat not in table.reports:
            yield Awaited(seat, "tournament-report", clause, since=playing.started, subject=table.number)
