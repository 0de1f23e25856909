"""
What combats and captures leave behind: losses, retreats, and control with all that follows from it.

Chapters 21 to 24, and of chapters 4, 10, 11 and 13 what happens when a territory passes to a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from heraut.campaign.board import (
    Army,
    ArmyId,
    BandId,
    Board,
    Left,
    Lord,
    LordId,
    MapBand,
    MapUnit,
    UnitId,
    Village,
    figures_after,
    without,
    worth,
)
from heraut.campaign.state import Combat, CombatStatus, Result, State
from heraut.campaign.subject import CampaignScene, CampaignSubject, OnTerritory, Steps
from heraut.campaign.tables import TerritoryId, Winner, numbers, outcome
from heraut.kernel.engine import on
from heraut.kernel.message import Event, PublicEvent
from heraut.kernel.names import Seat


class ControlPassed(OnTerritory, frozen=True):
    """A territory has a new controller [SC-CTL-2]."""

    former: Seat | None = None


class VillageRazed(OnTerritory, frozen=True):
    """The village went with its territory [SC-VIL-6]; its reserve has left before."""


class ReserveFled(OnTerritory, frozen=True):
    """The troops of a lost village that did not fight leave the map [SC-RSV-9]."""

    army: Army


class ReserveLost(OnTerritory, frozen=True):
    """The troops of a lost village that did not fight are gone (`reserve_on_loss` = `lost`) [SC-RSV-9]."""


class SacredSiteRemoved(OnTerritory, frozen=True):
    """The sacred site went with its territory [SC-SAC-3]."""


class MemoryPointGained(OnTerritory, frozen=True):
    """A conquest is remembered; the oldest may be forgotten [SC-MEM-5]."""

    forgotten: Seat | None = None


class LossesTaken(OnTerritory, frozen=True):
    """The fielded troops after a battle: figures left per unit (0: removed), lords killed [SC-LOS-3]."""

    left: tuple[Left, ...] = ()
    fallen: tuple[LordId, ...] = ()


class BandRetreated(PublicEvent, frozen=True):
    """A band has left the map as an army of its own [SC-RET-1, SC-RET-9]."""

    seat: Seat
    band: BandId
    territory: TerritoryId
    army: Army


class BandDestroyed(PublicEvent, frozen=True):
    """Neither units nor lord are left [SC-LOS-6]."""

    seat: Seat
    band: BandId
    territory: TerritoryId


class MilitiaRetreated(OnTerritory, frozen=True):
    """The survivors of a beaten militia leave the map [SC-RSV-8]."""

    army: Army


class MilitiaReturned(OnTerritory, frozen=True):
    """The survivors of a militia are back in the reserve [SC-RSV-7]."""


class CombatApplied(PublicEvent, frozen=True):
    """A combat, or its first stage, is settled; `cell` is that of the table for two players [SC-OUT-1]."""

    territory: TerritoryId
    stage: int
    winners: tuple[Seat, ...]
    cell: int | None = None


def apply(scene: CampaignScene, combat: Combat) -> Steps[None]:
    """Losses of every fielded unit, fitness, control, retreats: in this order [SC-CBT-8]."""
    winners = _winners(scene.state, combat)
    yield from _take_losses(scene, combat)
    cell = _cell(scene.state, combat, winners)
    for seat in combat.fighters:
        yield from _settle_militia(scene, combat, seat, winners)
    if not combat.newcomers and (holder := _new_controller(scene.state, combat, winners)) is not None:
        yield from take(scene.state, holder, combat.territory)
    for seat in combat.fighters:
        yield from _retreats(scene, combat, seat, winners)
    yield CombatApplied(combat.territory, combat.stage, winners, cell)


def _winners(state: State, combat: Combat) -> tuple[Seat, ...]:
    """Those in first place: the last one left [SC-CBT-7]; one alone in a first stage of two [SC-MUL-6]."""
    standing = combat.standing()
    if len(standing) == 1 or combat.result is None:
        return standing
    winners = tuple(seat for seat in combat.fighters if seat in combat.result.winners)
    return (min(winners, key=state.board.rank),) if combat.newcomers else winners


def _take_losses(scene: CampaignScene, combat: Combat) -> Steps[None]:
    """Winner included [SC-LOS-3]; who conceded, or was left alone, has none [SC-CBT-7]."""
    standing = combat.standing()
    if len(standing) == 1 or combat.result is None:
        return
    survivors = {left.unit: left.figures for left in combat.result.left}
    odd_half = scene.state.game.settings.odd_half
    for seat in standing:
        units = fielded(scene.board, combat, seat)[0]
        after = {unit.id: figures_after(unit.figures, survivors[unit.id], odd_half) for unit in units}
        changed = tuple(Left(unit.id, after[unit.id]) for unit in units if after[unit.id] != unit.figures)
        fallen = tuple(lord for lord in combat.result.fallen if lord in combat.forces[seat].lords)
        yield LossesTaken(seat, combat.territory, changed, fallen)


def fielded(board: Board, combat: Combat, seat: Seat) -> tuple[tuple[MapUnit, ...], tuple[Lord, ...]]:
    """The units and lords of a force that are alive now."""
    force = combat.forces[seat]
    if force.band is not None:
        band = board.bands[force.band]
        return band.units, (band.lord,) if band.lord is not None else ()
    village = board.villages[combat.territory]
    units = tuple(unit for unit in village.units if unit.id in force.units)
    return units, tuple(lord for lord in village.lords if lord.id in force.lords)


def _fit(state: State, combat: Combat, seat: Seat) -> bool:
    """Judged after losses; a militia that does not lose never retreats and needs no lord [SC-OUT-6]."""
    force = combat.forces.get(seat)
    if force is None or force.band is None:
        return True
    return state.board.bands[force.band].fit()


def _cell(state: State, combat: Combat, winners: tuple[Seat, ...]) -> int | None:
    """The cell of the table, between two players [SC-OUT-1]."""
    attacker, defender = combat.attacker, combat.defender
    if attacker is None or defender is None:
        return None
    result: Winner = "draw" if len(winners) > 1 else "attacker" if attacker in winners else "defender"
    fit = {seat: _fit(state, combat, seat) for seat in (attacker, defender)}
    return outcome(result, attacker_fit=fit[attacker], defender_fit=fit[defender]).cell


def _new_controller(state: State, combat: Combat, winners: tuple[Seat, ...]) -> Seat | None:
    """
    The single winner [SC-OUT-2, SC-MUL-2]; in a draw who won stage 1 [SC-MUL-10], else nobody new.

    Where nobody had control, the defender of a drawn combat of two gains it [SC-OUT-3].
    """
    if len(winners) == 1:
        return winners[0]
    if combat.holder in winners:
        return combat.holder
    neutral = combat.territory not in state.board.control
    return combat.defender if neutral and state.game.settings.neutral_draw == "defender" else None


def _settle_militia(scene: CampaignScene, combat: Combat, seat: Seat, winners: tuple[Seat, ...]) -> Steps[None]:
    """A beaten militia retreats [SC-RSV-8]; another returns [SC-RSV-7], or fights on in stage 2 [SC-MUL-9]."""
    force = combat.forces.get(seat)
    if force is None or force.band is not None:
        return
    units, lords = fielded(scene.board, combat, seat)
    if seat in winners:
        if not (combat.newcomers and worth(units) >= numbers().band_least):
            yield MilitiaReturned(seat, combat.territory)
    elif units or lords:
        army = _beaten(scene.state, combat, _Troops(seat, units, lords), winners)
        yield MilitiaRetreated(seat, combat.territory, army)


def _retreats(scene: CampaignScene, combat: Combat, seat: Seat, winners: tuple[Seat, ...]) -> Steps[None]:
    """Losers leave with all their bands; others only with a fielded band that is unfit [SC-OUT-4, SC-MUL-2]."""
    force = combat.forces.get(seat)
    for band in scene.board.own_at(combat.territory, seat):
        unfit = force is not None and force.band == band.id and not band.fit()
        if seat not in winners or unfit:
            yield _retreat(scene.state, combat, band, winners)


def _retreat(state: State, combat: Combat, band: MapBand, winners: tuple[Seat, ...]) -> BandRetreated | BandDestroyed:
    """An army of its own [SC-RET-9]; nothing is left of a band without units and lord [SC-LOS-6]."""
    if not band.units and band.lord is None:
        return BandDestroyed(band.owner, band.id, combat.territory)
    lords = (band.lord,) if band.lord is not None else ()
    army = _beaten(state, combat, _Troops(band.owner, band.units, lords, band.id), winners)
    return BandRetreated(band.owner, band.id, combat.territory, army)


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
            reserve = _Troops(village.owner, village.units, village.lords)
            yield ReserveFled(village.owner, territory, _army(state, territory, reserve, taker, (taker,)))
    yield VillageRazed(village.owner, territory)


class _Troops(NamedTuple):
    """What leaves the map; `band` if it may come back as one."""

    owner: Seat
    units: tuple[MapUnit, ...]
    lords: tuple[Lord, ...]
    band: BandId | None = None


def _beaten(state: State, combat: Combat, troops: _Troops, winners: tuple[Seat, ...]) -> Army:
    victor = winners[0] if len(winners) == 1 else None
    opponents = tuple(seat for seat in combat.fighters if seat != troops.owner)
    return _army(state, combat.territory, troops, victor, opponents)


def _army(state: State, origin: TerritoryId, troops: _Troops, victor: Seat | None, opponents: tuple[Seat, ...]) -> Army:
    return Army(
        ArmyId(state.board.serial),
        troops.owner,
        origin,
        troops.units,
        troops.lords,
        due=state.board.turn + 1,
        leaderless=not troops.lords,
        band=troops.band,
        victor=victor,
        opponents=opponents,
    )


def _passed(state: State, event: ControlPassed) -> State:
    control = {**state.board.control, event.territory: event.seat}
    return replace(state, board=replace(state.board, control=control))


def _razed(state: State, event: VillageRazed) -> State:
    villages = without(state.board.villages, event.territory)
    return replace(state, board=replace(state.board, villages=villages))


def _left_reserve(state: State, event: ReserveFled | MilitiaRetreated) -> State:
    return replace(state, board=state.board.leave_reserve(event.territory, event.army))


def _lost(state: State, event: ReserveLost) -> State:
    return replace(state, board=state.board.with_village(event.territory, Village(event.seat)))


def _site_removed(state: State, event: SacredSiteRemoved) -> State:
    return replace(state, board=replace(state.board, sites=without(state.board.sites, event.territory)))


def _remembered(state: State, event: MemoryPointGained) -> State:
    kept = state.board.memory[1:] if event.forgotten is not None else state.board.memory
    return replace(state, board=replace(state.board, memory=(*kept, event.seat)))


def _losses(state: State, event: LossesTaken) -> State:
    combat, board = state.combat(event.territory), state.board
    force = combat.forces[event.seat]
    figures = {left.unit: left.figures for left in event.left}
    if force.band is not None:
        band = board.bands[force.band]
        lord = None if band.lord is None or band.lord.id in event.fallen else band.lord
        band = replace(band, units=_survivors(band.units, figures), lord=lord)
        board = replace(board, bands={**board.bands, band.id: band})
    else:
        village = board.villages[event.territory]
        lords = tuple(lord for lord in village.lords if lord.id not in event.fallen)
        village = replace(village, units=_survivors(village.units, figures), lords=lords)
        board = board.with_village(event.territory, village)
    return replace(state, board=board).with_combat(replace(combat, status=CombatStatus.APPLYING))


def _survivors(units: tuple[MapUnit, ...], figures: Mapping[UnitId, int]) -> tuple[MapUnit, ...]:
    after = (replace(unit, figures=figures.get(unit.id, unit.figures)) for unit in units)
    return tuple(unit for unit in after if unit.figures > 0)


def _retreated(state: State, event: BandRetreated) -> State:
    board = replace(state.board, bands=without(state.board.bands, event.band))
    return replace(state, board=board.with_army(event.army))


def _destroyed(state: State, event: BandDestroyed) -> State:
    return replace(state, board=replace(state.board, bands=without(state.board.bands, event.band)))


def _militia_returned(state: State, event: MilitiaReturned) -> State:
    combat = state.combat(event.territory)
    return state.with_combat(replace(combat, forces=without(combat.forces, event.seat)))


def _applied(state: State, event: CombatApplied) -> State:
    combat = state.combat(event.territory)
    before = combat.result
    result = Result(event.winners, before.left if before else (), before.fallen if before else ())
    newcomers = combat.newcomers if event.stage == 1 else ()
    return state.with_combat(
        replace(combat, stage=event.stage, newcomers=newcomers, status=CombatStatus.APPLIED, result=result, agreed=())
    )


SUBJECT = CampaignSubject(
    evolves=(
        on(ControlPassed, _passed),
        on(VillageRazed, _razed),
        on(ReserveFled, _left_reserve),
        on(ReserveLost, _lost),
        on(SacredSiteRemoved, _site_removed),
        on(MemoryPointGained, _remembered),
        on(LossesTaken, _losses),
        on(BandRetreated, _retreated),
        on(BandDestroyed, _destroyed),
        on(MilitiaRetreated, _left_reserve),
        on(MilitiaReturned, _militia_returned),
        on(CombatApplied, _applied),
    )
)
