"""By which clauses of its sheet SAGA says what every format says."""

from __future__ import annotations

from heraut.kernel.names import ClauseId
from heraut.tournament.clauses import Clauses
from heraut.tournament.lots import Lot

CLAUSES = Clauses(
    late_entry=ClauseId("ST-PAIR-14"),
    closing=ClauseId("ST-PAIR-2"),
    too_few_entries=ClauseId("ST-PAIR-2"),
    too_few_players=ClauseId("ST-PAIR-5"),
    needless_bye=ClauseId("ST-PAIR-7"),
    next_round=ClauseId("ST-RND-5"),
    lists=ClauseId("ST-BND-6"),
    frozen_lists=ClauseId("ST-BND-15"),
    scenario=ClauseId("ST-ORG-5"),
    time_over=ClauseId("ST-ORG-7"),
    dispute=ClauseId("ST-MAT-5"),
    calls=ClauseId("ST-OFF-2"),
    no_spare=ClauseId("ST-PAIR-9"),
    scenario_draw=ClauseId("ST-ORG-5"),
    penalty=ClauseId("ST-PTS-10"),
    tables=ClauseId("ST-PAIR-6"),
    by_hand=ClauseId("ST-PAIR-10"),
    repair=ClauseId("ST-PAIR-11"),
    repair_left=ClauseId("ST-PAIR-12"),
    reasons=ClauseId("ST-OFF-5"),
    disqualification=ClauseId("ST-OFF-5"),
    corrections=ClauseId("ST-PAIR-11"),
    dice={Lot.NUMBERS: ClauseId("ST-PAIR-2"), Lot.REPAIR: ClauseId("ST-PAIR-11")},
    ranking_winner=ClauseId("ST-RNK-9"),
)
