"""Turns: what happens in them, their ends, disputes and corrections, and how play stops."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.kernel import Event, HouseCode, Refusal, Roll, house
from heraut.scenario.chance import chance, defence_chance, length_chance, removal_chance
from heraut.scenario.commands import (
    AcceptReport,
    CallTime,
    ChargeMarker,
    ClaimMarker,
    Concede,
    CorrectTurn,
    CountDice,
    EndTurn,
    Forfeit,
    OrdersWithoutDice,
    ReportLoss,
)
from heraut.scenario.decide.disputes import accepted, corrected, reported_again
from heraut.scenario.decide.stopping import conceded, forfeited, stopped, without_dice
from heraut.scenario.events import (
    ChargeResolved,
    DiceCounted,
    FlagRemoved,
    LengthRolled,
    LossReported,
    MarkerCharged,
    MarkerClaimed,
    PointsScored,
    TimeCalled,
    TurnEnded,
)
from heraut.scenario.evolve import evolve
from heraut.scenario.facts import Claim, Facts, joined
from heraut.scenario.score import Tally, end_turn, happen
from heraut.scenario.score.plain import plain
from heraut.scenario.scoring import Awards, Capped, Control, Held
from heraut.scenario.state import Playing


def decide_playing(state: Playing, command: Any) -> tuple[Event, ...] | Refusal:
    """One entry of the score sheet; dice that are due come before anything of the turn."""
    due = chance(state)
    match command:
        case Roll(faces=faces) if due is not None:
            return due.refusal(faces) or _rolled(state, faces)
        case Concede(seat=seat):
            return conceded(state, seat)
        case Forfeit():
            return forfeited(state, command)
        case EndTurn(facts=facts) if facts.index <= len(state.play.turns):
            return reported_again(state, command)
        case AcceptReport():
            return accepted(state, command)
        case CorrectTurn():
            return corrected(state, command)
        case CallTime(seat=seat) if state.play.timed_at is None:
            return stopped(state, TimeCalled(seat))
        case _ if due is not None:
            return house(HouseCode.WRONG_PHASE, "match-dice")
        case _:
            return _in_turn(state, command)


def _in_turn(state: Playing, command: Any) -> tuple[Event, ...] | Refusal:
    """What belongs to the turn under way."""
    match command:
        case CountDice():
            return _dice(state, command)
        case ClaimMarker():
            return _claim(state, command)
        case ChargeMarker():
            return _charge(state, command)
        case ReportLoss():
            return _loss(state, command)
        case EndTurn():
            return _end_turn(state, command)
        case OrdersWithoutDice():
            return without_dice(state, command)
        case _:
            return house(HouseCode.WRONG_PHASE, "match-turn")


def _rolled(state: Playing, faces: tuple[int, ...]) -> tuple[Event, ...]:
    if defence_chance(state) is not None:
        return (_defended(state, faces),)
    if length_chance(state) is not None:
        length = state.game.scenario.length
        assert length is not None
        return stopped(state, LengthRolled(faces, sum(faces) >= length.at_least))
    assert removal_chance(state) is not None
    scoring = state.game.scenario.scoring
    assert isinstance(scoring, Awards)
    assert scoring.removal is not None
    return (FlagRemoved(scoring.removal.among[faces[0] - 1], faces),)


def _defended(state: Playing, faces: tuple[int, ...]) -> ChargeResolved:
    """Each face high enough cancels a hit; one hit left destroys the marker [ST-DES-18]."""
    scoring, charge = state.game.scenario.scoring, state.play.charge
    assert isinstance(scoring, Capped)
    assert charge is not None
    marker, hits = charge
    cancelled = sum(1 for face in faces if face >= scoring.defence_at_least)
    return ChargeResolved(state.play.sheet.next_turn[0], marker, hits > cancelled, faces)


def _dice(state: Playing, command: CountDice) -> tuple[Event, ...] | Refusal:
    scoring = state.game.scenario.scoring
    if not isinstance(scoring, Control) or scoring.lost_dice is None:
        return Refusal(state.game.scenario.clause, "fact-not-asked", subject="dice")
    if min(command.first, command.second) < 0:
        return Refusal(scoring.lost_dice.clause, "match-count-below-zero", subject="dice")
    if state.play.turns:
        return Refusal(scoring.lost_dice.clause, "dice-too-late")
    return (DiceCounted(command.first, command.second),)


def _claim(state: Playing, command: ClaimMarker) -> tuple[Event, ...] | Refusal:
    if not isinstance(state.game.scenario.scoring, Held):
        return Refusal(state.game.scenario.clause, "fact-not-asked", subject="claimed")
    side, turn = state.play.sheet.next_turn
    if command.units:
        facts = Facts(by=side, turn=turn, claims=(Claim(command.marker, command.units),))
    else:
        facts = Facts(by=side, turn=turn, claimed=(command.marker,))
    after = happen(state.play.sheet, joined(state.play.under_way(), facts))
    return after if isinstance(after, Refusal) else (MarkerClaimed(side, command.marker),)


def _charge(state: Playing, command: ChargeMarker) -> tuple[Event, ...] | Refusal:
    scoring = state.game.scenario.scoring
    if not isinstance(scoring, Capped):
        return Refusal(state.game.scenario.clause, "fact-not-asked", subject="attacks")
    if command.hits < 0:
        return Refusal(scoring.charge_clause, "match-count-below-zero", subject="hits")
    side = state.play.sheet.next_turn[0]
    missed = ChargeResolved(side, command.marker, False, ())
    after = happen(state.play.sheet, _with_attack(state, missed))
    if isinstance(after, Refusal):
        return after
    return (MarkerCharged(side, command.marker, command.hits),) if command.hits else (missed,)


def _with_attack(state: Playing, event: ChargeResolved) -> Facts:
    after = evolve(state, event)
    assert isinstance(after, Playing)
    return after.play.under_way()


def _loss(state: Playing, command: ReportLoss) -> tuple[Event, ...] | Refusal:
    side, turn = state.play.sheet.next_turn
    facts = Facts(
        by=side,
        turn=turn,
        destroyed=(command.destroyed,) if command.destroyed else (),
        casters_lost=(command.casters,) if command.casters else (),
        wiped_out=command.wiped_out,
    )
    whole = joined(state.play.under_way(), facts)
    after = happen(state.play.sheet, whole)
    if isinstance(after, Refusal):
        return after
    if after.over:
        score = msgspec.structs.replace(after.memory, turns=after.turns + 1)
        return _scored(state, TurnEnded(command.seat, side, turn, whole, score=score), after)
    return (LossReported(command.seat, facts),)


def _end_turn(state: Playing, command: EndTurn) -> tuple[Event, ...] | Refusal:
    whole = joined(state.play.under_way(), command.facts)
    after = end_turn(state.play.sheet, whole)
    if isinstance(after, Refusal):
        return after
    facts = plain(state.play.sheet, whole)
    ended = TurnEnded(command.seat, facts.by, facts.turn, facts, *whole.positions, score=after.memory)
    return _scored(state, ended, after)


def _scored(state: Playing, event: TurnEnded, after: Tally) -> tuple[Event, ...]:
    new = after.lines[len(state.play.sheet.lines) :]
    points = tuple(PointsScored(line.to, line.points, line) for line in new)
    return stopped(state, event, *points)
