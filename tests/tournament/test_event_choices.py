from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.kernel.codec import encode
from heraut.kernel.message import shown
from heraut.kernel.names import REFEREE
from heraut.tournament import engine
from heraut.tournament.entries import CloseRegistration
from heraut.tournament.officials import AnswerCall, CallReferee, Disqualify, Penalise, Rule, Warn
from heraut.tournament.planning import ChooseScenario, DrawScenario, ScenarioRedrawn
from heraut.tournament.rounds import PublishRound
from heraut.tournament.steamroller.lists import ChoicesShown, ChooseList
from tournament.build import (
    ANA,
    BEN,
    ORG,
    REF,
    after,
    at,
    closed,
    drafted,
    events,
    first_wins,
    here,
    kinds,
    published,
    refused,
    roll,
    saga,
    settle,
    steamroller,
    win,
)


def choosing(**settings):
    state = published(closed(steamroller(2, **settings)))
    return state, *state.rounds[0].tables[1].seats


@pytest.mark.clause("SR-PICK-1")
def test_lists_are_chosen_once_pairings_and_scenario_are_announced():
    assert refused(closed(steamroller(2)), ChooseList(ANA, list_number=1)) == [("HOUSE-PHASE-1", "wrong-phase")]
    state, one, _ = choosing()

    assert kinds(state, ChooseList(one, list_number=2)) == ["ListChosen"]
    assert refused(state, ChooseList(one, list_number=3)) == [("SR-PICK-1", "list-not-allowed")]
    assert refused(published(closed(saga(2))), ChooseList(ANA, list_number=1)) == [("SR-PICK-1", "list-not-chosen")]


@pytest.mark.clause("SR-PICK-2")
def test_a_choice_once_laid_stays():
    state, one, _ = choosing()

    assert refused(after(state, ChooseList(one, list_number=2)), ChooseList(one, list_number=1)) == [
        ("SR-PICK-2", "list-chosen-already")
    ]


@pytest.mark.clause("SR-PICK-3", "SR-SEC-1")
def test_neither_choice_is_known_until_both_are_made_and_then_both_at_once():
    state, one, other = choosing()
    first = ChooseList(one, list_number=2)
    half = after(state, first)

    def known(state, viewer):
        table = engine.view(state, viewer).played[0].tables[0]
        return table.chosen, dict(table.choices)

    for viewer in (other, REFEREE, ORG, None):
        assert known(half, viewer) == ((one,), {})
        assert type(shown(events(state, first)[0], viewer)).__name__ == "Outline"
    assert known(half, one) == ((one,), {one: 2})
    revealed = events(half, ChooseList(other, list_number=1))[1]
    assert revealed == ChoicesShown(round=1, table=1, choices={one: 2, other: 1})
    assert known(after(half, ChooseList(other, list_number=1)), None) == ((one, other), {one: 2, other: 1})


@pytest.mark.clause("SR-PICK-1", "HOUSE-PHASE-1")
def test_no_list_is_offered_for_a_game_that_has_a_result():
    state = published(closed(steamroller(4)))
    one = state.rounds[0].tables[1].seats[0]
    settled = after(state, settle(state, 1, win(one)))

    assert engine.view(state, one).may_choose == (1, 2)
    assert engine.view(settled, one).may_choose == ()
    assert refused(settled, ChooseList(one, list_number=1)) == [("HOUSE-PHASE-1", "result-settled")]


@pytest.mark.clause("SR-VLIST-6", "SR-VLIST-7")
def test_under_divide_a_player_left_with_one_list_has_no_choice_and_the_opponent_is_told():
    state = closed(steamroller(4, variants={"lists": 2, "divide": True, "rounds": 2}))
    state = published(state)
    for seat in state.players:
        state = after(state, ChooseList(seat, list_number=1))
    second = published(first_wins(state))
    table = second.rounds[-1].table_of(ANA)
    outsider = next(seat for seat in second.players if seat not in table.seats)

    def told(viewer):
        return {
            one.number: one.no_choice for one in engine.view(second, viewer).played[1].tables
        }[table.number]  # fmt: skip

    assert refused(second, ChooseList(ANA, list_number=1)) == [("SR-VLIST-6", "list-not-allowed")]
    assert engine.view(second, ANA).may_choose == (2,)
    assert told(table.opponent(ANA)) == told(ORG) == table.seats
    assert told(outsider) == ()


@pytest.mark.clause("SR-SCEN-4", "SR-SCEN-7", "SR-SEC-1")
def test_the_plan_of_scenarios_is_the_organisers_and_each_shows_when_its_round_is_announced():
    choice = ChooseScenario(ORG, round=1, scenario="grind")
    (planned,) = events(closed(steamroller(4)), choice)
    state = after(closed(steamroller(4)), choice, ChooseScenario(ORG, round=2, scenario="sacrifice"))

    assert engine.view(state, ORG).plan == {"1": "grind", "2": "sacrifice"}
    for viewer in (ANA, REF, None):
        assert b"sacrifice" not in encode(engine.view(state, viewer))
        assert b"grind" not in encode(engine.view(state, viewer))
        assert shown(planned, viewer) is None
    playing = published(state)
    assert engine.view(playing, ANA).played[0].scenario == "grind"
    assert b"sacrifice" not in encode(engine.view(playing, ANA))


@pytest.mark.clause("SR-SCEN-4", "ST-ORG-5")
def test_a_round_is_not_published_without_its_scenario():
    assert refused(drafted(closed(steamroller(2))), PublishRound(ORG)) == [("SR-SCEN-4", "event-scenario-missing")]
    bare = drafted(closed(saga(2, scenario_by_round=())))
    assert refused(bare, PublishRound(ORG)) == [("ST-ORG-5", "event-scenario-missing")]
    assert published(bare, scenario="diagonal").rounds[0].scenario == "diagonal"


@pytest.mark.clause("ST-ORG-5", "ST-ORG-6")
def test_all_six_saga_scenarios_may_be_chosen_and_one_used_twice_is_only_noticed():
    state = closed(saga(4, scenario_by_round=()))
    for slug in ("clash", "capture", "conquest", "advance", "desecration", "diagonal"):
        assert kinds(state, ChooseScenario(ORG, round=1, scenario=slug)) == ["ScenarioPlanned"]
    assert refused(state, ChooseScenario(ORG, round=1, scenario="grind")) == [("ST-ORG-6", "event-scenario-unknown")]
    twice = saga(4, scenario_by_round=("clash", "clash", "capture"))
    assert [notice.code for notice in twice.settings.notices(twice)] == ["notice-scenario-twice"]


@pytest.mark.clause("SR-SCEN-2", "SR-SCEN-3", "SR-SCEN-8")
def test_choices_follow_the_rotation_whatever_the_order_they_are_made_in():
    state = after(closed(steamroller(4, size=30)), ChooseScenario(ORG, round=1, scenario="overrun"))

    def choose(round, scenario):
        return ChooseScenario(ORG, round=round, scenario=scenario)

    assert refused(state, choose(2, "kill_box")) == [("SR-SCEN-2", "event-scenario-group-used")]
    assert refused(state, choose(2, "sacrifice")) == [("SR-SCEN-8", "event-scenario-unavailable")]
    assert refused(state, choose(4, "overrun")) == [("SR-SCEN-3", "event-scenario-played")]
    assert kinds(state, choose(2, "grind")) == ["ScenarioPlanned"]


@pytest.mark.clause("SR-SCEN-5", "SR-SCEN-6")
def test_a_draw_that_cannot_be_played_is_drawn_again():
    state = after(closed(steamroller(4)), ChooseScenario(ORG, round=1, scenario="overrun"))
    drawing = after(state, DrawScenario(ORG, round=2))

    assert engine.awaits(drawing, None)[0].chance.sides == (4, 4)
    assert events(drawing, roll(1, 3)) == (ScenarioRedrawn(seat=ORG, round=2, faces=(1, 3)),)
    assert events(drawing, roll(4, 3)) == (ScenarioRedrawn(seat=ORG, round=2, faces=(4, 3)),)
    again = after(drawing, roll(1, 3), roll(3, 2))
    assert again.plan[2] == "grind"
    assert again.due is None


@pytest.mark.clause("ST-ORG-5", "SR-SCEN-4")
@pytest.mark.parametrize(("event", "clause"), [(saga, "ST-ORG-5"), (steamroller, "SR-SCEN-4")])
def test_the_scenario_of_a_published_round_stays_by_the_sheet_of_its_format(event, clause):
    state = published(closed(event(4)))
    other = state.settings.scenarios_open(state, 2)[0]

    assert refused(state, ChooseScenario(ORG, round=1, scenario=other)) == [(clause, "event-scenario-published")]


@pytest.mark.clause("SR-SCEN-5", "HOUSE-PHASE-1")
def test_a_scenario_that_is_being_drawn_is_waited_for_before_registration_closes():
    drawing = after(here(steamroller(4)), DrawScenario(ORG, round=1))

    assert refused(drawing, CloseRegistration(ORG)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert after(drawing, roll(1, 1), CloseRegistration(ORG)).plan == {1: "overrun"}


@pytest.mark.clause("SR-VSCEN-1", "SR-VSCEN-2", "SR-KEY-7")
def test_announced_scenarios_are_public_and_a_public_order_is_played():
    announced = {"scenarios": ("overrun", "grind"), "scenarios_in_order": True, "rounds": 3}
    state = closed(steamroller(4, variants=announced))

    assert engine.view(state, None).announced == ("overrun", "grind")
    assert refused(state, ChooseScenario(ORG, round=1, scenario="grind")) == [
        ("SR-VSCEN-1", "event-scenario-order-public")
    ]
    played = []
    for _ in range(3):
        state = first_wins(published(state))
        played.append(state.rounds[-1].scenario)
    assert played == ["overrun", "grind", "overrun"]


@pytest.mark.clause("SR-VSCEN-3", "SR-VSCEN-2", "SR-SEC-1")
def test_a_secret_order_is_the_organisers_and_starts_again_after_the_list():
    announced = {"scenarios": ("overrun", "grind"), "rounds": 3}
    state = closed(steamroller(4, variants=announced))

    assert engine.view(state, None).announced == ("grind", "overrun")
    assert refused(drafted(state), PublishRound(ORG)) == [("SR-SCEN-4", "event-scenario-missing")]
    state = after(
        state,
        ChooseScenario(ORG, round=1, scenario="grind"),
        ChooseScenario(ORG, round=2, scenario="overrun"),
    )
    assert engine.view(state, ORG).plan == {"1": "grind", "2": "overrun", "3": "grind"}
    assert engine.view(state, ANA).plan == {}
    assert refused(state, DrawScenario(ORG, round=3)) == [("SR-VSCEN-2", "event-scenario-not-drawn")]


@pytest.mark.clause("SR-VAR-3")
def test_the_variants_are_part_of_the_public_description():
    state = steamroller(2, variants={"rank_attrition": True, "lists": 1})

    assert engine.view(state, None).variants == "Règles annexes SR2011 : 1 liste, Classement à l'attrition"


@pytest.mark.clause("SR-SEC-2")
def test_after_the_event_the_plan_may_be_read_by_all():
    state, _, _ = choosing()
    done = first_wins(after(state, ChooseScenario(ORG, round=2, scenario="sacrifice")))

    assert engine.view(done, ANA).ended == "sole-leader"
    assert engine.view(done, ANA).plan == {"1": done.rounds[0].scenario, "2": "sacrifice"}


@pytest.mark.clause("ST-OFF-2", "ST-OFF-3", "ST-OFF-5", "SR-FAIR-2", "HOUSE-OFFICIAL-1")
@pytest.mark.parametrize(
    ("event", "calls", "words"), [(saga, "ST-OFF-2", "ST-OFF-5"), (steamroller, "SR-FAIR-2", "HOUSE-OFFICIAL-1")]
)
def test_a_call_brings_a_judge_whose_ruling_stands(event, calls, words):
    state = published(closed(event(4)))
    called = after(state, CallReferee(ANA, note="cover?", at=at(5)))
    (call,) = engine.view(called, REF).calls

    assert (call.seat, call.table, call.note, call.at) == (ANA, state.rounds[0].table_of(ANA).number, "cover?", at(5))
    assert engine.view(called, BEN).calls == ()
    assert refused(called, CallReferee(ANA, at=at(6))) == [(calls, "call-open")]
    ruled = after(called, AnswerCall(REF, call=1), Rule(REF, text="It is solid cover.", table=1, at=at(7)))
    (ruling,) = engine.view(ruled, None).rulings
    assert (ruling.by, ruling.at, ruling.text, ruling.table) == (REF, at(7), "It is solid cover.", 1)
    assert refused(ruled, AnswerCall(REF, call=1)) == [(calls, "call-unknown")]
    assert refused(ruled, Rule(ANA, text="No it is not.")) == [("HOUSE-SEAT-1", "not-your-seat")]
    assert refused(ruled, Rule(REF, text=" ")) == [(words, "ruling-missing")]


@pytest.mark.clause("ST-OFF-4", "ST-OFF-5")
def test_sanctions_go_from_a_warning_to_the_door_with_who_when_and_why():
    state = after(
        closed(saga(4)),
        Warn(REF, player=ANA, reason="late", at=at(1)),
        Penalise(ORG, player=ANA, points=Fraction(2), reason="later", at=at(2)),
        Disqualify(ORG, player=ANA, reason="latest", at=at(3)),
    )

    def sanctions(viewer):
        return [(one.kind, one.by, one.at, one.reason) for one in engine.view(state, viewer).sanctions]

    assert sanctions(ANA) == [
        ("warning", REF, at(1), "late"), ("penalty", ORG, at(2), "later"), ("disqualification", ORG, at(3), "latest"),
    ]  # fmt: skip
    assert [kind for kind, *_ in sanctions(None)] == ["penalty", "disqualification"]
    assert refused(state, Warn(REF, player=BEN, reason="")) == [("ST-OFF-5", "event-reason-missing")]
    assert refused(state, Penalise(ORG, player=BEN, points=Fraction(0), reason="x")) == [
        ("ST-PTS-10", "penalty-points")
    ]


@pytest.mark.clause("SR-FAIR-4")
def test_steamroller_takes_no_points():
    assert refused(closed(steamroller(2)), Penalise(ORG, player=ANA, points=Fraction(1), reason="x")) == [
        ("SR-FAIR-4", "penalty-not-played")
    ]
