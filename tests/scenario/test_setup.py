from __future__ import annotations

from typing import Any

import msgspec
import pytest

from heraut.kernel.message import Awaited, Roll
from heraut.kernel.names import FATE
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.definition import Property
from heraut.scenario.deployment import Deployed, DeployUnits, Muster, UnitsDeployed, bonus_dice
from heraut.scenario.facts import Figure, Side
from heraut.scenario.markers import ChargeMarker
from heraut.scenario.placement import (
    AddPiece,
    ChoosePiece,
    LosePiece,
    MovePiece,
    PieceChosen,
    PieceLost,
    PlaceMarker,
    PlacePiece,
)
from heraut.scenario.roles import ChooseRole, RollTied, RollWon, StateRoles, TakeEdge
from heraut.scenario.settings import MatchOptions, TerrainType
from heraut.scenario.setup import EndStep, GameBegan, SkipSetup
from heraut.table.shapes import inches
from scenario.build import (
    ANA,
    BEN,
    FIRST,
    LARGE,
    ORGA,
    SECOND,
    SMALL,
    play,
    playing,
    refused,
    setting_up,
    square,
    started,
)

WOOD, HILL = "uneven", "hill"


def choose(kind: str = HILL, size=SMALL) -> ChoosePiece:
    return ChoosePiece(ANA, kind, size)


def place(id: str, x: float, y: float, side: float = 4.0) -> PlacePiece:
    return PlacePiece(ANA, id, square(x, y, side))


def actors(state: Any) -> list[str]:
    """Who is awaited, by name."""
    return [awaited.seat for awaited in engine.awaits(state, None)]


def units(count: int, *, start: int = 1) -> tuple[Deployed, ...]:
    return tuple(Deployed(f"u{number}") for number in range(start, start + count))


class TestOpening:
    @pytest.mark.clause("ST-GAM-1")
    def test_the_higher_roll_chooses_to_be_first_or_second(self):
        state = started("capture")

        assert engine.decide(state, Roll(faces=(5, 2))) == (RollWon(ANA, (5, 2)),)
        won = play(state, Roll(faces=(2, 5)))
        assert actors(won) == [BEN]
        assert refused(won, ChooseRole(ANA, FIRST)) == ("ST-GAM-1", "roll-lost")
        assert play(won, ChooseRole(BEN, SECOND)).game.first == ANA
        assert play(won, ChooseRole(BEN, FIRST)).game.first == BEN

    @pytest.mark.clause("ST-GAM-2")
    def test_equal_rolls_are_rolled_again(self):
        state = started("capture")

        assert engine.decide(state, Roll(faces=(3, 3))) == (RollTied((3, 3)),)
        assert engine.awaits(play(state, Roll(faces=(3, 3))), None) == engine.awaits(state, None)

    @pytest.mark.clause("ST-GAM-3")
    def test_roles_are_settled_before_anything_is_placed_and_do_not_change(self):
        assert refused(started("capture"), choose())[1] == "wrong-phase"
        assert refused(setting_up("capture"), ChooseRole(ANA, SECOND))[1] == "wrong-phase"
        assert refused(setting_up("capture"), StateRoles(ANA, BEN))[1] == "wrong-phase"

    @pytest.mark.clause("ST-GAM-4")
    def test_who_lost_the_roll_chooses_the_edge(self):
        state = play(started("capture"), Roll(faces=(5, 2)), ChooseRole(ANA, FIRST))

        assert refused(state, TakeEdge(ANA, "near")) == ("ST-GAM-4", "edge-not-yours")
        assert play(state, TakeEdge(BEN, "near")).game.edges == {BEN: "near", ANA: "far"}
        later = play(state, choose())
        assert refused(later, TakeEdge(BEN, "near")) == ("ST-GAM-4", "edge-too-late")

    @pytest.mark.clause("SR-DEPL-2")
    def test_steamroller_who_goes_first_chooses_the_edge_unless_assigned(self):
        assert play(setting_up("overrun"), TakeEdge(ANA, "far")).game.edges == {ANA: "far", BEN: "near"}
        assert refused(setting_up("overrun"), TakeEdge(BEN, "far")) == ("SR-DEPL-2", "edge-not-yours")
        assert refused(setting_up("overrun", edges_assigned=True), TakeEdge(ANA, "far"))[1] == "edges-assigned"

    def test_faces_that_cannot_be_are_refused(self):
        assert refused(started("capture"), Roll(faces=(7, 1)))[1] == "wrong-dice"

    @pytest.mark.clause("SR-S15-1", "SR-S15-2")
    def test_demolition_is_played_by_an_organisers_definition_only(self):
        from heraut.scenario.library import find
        from scenario.build import settings

        bare = engine.start(settings("demolition"), engine.rules)
        assert isinstance(bare, Refusal)
        assert (bare.clause, bare.code) == ("SR-S15-1", "scenario-not-described")
        state = engine.start(settings("demolition", definition=find("sacrifice")), engine.rules)
        assert (state.game.scenario.id, state.game.scenario.group, state.game.scenario.radial) == (
            "demolition",
            4,
            True,
        )

    def test_settings_that_cannot_be_are_refused(self):
        from heraut.scenario.settings import Settings

        unknown = engine.start(Settings(scenario="bowling", players={ANA: "Ana", BEN: "Ben"}), engine.rules)
        alone = engine.start(Settings(scenario="clash", players={ANA: "Ana"}, casters={BEN: 1}), engine.rules)

        assert isinstance(unknown, Refusal)
        assert isinstance(alone, Refusal)
        assert unknown.code == "match-unknown-scenario"
        assert [fault.code for fault in alone.all()] == ["match-two-players", "unknown-caster-seat"]


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


def deploying(id: str, first: int = 5, second: int = 5, **more: Any) -> Any:
    """The terrain is done with: the next step is deployment."""
    state = setting_up(id, **more)
    while engine.awaits(state, None)[0].code not in ("match-muster", "match-deploy"):
        state = play(state, next(_forward(state)))
    if engine.awaits(state, None)[0].code == "match-muster":
        state = play(state, Muster(ANA, FIRST, first), Muster(BEN, SECOND, second))
    return state


def _forward(state: Any) -> Any:
    legal = [one for one in engine.legal(state, ANA) if not isinstance(one, SkipSetup | TakeEdge)]
    return iter([one for one in legal if isinstance(one, LosePiece | EndStep)] + legal)


class TestDeploying:
    @pytest.mark.clause("ST-CLA-10")
    def test_clash_units_are_deployed_one_at_a_time_in_turn(self):
        state = deploying("clash", 2, 2)
        seen = []
        for number in range(4):
            seen += actors(state)
            state = play(state, DeployUnits(ANA, units(1, start=number)))

        assert seen == [ANA, BEN, ANA, BEN]
        assert engine.awaits(state, None)[0].code == "match-turn"
        assert refused(deploying("clash"), DeployUnits(ANA, units(2))) == ("ST-CLA-10", "wrong-number-of-units")

    @pytest.mark.clause("ST-CLA-10", "ST-CAP-6", "ST-CAP-7")
    def test_every_figure_is_wholly_within_a_long_stick_of_its_edge(self):
        inside = Deployed("u", (Figure(10, 11.5, 25.4), Figure(1, 0.5, 25.4)))
        outside = Deployed("u", (Figure(10, 11.5, 25.4), Figure(10, 11.51, 25.4)))
        state = deploying("clash")

        assert refused(state, DeployUnits(ANA, (outside,))) == ("ST-CLA-10", "outside-deployment")
        after = play(state, DeployUnits(ANA, (inside,)))
        assert refused(after, DeployUnits(BEN, (inside,))) == ("ST-CLA-10", "outside-deployment")
        capture = deploying("capture", 1, 1)
        assert refused(capture, DeployUnits(ANA, (outside,))) == ("ST-CAP-6", "outside-deployment")
        later = play(capture, DeployUnits(ANA, (inside,)))
        assert refused(later, DeployUnits(BEN, (inside,))) == ("ST-CAP-6", "outside-deployment")

    @pytest.mark.clause("ST-CLA-11", "ST-CLA-12")
    @pytest.mark.parametrize(
        ("n1", "n2", "dice"),
        [(5, 7, (0, 2)), (7, 5, (1, 0)), (5, 5, (0, 0)), (6, 5, (0, 0)), (5, 6, (0, 1)), (1, 4, (0, 3))],
    )
    def test_clash_the_player_left_alone_gets_dice(self, n1: int, n2: int, dice: tuple[int, int]):
        state = deploying("clash", n1, n2)
        got = {FIRST: 0, SECOND: 0}
        for number in range(n1 + n2):
            events = engine.decide(state, DeployUnits(ANA, units(1, start=number)))
            assert isinstance(events[0], UnitsDeployed)
            got[events[0].side] += events[0].bonus
            state = play(state, DeployUnits(ANA, units(1, start=number)))

        assert (got[FIRST], got[SECOND]) == dice
        assert tuple(bonus_dice(n1, n2).values()) == dice

    @pytest.mark.clause("ST-CON-8", "ST-CON-9", "ST-GAM-12")
    def test_conquest_half_then_the_other_band_then_the_rest(self):
        state = deploying("conquest", 7, 3)

        assert refused(state, DeployUnits(ANA, units(3)))[1] == "wrong-number-of-units"
        state = play(state, DeployUnits(ANA, units(4)))
        assert actors(state) == [BEN]
        state = play(state, DeployUnits(BEN, units(3)))
        assert refused(state, DeployUnits(ANA, units(2)))[1] == "wrong-number-of-units"
        high = Deployed("u", (Figure(10, 13),))
        assert refused(state, DeployUnits(ANA, (high, *units(2)))) == ("ST-CON-8", "outside-deployment")
        assert engine.awaits(play(state, DeployUnits(ANA, units(3))), None)[0].code == "match-turn"

    @pytest.mark.clause("ST-ADV-5", "ST-ADV-6")
    def test_advance_any_number_in_blue_then_the_rest_in_orange(self):
        blue = Deployed("u", (Figure(10, 9.5, 25.4), Figure(10, 4.5, 25.4)))
        orange = Deployed("v", (Figure(10, 3.5, 25.4),))
        state = deploying("advance", 2, 2)

        assert refused(state, DeployUnits(ANA, (orange,))) == ("ST-ADV-5", "outside-deployment")
        state = play(state, DeployUnits(ANA, (blue,)), DeployUnits(BEN, ()))
        assert refused(state, DeployUnits(ANA, (blue,))) == ("ST-ADV-5", "outside-deployment")
        state = play(state, DeployUnits(ANA, (orange,)))
        assert refused(state, DeployUnits(BEN, units(1)))[1] == "wrong-number-of-units"
        assert engine.awaits(play(state, DeployUnits(BEN, units(2))), None)[0].code == "match-turn"
        everything = play(deploying("advance", 2, 2), DeployUnits(ANA, units(2)), DeployUnits(BEN, units(2)))
        assert engine.awaits(everything, None)[0].code == "match-turn"

    @pytest.mark.clause("ST-DES-13", "ST-DES-14")
    def test_desecration_at_least_half_between_a_medium_and_a_long_stick(self):
        def at(y: float) -> Deployed:
            return Deployed(f"u-{y * 100:.0f}", (Figure(10, y, 25.4),))

        state = deploying("desecration", 5, 2)
        assert refused(state, DeployUnits(ANA, units(2)))[1] == "wrong-number-of-units"
        assert refused(state, DeployUnits(ANA, (at(6.49), *units(3))))[1] == "outside-deployment"
        assert refused(state, DeployUnits(ANA, (at(11.51), *units(3))))[1] == "outside-deployment"
        state = play(state, DeployUnits(ANA, (at(6.5), at(11.5), *units(2))), DeployUnits(BEN, units(2)))
        assert engine.awaits(play(state, DeployUnits(ANA, units(1))), None)[0].code == "match-turn"

    @pytest.mark.clause("ST-DIA-11")
    def test_diagonal_the_second_player_deploys_half_first_and_in_their_zone(self):
        state = deploying("diagonal", 3, 3)
        assert actors(state) == [BEN]
        wrong = Deployed("u", (Figure(40, 5),))
        assert refused(state, DeployUnits(BEN, (wrong, *units(1)))) == ("ST-DIA-11", "outside-deployment")
        state = play(state, DeployUnits(BEN, units(2)), DeployUnits(ANA, (wrong, *units(2))))

        assert engine.awaits(play(state, DeployUnits(BEN, units(1))), None)[0].code == "match-turn"

    def test_units_are_counted_first_and_once(self):
        state = setting_up("capture")
        while engine.awaits(state, None)[0].code != "match-muster":
            state = play(state, next(_forward(state)))

        assert refused(state, DeployUnits(ANA, units(1)))[1] == "muster-first"
        assert refused(state, Muster(ANA, FIRST, 0))[1] == "match-no-units"
        state = play(state, Muster(ANA, FIRST, 1), Muster(BEN, SECOND, 1), DeployUnits(ANA, units(1)))
        assert refused(state, Muster(ANA, FIRST, 4))[1] == "muster-too-late"

    @pytest.mark.clause("SR-DEPL-1", "SR-DEPL-3")
    def test_steamroller_armies_deploy_in_their_zone_or_ahead(self):
        state = play(setting_up("overrun"), EndStep(ORGA))

        def at(x: float, y: float, *, ahead: bool = False) -> DeployUnits:
            return DeployUnits(ANA, (Deployed("u", (Figure(x, y, 25.4),), ahead=ahead),))

        assert refused(state, at(10, 8))[1] == "outside-deployment"
        assert refused(state, at(10, 14, ahead=True))[1] == "outside-deployment"
        play(state, at(10, 7.5))
        state = play(state, at(10, 13.5, ahead=True))
        assert actors(state) == [BEN]
        radial = play(setting_up("sacrifice"), EndStep(ORGA))
        play(radial, at(47.5, 17))
        assert refused(radial, at(36, 13))[1] == "outside-deployment"
        assert refused(radial, at(48, 5))[1] == "outside-deployment"


def begun(state) -> GameBegan:
    """How the game begins once the set-up is skipped, without the empty sheet."""
    event = engine.decide(state, SkipSetup(ANA))[-1]
    assert event.score.turns == 0
    return msgspec.structs.replace(event, score=None)


class TestBeginning:
    @pytest.mark.clause("ST-GAM-6", "ST-GAM-7", "ST-CLA-13", "ST-CAP-8", "ST-CON-10")
    @pytest.mark.parametrize("id", ["clash", "capture", "conquest"])
    @pytest.mark.parametrize(("budget", "rounding", "dice"), [(6, "up", 3), (8, "up", 4), (7, "up", 4), (7, "down", 3)])
    def test_the_second_player_rolls_half_the_budget_beforehand(self, id: str, budget: int, rounding: Any, dice: int):
        options = MatchOptions(budget=budget, half_rounding=rounding)

        assert begun(setting_up(id, options=options)) == GameBegan(dice, SECOND)

    @pytest.mark.clause("ST-GAM-6", "ST-GAM-8", "ST-ADV-7")
    def test_advance_the_first_player_begins_with_half_the_budget_instead(self):
        state = setting_up("advance")

        assert begun(state) == GameBegan(3, FIRST)
        opening = state.game.scenario.opening
        assert opening is not None
        assert opening.instead_of_own

    @pytest.mark.clause("ST-GAM-6", "ST-DES-15", "ST-DIA-12")
    @pytest.mark.parametrize(
        ("id", "forbidden"), [("desecration", ("advanced-ability", "charge")), ("diagonal", ("charge", "shoot"))]
    )
    def test_others_have_no_opening_dice_but_limits_in_the_first_turn(self, id: str, forbidden: tuple[str, ...]):
        assert begun(setting_up(id)) == GameBegan(0, None, forbidden)

    @pytest.mark.clause("SR-S06-1")
    def test_revelation_draws_flag_one_before_deployment(self):
        state = setting_up("revelation")
        (awaited,) = engine.awaits(state, None)
        assert isinstance(awaited, Awaited)

        assert (awaited.seat, awaited.code) == (FATE, "match-draw")
        assert refused(state, SkipSetup(ANA))[1] == "match-draw-needed"
        assert play(state, Roll(faces=(2,))).ground.first_flag == "FE"
        assert playing("revelation", flag=1).play.sheet.first_flag == "FW"

    @pytest.mark.clause("ST-MRK-2", "ST-MRK-5")
    def test_nothing_affects_a_marker_but_in_desecration(self):
        assert refused(playing("capture"), ChargeMarker(ANA, "marker_left", 3))[1] == "fact-not-asked"
        assert refused(playing("capture"), PlaceMarker(ANA, 3, 3))[1] == "wrong-phase"
        assert refused(playing("desecration"), ChargeMarker(ANA, "second_1", 3))[1] == "charge-too-early"


@pytest.mark.clause("ST-MAT-1", "ST-TER-2", "ST-MAT-3")
def test_what_players_bring_and_markers_are_pooled():
    from heraut.rulesets.tables import read
    from heraut.scenario.definition import ElementKind
    from heraut.scenario.library import every

    brought = {row["item"]: row.get("count", 1) for row in read("saga_tournament", "organisation")["material"]}
    needed = {one.id: len(one.of_kind(ElementKind.MARKER)) + 2 * one.markers_each for one in every("saga_tournament")}

    assert (brought["bring-objective-markers"], brought["bring-terrain-small"], brought["bring-terrain-large"]) == (
        3,
        3,
        1,
    )
    assert brought["bring-band-sheets"] == 2
    assert needed == {"clash": 0, "capture": 3, "conquest": 3, "advance": 5, "desecration": 6, "diagonal": 3}
    assert max(needed.values()) <= 2 * brought["bring-objective-markers"]


def test_a_marker_s_rim_is_half_its_diameter():
    assert inches(40) == pytest.approx(1.5748, abs=1e-4)
    assert Side.FIRST.other is Side.SECOND


class TestAgreement:
    @pytest.mark.clause("HOUSE-MATCH-1")
    def test_the_table_is_ready_when_both_players_say_so(self):
        state = setting_up("clash", both_agree=True)

        half = play(state, SkipSetup(BEN))

        assert [event.seat for event in engine.decide(state, SkipSetup(BEN))] == [BEN]
        assert [(one.seat, one.code) for one in engine.awaits(half, None)] == [(ANA, "match-ready")]
        assert refused(half, SkipSetup(BEN)) == ("HOUSE-MATCH-1", "ready-already")
        assert (engine.view(half, ANA).phase, engine.view(half, ANA).ready) == ("setting-up", (BEN,))
        assert engine.view(play(half, SkipSetup(ANA)), ANA).phase == "playing"

    @pytest.mark.clause("HOUSE-MATCH-1")
    def test_an_official_says_for_both_that_it_is_ready_and_a_keeper_where_one_keeps_the_sheet(self):
        assert engine.view(play(setting_up("clash", both_agree=True), SkipSetup(ORGA)), ANA).phase == "playing"
        assert engine.view(play(setting_up("clash"), SkipSetup(BEN)), ANA).phase == "playing"

    @pytest.mark.clause("ST-GAM-1")
    def test_who_lost_the_opening_roll_does_not_state_the_roles(self):
        state = play(started("clash", both_agree=True), Roll(faces=(2, 5)))

        assert refused(state, StateRoles(ANA, ANA)) == ("ST-GAM-1", "roll-lost")
        assert play(state, StateRoles(BEN, ANA)).game.first == ANA
        assert play(state, StateRoles(ORGA, ANA)).game.first == ANA
