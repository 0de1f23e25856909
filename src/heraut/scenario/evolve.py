"""What has happened: each event's effect on the state. No rule and no refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from heraut.kernel import ImpossibleEvent, Refusal, Seat
from heraut.scenario import events as e
from heraut.scenario.commands import Edge
from heraut.scenario.facts import Attack, Facts
from heraut.scenario.luck import recorded
from heraut.scenario.result import refold
from heraut.scenario.score import Start, Tally, begin, end_turn
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.state import (
    ChosenPiece,
    Counting,
    Dispute,
    Game,
    Ground,
    Play,
    Playing,
    RollingOff,
    SettingUp,
    Signing,
    State,
)


def evolve(state: State, event: Any) -> State:
    """The state after the event."""
    if isinstance(event, e.RollRecorded):
        return replace(state, game=recorded(state.game, event))
    match state:
        case RollingOff():
            return _opening(state, event)
        case SettingUp():
            return _setup(state, event)
        case Playing():
            return _playing(state, event)
        case Counting():
            return _counting(state, event)
        case Signing():
            return _signing(state, event)


def _opening(state: RollingOff, event: Any) -> State:
    match event:
        case e.RollTied():
            return state
        case e.RollWon(seat=seat):
            return RollingOff(replace(state.game, roll_winner=seat))
        case e.RolesSettled(first=first):
            return SettingUp(replace(state.game, first=first), Ground())
        case _:
            raise ImpossibleEvent(state, event)


def _setup(state: SettingUp, event: Any) -> State:
    ground = state.ground
    match event:
        case e.EdgeTaken(seat=seat, edge=edge):
            other = state.game.opponent(seat)
            edges: dict[Seat, Edge] = {seat: edge, other: "far" if edge == "near" else "near"}
            return replace(state, game=replace(state.game, edges=edges))
        case e.FlagDrawn(element=element):
            return replace(state, ground=replace(ground, first_flag=element))
        case e.Mustered(side=side, units=units):
            return replace(state, ground=replace(ground, mustered={**ground.mustered, side: units}))
        case e.UnitsDeployed():
            return replace(state, ground=_deployed(ground, event), acted=True)
        case e.StepEnded():
            return replace(state, step=state.step + 1, acted=False)
        case e.SetupSkipped():
            return replace(state, step=len(state.game.scenario.setup))
        case e.GameBegan():
            return Playing(state.game, ground, _sheet(state.game, ground))
        case e.PlayEnded():
            return Counting(state.game, ground, replace(_sheet(state.game, ground), unset=state.step), event)
        case _:
            return _terrain(state, event)


def _terrain(state: SettingUp, event: Any) -> SettingUp:
    ground = state.ground
    match event:
        case e.PieceChosen(side=side, id=id, kind=kind, size=size, properties=properties):
            chosen = (*ground.chosen, ChosenPiece(id, side, kind, size, properties))
            return replace(state, ground=replace(ground, chosen=chosen), acted=True)
        case e.PiecePlaced(piece=piece):
            return replace(state, ground=replace(ground, pieces=(*ground.pieces, piece)))
        case e.PieceLost(id=id):
            return replace(state, ground=replace(ground, lost=(*ground.lost, id)))
        case e.PieceMoved():
            return replace(state, ground=_moved(ground, event), acted=True)
        case e.MarkerPlaced(marker=marker):
            return replace(state, ground=replace(ground, markers=(*ground.markers, marker)))
        case _:
            raise ImpossibleEvent(state, event)


def _moved(ground: Ground, event: e.PieceMoved) -> Ground:
    pieces = tuple(
        msgspec.structs.replace(piece, shape=event.shape, was=piece.shape, moved_by=event.side)
        if piece.id == event.id
        else piece
        for piece in ground.pieces
    )
    return replace(ground, pieces=pieces)


def _deployed(ground: Ground, event: e.UnitsDeployed) -> Ground:
    deployed = ground.deployed.get(event.side, 0) + len(event.units)
    dice = ground.dice
    if all(unit.dice is not None for unit in event.units):
        dice = {**dice, event.side: dice.get(event.side, 0) + sum(unit.dice or 0 for unit in event.units)}
    return replace(ground, deployed={**ground.deployed, event.side: deployed}, dice=dice)


def _sheet(game: Game, ground: Ground) -> Play:
    casters = {side: game.settings.casters.get(game.seat(side), 1) for side in SIDES}
    dice = dict(ground.dice) if _knows_all_dice(ground) else {}
    start = Start(dice=dice, first_flag=ground.first_flag, casters=casters)
    return Play(begin(game.scenario, game.options, start), start)


def _knows_all_dice(ground: Ground) -> bool:
    return len(ground.dice) == 2 and ground.deployed == ground.mustered


def _playing(state: Playing, event: Any) -> State:
    play = state.play
    match event:
        case e.DiceCounted(first=first, second=second):
            dice = {Side.FIRST: first, Side.SECOND: second}
            return _restarted(state, msgspec.structs.replace(play.start, dice=dice))
        case e.TurnEnded(facts=facts):
            return replace(state, play=_turned(play, event, _counted(end_turn(play.sheet, facts), state, event)))
        case e.PointsScored():
            return state
        case e.LengthRolled(more=more):
            return replace(state, play=replace(play, more=more))
        case e.FlagRemoved(element=element):
            return _restarted(state, msgspec.structs.replace(play.start, removed=element))
        case e.TimeCalled():
            return replace(state, play=replace(play, timed_at=play.sheet.turns))
        case e.PlayEnded():
            ended = Counting(state.game, state.ground, play, event)
            return ended if play.armies is None else _signable(ended, play)
        case e.TurnConfirmed() | e.TurnDisputed() | e.TurnCorrected():
            return replace(state, play=_agreed(state, event))
        case _:
            return _during(state, event)


def _turned(play: Play, event: e.TurnEnded, sheet: Tally) -> Play:
    turns, keepers = (*play.turns, event.facts), (*play.keepers, event.seat)
    after = replace(play, sheet=sheet, turns=turns, keepers=keepers, during=None)
    return after.standing(event.units, event.entries)


def _during(state: Playing, event: Any) -> Playing:
    play = state.play
    match event:
        case e.MarkerClaimed(marker=marker):
            return replace(state, play=play.with_during(_now(play, claimed=(marker,))))
        case e.MarkerCharged(marker=marker, hits=hits):
            return replace(state, play=replace(play, charge=(marker, hits)))
        case e.ChargeResolved(marker=marker, destroyed=destroyed):
            happened = play.with_during(_now(play, attacks=(Attack(marker, destroyed),)))
            return replace(state, play=replace(happened, charge=None))
        case e.LossReported(facts=facts):
            return replace(state, play=play.with_during(facts))
        case _:
            raise ImpossibleEvent(state, event)


def _now(play: Play, **facts: Any) -> Facts:
    side, turn = play.sheet.next_turn
    return Facts(by=side, turn=turn, **facts)


def _restarted(state: Playing, start: Start) -> Playing:
    play = replace(state.play, start=start)
    return replace(state, play=replace(play, sheet=_counted(refold(state.game, play), state, start)))


def _counted(sheet: Tally | Refusal, state: object, event: object) -> Tally:
    if isinstance(sheet, Refusal):
        raise ImpossibleEvent(state, event)
    return sheet


def _agreed(state: Playing | Counting | Signing, event: Any) -> Play:
    """Two keepers agree, differ, or an official has corrected a turn."""
    play = state.play
    index = Facts(by=event.by, turn=event.turn).index
    match event:
        case e.TurnDisputed(seat=seat, facts=facts, units=units, entries=entries):
            return replace(play, disputes={**play.disputes, index: Dispute(seat, facts, units, entries)})
        case e.TurnCorrected(facts=facts, units=units, entries=entries):
            turns = (*play.turns[: index - 1], facts, *play.turns[index:])
            changed = replace(play, turns=turns, disputes=_without(play, index))
            if index == len(turns):
                changed = changed.standing(units, entries)
            return replace(changed, sheet=_counted(refold(state.game, changed), state, event))
        case _:
            return replace(play, disputes=_without(play, index))


def _without(play: Play, index: int) -> dict[int, Dispute]:
    return {place: dispute for place, dispute in play.disputes.items() if place != index}


def _counting(state: Counting, event: Any) -> State:
    match event:
        case e.UnitsSwept(units=units):
            return replace(state, play=replace(state.play, swept=units))
        case e.EndCounted(ending=ending):
            return _signable(state, replace(state.play, ending=ending))
        case e.ArmiesCounted(armies=armies):
            return _signable(state, replace(state.play, armies=armies))
        case e.TurnConfirmed() | e.TurnDisputed() | e.TurnCorrected():
            return replace(state, play=_agreed(state, event))
        case e.PlayReopened():
            return _reopened(state)
        case e.PointsScored():
            return state
        case _:
            raise ImpossibleEvent(state, event)


def _reopened(state: Counting | Signing) -> SettingUp | Playing:
    """The turn or step under way again; what wrongly ended the game, time or a roll for its length, is forgotten."""
    if state.play.unset is not None:
        return SettingUp(state.game, state.ground, state.play.unset)
    play = replace(state.play, ending=None)
    if state.stop.kind is None and not state.play.sheet.over:
        play = replace(play, timed_at=None, more=None)
    return Playing(state.game, state.ground, play)


def _signable(state: Counting, play: Play) -> Signing:
    return Signing(state.game, state.ground, play, state.stop)


def _signing(state: Signing, event: Any) -> State:
    match event:
        case e.Signed(seat=seat, first=first, second=second) | e.SheetDisputed(seat=seat, first=first, second=second):
            return replace(state, signed={**state.signed, seat: (first, second)})
        case e.ResultSettled():
            return replace(state, settled=True)
        case e.EndCounted(ending=ending):
            return replace(state, play=replace(state.play, ending=ending), signed={}, settled=False)
        case e.ArmiesCounted(armies=armies):
            return replace(state, play=replace(state.play, armies=armies), signed={}, settled=False)
        case e.TurnConfirmed() | e.TurnDisputed():
            return replace(state, play=_agreed(state, event))
        case e.TurnCorrected():
            return replace(state, play=_agreed(state, event), signed={}, settled=False)
        case e.PlayReopened():
            return _reopened(state)
        case e.PointsScored():
            return state
        case _:
            raise ImpossibleEvent(state, event)
