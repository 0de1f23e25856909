"""By which clauses a format says what every format says."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel.names import ClauseId
from heraut.tournament.lots import Lot

NO_CLAUSE = ClauseId("HOUSE-PHASE-1")
"""By which a format without a sheet of its own says what every format says."""


class Clauses(msgspec.Struct, frozen=True, kw_only=True):
    """By which clause of its sheet a format says what every format says; the house's own where it has no sheet."""

    late_entry: ClauseId = NO_CLAUSE
    closing: ClauseId = NO_CLAUSE
    too_few_entries: ClauseId = NO_CLAUSE
    too_few_players: ClauseId = NO_CLAUSE
    needless_bye: ClauseId = NO_CLAUSE
    next_round: ClauseId = NO_CLAUSE
    lists: ClauseId = NO_CLAUSE
    frozen_lists: ClauseId = NO_CLAUSE
    scenario: ClauseId = NO_CLAUSE
    time_over: ClauseId = NO_CLAUSE
    list_choice: ClauseId = NO_CLAUSE
    checks: ClauseId = NO_CLAUSE
    dispute: ClauseId = NO_CLAUSE
    dice: Mapping[Lot, ClauseId] = {}
    """By which the dice of each kind are due."""
    rematch: ClauseId | None = None
    """By which the organiser confirms that players meet again; None: nobody asks."""
    ranking_winner: ClauseId | None = None
    """By which a game of a round paired by rank has a winner; None: a draw is a result."""
    no_penalty: ClauseId | None = None
    """By which tournament points are never taken from a player; None: they may be."""
