"""Building: hidden construction of villages and sacred sites, the return of the landless (chapters 11 and 23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from heraut.campaign.aftermath import take
from heraut.campaign.board import Board, Village
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import Building, BuildOrder, Passing, State
from heraut.campaign.subject import (
    CampaignScene,
    CampaignSubject,
    Code,
    Defaulted,
    Drafted,
    OnTerritory,
    Revealed,
    SealedEvent,
    SealedOrder,
    SealedStep,
    Steps,
    refuse,
)
from heraut.campaign.tables import TerritoryId, numbers
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import Outcome, on, unchanged
from heraut.kernel.message import Awaited, Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.kernel.sealed import SealedBox, commitment


class Build(SealedOrder, frozen=True, kw_only=True):
    """
    Villages and sacred sites to build; `ready` False keeps a draft [SC-SEQ-10].

    The one village of a landless player is founded on ground that is not theirs yet [SC-HOM-5].
    """

    villages: tuple[TerritoryId, ...] = ()
    sites: tuple[TerritoryId, ...] = ()
    ready: bool = True


class BuildingDrafted(Drafted, frozen=True):
    """Orders kept but not handed in."""

    order: BuildOrder


class BuildingSealed(SealedEvent, frozen=True):
    """Orders handed in [SC-SEQ-10]."""

    order: BuildOrder


class BuildingDefaulted(Defaulted, frozen=True):
    """An absent player builds nothing [SC-GEN-9]."""


class BuildingsRevealed(Revealed, frozen=True):
    """What everybody builds on their own ground, and for how much [SC-SEQ-10]."""

    orders: Mapping[Seat, BuildOrder]
    costs: Mapping[Seat, int]


class VillageFounded(OnTerritory, frozen=True):
    """A landless player is back: the territory has passed to them, and a village stands there [SC-HOM-6]."""

    cost: int


class FoundingForestalled(OnTerritory, frozen=True):
    """Somebody was there before a landless player, who builds nothing and keeps the PP [SC-HOM-7]."""

    by: Seat


def may_resurge(state: State, seat: Seat) -> bool:
    """Whether a player may come back by founding a village: one who has nothing but PP [SC-HOM-5]."""
    return state.game.settings.resurgence == "village" and state.board.landless(seat)


def build(state: State, command: Build) -> Outcome:
    """Villages and sites within the limits and the stock [SC-VIL-2, SC-VIL-4, SC-SAC-1]."""
    if not isinstance(state.phase, Building) or command.seat not in state.phase.box.seats:
        return house(HouseCode.WRONG_PHASE, "build")
    order = BuildOrder(command.villages, command.sites)
    if not command.ready:
        return (BuildingDrafted(command.seat, order),)
    sealed = BuildingSealed(command.seat, order, salt=command.salt, commitment=commitment(order, command.salt))
    return together(tuple(_building_faults(state, command.seat, order))) or (sealed,)


def price(order: BuildOrder) -> int:
    """What an order costs."""
    return numbers().village_price * len(order.villages) + numbers().site_price * len(order.sites)


def _building_faults(state: State, seat: Seat, order: BuildOrder) -> Iterator[Refusal]:
    board, most = state.board, state.game.max_villages
    if may_resurge(state, seat):
        found = [_founding_fault(state, seat, at) for at in order.villages]
        if len(order.villages) > 1:
            yield refuse("SC-HOM-5", Code.ONE_FOUNDING, asked=len(order.villages), allowed=1)
    else:
        found = [_village_fault(board, seat, at) for at in order.villages]
    found += [_site_fault(board, seat, at) for at in order.sites]
    yield from (fault for fault in found if fault is not None)
    for at in sorted({*order.villages, *order.sites}):
        if order.villages.count(at) > 1 or order.sites.count(at) > 1:
            yield refuse("SC-MAP-4", Code.BUILT_TWICE, at)
    villages = len(board.villages_of(seat)) + len(order.villages)
    if order.villages and villages > most:
        yield refuse("SC-VIL-3", Code.TOO_MANY_VILLAGES, asked=villages, allowed=most)
    if price(order) > board.stocks[seat]:
        yield refuse("SC-GEN-2", Code.TOO_DEAR, asked=price(order), allowed=board.stocks[seat])


def _village_fault(board: Board, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """On a controlled territory without village and without enemy band [SC-VIL-2]."""
    if board.control.get(territory) != seat:
        return refuse("SC-VIL-2", Code.NOT_CONTROLLED, territory)
    if territory in board.villages:
        return refuse("SC-VIL-2", Code.VILLAGE_THERE, territory)
    if board.enemy_at(territory, seat):
        return refuse("SC-VIL-2", Code.ENEMY_THERE, territory)
    return None


def _founding_fault(state: State, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """A landless player founds a village wherever no enemy has a band or a village [SC-HOM-5]."""
    if territory not in state.game.map.territories:
        return refuse("SC-HOM-5", Code.UNKNOWN_TERRITORY, territory)
    if state.board.enemy_at(territory, seat):
        return refuse("SC-HOM-5", Code.ENEMY_THERE, territory)
    if territory in state.board.villages:
        return refuse("SC-HOM-5", Code.VILLAGE_THERE, territory)
    return None


def _site_fault(board: Board, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """On a controlled territory that has none [SC-SAC-1]."""
    if board.control.get(territory) != seat:
        return refuse("SC-SAC-1", Code.NOT_CONTROLLED, territory)
    if territory in board.sites:
        return refuse("SC-SAC-1", Code.SITE_THERE, territory)
    return None


def open_step(scene: CampaignScene) -> Steps[None]:
    """Those who could build anything are asked [SC-GEN-8]."""
    state = scene.state
    yield StepOpened(TurnStep.BUILD, tuple(seat for seat in state.game.seats if choices(state, seat)))


def choices(state: State, seat: Seat) -> list[BuildOrder]:
    """Each single thing a player could build now, villages first."""
    board, stock = state.board, state.board.stocks[seat]
    if may_resurge(state, seat):
        places = (at for at in state.game.map.territories if _founding_fault(state, seat, at) is None)
        return [BuildOrder((at,)) for at in places] if stock >= numbers().village_price else []
    own = sorted(at for at, owner in board.control.items() if owner == seat)
    orders: list[BuildOrder] = []
    if stock >= numbers().village_price and len(board.villages_of(seat)) < state.game.max_villages:
        orders += [BuildOrder((at,)) for at in own if _village_fault(board, seat, at) is None]
    if stock >= numbers().site_price:
        orders += [BuildOrder((), (at,)) for at in own if at not in board.sites]
    return orders


def _reveal(scene: CampaignScene, box: SealedBox[BuildOrder]) -> Steps[None]:
    """Everything is built at once when the last player is ready [SC-SEQ-10]; then the landless come back [SC-HOM-6]."""
    orders = box.values
    founding = {
        seat: order.villages[0] for seat, order in orders.items() if order.villages and may_resurge(scene.state, seat)
    }
    built = {seat: BuildOrder() if seat in founding else order for seat, order in orders.items()}
    costs = {seat: price(order) for seat, order in built.items()}
    yield BuildingsRevealed(built, costs, defaulted=box.defaulted, opened=box.openings)
    yield from _found(scene, founding, built)


def _found(scene: CampaignScene, founding: Mapping[Seat, TerritoryId], built: Mapping[Seat, BuildOrder]) -> Steps[None]:
    """Whoever builds on their own ground was there first; then the best placed of the landless [SC-HOM-7]."""
    first = {at: seat for seat, order in built.items() for at in (*order.villages, *order.sites)}
    for seat in sorted(founding, key=scene.board.rank):
        at = founding[seat]
        if (before := first.setdefault(at, seat)) == seat:
            yield from take(scene.state, seat, at)
            yield VillageFounded(seat, at, numbers().village_price)
        else:
            yield FoundingForestalled(seat, at, before)


def _revealed(state: State, event: BuildingsRevealed) -> State:
    board = state.board
    villages, sites, stocks = dict(board.villages), dict(board.sites), dict(board.stocks)
    for seat, order in event.orders.items():
        villages |= {at: Village(seat) for at in order.villages}
        sites |= dict.fromkeys(order.sites, seat)
        stocks[seat] -= event.costs.get(seat, 0)
    board = replace(board, villages=villages, sites=sites, stocks=stocks)
    return replace(state, board=board, phase=Passing(TurnStep.BUILD, done=True), opened=event.opened)


def _founded(state: State, event: VillageFounded) -> State:
    board = state.board.with_village(event.territory, Village(event.seat))
    return replace(state, board=board.earn(event.seat, -event.cost))


def _orders(state: State, awaited: Awaited) -> Iterator[Command]:
    yield Build(awaited.seat)
    for one in choices(state, awaited.seat):
        yield Build(awaited.seat, villages=one.villages, sites=one.sites)


BUILDINGS = SealedStep(
    Building, BuildingSealed, BuildingDefaulted, "order", nothing=BuildOrder(), drafted=BuildingDrafted
)
BUILD = BUILDINGS.question("campaign-build", "SC-SEQ-10", _orders)
SUBJECT = CampaignSubject(
    decides=(on(Build, build),),
    evolves=(
        *BUILDINGS.changes(),
        on(BuildingsRevealed, _revealed),
        on(VillageFounded, _founded),
        on(FoundingForestalled, unchanged),
    ),
    phases=(BUILDINGS.rules(BUILD, _reveal),),
    questions=(BUILD,),
)
