"""
Building: hidden construction of villages and sacred sites, the return of the landless (chapters 11 and 23), and the
portals of outer factions (chapter 26).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from heraut.campaign.aftermath import take
from heraut.campaign.bands import band_faults, bought, raise_band, unit_faults
from heraut.campaign.board import Board
from heraut.campaign.forces import MapBand, NewLord, Recruit, Village, charged, points_bought
from heraut.campaign.settings import Campaign, TurnStep
from heraut.campaign.state import (
    Building,
    BuildOrder,
    Invading,
    Passing,
    State,
    expect,
)
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
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
    during,
    not_speaking,
    refuse,
)
from heraut.campaign.tables import TerritoryId, numbers
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import Outcome, on, unchanged
from heraut.kernel.message import Awaited, Command, Event, PublicEvent
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


class Invade(CampaignOrder, frozen=True, kw_only=True):
    """Open a portal and bring a new band [SC-INV-2]."""

    territory: TerritoryId
    recruits: tuple[Recruit, ...]
    lord: NewLord = NewLord()


class DeclineInvasion(CampaignOrder, frozen=True, kw_only=True):
    """Make no invasion this turn."""


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


class BandInvaded(OnTerritory, frozen=True):
    """An outer band has come through a portal [SC-INV-5]."""

    band: MapBand
    cost: int
    serial: int


class SacredSiteRaised(OnTerritory, frozen=True):
    """The portal left a sacred site [SC-INV-6]."""


class InvasionDeclined(PublicEvent, frozen=True):
    """An outer player does not invade this turn."""

    seat: Seat
    automatic: bool = False
    defaulted: bool = False


def open_building(scene: CampaignScene) -> Steps[None]:
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


def open_invasions(scene: CampaignScene) -> Steps[None]:
    """Outer players act one after the other."""
    yield StepOpened(TurnStep.INVASION, invaders(scene.state.game, scene.board))


def invaders(game: Campaign, board: Board) -> tuple[Seat, ...]:
    """Outer players in initiative order, best first [SC-INV-7]."""
    return tuple(seat for seat in board.order if seat in game.outer)


def may_invade(state: State, seat: Seat) -> bool:
    """Whether the smallest invasion can be paid, led and placed [SC-INV-2, SC-INV-3, SC-LRD-2]."""
    least = numbers().portal_price + numbers().band_least + state.game.settings.lord_cost
    return (
        state.board.stocks[seat] >= least
        and state.board.lords_of(seat) < state.game.max_lords
        and any(place_fault(state.board, seat, at) is None for at in state.game.map.territories)
    )


def place_fault(board: Board, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """Only enemy bands and enemy villages forbid a portal [SC-INV-3]."""
    if board.enemy_at(territory, seat):
        return refuse("SC-INV-3", Code.ENEMY_THERE, territory)
    village = board.villages.get(territory)
    if village is not None and village.owner != seat:
        return refuse("SC-INV-3", Code.ENEMY_VILLAGE, territory)
    return None


def _awaits_invader(_state: State, phase: Invading) -> Iterator[Awaited]:
    yield INVADE.to(phase.queue[0])


def invade(state: State, command: Invade) -> Outcome:
    """A portal, a new band and its new lord, all paid now [SC-INV-2, SC-INV-4]."""
    if fault := _not_speaking(state, command.seat):
        return fault
    if command.territory not in state.game.map.territories:
        return refuse("SC-INV-3", Code.UNKNOWN_TERRITORY, command.territory)
    band = raise_band(state.board, command.seat, command.territory, command.recruits, command.lord)
    cost = charged(numbers().portal_price + points_bought(command.recruits) + state.game.settings.lord_cost)
    return together(tuple(_invasion_faults(state, command, band, cost))) or tuple(_invasion(state, band, cost))


def _invasion(state: State, band: MapBand, cost: int) -> Iterator[Event]:
    """The band comes, takes the territory [SC-INV-5] and leaves a sacred site where no own one stands [SC-INV-6]."""
    seat, at, board = band.owner, band.territory, state.board
    event = BandInvaded(seat, at, band, cost, band.id + 1)
    yield event
    yield from take(_invaded(state, event), seat, at)
    if at not in board.sites or board.control.get(at) != seat:
        yield SacredSiteRaised(seat, at)


def _invasion_faults(state: State, command: Invade, band: MapBand, cost: int) -> Iterator[Refusal]:
    board, seat, most = state.board, command.seat, state.game.max_lords
    for recruit in command.recruits:
        yield from unit_faults(state.game, recruit)
    yield from band_faults(band)
    if fault := place_fault(board, seat, command.territory):
        yield fault
    if board.lords_of(seat) >= most:
        yield refuse("SC-LRD-2", Code.TOO_MANY_LORDS, asked=board.lords_of(seat) + 1, allowed=most)
    if cost > board.stocks[seat]:
        yield refuse("SC-INV-2", Code.TOO_DEAR, asked=cost, allowed=board.stocks[seat])


def decline_invasion(state: State, command: DeclineInvasion) -> Outcome:
    """No invasion this turn."""
    return _not_speaking(state, command.seat) or (InvasionDeclined(command.seat),)


def _not_speaking(state: State, seat: Seat) -> Refusal | None:
    return not_speaking(state, Invading, "invasion", "SC-INV-7", seat)


def _declined_for(_state: State, awaited: Awaited) -> tuple[InvasionDeclined]:
    """An absent player does not invade [SC-GEN-9]."""
    return (InvasionDeclined(awaited.seat, defaulted=True),)


def _without_choice(scene: CampaignScene, phase: Invading) -> Steps[bool]:
    """Who cannot invade is not asked [SC-GEN-8]; it is over when each has acted or declined."""
    if phase.queue and not may_invade(scene.state, phase.queue[0]):
        yield InvasionDeclined(phase.queue[0], automatic=True)
    return not phase.queue


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


def _invaded(state: State, event: BandInvaded) -> State:
    board = state.board.earn(event.seat, -event.cost)
    board = replace(board, bands={**board.bands, event.band.id: event.band}, serial=event.serial)
    return _acted(replace(state, board=board), event.seat)


def _declined(state: State, event: InvasionDeclined) -> State:
    return _acted(state, event.seat)


def _acted(state: State, seat: Seat) -> State:
    queue = tuple(other for other in expect(state.phase, Invading).queue if other != seat)
    return replace(state, phase=Invading(queue))


def _site_raised(state: State, event: SacredSiteRaised) -> State:
    return replace(state, board=replace(state.board, sites={**state.board.sites, event.territory: event.seat}))


def _orders(state: State, awaited: Awaited) -> Iterator[Command]:
    yield Build(awaited.seat)
    for one in choices(state, awaited.seat):
        yield Build(awaited.seat, villages=one.villages, sites=one.sites)


def _invasions(state: State, awaited: Awaited) -> Iterator[Command]:
    seat = awaited.seat
    yield DeclineInvasion(seat)
    spare = state.board.stocks[seat] - numbers().portal_price - state.game.settings.lord_cost
    for at in state.game.map.territories:
        if place_fault(state.board, seat, at) is None:
            for points in range(numbers().band_least, min(numbers().band_most, spare) + 1):
                yield Invade(seat, territory=at, recruits=bought(state.game, points))


BUILDINGS = SealedStep(
    Building, BuildingSealed, BuildingDefaulted, "order", nothing=BuildOrder(), drafted=BuildingDrafted
)
BUILD = BUILDINGS.question("campaign-build", "SC-SEQ-10", _orders)
INVADE = AwaitedQuestion("campaign-invade", "SC-INV-1", _invasions, _declined_for)

SUBJECT = CampaignSubject(
    decides=(on(Build, build), on(Invade, invade), on(DeclineInvasion, decline_invasion)),
    evolves=(
        *BUILDINGS.changes(),
        on(BuildingsRevealed, _revealed),
        on(VillageFounded, _founded),
        on(FoundingForestalled, unchanged),
        on(BandInvaded, _invaded),
        on(InvasionDeclined, _declined),
        on(SacredSiteRaised, _site_raised),
    ),
    phases=(BUILDINGS.rules(BUILD, _reveal), during(Invading, _without_choice, _awaits_invader)),
    questions=(BUILD, INVADE),
)
