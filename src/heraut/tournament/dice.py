"""The dice of FATE: draw numbers, seeds, scenarios, the secret length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Awaited, Chance, PublicEvent, Roll
from heraut.kernel.names import FATE, ORGANISER, ClauseId, Seat
from heraut.tournament.clocks import LengthDrawn, minutes_drawn
from heraut.tournament.command import not_now
from heraut.tournament.lots import Lot, draw_numbers
from heraut.tournament.pairing.event import draft_pairing, repaired_pairing
from heraut.tournament.planning import ScenarioPlanned, ScenarioRedrawn
from heraut.tournament.rounds import RoundDrafted, TablesRepaired
from heraut.tournament.state import DueDice, PlayerStatus, State

SEED_SIDES = 2**32


class NumbersDrawn(PublicEvent, frozen=True, kw_only=True):
    """The draw numbers and the seed they come from [ST-PAIR-2]."""

    seed: int
    numbers: Mapping[Seat, int]


def chance_of(state: State, due: DueDice) -> Chance:
    """The dice that are due; only officials may type them."""
    drawn = state.settings.clock.drawn
    if due.lot is Lot.LENGTH and drawn is not None:
        return Chance((drawn.sides,))
    return Chance(state.settings.scenario_dice if due.lot is Lot.SCENARIO else (SEED_SIDES,))


def awaited_dice(state: State, due: DueDice) -> Awaited:
    """What is said to everybody about the dice that are due: what for, never what they showed."""
    code, clause = _AWAITED[due.lot]
    return Awaited(FATE, code, ClauseId(clause), chance=chance_of(state, due), subject=due.round or None)


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
    refusal = chance_of(state, state.due).refusal(command.faces)
    if refusal is not None:
        return refusal
    due, first = state.due, command.faces[0]
    match due.lot:
        case Lot.NUMBERS | Lot.ROLL_OFF:
            seats = [seat for seat, player in state.players.items() if player.status is not PlayerStatus.DROPPED]
            return (NumbersDrawn(seed=first, numbers=dict(draw_numbers(seats, first))),)
        case Lot.PAIRING:
            return (RoundDrafted(round=due.round, seed=first, pairing=draft_pairing(state, due.round, first)),)
        case Lot.REPAIR:
            return (_repaired(state, due, first),)
        case Lot.SCENARIO:
            return _scenario(state, due, command.faces)
        case Lot.LENGTH:
            minutes = minutes_drawn(state.settings, first)
            return (LengthDrawn(round=due.round, face=first, minutes=minutes),)


def _repaired(state: State, due: DueDice, seed: int) -> TablesRepaired:
    anew, choose = repaired_pairing(state, due.tables, seed), state.settings.chooses_lists
    return TablesRepaired(
        round=due.round, seed=seed, tables=due.tables, pairs=anew.pairs, unmet=anew.unmet, choose_lists=choose
    )


def _scenario(state: State, due: DueDice, faces: tuple[int, ...]) -> Outcome:
    """A draw that cannot be played is drawn again [SR-SCEN-6]."""
    scenario = state.settings.scenario_drawn(faces)
    if state.settings.scenario_refusal(state, due.round, scenario) is not None:
        return (ScenarioRedrawn(seat=ORGANISER, round=due.round, faces=faces),)
    return (ScenarioPlanned(seat=ORGANISER, round=due.round, scenario=scenario, faces=faces),)


def _numbers_drawn(state: State, event: NumbersDrawn) -> State:
    return replace(state, numbers=event.numbers, due=None)


SUBJECT = Subject[State](decides=(on(Roll, roll),), evolves=(on(NumbersDrawn, _numbers_drawn),))
