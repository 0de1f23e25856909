"""What a match waits for, and from whom."""

from __future__ import annotations

from typing import assert_never

from heraut.kernel import FATE, ORGANISER, Awaited, ClauseId, Seat
from heraut.scenario.chance import chance
from heraut.scenario.scoring import Awards, MassacreOnly
from heraut.scenario.setup import Choose, Deploy, Draw, Extra, Move, Place, Put, SetMarkers
from heraut.scenario.setup_steps import actor, current, musters
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.state import Counting, Playing, RollingOff, SettingUp, Signing, State


def awaits(state: State) -> tuple[Awaited, ...]:
    """What is awaited now; nothing once the result is settled."""
    due = chance(state)
    if due is not None:
        return (Awaited(FATE, _dice_code(state), _dice_clause(state), chance=due),)
    match state:
        case RollingOff(game):
            assert game.roll_winner is not None
            return (Awaited(game.roll_winner, "match-role", ClauseId("ST-GAM-1")),)
        case SettingUp():
            return _setup(state)
        case Playing(game, _, play):
            side, turn = play.sheet.next_turn
            clause = game.scenario.length.clause if game.scenario.length else game.scenario.clause
            return (Awaited(game.seat(side), "match-turn", clause, subject=turn),)
        case Counting():
            return tuple(_count(state, seat) for seat in state.game.players)
        case Signing(settled=True):
            return ()
        case Signing(game=game, play=play, signed=signed):
            missing = [seat for seat in game.players if seat not in signed]
            late = missing or [ORGANISER]
            code = "match-dispute" if play.disputes or not missing else "match-sign"
            return tuple(Awaited(seat, code, ClauseId("ST-MAT-5")) for seat in late)
        case never:
            assert_never(never)


def _dice_code(state: State) -> str:
    match state:
        case RollingOff():
            return "match-roll"
        case SettingUp():
            return "match-draw"
        case Playing(play=play) if play.charge is not None:
            return "match-defence"
        case Playing(game=game) if isinstance(game.scenario.scoring, Awards):
            return "match-removal"
        case _:
            return "match-length"


def _dice_clause(state: State) -> ClauseId:
    match state:
        case SettingUp():
            return current(state).clause
        case Playing(game=game, play=play):
            if play.charge is not None:
                return ClauseId("ST-DES-18")
            scoring = game.scenario.scoring
            return ClauseId("SR-S07-2") if isinstance(scoring, Awards) else ClauseId("ST-GAM-9")
        case _:
            return ClauseId("ST-GAM-1")


def _setup(state: SettingUp) -> tuple[Awaited, ...]:
    step = current(state)
    if isinstance(step, Deploy) and musters(state.game) and len(state.ground.mustered) < 2:
        missing = [side for side in SIDES if side not in state.ground.mustered]
        return tuple(Awaited(state.game.seat(side), "match-muster", ClauseId("ST-GAM-12")) for side in missing)
    return (Awaited(_seat(state, actor(state)), _code(state), step.clause),)


def _seat(state: SettingUp, side: Side | None) -> Seat:
    return ORGANISER if side is None else state.game.seat(side)


def _code(state: SettingUp) -> str:
    step = current(state)
    match step:
        case Choose():
            return "match-choose-piece"
        case Put():
            return "match-place-piece" if state.ground.waiting() else "match-choose-piece"
        case Place():
            return "match-place-piece"
        case Move():
            return "match-move-piece"
        case SetMarkers():
            return "match-place-marker"
        case Extra():
            return "match-extra-piece"
        case Deploy():
            return "match-deploy"
        case Draw():
            return "match-draw"
        case never:
            assert_never(never)


def _count(state: Counting, seat: Seat) -> Awaited:
    scoring = state.game.scenario.scoring
    if isinstance(scoring, Awards):
        return Awaited(seat, "match-armies", ClauseId("SR-DEST-10"))
    if isinstance(scoring, MassacreOnly) and state.play.swept is None and state.stop.kind is None:
        return Awaited(seat, "match-sweep", scoring.sweep_clause)
    return Awaited(seat, "match-massacre", ClauseId("ST-PTS-8"))
