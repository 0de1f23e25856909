"""The step COMBATS: fielding forces, results, agreement (chapter 20)."""

from __future__ import annotations

from heraut.campaign.board import Board
from heraut.campaign.combat import Combat, CombatStatus, Force, Result
from heraut.campaign.commands import Concede, ConfirmResult, FieldForce, ProposeResult, RejectResult
from heraut.campaign.decide.muster import muster
from heraut.campaign.decide.outcome import apply, next_stage
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    Arrangement,
    CombatConceded,
    ForceFielded,
    ResultConfirmed,
    ResultProposed,
    ResultRejected,
)
from heraut.campaign.forces import Band, Unit
from heraut.campaign.names import TerritoryId, UnitId
from heraut.campaign.plans import Left, Muster
from heraut.campaign.state import Fighting, State
from heraut.campaign.tables import numbers
from heraut.kernel import ORGANISER, HouseCode, Refusal, Seat, house, together

Answer = FieldForce | Concede | ProposeResult | ConfirmResult | RejectResult


def _combat(state: State, command: Answer, *allowed: CombatStatus) -> Combat | Refusal:
    """The combat a command is about, if its sender takes part and it is in the right place."""
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


def field(story: Story, command: FieldForce) -> Refusal | None:
    """Redistribute, then name the one band that fights [SC-CBT-2, SC-CBT-3]."""
    combat = _combat(story.state, command, CombatStatus.ORGANISE)
    if isinstance(combat, Refusal):
        return combat
    if command.seat in combat.forces or command.seat == ORGANISER:
        return refuse("SC-SEQ-14", Code.NOT_NOW, command.territory, asked=combat.status)
    if command.bands and command.seat == combat.holder:
        return refuse("SC-MUL-9", Code.NO_REORGANISATION, command.territory)
    done: Arrangement | None = None
    if command.bands:
        asked = Muster(command.territory, command.bands)
        worked = muster(story.state, command.seat, asked, story.board.serial, before_battle=True)
        if isinstance(worked, Refusal):
            return worked
        done = worked[0]
    band = _after(story.board, command.seat, command.territory, done).get(command.band)
    if band is None:
        return refuse("SC-CBT-3", Code.NOT_YOUR_BAND, command.band, allowed=command.territory)
    story.tell(ForceFielded(command.seat, command.territory, _force(band), done))
    return None


def _after(board: Board, seat: Seat, territory: TerritoryId, done: Arrangement | None) -> dict[int, Band]:
    if done is not None:
        return {band.id: band for band in done.bands}
    return {band.id: band for band in board.bands_at(territory) if band.owner == seat}


def _force(band: Band) -> Force:
    assert band.lord is not None
    return Force(tuple(unit.id for unit in band.units), (band.lord.id,), band.id)


def field_default(story: Story, territory: TerritoryId, seat: Seat) -> None:
    """No reorganisation; the band with most points, the oldest among equals [SC-GEN-9]."""
    story.tell(ForceFielded(seat, territory, _force(strongest(story.board, territory, seat)), defaulted=True))


def strongest(board: Board, territory: TerritoryId, seat: Seat) -> Band:
    """The band with most points, the oldest among equals."""
    own = [band for band in board.bands_at(territory) if band.owner == seat]
    return min(own, key=lambda band: (-band.points(), band.id))


def has_choice(board: Board, combat: Combat, seat: Seat) -> bool:
    """Whether there is anything to decide before the battle [SC-GEN-8]."""
    own = [band for band in board.bands_at(combat.territory) if band.owner == seat]
    if len(own) != 1:
        return True
    village = board.villages.get(combat.territory)
    if village is None or village.owner != seat or seat == combat.holder:
        return False
    spare = own[0].points() - numbers().band_least
    return bool(village.units or village.lords) or any(unit.worth() <= spare for unit in own[0].units)


def concede(story: Story, command: Concede) -> Refusal | None:
    """Give up before a result is proposed: no losses, lord alive [SC-CBT-7]."""
    combat = _combat(story.state, command, CombatStatus.ORGANISE, CombatStatus.BATTLE)
    if isinstance(combat, Refusal):
        return combat
    if command.seat == ORGANISER:
        return refuse("SC-CBT-7", Code.NOT_A_FIGHTER, command.territory)
    story.tell(CombatConceded(command.seat, command.territory))
    return None


def propose(story: Story, command: ProposeResult) -> Refusal | None:
    """A complete result [SC-CBT-5]; the organiser's takes effect at once [SC-CBT-6]."""
    combat = _combat(story.state, command, CombatStatus.BATTLE)
    if isinstance(combat, Refusal):
        return combat
    result = Result(command.winners, command.left, command.fallen)
    if fault := together(tuple(_result_faults(story.board, combat, result))):
        return fault
    story.tell(ResultProposed(command.seat, command.territory, result))
    return None


def _result_faults(board: Board, combat: Combat, result: Result) -> list[Refusal]:
    faults = []
    standing = combat.standing()
    winners = set(result.winners)
    if not winners or not winners <= set(standing) or len(winners) < len(result.winners):
        faults.append(refuse("SC-CBT-5", Code.WRONG_WINNERS, combat.territory, allowed=standing))
    fielded = fielded_units(board, combat)
    named = [left.unit for left in result.left]
    missing = tuple(id for id in fielded if named.count(id) != 1)
    if missing:
        faults.append(refuse("SC-CBT-5", Code.SURVIVORS_MISSING, missing))
    for left in result.left:
        most = fielded[left.unit].figures if left.unit in fielded else 0
        if left.unit not in fielded or not 0 <= left.figures <= most:
            faults.append(refuse("SC-CBT-5", Code.SURVIVORS_WRONG, left.unit, asked=left.figures, allowed=most))
    lords = [lord for seat in standing for lord in combat.forces[seat].lords]
    strange = (lord for lord in result.fallen if lord not in lords or result.fallen.count(lord) > 1)
    return faults + [refuse("SC-CBT-5", Code.LORD_NOT_FIELDED, lord) for lord in strange]


def fielded_units(board: Board, combat: Combat) -> dict[UnitId, Unit]:
    """The units that fight, of all who have not conceded."""
    fielded: dict[UnitId, Unit] = {}
    for seat in combat.standing():
        force = combat.forces[seat]
        troops = board.villages[combat.territory].units if force.band is None else board.bands[force.band].units
        fielded |= {unit.id: unit for unit in troops if unit.id in force.units}
    return fielded


def confirm(story: Story, command: ConfirmResult) -> Refusal | None:
    """Agree; the result counts when all the others have, or the organiser [SC-CBT-6]."""
    combat = _combat(story.state, command, CombatStatus.REVIEW)
    if isinstance(combat, Refusal):
        return combat
    if command.seat in combat.agreed:
        return refuse("SC-CBT-6", Code.ALREADY_AGREED, command.territory)
    story.tell(ResultConfirmed(command.seat, command.territory))
    return None


def reject(story: Story, command: RejectResult) -> Refusal | None:
    """Disagree; a result is awaited again [SC-SEQ-13]."""
    combat = _combat(story.state, command, CombatStatus.REVIEW)
    if isinstance(combat, Refusal):
        return combat
    story.tell(ResultRejected(command.seat, command.territory))
    return None


def unfought(story: Story, combat: Combat) -> None:
    """A battle nobody reports before the step is closed is a draw without losses [SC-ABS-9]."""
    left = tuple(Left(unit.id, unit.figures) for unit in fielded_units(story.board, combat).values())
    story.tell(ResultProposed(ORGANISER, combat.territory, Result(combat.standing(), left)))


def onward(story: Story, combat: Combat) -> bool:
    """What a combat does by itself; True once its last stage is applied."""
    match combat.status:
        case _ if len(combat.standing()) == 1 and combat.status is not CombatStatus.APPLIED:
            apply(story, combat)
        case CombatStatus.ORGANISE:
            _field_without_choice(story, combat)
        case CombatStatus.REVIEW if ORGANISER in combat.agreed or set(combat.standing()) <= set(combat.agreed):
            apply(story, combat)
        case CombatStatus.APPLIED if combat.newcomers:
            next_stage(story, combat)
        case CombatStatus.APPLIED:
            return True
        case _:
            pass
    return False


def _field_without_choice(story: Story, combat: Combat) -> None:
    for seat in combat.standing():
        if seat not in combat.forces and not has_choice(story.board, combat, seat):
            force = _force(strongest(story.board, combat.territory, seat))
            story.tell(ForceFielded(seat, combat.territory, force))
