"""Invasions: the portals of outer factions (chapter 26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from heraut.campaign.aftermath import take
from heraut.campaign.bands import band_faults, bought, lord_faults, raise_band, unit_faults
from heraut.campaign.board import Board, MapBand, NewLord, Recruit, charged, points_bought
from heraut.campaign.settings import Campaign, TurnStep
from heraut.campaign.state import Invading, State, expect
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    OnTerritory,
    SpokenStep,
    Steps,
    refuse,
)
from heraut.campaign.tables import TerritoryId, numbers
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, Event, PublicEvent
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal, together

E = TypeVar("E", "BandInvaded", "InvasionDeclined")


class Invade(CampaignOrder, frozen=True, kw_only=True):
    """Open a portal and bring a new band [SC-INV-2]."""

    territory: TerritoryId
    recruits: tuple[Recruit, ...]
    lord: NewLord = NewLord()


class DeclineInvasion(CampaignOrder, frozen=True, kw_only=True):
    """Make no invasion this turn."""


class BandInvaded(OnTerritory, frozen=True):
    """An outer band has come through a portal [SC-INV-5]; `queue` are those who may still invade [SC-INV-7]."""

    band: MapBand
    cost: int
    serial: int
    queue: tuple[Seat, ...] | None = None


class SacredSiteRaised(OnTerritory, frozen=True):
    """The portal left a sacred site [SC-INV-6]."""


class InvasionDeclined(PublicEvent, frozen=True):
    """An outer player does not invade this turn; `queue` are those who still may [SC-INV-7]."""

    seat: Seat
    automatic: bool = False
    defaulted: bool = False
    queue: tuple[Seat, ...] | None = None


def place_fault(board: Board, seat: Seat, territory: TerritoryId) -> Refusal | None:
    """Only enemy bands and enemy villages forbid a portal [SC-INV-3]."""
    if board.enemy_at(territory, seat):
        return refuse("SC-INV-3", Code.ENEMY_THERE, territory)
    village = board.villages.get(territory)
    if village is not None and village.owner != seat:
        return refuse("SC-INV-3", Code.ENEMY_VILLAGE, territory)
    return None


def invade(state: State, command: Invade) -> Outcome:
    """A portal, a new band and its new lord, all paid now [SC-INV-2, SC-INV-4]."""
    if fault := INVASIONS.refusal(state, command.seat):
        return fault
    if command.territory not in state.game.map.territories:
        return refuse("SC-INV-3", Code.UNKNOWN_TERRITORY, command.territory)
    band = raise_band(state.board, command.seat, command.territory, command.recruits, command.lord)
    cost = charged(numbers().portal_price + points_bought(command.recruits) + state.game.settings.lord_cost)
    return together(tuple(_invasion_faults(state, command, band, cost))) or tuple(_invasion(state, band, cost))


def _invasion(state: State, band: MapBand, cost: int) -> Iterator[Event]:
    """The band comes, takes the territory [SC-INV-5] and leaves a sacred site where no own one stands [SC-INV-6]."""
    seat, at, board = band.owner, band.territory, state.board
    event = _with_next(state, BandInvaded(seat, at, band, cost, band.id + 1))
    yield event
    yield from take(_invaded(state, event), seat, at)
    if at not in board.sites or board.control.get(at) != seat:
        yield SacredSiteRaised(seat, at)


def _with_next(state: State, event: E) -> E:
    """Each outer player acts once in a turn [SC-INV-7]."""
    queue = expect(state.phase, Invading).queue
    return replace(event, queue=tuple(other for other in queue if other != event.seat))


def _invasion_faults(state: State, command: Invade, band: MapBand, cost: int) -> Iterator[Refusal]:
    board, seat = state.board, command.seat
    for recruit in command.recruits:
        yield from unit_faults(state.game, recruit)
    yield from band_faults(band)
    if fault := place_fault(board, seat, command.territory):
        yield fault
    yield from lord_faults(state, seat, hired=1)
    if cost > board.stocks[seat]:
        yield refuse("SC-INV-2", Code.TOO_DEAR, asked=cost, allowed=board.stocks[seat])


def decline_invasion(state: State, command: DeclineInvasion) -> Outcome:
    """No invasion this turn."""
    return INVASIONS.refusal(state, command.seat) or (_with_next(state, InvasionDeclined(command.seat)),)


def _declined_for(state: State, awaited: Awaited) -> tuple[InvasionDeclined]:
    """An absent player does not invade [SC-GEN-9]."""
    return (_with_next(state, InvasionDeclined(awaited.seat, defaulted=True)),)


def open_step(scene: CampaignScene) -> Steps[None]:
    """Outer players act one after the other."""
    yield StepOpened(TurnStep.INVASION, invaders(scene.state.game, scene.board))


def invaders(game: Campaign, board: Board) -> tuple[Seat, ...]:
    """Outer players in initiative order, best first [SC-INV-7]."""
    return tuple(seat for seat in board.order if seat in game.outer)


def left_for_a_band(state: State, seat: Seat) -> int:
    """The PP a player has for units once the portal and the lord are paid [SC-INV-2, SC-LRD-1]."""
    return state.board.stocks[seat] - numbers().portal_price - state.game.settings.lord_cost


def may_invade(state: State, seat: Seat) -> bool:
    """Whether the smallest invasion can be paid, led and placed [SC-INV-2, SC-INV-3, SC-LRD-2]."""
    return (
        left_for_a_band(state, seat) >= numbers().band_least
        and state.board.lords_of(seat) < state.game.max_lords
        and any(place_fault(state.board, seat, at) is None for at in state.game.map.territories)
    )


def _decline_without_choice(state: State, seat: Seat) -> InvasionDeclined:
    """Who cannot invade is not asked [SC-GEN-8]; it is over when each has acted or declined."""
    return _with_next(state, InvasionDeclined(seat, automatic=True))


def _completed(state: State, event: E) -> E:
    """Older events did not say who may still invade."""
    return event if event.queue is not None else _with_next(state, event)


def _invaded(state: State, event: BandInvaded) -> State:
    board = state.board.earn(event.seat, -event.cost)
    board = replace(board, bands={**board.bands, event.band.id: event.band}, serial=event.serial)
    return _acted(replace(state, board=board), event)


def _acted(state: State, event: BandInvaded | InvasionDeclined) -> State:
    return replace(state, phase=replace(expect(state.phase, Invading), queue=event.queue))


def _site_raised(state: State, event: SacredSiteRaised) -> State:
    return replace(state, board=replace(state.board, sites={**state.board.sites, event.territory: event.seat}))


def _invasions(state: State, awaited: Awaited) -> Iterator[Command]:
    seat = awaited.seat
    yield DeclineInvasion(seat)
    most = min(numbers().band_most, left_for_a_band(state, seat))
    for at in state.game.map.territories:
        if place_fault(state.board, seat, at) is None:
            for points in range(numbers().band_least, most + 1):
                yield Invade(seat, territory=at, recruits=bought(state.game, points))


INVASIONS = SpokenStep(Invading, "invasion", "SC-INV-7")
INVADE = AwaitedQuestion("campaign-invade", "SC-INV-1", _invasions, _declined_for)

SUBJECT = CampaignSubject(
    decides=(on(Invade, invade), on(DeclineInvasion, decline_invasion)),
    evolves=(on(BandInvaded, _invaded), on(InvasionDeclined, _acted), on(SacredSiteRaised, _site_raised)),
    completes=(on(BandInvaded, _completed), on(InvasionDeclined, _completed)),
    phases=(INVASIONS.rules(INVADE, may_invade, _decline_without_choice),),
    questions=(INVADE,),
)
