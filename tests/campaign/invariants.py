"""The invariants of the sheet (chapter 28), as sentences that come out empty when they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from heraut.campaign.aftermath import ControlPassed, MemoryPointGained
from heraut.campaign.arrivals import TroopsVanished
from heraut.campaign.bids import BidsRevealed
from heraut.campaign.building import BuildingsRevealed, VillageFounded
from heraut.campaign.invasions import BandInvaded
from heraut.campaign.musters import PreparationsRevealed
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import CombatStatus, Fighting, Setup, State, step_of
from heraut.campaign.tables import numbers
from heraut.campaign.upkeep import IncomeCollected, UpkeepPaid
from heraut.kernel.message import Event
from heraut.kernel.names import Seat


def broken(before: State, event: Event, after: State) -> list[str]:
    """Every invariant the event broke."""
    return [
        *_stocks(after),
        *_bands(after),
        *_limits(after),
        *_owners(after),
        *_memory(before, event, after),
        *_initiative(after),
        *_places(after),
        *_conserved(before, event, after),
        *_sharing(before, event, after),
    ]


def _stocks(state: State) -> Iterator[str]:
    for seat, stock in state.board.stocks.items():
        if not isinstance(stock, int) or stock < 0:
            yield f"SC-CHK-1 {seat} has {stock} PP"


def _applying(state: State) -> set[str]:
    if not isinstance(state.phase, Fighting):
        return set()
    return {at for at, combat in state.phase.combats.items() if combat.status is CombatStatus.APPLYING}


def _bands(state: State) -> Iterator[str]:
    applying = _applying(state)
    for band in state.board.bands.values():
        if band.territory not in applying and (
            band.lord is None or not numbers().band_least <= band.points() <= numbers().band_most
        ):
            yield f"SC-CHK-2 band {band.id} has {band.points()} points and lord {band.lord}"


def _limits(state: State) -> Iterator[str]:
    game, board = state.game, state.board
    for seat in game.seats:
        if board.lords_of(seat) > game.max_lords:
            yield f"SC-CHK-3 {seat} has {board.lords_of(seat)} lords"
        if len(board.villages_of(seat)) > game.max_villages:
            yield f"SC-CHK-3 {seat} has {len(board.villages_of(seat))} villages"
        standing = [band for band in board.bands_of(seat) if band.territory not in _applying(state)]
        if len(standing) > board.lords_of(seat):
            yield f"SC-CHK-3 {seat} has more bands than lords"


def _owners(state: State) -> Iterator[str]:
    control = state.board.control
    for at, village in state.board.villages.items():
        if control.get(at) != village.owner:
            yield f"SC-CHK-4 the village of {village.owner} at {at} is controlled by {control.get(at)}"
    for at, owner in state.board.sites.items():
        if control.get(at) != owner:
            yield f"SC-CHK-4 the site of {owner} at {at} is controlled by {control.get(at)}"


def _memory(before: State, event: Event, after: State) -> Iterator[str]:
    if len(after.board.memory) > numbers().memory_places:
        yield f"SC-CHK-5 {len(after.board.memory)} points on the track"
    if before.board.memory != after.board.memory and not isinstance(event, MemoryPointGained):
        yield f"SC-CHK-5 {type(event).__name__} changes the track"
    if isinstance(event, ControlPassed) and event.former == event.seat:
        yield f"SC-CHK-5 {event.seat} gains what they have"


def _initiative(state: State) -> Iterator[str]:
    board = state.board
    if board.order and sorted(board.order) != sorted(state.game.seats):
        yield f"SC-CHK-7 order {board.order}"
    begun = board.turn > 1 or (board.turn == 1 and step_of(state.phase) not in _BEFORE_ORDER)
    if begun and board.favour_holder not in state.game.seats:
        yield f"SC-CHK-7 favour holder {board.favour_holder}"


_BEFORE_ORDER = (TurnStep.SETUP, TurnStep.TURN_START, TurnStep.INITIATIVE, TurnStep.TURN_END)


def _places(state: State) -> Iterator[str]:
    board = state.board
    forces = (*board.bands.values(), *board.villages.values(), *board.armies.values())
    units = [unit for force in forces for unit in force.units]
    lords = [band.lord for band in board.bands.values() if band.lord is not None]
    lords += [lord for force in (*board.villages.values(), *board.armies.values()) for lord in force.lords]
    for id, times in Counter([unit.id for unit in units] + [lord.id for lord in lords]).items():
        if times > 1:
            yield f"SC-CHK-8 {id} is in {times} places"
    for unit in units:
        if not 1 <= unit.figures <= unit.size:
            yield f"SC-CHK-8 unit {unit.id} has {unit.figures} of {unit.size} figures"


def _conserved(before: State, event: Event, after: State) -> Iterator[str]:
    if isinstance(before.phase, Setup):
        return
    for seat in after.game.seats:
        change = after.board.stocks[seat] - before.board.stocks[seat]
        if change != _flow(event, seat):
            yield f"SC-CHK-9 {type(event).__name__} changes the stock of {seat} by {change}"


def _flow(event: Event, seat: Seat) -> int:
    """Income + refunds − bid − recruitment − upkeep − construction − invasion."""
    match event:
        case BidsRevealed():
            return -event.paid.get(seat, 0)
        case PreparationsRevealed():
            return -sum(done.cost for done in event.arrangements if done.seat == seat)
        case BuildingsRevealed():
            return -event.costs.get(seat, 0)
        case VillageFounded(seat=owner):
            return -event.cost if owner == seat else 0
        case IncomeCollected(seat=owner):
            return event.amount if owner == seat else 0
        case UpkeepPaid(seat=owner):
            return event.refund - event.amount if owner == seat else 0
        case TroopsVanished(seat=owner):
            return event.refund if owner == seat else 0
        case BandInvaded(seat=owner):
            return -event.cost if owner == seat else 0
        case _:
            return 0


def _sharing(before: State, event: Event, after: State) -> Iterator[str]:
    """At the end of COMBATS players share a territory only where the last combat was a draw."""
    if not isinstance(before.phase, Fighting) or isinstance(after.phase, Fighting):
        return
    for at in {band.territory for band in after.board.bands.values()}:
        owners = {band.owner for band in after.board.bands_at(at)}
        combat = before.phase.combats.get(at)
        drawn = combat is not None and combat.result is not None and len(combat.result.winners) > 1
        if len(owners) > 1 and not drawn:
            yield f"SC-CHK-6 {sorted(owners)} share {at}"
