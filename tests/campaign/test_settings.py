from __future__ import annotations

from typing import Any

import msgspec
import pytest

from heraut.campaign import engine
from heraut.campaign.settings import Campaign, CampaignPlayer, Settings, SettingsCode, ranges, resolve
from heraut.campaign.state import Setup, State
from heraut.campaign.tables import UnitRow
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import say_fault

NAMES = ("ana", "ben", "chloe", "david", "emma", "farid", "gaelle")


def settings(players: int = 2, **chosen: Any) -> Settings:
    return Settings(players=tuple(CampaignPlayer(Seat(name), name.title()) for name in NAMES[:players]), **chosen)


def game(players: int = 2, **chosen: Any) -> Campaign:
    found = resolve(settings(players, **chosen))
    assert isinstance(found, Campaign)
    return found


def codes(asked: Settings) -> list[tuple[str, Any]]:
    found = resolve(asked)
    assert isinstance(found, Refusal)
    return [(fault.code, fault.subject) for fault in found.all()]


@pytest.mark.clause("SC-PLY-1")
@pytest.mark.parametrize(
    ("players", "limits"),
    [(2, (10, 5, 7, 3, 2)), (3, (8, 4, 5, 3, 3)), (4, (8, 3, 4, 2, 2)), (5, (6, 3, 3, 2, 2)), (6, (6, 3, 3, 2, 2))],
)
def test_the_limits_follow_from_the_number_of_players(players: int, limits: tuple[int, ...]):
    """Turns, memory points for fame, lords, starting bands, villages."""
    found = game(players)

    assert limits == (
        found.turns,
        found.prestige_to_win,
        found.max_lords,
        found.starting_bands,
        found.max_villages,
    )


@pytest.mark.clause("SC-PLY-2", "SC-GEN-7")
def test_a_group_may_override_any_number_of_the_table_before_it_starts():
    found = game(3, turns=4, prestige_to_win=2, max_lords=6, starting_bands=1, max_villages=1)

    assert (found.turns, found.prestige_to_win, found.max_lords) == (4, 2, 6)
    assert (found.starting_bands, found.max_villages) == (1, 1)


@pytest.mark.clause("SC-GEN-7", "SC-GEN-1", "SC-VIL-5")
def test_no_command_changes_settings_gives_anything_away_or_destroys_a_village():
    """What cannot be said cannot be done: the list of commands is closed."""
    kinds = {kind.__name__ for kind in msgspec.inspect.type_info(engine.commands).types for kind in (kind.cls,)}

    assert kinds == {
        "AllowTelling", "AssignStarts", "Build", "ChooseVillage", "CloseStep", "ComposeBands", "Concede",
        "ConfirmResult",
        "DeclareMove", "DeclineInvasion", "DefendVillage", "Demobilise", "DescribeLord", "ExtendDeadline",
        "FieldForce", "Invade", "NameStandIn", "OrderTies", "PassMoves", "PlaceBid", "Prepare", "ProposeResult",
        "RejectResult", "ReplacePlayer", "Roll", "SetPause", "Tick", "VotePause", "WriteLetter",
        "YieldVillage",
    }  # fmt: skip


@pytest.mark.clause("SC-SET-5", "SC-SET-6")
@pytest.mark.parametrize("pp", [0, 30])
def test_before_the_first_event_nobody_owns_anything_but_power_points(pp: int):
    state = engine.start(settings(starting_pp=pp), engine.rules)

    assert isinstance(state, State)
    assert state.phase == Setup()
    assert state.board.stocks == {"ana": pp, "ben": pp}
    assert (state.board.control, state.board.villages, state.board.sites) == ({}, {}, {})
    assert (state.board.memory, state.board.bands, state.board.armies) == ((), {}, {})


@pytest.mark.clause("SC-SET-1")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_a_campaign_is_for_two_to_six(players: int):
    assert codes(settings(players)) == [(SettingsCode.PLAYER_COUNT, None)]


@pytest.mark.clause("SC-SET-1")
def test_every_seat_is_given_once_and_none_is_reserved():
    players = tuple(CampaignPlayer(Seat(seat), "X") for seat in ("ana", "ana", "organiser"))

    assert codes(Settings(players=players)) == [
        (SettingsCode.SEAT_TWICE, "ana"),
        (SettingsCode.SEAT_RESERVED, "organiser"),
    ]


@pytest.mark.clause("SC-SET-4", "SC-SET-6", "SC-MOV-2", "SC-PP-1", "SC-LRD-1", "SC-PLY-2", "SC-ABS-1")
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("starting_band_points", 3), ("starting_band_points", 11), ("starting_pp", -1), ("starting_pp", 31),
        ("fast_max_points", 3), ("fast_max_points", 11), ("prestige_income", 4), ("lord_cost", 6), ("turns", 0),
        ("turns", 1001), ("starting_bands", 1001), ("max_villages", 0), ("grace", -1),
    ],
)  # fmt: skip
def test_settings_stay_within_their_range(name: str, wrong: int):
    assert codes(settings(**{name: wrong})) == [(SettingsCode.OUT_OF_RANGE, name)]


@pytest.mark.clause("SC-ABS-1")
def test_a_deadline_lasts_at_least_a_second():
    assert codes(settings(deadlines={"declare": 0})) == [(SettingsCode.OUT_OF_RANGE, "deadlines.declare")]


@pytest.mark.clause("SC-BND-9")
@pytest.mark.parametrize("figures", [-1, 0, 1001])
def test_a_point_of_a_kind_of_unit_has_figures(figures: int):
    catalogue = (UnitRow("warriors", figures), UnitRow("trolls", 1))

    assert codes(settings(unit_catalogue=catalogue)) == [(SettingsCode.OUT_OF_RANGE, "unit_catalogue.warriors")]


@pytest.mark.clause("SC-BND-8")
def test_there_is_a_lord_for_every_starting_band():
    assert codes(settings(max_lords=2)) == [(SettingsCode.TOO_FEW_LORDS, None)]


@pytest.mark.clause("SC-MAP-6")
def test_a_map_must_have_a_start_for_every_player():
    small = "territory T01 tower 10 10 A\nterritory T02 cromlech 20 20 B\nroads T01: T02\nstarts 1: T01\n"

    assert codes(settings(map=small)) == [(SettingsCode.TOO_FEW_STARTS, "map")]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", sorted(ranges()))
def test_a_number_out_of_range_is_named_in_words(name: str, language):
    players = (CampaignPlayer(Seat("ana"), "Ana"), CampaignPlayer(Seat("ben"), "Ben"))
    fault = resolve(Settings(players=players, **{name: -1}))

    assert isinstance(fault, Refusal)
    assert name not in say_fault(fault, language)
