"""One part of the state changed, the rest the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from heraut.kernel import Seat
from heraut.tournament.state import State

Changes = Mapping[type, Callable[[State, Any], State]]
"""For each type of event, what it changes."""


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """The state with one player changed."""
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def with_round(state: State, number: int, **changes: Any) -> State:
    """The state with one published round changed."""
    changed = replace(state.rounds[number - 1], **changes)
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))


def with_table(state: State, number: int, table: int, **changes: Any) -> State:
    """The state with one table of a round changed."""
    tables = state.rounds[number - 1].tables
    return with_round(state, number, tables={**tables, table: replace(tables[table], **changes)})
