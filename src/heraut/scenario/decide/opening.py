"""From the opening roll to settled roles."""

from __future__ import annotations

from typing import Any

from heraut.kernel import OFFICIALS, ClauseId, Event, HouseCode, Refusal, Roll, house
from heraut.scenario.chance import opening_chance
from heraut.scenario.commands import ChooseRole, StateRoles
from heraut.scenario.events import RolesSettled, RollTied, RollWon
from heraut.scenario.setup_steps import begun
from heraut.scenario.sides import Side
from heraut.scenario.state import RollingOff


def decide_opening(state: RollingOff, command: Any) -> tuple[Event, ...] | Refusal:
    """The roll, the choice of the winner, or roles settled at the table [ST-GAM-1]."""
    game = state.game
    match command:
        case Roll(faces=faces) if game.roll_winner is None:
            return opening_chance(game).refusal(faces) or (_rolled(state, faces),)
        case ChooseRole(seat=seat, role=role) if game.roll_winner is not None:
            if seat not in (game.roll_winner, *OFFICIALS):
                return Refusal(ClauseId("ST-GAM-1"), "roll-lost", subject=seat, allowed=game.roll_winner)
            first = game.roll_winner if role is Side.FIRST else game.opponent(game.roll_winner)
            return begun(state, RolesSettled(first, game.opponent(first)))
        case StateRoles(first=first):
            if first not in game.players:
                return house(HouseCode.UNKNOWN_SEAT, first)
            return begun(state, RolesSettled(first, game.opponent(first)))
        case _:
            return house(HouseCode.WRONG_PHASE, "match-roles")


def _rolled(state: RollingOff, faces: tuple[int, ...]) -> Event:
    one, two = faces
    if one == two:
        return RollTied(faces)
    return RollWon(state.game.players[0 if one > two else 1], faces)
