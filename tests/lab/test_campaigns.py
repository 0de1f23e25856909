"""Campaigns among bots: the same games for the same seed, fairness judged with its error, bots ranked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from heraut.cli import ANSWERED, BAD_INPUT, run
from heraut.lab.campaigns import PlayedCampaign, campaign_answer, campaign_trial, one_game, ratings
from heraut.lab.sentences import CannotRun


def games(wins_of_first: int, total: int, levels: Sequence[str] = ("heuristic", "heuristic")) -> list[PlayedCampaign]:
    return [
        PlayedCampaign(("T12", "T16"), tuple(levels), (0, 1) if number < wins_of_first else (1, 0), "fame", 5)  # type: ignore[arg-type]
        for number in range(total)
    ]


def test_a_start_that_wins_far_too_often_is_called_unfair():
    answer = campaign_answer("base", games(80, 100))

    assert [(one.start, one.wins.value, one.unfair) for one in answer.starts] == [
        ("T12", 0.8, True),
        ("T16", 0.2, True),
    ]


def test_what_chance_explains_is_not_called_unfair():
    answer = campaign_answer("base", games(58, 100))

    assert [one.unfair for one in answer.starts] == [False, False]
    assert answer.turns.value == answer.turns.low == answer.turns.high == 5


def test_bots_are_ranked_by_whom_they_beat():
    ranked = ratings(games(18, 20, ("searching", "random")))

    assert ranked["searching"][0] > ranked["random"][0]
    assert ranked["searching"][1] < 8, "it is surer than at the start"


def test_bots_of_one_level_are_not_rated_against_themselves():
    assert ratings(games(18, 20)) == {"heuristic": (25.0, 25.0 / 3.0)}


@pytest.mark.slow  # whole campaigns
def test_a_game_depends_on_its_seed_and_number_alone():
    settings = campaign_trial("turns=3", ("heuristic", "random")).settings

    found = [one_game(settings, ("heuristic", "random"), 7, run) for run in (0, 1, 0)]

    assert found[0] == found[2] != found[1]
    assert [one.levels for one in found] == [("heuristic", "random"), ("random", "heuristic"), ("heuristic", "random")]


@pytest.mark.slow
def test_one_core_and_two_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    words = ["lab", "campaign", "--bots", "heuristic,random", "--try", "base", "--try", "turns=3", "--runs", "6"]
    for cores in ("1", "2"):
        assert run([*words, "--seed", "4", "--cores", cores, "--json", f"{cores}.json", "--html", "a.html"]) == ANSWERED

    one, two = (json.loads(Path(f"{cores}.json").read_text()) for cores in ("1", "2"))
    assert one == two
    assert [answer["games"] for answer in one["answers"]] == [6, 6]
    assert set(one["ratings"]) == {"heuristic", "random"}
    assert Path("a.html").read_text().count("<svg") == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bots", "heuristic"], "2 to 6"),
        (["--bots", "heuristic,clever"], "is not a bot"),
        (["--try", "turns=many"], "cannot be read"),
        (["--try", "tours=3"], "cannot be read"),
        (["--try", "turns=0"], "turns=0: "),
        (["--try", "turns=2,turns=3"], "“turns” is there twice"),
        (["--map", "nowhere.map"], "cannot be read"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)

    assert run(["lab", "campaign", *words]) == BAD_INPUT
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_map_drawn_by_a_group_is_judged_by_the_rules_first(tmp_path: Path):
    with pytest.raises((CannotRun, ValueError)):
        campaign_trial("base", ("heuristic", "heuristic"), "no map at all")
