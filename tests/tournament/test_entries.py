from __future__ import annotations

import pytest
from msgspec import structs

from heraut.kernel.names import Seat
from heraut.rulesets.editions import in_force
from heraut.tournament import engine
from heraut.tournament.clocks import StartClock
from heraut.tournament.entries import CheckIn, CloseRegistration, Drop, EditPlayer, PlayerReturned, Register, Return
from heraut.tournament.lists import ListsAmended, RecordCheck, RevealLists, may_hand_in
from heraut.tournament.officials import Disqualify, PlayerDisqualified
from heraut.tournament.planning import CheckOff, ChooseScenario, SetTables
from heraut.tournament.results import EndEvent, SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.bands import Age, FiguresLine, SagaBand, TroopClass
from heraut.tournament.saga.lists import BandHandedIn, HandInBand
from heraut.tournament.saga.settings import OddField
from heraut.tournament.state import BetweenRounds, Over, PlayerStatus, PlayingRound
from heraut.tournament.steamroller.lists import HandInLists
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from tournament.build import (
    ANA,
    BAND,
    BEN,
    CHLOE,
    DAVID,
    EMMA,
    HUGO,
    ORG,
    REF,
    after,
    army,
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
    steamroller,
    win,
)

OTHER_BAND = SagaBand((FiguresLine(TroopClass.WARLORD, 1), FiguresLine(TroopClass.HEARTHGUARD, 24)), Age.VIKINGS)


def zoe(**more) -> Register:
    return Register(ORG, player=Seat("zoe"), name="Zoé", **more)


def test_a_player_registers_hands_in_a_list_and_checks_in():
    state = after(saga(2), zoe(club="Les Ours"), HandInBand(Seat("zoe"), band=BAND), CheckIn(REF, player=Seat("zoe")))

    player = state.players[Seat("zoe")]
    assert (player.name, player.number, player.club, player.status) == ("Zoé", 3, "Les Ours", PlayerStatus.PRESENT)
    assert state.lists == {Seat("zoe"): BAND}


def test_a_seat_is_given_once_and_never_an_officials():
    assert refused(saga(2), Register(ORG, player=ANA, name="Ana")) == [("HOUSE-SEAT-1", "event-seat-taken")]
    assert refused(saga(2), Register(ORG, player=ORG, name="Ana")) == [("HOUSE-SEAT-1", "event-seat-taken")]
    assert refused(saga(2), Register(ANA, player=Seat("zoe"), name="Zoé")) == [("HOUSE-SEAT-1", "not-your-seat")]


@pytest.mark.clause("ST-BND-1", "ST-BND-5", "ST-BND-2")
def test_a_faulty_band_is_refused_with_every_fault():
    faulty = SagaBand((FiguresLine(TroopClass.WARRIOR, 57),), Age.CRUSADES)

    assert refused(saga(2), HandInBand(ANA, band=faulty)) == [
        ("ST-BND-4", "saga-band-line-not-whole"),
        ("ST-BND-3", "saga-band-warlords"),
        ("ST-BND-5", "saga-band-over-budget"),
        ("ST-ORG-3", "saga-band-age"),
    ]


@pytest.mark.clause("ST-BND-15")
def test_a_band_is_frozen_when_round_1_is_published():
    open_ = here(saga(2))
    playing = published(closed(saga(2)))

    assert kinds(open_, HandInBand(ANA, band=OTHER_BAND)) == ["BandHandedIn"]
    assert refused(playing, HandInBand(ANA, band=OTHER_BAND)) == [("ST-BND-15", "list-frozen")]
    assert refused(playing, HandInBand(ORG, player=ANA, band=OTHER_BAND)) == [("ST-BND-15", "event-reason-missing")]
    assert refused(playing, HandInBand(REF, player=ANA, band=OTHER_BAND, reason="x")) == [("ST-BND-15", "list-frozen")]
    assert events(playing, HandInBand(ORG, player=ANA, band=OTHER_BAND, reason="miscounted")) == (
        BandHandedIn(seat=ANA, band=OTHER_BAND),
        ListsAmended(player=ANA, by=ORG, reason="miscounted"),
    )


@pytest.mark.clause("ST-BND-15")
def test_who_was_there_from_the_start_hands_in_no_first_list_after_the_freeze():
    state = here(saga(2, lists_required=False), BEN)
    playing = published(after(state, CheckIn(ORG, player=ANA), CloseRegistration(ORG), roll(1)))

    assert refused(playing, HandInBand(ANA, band=BAND)) == [("ST-BND-15", "list-frozen")]
    assert not may_hand_in(playing, ANA)
    assert events(playing, HandInBand(ORG, player=ANA, band=BAND, reason="forgotten")) == (
        BandHandedIn(seat=ANA, band=BAND),
        ListsAmended(player=ANA, by=ORG, reason="forgotten"),
    )


@pytest.mark.clause("ST-BND-15", "HOUSE-SEAL-3")
def test_who_may_hand_in_a_list_now():
    state = saga(2)
    late = after(published(closed(saga(4))), zoe())

    assert may_hand_in(state, ANA)
    assert may_hand_in(here(state), ANA)
    assert not may_hand_in(published(closed(state)), ANA)
    assert may_hand_in(late, Seat("zoe"))
    assert not may_hand_in(after(late, HandInBand(Seat("zoe"), band=BAND)), Seat("zoe"))
    assert not any(may_hand_in(state, nobody) for nobody in (None, ORG, Seat("zoe")))


@pytest.mark.clause("SR-LIST-9")
def test_after_the_first_pairing_only_the_organiser_changes_a_list_with_a_reason():
    playing = published(closed(steamroller(2)))
    changed = (army("Caine"),)

    assert refused(playing, HandInLists(ANA, lists=changed)) == [("SR-LIST-9", "list-frozen")]
    assert kinds(playing, HandInLists(ORG, player=ANA, lists=changed, reason="typo")) == [
        "ListsHandedIn",
        "ListsAmended",
    ]


@pytest.mark.clause("SR-LIST-9", "ST-BND-6")
def test_nobody_plays_without_a_list_unless_the_event_says_so():
    def ready(state):
        return drafted(after(state, *(CheckIn(ORG, player=seat) for seat in state.players), CloseRegistration(ORG)))

    strict = after(ready(steamroller(2)), ChooseScenario(ORG, round=1, scenario="grind"))
    free = after(ready(steamroller(2, lists_required=False)), ChooseScenario(ORG, round=1, scenario="grind"))

    assert refused(strict, PublishRound(ORG)) == [("SR-LIST-9", "list-missing")] * 2
    assert kinds(free, PublishRound(ORG)) == ["RoundPublished"]


@pytest.mark.clause("SR-LIST-9", "ST-BND-15")
def test_one_missing_list_does_not_stop_the_others_and_is_handed_in_later():
    state = after(steamroller(2), HandInLists(ANA, lists=(army("Caine"),)))
    state = drafted(after(state, *(CheckIn(ORG, player=seat) for seat in state.players), CloseRegistration(ORG)))
    state = after(state, ChooseScenario(ORG, round=1, scenario="grind"))

    assert refused(state, PublishRound(ORG)) == [("SR-LIST-9", "list-missing")]
    playing = after(state, PublishRound(ORG, confirm_missing_lists=True))
    assert kinds(playing, HandInLists(BEN, lists=(army("Caine"),))) == ["ListsHandedIn"]
    late = after(playing, HandInLists(BEN, lists=(army("Caine"),)))
    assert refused(late, HandInLists(BEN, lists=(army("Caine"),))) == [("SR-LIST-9", "list-frozen")]


@pytest.mark.clause("HOUSE-SEAL-1", "HOUSE-SEAL-4")
def test_lists_are_sealed_from_everybody_until_the_organisers_reveal():
    state = here(saga(2))

    def seen(state, viewer):
        return {player.seat: player.lists for player in engine.view(state, viewer).players}

    assert seen(state, ANA) == {ANA: BAND, BEN: None}
    for viewer in (ORG, REF, None):
        assert seen(state, viewer) == {ANA: None, BEN: None}
        assert [player.has_lists for player in engine.view(state, viewer).players] == [True, True]
    opened = after(state, RevealLists(ORG))
    assert seen(opened, None) == {ANA: BAND, BEN: BAND}
    assert refused(opened, RevealLists(ORG)) == [("HOUSE-SEAL-3", "already-open")]


@pytest.mark.clause("SR-PICK-4", "ST-BND-13")
def test_the_opponent_of_the_round_may_see_ones_lists():
    state = published(closed(steamroller(4)))
    opponent = state.rounds[0].table_of(ANA).opponent(ANA)
    seen = {player.seat for player in engine.view(state, ANA).players if player.lists is not None}

    assert seen == {ANA, opponent}


@pytest.mark.clause("SR-ROUND-9")
def test_nobody_joins_a_steamroller_after_the_first_pairing_unless_the_event_allows_it():
    late = published(closed(steamroller(4, late_entry=True)))

    assert refused(published(closed(steamroller(4))), zoe()) == [("SR-ROUND-9", "late-entry-closed")]
    assert events(late, zoe())[0].joined == 2


@pytest.mark.clause("ST-PAIR-14")
def test_a_late_entry_hands_in_a_list_and_plays_from_the_next_round_with_no_points():
    state = published(closed(saga(4)))
    late = after(state, zoe(), HandInBand(Seat("zoe"), band=BAND), CheckIn(ORG, player=Seat("zoe")))

    assert late.numbers[Seat("zoe")] == 5
    assert next(row for row in engine.view(late, None).standings if row.id == "zoe").values["points"] == 0
    assert refused(published(closed(saga(4, late_entry=False))), zoe()) == [("ST-PAIR-14", "late-entry-closed")]
    following = published(first_wins(late))
    assert Seat("zoe") in set(following.rounds[-1].players)
    assert refused(following, HandInBand(Seat("zoe"), band=OTHER_BAND)) == [("ST-BND-15", "list-frozen")]


@pytest.mark.clause("ST-PAIR-12", "SR-RANK-7")
def test_a_player_who_leaves_keeps_the_results_and_is_not_paired_again():
    state = after(first_wins(published(closed(saga(5)))), Drop(ANA))
    following = published(state)

    assert ANA not in set(following.rounds[-1].players)
    assert ANA in {row.id for row in engine.view(following, None).standings}
    assert refused(following, Drop(ANA)) == [("HOUSE-PHASE-1", "player-status")]


def test_a_player_may_come_back():
    state = after(first_wins(published(closed(saga(5)))), Drop(ANA), Return(ORG, player=ANA))

    assert ANA in set(published(state).rounds[-1].players)
    assert refused(state, Return(ORG, player=ANA)) == [("HOUSE-PHASE-1", "player-status")]


@pytest.mark.clause("ST-PAIR-2")
def test_whoever_was_away_when_the_numbers_were_drawn_gets_the_next_free_one_on_return():
    state = after(here(saga(4)), Drop(ANA), CloseRegistration(ORG), roll(1))
    back = after(state, Return(ORG, player=ANA))

    assert ANA not in state.numbers
    assert sorted(back.numbers.values()) == [1, 2, 3, 4]
    assert back.numbers[ANA] == 4
    assert after(back, Drop(BEN), Return(ORG, player=BEN)).numbers == back.numbers


@pytest.mark.clause("ST-PAIR-2")
def test_in_an_event_begun_before_whoever_comes_back_gets_no_number():
    state = after(here(saga(4)), Drop(ANA), CloseRegistration(ORG), roll(1))

    with in_force(2):
        assert events(state, Return(ORG, player=ANA)) == (PlayerReturned(player=ANA),)


@pytest.mark.clause("HOUSE-ENTRY-1")
def test_whoever_is_entered_again_has_not_arrived():
    state = after(saga(3), Drop(ANA), Return(ORG, player=ANA, arrived=False))

    assert state.players[ANA].status == "registered"
    assert after(state, CheckIn(ORG, player=ANA)).players[ANA].status == "present"


@pytest.mark.clause("ST-PAIR-12")
def test_the_results_of_somebody_who_played_and_is_entered_again_stand():
    state = after(first_wins(published(closed(saga(4)))), Drop(ANA))
    again = after(state, Return(ORG, player=ANA, arrived=False))

    assert [row.values for row in engine.view(again, None).standings] == [
        row.values for row in engine.view(state, None).standings
    ]
    assert ANA not in published(again).rounds[-1].players


def test_officials_drop_others_and_players_only_themselves():
    state = closed(saga(4))

    assert kinds(state, Drop(REF, player=BEN)) == ["PlayerDropped"]
    assert refused(state, Drop(ANA, player=BEN)) == [("HOUSE-SEAT-1", "not-your-seat")]
    assert refused(state, Drop(ORG)) == [("HOUSE-SEAT-1", "not-your-seat")]
    assert refused(state, Drop(ORG, player=HUGO)) == [("HOUSE-SEAT-2", "unknown-seat")]


@pytest.mark.clause("SR-FAIR-3", "SR-FAIR-5", "SR-FAIR-6")
def test_a_disqualified_player_loses_the_game_in_progress_and_has_no_place():
    state = published(closed(steamroller(4)))
    opponent = state.rounds[0].table_of(ANA).opponent(ANA)
    out = events(state, Disqualify(REF, player=ANA, reason="insults", at=at(5)))
    later = after(state, Disqualify(REF, player=ANA, reason="insults", at=at(5)))

    assert out[0] == PlayerDisqualified(player=ANA, by=REF, at=at(5), reason="insults")
    assert out[1].report == SteamrollerReport(opponent, SteamrollerWin.FORFEIT)
    assert {row.id: row.rank for row in engine.view(later, None).standings}[ANA] is None
    assert refused(later, Return(ORG, player=ANA)) == [("HOUSE-PHASE-1", "player-status")]
    following = published(first_wins(later))
    assert ANA not in set(following.rounds[-1].players)


@pytest.mark.clause("SR-FAIR-6")
def test_a_disqualification_needs_its_reason():
    assert refused(closed(steamroller(4)), Disqualify(ORG, player=ANA, reason=" ")) == [
        ("SR-FAIR-6", "event-reason-missing")
    ]


@pytest.mark.clause("SR-FAIR-4", "SR-FAIR-7", "SR-FAIR-8", "SR-VTIME-17")
@pytest.mark.parametrize("variants", [{}, {"reserve": True}, {"no_time_limit": True}, {"sudden_death": True}])
@pytest.mark.parametrize("reason", ["stalling", "abuse of zone measuring"])
def test_any_ground_disqualifies_under_any_variant(variants, reason):
    state = published(closed(steamroller(4, variants=variants)))

    assert kinds(state, Disqualify(ORG, player=ANA, reason=reason))[:2] == ["PlayerDisqualified", "ResultSettled"]


@pytest.mark.clause("SR-ROUND-4")
def test_an_event_needs_two_players_here():
    one = here(steamroller(3), ANA)

    assert refused(one, CloseRegistration(ORG)) == [("SR-ROUND-4", "event-too-few-players")]
    assert isinstance(after(here(one, BEN), CloseRegistration(ORG)).stage, BetweenRounds)


@pytest.mark.clause("ST-PAIR-5", "SR-ROUND-4")
@pytest.mark.parametrize(("event", "clause"), [(saga, "ST-PAIR-5"), (steamroller, "SR-ROUND-4")])
def test_an_event_left_with_one_player_waits_for_more_or_for_its_end(event, clause):
    state = closed(event(2))
    alone = after(state, Drop(BEN))

    assert [one.code for one in engine.awaits(state, None)] == ["tournament-draft"]
    assert [(one.code, one.clause) for one in engine.awaits(alone, None)] == [("tournament-too-few", clause)]
    assert refused(alone, DraftRound(ORG)) == [(clause, "event-too-few-left")]
    assert engine.awaits(after(alone, Return(ORG, player=BEN)), None) == engine.awaits(state, None)
    assert engine.awaits(after(alone, EndEvent(ORG)), None) == ()


@pytest.mark.clause("SR-COMBO-2", "SR-COMBO-8")
def test_variants_that_depend_on_the_field_are_checked_when_registration_closes():
    finals = here(steamroller(4, variants={"final_tables": True, "rounds": 4}))
    many = here(steamroller(4, variants={"lists": 4}))

    assert refused(finals, CloseRegistration(ORG)) == [("SR-COMBO-2", "variants-final-rounds")]
    assert refused(many, CloseRegistration(ORG)) == [("SR-COMBO-8", "variants-lists-above-rounds")]


def test_nobody_who_is_to_be_paired_leaves_while_the_pairing_is_drawn():
    state = after(here(steamroller(5), ANA, BEN, CHLOE, DAVID), CloseRegistration(ORG), DraftRound(ORG))

    assert state.due is not None
    assert refused(state, Drop(ANA)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert kinds(state, Drop(EMMA)) == ["PlayerDropped"]
    assert kinds(after(state, roll(1)), Drop(ANA)) == ["PlayerDropped"]


def test_entrants_who_never_played_stand_nowhere():
    entered = after(here(saga(6), ANA, BEN, CHLOE, DAVID, EMMA), CloseRegistration(ORG), roll(1))
    left = after(entered, Drop(EMMA))
    done = first_wins(published(left))

    assert {row.id for row in engine.view(entered, None).standings} == {ANA, BEN, CHLOE, DAVID, EMMA}
    assert {row.id for row in engine.view(left, None).standings} == {ANA, BEN, CHLOE, DAVID}
    assert {row.id for row in engine.view(done, None).standings} == {ANA, BEN, CHLOE, DAVID}
    assert {row.id for row in engine.view(after(done, Drop(ANA)), None).standings} == {ANA, BEN, CHLOE, DAVID}


@pytest.mark.clause("ST-PAIR-2")
def test_draw_numbers_are_dealt_from_a_recorded_seed_when_registration_closes():
    state = after(here(saga(5)), CloseRegistration(ORG))
    (awaited,) = [one for one in engine.awaits(state, None) if one.seat == "fate"]
    dealt = closed(saga(5), seed=42)

    assert (awaited.code, awaited.chance.sides) == ("tournament-draw-numbers", (2**32,))
    assert sorted(dealt.numbers.values()) == [1, 2, 3, 4, 5]
    assert dealt.numbers == closed(saga(5), seed=42).numbers


@pytest.mark.clause("ST-PAIR-9")
def test_a_spare_player_makes_the_number_even_and_stands_nowhere():
    state = saga(3, odd_field=OddField.SPARE_PLAYER)
    state = after(state, zoe(spare=True), HandInBand(Seat("zoe"), band=BAND))
    playing = published(closed(state))

    assert playing.rounds[-1].bye is None
    assert Seat("zoe") in set(playing.rounds[-1].players)
    done = first_wins(playing)
    assert Seat("zoe") not in {row.id for row in engine.view(done, None).standings}
    even = published(after(done, Drop(CHLOE)))
    assert Seat("zoe") not in set(even.rounds[-1].players)


@pytest.mark.clause("ST-PAIR-9", "ST-RNK-11")
def test_a_spare_player_has_no_part_in_the_ranking_round():
    state = saga(3, odd_field=OddField.SPARE_PLAYER, swiss_rounds=1, ranking_round=True)
    swiss = first_wins(published(closed(after(state, zoe(spare=True), HandInBand(Seat("zoe"), band=BAND)))))
    order = [row.id for row in engine.view(swiss, None).standings]

    last = published(swiss).rounds[-1]

    assert last.ranking
    assert (set(last.players), last.bye) == (set(order), order[-1])


@pytest.mark.clause("ST-PAIR-9")
def test_a_spare_player_needs_the_setting():
    assert refused(saga(3), zoe(spare=True)) == [("ST-PAIR-9", "spare-not-played")]


@pytest.mark.clause("SR-DUTY-2", "SR-CONV-6")
def test_what_needs_the_organisers_approval_is_not_approved_until_it_is_noted():
    state = here(steamroller(2))
    noted = after(
        state,
        RecordCheck(REF, player=ANA, item="damage-tracker", approved=True),
        RecordCheck(ORG, player=ANA, item="conversion", approved=False, list_number=1, note="swapped weapons"),
    )

    def verdicts(state, viewer):
        return [(v.item, v.approved, v.note) for v in engine.view(state, viewer).players[0].verdicts]

    assert verdicts(state, ORG) == []
    assert verdicts(noted, ANA) == [("damage-tracker", True, ""), ("conversion", False, "swapped weapons")]
    assert verdicts(noted, BEN) == []
    assert refused(state, RecordCheck(ORG, player=ANA, item="shoes", approved=True)) == [("SR-DUTY-2", "check-unknown")]


@pytest.mark.clause("HOUSE-ENTRY-4", "ST-MAT-1")
def test_each_game_has_its_own_checks():
    def checked(state, item):
        return RecordCheck(REF, player=ANA, item=item, approved=False, note="see me")

    event = saga(2)
    assert list(event.settings.checks) == ["material", "conversion", "painting"]
    assert refused(event, checked(event, "damage-tracker")) == [("HOUSE-ENTRY-4", "check-unknown")]
    assert refused(steamroller(2), checked(event, "material")) == [("SR-DUTY-2", "check-unknown")]
    assert kinds(published(closed(after(event, checked(event, "material")))), StartClock(ORG)) == ["ClockStarted"]
    with in_force(2):  # what was noted of an event begun before can be replayed
        assert kinds(event, checked(event, "damage-tracker")) == ["CheckRecorded"]


@pytest.mark.clause("SR-VPAINT-4")
def test_a_list_short_of_unpainted_models_still_has_to_be_legal():
    state = here(steamroller(2, variants={"paint_hardcore": True}))
    aside = RecordCheck(ORG, player=ANA, item="painting", approved=True, list_number=1, set_aside=("Trenchers",))
    unknown = RecordCheck(ORG, player=ANA, item="painting", approved=True, list_number=1, set_aside=("Nobody",))

    assert refused(state, aside) == [("SR-LIST-2", "list-points")]
    assert refused(state, unknown) == [("SR-VPAINT-4", "check-set-aside")]
    assert refused(state, structs.replace(aside, list_number=9)) == [("SR-VPAINT-4", "list-missing")]
    assert kinds(state, RecordCheck(ORG, player=ANA, item="painting", approved=False)) == ["CheckRecorded"]


@pytest.mark.clause("SR-VPAINT-1", "SR-MODEL-3")
def test_without_a_painting_variant_nothing_about_paint_keeps_anybody_from_playing():
    state = after(here(steamroller(2)), RecordCheck(ORG, player=ANA, item="painting", approved=False))

    assert kinds(published(after(state, CloseRegistration(ORG))), StartClock(ORG)) == ["ClockStarted"]


@pytest.mark.clause("SR-ORG-1", "SR-ORG-2", "SR-ORG-5")
def test_the_organiser_ticks_a_checklist_before_the_first_pairing():
    state = steamroller(2)
    ticked = after(state, CheckOff(ORG, item="explain-tie-breaks"))

    assert engine.view(state, ORG).checklist == {
        "explain-tie-breaks": False, "bring-reference-sheets": False, "aim-at-both-victories": False,
    }  # fmt: skip
    assert engine.view(ticked, ORG).checklist["explain-tie-breaks"] is True
    assert engine.view(ticked, ANA).checklist == {}
    assert refused(ticked, CheckOff(ORG, item="explain-tie-breaks")) == [("SR-ORG-1", "checklist-item")]


def test_a_list_of_the_other_format_is_refused():
    assert refused(saga(2), HandInLists(ANA, lists=(army(),))) == [("ST-BND-6", "list-wrong-format")]
    assert refused(steamroller(2), HandInBand(ANA, band=BAND)) == [("SR-LIST-9", "list-wrong-format")]


@pytest.mark.clause("SR-ROUND-6")
def test_a_drop_before_the_next_pairing_runs_the_test_of_the_end_again():
    state = first_wins(published(closed(steamroller(4))))
    leaders = [row.id for row in engine.view(state, None).standings[:2]]
    assert isinstance(state.stage, BetweenRounds)

    ended = after(state, Drop(leaders[0]))

    assert ended.stage == Over(1, "sole-leader", leaders[1])


def test_a_drop_during_a_round_leaves_the_game_to_an_official():
    state = published(closed(steamroller(4)))
    table = state.rounds[0].table_of(ANA)
    dropped = after(state, Drop(ANA))

    assert isinstance(dropped.stage, PlayingRound)
    report = win(table.opponent(ANA), SteamrollerWin.FORFEIT, cp=0, destroyed=0)
    assert kinds(dropped, SettleResult(REF, round=1, table=table.number, report=report)) == ["ResultSettled"]


@pytest.mark.clause("HOUSE-ENTRY-3")
def test_an_entry_can_be_corrected_at_any_time():
    state = published(closed(saga(2)))
    fixed = after(state, EditPlayer(REF, player=ANA, name="Anna", club="Les Ours", fixed_table=2))

    assert (fixed.players[ANA].name, fixed.players[ANA].club, fixed.players[ANA].number) == ("Anna", "Les Ours", 1)
    assert refused(state, EditPlayer(REF, player=ANA, name=" ")) == [("HOUSE-ENTRY-3", "event-name-missing")]
    assert refused(state, EditPlayer(ANA, player=ANA, name="Anna")) == [("HOUSE-SEAT-1", "not-your-seat")]


def test_officials_see_the_tables_in_use_and_the_one_kept_for_a_player():
    state = after(closed(saga(4, tables=(1, 2, 3))), EditPlayer(REF, player=ANA, name="Ana", fixed_table=2))
    seen = {viewer: engine.view(state, viewer) for viewer in (ORG, REF, ANA, None)}

    assert [view.tables for view in seen.values()] == [(1, 2, 3), (1, 2, 3), (), ()]
    assert [view.players[0].fixed_table for view in seen.values()] == [2, 2, None, None]


def test_tables_out_of_use_are_not_given_out():
    state = after(closed(saga(4, tables=(1, 2, 3))), SetTables(ORG, tables=(3, 1)))

    assert list(published(state).rounds[0].tables) == [3, 1]
    assert refused(state, SetTables(ORG, tables=(0, 2, 2))) == [("ST-PAIR-6", "tables-wrong")]


@pytest.mark.clause("HOUSE-SEAL-3")
def test_a_list_that_lies_open_is_changed_by_officials_only_and_stays_open():
    state = after(here(saga(2), ANA), RevealLists(ORG))

    assert refused(state, HandInBand(ANA, band=OTHER_BAND)) == [("HOUSE-SEAL-3", "already-open")]
    assert kinds(state, HandInBand(BEN, band=BAND)) == ["BandHandedIn", "ListsRevealed"]
    assert kinds(state, HandInBand(ORG, player=ANA, band=OTHER_BAND, reason="typo")) == [
        "BandHandedIn", "ListsAmended", "ListsRevealed",
    ]  # fmt: skip


@pytest.mark.clause("SR-SHEET-1", "HOUSE-ENTRY-3", "ST-PAIR-6", "HOUSE-WISH-2")
@pytest.mark.parametrize(
    ("event", "names", "tables"), [(saga, "HOUSE-ENTRY-3", "ST-PAIR-6"), (steamroller, "SR-SHEET-1", "HOUSE-WISH-2")]
)
def test_a_name_fits_on_a_sheet_and_a_fixed_table_has_a_number(event, names, tables):
    newcomer = Register(ORG, player=Seat("zoe"), name="Z" * 10_000, club="C" * 121, fixed_table=0)

    assert refused(event(2), newcomer) == [
        (names, "event-name-long"),
        (names, "event-name-long"),
        (tables, "tables-wrong"),
    ]


@pytest.mark.clause("SR-SHEET-1")
def test_what_does_not_show_is_left_out_of_a_name():
    state = after(saga(2), Register(ORG, player=Seat("zoe"), name=" Zoé\x07\n\u202eМария\t李 "))

    assert state.players[Seat("zoe")].name == "Zoé Мария 李"


@pytest.mark.clause("ST-BND-15", "SR-LIST-9")
@pytest.mark.parametrize("event", [saga, steamroller])
@pytest.mark.parametrize("required", [True, False])
def test_a_list_is_awaited_only_where_one_is_asked_for(event, required):
    awaited = {one.seat for one in engine.awaits(event(2, lists_required=required), None)}

    assert awaited == ({ORG, ANA, BEN} if required else {ORG})
