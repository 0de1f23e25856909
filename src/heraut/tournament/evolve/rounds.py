"""What rounds change: the plan, the draft, tables, the stage."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from heraut.kernel import Box
from heraut.tournament import events as e
from heraut.tournament import form_1
from heraut.tournament.evolve.parts import Changes, with_round, with_table
from heraut.tournament.pairing.pairs import Pair
from heraut.tournament.state import Draft, Due, Lot, Over, Playing, Preparing, Round, State, Table


def _scenario_due(state: State, event: e.ScenarioDrawBegun) -> State:
    return replace(state, due=Due(Lot.SCENARIO, event.round))


def _planned(state: State, event: e.ScenarioPlanned) -> State:
    due = None if state.due is not None and state.due.lot is Lot.SCENARIO else state.due
    return replace(state, plan={**state.plan, event.round: event.scenario}, due=due)


def _draft_due(state: State, event: e.DraftBegun) -> State:
    return replace(state, stage=Preparing(event.round), due=Due(Lot.PAIRING, event.round))


def _drafted(state: State, event: e.RoundDrafted) -> State:
    return replace(state, stage=Preparing(event.round, Draft(event.pairing, event.seed)), due=None)


def _adjusted(state: State, event: e.DraftAdjusted) -> State:
    assert isinstance(state.stage, Preparing)
    assert state.stage.draft is not None
    draft = replace(state.stage.draft, pairing=event.pairing, breaks=event.breaks, adjusted=True)
    return replace(state, stage=Preparing(event.round, draft))


def _discarded(state: State, event: e.DraftDiscarded) -> State:
    return replace(state, stage=Preparing(event.round))


def _published(state: State, event: e.RoundPublished) -> State:
    tables = _tables(event.pairing.pairs, choose_lists=event.choose_lists)
    number = event.round
    published = Round(
        number, event.scenario, tables, event.seed, event.pairing.bye, event.pairing.reasons, event.ranking,
        event.adjusted,
    )  # fmt: skip
    due = Due(Lot.LENGTH, number) if event.length_due else None
    return replace(state, stage=Playing(number), rounds=(*state.rounds, published), due=due)


def _tables(pairs: Iterable[Pair], *, choose_lists: bool) -> dict[int, Table]:
    return {pair.table: _table(pair, choose_lists=choose_lists) for pair in pairs}


def _table(pair: Pair, *, choose_lists: bool) -> Table:
    seats = (pair.first, pair.second)
    return Table(pair.table, seats, pair.reasons, choice=Box.of(seats) if choose_lists else None)


def _repair_due(state: State, event: e.RepairBegun) -> State:
    return replace(state, due=Due(Lot.REPAIR, event.round, event.tables))


def _repaired(state: State, event: e.TablesRepaired) -> State:
    current = state.rounds[event.round - 1]
    kept = {number: table for number, table in current.tables.items() if number not in event.tables}
    choose = form_1.choose_lists(state.settings) if event.choose_lists is None else event.choose_lists
    tables = dict(sorted((kept | _tables(event.pairs, choose_lists=choose)).items()))
    return with_round(replace(state, due=None), event.round, tables=tables, adjusted=True)


def _tables_set(state: State, event: e.TablesSet) -> State:
    return replace(state, tables=event.tables)


def _chosen(state: State, event: e.ListChosen) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return with_table(state, event.round, event.table, choice=box.seal(event.seat, event.list_number))


def _choices_shown(state: State, event: e.ChoicesShown) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return with_table(state, event.round, event.table, choice=box.open())


def _linked(state: State, event: e.MatchLinked) -> State:
    return with_table(state, event.round, event.table, match=event.match)


def _completed(state: State, event: e.RoundCompleted) -> State:
    return replace(state, stage=Preparing(event.round + 1))


def _ended(state: State, event: e.EventEnded) -> State:
    roll_off = form_1.roll_off(state) if event.roll_off is None else event.roll_off
    due = Due(Lot.ROLL_OFF) if roll_off else None
    return replace(state, stage=Over(event.after, event.cause, event.leader), due=due)


def _places(state: State, event: e.PlacesSettled) -> State:
    return replace(state, places=event.places)


def _reopened(state: State, event: e.EventReopened) -> State:
    return replace(state, stage=Preparing(event.after + 1), due=None, places={})


CHANGES: Changes = {
    e.ScenarioDrawBegun: _scenario_due,
    e.ScenarioPlanned: _planned,
    e.DraftBegun: _draft_due,
    e.RoundDrafted: _drafted,
    e.DraftAdjusted: _adjusted,
    e.DraftDiscarded: _discarded,
    e.RoundPublished: _published,
    e.RepairBegun: _repair_due,
    e.TablesRepaired: _repaired,
    e.TablesSet: _tables_set,
    e.ListChosen: _chosen,
    e.ChoicesShown: _choices_shown,
    e.MatchLinked: _linked,
    e.RoundCompleted: _completed,
    e.EventEnded: _ended,
    e.PlacesSettled: _places,
    e.EventReopened: _reopened,
}
