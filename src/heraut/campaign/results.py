"""Results of battles: reported, agreed to, contested (chapter 20)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from heraut.campaign.aftermath import fielded
from heraut.campaign.board import Board, Left, LordId, MapUnit, UnitId
from heraut.campaign.state import Combat, CombatStatus, Contest, Result, State
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignSubject,
    Code,
    CombatOrder,
    OnTerritory,
    about_combat,
    amiss,
    place_of,
    refuse,
)
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, Speaker
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal, together


class ProposeResult(CombatOrder, frozen=True, kw_only=True):
    """The result of a battle: winner or tied winners, survivors of each unit, lords killed [SC-CBT-5]."""

    speaker: ClassVar[Speaker] = Speaker.PLAYER_OR_ORGANISER
    winners: tuple[Seat, ...]
    left: tuple[Left, ...]
    fallen: tuple[LordId, ...] = ()


class ConfirmResult(CombatOrder, frozen=True, kw_only=True):
    """Agree with the proposed result [SC-CBT-6]."""

    speaker: ClassVar[Speaker] = Speaker.PLAYER_OR_ORGANISER


class RejectResult(CombatOrder, frozen=True, kw_only=True):
    """Disagree, with the winner, with these units, with these lords, or with all of it [SC-SEQ-13]."""

    speaker: ClassVar[Speaker] = Speaker.PLAYER_OR_ORGANISER
    winners: bool = False
    units: tuple[UnitId, ...] = ()
    lords: tuple[LordId, ...] = ()


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


def _proposed(state: State, event: ResultProposed) -> State:
    combat = state.combat(event.territory)
    proposed = replace(combat, status=CombatStatus.REVIEW, result=event.result, agreed=(event.seat,))
    return state.with_combat(proposed).with_contest(event.territory, None)


def _confirmed(state: State, event: ResultConfirmed) -> State:
    combat = state.combat(event.territory)
    return state.with_combat(replace(combat, agreed=(*combat.agreed, event.seat)))


def _rejected(state: State, event: ResultRejected) -> State:
    combat = state.combat(event.territory)
    again = state.with_combat(replace(combat, status=CombatStatus.BATTLE, result=None, agreed=()))
    if combat.result is None:
        return again
    contest = Contest(event.seat, combat.result, event.winners, event.units, event.lords)
    return again.with_contest(event.territory, contest)


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


RESULT = AwaitedQuestion("campaign-result", "SC-CBT-5", _results, _unfought)
REVIEW = AwaitedQuestion("campaign-review", "SC-CBT-6", _reviews, _agreed_for)

SUBJECT = CampaignSubject(
    decides=(
        on(ProposeResult, about_combat(_propose_result, CombatStatus.BATTLE)),
        on(ConfirmResult, about_combat(_confirm_result, CombatStatus.REVIEW)),
        on(RejectResult, about_combat(_reject_result, CombatStatus.REVIEW)),
    ),
    evolves=(
        on(ResultProposed, _proposed),
        on(ResultConfirmed, _confirmed),
        on(ResultRejected, _rejected),
    ),
    questions=(RESULT, REVIEW),
)
