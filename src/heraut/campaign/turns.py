"""Turns and their steps; the end of the campaign (chapters 3, 7 and 27)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from heraut.campaign.settings import Step
from heraut.campaign.state import (
    Arriving,
    Board,
    Building,
    Declaring,
    Determining,
    Fighting,
    Finished,
    Invading,
    Passing,
    Phase,
    Place,
    Preparing,
    State,
)
from heraut.campaign.subject import Public, Scene, Steps, Subject
from heraut.campaign.tables import TerritoryId, numbers
from heraut.kernel.engine import on
from heraut.kernel.names import Seat
from heraut.kernel.sealed import Box


class TurnBegan(Public, frozen=True):
    """The turn counter has moved on [SC-SEQ-12]."""

    turn: int


class StepOpened(Public, frozen=True):
    """A step of the turn has begun [SC-SEQ-1]; `seats` are those it may await, in order."""

    step: Step
    seats: tuple[Seat, ...] = ()
    villages: tuple[TerritoryId, ...] = ()


class CampaignEnded(Public, frozen=True):
    """The campaign is won, by fame or on points [SC-VIC-1]; the first of the ranking is the winner."""

    by: Literal["fame", "points"]
    ranking: tuple[Place, ...]


def end(scene: Scene) -> Steps[None]:
    """Fame is checked first, also in the last turn; then the last turn is counted [SC-SEQ-12, SC-END-1]."""
    state = scene.state
    if (winner := famous(state)) is not None:
        yield CampaignEnded("fame", ranking(state.board, winner))
    elif state.board.turn >= state.game.turns:
        yield CampaignEnded("points", ranking(state.board))
    else:
        yield TurnBegan(state.board.turn + 1)


def famous(state: State) -> Seat | None:
    """The best placed player with enough memory points, however many others have more [SC-VIC-2, SC-VIC-3]."""
    memory, needed = state.board.memory, state.game.prestige_to_win
    return next((seat for seat in state.board.order if memory.count(seat) >= needed), None)


def score(board: Board, seat: Seat) -> Fraction:
    """Stock, points of standing bands, 3 for each village, and nothing else [SC-END-2, SC-END-3]."""
    bands = sum((band.points() for band in board.bands_of(seat)), 0)
    return Fraction(board.stocks[seat] + bands + numbers().village_score * len(board.villages_of(seat)))


def ranking(board: Board, winner: Seat | None = None) -> tuple[Place, ...]:
    """All players; the winner by fame comes first [SC-END-5]."""
    return by_score((Place(seat, score(board, seat)) for seat in board.order), winner)


def by_score(places: Iterable[Place], winner: Seat | None = None) -> tuple[Place, ...]:
    """By score, ties as they come, which is by initiative [SC-END-4]."""
    return tuple(sorted(places, key=lambda place: (place.seat != winner, -place.score)))


def _began(state: State, event: TurnBegan) -> State:
    bands = {
        id: replace(band, moved=False, came=None) if band.moved or band.came else band
        for id, band in state.board.bands.items()
    }
    board = replace(state.board, turn=event.turn, bands=bands)
    return replace(state, board=board, phase=Passing(Step.TURN_END, done=True))


def _opened(state: State, event: StepOpened) -> State:
    people = state.people if state.people.watch is None else replace(state.people, watch=None)
    return replace(state, phase=phase_of(event), people=people)


def phase_of(event: StepOpened) -> Phase:
    """What a step begins with."""
    match event.step:
        case Step.TURN_START | Step.TURN_END:
            return Arriving(event.step)
        case Step.PREPARE:
            return Preparing(Box.of(event.seats))
        case Step.DECLARE:
            return Declaring(event.seats, event.seats)
        case Step.DETERMINE:
            return Determining(event.villages)
        case Step.COMBATS:
            return Fighting({})
        case Step.BUILD:
            return Building(Box.of(event.seats))
        case Step.INVASION:
            return Invading(event.seats)
        case _:
            return Passing(event.step)


def _ended(state: State, event: CampaignEnded) -> State:
    return replace(state, phase=Finished(event.by, event.ranking))


def score_of(state: State, seat: Seat) -> Fraction:
    """As it was decided once the campaign is over; before, what it would be now."""
    if isinstance(state.phase, Finished):
        return next(place.score for place in state.phase.ranking if place.seat == seat)
    return score(state.board, seat)


SUBJECT = Subject(evolves=(on(TurnBegan, _began), on(StepOpened, _opened), on(CampaignEnded, _ended)))
