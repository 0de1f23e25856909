from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain
from typing import Any, get_args

import pytest

from campaign.invariants import broken
from heraut.campaign import engine
from heraut.campaign.bids import PlaceBid
from heraut.campaign.bots import search
from heraut.campaign.bots.heuristic import LOSER, OUT_OF, TIED, WINNER, odds, settle
from heraut.campaign.bots.play import LEVELS, BotMove, answer, blinded, play
from heraut.campaign.building import Build
from heraut.campaign.marches import DeclareMove, PassMoves
from heraut.campaign.results import fielded_units
from heraut.campaign.settings import CampaignPlayer, Level, Settings, TurnStep
from heraut.campaign.situation import NAMES, situation
from heraut.campaign.state import Fighting, Finished, State
from heraut.campaign.subject import CampaignOrder
from heraut.campaign.turns import StepOpened
from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Event
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import SplitMix

pytestmark = pytest.mark.slow  # whole campaigns, played by bots

VARIANTS: tuple[dict[str, Any], ...] = (
    {},
    {"engagement": "free", "upkeep_rule": "reach", "odd_half": "up", "starting_pp": 12, "neutral_draw": "nobody"},
    {
        "reserve_needs_lord": True,
        "reserve_on_loss": "lost",
        "homeless_scope": "all",
        "lord_cost": 1,
        "neutral_draw": "nobody",
    },
    {
        "declaration_order": "initiative",
        "overbid": "refuse",
        "prestige_income": 2,
        "prestige_to_win": 9,
        "resurgence": "never",
    },
    {"max_villages": 5, "starting_bands": 1, "max_lords": 9, "fast_max_points": 10, "starting_pp": 30},
)


@pytest.fixture(autouse=True)
def a_tree_that_hardly_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", 300)


def begin(players: int, **chosen: Any) -> State:
    seated = tuple(CampaignPlayer(Seat(seat), name, outer=seat < "c") for seat, name in list(NAMES.items())[:players])
    state = engine.start(Settings(players=seated, **chosen), engine.rules)
    assert not isinstance(state, Refusal)
    return state


def game(state: State, level: Level, seed: int) -> Iterable[BotMove]:
    return play(state, dict.fromkeys(state.game.seats, level), SplitMix(seed))


@pytest.mark.clause("SC-CHK-1", "SC-CHK-2", "SC-CHK-3", "SC-CHK-4", "SC-CHK-5", "SC-CHK-6", "SC-CHK-7", "SC-CHK-8")
@pytest.mark.clause("SC-CHK-9", "SC-PP-5", "SC-MAP-4", "SC-BND-8")
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_invariants_hold_after_every_event_and_the_game_ends(players: int, variant: int):
    for seed in range(4):
        state = first = begin(players, **VARIANTS[variant])
        told: list[Event] = []
        for played in game(state, "random", 100 * players + seed):
            for event in played.events:
                after = engine.evolve(state, event)
                assert broken(state, event, after) == []
                state = after
            told += played.events
        assert isinstance(state.phase, Finished)
        assert state.board.turn <= state.game.turns
        assert evolve_all(engine, first, [decode(encode(event), engine.events) for event in told]) == state


@pytest.mark.clause("SC-SEQ-1")
def test_the_steps_of_every_turn_follow_one_another():
    steps = [
        event.step
        for played in game(begin(3, turns=4, prestige_to_win=9), "random", 7)
        for event in played.events
        if isinstance(event, StepOpened)
    ]

    assert steps == [step for step in TurnStep if step not in (TurnStep.SETUP, TurnStep.FINISHED)] * 4


def test_every_event_of_the_rules_is_met_by_some_game_of_bots():
    met: set[type] = set()
    for seed in range(60):
        for played in game(begin(2 + seed % 5, **VARIANTS[seed % 5]), "random", seed):
            met |= {type(event) for event in played.events}
    rare = (
        game(begin(4, max_villages=1, prestige_to_win=9), "random", 65),  # an army finds its only village occupied
        game(begin(2, starting_bands=5, prestige_to_win=9), "random", 3),  # more bands than can be paid
        game(begin(6, homeless_scope="all", turns=10, prestige_to_win=9), "random", 4),  # two come back to one place
    )
    for played in chain.from_iterable(rare):
        met |= {type(event) for event in played.events}
    people = {
        "BidDefaulted", "BuildingDefaulted", "BuildingDrafted", "CampaignPaused", "CampaignResumed", "DeadlineMissed",
        "DeadlineSet", "LetterSent", "LetterTold", "LordDescribed",
        "PauseVoted", "PlayerReplaced", "PreparationDefaulted", "PreparationDrafted",
        "ReminderSent", "StandInNamed", "StepClosed", "TellingAllowed",
    }  # fmt: skip

    assert {kind.__name__ for kind in get_args(engine.events)} - {kind.__name__ for kind in met} <= people


def test_every_event_changes_the_state_somewhere():
    kinds = [Event]
    for kind in kinds:
        kinds += kind.__subclasses__()
    own = {kind for kind in kinds if kind.__module__.startswith("heraut.campaign") and not kind.__subclasses__()}

    assert own == set(get_args(engine.events))


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_always_answers_what_is_awaited(level: Level):
    turns = 1 if level in ("searching", "tree") else 6
    played = list(game(begin(2, turns=turns), level, 3))

    assert isinstance(played[-1].state.phase, Finished)


def test_a_bot_answers_for_the_seat_something_is_awaited_from():
    state = situation("declare", bands=["1 ana T12: 6", "2 ben T16: 6"])
    (awaited,) = engine.awaits(state, None)
    found = answer("heuristic", state, awaited, SplitMix(1))

    assert isinstance(found, DeclareMove | PassMoves)
    assert found.seat == awaited.seat == "ben"


@pytest.mark.clause("SC-HOM-5")
def test_a_bot_that_lost_everything_comes_back_far_from_its_enemies():
    state = situation("build", stocks={"ana": 2, "ben": 0}, control={"T12": "ben"}, bands=["2 ben T16: 6"])
    found = answer("heuristic", state, engine.awaits(state, None)[0], SplitMix(1))

    assert isinstance(found, Build)
    (place,) = found.villages
    far = state.game.map.distances["T16"]
    assert far[place] == max(far.values())


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_does_not_know_the_sealed_choices_of_others(level: Level):
    state = situation("bids", stocks={"ana": 5, "ben": 5}, bands=["1 ana T12: 6", "2 ben T16: 6"])
    told = [evolve_all(engine, state, decided(state, PlaceBid(Seat("ana"), amount=n))) for n in (0, 5)]

    assert blinded(told[0], Seat("ben")) == blinded(told[1], Seat("ben"))
    (awaited,) = engine.awaits(told[0], None)
    assert answer(level, told[0], awaited, SplitMix(4)) == answer(level, told[1], awaited, SplitMix(4))


def decided(state: State, command: CampaignOrder) -> tuple[Event, ...]:
    events = engine.decide(state, command)
    assert not isinstance(events, Refusal)
    return events


def test_the_heuristic_bot_beats_the_random_one():
    wins = 0
    for number in range(20):
        levels: dict[Seat, Level] = {Seat("ana"): "heuristic", Seat("ben"): "random"}
        if number % 2:
            levels = {Seat("ana"): "random", Seat("ben"): "heuristic"}
        state = begin(2)
        for played in play(state, levels, SplitMix(number)):
            state = played.state
        assert isinstance(state.phase, Finished)
        wins += levels[state.phase.ranking[0].seat] == "heuristic"

    assert wins >= 18


def test_the_odds_of_a_battle_go_with_the_squares_of_the_points():
    law = odds({Seat("ana"): 6, Seat("ben"): 3})

    assert dict(law.chances) == {
        ("ana",): Fraction(9, 10) * Fraction(4, 5),
        ("ben",): Fraction(9, 10) * Fraction(1, 5),
        ("ana", "ben"): Fraction(1, 10),
    }
    assert all(toll.whole + toll.halved <= OUT_OF for toll in (WINNER, TIED, LOSER))


def test_a_settled_battle_is_a_legal_result_and_follows_the_odds():
    state = situation("combats", control={"T13": "ana"}, bands=["1 ana T13: 6", "2 ben T13 from T14: 3 3:6"])
    assert isinstance(state.phase, Fighting)
    below = SplitMix(1)
    combat = state.phase.combats["T13"]
    units = fielded_units(state.board, combat)
    results = [settle(units, combat, Seat("ana"), below) for _ in range(400)]

    assert [result for result in results if isinstance(engine.decide(state, result), Refusal)] == []
    assert 220 < sum(result.winners == ("ana",) for result in results) < 290
    assert 20 < sum(len(result.winners) == 2 for result in results) < 60
