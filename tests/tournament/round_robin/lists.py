"""The list of the third format: the few things a player brings, by name."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event
from heraut.kernel.names import Seat
from heraut.tournament.lists import HandInCommand, hand_in, with_lists
from heraut.tournament.state import State


class HandInPieces(HandInCommand, frozen=True, kw_only=True):
    """Hand in what one brings."""

    pieces: tuple[str, ...]
    player: Seat | None = None
    reason: str = ""


class PiecesHandedIn(Event, frozen=True, kw_only=True):
    """What a player brings lies sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    pieces: tuple[str, ...]


def hand_in_pieces(state: State, command: HandInPieces) -> Outcome:
    return hand_in(state, command, command.pieces, PiecesHandedIn(seat=command.owner, pieces=command.pieces))


def _handed_in(state: State, event: PiecesHandedIn) -> State:
    return with_lists(state, event.seat, event.pieces)


def tries(_state: State, seat: Seat) -> Iterator[Command]:
    yield HandInPieces(seat, pieces=("knight",))


SUBJECT = Subject[State](
    decides=(on(HandInPieces, hand_in_pieces),),
    evolves=(on(PiecesHandedIn, _handed_in),),
    tries=tries,
)
