"""Combats: fielding forces, giving up, the second stage of a large one (chapters 20 and 24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from heraut.campaign.aftermath import CombatApplied, apply, fielded, take
from heraut.campaign.bands import Arrangement, arrange, muster
from heraut.campaign.board import BandId, BandPlan, Board, MapBand, TerritoryMuster
from heraut.campaign.results import RESULT, REVIEW
from heraut.campaign.state import Combat, CombatStatus, Fighting, Force, State
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignScene,
    CampaignSubject,
    Code,
    CombatOrder,
    OnTerritory,
    Steps,
    about_combat,
    during,
    place_of,
    refuse,
)
from heraut.campaign.tables import TerritoryId, numbers
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, PublicEvent
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal

E = TypeVar("E", bound="Readied")
_NO_RESULT_YET = (CombatStatus.ORGANISE, CombatStatus.BATTLE)


class FieldForce(CombatOrder, frozen=True, kw_only=True):
    """Reorganise one's troops on the territory and name the band that fights [SC-CBT-2, SC-CBT-3]."""

    band: BandId
    bands: tuple[BandPlan, ...] = ()


class Concede(CombatOrder, frozen=True, kw_only=True):
    """Give up a combat before its result is proposed [SC-CBT-7]."""


class CombatOpened(PublicEvent, frozen=True):
    """A combat, or its second stage, begins [SC-DET-5, SC-MUL-5]."""

    territory: TerritoryId
    stage: int
    fighters: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = ()
    attacker: Seat | None = None
    defender: Seat | None = None
    holder: Seat | None = None


class Readied(OnTerritory, frozen=True, kw_only=True):
    """Something that may begin the battle; `status` is where the combat then stands."""

    status: CombatStatus | None = None


class ForceFielded(Readied, frozen=True):
    """A participant has reorganised and fields a force [SC-CBT-2, SC-CBT-3]."""

    force: Force
    arrangement: Arrangement | None = None
    defaulted: bool = False


class CombatConceded(Readied, frozen=True):
    """A participant gives up, without losses [SC-CBT-7]."""


def _field_force(state: State, combat: Combat, command: FieldForce) -> Outcome:
    """Redistribute, then name the one band that fights [SC-CBT-2, SC-CBT-3]."""
    if command.seat in combat.forces or command.seat == ORGANISER:
        return refuse("SC-SEQ-14", Code.NOT_NOW, command.territory, asked=combat.status)
    if command.bands and command.seat == combat.holder:
        return refuse("SC-MUL-9", Code.NO_REORGANISATION, command.territory)
    done: Arrangement | None = None
    own = state.board.own_at(command.territory, command.seat)
    if command.bands:
        asked = TerritoryMuster(command.territory, command.bands)
        worked = muster(state, command.seat, asked, state.board.serial, before_battle=True)
        if isinstance(worked, Refusal):
            return worked
        done = worked[0]
        own = list(done.bands)
    band = next((band for band in own if band.id == command.band), None)
    if band is None:
        return refuse("SC-CBT-3", Code.NOT_YOUR_BAND, command.band, allowed=command.territory)
    return (with_status(state, ForceFielded(command.seat, command.territory, _force(band), done)),)


def with_status(state: State, event: E) -> E:
    """The battle is on once everybody who stands has fielded a force [SC-CBT-3]."""
    after = _after(state.combat(event.territory), event)
    ready = all(seat in after.forces for seat in after.standing())
    return replace(event, status=CombatStatus.BATTLE if ready else after.status)


def _after(combat: Combat, event: Readied) -> Combat:
    match event:
        case ForceFielded():
            return replace(combat, forces={**combat.forces, event.seat: event.force})
        case _:
            return replace(combat, conceded=(*combat.conceded, event.seat))


def _force(band: MapBand) -> Force:
    assert band.lord is not None
    return Force(tuple(unit.id for unit in band.units), (band.lord.id,), band.id)


def strongest(board: Board, territory: TerritoryId, seat: Seat) -> MapBand:
    """The band with most points, the oldest among equals."""
    return min(board.own_at(territory, seat), key=lambda band: (-band.points(), band.id))


def _field_strongest(state: State, awaited: Awaited) -> tuple[ForceFielded]:
    """No reorganisation; the band with most points, the oldest among equals [SC-GEN-9]."""
    at = place_of(awaited)
    force = _force(strongest(state.board, at, awaited.seat))
    return (with_status(state, ForceFielded(awaited.seat, at, force, defaulted=True)),)


def _concede(state: State, _combat: Combat, command: Concede) -> Outcome:
    """Give up before a result is proposed: no losses, lord alive [SC-CBT-7]."""
    if command.seat == ORGANISER:
        return refuse("SC-CBT-7", Code.NOT_A_FIGHTER, command.territory)
    return (with_status(state, CombatConceded(command.seat, command.territory)),)


def _onward(scene: CampaignScene, phase: Fighting) -> Steps[bool]:
    """Combats on different territories are independent of one another [SC-SEQ-7]."""
    over = True
    for combat in phase.combats.values():
        over &= yield from _combat_onward(scene, combat)
    return over


def _combat_onward(scene: CampaignScene, combat: Combat) -> Steps[bool]:
    """What a combat does by itself; True once its last stage is applied."""
    match combat.status:
        case _ if len(combat.standing()) == 1 and combat.status is not CombatStatus.APPLIED:
            yield from apply(scene, combat)
        case CombatStatus.ORGANISE:
            yield from _field_without_choice(scene, combat)
        case CombatStatus.REVIEW if ORGANISER in combat.agreed or set(combat.standing()) <= set(combat.agreed):
            yield from apply(scene, combat)
        case CombatStatus.APPLIED if combat.newcomers:
            yield from _next_stage(scene, combat)
        case CombatStatus.APPLIED:
            return True
        case _:
            pass
    return False


def _field_without_choice(scene: CampaignScene, combat: Combat) -> Steps[None]:
    for seat in combat.standing():
        if seat not in combat.forces and not _has_choice(scene.board, combat, seat):
            force = _force(strongest(scene.board, combat.territory, seat))
            yield with_status(scene.state, ForceFielded(seat, combat.territory, force))


def _has_choice(board: Board, combat: Combat, seat: Seat) -> bool:
    """Whether there is anything to decide before the battle [SC-GEN-8]."""
    own = board.own_at(combat.territory, seat)
    if len(own) != 1:
        return True
    village = board.villages.get(combat.territory)
    if village is None or village.owner != seat or seat == combat.holder:
        return False
    spare = own[0].points() - numbers().band_least
    return bool(village.units or village.lords) or any(unit.worth() <= spare for unit in own[0].units)


def _next_stage(scene: CampaignScene, combat: Combat) -> Steps[None]:
    """Stage 2: the winner of stage 1, if still there, against the newcomers [SC-MUL-7, SC-MUL-8]."""
    assert combat.result is not None
    winner, at = combat.result.winners[0], combat.territory
    force = combat.forces.get(winner)
    militia = force is not None and force.band is None
    present = militia or bool(scene.board.own_at(at, winner))
    fighters = tuple(seat for seat in scene.board.order if seat in combat.newcomers or (present and seat == winner))
    if len(fighters) == 1:
        yield from take(scene.state, fighters[0], at)
        yield CombatApplied(at, 2, fighters)
        return
    attacker, defender = roles(scene.board, at, fighters)
    if present and len(fighters) == 2:
        attacker, defender = next(seat for seat in fighters if seat != winner), winner
    yield CombatOpened(at, 2, fighters, (), attacker, defender, winner if present else None)
    yield from _carry_over(scene, combat, fighters)


def roles(board: Board, territory: TerritoryId, seats: tuple[Seat, ...]) -> tuple[Seat | None, Seat | None]:
    """Attacker and defender of two: the controller defends, else whoever has stood there longest [SC-DET-6]."""
    if len(seats) != 2:
        return None, None
    controller = board.control.get(territory)
    defender = controller if controller in seats else _first_there(board, territory, seats).owner
    return next(seat for seat in seats if seat != defender), defender


def _first_there(board: Board, territory: TerritoryId, seats: tuple[Seat, ...]) -> MapBand:
    there = [band for band in board.bands_at(territory) if band.owner in seats]
    return min(there, key=lambda band: band.since)


def _carry_over(scene: CampaignScene, before: Combat, fighters: tuple[Seat, ...]) -> Steps[None]:
    """Militias, and the band that won stage 1, fight on as the losses left them [SC-MUL-8, SC-MUL-9]."""
    for seat in fighters:
        force = before.forces.get(seat)
        if force is not None and (force.band is None or force.band in scene.board.bands):
            units, lords = fielded(scene.board, before, seat)
            carried = Force(tuple(unit.id for unit in units), tuple(lord.id for lord in lords), force.band)
            yield with_status(scene.state, ForceFielded(seat, before.territory, carried))


def _awaits(_state: State, phase: Fighting) -> Iterator[Awaited]:
    """Fielding [SC-CBT-3], a result [SC-CBT-5], agreement [SC-CBT-6]."""
    for combat in phase.combats.values():
        for seat in combat.standing():
            if combat.status is CombatStatus.ORGANISE and seat not in combat.forces:
                yield FIELD.to(seat, combat.territory)
            elif combat.status is CombatStatus.BATTLE:
                yield RESULT.to(seat, combat.territory)
            elif combat.status is CombatStatus.REVIEW and seat not in combat.agreed:
                yield REVIEW.to(seat, combat.territory)


def _completed(state: State, event: E) -> E:
    """Older events did not say where the combat then stands."""
    return event if event.status is not None else with_status(state, event)


def _opened(state: State, event: CombatOpened) -> State:
    roles = (event.attacker, event.defender, event.holder)
    opened = Combat(event.territory, event.stage, event.fighters, event.newcomers, *roles)
    return state.with_combat(opened).with_contest(event.territory, None)


def _fielded(state: State, event: ForceFielded) -> State:
    if event.arrangement is not None:
        state = replace(state, board=arrange(state.board, event.arrangement))
    return _readied(state, event)


def _readied(state: State, event: Readied) -> State:
    return state.with_combat(replace(_after(state.combat(event.territory), event), status=event.status))


def _fieldings(state: State, awaited: Awaited) -> Iterator[Command]:
    at = place_of(awaited)
    for band in state.board.own_at(at, awaited.seat):
        yield FieldForce(awaited.seat, territory=at, band=band.id)


def concessions(phase: Fighting, seat: Seat) -> Iterator[Command]:
    """The combats a player may give up [SC-CBT-7]."""
    for combat in phase.combats.values():
        if seat in combat.standing() and combat.status in _NO_RESULT_YET:
            yield Concede(seat, territory=combat.territory)


FIELD = AwaitedQuestion("campaign-field", "SC-CBT-3", _fieldings, _field_strongest)
SUBJECT = CampaignSubject(
    decides=(
        on(FieldForce, about_combat(_field_force, CombatStatus.ORGANISE)),
        on(Concede, about_combat(_concede, *_NO_RESULT_YET)),
    ),
    evolves=(
        on(CombatOpened, _opened),
        on(ForceFielded, _fielded),
        on(CombatConceded, _readied),
    ),
    completes=(on(ForceFielded, _completed), on(CombatConceded, _completed)),
    phases=(during(Fighting, _onward, _awaits),),
    questions=(FIELD,),
)
