"""Combats: fielding forces, results, agreement, the second stage of a large one (chapters 20 and 24)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from heraut.campaign.aftermath import CombatApplied, apply, fielded, take
from heraut.campaign.bands import Arrangement, arrange, muster
from heraut.campaign.forces import BandId, BandPlan, Left, LordId, MapBand, MapUnit, TerritoryMuster, UnitId
from heraut.campaign.state import Board, Combat, CombatStatus, Contest, Fighting, Force, Result, State, expect, without
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    OnTerritory,
    Steps,
    amiss,
    during,
    place_of,
    refuse,
)
from heraut.campaign.tables import TerritoryId, numbers
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, PublicEvent
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together


class FieldForce(CampaignOrder, frozen=True, kw_only=True):
    """Reorganise one's troops on the territory and name the band that fights [SC-CBT-2, SC-CBT-3]."""

    territory: TerritoryId
    band: BandId
    bands: tuple[BandPlan, ...] = ()


class Concede(CampaignOrder, frozen=True, kw_only=True):
    """Give up a combat before its result is proposed [SC-CBT-7]."""

    territory: TerritoryId


class ProposeResult(CampaignOrder, frozen=True, kw_only=True):
    """The result of a battle: winner or tied winners, survivors of each unit, lords killed [SC-CBT-5]."""

    territory: TerritoryId
    winners: tuple[Seat, ...]
    left: tuple[Left, ...]
    fallen: tuple[LordId, ...] = ()


class ConfirmResult(CampaignOrder, frozen=True, kw_only=True):
    """Agree with the proposed result [SC-CBT-6]."""

    territory: TerritoryId


class RejectResult(CampaignOrder, frozen=True, kw_only=True):
    """Disagree, with the winner, with these units, with these lords, or with all of it [SC-SEQ-13]."""

    territory: TerritoryId
    winners: bool = False
    units: tuple[UnitId, ...] = ()
    lords: tuple[LordId, ...] = ()


Answer = FieldForce | Concede | ProposeResult | ConfirmResult | RejectResult
A = TypeVar("A", bound=Answer)


class CombatOpened(PublicEvent, frozen=True):
    """A combat, or its second stage, begins [SC-DET-5, SC-MUL-5]."""

    territory: TerritoryId
    stage: int
    fighters: tuple[Seat, ...]
    newcomers: tuple[Seat, ...] = ()
    attacker: Seat | None = None
    defender: Seat | None = None
    holder: Seat | None = None


class ForceFielded(OnTerritory, frozen=True):
    """A participant has reorganised and fields a force [SC-CBT-2, SC-CBT-3]."""

    force: Force
    arrangement: Arrangement | None = None
    defaulted: bool = False


class CombatConceded(OnTerritory, frozen=True):
    """A participant gives up, without losses [SC-CBT-7]."""


class ResultProposed(OnTerritory, frozen=True):
    """A result awaits the agreement of the others [SC-CBT-6]."""

    result: Result


class ResultConfirmed(OnTerritory, frozen=True):
    """Somebody agrees with the result [SC-CBT-6]."""


class ResultRejected(OnTerritory, frozen=True):
    """Somebody disagrees, with what is marked or with all of it: a result is awaited again [SC-SEQ-13]."""

    winners: bool = False
    units: tuple[UnitId, ...] = ()
    lords: tuple[LordId, ...] = ()


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


def _about(rule: Callable[[State, Combat, A], Outcome], *allowed: CombatStatus) -> Callable[[State, A], Outcome]:
    """The rule of a command about one combat, if its sender takes part and it is in the right place."""

    def decided(state: State, command: A) -> Outcome:
        combat = _combat(state, command, *allowed)
        return combat if isinstance(combat, Refusal) else rule(state, combat, command)

    return decided


def _combat(state: State, command: Answer, *allowed: CombatStatus) -> Combat | Refusal:
    if not isinstance(state.phase, Fighting):
        return house(HouseCode.WRONG_PHASE, "combats")
    combat = state.phase.combats.get(command.territory)
    if combat is None:
        return refuse("SC-DET-5", Code.NO_COMBAT, command.territory)
    if command.seat not in (*combat.standing(), ORGANISER):
        return refuse("SC-CBT-6", Code.NOT_A_FIGHTER, command.territory)
    if combat.status not in allowed:
        return refuse("SC-SEQ-13", Code.NOT_NOW, command.territory, asked=combat.status)
    return combat


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
    return (ForceFielded(command.seat, command.territory, _force(band), done),)


def _force(band: MapBand) -> Force:
    assert band.lord is not None
    return Force(tuple(unit.id for unit in band.units), (band.lord.id,), band.id)


def strongest(board: Board, territory: TerritoryId, seat: Seat) -> MapBand:
    """The band with most points, the oldest among equals."""
    return min(board.own_at(territory, seat), key=lambda band: (-band.points(), band.id))


def _field_strongest(state: State, awaited: Awaited) -> tuple[ForceFielded]:
    """No reorganisation; the band with most points, the oldest among equals [SC-GEN-9]."""
    at = place_of(awaited)
    return (ForceFielded(awaited.seat, at, _force(strongest(state.board, at, awaited.seat)), defaulted=True),)


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


def _concede(_state: State, _combat: Combat, command: Concede) -> Outcome:
    """Give up before a result is proposed: no losses, lord alive [SC-CBT-7]."""
    if command.seat == ORGANISER:
        return refuse("SC-CBT-7", Code.NOT_A_FIGHTER, command.territory)
    return (CombatConceded(command.seat, command.territory),)


def _propose_result(state: State, combat: Combat, command: ProposeResult) -> Outcome:
    """A complete result [SC-CBT-5]; the organiser's takes effect at once [SC-CBT-6]."""
    result = Result(command.winners, command.left, command.fallen)
    faults = together(tuple(_result_faults(state.board, combat, result)))
    return faults or (ResultProposed(command.seat, command.territory, result),)


def _result_faults(board: Board, combat: Combat, result: Result) -> Iterator[Refusal]:
    standing, winners = combat.standing(), set(result.winners)
    if not winners or not winners <= set(standing) or len(winners) < len(result.winners):
        yield refuse("SC-CBT-5", Code.WRONG_WINNERS, combat.territory, allowed=standing)
    units = fielded_units(board, combat)
    named = [left.unit for left in result.left]
    if missing := tuple(id for id in units if named.count(id) != 1):
        yield refuse("SC-CBT-5", Code.SURVIVORS_MISSING, missing)
    for left in result.left:
        most = units[left.unit].figures if left.unit in units else 0
        if left.unit not in units or not 0 <= left.figures <= most:
            yield refuse("SC-CBT-5", Code.SURVIVORS_WRONG, left.unit, asked=left.figures, allowed=most)
    yield from _lord_faults(combat, result.fallen)


def _lord_faults(combat: Combat, named: tuple[LordId, ...]) -> Iterator[Refusal]:
    """Only lords who fight can be named, each once."""
    lords = [lord for seat in combat.standing() for lord in combat.forces[seat].lords]
    for lord in amiss(named, lords):
        yield refuse("SC-CBT-5", Code.LORD_NOT_FIELDED, lord)


def fielded_units(board: Board, combat: Combat) -> dict[UnitId, MapUnit]:
    """The units that fight, of all who have not conceded."""
    return {unit.id: unit for seat in combat.standing() for unit in fielded(board, combat, seat)[0]}


def _confirm_result(_state: State, combat: Combat, command: ConfirmResult) -> Outcome:
    """Agree; the result counts when all the others have, or the organiser [SC-CBT-6]."""
    if command.seat in combat.agreed:
        return refuse("SC-CBT-6", Code.ALREADY_AGREED, command.territory)
    return (ResultConfirmed(command.seat, command.territory),)


def _reject_result(state: State, combat: Combat, command: RejectResult) -> Outcome:
    """Disagree; a result is awaited again, and what was proposed is kept for it [SC-SEQ-13]."""
    marked = (command.winners, command.units, command.lords)
    fault = together(tuple(_mark_faults(state.board, combat, command)))
    return fault or (ResultRejected(command.seat, command.territory, *marked),)


def _mark_faults(board: Board, combat: Combat, command: RejectResult) -> Iterator[Refusal]:
    """Only what has fought can be contested."""
    units = fielded_units(board, combat)
    for unit in amiss(command.units, units):
        yield refuse("SC-CBT-5", Code.SURVIVORS_WRONG, unit, asked=unit, allowed=0)
    yield from _lord_faults(combat, command.lords)


def _unfought(state: State, awaited: Awaited) -> tuple[ResultProposed]:
    """A battle nobody reports before the step is closed is a draw without losses [SC-ABS-9]."""
    combat = state.combat(place_of(awaited))
    left = tuple(Left(unit.id, unit.figures) for unit in fielded_units(state.board, combat).values())
    return (ResultProposed(ORGANISER, combat.territory, Result(combat.standing(), left)),)


def _agreed_for(_state: State, awaited: Awaited) -> tuple[ResultConfirmed]:
    """A result that somebody has not answered is confirmed by them [SC-ABS-9]."""
    return (ResultConfirmed(awaited.seat, place_of(awaited)),)


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
            yield ForceFielded(seat, combat.territory, force)


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


def _carry_over(scene: CampaignScene, before: Combat, fighters: tuple[Seat, ...]) -> Steps[None]:
    """Militias, and the band that won stage 1, fight on as the losses left them [SC-MUL-8, SC-MUL-9]."""
    for seat in fighters:
        force = before.forces.get(seat)
        if force is not None and (force.band is None or force.band in scene.board.bands):
            units, lords = fielded(scene.board, before, seat)
            carried = Force(tuple(unit.id for unit in units), tuple(lord.id for lord in lords), force.band)
            yield ForceFielded(seat, before.territory, carried)


def _opened(state: State, event: CombatOpened) -> State:
    roles = (event.attacker, event.defender, event.holder)
    opened = Combat(event.territory, event.stage, event.fighters, event.newcomers, *roles)
    return _contested(state.with_combat(opened), event.territory, None)


def _fielded(state: State, event: ForceFielded) -> State:
    combat = state.combat(event.territory)
    if event.arrangement is not None:
        state = replace(state, board=arrange(state.board, event.arrangement))
    return state.with_combat(_ready(replace(combat, forces={**combat.forces, event.seat: event.force})))


def _conceded(state: State, event: CombatConceded) -> State:
    combat = state.combat(event.territory)
    return state.with_combat(_ready(replace(combat, conceded=(*combat.conceded, event.seat))))


def _ready(combat: Combat) -> Combat:
    """The battle is on once everybody who stands has fielded a force."""
    ready = all(seat in combat.forces for seat in combat.standing())
    return replace(combat, status=CombatStatus.BATTLE) if ready else combat


def _proposed(state: State, event: ResultProposed) -> State:
    combat = state.combat(event.territory)
    proposed = replace(combat, status=CombatStatus.REVIEW, result=event.result, agreed=(event.seat,))
    return _contested(state.with_combat(proposed), event.territory, None)


def _contested(state: State, territory: TerritoryId, contest: Contest | None) -> State:
    phase = expect(state.phase, Fighting)
    others = without(phase.contests, territory)
    kept = others if contest is None else {**others, territory: contest}
    return replace(state, phase=replace(phase, contests=kept))


def _confirmed(state: State, event: ResultConfirmed) -> State:
    combat = state.combat(event.territory)
    return state.with_combat(replace(combat, agreed=(*combat.agreed, event.seat)))


def _rejected(state: State, event: ResultRejected) -> State:
    combat = state.combat(event.territory)
    again = state.with_combat(replace(combat, status=CombatStatus.BATTLE, result=None, agreed=()))
    if combat.result is None:
        return again
    contest = Contest(event.seat, combat.result, event.winners, event.units, event.lords)
    return _contested(again, event.territory, contest)


def _fieldings(state: State, awaited: Awaited) -> Iterator[Command]:
    at = place_of(awaited)
    for band in state.board.own_at(at, awaited.seat):
        yield FieldForce(awaited.seat, territory=at, band=band.id)


def _results(state: State, awaited: Awaited) -> Iterator[Command]:
    """Each winner and the draw, with nobody lost, or with the losers cut down to half."""
    seat, combat = awaited.seat, state.combat(place_of(awaited))
    units = fielded_units(state.board, combat)
    whole = tuple(Left(unit.id, unit.figures) for unit in units.values())
    for winners in (*((one,) for one in combat.standing()), combat.standing()):
        yield ProposeResult(seat, territory=combat.territory, winners=winners, left=whole)
        kept = {id for one in winners for id in combat.forces[one].units}
        left = tuple(Left(unit.id, unit.figures if unit.id in kept else unit.figures // 2) for unit in units.values())
        yield ProposeResult(seat, territory=combat.territory, winners=winners, left=left)


def _reviews(_state: State, awaited: Awaited) -> Iterator[Command]:
    at = place_of(awaited)
    yield ConfirmResult(awaited.seat, territory=at)
    yield RejectResult(awaited.seat, territory=at)


def concessions(phase: Fighting, seat: Seat) -> Iterator[Command]:
    """The combats a player may give up [SC-CBT-7]."""
    for combat in phase.combats.values():
        if seat in combat.standing() and combat.status in (CombatStatus.ORGANISE, CombatStatus.BATTLE):
            yield Concede(seat, territory=combat.territory)


FIELD = AwaitedQuestion("campaign-field", "SC-CBT-3", _fieldings, _field_strongest)
RESULT = AwaitedQuestion("campaign-result", "SC-CBT-5", _results, _unfought)
REVIEW = AwaitedQuestion("campaign-review", "SC-CBT-6", _reviews, _agreed_for)

SUBJECT = CampaignSubject(
    decides=(
        on(FieldForce, _about(_field_force, CombatStatus.ORGANISE)),
        on(Concede, _about(_concede, CombatStatus.ORGANISE, CombatStatus.BATTLE)),
        on(ProposeResult, _about(_propose_result, CombatStatus.BATTLE)),
        on(ConfirmResult, _about(_confirm_result, CombatStatus.REVIEW)),
        on(RejectResult, _about(_reject_result, CombatStatus.REVIEW)),
    ),
    evolves=(
        on(CombatOpened, _opened),
        on(ForceFielded, _fielded),
        on(CombatConceded, _conceded),
        on(ResultProposed, _proposed),
        on(ResultConfirmed, _confirmed),
        on(ResultRejected, _rejected),
    ),
    phases=(during(Fighting, _onward, _awaits),),
    questions=(FIELD, RESULT, REVIEW),
)
