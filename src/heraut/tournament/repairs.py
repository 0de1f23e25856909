"""Untouched tables of the round being played that are paired anew."""

from __future__ import annotations

from dataclasses import replace

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import PublicEvent, Roll, Speaker
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.lots import AWAITED, Lot
from heraut.tournament.pairing.contender import Pair
from heraut.tournament.pairing.event import repaired_pairing
from heraut.tournament.rounds import tables_of
from heraut.tournament.state import DueDice, PlayingRound, State, Table, with_round


class RepairTables(TournamentCommand, frozen=True, kw_only=True):
    """Pair the untouched tables of the round being played anew; FATE gives the seed."""

    speaker = Speaker.ORGANISER
    tables: tuple[int, ...]


class RepairBegun(PublicEvent, frozen=True, kw_only=True):
    """Some tables are to be paired anew."""

    round: int
    tables: tuple[int, ...]


class TablesRepaired(PublicEvent, frozen=True, kw_only=True):
    """Untouched tables were paired anew; `unmet` are the wishes that could not be met."""

    reveals = True
    round: int
    seed: int
    tables: tuple[int, ...]
    pairs: tuple[Pair, ...]
    unmet: tuple[Reason, ...] = ()
    choose_lists: bool = False


class RepairAbandoned(PublicEvent, frozen=True, kw_only=True):
    """Fewer than two of these tables could still be paired anew when the seed came: all of them stay as they are."""

    round: int
    seed: int
    tables: tuple[int, ...]


def repair_tables(state: State, command: RepairTables) -> Outcome:
    """Pair untouched tables of the round being played anew; the others stay, and whoever left is not paired again."""
    if not isinstance(state.stage, PlayingRound) or state.due is not None:
        return not_now(state)
    playing = state.rounds[-1]
    for number in command.tables:
        if number not in playing.tables:
            return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", number)
        if not playing.tables[number].untouched:
            return Refusal(state.settings.clauses.repair, "table-played", number)
        left = next((seat for seat in playing.tables[number].seats if not state.players[seat].present), None)
        if left is not None:
            return Refusal(state.settings.clauses.repair_left, "repair-left", left)
    if len(set(command.tables)) < 2:
        return Refusal(state.settings.clauses.repair, "repair-too-few", asked=len(set(command.tables)), allowed=2)
    return (RepairBegun(round=playing.number, tables=tuple(sorted(set(command.tables)))),)


def draw_repair(state: State, command: Roll) -> Outcome:
    """Pair anew what still can be: a game may have begun since the seed was asked for, or a player left."""
    due, seed = state.due, command.faces[0]
    assert due is not None
    tables = state.rounds[due.round - 1].tables
    left = tuple(number for number in due.tables if tables[number].untouched and _all_here(state, tables[number]))
    if len(left) < 2:
        return (RepairAbandoned(round=due.round, seed=seed, tables=due.tables),)
    anew, choose = repaired_pairing(state, left, seed), state.settings.chooses_lists
    repaired = TablesRepaired(
        round=due.round, seed=seed, tables=left, pairs=anew.pairs, unmet=anew.unmet, choose_lists=choose
    )
    return (repaired,)


def _all_here(state: State, table: Table) -> bool:
    return all(state.players[seat].present for seat in table.seats)


def _repair_due(state: State, event: RepairBegun) -> State:
    return replace(state, due=DueDice(Lot.REPAIR, event.round, event.tables))


def _repaired(state: State, event: TablesRepaired) -> State:
    current = state.rounds[event.round - 1]
    kept = {number: table for number, table in current.tables.items() if number not in event.tables}
    tables = dict(sorted((kept | tables_of(event.pairs, choose_lists=event.choose_lists)).items()))
    return with_round(replace(state, due=None), event.round, tables=tables, adjusted=True)


def _abandoned(state: State, _event: RepairAbandoned) -> State:
    return replace(state, due=None)


SUBJECT = Subject[State](
    decides=(on(RepairTables, repair_tables),),
    evolves=(
        on(RepairBegun, _repair_due),
        on(TablesRepaired, _repaired),
        on(RepairAbandoned, _abandoned),
    ),
    rolls={AWAITED[Lot.REPAIR]: draw_repair},
)
