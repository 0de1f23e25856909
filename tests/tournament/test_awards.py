"""Awards: criteria, the players' sealed votes, the announcement [HOUSE-AWARD]."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Audience, shown
from heraut.tournament import engine
from heraut.tournament.award import Award, By, VoteCounts, usual_awards
from heraut.tournament.awards import AnnounceAward, AwardAnnounced, SetAwards, won
from heraut.tournament.entries import CheckIn, EditPlayer, Register
from heraut.tournament.officials import Disqualify
from heraut.tournament.results import CorrectResult
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.standings.ledger import Tiebreak
from heraut.tournament.state import State
from heraut.tournament.votes import BallotCast, CastBallot, CloseVotes, OpenVotes, TakeBackBallot, counts
from tournament.build import (
    ANA,
    BEN,
    CHLOE,
    DAVID,
    EMMA,
    NAMES,
    ORG,
    REF,
    after,
    closed,
    events,
    first_wins,
    published,
    refused,
    saga,
    settle,
    steamroller,
    win,
)

PAINTED, SPORT = "painted", "sport"
EVERYBODY = (ANA, BEN, CHLOE, DAVID)


def played(players: int = 4, **settings) -> State:
    """A SAGA event of one round, over: the first seat of each table has won."""
    return first_wins(published(closed(saga(players, swiss_rounds=1, ranking_round=False, **settings))))


def voting(players: int = 4, **settings) -> State:
    return after(played(players, **settings), OpenVotes(ORG))


def vote(seat, candidate, award: str = PAINTED) -> CastBallot:
    return CastBallot(seat, choices={award: candidate})


def poll(state: State, viewer):
    return engine.view(state, viewer).poll


def seen(state: State, viewer, id: str):
    return next(award for award in engine.view(state, viewer).awards if award.id == id)


def winners(state: State, award: Award) -> set:
    return set(won(state, award)[0])


def test_an_event_usually_gives_places_two_votes_and_the_spoon():
    assert [award.id for award in saga().awards] == ["champion", "second", "third", PAINTED, SPORT, "spoon"]
    assert [award.id for award in steamroller().awards][3] == "destroyer"


@pytest.mark.clause("HOUSE-AWARD-1")
def test_the_organiser_settles_the_awards_and_every_fault_is_named_at_once():
    best = Award("norman", By.PLACE, "Meilleur Normand", faction="Normands")
    state = after(saga(), SetAwards(ORG, awards=(best,)))
    wrong = (
        Award("a", By.PLACE),
        Award("champion", By.PLACE, place=0),
        Award("champion", By.PLACE),
        Award("b", By.MOST, "Le plus", of=Tiebreak.DESTROYED),
        Award("d", By.JURY, "x" * 81),
    )

    assert state.awards == (best,)
    assert refused(state, SetAwards(ORG, awards=wrong)) == [
        ("HOUSE-AWARD-1", "award-twice"),
        ("HOUSE-AWARD-1", "award-name"),
        ("HOUSE-AWARD-1", "award-place"),
        ("HOUSE-AWARD-1", "award-criterion"),
        ("HOUSE-AWARD-1", "award-name"),
    ]
    assert refused(state, SetAwards(REF, awards=())) == [("HOUSE-SEAT-1", "not-your-seat")]


@pytest.mark.clause("HOUSE-AWARD-1")
def test_more_awards_than_an_evening_holds_are_refused():
    many = tuple(Award(f"a{number}", By.JURY, f"Prix {number}") for number in range(25))

    assert refused(saga(), SetAwards(ORG, awards=many)) == [("HOUSE-AWARD-1", "award-too-many")]
    assert after(saga(), SetAwards(ORG, awards=many[:24])).awards == many[:24]


@pytest.mark.clause("HOUSE-AWARD-1")
def test_awards_are_settings_and_wrong_ones_open_no_event():
    twice = SagaSettings(allowed_ages=("dark",), awards=(Award("x", By.JURY, "X"), Award("x", By.JURY, "X")))

    assert engine.start(twice, engine.rules).code == "award-twice"
    assert saga(awards=()).awards == ()
    assert (
        decode(encode(saga(awards=usual_awards(SagaSettings.criteria)).settings), engine.settings).awards[0].by
        is By.PLACE
    )


@pytest.mark.clause("HOUSE-AWARD-1")
def test_an_award_that_is_voted_on_stays_and_none_changes_after_the_first_announcement():
    state = voting()
    kept = tuple(award for award in state.awards if award.id in (PAINTED, SPORT))

    assert refused(state, SetAwards(ORG, awards=kept[:1])) == [("HOUSE-AWARD-1", "award-voted-on")]
    assert after(state, SetAwards(ORG, awards=kept)).awards == kept
    told = after(state, AnnounceAward(ORG, award="champion"))
    assert refused(told, SetAwards(ORG, awards=kept)) == [("HOUSE-AWARD-1", "award-announced-already")]


@pytest.mark.clause("HOUSE-AWARD-3")
def test_nobody_votes_for_themselves_and_a_vote_may_be_replaced_or_taken_back():
    state = after(voting(), vote(ANA, BEN))

    assert refused(state, vote(ANA, ANA)) == [("HOUSE-AWARD-3", "vote-for-oneself")]
    assert ANA not in seen(state, ANA, PAINTED).candidates
    assert poll(state, ANA).own == {PAINTED: BEN}
    assert poll(after(state, vote(ANA, CHLOE)), ANA).own == {PAINTED: CHLOE}
    back = after(state, TakeBackBallot(ANA))
    assert (poll(back, ANA).own, poll(back, ANA).voted) == ({}, False)
    assert poll(back, ORG).not_voted == EVERYBODY
    assert refused(back, TakeBackBallot(ANA)) == [("HOUSE-AWARD-3", "vote-none-cast")]
    assert counts(after(back, CloseVotes(ORG)), back.awards[3]) == {}


@pytest.mark.clause("HOUSE-AWARD-3")
def test_a_blank_ballot_is_a_vote_for_nobody():
    state = after(voting(), CastBallot(ANA))

    assert ANA not in poll(state, ORG).not_voted
    assert counts(after(state, CloseVotes(ORG)), state.awards[3]) == {}


@pytest.mark.clause("HOUSE-AWARD-3")
def test_those_who_are_here_when_the_vote_opens_may_vote():
    state = closed(saga(4))
    late = after(
        state, OpenVotes(ORG), Register(ORG, player=EMMA, name="Emma"), CheckIn(ORG, player=EMMA)
    )  # fmt: skip

    assert (
        refused(late, TakeBackBallot(EMMA)) == refused(late, vote(EMMA, ANA)) == [("HOUSE-AWARD-3", "vote-not-a-voter")]
    )
    assert refused(late, vote(ANA, "nobody")) == [("HOUSE-SEAT-2", "unknown-seat")]
    assert refused(late, vote(ANA, BEN, "champion")) == [("HOUSE-AWARD-3", "award-unknown")]
    assert refused(late, OpenVotes(ORG)) == [("HOUSE-AWARD-3", "vote-none-to-open")]
    assert refused(saga(4), OpenVotes(ORG)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(state, vote(ANA, BEN)) == [("HOUSE-AWARD-3", "vote-not-open")]


@pytest.mark.clause("HOUSE-AWARD-4")
def test_a_vote_is_seen_by_its_owner_alone_and_officials_see_who_has_not_voted():
    state = after(voting(), vote(ANA, BEN))
    cast = events(voting(), vote(ANA, BEN))[0]

    assert poll(state, ORG).not_voted == poll(state, REF).not_voted == (BEN, CHLOE, DAVID)
    assert (poll(state, ORG).own, poll(state, BEN).own) == ({}, {})
    assert (poll(state, BEN).not_voted, poll(state, None).not_voted) == ((), ())
    assert [type(shown(cast, viewer)).__name__ for viewer in (ANA, ORG, REF, BEN, None)] == [
        "BallotCast", "Outline", "Outline", "NoneType", "NoneType",
    ]  # fmt: skip
    assert BallotCast.audience is Audience.OWNERS


@pytest.mark.clause("HOUSE-AWARD-4")
@pytest.mark.parametrize(
    ("rule", "organiser", "others"),
    [
        (VoteCounts.NOBODY, {}, {}),
        (VoteCounts.OFFICIALS, {BEN: 2, ANA: 1}, {}),
        (VoteCounts.EVERYBODY, {BEN: 2, ANA: 1}, {BEN: 2, ANA: 1}),
    ],
)
def test_counts_are_told_after_the_closing_to_whom_the_event_says(rule, organiser, others):
    cast = after(voting(vote_counts=rule), vote(ANA, BEN), vote(CHLOE, BEN), vote(DAVID, ANA))
    told = after(cast, CloseVotes(ORG), AnnounceAward(ORG, award=PAINTED))

    assert seen(cast, ORG, PAINTED).counts == {}
    assert seen(told, ORG, PAINTED).counts == organiser
    assert seen(told, CHLOE, PAINTED).counts == others
    assert seen(told, None, PAINTED).counts == others
    assert seen(told, None, PAINTED).value == (2 if others else None)


@pytest.mark.clause("HOUSE-AWARD-4")
@given(
    one=st.permutations(EVERYBODY).filter(lambda order: all(a != b for a, b in zip(order, EVERYBODY, strict=True))),
    other=st.permutations(EVERYBODY).filter(lambda order: all(a != b for a, b in zip(order, EVERYBODY, strict=True))),
)
@settings(max_examples=20, deadline=None, derandomize=True)
def test_no_view_depends_on_who_voted_for_whom(one, other):
    """Everybody gets one vote either way, so even those who see counts see the same, before and after the closing."""
    begun = voting(vote_counts=VoteCounts.EVERYBODY)
    ends = [after(begun, *(vote(seat, chosen) for seat, chosen in zip(EVERYBODY, order, strict=True)))
            for order in (one, other)]  # fmt: skip
    closed_ones = [after(state, CloseVotes(ORG)) for state in ends]

    for viewer in (ORG, REF, None, EMMA):
        for first, second in (ends, closed_ones):
            assert engine.view(first, viewer) == engine.view(second, viewer)


@pytest.mark.clause("HOUSE-AWARD-5", "HOUSE-SEAL-3")
def test_all_votes_are_closed_together_and_none_is_cast_after():
    state = after(voting(), vote(ANA, BEN), vote(BEN, ANA, SPORT), CloseVotes(ORG))

    assert [counts(state, award) for award in state.awards[3:5]] == [{BEN: 1}, {ANA: 1}]
    assert refused(state, vote(CHLOE, ANA)) == [("HOUSE-SEAL-3", "already-open")]
    assert refused(state, TakeBackBallot(ANA)) == [("HOUSE-SEAL-3", "already-open")]
    assert refused(state, CloseVotes(ORG)) == [("HOUSE-AWARD-5", "vote-not-open")]
    assert refused(voting(), AnnounceAward(ORG, award=PAINTED)) == [("HOUSE-AWARD-5", "vote-still-open")]


@pytest.mark.clause("HOUSE-AWARD-2", "HOUSE-AWARD-5", "SR-FAIR-5")
def test_nobody_disqualified_wins_by_vote_or_by_place():
    state = after(voting(), vote(ANA, BEN), vote(CHLOE, BEN), vote(DAVID, CHLOE))
    out = after(state, Disqualify(ORG, player=BEN, reason="insults"), CloseVotes(ORG))

    assert winners(out, out.awards[3]) == {CHLOE}
    assert refused(after(voting(), Disqualify(ORG, player=BEN, reason="insults")), vote(ANA, BEN)) == [
        ("HOUSE-AWARD-2", "vote-cannot-win")
    ]
    champion = next(iter(won(state, state.awards[0])[0]))
    gone = after(state, Disqualify(ORG, player=champion, reason="insults"))
    assert champion not in winners(gone, gone.awards[0])
    jury = after(saga(), SetAwards(ORG, awards=(Award("j", By.JURY, "Jury"),)))
    assert won(jury, jury.awards[0]) == ((), None)


@pytest.mark.clause("HOUSE-AWARD-6")
def test_equals_share_an_award_and_all_are_named():
    state = after(voting(), vote(ANA, BEN), vote(BEN, ANA), vote(CHLOE, ANA), vote(DAVID, BEN), CloseVotes(ORG))

    (told,) = events(state, AnnounceAward(ORG, award=PAINTED))

    assert set(told.winners) == {ANA, BEN}
    assert refused(state, AnnounceAward(ORG, award=SPORT)) == [("HOUSE-AWARD-6", "award-nobody")]


@pytest.mark.clause("HOUSE-AWARD-6", "SR-RANK-4")
def test_a_place_skipped_by_a_tie_above_is_nobodys():
    """Four players, one round, two winners who are equal on everything."""
    state = steamroller(4, variants={"rounds": 1})
    state = first_wins(published(closed(state)))

    first, second = (Award("champion", By.PLACE), Award("second", By.PLACE, place=2))
    assert len(winners(state, first)) == 2
    assert winners(state, second) == set()
    assert len(winners(state, Award("third", By.PLACE, place=3))) == 2


@pytest.mark.clause("HOUSE-AWARD-6", "SR-VRANK-5")
def test_most_destroyed_is_the_sum_over_the_games_whatever_the_ranking():
    state = published(closed(steamroller(4, variants={"rounds": 2})))
    for _ in range(2):
        for number, table in list(state.rounds[-1].tables.items()):
            report = win(table.seats[0], destroyed=3)
            if ANA in table.seats:
                other = table.opponent(ANA)
                report = msgspec.structs.replace(win(other), destroyed={ANA: 40, other: 2})
            state = after(state, settle(state, number, report))
        state = published(state) if len(state.rounds) == 1 else state

    assert won(state, Award("destroyer", By.MOST, of=Tiebreak.DESTROYED)) == ((ANA,), 80)
    (told,) = events(state, AnnounceAward(ORG, award="destroyer"))
    assert (told.winners, told.value) == ((ANA,), Fraction(80))
    assert winners(state, Award("x", By.MOST, "Nul", of=Tiebreak.ASSASSINATIONS)) == set()


@pytest.mark.clause("HOUSE-AWARD-6")
def test_the_spoon_goes_to_the_last_who_stayed_unless_a_place_is_rewarded_there():
    eight, four = played(8), played(3)
    ranked = [row.id for row in engine.view(eight, None).standings]

    assert winners(eight, eight.awards[5]) == {ranked[-1]}
    assert winners(four, four.awards[5]) == set()
    bare = replace(four, awards=(four.awards[5],))
    assert len(winners(bare, bare.awards[0])) == 1


@pytest.mark.clause("HOUSE-AWARD-1")
def test_an_award_may_be_kept_to_a_club_or_a_faction():
    state = played(8)
    ranked = [row.id for row in engine.view(state, None).standings]
    third, last = ranked[2], ranked[-1]
    for seat in (third, last):
        state = after(state, EditPlayer(ORG, player=seat, name=NAMES[seat], club="Les Dés Pipés"))

    assert winners(state, Award("club", By.PLACE, "Premier du club", club="les des pipes")) == {third}
    assert winners(state, Award("club", By.PLACE, "Second du club", place=2, club="les des pipes")) == {last}
    assert winners(state, Award("none", By.PLACE, "Personne", faction="Huns")) == set()


@pytest.mark.clause("HOUSE-AWARD-7")
def test_awards_are_announced_once_the_event_is_over_one_by_one():
    running = published(closed(saga(4)))
    over = played()

    assert refused(running, AnnounceAward(ORG, award="champion")) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(over, AnnounceAward(ORG, award="best")) == [("HOUSE-AWARD-7", "award-unknown")]
    assert engine.view(over, ANA).awards == ()
    assert seen(running, ORG, "champion").would_win == ()
    assert len(seen(over, ORG, "champion").would_win) == 1
    told = after(over, AnnounceAward(ORG, award="champion"))
    assert [(award.id, len(award.winners)) for award in engine.view(told, None).awards] == [("champion", 1)]
    assert seen(told, None, "champion").would_win == ()
    assert refused(told, AnnounceAward(ORG, award="champion")) == [("HOUSE-AWARD-7", "award-same")]


@pytest.mark.clause("HOUSE-AWARD-7")
def test_a_correction_that_gives_an_award_to_somebody_else_lets_it_be_announced_again():
    state = after(played(), AnnounceAward(ORG, award="champion"))
    champion = seen(state, None, "champion").winners[0]
    number, table = next((n, t) for n, t in state.rounds[0].tables.items() if champion in t.seats)
    turned = msgspec.structs.replace(table.result.report, victory_points={champion: 0, table.opponent(champion): 30})
    fixed = after(state, CorrectResult(ORG, round=1, table=number, report=turned, reason="columns swapped"))

    (told,) = events(fixed, AnnounceAward(ORG, award="champion"))

    assert champion not in told.winners


@pytest.mark.clause("HOUSE-AWARD-7")
def test_a_jury_names_its_winner_with_the_announcement():
    state = after(played(), SetAwards(ORG, awards=(Award("general", By.JURY, "Meilleur général"),)))

    assert refused(state, AnnounceAward(ORG, award="general")) == [("HOUSE-AWARD-7", "award-winner-missing")]
    told = events(state, AnnounceAward(ORG, award="general", winner=DAVID))
    assert told == (AwardAnnounced(award="general", name="Meilleur général", winners=(DAVID,)),)
    assert evolve_all(engine, state, told).announced["general"].winners == (DAVID,)
