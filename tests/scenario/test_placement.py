from __future__ import annotations

import pytest

from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.definition import Property
from heraut.scenario.placement import AddPiece, LosePiece, MovePiece, PieceChosen, PieceLost, PlaceMarker
from heraut.scenario.settings import MatchOptions, TerrainType
from heraut.scenario.setup import EndStep
from scenario.build import (
    ANA,
    BEN,
    FIRST,
    HILL,
    LARGE,
    ORGA,
    SECOND,
    SMALL,
    WOOD,
    actors,
    choose,
    place,
    play,
    refused,
    setting_up,
    square,
)


class TestChoosing:
    @pytest.mark.clause("ST-CLA-1", "ST-CLA-3")
    def test_clash_each_takes_one_large_piece_or_three_small_ones_in_turn(self):
        state = play(setting_up("clash"), choose(size=LARGE))

        assert actors(state) == [BEN]
        state = play(state, choose(size=SMALL))
        assert actors(state) == [BEN]
        assert refused(state, choose(size=LARGE)) == ("ST-CLA-1", "size-not-open")
        state = play(state, choose(), choose())
        assert engine.awaits(state, None)[0].code == "match-place-piece"

    @pytest.mark.clause("ST-CLA-1")
    def test_clash_players_choose_alternately_the_first_player_first(self):
        state = setting_up("clash")
        seen = []
        for _ in range(6):
            seen += actors(state)
            state = play(state, choose())

        assert seen == [ANA, BEN, ANA, BEN, ANA, BEN]

    @pytest.mark.clause("ST-CLA-2", "ST-TER-7", "ST-TER-1")
    def test_maxima_of_types_are_shared(self):
        table = (TerrainType(WOOD, (SMALL, LARGE), 1, (Property.UNEVEN,)), TerrainType(HILL, (SMALL,), 9))
        state = play(setting_up("clash", options=MatchOptions(terrain_table=table)), choose(WOOD))

        assert refused(state, choose(WOOD)) == ("ST-TER-7", "type-maximum")
        assert refused(state, choose("lake")) == ("ST-TER-8", "not-in-terrain-table")
        assert refused(state, choose(HILL, LARGE)) == ("ST-TER-8", "not-in-terrain-table")
        (event, *_) = engine.decide(setting_up("clash", options=MatchOptions(terrain_table=table)), choose(WOOD))
        assert event == PieceChosen(FIRST, "piece-1", WOOD, SMALL, (Property.UNEVEN,))

    @pytest.mark.clause("ST-CLA-4", "ST-CLA-3")
    def test_clash_pieces_are_placed_in_turn_and_who_has_more_goes_on_alone(self):
        state = play(setting_up("clash"), choose(size=LARGE), choose(), choose(), choose())
        state = play(state, place("piece-1", 5, 5))

        assert actors(state) == [BEN]
        assert refused(state, place("piece-1", 5, 25)) == ("ST-CLA-4", "piece-not-waiting")
        state = play(state, place("piece-2", 5, 25))
        assert actors(state) == [BEN]
        state = play(state, place("piece-3", 20, 25), place("piece-4", 35, 25))
        assert engine.awaits(state, None)[0].code == "match-move-piece"

    @pytest.mark.clause("ST-TER-5", "ST-TER-9")
    def test_a_piece_declared_impossible_to_place_is_lost_and_not_replaced(self):
        state = play(setting_up("clash"), choose(size=LARGE), choose(size=LARGE))

        assert engine.decide(state, LosePiece(ANA, "piece-1"))[0] == PieceLost(FIRST, "piece-1")
        lost = play(state, LosePiece(ANA, "piece-1"), place("piece-2", 5, 25))
        assert [piece.id for piece in lost.ground.pieces] == ["piece-2"]
        assert refused(lost, choose())[1] == "wrong-phase"

    def test_every_limit_a_placement_breaks_is_told_at_once(self):
        state = play(setting_up("clash"), choose(size=LARGE), choose(size=LARGE), place("piece-1", 5, 15))
        refusal = engine.decide(state, place("piece-2", 5, -1))
        assert isinstance(refusal, Refusal)

        assert [fault.code for fault in refusal.all()] == ["on-the-table", "partly-in"]

    @pytest.mark.clause("ST-CLA-8", "ST-CLA-9")
    def test_clash_each_player_may_move_one_piece_anyone_s_or_none(self):
        state = play(setting_up("clash"), choose(size=LARGE), choose(size=LARGE))
        state = play(state, place("piece-1", 5, 5), place("piece-2", 5, 25))
        assert actors(state) == [ANA]
        state = play(state, MovePiece(ANA, "piece-2", square(11, 25)))

        assert actors(state) == [BEN]
        again = play(state, MovePiece(BEN, "piece-2", square(17, 25)))
        assert again.ground.pieces[1].shape == square(17, 25)
        assert actors(play(state, EndStep(BEN)))[0] == ANA
        assert refused(state, MovePiece(BEN, "piece-2", square(18, 25)))[0] == "ST-GEO-12"

    @pytest.mark.clause("ST-CAP-2", "ST-CAP-3")
    def test_capture_every_quarter_receives_one_piece_in_order(self):
        state = setting_up("capture")
        assert actors(state) == [ANA]
        state = play(state, choose(size=LARGE))
        assert refused(state, place("piece-1", 5, 5)) == ("ST-CAP-4", "wholly-in")
        state = play(state, place("piece-1", 30, 3))
        assert actors(state) == [BEN]
        state = play(state, choose(size=LARGE), place("piece-2", 30, 30))
        assert refused(state, choose(size=LARGE)) == ("ST-CAP-2", "size-not-open")
        state = play(state, choose(), place("piece-3", 5, 30), choose(), place("piece-4", 5, 3))

        assert [piece.area for piece in state.ground.pieces] == ["q_p1_right", "q_p2_left", "q_p2_right", "q_p1_left"]
        assert [piece.by for piece in state.ground.pieces] == [FIRST, SECOND, FIRST, SECOND]

    @pytest.mark.clause("ST-CON-2", "ST-CON-3")
    def test_conquest_one_chooses_and_the_other_places_in_the_chooser_s_half(self):
        state = setting_up("conquest")
        assert actors(state) == [BEN]
        state = play(state, choose(size=LARGE))
        assert actors(state) == [ANA]
        state = play(state, place("piece-1", 6, 25))
        assert actors(state) == [ANA]
        state = play(state, choose(), place("piece-2", 6, 6), choose(), place("piece-3", 30, 25), choose())
        state = play(state, place("piece-4", 30, 6))

        assert [piece.by for piece in state.ground.pieces] == [FIRST, SECOND, FIRST, SECOND]

    @pytest.mark.clause("ST-CON-6")
    def test_conquest_a_player_moves_a_piece_of_their_own_half_only(self):
        state = play(setting_up("conquest"), choose(), place("piece-1", 6, 25), choose(), place("piece-2", 6, 6))
        state = play(state, choose(), place("piece-3", 30, 25), choose(), place("piece-4", 30, 6))

        assert refused(state, MovePiece(ANA, "piece-1", square(8, 25))) == ("ST-CON-6", "piece-not-in-your-half")
        moved = play(state, MovePiece(ANA, "piece-2", square(8, 6)), MovePiece(BEN, "piece-1", square(8, 25)))
        assert [piece.moved_by for piece in moved.ground.pieces] == [SECOND, FIRST, None, None]

    @pytest.mark.clause("ST-ADV-2", "ST-ADV-4")
    def test_advance_each_player_in_turn_chooses_and_places_one_or_two_small_pieces(self):
        table = (TerrainType(HILL, (SMALL, LARGE), 1), TerrainType(WOOD, (SMALL,), 3))
        state = setting_up("advance", options=MatchOptions(terrain_table=table))
        assert refused(state, choose(size=LARGE)) == ("ST-ADV-2", "size-not-open")
        assert refused(state, EndStep(ANA))[1] == "wrong-phase"
        state = play(state, choose(), place("piece-1", 16, 4, 3), EndStep(ANA))

        assert actors(state) == [BEN]
        assert refused(state, choose(HILL)) == ("ST-TER-7", "type-maximum")
        two = play(state, choose(WOOD), place("piece-2", 16, 28, 3), choose(WOOD), place("piece-3", 28, 28, 3))
        assert engine.awaits(two, None)[0].code == "match-extra-piece"

    @pytest.mark.clause("ST-DES-1", "ST-DES-2")
    def test_desecration_two_pieces_each_at_most_one_large_and_the_second_player_chooses_first(self):
        state = setting_up("desecration")
        assert actors(state) == [BEN]
        state = play(state, choose(size=LARGE), choose())
        assert refused(state, choose(size=LARGE)) == ("ST-DES-1", "size-not-open")
        state = play(state, choose(), choose(size=LARGE))

        assert (actors(state), engine.awaits(state, None)[0].code) == ([ANA], "match-place-piece")

    @pytest.mark.clause("ST-DES-7", "ST-TER-10")
    def test_desecration_markers_come_after_terrain_the_second_player_first(self):
        state = play(setting_up("desecration"), choose(), choose(), choose(), choose())
        state = play(state, place("piece-2", 8, 14), place("piece-1", 20, 14), place("piece-4", 31, 14))
        state = play(state, place("piece-3", 42, 14))
        assert (actors(state), engine.awaits(state, None)[0].code) == ([BEN], "match-place-marker")
        spots = [(10, 8), (10, 28), (24, 8), (24, 28), (36, 8), (36, 28)]
        state = play(state, *(PlaceMarker(ANA, x, y) for x, y in spots))

        assert [marker.id for marker in state.ground.markers] == [
            "second_1",
            "first_1",
            "second_2",
            "first_2",
            "second_3",
            "first_3",
        ]
        assert engine.awaits(state, None)[0].code == "match-extra-piece"

    @pytest.mark.clause("ST-DIA-3", "ST-DIA-4", "ST-DIA-5")
    def test_diagonal_small_pieces_only_two_each_unless_the_event_says_otherwise(self):
        state = setting_up("diagonal")
        assert actors(state) == [BEN]
        assert refused(state, choose(size=LARGE)) == ("ST-DIA-3", "size-not-open")
        state = play(state, choose(), choose(), choose(), choose())
        assert (actors(state), engine.awaits(state, None)[0].code) == ([ANA], "match-place-piece")

        one = play(setting_up("diagonal", options=MatchOptions(diagonal_pieces=1)), choose(), choose())
        assert engine.awaits(one, None)[0].code == "match-place-piece"

    @pytest.mark.clause("ST-TER-10")
    @pytest.mark.parametrize(
        ("id", "markers"),
        [("capture", 3), ("conquest", 3), ("advance", 5), ("diagonal", 3), ("clash", 0), ("desecration", 0)],
    )
    def test_fixed_markers_lie_on_the_table_before_the_terrain(self, id: str, markers: int):
        state = setting_up(id)

        assert len([one for one in state.game.scenario.elements if one.kind == "marker"]) == markers

    @pytest.mark.clause("ST-SPT-1", "ST-SPT-2", "ST-SPT-4")
    def test_special_terrain_comes_last_first_all_of_one_then_all_of_the_other(self):
        state = play(setting_up("clash"), choose(size=LARGE), choose(size=LARGE))
        state = play(state, place("piece-1", 5, 5), place("piece-2", 5, 25), EndStep(ANA), EndStep(BEN))
        tree = AddPiece(ANA, "tree", SMALL, square(20, 30, 2))
        assert actors(state) == [ANA]
        state = play(state, tree, AddPiece(ANA, "tree", SMALL, square(30, 30, 2)), EndStep(ANA))

        assert actors(state) == [BEN]
        assert [piece.special for piece in state.ground.pieces] == [False, False, True, True]
        assert engine.awaits(play(state, EndStep(BEN)), None)[0].code == "match-muster"

    @pytest.mark.clause("ST-SPT-1")
    def test_an_event_may_forbid_special_terrain(self):
        state = setting_up("clash", options=MatchOptions(special_terrain=False))
        state = play(state, choose(size=LARGE), choose(size=LARGE), place("piece-1", 5, 5), place("piece-2", 5, 25))

        assert engine.awaits(play(state, EndStep(ANA), EndStep(BEN)), None)[0].code == "match-muster"

    @pytest.mark.clause("ST-SPT-7")
    def test_special_terrain_does_not_count_towards_maxima(self):
        table = (TerrainType(HILL, (LARGE,), 2),)
        state = setting_up("clash", options=MatchOptions(terrain_table=table))
        state = play(state, choose(size=LARGE), choose(size=LARGE), place("piece-1", 5, 5), place("piece-2", 5, 25))
        state = play(state, EndStep(ANA), EndStep(BEN))

        assert len(play(state, AddPiece(ANA, HILL, LARGE, square(20, 30))).ground.pieces) == 3

    @pytest.mark.clause("SR-TERR-1")
    def test_steamroller_terrain_is_the_organisers(self):
        rock = square(20, 14)

        assert refused(setting_up("overrun"), AddPiece(ANA, "rough", SMALL, rock)) == ("SR-TERR-1", "organiser-terrain")
        assert len(play(setting_up("overrun"), AddPiece(ORGA, "rough", SMALL, rock)).ground.pieces) == 1
