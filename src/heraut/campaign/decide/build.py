"""The step BUILD: hidden construction of villages and sacred sites (chapters 11 and 26)."""

from __future__ import annotations

from heraut.campaign.board import Board
from heraut.campaign.commands import Build
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    BuildingDefaulted,
    BuildingDrafted,
    BuildingSealed,
    BuildingsRevealed,
    StepOpened,
)
from heraut.campaign.names import Step, TerritoryId
from heraut.campaign.state import Building, BuildOrder, State
from heraut.campaign.tables import numbers
from heraut.kernel import HouseCode, Refusal, Seat, Stage, house, together


def begin(story: Story) -> None:
    """Those who could build anything are asked [SC-GEN-8]."""
    state = story.state
    seats = tuple(seat for seat in state.game.seats if next(iter(choices(state, seat)), None))
    story.tell(StepOpened(Step.BUILD, seats))


def choices(state: State, seat: Seat) -> list[BuildOrder]:
    """Each single thing a player could build now, villages first."""
    board, stock = state.board, state.board.stocks[seat]
    own = sorted(at for at, owner in board.control.items() if owner == seat)
    orders: list[BuildOrder] = []
    if stock >= numbers().village_price and len(board.villages_of(seat)) < state.game.max_villages:
        orders += [BuildOrder((at,)) for at in own if _village_fault(board, seat, at) is None]
    if stock >= numbers().site_price:
        orders += [BuildOrder((), (at,)) for at in own if at not in board.sites]
    return orders


def build(story: Story, command: Build) -> Refusal | None:
    """Villages and sites within the limits and the stock [SC-VIL-2, SC-VIL-4, SC-SAC-1]."""
    phase = story.state.phase
    if not isinstance(phase, Building) or command.seat not in phase.box.seats:
        return house(HouseCode.WRONG_PHASE, "build")
    order = BuildOrder(command.villages, command.sites)
    if not command.ready:
        story.tell(BuildingDrafted(command.seat, order))
        return None
    if fault := together(tuple(_faults(story.state, command.seat, order))):
        return fault
    story.tell(BuildingSealed(command.seat, order))
    return None


def price(order: BuildOrder) -> int:
    """What an order costs."""
    return numbers().village_price * len(order.villages) + numbers().site_price * len(order.sites)


def _faults(state: State, seat: Seat, order: BuildOrder) -> list[Refusal]:
    board = state.board
    found = [_village_fault(board, seat, at) for at in order.villages]
    found += [_site_fault(board, seat, at) for at in order.sites]
    for at in sorted({*order.villages, *order.sites}):
        if order.villages.count(at) > 1 or order.sites.count(at) > 1:
            found.append(refuse("SC-MAP-4", Code.BUILT_TWICE, at))
    villages = len(board.villages_of(seat)) + len(order.villages)
    if order.villages and villages > state.game.max_villages:
        found.append(refuse("SC-VIL-3", Code.TOO_MANY_VILLAGES, asked=villages, allowed=state.game.max_villages))
    if price(order) > board.stocks[seat]:
        found.append(refuse("SC-GEN-2", Code.TOO_DEAR, asked=price(order), allowed=board.stocks[seat]))
    return [fault for fault in found if fault is not None]


def _village_fault(board: Board, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """On a controlled territory without village and without enemy band [SC-VIL-2]."""
    if board.control.get(territory) != seat:
        return refuse("SC-VIL-2", Code.NOT_CONTROLLED, territory)
    if territory in board.villages:
        return refuse("SC-VIL-2", Code.VILLAGE_THERE, territory)
    if board.enemy_at(territory, seat):
        return refuse("SC-VIL-2", Code.ENEMY_THERE, territory)
    return None


def _site_fault(board: Board, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """On a controlled territory that has none [SC-SAC-1]."""
    if board.control.get(territory) != seat:
        return refuse("SC-SAC-1", Code.NOT_CONTROLLED, territory)
    if territory in board.sites:
        return refuse("SC-SAC-1", Code.SITE_THERE, territory)
    return None


def build_default(story: Story, seat: Seat) -> None:
    """An absent player builds nothing [SC-GEN-9]."""
    story.tell(BuildingDefaulted(seat))


def reveal(story: Story, phase: Building) -> None:
    """Everything is built at once when the last player is ready [SC-SEQ-10]."""
    if not phase.box.awaited:
        orders = phase.box.values
        costs = {seat: price(order) for seat, order in orders.items()}
        defaulted = tuple(seat for seat in orders if phase.box.stage(seat) is Stage.DEFAULTED)
        story.tell(BuildingsRevealed(orders, costs, defaulted))
