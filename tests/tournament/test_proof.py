"""The engine's rounds before the checker, and its results on their way out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.tournament import engine
from heraut.tournament.checker import Finding
from heraut.tournament.officials import Penalise
from heraut.tournament.proof import prove
from heraut.tournament.results import CorrectResult
from heraut.tournament.rounds import AdjustDraft, PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.state import BetweenRounds
from tournament.build import ORG, after, at, closed, drafted, first_wins, published, saga, score, steamroller, win


@pytest.fixture
def film(monkeypatch) -> list:
    """Every state that events go through from now on."""
    states, evolve = [], engine.evolve

    def filmed(state, event):
        states.append(evolve(state, event))
        return states[-1]

    monkeypatch.setattr(engine, "evolve", filmed)
    return states


def played(state, rounds: int):
    state = closed(state)
    while isinstance(state.stage, BetweenRounds) and len(state.rounds) < rounds:
        state = first_wins(published(state, seed=len(state.rounds) + 5))
    return state


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-7", "SR-PAIR-7", "SR-BYE-6")
@pytest.mark.parametrize("players", [4, 5, 7, 8])
@pytest.mark.parametrize("event", [saga, steamroller])
def test_every_round_the_engine_pairs_is_proven(event, players, film):
    state = played(event(players), 3)
    found = prove(film)

    assert len(found) == len(state.rounds)
    assert {verdict.finding for verdict in found.values()} == {Finding.PROVEN}


@pytest.mark.clause("ST-PAIR-11", "HOUSE-OFFICIAL-2")
@pytest.mark.parametrize(("event", "clause"), [(saga, "ST-PAIR-11"), (steamroller, "HOUSE-OFFICIAL-2")])
def test_a_round_is_judged_by_what_was_known_when_it_was_paired(event, clause, film):
    state = played(event(8), 3)
    first = state.rounds[0].tables[1]
    winner = first.opponent(first.result.winner)
    report = SagaReport({first.result.winner: 0, winner: 20}) if event is saga else win(winner)

    after(state, CorrectResult(ORG, round=1, table=1, report=report, reason="swapped"))
    found = prove(film)

    assert {verdict.finding for verdict in found.values()} == {Finding.PROVEN}
    assert [number for number, verdict in found.items() if changed_since(verdict)] == [2, 3]
    assert [found[number].reasons[-1].clause for number in (2, 3)] == [clause, clause]


@pytest.mark.clause("ST-PAIR-11")
def test_what_changes_no_pairing_is_not_mentioned(film):
    state = played(saga(8), 2)
    best = state.rounds[1].tables[1].number

    after(state, CorrectResult(ORG, round=2, table=best, report=score(state, best, 0, 20), reason="no"))

    assert not any(changed_since(verdict) for verdict in prove(film).values())


@pytest.mark.clause("ST-PTS-10")
@pytest.mark.parametrize("later", [False, True])
def test_a_penalty_counts_in_the_rounds_paired_after_it(later, film):
    state = first_wins(published(closed(saga(8))))
    leader = state.rounds[0].tables[1].result.winner
    penalty = Penalise(ORG, player=leader, points=Fraction(30), reason="late", at=at(1))

    if later:
        after(first_wins(published(state)), penalty)
    else:
        first_wins(published(after(state, penalty)))

    assert {verdict.finding for verdict in prove(film).values()} == {Finding.PROVEN}
    assert changed_since(prove(film)[2]) is later


def changed_since(verdict) -> bool:
    return any(reason.code == "check-changed-since" for reason in verdict.reasons)


def test_rounds_paired_by_rank_are_not_judged(film):
    first_wins(published(first_wins(published(closed(saga(4, swiss_rounds=1, ranking_round=True))))))

    assert list(prove(film)) == [1]


def test_rounds_made_by_hand_are_not_judged(film):
    state = drafted(closed(saga(4)))
    by_hand = tuple((pair.second, pair.first) for pair in state.stage.draft.pairing.pairs)

    first_wins(after(state, AdjustDraft(ORG, pairs=by_hand), PublishRound(ORG)))

    assert prove(film) == {}
    assert prove([]) == {}
