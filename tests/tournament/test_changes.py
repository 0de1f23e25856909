"""Settings and name of an event that is open: changed as far as nothing played depends on them."""

from __future__ import annotations

import msgspec
import pytest

from heraut.kernel.engine import evolve_all
from heraut.tournament import engine
from heraut.tournament.clocks import StartClock
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.pairing.contender import Apart
from heraut.tournament.planning import (
    ChangeSettings,
    ChooseScenario,
    EventRenamed,
    ListReturned,
    RenameEvent,
    SettingsChanged,
    TablesSet,
)
from heraut.tournament.results import EndEvent
from heraut.tournament.rounds import DraftDiscarded
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.state import BetweenRounds, Over, PlayingRound
from tournament.build import (
    ANA,
    BAND,
    BEN,
    NAMES,
    ORG,
    REF,
    after,
    at,
    closed,
    drafted,
    events,
    first_wins,
    kinds,
    published,
    refused,
    saga,
    steamroller,
)
from tournament.round_robin import RoundRobinSettings

pytestmark = pytest.mark.clause("HOUSE-CHANGE-1")


def changed(state, **settings) -> ChangeSettings:
    return ChangeSettings(ORG, settings=msgspec.structs.replace(state.settings, **settings))


def test_before_the_first_round_everything_may_change_and_a_list_that_no_longer_fits_goes_back():
    state = after(saga(4), HandInBand(ANA, band=BAND))

    assert events(state, changed(state, budget=4, round_minutes=120)) == (
        SettingsChanged(seat=ORG, settings=msgspec.structs.replace(state.settings, budget=4, round_minutes=120)),
        ListReturned(player=ANA),
    )
    later = after(state, changed(state, budget=4))
    assert later.settings.budget == 4
    assert ANA not in later.lists
    assert after(state, changed(state, budget=8)).lists == state.lists


def test_what_a_published_round_depends_on_is_fixed():
    state = published(closed(saga(4)))

    assert refused(state, changed(state, budget=8, bye_points=12)) == [("HOUSE-CHANGE-1", "settings-fixed")]
    assert after(state, changed(state, clubs_apart=Apart.ALWAYS)).settings.clubs_apart is Apart.ALWAYS


def test_rounds_are_added_or_left_out_but_not_those_that_are_published():
    state = published(closed(saga(4, swiss_rounds=3)))

    assert after(state, changed(state, swiss_rounds=2)).settings.rounds == 2
    assert after(state, changed(state, ranking_round=True)).settings.rounds == 4
    assert refused(state, changed(state, swiss_rounds=0)) == [("ST-RND-3", "event-settings-swiss-rounds")]
    second = published(first_wins(state))
    assert refused(second, changed(second, swiss_rounds=1)) == [("HOUSE-CHANGE-1", "settings-rounds-played")]
    with_ranking = changed(second, swiss_rounds=1, ranking_round=True)
    assert refused(second, with_ranking) == [("HOUSE-CHANGE-1", "settings-ranking-round")]


@pytest.mark.clause("ST-RND-3")
@pytest.mark.parametrize("prepared", [first_wins, lambda state: drafted(first_wins(state))])
def test_the_event_is_over_where_the_change_leaves_no_round_to_play(prepared):
    state = published(closed(saga(4, swiss_rounds=3)))
    assert isinstance(after(state, changed(state, swiss_rounds=1)).stage, PlayingRound), "the round is played first"
    between = prepared(state)

    over = after(between, changed(between, swiss_rounds=1))

    assert over.stage == Over(1, "all-rounds")
    assert list(over.places.values()) == [1, 2, 3, 4]
    assert isinstance(after(between, changed(between, swiss_rounds=2)).stage, BetweenRounds)


def test_a_published_round_stays_swiss_and_keeps_the_length_it_had():
    state = published(closed(saga(4, round_minutes=90)))
    later = after(state, changed(state, round_minutes=60))

    assert [later.settings.clock.length(each) for each in later.rounds] == [90]
    assert later.settings.round_minutes == 60


def test_a_round_published_without_a_time_limit_gets_none():
    state = after(published(closed(saga(4))), StartClock(ORG, at=at(0)))
    (told,) = events(state, changed(state, round_minutes=60))
    later = engine.evolve(state, told)
    again = after(later, changed(later, round_minutes=30))

    assert (told.minutes, engine.next_tick(later), engine.next_tick(again)) == ((0,), None, None)
    assert engine.view(again, ORG).played[0].minutes is None


def test_a_change_stored_before_that_was_said_still_gives_such_a_round_the_new_limit():
    state = after(published(closed(saga(4))), StartClock(ORG, at=at(0)))
    (told,) = events(state, changed(state, round_minutes=60))
    later = engine.evolve(state, msgspec.structs.replace(told, minutes=()))

    assert (later.rounds[0].minutes, engine.next_tick(later)) == (None, at(60))


def test_the_length_a_round_keeps_is_stored_with_the_change_and_worked_out_where_it_was_not():
    state = published(closed(saga(4, round_minutes=90)))
    (told,) = events(state, changed(state, round_minutes=60))
    (again,) = events(engine.evolve(state, told), changed(state, round_minutes=30))

    assert (told.minutes, again.minutes) == ((90,), ())
    assert engine.evolve(state, msgspec.structs.replace(told, minutes=())) == engine.evolve(state, told)
    assert [each.minutes for each in evolve_all(engine, state, (told, again)).rounds] == [90]


def test_a_scenario_that_is_played_or_planned_is_not_taken_away():
    planned = after(closed(steamroller(4, scenario_15="…")), ChooseScenario(ORG, round=1, scenario="demolition"))
    played = published(planned)
    small = after(steamroller(4), ChooseScenario(ORG, round=2, scenario="sacrifice"))

    for state, change in ((planned, {"scenario_15": ""}), (played, {"scenario_15": ""}), (small, {"size": 25})):
        assert refused(state, changed(state, **change)) == [("HOUSE-CHANGE-1", "settings-scenario-gone")]
    other = after(planned, ChooseScenario(ORG, round=1, scenario="overrun"))
    assert after(other, changed(other, scenario_15="")).settings.scenario_15 == ""


def test_an_own_scenario_that_is_planned_is_not_taken_away():
    state = after(saga(4, own_scenarios={"mine": "…"}), ChooseScenario(ORG, round=1, scenario="mine"))

    assert refused(state, changed(state, own_scenarios={})) == [("HOUSE-CHANGE-1", "settings-scenario-gone")]
    replanned = after(state, ChooseScenario(ORG, round=1, scenario="clash"))
    assert kinds(replanned, changed(replanned, own_scenarios={})) == ["SettingsChanged"]


def test_a_draft_paired_otherwise_is_thrown_away_and_tables_are_set():
    state = drafted(closed(saga(4)))
    assert isinstance(state.stage, BetweenRounds)

    found = events(state, changed(state, clubs_apart=Apart.ALWAYS, tables=(5, 6)))
    assert found[1:] == (TablesSet(tables=(5, 6)), DraftDiscarded(round=1))
    assert len(events(state, changed(state, material=("dés",)))) == 1


def test_a_draft_is_thrown_away_for_a_setting_that_only_its_format_knows():
    four = RoundRobinSettings(players=dict(list(NAMES.items())[:4]), lists_required=False)
    here = after(engine.start(four, engine.rules), *(CheckIn(ORG, player=seat) for seat in four.players))
    state = drafted(after(here, CloseRegistration(ORG)))

    assert events(state, changed(state, backwards=True))[1:] == (DraftDiscarded(round=1),)
    assert len(events(state, changed(state, late_entry=True))) == 1


def test_players_prizes_and_the_game_itself_stay():
    state = saga(4)

    again = after(state, changed(state, players={}, awards=(), budget=8))
    assert again.settings.players == state.settings.players
    assert again.awards == state.awards
    other = ChangeSettings(ORG, settings=steamroller(2).settings)
    assert refused(state, other) == [("HOUSE-CHANGE-1", "settings-other-format")]
    assert refused(state, changed(state)) == [("HOUSE-CHANGE-1", "settings-same")]
    assert refused(state, ChangeSettings(REF, settings=state.settings)) == [("HOUSE-SEAT-1", "not-your-seat")]


def test_settings_that_no_event_could_have_are_refused():
    state = saga(4)

    assert refused(state, changed(state, budget=0)) == [("ST-BND-1", "event-settings-budget")]


def test_an_event_that_is_over_keeps_its_settings():
    state = after(first_wins(published(closed(saga(4)))), EndEvent(ORG, reason="orage"))

    assert [code for _clause, code in refused(state, changed(state, self_check_in=True))] == ["wrong-phase"]


@pytest.mark.clause("HOUSE-CHANGE-2")
def test_an_event_is_called_otherwise_at_any_time():
    state = saga(2)

    assert events(state, RenameEvent(ORG, title=" Coupe d'hiver ")) == (EventRenamed(title="Coupe d'hiver"),)
    renamed = after(state, RenameEvent(ORG, title="Coupe d'hiver"))
    assert renamed.title == "Coupe d'hiver"
    assert refused(renamed, RenameEvent(ORG, title="Coupe d'hiver")) == [("HOUSE-CHANGE-2", "event-title-same")]
    assert refused(state, RenameEvent(BEN, title="Ma coupe")) == [("HOUSE-SEAT-1", "not-your-seat")]
