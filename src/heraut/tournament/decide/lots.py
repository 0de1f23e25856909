"""The dice of FATE: draw numbers, seeds, scenarios, the secret length."""

from __future__ import annotations

from heraut.kernel import FATE, ORGANISER, Awaited, Chance, ClauseId, Roll
from heraut.tournament import events as e
from heraut.tournament import rotation
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.decide.planning import scenario_refusal
from heraut.tournament.field import draft_pairing, repaired_pairing
from heraut.tournament.pairing import draw_numbers
from heraut.tournament.settings import SteamrollerSettings
from heraut.tournament.state import Due, Lot, State, Status
from heraut.tournament.timing import secret_sides, variable_minutes

SEED_SIDES = 2**32
GROUPS, ROWS = 4, 4


def chance_of(due: Due) -> Chance:
    """The dice that are due; only officials may type them."""
    match due.lot:
        case Lot.SCENARIO:
            return Chance((GROUPS, ROWS))
        case Lot.LENGTH:
            return Chance((secret_sides(),))
        case _:
            return Chance((SEED_SIDES,))


def awaited_dice(due: Due) -> Awaited:
    """What is said to everybody about the dice that are due: what for, never what they showed."""
    code, clause = _AWAITED[due.lot]
    return Awaited(FATE, code, ClauseId(clause), chance=chance_of(due), subject=due.round or None)


_AWAITED = {
    Lot.NUMBERS: ("tournament-draw-numbers", "ST-PAIR-2"),
    Lot.PAIRING: ("tournament-pairing-seed", "SR-PAIR-10"),
    Lot.REPAIR: ("tournament-repair-seed", "SR-PAIR-10"),
    Lot.SCENARIO: ("tournament-scenario-dice", "SR-SCEN-5"),
    Lot.ROLL_OFF: ("tournament-roll-off", "SR-RANK-4"),
    Lot.LENGTH: ("tournament-secret-length", "SR-TIME-4"),
}


def roll(state: State, command: Roll) -> Outcome:
    """Take the dice for whatever they are due for."""
    if state.due is None:
        return not_now(state)
    refusal = chance_of(state.due).refusal(command.faces)
    if refusal is not None:
        return refusal
    due, first = state.due, command.faces[0]
    match due.lot:
        case Lot.NUMBERS | Lot.ROLL_OFF:
            seats = [seat for seat, player in state.players.items() if player.status is not Status.DROPPED]
            return (e.NumbersDrawn(seed=first, numbers=dict(draw_numbers(seats, first))),)
        case Lot.PAIRING:
            return (e.RoundDrafted(round=due.round, seed=first, pairing=draft_pairing(state, due.round, first)),)
        case Lot.REPAIR:
            anew = repaired_pairing(state, due.tables, first)
            return (
                e.TablesRepaired(
                    round=due.round, seed=first, tables=due.tables, pairs=anew.pairs, unmet=anew.unmet,
                    choose_lists=isinstance(state.settings, SteamrollerSettings),
                ),
            )  # fmt: skip
        case Lot.SCENARIO:
            return _scenario(state, due, command.faces)
        case Lot.LENGTH:
            assert isinstance(state.settings, SteamrollerSettings), "no other format draws a length"
            minutes = state.settings.times.base + variable_minutes(first)
            return (e.LengthDrawn(round=due.round, face=first, minutes=minutes),)


def _scenario(state: State, due: Due, faces: tuple[int, ...]) -> Outcome:
    """A draw that cannot be played is drawn again [SR-SCEN-6]."""
    row = rotation.drawn(faces)
    if scenario_refusal(state, due.round, row.id) is not None:
        return (e.ScenarioRedrawn(seat=ORGANISER, round=due.round, faces=faces),)
    return (e.ScenarioPlanned(seat=ORGANISER, round=due.round, scenario=row.id, faces=faces),)
