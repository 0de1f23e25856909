"""The two questions, by their fixed names and fields."""

from __future__ import annotations

import json

import pytest

from heraut import catalogue
from heraut.kernel.codec import Malformed, encode, with_decimals
from heraut.kernel.refusal import Refusal


def ask(name: str, asked: dict[str, object]):
    outcome = catalogue.question(name).ask(json.dumps(asked))
    return json.loads(encode(outcome if isinstance(outcome, Refusal) else with_decimals(outcome.told())))


def pair(format: str, *players: dict[str, object], **more: object):
    return ask("tournament.pair", {"format": format, "players": list(players), "seed": 1, **more})


def player(id: str, points: object = 0, *met: str, **more: object) -> dict[str, object]:
    return {"id": id, "points": points, "wins": 0, "met": list(met), "byes": 0, **more}


@pytest.mark.clause("ST-PAIR-5")
def test_a_round_is_paired_with_a_sentence_for_each_pair():
    answer = pair("saga", player("a", 2.5, "b"), player("b", 2, "a"), player("c", 1), player("d", 0))["answer"]

    assert (answer["pairs"], answer["bye"], answer["rematches"]) == ([["a", "c"], ["b", "d"]], None, 0)
    assert answer["reasons"] == [
        "a – c : premier adversaire de l’ordre pas encore rencontré (déjà joué contre b) [ST-PAIR-5]",
        "b – d : le premier joueur libre rencontre le suivant de l’ordre, qu’il n’a pas encore rencontré [ST-PAIR-5]",
    ]


def test_a_game_named_by_one_of_its_players_counts_for_both():
    once = pair("saga", player("a", 2.5, "b"), player("b", 2), player("c", 1), player("d", 0))["answer"]

    assert once["pairs"] == [["a", "c"], ["b", "d"]]


def test_half_points_may_be_decimals_or_fractions():
    answer = pair("saga", player("a", 10), player("b", 10.5), player("c", "21/2", number=9), player("d", "9"))["answer"]

    assert [set(couple) for couple in answer["pairs"]] == [{"b", "c"}, {"a", "d"}]


@pytest.mark.clause("SR-BYE-4")
def test_the_bye_of_a_steamroller_round_is_explained_in_english_too():
    answer = pair("steamroller", player("a", 1), player("b", 1), player("c", 0), language="en")["answer"]

    assert answer["bye"] == "c"
    assert answer["reasons"][-1] == "c is drawn by lot from the lowest group (0 points) for the bye [SR-BYE-4]"


def test_wishes_may_be_asked_for():
    clubs = [player("a", club="x"), player("b", club="x"), player("c"), player("d")]
    answer = pair("steamroller", *clubs, wishes={"clubs_apart": "always", "tables": [4, 7]})["answer"]

    assert ["a", "b"] not in [sorted(couple) for couple in answer["pairs"]]
    assert answer["tables"] == [4, 7]


def test_every_fault_of_the_players_is_named_at_once():
    refused = pair("saga", player("a", 0, "a"), player("a"), {**player("b"), "byes": -1}, wishes={"bye": "z"})

    assert [refused["code"], *(other["code"] for other in refused["others"])] == [
        "pair-met-self",
        "pair-same-id",
        "pair-negative",
        "unknown-seat",
    ]


@pytest.mark.clause("HOUSE-WISH-4")
@pytest.mark.parametrize(
    ("wishes", "codes"),
    [
        ({"bye": "a"}, ["draft-needless-bye"]),
        ({"pairs": [["a", "a"]]}, ["pair-settled-twice"]),
        ({"pairs": [["a", "b"]], "bye": "b"}, ["pair-settled-twice", "draft-needless-bye"]),
        ({"tables": [1, 1]}, ["tables-wrong"]),
        ({"tables": [0, 2]}, ["tables-wrong"]),
    ],
)
def test_wishes_that_make_no_round_are_refused(wishes: dict[str, object], codes: list[str]):
    refused = pair("saga", player("a"), player("b"), player("c"), player("d"), wishes=wishes)

    assert [refused["code"], *(other["code"] for other in refused.get("others", ()))] == codes


@pytest.mark.clause("HOUSE-WISH-3", "HOUSE-WISH-5")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "fr",
            "les clubs n’ont pas été séparés pour cette ronde\N{NO-BREAK SPACE}: il aurait fallu comparer plus de 150",
        ),
        ("en", "the wish to keep clubs apart was given up for this round: more than 150 players"),
    ],
)
def test_a_wish_given_up_is_told_in_both_languages(language: str, sentence: str):
    names = [f"p{number:03}" for number in range(152)]
    everybody = [player("p000", 0, *names[1:]), player("p001", 0, *names[2:])]
    rest = [player(name, club="Lyon") for name in names[2:]]

    answered = pair("saga", *everybody, *rest, wishes={"clubs_apart": "always"}, language=language)

    assert answered["answer"]["unmet"][0].startswith(sentence)
    assert "clubs-given-up" in [reason["code"] for reason in answered["because"]]


@pytest.mark.parametrize("points", ["ten", "1/0", True])
def test_a_number_that_is_none_is_bad_input(points: object):
    with pytest.raises(Malformed):
        pair("saga", player("a", points))


@pytest.mark.clause("ST-PTS-1", "ST-RNK-1")
def test_saga_standings_come_from_victory_points():
    rounds = [[{"a": "x", "b": "y", "a_vp": 23, "b_vp": 19}, {"a": "z"}]]

    answer = ask("tournament.standings", {"format": "saga", "settings": {}, "rounds": rounds})["answer"]

    assert answer["rows"] == [
        {"id": "x", "rank": 1, "wins": 1, "points": 12, "resistance": 8,
         "why": "devant z : 12 points de tournoi contre 11 [ST-RNK-1]"},
        {"id": "z", "rank": 2, "wins": 1, "points": 11, "resistance": 0,
         "why": "devant y : 1 victoire contre 0 [ST-RNK-1]"},
        {"id": "y", "rank": 3, "wins": 0, "points": 8, "resistance": 12},
    ]  # fmt: skip


@pytest.mark.clause("ST-PTS-3", "ST-LOSS-2", "ST-PAIR-8")
def test_equal_scores_sudden_losses_and_byes_are_worth_what_the_sheet_says():
    rounds = [
        [{"a": "x", "b": "y", "a_vp": 5, "b_vp": 5, "first": "b"}, {"a": "z", "b": "t", "sudden_loss": "b"}],
        [{"a": "x"}],
    ]
    settings = {"bye_points": 12.5, "bye_is_win": False}

    rows = ask("tournament.standings", {"format": "saga", "settings": settings, "rounds": rounds})["answer"]["rows"]

    assert {row["id"]: (row["wins"], row["points"]) for row in rows} == {
        "x": (0, 22.5),
        "y": (1, 10.5),
        "z": (1, 19),
        "t": (0, 1),
    }


@pytest.mark.clause("SR-RANK-1", "SR-RANK-2", "SR-RANK-4")
def test_steamroller_standings_come_from_winners():
    rounds = [
        [{"a": "x", "b": "y", "winner": "b", "a_cp": 2, "b_cp": 1}, {"a": "z", "b": "t"}],
        [{"a": "x", "b": "z", "winner": "a", "a_destroyed": 12}],
    ]

    rows = ask("tournament.standings", {"format": "steamroller", "rounds": rounds, "language": "en"})["answer"]["rows"]

    assert [(row["rank"], row["id"], row["points"], row["strength_of_opponents"]) for row in rows] == [
        (1, "x", 1, 1),
        (2, "y", 1, 1),
        (3, "z", 0, 1),
        (4, "t", 0, 0),
    ]
    assert rows[0]["why"] == "above y: 2 control points to 1 [SR-RANK-2]"


@pytest.mark.clause("SR-VRANK-2")
def test_variants_own_orders_and_marks_are_settings():
    rounds = [
        [{"a": "x", "b": "y", "winner": "b", "kind": "clock"}, {"a": "z", "b": "t", "winner": "a", "kind": "scenario"}]
    ]
    settings = {"variant": "rank_scenario", "disqualified": ["y"]}

    rows = ask("tournament.standings", {"format": "steamroller", "settings": settings, "rounds": rounds})["answer"][
        "rows"
    ]
    own = ask(
        "tournament.standings",
        {"format": "steamroller", "settings": {"standings_order": ["destroyed"]}, "rounds": rounds},
    )

    assert (rows[0]["rank"], rows[0]["id"]) == (1, "z")
    assert [(row["rank"], row["id"], row["standing"]) for row in rows if "standing" in row] == [
        (None, "y", "disqualified")
    ]
    assert [row["rank"] for row in own["answer"]["rows"]] == [1, 1, 1, 1]


@pytest.mark.clause("ST-RNK-17")
def test_a_criterion_counts_once():
    settings = {"standings_order": ["points", "wins", "points"]}

    refused = ask("tournament.standings", {"format": "saga", "settings": settings, "rounds": []})

    assert (refused["clause"], refused["code"]) == ("ST-RNK-17", "event-settings-standings-order")
    assert refused["asked"] == ["points"]


def test_games_that_cannot_be_are_refused_together():
    rounds = [[{"a": "x", "b": "x"}, {"a": "y", "b": "z"}, {"a": "y"}]]

    refused = ask("tournament.standings", {"format": "steamroller", "rounds": rounds})

    assert [refused["code"], *(other["code"] for other in refused["others"])] == [
        "standings-played-self",
        "standings-twice",
    ]


@pytest.mark.clause("ST-PTS-1")
def test_a_saga_game_without_any_score_is_refused():
    outcome = catalogue.question("tournament.standings").ask('{"format": "saga", "rounds": [[{"a": "x", "b": "y"}]]}')

    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.subject, outcome.asked) == ("standings-no-score", "x", 1)


@pytest.mark.parametrize(("format", "clause"), [("saga", "ST-PAIR-7"), ("steamroller", "SR-BYE-1")])
def test_a_bye_nobody_needs_is_refused(format, clause):
    refused = pair(format, player("a"), player("b"), wishes={"bye": "a"})

    assert refused == {"clause": clause, "code": "draft-needless-bye", "subject": "a"}


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-7")
def test_an_event_is_proven_or_refuted_round_by_round():
    first = [{"a": "w", "b": "x", "a_vp": 23, "b_vp": 19}, {"a": "y", "b": "z", "a_vp": 9, "b_vp": 2}]
    right = [{"a": "y", "b": "w", "a_vp": 7, "b_vp": 1}, {"a": "x", "b": "z", "a_vp": 3, "b_vp": 2}]
    settings = {"numbers": {"w": 1, "x": 2, "y": 3, "z": 4}}
    asked = {"format": "saga", "settings": settings, "rounds": [first, right, first], "language": "en"}

    rounds = ask("tournament.prove", asked)["answer"]["rounds"]

    assert [found["finding"] for found in rounds] == ["proven", "proven", "refuted"]
    assert rounds[2]["reasons"] == ["2 rematches, but 0 would have been enough [ST-PAIR-5]"]
    assert [found["round"] for found in ask("tournament.prove", {**asked, "by_hand": [3]})["answer"]["rounds"]] == [
        1,
        2,
    ]


@pytest.mark.clause("SR-PAIR-7")
def test_an_event_with_a_fault_is_not_judged():
    asked = {"format": "steamroller", "rounds": [[{"a": "x", "b": "x"}, {"a": "y", "b": "z"}, {"a": "z"}]]}

    refused = ask("tournament.prove", asked)

    assert [refused["code"], *(other["code"] for other in refused["others"])] == [
        "standings-played-self",
        "standings-twice",
    ]
