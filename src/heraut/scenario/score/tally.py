"""
The running score of a match, as a fold.

Facts are judged before they are folded: every function here returns a new tally or a refusal that names the clause.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from heraut.kernel import ClauseId, Refusal
from heraut.scenario.facts import Facts
from heraut.scenario.score import saga, steamroller
from heraut.scenario.score.sheet import Tally
from heraut.scenario.scoring import Awards


def happen(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """What happened during the turn, before its end: it may decide the game at once."""
    rules = steamroller if isinstance(sheet.scenario.scoring, Awards) else saga
    return _fault(sheet, facts) or rules.happen(sheet, facts)


def end_turn(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """The turn whole: what happened during it, then what its end scores."""
    rules = steamroller if isinstance(sheet.scenario.scoring, Awards) else saga
    during = happen(sheet, facts)
    ended = during if isinstance(during, Refusal) or during.over else rules.end_turn(during, facts)
    return ended if isinstance(ended, Refusal) else replace(ended, turns=sheet.turns + 1)


def tally(sheet: Tally, turns: Iterable[Facts]) -> Tally | Refusal:
    """The sheet after these turns; a turn after the game is decided is refused."""
    for facts in turns:
        ended = end_turn(sheet, facts)
        if isinstance(ended, Refusal):
            return ended
        sheet = ended
    return sheet


def _fault(sheet: Tally, facts: Facts) -> Refusal | None:
    if sheet.over:
        return Refusal(sheet.scenario.clause, "match-over", subject=facts.turn)
    side, turn = sheet.next_turn
    if (facts.by, facts.turn) != (side, turn):
        clause = "ST-GAM-5" if sheet.scenario.source == "saga_tournament" else "SR-SC-1"
        asked, allowed = (facts.by.value, facts.turn), (side.value, turn)
        return Refusal(ClauseId(clause), "turn-out-of-order", asked=asked, allowed=allowed)
    return None
