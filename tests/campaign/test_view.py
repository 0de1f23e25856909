from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from heraut.campaign import engine, view
from heraut.campaign.absence import CloseStep, NameStandIn, ReplacePlayer
from heraut.campaign.bids import PlaceBid
from heraut.campaign.board import Left, Recruit, TerritoryMuster
from heraut.campaign.building import Build
from heraut.campaign.invasions import Invade
from heraut.campaign.marches import DeclareMove, PassMoves
from heraut.campaign.musters import Prepare
from heraut.campaign.results import ConfirmResult, ProposeResult
from heraut.campaign.situation import situation
from heraut.campaign.state import State
from heraut.kernel.codec import encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Awaited, Command, Outline, shown
from heraut.kernel.names import FATE, ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.sealed import Stage

ANA, BEN = Seat("ana"), Seat("ben")
TWO = ["1 ana T12: 6", "2 ben T16: 6"]


def after(state: State, *commands: Command) -> State:
    for command in commands:
        events = engine.decide(state, command)
        assert not isinstance(events, Refusal), events
        state = evolve_all(engine, state, events)
    return state


def bought(points: int) -> tuple[TerritoryMuster, ...]:
    return (TerritoryMuster("T12", recruits=(Recruit("hearthguards", points, 4 * points),)),)


SECRETS: list[tuple[str, dict[str, Any], Command, Command]] = [
    ("bids", {"stocks": {"ana": 5}}, PlaceBid(ANA, amount=0), PlaceBid(ANA, amount=5)),
    (
        "prepare",
        {"stocks": {"ana": 5}, "villages": {"T12": "ana", "T16": "ben"}},
        Prepare(ANA, musters=bought(1)),
        Prepare(ANA, musters=bought(2)),
    ),
    (
        "build",
        {"stocks": {"ana": 5}, "control": {"T13": "ana", "T14": "ana", "T15": "ben"}},
        Build(ANA, sites=("T13",)),
        Build(ANA, villages=("T14",)),
    ),
]


@pytest.mark.clause("SC-GEN-4")
@pytest.mark.parametrize(("step", "given", "one", "other"), SECRETS, ids=[step for step, *_ in SECRETS])
def test_sealed_orders_are_known_to_their_owner_alone(step: str, given: Any, one: Command, other: Command):
    state = situation(step, bands=TWO, **given)
    here, there = after(state, one), after(state, other)

    for viewer in (BEN, ORGANISER, None):
        assert encode(engine.view(here, viewer)) == encode(engine.view(there, viewer))
    assert encode(engine.view(here, ANA)) != encode(engine.view(there, ANA))


@pytest.mark.clause("SC-GEN-4")
@pytest.mark.parametrize(("step", "given", "one", "other"), SECRETS, ids=[step for step, *_ in SECRETS])
def test_that_orders_are_sealed_is_known_to_all(step: str, given: Any, one: Command, other: Command):
    state = situation(step, bands=TWO, **given)
    (event,) = engine.decide(state, one)

    assert engine.view(after(state, one), BEN).slots[0].stage is Stage.SEALED
    assert shown(event, ANA) == event
    assert isinstance(shown(event, BEN), Outline)
    assert isinstance(shown(event, None), Outline)


@pytest.mark.clause("SC-GEN-4", "SC-SEQ-4")
def test_a_draft_is_its_owners_affair():
    state = situation("prepare", bands=TWO, villages={"T12": "ana", "T16": "ben"}, stocks={"ana": 5})
    drafted = after(state, Prepare(ANA, musters=bought(9), ready=False))
    (event,) = engine.decide(state, Prepare(ANA, musters=bought(9), ready=False))

    assert encode(engine.view(drafted, BEN)) == encode(engine.view(state, BEN))
    assert shown(event, BEN) is None


@pytest.mark.clause("SC-GEN-9")
def test_submitted_and_defaulted_are_seen_as_different_things():
    state = situation("prepare", players=["ana", "ben", "chloe"], villages={"T12": "ana", "T16": "ben", "T04": "chloe"})
    state = after(state, Prepare(ANA), CloseStep(players=(BEN,)))

    stages = [(slot.seat, slot.stage) for slot in engine.view(state, None).slots]
    assert stages == [("ana", Stage.SEALED), ("ben", Stage.DEFAULTED), ("chloe", Stage.AWAITED)]


@pytest.mark.clause("SC-GEN-9")
@pytest.mark.parametrize(
    ("step", "given", "seat"),
    [("setup", {"settings": {"start_assignment": "manual"}}, ORGANISER), ("dice", {"turn": 1}, FATE)],
)
def test_what_the_organiser_or_the_dice_owe_is_not_filled_in(step: str, given: Any, seat: Seat):
    state = situation(step, bands=TWO, **given)
    assert [awaited.seat for awaited in engine.awaits(state, None)] == [seat]

    refusal = engine.decide(state, CloseStep(players=(seat,)))

    assert isinstance(refusal, Refusal)
    assert refusal.code == "campaign-nobody-awaited"


@pytest.mark.clause("SC-CBT-4", "SC-DET-5")
@pytest.mark.parametrize(("players", "scenario"), [(2, "claim-the-territory"), (3, "claim-the-territory-of-four")])
def test_the_sheet_of_a_combat_names_the_scenario(players: int, scenario: str):
    bands = ["1 ana T13: 6", "2 ben T13 from T14: 6", "3 chloe T13 from T08: 6"][:players]
    state = situation("combats", players=["ana", "ben", "chloe"], bands=bands)

    assert [sheet.scenario for sheet in engine.view(state, None).combats] == [scenario]


@pytest.mark.clause("SC-SAC-2")
def test_a_sacred_site_is_shown_on_the_map_and_on_the_sheet_of_a_combat_and_does_nothing():
    bands = ["1 ana T13: 6", "2 ben T13 from T14: 6"]
    with_site = situation("combats", control={"T13": "ana"}, sites={"T13": "ana"}, bands=bands)
    without = situation("combats", control={"T13": "ana"}, bands=bands)
    seen = engine.view(with_site, None)

    assert seen.combats[0].site == "ana"
    assert [land.site for land in seen.territories if land.id == "T13"] == ["ana"]
    assert [player.income for player in seen.players] == [
        player.income for player in engine.view(without, None).players
    ]
    assert [player.score for player in seen.players] == [player.score for player in engine.view(without, None).players]


@pytest.mark.clause("SC-VIL-1")
def test_a_combat_in_a_village_is_an_ordinary_combat():
    bands = ["1 ana T13: 6", "2 ben T13 from T14: 6"]
    plain = situation("combats", control={"T13": "ana"}, bands=bands)
    village = situation("combats", villages={"T13": "ana"}, bands=["1 ana T13: 4", "2 ben T13 from T14: 6"])
    one, other = (engine.view(state, None).combats[0] for state in (plain, village))

    assert (one.scenario, one.combat.attacker, one.combat.defender) == (
        other.scenario,
        other.combat.attacker,
        other.combat.defender,
    )


@pytest.mark.clause("SC-VIC-5")
def test_fame_reached_and_lost_within_a_turn_wins_nothing():
    """Five points during the turn, but the ninth point of another pushes the oldest out before the turn ends."""
    state = situation(
        "invasion",
        outer=["ben"],
        stocks={"ben": 9},
        memory=["ana", "ben", "ana", "ben", "ana", "ben", "ana", "ana"],
        bands=["1 ana T12: 6", "2 ben T16: 6"],
    )
    state = after(state, Invade(BEN, territory="T14", recruits=(Recruit("hearthguards", 4, 16),)))

    assert state.board.memory.count("ana") == 4
    assert state.board.turn == 3


@pytest.mark.clause("SC-LRD-4")
def test_a_killed_lord_is_gone_and_his_place_is_free_at_once():
    state = situation(
        "combats", settings={"max_lords": 3}, control={"T13": "ana"}, bands=["1 ana T13: 6", "2 ben T13 from T14: 6"]
    )
    left = (Left(10, 24), Left(20, 24))
    result = ProposeResult(ANA, territory="T13", winners=(ANA,), left=left, fallen=(102,))
    before = state.board.lords_of(BEN)
    state = after(state, result, ConfirmResult(BEN, territory="T13"))

    assert (before, state.board.lords_of(BEN)) == (1, 0)


@pytest.mark.clause("SC-INI-2", "SC-GEN-6")
@pytest.mark.parametrize(("dice", "roller"), [("software", None), ("typed", ANA)])
def test_typed_dice_belong_to_their_player(dice: str, roller: Seat | None):
    state = situation("dice", turn=1, settings={"dice": dice}, bands=TWO)
    (awaited,) = engine.awaits(state, None)

    assert isinstance(awaited, Awaited)
    assert awaited.chance is not None
    assert (awaited.chance.sides, awaited.chance.roller) == ((6, 6, 6), roller)


@pytest.mark.clause("SC-PLY-3")
def test_a_player_without_anything_still_bids_and_keeps_a_place():
    state = situation("bids", players=["ana", "ben", "chloe"], bands=TWO)

    assert [awaited.seat for awaited in engine.awaits(state, None)] == ["ana", "ben", "chloe"]


@pytest.mark.clause("SC-ABS-6", "SC-ABS-8")
def test_a_stand_in_speaks_beside_the_player_and_a_new_player_has_a_new_name():
    state = situation("declare", bands=TWO)
    state = after(
        state,
        NameStandIn(ANA, player=ANA, stand_in="bot:heuristic"),
        ReplacePlayer(player=BEN, name="Hugo"),
    )

    assert state.people.stand_ins == {ANA: "bot:heuristic"}
    assert engine.stand_ins(state) == {}
    assert engine.stand_ins(after(state, NameStandIn(ANA, player=ANA, stand_in="ben"))) == {ANA: BEN}
    assert engine.seats(state) == {"ana": "Ana", "ben": "Hugo"}
    assert engine.view(state, None).players[0].stand_in == "bot:heuristic"


@pytest.mark.clause("SC-GEN-1")
def test_every_other_player_is_an_enemy():
    state = situation("declare", players=["ana", "ben", "chloe"], bands=["1 ana T12: 6", "2 ben T16: 6"])

    assert [state.board.enemy_at("T12", seat) for seat in ("ana", "ben", "chloe")] == [False, True, True]


@pytest.mark.clause("SC-CTL-1", "SC-CTL-4")
def test_control_needs_no_garrison_and_standing_somewhere_is_not_control():
    state = situation(
        "declare", control={"T12": "ana", "T16": "ana"}, bands=["1 ana T12: 6", "2 ben T16: 6", "3 ana T16: 6"]
    )
    moved = after(state, PassMoves(BEN), DeclareMove(ANA, band=1, path=("T07",)), PassMoves(ANA))

    assert moved.board.control == {"T12": "ana", "T16": "ana", "T07": "ana"}


@pytest.mark.clause("SC-INI-6", "SC-SEQ-4")
@pytest.mark.parametrize(("step", "given", "one", "other"), SECRETS, ids=[step for step, *_ in SECRETS])
def test_what_is_sealed_may_be_replaced_until_the_opening(step: str, given: Any, one: Command, other: Command):
    before = situation(step, bands=TWO, **given)
    sealed = after(before, one)

    assert list(engine.legal(sealed, ANA)) == list(engine.legal(before, ANA))
    assert after(sealed, other) == after(before, other)


def rules_asked(state: State) -> Counter[str]:
    """The functions of the other files of the campaign that a view calls, and how often."""
    calls: Counter[str] = Counter()
    room = Path(view.__file__).parent

    def count(frame: FrameType, event: str, _arg: object) -> None:
        caller, asked = frame.f_back, Path(frame.f_code.co_filename)
        if event == "call" and caller is not None and caller.f_code.co_filename == view.__file__:
            calls[frame.f_code.co_name] += asked.parent == room and asked.name != "view.py"

    sys.setprofile(count)
    try:
        view.view(state, ANA)
    finally:
        sys.setprofile(None)
    return calls


def test_a_view_asks_the_rules_once_for_all_lands_and_once_for_each_band_or_player():
    state = situation("declare", bands=TWO)
    lands = {at: (ANA, BEN)[number % 2] for number, at in enumerate(state.game.map.territories)}

    calls = rules_asked(replace(state, board=replace(state.board, control=lands)))

    assert (calls["territory_incomes"], calls["points"], max(calls.values())) == (1, 2, 2)
