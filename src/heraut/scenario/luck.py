"""
The luck ledger of a match: dice people rolled, kept beside the sheet.

It changes no score and is open in every phase, so that a roll noted late is not lost. Either player may keep it, as
the sheet; a wrong line is undone like any other.
"""

from __future__ import annotations

from dataclasses import replace

from heraut.battle.ledger import Rolled
from heraut.kernel import Event, HouseCode, Refusal, Seat, house, together
from heraut.scenario.commands import RecordRolls
from heraut.scenario.events import RollRecorded
from heraut.scenario.state import Game


def decide_rolls(game: Game, command: RecordRolls) -> tuple[Event, ...] | Refusal:
    """One line per pool; only players have dice, and a pool has at least one."""
    faults = [house(HouseCode.UNKNOWN_SEAT, roll.player) for roll in command.rolls if roll.player not in game.players]
    faults += [house(HouseCode.WRONG_DICE, roll.pool, asked=0, allowed=1) for roll in command.rolls if not roll.faces]
    refused = together(tuple(faults))
    if refused is not None:
        return refused
    return tuple(
        RollRecorded(command.seat, Seat(roll.player), roll.pool, roll.faces, roll.winning, roll.successes)
        for roll in command.rolls
    )


def recorded(game: Game, event: RollRecorded) -> Game:
    """The ledger with one more line."""
    return replace(game, rolls=(*game.rolls, Rolled(event.player, event.faces, event.winning, event.pool)))
