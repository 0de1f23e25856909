"""
The luck ledger of a match: dice people rolled, kept beside the sheet.

It changes no score and is open in every phase, so that a roll noted late is not lost. Either player may keep it, as
the sheet; a wrong line is undone like any other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import msgspec

from heraut.battle.ledger import Rolled
from heraut.kernel import Command, HouseCode, Seat, house, together
from heraut.kernel.engine import Outcome, Subject, on
from heraut.scenario.state import Public, State


class RecordRolls(Command, frozen=True):
    """Dice rolled at the table, for the luck ledger; `player` is the seat whose dice they are [HOUSE-DICE-2]."""

    rolls: Annotated[tuple[Rolled, ...], msgspec.Meta(min_length=1, max_length=20)]


class RollRecorded(Public, frozen=True):
    """Dice of a player, in the luck ledger; `winning` is how many faces of a die succeed."""

    seat: Seat
    player: Seat
    pool: str
    faces: tuple[int, ...]
    winning: int
    successes: int


def record_rolls(state: State, command: RecordRolls) -> Outcome:
    """One line per pool; only players have dice, and a pool has at least one."""
    players = state.game.players
    faults = [house(HouseCode.UNKNOWN_SEAT, roll.player) for roll in command.rolls if roll.player not in players]
    faults += [house(HouseCode.WRONG_DICE, roll.pool, asked=0, allowed=1) for roll in command.rolls if not roll.faces]
    return together(tuple(faults)) or tuple(
        RollRecorded(command.seat, Seat(roll.player), roll.pool, roll.faces, roll.winning, roll.successes)
        for roll in command.rolls
    )


def _recorded(state: State, event: RollRecorded) -> State:
    rolled = Rolled(event.player, event.faces, event.winning, event.pool)
    return replace(state, game=replace(state.game, rolls=(*state.game.rolls, rolled)))


SUBJECT: Subject[State] = Subject(decides=(on(RecordRolls, record_rolls),), evolves=(on(RollRecorded, _recorded),))
