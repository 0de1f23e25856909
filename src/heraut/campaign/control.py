"""A territory passes to a player, with all that follows from it (chapters 4, 10, 11 and 13)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from heraut.campaign.forces import Army, ArmyId, Village
from heraut.campaign.state import State, without
from heraut.campaign.subject import Public, Subject
from heraut.campaign.tables import TerritoryId, numbers
from heraut.kernel import Event, Seat
from heraut.kernel.engine import on


class ControlPassed(Public, frozen=True):
    """A territory has a new controller [SC-CTL-2]."""

    seat: Seat
    territory: TerritoryId
    former: Seat | None = None


class VillageRazed(Public, frozen=True):
    """The village went with its territory [SC-VIL-6]; its reserve has left before."""

    seat: Seat
    territory: TerritoryId


class ReserveFled(Public, frozen=True):
    """The troops of a lost village that did not fight leave the map [SC-RSV-9]."""

    seat: Seat
    territory: TerritoryId
    army: Army


class ReserveLost(Public, frozen=True):
    """The troops of a lost village that did not fight are gone (`reserve_on_loss` = `lost`) [SC-RSV-9]."""

    seat: Seat
    territory: TerritoryId


class SacredSiteRemoved(Public, frozen=True):
    """The sacred site went with its territory [SC-SAC-3]."""

    seat: Seat
    territory: TerritoryId


class MemoryPointGained(Public, frozen=True):
    """A conquest is remembered; the oldest may be forgotten [SC-MEM-5]."""

    seat: Seat
    territory: TerritoryId
    forgotten: Seat | None = None


def take(state: State, seat: Seat, territory: TerritoryId) -> Iterator[Event]:
    """
    Control passes, unless the player has it already [SC-DET-4, SC-MEM-3].

    The village goes and its reserve flees [SC-VIL-6], the sacred site goes [SC-SAC-3], and a prestige territory gives
    a memory point, whoever held it before [SC-CTL-3].
    """
    board = state.board
    former = board.control.get(territory)
    if former == seat:
        return
    if village := board.villages.get(territory):
        yield from _raze(state, seat, territory, village)
    if site := board.sites.get(territory):
        yield SacredSiteRemoved(site, territory)
    yield ControlPassed(seat, territory, former)
    if territory in state.game.map.prestige:
        full = len(board.memory) == numbers().memory_places
        yield MemoryPointGained(seat, territory, board.memory[0] if full else None)


def _raze(state: State, taker: Seat, territory: TerritoryId, village: Village) -> Iterator[Event]:
    """The reserve that did not fight flees first, or is lost [SC-RSV-9]."""
    if village.units or village.lords:
        if state.game.settings.reserve_on_loss == "lost":
            yield ReserveLost(village.owner, territory)
        else:
            yield ReserveFled(village.owner, territory, _fleeing(state, taker, territory, village))
    yield VillageRazed(village.owner, territory)


def _fleeing(state: State, taker: Seat, territory: TerritoryId, village: Village) -> Army:
    return Army(
        ArmyId(state.board.serial),
        village.owner,
        territory,
        village.units,
        village.lords,
        due=state.board.turn + 1,
        leaderless=not village.lords,
        victor=taker,
        opponents=(taker,),
    )


def _passed(state: State, event: ControlPassed) -> State:
    control = {**state.board.control, event.territory: event.seat}
    return replace(state, board=replace(state.board, control=control))


def _razed(state: State, event: VillageRazed) -> State:
    villages = without(state.board.villages, event.territory)
    return replace(state, board=replace(state.board, villages=villages))


def _fled(state: State, event: ReserveFled) -> State:
    return replace(state, board=state.board.leave_reserve(event.territory, event.army))


def _lost(state: State, event: ReserveLost) -> State:
    return replace(state, board=state.board.with_village(event.territory, Village(event.seat)))


def _site_removed(state: State, event: SacredSiteRemoved) -> State:
    return replace(state, board=replace(state.board, sites=without(state.board.sites, event.territory)))


def _remembered(state: State, event: MemoryPointGained) -> State:
    kept = state.board.memory[1:] if event.forgotten is not None else state.board.memory
    return replace(state, board=replace(state.board, memory=(*kept, event.seat)))


SUBJECT = Subject(
    evolves=(
        on(ControlPassed, _passed),
        on(VillageRazed, _razed),
        on(ReserveFled, _fled),
        on(ReserveLost, _lost),
        on(SacredSiteRemoved, _site_removed),
        on(MemoryPointGained, _remembered),
    )
)
