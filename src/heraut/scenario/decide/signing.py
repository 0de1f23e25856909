"""After the last turn: counting, signatures, and what an official settles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heraut.kernel import OFFICIALS, ClauseId, Event, HouseCode, Refusal, Seat, house
from heraut.scenario.commands import (
    AcceptReport,
    CorrectEnd,
    CorrectTurn,
    CountArmies,
    CountEnd,
    EndTurn,
    Settle,
    Sign,
    SweepEdges,
)
from heraut.scenario.decide.disputes import AGREE, accepted, corrected, reported_again
from heraut.scenario.decide.mending import end_corrected
from heraut.scenario.events import ArmiesCounted, EndCounted, ResultSettled, SheetDisputed, Signed, UnitsSwept
from heraut.scenario.layout import Layout
from heraut.scenario.massacre import massacre_points
from heraut.scenario.options import MassacreScale
from heraut.scenario.result import MatchResult, final_sheet, outcome_of, result
from heraut.scenario.score import Ending, finish
from heraut.scenario.scoring import Awards, MassacreOnly
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.standing.saga import stragglers
from heraut.scenario.state import Counting, Signing
from heraut.scenario.tiebreak import armies_fault


def decide_counting(state: Counting, command: Any) -> tuple[Event, ...] | Refusal:
    """Massacre points or armies; turns may still be disputed."""
    match command:
        case SweepEdges() if state.stop.kind is None:
            return _swept(state, command)
        case CountEnd():
            return _count_end(state, command)
        case CountArmies():
            return _count_armies(state, command)
        case EndTurn(facts=facts) if facts.index <= len(state.play.turns):
            return reported_again(state, command)
        case EndTurn(facts=facts):
            return Refusal(state.game.scenario.clause, "match-over", subject=facts.turn)
        case AcceptReport():
            return accepted(state, command)
        case CorrectTurn():
            return corrected(state, command)
        case CorrectEnd():
            return end_corrected(state, command)
        case _:
            return house(HouseCode.WRONG_PHASE, "match-count")


def _swept(state: Counting, command: SweepEdges) -> tuple[Event, ...] | Refusal:
    scoring = state.game.scenario.scoring
    if not isinstance(scoring, MassacreOnly):
        return Refusal(state.game.scenario.clause, "fact-not-asked", subject="eliminated")
    layout = Layout(state.game.scenario, state.game.options.marker_mm)
    found = stragglers(layout, command.units, scoring.sweep)
    return (UnitsSwept(tuple(dict.fromkeys((*found, *command.eliminated)))),)


def _count_end(state: Counting | Signing, command: CountEnd) -> tuple[Event, ...] | Refusal:
    scoring = state.game.scenario.scoring
    if isinstance(scoring, Awards):
        return Refusal(state.game.scenario.clause, "fact-not-asked", subject="massacre")
    if isinstance(scoring, MassacreOnly) and state.play.swept is None and state.stop.kind is None:
        return Refusal(scoring.sweep_clause, "sweep-first")
    massacre = _massacre(state.game.options.massacre_scale, command)
    if isinstance(massacre, Refusal):
        return massacre
    ending = Ending(massacre=massacre, dice=command.dice)
    if isinstance(final := finish(state.play.sheet, ending), Refusal):
        return final
    outcome = outcome_of(state.game, replace(state.play, ending=ending), state.stop)
    return (EndCounted(ending, command.seat, outcome),)


def _massacre(scale: MassacreScale | None, command: CountEnd) -> dict[Side, int] | Refusal:
    """The points entered, or computed from the figures eliminated [ST-GAM-14]."""
    if not command.eliminated:
        return dict(command.massacre)
    if scale is None or command.massacre:
        return Refusal(ClauseId("ST-GAM-14"), "massacre-no-scale" if scale is None else "facts-both-ways")
    found: dict[Side, int] = {}
    for side, figures in command.eliminated.items():
        points = massacre_points(scale, figures)
        if isinstance(points, Refusal):
            return points
        found[side] = points
    return found


def _count_armies(state: Counting | Signing, command: CountArmies) -> tuple[Event, ...] | Refusal:
    if not isinstance(state.game.scenario.scoring, Awards):
        return Refusal(state.game.scenario.clause, "fact-not-asked", subject="armies")
    if (fault := armies_fault(state.play.sheet, command.armies)) is not None:
        return fault
    outcome = outcome_of(state.game, replace(state.play, armies=command.armies), state.stop)
    return (ArmiesCounted(command.seat, command.armies, outcome),)


def decide_signing(state: Signing, command: Any) -> tuple[Event, ...] | Refusal:
    """Both sign the same points, or an official settles; a settled sheet only an official corrects."""
    match command:
        case CorrectTurn():
            return corrected(state, command)
        case CorrectEnd():
            return end_corrected(state, command)
        case _ if state.settled and not _is_repair(command):
            return Refusal(AGREE, "sheet-settled")
        case CountEnd():
            return _count_end(state, command)
        case CountArmies():
            return _count_armies(state, command)
        case EndTurn(facts=facts) if facts.index <= len(state.play.turns):
            return reported_again(state, command)
        case EndTurn(facts=facts):
            return Refusal(state.game.scenario.clause, "match-over", subject=facts.turn)
        case AcceptReport():
            return accepted(state, command)
        case Sign():
            return _signed(state, command)
        case Settle(seat=seat):
            return (_settled(state, seat),) if seat in OFFICIALS else house(HouseCode.NOT_YOUR_SEAT, seat)
        case _:
            return house(HouseCode.WRONG_PHASE, "match-sign")


def _is_repair(command: Any) -> bool:
    """A count that an official corrects; both sign again."""
    return isinstance(command, CountEnd | CountArmies) and command.seat in OFFICIALS


def _signed(state: Signing, command: Sign) -> tuple[Event, ...] | Refusal:
    if command.seat not in state.game.players:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if state.play.disputes:
        return Refusal(AGREE, "turns-disputed", subject=min(state.play.disputes))
    points = tuple(final_sheet(state).points[side] for side in SIDES)
    if (command.first, command.second) != points:
        return (SheetDisputed(command.seat, command.first, command.second),)
    signed = Signed(command.seat, command.first, command.second)
    other = state.signed.get(state.game.opponent(command.seat))
    return (signed, _settled(state, command.seat)) if other == points else (signed,)


def _settled(state: Signing, seat: Seat) -> ResultSettled:
    final = result(state)
    assert isinstance(final, MatchResult)
    points = final.victory_points or final.control_points
    winner = None if final.winner is None else final.seats[final.winner]
    return ResultSettled(seat, points, winner, final.kind)
