"""The engine's rounds before the checker, and its results on their way out."""

from __future__ import annotations

import pytest

from heraut.tournament import commands as c
from heraut.tournament.checker import Finding
from heraut.tournament.interchange import results_sheet, standings_sheet, to_csv, to_trf16
from heraut.tournament.outward import outward
from heraut.tournament.proof import prove
from heraut.tournament.state import Preparing
from tournament.build import ORG, after, closed, drafted, first_wins, published, saga, steamroller


def played(state, rounds: int):
    state = closed(state)
    while isinstance(state.stage, Preparing) and len(state.rounds) < rounds:
        state = first_wins(published(state, seed=len(state.rounds) + 5))
    return state


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-7", "SR-PAIR-7", "SR-BYE-6")
@pytest.mark.parametrize("players", [4, 5, 7, 8])
@pytest.mark.parametrize("event", [saga, steamroller])
def test_every_round_the_engine_pairs_is_proven(event, players):
    state = played(event(players), 3)
    found = prove(state)

    assert len(found) == len(state.rounds)
    assert {verdict.finding for verdict in found.values()} == {Finding.PROVEN}


def test_rounds_made_by_hand_or_by_rank_are_not_judged():
    state = first_wins(published(closed(saga(4, swiss_rounds=1, ranking_round=True))))
    last = first_wins(published(state))
    by_hand = tuple((pair.second, pair.first) for pair in drafted(closed(saga(4))).stage.draft.pairing.pairs)
    changed = after(drafted(closed(saga(4))), c.AdjustDraft(ORG, pairs=by_hand), c.PublishRound(ORG))

    assert list(prove(last)) == [1]
    assert prove(first_wins(changed)) == {}


def test_an_event_leaves_as_sheets_and_as_a_report_file():
    report = outward(played(saga(5), 2), "Open")

    assert len(results_sheet(report).rows) == 6
    assert [row[0] for row in standings_sheet(report).rows] == [1, 2, 3, 4, 5]
    assert to_csv(results_sheet(report))
    assert b"012 Open" in to_trf16(report)
