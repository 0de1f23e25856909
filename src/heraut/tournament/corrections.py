"""What correcting an old result would change, shown before it is done [ST-PAIR-11]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from heraut.kernel.engine import evolve_all
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine
from heraut.tournament.format import Report
from heraut.tournament.pairing.contender import Pairing
from heraut.tournament.pairing.event import pairing_for
from heraut.tournament.results import CorrectResult, EventEnded, EventReopened
from heraut.tournament.standings.event import rows
from heraut.tournament.standings.ledger import Number, Tiebreak
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.state import Round, State


class RowChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player whose place or tie-breaks would change."""

    seat: Seat
    rank_before: int | None
    rank_after: int | None
    values_before: Mapping[Tiebreak, Number]
    values_after: Mapping[Tiebreak, Number]


class PairingChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A published round that would have come out differently: the pairs it has, and those it would have had."""

    round: int
    published: tuple[tuple[Seat, Seat], ...]
    instead: tuple[tuple[Seat, Seat], ...]
    bye_published: Seat | None = None
    bye_instead: Seat | None = None


class Consequences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a correction would change; published pairings stay unless the organiser pairs tables anew."""

    standings: tuple[RowChange, ...]
    pairings: tuple[PairingChange, ...]
    ends: bool = False
    """The event would be over."""
    reopens: bool = False
    """The event would go on."""


def consequences(state: State, number: int, table: int, report: Report) -> Consequences | Refusal:
    """What `CorrectResult` with this report would change, or why it would be refused. Changes nothing."""
    command = CorrectResult(ORGANISER, round=number, table=table, report=report, reason="–")
    events = engine.decide(state, command)
    if isinstance(events, Refusal):
        return events
    after: State = evolve_all(engine, state, events)
    return Consequences(
        tuple(_changed_rows(rows(state), rows(after))),
        tuple(_changed_pairings(after, number)),
        ends=any(isinstance(event, EventEnded) for event in events),
        reopens=any(isinstance(event, EventReopened) for event in events),
    )


def _changed_rows(before: tuple[StandingsRow, ...], after: tuple[StandingsRow, ...]) -> Iterator[RowChange]:
    old = {row.id: row for row in before}
    for row in after:
        was = old[row.id]
        if (was.rank, was.values) != (row.rank, row.values):
            yield RowChange(row.id, was.rank, row.rank, was.values, row.values)


def _changed_pairings(after: State, corrected: int) -> Iterator[PairingChange]:
    """Later rounds paired again from the same seed and the same players; those changed by hand are the organiser's."""
    for played in after.rounds[corrected:]:
        if played.adjusted:
            continue
        would = pairing_for(after, tuple(played.players), played.number, played.seed)
        change = _difference(played, would)
        if change is not None:
            yield change


def _difference(played: Round, would: Pairing) -> PairingChange | None:
    published = {frozenset(table.seats): table.seats for table in played.tables.values()}
    instead = {frozenset(pair.seats): pair.seats for pair in would.pairs}
    if published.keys() == instead.keys():
        return None
    return PairingChange(
        played.number,
        tuple(seats for key, seats in published.items() if key not in instead),
        tuple(seats for key, seats in instead.items() if key not in published),
        played.bye,
        would.bye,
    )
