"""Draw numbers: when registration closes, or at the end by those who are equal and roll off [ST-PAIR-2, SR-RANK-4]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import PublicEvent, Roll
from heraut.kernel.names import Seat
from heraut.tournament.lots import AWAITED, Lot, draw_numbers
from heraut.tournament.state import PlayerStatus, State


class NumbersDrawn(PublicEvent, frozen=True, kw_only=True):
    """The draw numbers and the seed they come from [ST-PAIR-2]."""

    seed: int
    numbers: Mapping[Seat, int]


def draw(state: State, command: Roll) -> Outcome:
    """A number for everybody who has not left."""
    seed = command.faces[0]
    seats = (seat for seat, player in state.players.items() if player.status is not PlayerStatus.DROPPED)
    return (NumbersDrawn(seed=seed, numbers=dict(draw_numbers(seats, seed))),)


def _drawn(state: State, event: NumbersDrawn) -> State:
    return replace(state, numbers=event.numbers, due=None)


SUBJECT = Subject[State](
    evolves=(on(NumbersDrawn, _drawn),),
    rolls={AWAITED[Lot.NUMBERS]: draw, AWAITED[Lot.ROLL_OFF]: draw},
)
