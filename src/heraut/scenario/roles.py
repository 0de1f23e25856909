"""Before the set-up: who is first and who second, and at which edge each of them sits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heraut.kernel.engine import Outcome, Subject, on, unchanged
from heraut.kernel.message import Awaited, Command, PublicEvent, Roll
from heraut.kernel.names import OFFICIALS, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.state import Edge, RollingOff, SettingUp, State, Tabletop, during, only, trying, wrong_phase


class ChooseRole(Command, frozen=True):
    """The winner of the opening roll is first or second player."""

    role: Side


class StateRoles(Command, frozen=True):
    """The roles were settled at the table: this player is first."""

    first: Seat


class TakeEdge(Command, frozen=True):
    """A player sits at this edge of the room's table."""

    edge: Edge


class RollTied(PublicEvent, frozen=True):
    """Equal rolls: again [ST-GAM-2, HOUSE-MATCH-2]."""

    faces: tuple[int, ...]


class RollWon(PublicEvent, frozen=True):
    """This player chooses to be first or second [ST-GAM-1, HOUSE-MATCH-2]."""

    seat: Seat
    faces: tuple[int, ...]


class RolesSettled(PublicEvent, frozen=True):
    """Who is first and who is second; it does not change any more [ST-GAM-3]."""

    first: Seat
    second: Seat


class EdgeTaken(PublicEvent, frozen=True):
    """A player sits here, the other opposite."""

    seat: Seat
    edge: Edge


def roll_off(state: RollingOff, command: Roll) -> Outcome:
    """The higher die wins; equal dice are rolled again."""
    one, two = command.faces
    if one == two:
        return (RollTied(command.faces),)
    return (RollWon(state.game.players[0 if one > two else 1], command.faces),)


def choose_role(state: RollingOff, command: ChooseRole) -> Outcome:
    """The winner of the roll says who is first [ST-GAM-1, HOUSE-MATCH-2]."""
    winner = state.game.roll_winner
    if winner is None:
        return wrong_phase(state)
    if command.seat not in (winner, *OFFICIALS):
        return Refusal(state.game.rules.ROLL[0], "roll-lost", subject=command.seat, allowed=winner)
    return _settle(state, winner if command.role is Side.FIRST else state.game.opponent(winner))


def state_roles(state: RollingOff, command: StateRoles) -> Outcome:
    """Roles settled at the table; once a roll has been won, they are its winner's to state [ST-GAM-1]."""
    if command.first not in state.game.players:
        return house(HouseCode.UNKNOWN_SEAT, command.first)
    winner = state.game.roll_winner
    if state.game.settings.both_agree and winner is not None and command.seat not in (winner, *OFFICIALS):
        return Refusal(state.game.rules.ROLL[0], "roll-lost", subject=command.seat, allowed=winner)
    return _settle(state, command.first)


def _settle(state: RollingOff, first: Seat) -> Outcome:
    return (RolesSettled(first, state.game.opponent(first)),)


def take_edge(state: SettingUp, command: TakeEdge) -> Outcome:
    """SAGA: who lost the roll chooses if players disagree; Steamroller: the first player [ST-GAM-4, SR-DEPL-2]."""
    game = state.game
    loser = game.opponent(game.roll_winner) if game.roll_winner else None
    clause, entitled = game.rules.EDGES, game.rules.edge_chooser(game.seat(Side.FIRST), loser)
    if game.settings.edges_assigned:
        return Refusal(clause, "edges-assigned")
    if state.step or state.ground.chosen or state.ground.pieces:
        return Refusal(clause, "edge-too-late")
    if command.seat in OFFICIALS:
        return (EdgeTaken(game.seat(Side.FIRST), command.edge),)
    if entitled not in (None, command.seat):
        return Refusal(clause, "edge-not-yours", subject=command.seat, allowed=entitled)
    return (EdgeTaken(command.seat, command.edge),)


def _won(state: RollingOff, event: RollWon) -> State:
    return RollingOff(replace(state.game, roll_winner=event.seat))


def _settled(state: RollingOff, event: RolesSettled) -> SettingUp:
    return SettingUp(replace(state.game, first=event.first), Tabletop())


def _edge_taken(state: SettingUp, event: EdgeTaken) -> State:
    opposite: Edge = "far" if event.edge == "near" else "near"
    edges = {event.seat: event.edge, state.game.opponent(event.seat): opposite}
    return replace(state, game=replace(state.game, edges=edges))


def awaited(state: RollingOff) -> tuple[Awaited, ...]:
    """The choice of who won the roll."""
    assert state.game.roll_winner is not None
    return (Awaited(state.game.roll_winner, "match-role", state.game.rules.ROLL[0]),)


def tries(state: RollingOff | SettingUp, seat: Seat) -> Iterator[Command]:
    """What one may say of the roles, then of the edges."""
    if isinstance(state, SettingUp):
        yield TakeEdge(seat, "near")
        return
    yield from (ChooseRole(seat, side) for side in SIDES)
    yield from (StateRoles(seat, first) for first in state.game.players)


SUBJECT = Subject[State](
    decides=(
        on(ChooseRole, during(RollingOff, choose_role)),
        on(StateRoles, during(RollingOff, state_roles)),
        on(TakeEdge, during(SettingUp, take_edge)),
    ),
    evolves=(
        on(RollTied, only(RollingOff, unchanged)),
        on(RollWon, only(RollingOff, _won)),
        on(RolesSettled, only(RollingOff, _settled)),
        on(EdgeTaken, only(SettingUp, _edge_taken)),
    ),
    rolls={"match-roll": during(RollingOff, roll_off)},
    tries=trying(RollingOff, tries, or_in=SettingUp),
)
