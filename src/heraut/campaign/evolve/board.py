"""Events that change what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from heraut.campaign import events as ev
from heraut.campaign.board import Board
from heraut.campaign.evolve.steps import spoken
from heraut.campaign.forces import Army, Band, Lord, Unit, Village
from heraut.campaign.names import ArmyId, BandId, Step, TerritoryId
from heraut.campaign.state import Declaring, Invading, Passing, Paying, State
from heraut.kernel import Seat


def without(mapping: Mapping[Any, Any], *keys: object) -> dict[Any, Any]:
    """A copy without these keys."""
    return {key: value for key, value in mapping.items() if key not in keys}


def earn(board: Board, seat: Seat, amount: int) -> Board:
    """The stock of a player changes by an amount."""
    return replace(board, stocks={**board.stocks, seat: board.stocks[seat] + amount})


def lodge(board: Board, territory: TerritoryId, units: Iterable[Unit], lords: Iterable[Lord]) -> Board:
    """Troops join the reserve of a village, in the order of their numbers."""
    village = board.villages[territory]
    joined = replace(
        village,
        units=tuple(sorted((*village.units, *units), key=lambda unit: unit.id)),
        lords=tuple(sorted((*village.lords, *lords), key=lambda lord: lord.id)),
    )
    return replace(board, villages={**board.villages, territory: joined})


def arrange(board: Board, done: ev.Arrangement) -> Board:
    """The troops of a player on a territory are as arranged."""
    bands = without(board.bands, *done.dissolved) | {band.id: band for band in done.bands}
    board = replace(board, bands=dict(sorted(bands.items())))
    if (village := board.villages.get(done.territory)) is not None and village.owner == done.seat:
        kept = Village(done.seat, done.reserve_units, done.reserve_lords)
        board = replace(board, villages={**board.villages, done.territory: kept})
    return earn(board, done.seat, -done.cost) if done.cost else board


def _prepared(state: State, event: ev.PreparationsRevealed) -> State:
    board = state.board
    for done in event.arrangements:
        board = arrange(board, done)
    return replace(state, board=replace(board, serial=event.serial), phase=Passing(Step.PREPARE, done=True))


def _moved(state: State, event: ev.MoveDeclared) -> State:
    board, phase = state.board, state.phase
    came = event.path[-2] if len(event.path) > 1 else event.start
    band = replace(board.bands[event.band], territory=event.path[-1], moved=True, came=came, since=board.serial)
    board = replace(board, bands={**board.bands, event.band: band}, serial=board.serial + 1)
    return replace(state, board=board, phase=spoken(phase) if isinstance(phase, Declaring) else phase)


def _arrived(state: State, event: ev.ArmyArrived) -> State:
    army = state.board.armies[event.army]
    board = replace(state.board, armies=without(state.board.armies, event.army))
    if event.band is None:
        return replace(state, board=lodge(board, event.territory, army.units, army.lords))
    band = Band(event.band, army.owner, event.territory, army.lords[0], army.units, board.serial)
    bands = dict(sorted({**board.bands, band.id: band}.items()))
    return replace(state, board=replace(board, bands=bands, serial=board.serial + 1))


def _vanished(state: State, event: ev.TroopsVanished) -> State:
    board = replace(
        state.board,
        armies=without(state.board.armies, *event.armies),
        bands=without(state.board.bands, *event.bands),
    )
    return replace(state, board=earn(board, event.seat, event.refund))


def _control(state: State, event: ev.ControlPassed) -> State:
    control = {**state.board.control, event.territory: event.seat}
    return replace(state, board=replace(state.board, control=control))


def _razed(state: State, event: ev.VillageRazed) -> State:
    villages = without(state.board.villages, event.territory)
    return replace(state, board=replace(state.board, villages=villages))


def _fled(state: State, event: ev.ReserveFled) -> State:
    return replace(state, board=leave_reserve(state.board, event.territory, event.army))


def leave_reserve(board: Board, territory: TerritoryId, army: Army) -> Board:
    """Troops of a reserve leave the map as an army."""
    village = board.villages[territory]
    units = {unit.id for unit in army.units}
    lords = {lord.id for lord in army.lords}
    left = replace(
        village,
        units=tuple(unit for unit in village.units if unit.id not in units),
        lords=tuple(lord for lord in village.lords if lord.id not in lords),
    )
    return add_army(replace(board, villages={**board.villages, territory: left}), army)


def add_army(board: Board, army: Army) -> Board:
    """An army is on its way."""
    return replace(board, armies={**board.armies, army.id: army}, serial=max(board.serial, army.id + 1))


def _reserve_lost(state: State, event: ev.ReserveLost) -> State:
    villages = {**state.board.villages, event.territory: Village(event.seat)}
    return replace(state, board=replace(state.board, villages=villages))


def _site_removed(state: State, event: ev.SacredSiteRemoved) -> State:
    return replace(state, board=replace(state.board, sites=without(state.board.sites, event.territory)))


def _site_raised(state: State, event: ev.SacredSiteRaised) -> State:
    return replace(state, board=replace(state.board, sites={**state.board.sites, event.territory: event.seat}))


def _remembered(state: State, event: ev.MemoryPointGained) -> State:
    kept = state.board.memory[1:] if event.forgotten is not None else state.board.memory
    memory = (*kept, event.seat)
    return replace(state, board=replace(state.board, memory=memory))


def _income(state: State, event: ev.IncomeCollected) -> State:
    return replace(state, board=earn(state.board, event.seat, event.amount))


def _paid(state: State, event: ev.UpkeepPaid) -> State:
    board = earn(state.board, event.seat, event.refund - event.amount)
    phase = state.phase
    if isinstance(phase, Paying):
        phase = Paying(tuple(seat for seat in phase.owing if seat != event.seat))
    return replace(state, board=board, phase=phase)


def _demobilised(state: State, event: ev.UnitsDemobilised) -> State:
    board = state.board
    touched = (*(band.id for band in event.bands), *event.dissolved)
    left = [board.bands[BandId(id)] for id in touched]
    units = [unit for band in left for unit in band.units]
    lords = [band.lord for band in left if band.lord is not None]
    bands = without(board.bands, *event.dissolved) | {band.id: band for band in event.bands}
    board = replace(board, bands=dict(sorted(bands.items())))
    for territory, ids in event.homes.items():
        board = lodge(
            board, territory, (unit for unit in units if unit.id in ids), (lord for lord in lords if lord.id in ids)
        )
    for army in event.armies:
        board = add_army(board, army)
    return replace(state, board=board)


def _built(state: State, event: ev.BuildingsRevealed) -> State:
    board = state.board
    villages, sites, stocks = dict(board.villages), dict(board.sites), dict(board.stocks)
    for seat, order in event.orders.items():
        villages |= {at: Village(seat) for at in order.villages}
        sites |= dict.fromkeys(order.sites, seat)
        stocks[seat] -= event.costs.get(seat, 0)
    board = replace(board, villages=villages, sites=sites, stocks=stocks)
    return replace(state, board=board, phase=Passing(Step.BUILD, done=True))


def _invaded(state: State, event: ev.BandInvaded) -> State:
    board = earn(state.board, event.seat, -event.cost)
    board = replace(board, bands={**board.bands, event.band.id: event.band}, serial=event.serial)
    phase = state.phase
    if isinstance(phase, Invading):
        phase = Invading(tuple(seat for seat in phase.queue if seat != event.seat))
    return replace(state, board=board, phase=phase)


def _described(state: State, event: ev.LordDescribed) -> State:
    board, lord = state.board, event.lord
    for band in board.bands.values():
        if band.lord is not None and band.lord.id == lord.id:
            return replace(state, board=replace(board, bands={**board.bands, band.id: replace(band, lord=lord)}))
    for at, village in board.villages.items():
        if any(one.id == lord.id for one in village.lords):
            named = replace(village, lords=_named(village.lords, lord))
            return replace(state, board=replace(board, villages={**board.villages, at: named}))
    armies: dict[ArmyId, Army] = {
        id: replace(army, lords=_named(army.lords, lord)) for id, army in board.armies.items()
    }
    return replace(state, board=replace(board, armies=armies))


def _named(lords: tuple[Lord, ...], lord: Lord) -> tuple[Lord, ...]:
    return tuple(lord if one.id == lord.id else one for one in lords)


HANDLERS: Mapping[type, Callable[[State, Any], State]] = {
    ev.PreparationsRevealed: _prepared,
    ev.MoveDeclared: _moved,
    ev.ArmyArrived: _arrived,
    ev.TroopsVanished: _vanished,
    ev.ControlPassed: _control,
    ev.VillageRazed: _razed,
    ev.ReserveFled: _fled,
    ev.ReserveLost: _reserve_lost,
    ev.SacredSiteRemoved: _site_removed,
    ev.SacredSiteRaised: _site_raised,
    ev.MemoryPointGained: _remembered,
    ev.IncomeCollected: _income,
    ev.UpkeepPaid: _paid,
    ev.UnitsDemobilised: _demobilised,
    ev.BuildingsRevealed: _built,
    ev.BandInvaded: _invaded,
    ev.LordDescribed: _described,
}
