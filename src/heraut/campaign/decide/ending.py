"""The end of a turn and of the campaign (chapters 3 and 27)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from heraut.campaign.board import Board
from heraut.campaign.decide.story import Story
from heraut.campaign.events import CampaignEnded, TurnBegan
from heraut.campaign.state import Place, State
from heraut.campaign.tables import numbers
from heraut.kernel import Seat


def turn_end(story: Story) -> None:
    """Fame is checked first, also in the last turn; then the last turn is counted [SC-SEQ-12, SC-END-1]."""
    state = story.state
    if (winner := famous(state)) is not None:
        story.tell(CampaignEnded("fame", ranking(state.board, winner)))
    elif state.board.turn >= state.game.turns:
        story.tell(CampaignEnded("points", ranking(state.board)))
    else:
        story.tell(TurnBegan(state.board.turn + 1))


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
