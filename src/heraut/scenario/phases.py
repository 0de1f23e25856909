"""The phases of a match: the dice that are due in each, and what is said to a command out of its phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from heraut.kernel import Chance, ClauseId, HouseCode, ImpossibleEvent, Refusal, house
from heraut.kernel.engine import Outcome
from heraut.scenario import saga
from heraut.scenario.definition import Draw
from heraut.scenario.facts import SIDES, turn_at
from heraut.scenario.scoring import Awards, Capped
from heraut.scenario.state import Counting, Game, Playing, RollingOff, SettingUp, Signing, State

SIX = 6
AGREE = ClauseId("ST-MAT-5")
"""Both players agree on the sheet, or an official decides."""

P = TypeVar("P", RollingOff, SettingUp, Playing, Counting, Signing)
M = TypeVar("M")


def during(phase: type[P], rule: Callable[[P, M], Outcome]) -> Callable[[State, M], Outcome]:
    """The rule of a command that belongs to one phase."""

    def judge(state: State, command: M) -> Outcome:
        return rule(state, command) if isinstance(state, phase) else wrong_phase(state)

    return judge


def only(phase: type[P], change: Callable[[P, M], State]) -> Callable[[State, M], State]:
    """What an event changes that can happen in one phase only."""

    def apply(state: State, event: M) -> State:
        if not isinstance(state, phase):
            raise ImpossibleEvent(state, event)
        return change(state, event)

    return apply


def wrong_phase(state: State) -> Refusal:
    """Not now: what the match is about instead."""
    match state:
        case RollingOff():
            return house(HouseCode.WRONG_PHASE, "match-roles")
        case SettingUp(game=game, step=step):
            return house(HouseCode.WRONG_PHASE, f"step-{game.scenario.setup[step].clause}")
        case Playing():
            return house(HouseCode.WRONG_PHASE, "match-turn" if turn_chance(state) is None else "match-dice")
        case Signing(settled=True):
            return Refusal(AGREE, "sheet-settled")
        case Signing():
            return house(HouseCode.WRONG_PHASE, "match-sign")
        case _:
            return house(HouseCode.WRONG_PHASE, "match-count")


def chance(state: State) -> Chance | None:
    """The dice that are due, if any: first whose they are, then the opponent, who may type them as keeper."""
    match state:
        case RollingOff(game) if game.roll_winner is None:
            return opening_chance(game)
        case SettingUp(game, step=step):
            now = game.scenario.setup[step]
            return Chance((len(now.among),), roller=game.players) if isinstance(now, Draw) else None
        case Playing():
            return turn_chance(state)
        case _:
            return None


def opening_chance(game: Game) -> Chance:
    """One die each, in the order of the players."""
    return Chance((SIX, SIX), roller=game.players)


def turn_chance(state: Playing) -> Chance | None:
    """The dice due before the turn under way goes on."""
    return defence_chance(state) or length_chance(state) or removal_chance(state)


def defence_chance(state: Playing) -> Chance | None:
    """The defence dice of a marker: twice the hits it took [ST-DES-18]."""
    scoring = state.game.scenario.scoring
    if state.play.charge is None or not isinstance(scoring, Capped):
        return None
    side, _ = state.play.sheet.next_turn
    dice = state.play.charge[1] * scoring.defence_dice_per_hit
    return Chance((SIX,) * dice, roller=(state.game.seat(side.other), state.game.seat(side)))


def length_chance(state: Playing) -> Chance | None:
    """The dice for a sixth turn [ST-GAM-9]."""
    play = state.play
    dice = saga.dice_for_length(play.sheet, timed_at=play.timed_at, more=play.more)
    return Chance((SIX,) * dice, roller=tuple(state.game.seat(side) for side in SIDES)) if dice else None


def removal_chance(state: Playing) -> Chance | None:
    """The lot for the flag that leaves the table [SR-S07-2]."""
    scoring, play = state.game.scenario.scoring, state.play
    if not isinstance(scoring, Awards) or scoring.removal is None or play.begun.removed is not None:
        return None
    due = play.sheet.turns > 0 and turn_at(play.sheet.turns) == (scoring.removal.after, scoring.removal.turn)
    return Chance((len(scoring.removal.among),), roller=state.game.players) if due else None
