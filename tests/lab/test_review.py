"""An event that is over: strengths, luck, the deciding result, other orders, the event played anew."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heraut.cli import ANSWERED, BAD_INPUT, run
from heraut.kernel.names import ORGANISER, Seat
from heraut.lab import replays, review_report
from heraut.lab.plan import CRITERIA, EventPlan, plan_of
from heraut.lab.reference import Hall, open_hall, seat_of
from heraut.lab.replays import EventJob, Rerun, event_blocks, replayed
from heraut.lab.review import (
    PastEvent,
    PlayedGame,
    champions,
    games_of,
    other_orders,
    read_event,
    schedules,
    strengths,
    turned_results,
    with_seats,
)
from heraut.lab.review_report import EventReport, work
from heraut.lab.trial import PlayerField, read_settings
from heraut.rulesets.editions import NEWEST, current, in_force
from heraut.speech.sentences import LANGUAGES
from heraut.tournament.entries import CheckIn, Drop, Register
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.scoring import ByHand, SagaReport
from heraut.tournament.standings.ledger import ranking_of
from heraut.tournament.state import Over, State
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin

pytestmark = pytest.mark.slow  # the first time on a machine, the lab is compiled
A, B, C, D = (Seat(f"p{number:04}") for number in range(4))
GOLDEN = Path(__file__).parent.parent / "golden" / "streams"


def understood(past: PastEvent, runs: int, seed: int, seeds: int = 3) -> EventReport:
    """The report of an event, every block of it computed here."""
    rerun, job = Rerun(past), EventJob(b"", runs, seeds, seed)
    report = work(rerun, job).report({block: replayed(rerun, block, seed) for block in event_blocks(job, rerun)})
    assert isinstance(report, EventReport)
    return report


def event(text: str, field: PlayerField, skills: list[float]) -> State:
    hall = open_hall(read_settings(text), field, 3, 0)
    while not isinstance(hall.state.stage, Over):
        hall.play_round(np.array([*skills, 0.0]))
    return hall.state


def four_players() -> State:
    """Two rounds in which the player with the smaller number wins by its margin: 9, and once by 1."""
    hall = open_hall(read_settings("saga:rounds=2"), PlayerField(4), 1, 0)
    for number in (1, 2):
        _play(hall, number)
    return hall.state


def _play(hall: Hall, number: int) -> None:
    hall.say(DraftRound(ORGANISER))
    hall.say(PublishRound(ORGANISER))
    for table in hall.state.rounds[-1].tables.values():
        one, other = sorted(table.seats)
        by = 1 if one == A and number == 2 else 9
        report = SagaReport({one: by, other: 0})
        hall.say(SettleResult(ORGANISER, round=number, table=table.number, report=report))


def test_strengths_are_those_of_bradley_and_terry():
    """Against one opponent the likeliest strength solves s = 1 − 1 / (1 + e^−2s), with a prior of one."""
    known = strengths((A, B), [PlayedGame(1, 1, A, B, A)])

    assert known[A] == -known[B]
    assert known[A] == pytest.approx(1 - 1 / (1 + np.exp(-2 * known[A])))


def test_a_level_game_says_nothing_between_equals():
    assert strengths((A, B), [PlayedGame(1, 1, A, B, None)]) == {A: 0, B: 0}


def test_luck_of_results_adds_up_to_nothing():
    found = schedules(event("saga:rounds=3", PlayerField(8), [0.0] * 8))

    assert sum(one.result_luck for one in found) == pytest.approx(0)
    assert [one.rank for one in found] == list(range(1, 9))


def test_who_met_the_strong_was_unlucky_in_the_pairings():
    found = schedules(event("steamroller:rounds=3", PlayerField(8), [3.0, 2.0, 1.0, 0.5, -0.5, -1.0, -2.0, -3.0]))

    assert min(found, key=lambda one: one.pairing_luck) == max(found, key=lambda one: one.opponents)


def test_the_result_that_decided_is_found_by_turning_it_round():
    state = four_players()

    assert champions(state) == (A,)
    found = turned_results(state)
    assert found, "whoever has beaten A wins in A's place"
    for one in found:
        assert A in (one.game.one, one.game.other)
        assert one.champion != A
    assert [one.game.round for one in found] == sorted((one.game.round for one in found), reverse=True)


def test_the_first_order_is_the_events_own():
    state = event("saga:rounds=3", PlayerField(8), [0.0] * 8)
    orders = other_orders(state)

    assert orders[0].name == ("wins", "points", "resistance")
    assert orders[0].podium == tuple(one.seat for one in schedules(state)[:3])
    assert len(orders) == 7


def test_played_again_the_strong_win_more_often():
    state = event("saga:rounds=3", PlayerField(8), [3.0, 2.0, 1.0, 0.5, -0.5, -1.0, -2.0, -3.0])
    past = PastEvent("Coupe", state, NEWEST)
    found = understood(past, 400, 1)

    assert found == understood(past, 400, 1), "the same seed gives the same answer"
    assert sum(often.value for often in found.again.titles.values()) == pytest.approx(1, abs=1e-5)
    strongest = max(found.schedules, key=lambda one: one.strength).seat
    weakest = min(found.schedules, key=lambda one: one.strength).seat
    assert found.again.titles[strongest].value > found.again.titles[weakest].value


def test_another_draw_keeps_what_two_players_did_when_they_met():
    """Of four who play three rounds everybody meets everybody: nothing is drawn, and the champion stays."""
    state = event("saga:rounds=3", PlayerField(4), [2.0, 1.0, -1.0, -2.0])
    found = understood(PastEvent("Coupe", state, NEWEST), 1, 1, seeds=12)

    assert found.seeds is not None
    assert (found.seeds.runs, found.seeds.drawn) == (12, 0.0)
    assert [seat for seat, often in found.seeds.titles.items() if often.value == 1] == list(champions(state))
    assert sum(often.value for often in found.seeds.tops.values()) == pytest.approx(3)


def test_another_draw_pairs_anew_and_draws_only_who_never_met():
    state = event("steamroller:rounds=3", PlayerField(8), [0.0] * 8)
    rerun = Rerun(PastEvent("Cup", state, NEWEST))
    found = understood(rerun.past, 1, 1, seeds=30)

    assert found.seeds is not None
    assert 0 < found.seeds.drawn < 1, "some of these pairs had met, some had not"
    assert sum(often.value for often in found.seeds.titles.values()) == pytest.approx(1, abs=1e-5)
    assert len([often for often in found.seeds.titles.values() if often.value]) > 1, "another draw, another winner"


def test_who_left_or_came_late_does_so_again():
    hall = open_hall(read_settings("saga:rounds=3"), PlayerField(8), 3, 0)
    skills = np.zeros(10)
    hall.play_round(skills)
    hall.say(Drop(ORGANISER, player=A))
    hall.say(Register(ORGANISER, player=Seat("late"), name="Late"))
    hall.say(CheckIn(ORGANISER, player=Seat("late")))
    hall.field = PlayerField(9)
    monitored: dict[int, set[Seat]] = {}
    hall.say(DraftRound(ORGANISER))
    hall.say(PublishRound(ORGANISER))
    _settled(hall)
    hall.say(DraftRound(ORGANISER))
    hall.say(PublishRound(ORGANISER))
    _settled(hall)
    rerun = Rerun(PastEvent("Coupe", hall.state, NEWEST))

    again = rerun.hall(1, 0)
    again.open()
    for number in (1, 2, 3):
        again.play_round(np.zeros(10))
        monitored[number] = set(again.state.rounds[-1].players)
        again.leave()

    assert {number: len(players) for number, players in monitored.items()} == {1: 8, 2: 8, 3: 8}
    left, came = seat_of(rerun.seats.index(A)), seat_of(rerun.seats.index(Seat("late")))
    assert [left in players for players in monitored.values()] == [True, False, False]
    assert [came in players for players in monitored.values()] == [False, True, True]


def _settled(hall: Hall) -> None:
    for table in hall.state.rounds[-1].tables.values():
        report = SagaReport({table.seats[0]: 5, table.seats[1]: 0})
        hall.say(SettleResult(ORGANISER, round=len(hall.state.rounds), table=table.number, report=report))


@pytest.mark.parametrize(
    "report",
    [
        SagaReport({A: 7, B: 3}, first_player=A, bonuses={B: ("best",)}),
        SagaReport({}, sudden_loss=A),
        SagaReport({}, forfeit=B, by_hand=ByHand({A: Fraction(12), B: Fraction(4)}, A)),
        SteamrollerReport(A, SteamrollerWin.SCENARIO, {A: 3, B: 1}, {A: 20, B: 9}),
    ],
)
def test_a_report_of_others_tells_the_same_of_them(report: SagaReport | SteamrollerReport):
    there = with_seats(report, {A: C, B: D})

    assert with_seats(there, {C: A, D: B}) == report
    assert not {str(A), str(B)} & set(re.findall(r"p\d{4}", str(there)))


def test_an_event_is_understood_from_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, answer, page = GOLDEN / "form-2-tournament-saga.jsonl", tmp_path / "a.json", tmp_path / "a.html"
    words = ["lab", "event", str(file), "--runs", "50", "--seed", "1", "--json", str(answer), "--html", str(page)]

    assert run(words) == ANSWERED

    told = json.loads(answer.read_text())
    title, state, _ = read_event(file.read_bytes(), file)
    assert told["title"] == title
    assert told["champions"] == list(champions(state))
    assert len(list(games_of(state))) == 1
    assert "<svg" in page.read_text()
    assert capsys.readouterr().out


def test_each_language_sets_its_colons_as_it_does():
    found = understood(PastEvent("Coupe", event("saga:rounds=3", PlayerField(8), [0.0] * 8), NEWEST), 5, 1)
    french, english = (" ".join(found.sentences(language)) for language in LANGUAGES)

    assert re.search(r"\w\N{NO-BREAK SPACE}: \w", french)
    assert not re.search(r"\s[:;]", english)
    assert re.search(r"\w: \w", english)


@pytest.mark.parametrize(("name", "edition"), [("form-2", 1), ("form-2-edition-2", 2)])
def test_an_event_is_understood_by_the_tables_it_began_with(name: str, edition: int, monkeypatch: pytest.MonkeyPatch):
    read: set[int] = set()

    def noted(found: Callable[..., Any], *given: Any) -> Any:
        read.add(current())
        return found(*given)

    for module, asked in (
        (review_report, "champions"), (review_report, "schedules"), (review_report, "other_orders"),
        (replays, "turned_results"), (replays, "plan_of"), (replays, "play_event"), (replays, "play_out"),
    ):  # fmt: skip
        monkeypatch.setattr(module, asked, partial(noted, getattr(module, asked)))
    file = GOLDEN / f"{name}-tournament-steamroller.jsonl"
    understood(read_event(file.read_bytes(), file), 5, 1)

    assert read == {edition}
    assert current() == NEWEST


def test_the_quick_path_ranks_under_every_edition_as_the_engine_does():
    """The first edition has no order of its own below the final tables [SR-VRANK-8]."""
    with in_force(1):
        plan = plan_of(read_settings("steamroller:final_tables"), PlayerField(16))
        first = ranking_of("steamroller", "final_tables")

    assert isinstance(plan, EventPlan)
    assert [CRITERIA[place] for place in plan.below] == list(first.criteria)


@pytest.mark.parametrize(
    ("name", "told"),
    [("form-2-campaign.jsonl", "n’est pas un tournoi"), ("nowhere.jsonl", "ne peut pas être lu")],
)
def test_a_file_that_is_no_event_is_refused(
    name: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")

    assert run(["lab", "event", str(GOLDEN / name)]) == BAD_INPUT
    assert told in capsys.readouterr().err


def test_a_file_that_was_cut_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    whole = (GOLDEN / "form-2-tournament-saga.jsonl").read_bytes()
    (tmp_path / "cut.jsonl").write_bytes(whole[: len(whole) // 2])

    assert run(["lab", "event", str(tmp_path / "cut.jsonl")]) == BAD_INPUT
    assert "cut.jsonl" in capsys.readouterr().err


def test_an_event_without_a_result_is_not_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = (GOLDEN / "form-2-tournament-saga.jsonl").read_bytes().splitlines(keepends=True)[0]
    header = json.loads(first)
    del header["entries"]
    (tmp_path / "new.jsonl").write_bytes(json.dumps(header).encode() + b"\n")

    assert run(["lab", "event", str(tmp_path / "new.jsonl")]) == BAD_INPUT
    assert "new.jsonl" in capsys.readouterr().err
