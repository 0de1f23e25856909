"""
The bands of a match and what is left of them, unit by unit: for a battle whose losses go somewhere else.

Like the luck ledger it changes no score and is open in every phase; either player may keep it, and a later line
replaces an earlier one. Once the sheet is settled only officials write in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

import msgspec

from heraut.kernel import OFFICIALS, ClauseId, Command, Refusal, Seat, together
from heraut.kernel.engine import Outcome, Subject, on
from heraut.scenario.phases import wrong_phase
from heraut.scenario.settings import BandUnit, MatchBand
from heraut.scenario.state import Game, Public, Signing, State

SURVIVORS = ClauseId("SC-CBT-5")
"""For each unit the surviving figures, for each lord alive or dead."""


class UnitLeft(msgspec.Struct, frozen=True, array_like=True):
    """The figures a unit has left."""

    unit: int
    figures: int


class RecordLosses(Command, frozen=True):
    """What is left of these units, and which lords are dead; units that are not named stay as they were."""

    left: Annotated[tuple[UnitLeft, ...], msgspec.Meta(max_length=60)] = ()
    fallen: Annotated[tuple[int, ...], msgspec.Meta(max_length=60)] = ()


class LossesRecorded(Public, frozen=True):
    """What is left of some units, and all the lords who are dead."""

    seat: Seat
    left: tuple[UnitLeft, ...] = ()
    fallen: tuple[int, ...] = ()


def record_losses(state: State, command: RecordLosses) -> Outcome:
    """Units and lords of this match only, and no more figures than came."""
    if isinstance(state, Signing) and state.settled and command.seat not in OFFICIALS:
        return wrong_phase(state)
    faults = together(tuple(_faults(state.game, command)))
    return faults or (LossesRecorded(command.seat, command.left, command.fallen),)


def _faults(game: Game, command: RecordLosses) -> Iterator[Refusal]:
    units = {unit.id: unit for band in game.settings.bands.values() for unit in band.units}
    lords = {lord.id for band in game.settings.bands.values() for lord in band.lords}
    for one in command.left:
        most = units[one.unit].figures if one.unit in units else 0
        if one.unit not in units or not 0 <= one.figures <= most:
            yield Refusal(SURVIVORS, "match-survivors-wrong", one.unit, one.figures, most)
    for lord in command.fallen:
        if lord not in lords:
            yield Refusal(SURVIVORS, "match-lord-not-here", lord)


def _recorded(state: State, event: LossesRecorded) -> State:
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


def bands_left(game: Game) -> Mapping[Seat, BandLeft]:
    """Both bands as they stand; empty for a match that was opened without bands."""
    return {Seat(seat): _left(game, band) for seat, band in game.settings.bands.items()}


def _left(game: Game, band: MatchBand) -> BandLeft:
    return BandLeft(
        tuple(_unit(game, unit) for unit in band.units),
        tuple(LordView(lord.id, lord.name, lord.id in game.fallen) for lord in band.lords),
    )


def _unit(game: Game, unit: BandUnit) -> UnitView:
    return UnitView(unit.id, unit.kind, unit.figures, game.left.get(unit.id, unit.figures))


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """A figure of each first unit is lost."""
    for band in state.game.settings.bands.values():
        for unit in band.units[:1]:
            yield RecordLosses(seat, (UnitLeft(unit.id, unit.figures - 1),))


SUBJECT: Subject[State] = Subject(decides=(on(RecordLosses, record_losses),), evolves=(on(LossesRecorded, _recorded),))
