"""
What is kept beside the sheet: dice people rolled (the luck ledger), and what is left of the bands, unit by unit.

It changes no score and is open in every phase, so that what is noted late is not lost; either player may keep it. A
wrong roll is undone like any other line, a later line on losses replaces an earlier one. Losses are for a battle that
goes somewhere else; once the sheet is settled only officials write them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

import msgspec

from heraut.battle.ledger import Rolled
from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.scenario.settings import MatchBand
from heraut.scenario.state import Match, State, is_closed, wrong_phase

SURVIVORS = ClauseId("SC-CBT-5")
"""For each unit the surviving figures, for each lord alive or dead."""


class RecordRolls(Command, frozen=True):
    """Dice rolled at the table, for the luck ledger; `player` is the seat whose dice they are [HOUSE-DICE-2]."""

    rolls: Annotated[tuple[Rolled, ...], msgspec.Meta(min_length=1, max_length=20)]


class FiguresLeft(msgspec.Struct, frozen=True, array_like=True):
    """The figures a unit has left."""

    unit: int
    figures: int


class RecordLosses(Command, frozen=True):
    """What is left of these units, and which lords are dead; units that are not named stay as they were."""

    left: Annotated[tuple[FiguresLeft, ...], msgspec.Meta(max_length=60)] = ()
    fallen: Annotated[tuple[int, ...], msgspec.Meta(max_length=60)] = ()


class RollRecorded(PublicEvent, frozen=True):
    """Dice of a player, in the luck ledger; `winning` is how many faces of a die succeed."""

    seat: Seat
    player: Seat
    pool: str
    faces: tuple[int, ...]
    winning: int
    successes: int


class LossesRecorded(PublicEvent, frozen=True):
    """What is left of some units, and all the lords who are dead."""

    seat: Seat
    left: tuple[FiguresLeft, ...] = ()
    fallen: tuple[int, ...] = ()


def record_rolls(state: State, command: RecordRolls) -> Outcome:
    """One line per pool; only players have dice, and a pool has at least one."""
    players = state.game.players
    faults = [house(HouseCode.UNKNOWN_SEAT, roll.player) for roll in command.rolls if roll.player not in players]
    faults += [house(HouseCode.WRONG_DICE, roll.pool, asked=0, allowed=1) for roll in command.rolls if not roll.faces]
    return together(tuple(faults)) or tuple(
        RollRecorded(command.seat, Seat(roll.player), roll.pool, roll.faces, roll.winning, roll.successes)
        for roll in command.rolls
    )


def record_losses(state: State, command: RecordLosses) -> Outcome:
    """Units and lords of this match only, and no more figures than came."""
    if is_closed(state, command.seat):
        return wrong_phase(state)
    faults = together(tuple(_faults(state.game, command)))
    return faults or (LossesRecorded(command.seat, command.left, command.fallen),)


def _faults(game: Match, command: RecordLosses) -> Iterator[Refusal]:
    units = {unit.id: unit for band in game.settings.bands.values() for unit in band.units}
    lords = {lord.id for band in game.settings.bands.values() for lord in band.lords}
    for one in command.left:
        most = units[one.unit].figures if one.unit in units else 0
        if one.unit not in units or not 0 <= one.figures <= most:
            yield Refusal(SURVIVORS, "match-survivors-wrong", one.unit, one.figures, most)
    for lord in command.fallen:
        if lord not in lords:
            yield Refusal(SURVIVORS, "match-lord-not-here", lord)


def _roll_recorded(state: State, event: RollRecorded) -> State:
    rolled = Rolled(event.player, event.faces, event.winning, event.pool)
    return replace(state, game=replace(state.game, rolls=(*state.game.rolls, rolled)))


def _losses_recorded(state: State, event: LossesRecorded) -> State:
    left = {**state.game.left, **{one.unit: one.figures for one in event.left}}
    return replace(state, game=replace(state.game, left=left, fallen=event.fallen))


class UnitView(msgspec.Struct, frozen=True):
    """A unit as it came, and the figures it has left."""

    id: int
    kind: str
    figures: int
    left: int


class LordView(msgspec.Struct, frozen=True):
    """A lord, and whether he lives."""

    id: int
    name: str
    dead: bool


class BandLeft(msgspec.Struct, frozen=True):
    """A band of the match, as it stands now."""

    units: tuple[UnitView, ...]
    lords: tuple[LordView, ...]


def bands_left(game: Match) -> Mapping[Seat, BandLeft]:
    """Both bands as they stand; empty for a match that was opened without bands."""
    return {Seat(seat): _left(game, band) for seat, band in game.settings.bands.items()}


def _left(game: Match, band: MatchBand) -> BandLeft:
    return BandLeft(
        tuple(UnitView(one.id, one.kind, one.figures, game.left.get(one.id, one.figures)) for one in band.units),
        tuple(LordView(lord.id, lord.name, lord.id in game.fallen) for lord in band.lords),
    )


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """A figure of each first unit is lost."""
    for band in state.game.settings.bands.values():
        for unit in band.units[:1]:
            yield RecordLosses(seat, (FiguresLeft(unit.id, unit.figures - 1),))


SUBJECT = Subject[State](
    decides=(on(RecordRolls, record_rolls), on(RecordLosses, record_losses)),
    evolves=(on(RollRecorded, _roll_recorded), on(LossesRecorded, _losses_recorded)),
    tries=tries,
)
