"""Roles, terrain and deployment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from heraut.kernel import ImpossibleEvent, Seat
from heraut.scenario import events as e
from heraut.scenario.commands import Edge
from heraut.scenario.score.sheet import Score, Tally, remembering
from heraut.scenario.state import ChosenPiece, Counting, Game, Ground, Play, Playing, RollingOff, SettingUp, State


def evolve_opening(state: RollingOff, event: Any) -> State:
    """Until roles are settled."""
    match event:
        case e.RollTied():
            return state
        case e.RollWon(seat=seat):
            return RollingOff(replace(state.game, roll_winner=seat))
        case e.RolesSettled(first=first):
            return SettingUp(replace(state.game, first=first), Ground())
        case _:
            raise ImpossibleEvent(state, event)


def evolve_setup(state: SettingUp, event: Any) -> State:
    """One act of the set-up."""
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
        case e.GameBegan(score=Score() as score):
            return Playing(state.game, ground, empty_sheet(state.game, score))
        case e.PlayEnded(score=Score() as score):
            play = replace(empty_sheet(state.game, score), unset=state.step)
            return Counting(state.game, ground, play, event)
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


def empty_sheet(game: Game, score: Score) -> Play:
    """The sheet before the first turn."""
    return Play(remembering(Tally(scenario=game.scenario, options=game.options), score), score)
