"""By which clauses of its sheet Steamroller says what every format says."""

from __future__ import annotations

from heraut.kernel.names import ClauseId
from heraut.tournament.clauses import Clauses
from heraut.tournament.lots import Lot

CLAUSES = Clauses(
    late_entry=ClauseId("SR-ROUND-9"),
    closing=ClauseId("SR-ROUND-3"),
    too_few_entries=ClauseId("SR-ROUND-4"),
    too_few_players=ClauseId("SR-ROUND-4"),
    needless_bye=ClauseId("SR-BYE-1"),
    next_round=ClauseId("SR-PAIR-2"),
    lists=ClauseId("SR-LIST-9"),
    frozen_lists=ClauseId("SR-LIST-9"),
    scenario=ClauseId("SR-SCEN-4"),
    time_over=ClauseId("SR-DICE-1"),
    list_choice=ClauseId("SR-PICK-1"),
    checks=ClauseId("SR-DUTY-2"),
    dispute=ClauseId("SR-FAIR-2"),
    calls=ClauseId("SR-FAIR-2"),
    no_spare=ClauseId("SR-BYE-1"),
    checklist=ClauseId("SR-ORG-1"),
    scenario_draw=ClauseId("SR-VSCEN-2"),
    scenario_once=ClauseId("SR-SCEN-3"),
    turn_clock=ClauseId("SR-VTIME-3"),
    names=ClauseId("SR-SHEET-1"),
    disqualification=ClauseId("SR-FAIR-6"),
    dice={
        Lot.PAIRING: ClauseId("SR-PAIR-10"),
        Lot.REPAIR: ClauseId("SR-PAIR-10"),
        Lot.SCENARIO: ClauseId("SR-SCEN-5"),
        Lot.LENGTH: ClauseId("SR-TIME-4"),
        Lot.ROLL_OFF: ClauseId("SR-RANK-4"),
    },
    rematch=ClauseId("SR-PAIR-8"),
    no_penalty=ClauseId("SR-FAIR-4"),
)
