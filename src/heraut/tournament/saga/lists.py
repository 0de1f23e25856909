"""A SAGA band: handed in sealed."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event
from heraut.kernel.names import Seat
from heraut.tournament.lists import HandInCommand, hand_in, with_lists
from heraut.tournament.saga.bands import SagaBand
from heraut.tournament.state import State


class HandInBand(HandInCommand, frozen=True, kw_only=True):
    """Hand in a SAGA band, sealed; once round 1 is published only an official can, with a reason."""

    band: SagaBand
    player: Seat | None = None
    reason: str = ""


class BandHandedIn(Event, frozen=True, kw_only=True):
    """A band lies sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    band: SagaBand


def hand_in_band(state: State, command: HandInBand) -> Outcome:
    """Seal a band [ST-BND-6]."""
    return hand_in(state, command, command.band, BandHandedIn(seat=command.owner, band=command.band))


def _handed_in(state: State, event: BandHandedIn) -> State:
    return with_lists(state, event.seat, event.band)


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """A band by example."""
    if seat in state.players:
        yield HandInBand(seat, band=state.settings.example_lists())


SUBJECT = Subject[State](
    decides=(on(HandInBand, hand_in_band),),
    evolves=(on(BandHandedIn, _handed_in),),
    tries=tries,
)
