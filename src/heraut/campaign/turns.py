"""Turns and their steps; the end of the campaign (chapters 3, 7 and 27)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from heraut.campaign.board import Board, without
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import (
    Arriving,
    Building,
    Declaring,
    Determining,
    Fighting,
    FinalPlace,
    Finished,
    Invading,
    Passing,
    Phase,
    Preparing,
    State,
)
from heraut.campaign.subject import CampaignScene, CampaignSubject, Steps
from heraut.campaign.tables import Points, TerritoryId, numbers
from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.names import Seat
from heraut.kernel.sealed import SealedBox


class TurnBegan(PublicEvent, frozen=True):
    """The turn counter has moved on [SC-SEQ-12]."""

    turn: int


class StepOpened(PublicEvent, frozen=True):
    """A step of the turn has begun [SC-SEQ-1]; `seats` are those it may await, in order."""

    step: TurnStep
    seats: tuple[Seat, ...] = ()
    villages: tuple[TerritoryId, ...] = ()


class CampaignEnded(PublicEvent, frozen=True):
    """
    The campaign is won, by fame or on points [SC-VIC-1]; the first of the ranking is the winner.

    `relieved` are the seats for which somebody else played until now [SC-ABS-6].
    """

    by: Literal["fame", "points"]
    ranking: tuple[FinalPlace, ...]
    relieved: tuple[Seat, ...] | None = None


def end(scene: CampaignScene) -> Steps[None]:
    """Fame is checked first, also in the last turn; then the last turn is counted [SC-SEQ-12, SC-END-1]."""
    state = scene.state
    if (winner := famous(state)) is not None:
        yield CampaignEnded("fame", ranking(state.board, winner), _relieved(state))
    elif state.board.turn >= state.game.turns:
        yield CampaignEnded("points", ranking(state.board), _relieved(state))
    else:
        yield TurnBegan(state.board.turn + 1)


def _relieved(state: State) -> tuple[Seat, ...]:
    """When the campaign is over, nobody plays for anybody else any more [SC-ABS-6]."""
    return tuple(state.people.stand_ins)


def famous(state: State) -> Seat | None:
    """The best placed player with enough memory points, however many others have more [SC-VIC-2, SC-VIC-3]."""
    memory, needed = state.board.memory, state.game.prestige_to_win
    return next((seat for seat in state.board.order if memory.count(seat) >= needed), None)


def score(stock: int, standing: Points, villages: int) -> Fraction:
    """Stock, points of standing bands, 3 for each village, and nothing else [SC-END-2, SC-END-3]."""
    return Fraction(stock + standing + numbers().village_score * villages)


def ranking(board: Board, winner: Seat | None = None) -> tuple[FinalPlace, ...]:
    """All players; the winner by fame comes first [SC-END-5]."""
    scores = (
        FinalPlace(seat, score(board.stocks[seat], board.standing(seat), len(board.villages_of(seat))))
        for seat in board.order
    )
    return by_score(scores, winner)


def by_score(places: Iterable[FinalPlace], winner: Seat | None = None) -> tuple[FinalPlace, ...]:
    """By score, ties as they come, which is by initiative [SC-END-4]."""
    return tuple(sorted(places, key=lambda place: (place.seat != winner, -place.score)))


def _began(state: State, event: TurnBegan) -> State:
    bands = {
        id: replace(band, moved=False, came=None) if band.moved or band.came else band
        for id, band in state.board.bands.items()
    }
    board = replace(state.board, turn=event.turn, bands=bands)
    return replace(state, board=board, phase=Passing(TurnStep.TURN_END, done=True))


def _opened(state: State, event: StepOpened) -> State:
    people = state.people if state.people.watch is None else replace(state.people, watch=None)
    return replace(state, phase=phase_of(event), people=people)


def phase_of(event: StepOpened) -> Phase:
    """What a step begins with."""
    match event.step:
        case TurnStep.TURN_START | TurnStep.TURN_END:
            return Arriving(event.step)
        case TurnStep.PREPARE:
            return Preparing(SealedBox.of(event.seats))
        case TurnStep.DECLARE:
            return Declaring(event.seats, event.seats)
        case TurnStep.DETERMINE:
            return Determining(event.villages)
        case TurnStep.COMBATS:
            return Fighting({})
        case TurnStep.BUILD:
            return Building(SealedBox.of(event.seats))
        case TurnStep.INVASION:
            return Invading(event.seats)
        case _:
            return Passing(event.step)


def _completed(state: State, event: CampaignEnded) -> CampaignEnded:
    """Older events did not say whose stand-ins end."""
    return event if event.relieved is not None else replace(event, relieved=_relieved(state))


def _ended(state: State, event: CampaignEnded) -> State:
    people = replace(state.people, stand_ins=without(state.people.stand_ins, *(event.relieved or ())))
    return replace(state, phase=Finished(event.by, event.ranking), people=people)


SUBJECT = CampaignSubject(
    evolves=(on(TurnBegan, _began), on(StepOpened, _opened), on(CampaignEnded, _ended)),
    completes=(on(CampaignEnded, _completed),),
)
