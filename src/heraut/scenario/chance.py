"""The dice a match waits for: first whose they are, then the opponent, who may type them as keeper of the sheet."""

from __future__ import annotations

from heraut.kernel import Chance
from heraut.scenario.facts import turn_at
from heraut.scenario.scoring import Awards, Capped
from heraut.scenario.setup import Draw
from heraut.scenario.sides import SIDES
from heraut.scenario.state import Game, Playing, RollingOff, SettingUp, State

SIX = 6


def opening_chance(game: Game) -> Chance:
    """One die each, in the order of the players."""
    return Chance((SIX, SIX), roller=game.players)


def chance(state: State) -> Chance | None:
    """The dice that are due, if any."""
    match state:
        case RollingOff(game) if game.roll_winner is None:
            return opening_chance(game)
        case SettingUp(game, step=step):
            now = game.scenario.setup[step]
            return Chance((len(now.among),), roller=game.players) if isinstance(now, Draw) else None
        case Playing():
            return defence_chance(state) or length_chance(state) or removal_chance(state)
        case _:
            return None


def defence_chance(state: Playing) -> Chance | None:
    """The defence dice of a marker: twice the hits it took [ST-DES-18]."""
    scoring = state.game.scenario.scoring
    if state.play.charge is None or not isinstance(scoring, Capped):
        return None
    side, _ = state.play.sheet.next_turn
    dice = state.play.charge[1] * scoring.defence_dice_per_hit
    return Chance((SIX,) * dice, roller=(state.game.seat(side.other), state.game.seat(side)))


def length_chance(state: Playing) -> Chance | None:
    """The dice for a sixth turn, once both players have completed the fifth [ST-GAM-9]."""
    length, play = state.game.scenario.length, state.play
    if length is None or length.turns is None or not length.dice:
        return None
    if play.more is not None or play.timed_at is not None or play.sheet.turns != 2 * length.turns:
        return None
    return Chance((SIX,) * length.dice, roller=tuple(state.game.seat(side) for side in SIDES))


def removal_chance(state: Playing) -> Chance | None:
    """The lot for the flag that leaves the table [SR-S07-2]."""
    scoring, play = state.game.scenario.scoring, state.play
    if not isinstance(scoring, Awards) or scoring.removal is None or play.begun.removed is not None:
        return None
    due = play.sheet.turns > 0 and turn_at(play.sheet.turns) == (scoring.removal.after, scoring.removal.turn)
    return Chance((len(scoring.removal.among),), roller=state.game.players) if due else None
