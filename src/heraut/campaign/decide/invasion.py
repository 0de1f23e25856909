"""The step INVASION: portals of outer factions (chapter 26)."""

from __future__ import annotations

from heraut.campaign.board import Board
from heraut.campaign.commands import DeclineInvasion, Invade
from heraut.campaign.decide.control import take
from heraut.campaign.decide.muster import band_faults, unit_faults
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import BandInvaded, InvasionDeclined, SacredSiteRaised, StepOpened
from heraut.campaign.forces import Band, Lord, Unit
from heraut.campaign.names import BandId, LordId, Step, TerritoryId, UnitId
from heraut.campaign.state import Invading, State
from heraut.campaign.tables import numbers
from heraut.kernel import HouseCode, Refusal, Seat, house, together


def begin(story: Story) -> None:
    """Outer players act in initiative order, best first [SC-INV-7]."""
    outer = story.state.game.outer
    story.tell(StepOpened(Step.INVASION, tuple(seat for seat in story.board.order if seat in outer)))


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


def invade(story: Story, command: Invade) -> Refusal | None:
    """A portal, a new band and its new lord, all paid now [SC-INV-2, SC-INV-4]."""
    state = story.state
    if fault := _not_speaking(state, command.seat):
        return fault
    if command.territory not in state.game.map.territories:
        return refuse("SC-INV-3", Code.UNKNOWN_TERRITORY, command.territory)
    band = _band(state, command)
    price = numbers().portal_price + sum(unit.points for unit in band.units) + state.game.settings.lord_cost
    if fault := together(tuple(_faults(state, command, band, price))):
        return fault
    serial = state.board.serial + len(band.units) + 2
    story.tell(BandInvaded(command.seat, command.territory, band, price, serial))
    take(story, command.seat, command.territory)
    if command.territory not in story.board.sites:
        story.tell(SacredSiteRaised(command.seat, command.territory))
    return None


def _band(state: State, command: Invade) -> Band:
    serial = state.board.serial
    units = tuple(
        Unit(UnitId(serial + place), recruit.kind, recruit.points, recruit.figures, recruit.figures)
        for place, recruit in enumerate(command.recruits)
    )
    serial += len(units)
    lord = Lord(LordId(serial), command.lord.name, command.lord.story)
    return Band(BandId(serial + 1), command.seat, command.territory, lord, units, since=serial + 1)


def _faults(state: State, command: Invade, band: Band, price: int) -> list[Refusal]:
    board, seat = state.board, command.seat
    faults = [fault for recruit in command.recruits for fault in unit_faults(state.game, recruit)]
    faults += band_faults(band)
    if fault := place_fault(board, seat, command.territory):
        faults.append(fault)
    if board.lords_of(seat) >= state.game.max_lords:
        lords = board.lords_of(seat) + 1
        faults.append(refuse("SC-LRD-2", Code.TOO_MANY_LORDS, asked=lords, allowed=state.game.max_lords))
    if price > board.stocks[seat]:
        faults.append(refuse("SC-INV-2", Code.TOO_DEAR, asked=price, allowed=board.stocks[seat]))
    return faults


def decline(story: Story, command: DeclineInvasion) -> Refusal | None:
    """No invasion this turn."""
    if fault := _not_speaking(story.state, command.seat):
        return fault
    story.tell(InvasionDeclined(command.seat))
    return None


def _not_speaking(state: State, seat: Seat) -> Refusal | None:
    if not isinstance(state.phase, Invading):
        return house(HouseCode.WRONG_PHASE, "invasion")
    if state.phase.queue[0] != seat:
        return refuse("SC-INV-7", Code.NOT_YOUR_TURN, seat, allowed=state.phase.queue[0])
    return None


def decline_default(story: Story, seat: Seat) -> None:
    """An absent player does not invade [SC-GEN-9]."""
    story.tell(InvasionDeclined(seat, defaulted=True))


def onward(story: Story, phase: Invading) -> bool:
    """Who cannot invade is not asked [SC-GEN-8]; True when each has acted or declined."""
    if phase.queue and not may_invade(story.state, phase.queue[0]):
        story.tell(InvasionDeclined(phase.queue[0], automatic=True))
    return not phase.queue
