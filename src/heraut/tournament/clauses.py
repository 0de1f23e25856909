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
    dispute: ClauseId = NO_CLAUSE
    calls: ClauseId = NO_CLAUSE
    no_spare: ClauseId = NO_CLAUSE
    checklist: ClauseId = NO_CLAUSE
    scenario_draw: ClauseId = NO_CLAUSE
    scenario_once: ClauseId = NO_CLAUSE
    turn_clock: ClauseId = NO_CLAUSE
    penalty: ClauseId = NO_CLAUSE
    names: ClauseId = ClauseId("HOUSE-ENTRY-3")
    checks: ClauseId = ClauseId("HOUSE-ENTRY-4")
    tables: ClauseId = ClauseId("HOUSE-WISH-2")
    by_hand: ClauseId = ClauseId("HOUSE-WISH-4")
    repair: ClauseId = ClauseId("HOUSE-WISH-4")
    repair_left: ClauseId = ClauseId("HOUSE-WISH-4")
    reasons: ClauseId = ClauseId("HOUSE-OFFICIAL-1")
    disqualification: ClauseId = ClauseId("HOUSE-OFFICIAL-1")
    corrections: ClauseId = ClauseId("HOUSE-OFFICIAL-2")
    dice: Mapping[Lot, ClauseId] = {}
    """By which the dice of each kind are due."""
    rematch: ClauseId | None = None
    """By which the organiser confirms that players meet again; None: nobody asks."""
    ranking_winner: ClauseId | None = None
    """By which a game of a round paired by rank has a winner; None: a draw is a result."""
    no_penalty: ClauseId | None = None
    """By which tournament points are never taken from a player; None: they may be."""
