"""Events of combats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from heraut.campaign import events as ev
from heraut.campaign.board import Board
from heraut.campaign.combat import Combat, CombatStatus, Result
from heraut.campaign.evolve.board import add_army, arrange, leave_reserve, without
from heraut.campaign.forces import Lord, Unit
from heraut.campaign.names import TerritoryId, UnitId
from heraut.campaign.state import Fighting, State
from heraut.kernel import ImpossibleEvent


def _opened(state: State, event: ev.CombatOpened) -> State:
    combat = Combat(
        event.territory,
        event.stage,
        event.fighters,
        event.newcomers,
        event.attacker,
        event.defender,
        event.holder,
    )
    return _with(state, combat)


def _fielded(state: State, event: ev.ForceFielded) -> State:
    combat = _combat(state, event.territory)
    if event.arrangement is not None:
        state = replace(state, board=arrange(state.board, event.arrangement))
    forces = {**combat.forces, event.seat: event.force}
    ready = all(seat in forces for seat in combat.standing())
    return _with(state, replace(combat, forces=forces, status=_battle(combat, ready=ready)))


def _battle(combat: Combat, *, ready: bool) -> CombatStatus:
    return CombatStatus.BATTLE if ready else combat.status


def _conceded(state: State, event: ev.CombatConceded) -> State:
    combat = _combat(state, event.territory)
    combat = replace(combat, conceded=(*combat.conceded, event.seat))
    ready = all(seat in combat.forces for seat in combat.standing())
    return _with(state, replace(combat, status=_battle(combat, ready=ready)))


def _proposed(state: State, event: ev.ResultProposed) -> State:
    combat = _combat(state, event.territory)
    return _with(state, replace(combat, status=CombatStatus.REVIEW, result=event.result, agreed=(event.seat,)))


def _confirmed(state: State, event: ev.ResultConfirmed) -> State:
    combat = _combat(state, event.territory)
    return _with(state, replace(combat, agreed=(*combat.agreed, event.seat)))


def _rejected(state: State, event: ev.ResultRejected) -> State:
    combat = _combat(state, event.territory)
    return _with(state, replace(combat, status=CombatStatus.BATTLE, result=None, agreed=()))


def _losses(state: State, event: ev.LossesTaken) -> State:
    combat = _combat(state, event.territory)
    force = combat.forces[event.seat]
    figures = {left.unit: left.figures for left in event.left}
    board = state.board
    if force.band is not None:
        band = board.bands[force.band]
        lord = None if band.lord is None or band.lord.id in event.fallen else band.lord
        band = replace(band, units=_survivors(band.units, figures), lord=lord)
        board = replace(board, bands={**board.bands, band.id: band})
    else:
        board = _militia_losses(board, event, figures)
    state = replace(state, board=board)
    return _with(state, replace(combat, status=CombatStatus.APPLYING))


def _militia_losses(board: Board, event: ev.LossesTaken, figures: Mapping[UnitId, int]) -> Board:
    village = board.villages[event.territory]
    lords: tuple[Lord, ...] = tuple(lord for lord in village.lords if lord.id not in event.fallen)
    left = replace(village, units=_survivors(village.units, figures), lords=lords)
    return replace(board, villages={**board.villages, event.territory: left})


def _survivors(units: tuple[Unit, ...], figures: Mapping[UnitId, int]) -> tuple[Unit, ...]:
    after = (replace(unit, figures=figures.get(unit.id, unit.figures)) for unit in units)
    return tuple(unit for unit in after if unit.figures > 0)


def _retreated(state: State, event: ev.BandRetreated) -> State:
    board = replace(state.board, bands=without(state.board.bands, event.band))
    return replace(state, board=add_army(board, event.army))


def _destroyed(state: State, event: ev.BandDestroyed) -> State:
    return replace(state, board=replace(state.board, bands=without(state.board.bands, event.band)))


def _militia_retreated(state: State, event: ev.MilitiaRetreated) -> State:
    return replace(state, board=leave_reserve(state.board, event.territory, event.army))


def _militia_returned(state: State, event: ev.MilitiaReturned) -> State:
    combat = _combat(state, event.territory)
    return _with(state, replace(combat, forces=without(combat.forces, event.seat)))


def _applied(state: State, event: ev.CombatApplied) -> State:
    combat = _combat(state, event.territory)
    newcomers = combat.newcomers if event.stage == 1 else ()
    return _with(
        state,
        replace(
            combat,
            stage=event.stage,
            newcomers=newcomers,
            status=CombatStatus.APPLIED,
            result=_settled(combat, event),
            agreed=(),
        ),
    )


def _settled(combat: Combat, event: ev.CombatApplied) -> Result:
    left = combat.result.left if combat.result is not None else ()
    fallen = combat.result.fallen if combat.result is not None else ()
    return Result(event.winners, left, fallen)


def _combat(state: State, territory: TerritoryId) -> Combat:
    if not isinstance(state.phase, Fighting):
        raise ImpossibleEvent(state.phase, territory)
    return state.phase.combats[territory]


def _with(state: State, combat: Combat) -> State:
    if not isinstance(state.phase, Fighting):
        raise ImpossibleEvent(state.phase, combat)
    return replace(state, phase=Fighting({**state.phase.combats, combat.territory: combat}))


HANDLERS: Mapping[type, Callable[[State, Any], State]] = {
    ev.CombatOpened: _opened,
    ev.ForceFielded: _fielded,
    ev.CombatConceded: _conceded,
    ev.ResultProposed: _proposed,
    ev.ResultConfirmed: _confirmed,
    ev.ResultRejected: _rejected,
    ev.LossesTaken: _losses,
    ev.BandRetreated: _retreated,
    ev.BandDestroyed: _destroyed,
    ev.MilitiaRetreated: _militia_retreated,
    ev.MilitiaReturned: _militia_returned,
    ev.CombatApplied: _applied,
}
