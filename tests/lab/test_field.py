"""Who comes: read from a file, refused with a sentence."""

from __future__ import annotations

import math

import pytest

from heraut.lab.format_model import model_of
from heraut.lab.sentences import CannotRun, told
from heraut.lab.trial import (
    ELO,
    PlayerField,
    checked,
    most_opponents,
    neighbours,
    read_ratings,
    read_settings,
    trial,
)
from heraut.speech.sentences import LANGUAGES
from tournament.round_robin import RoundRobinSettings


def test_ratings_are_read_with_names_and_clubs():
    ratings, clubs = read_ratings("nom;elo;club\nAnna;1700;Ours\nBo;1500;\nCem;1300;Ours\n")

    assert [round(rating / ELO, 6) for rating in ratings] == [200, 0, -200]
    assert clubs == ("Ours", "", "Ours")


def test_a_bare_column_of_numbers_will_do():
    assert read_ratings("1500\n1900\n") == ((-200 * ELO, 200 * ELO), ())


def test_four_hundred_points_of_elo_are_ten_to_one():
    assert math.isclose(1 / (1 + math.exp(-400 * ELO)), 10 / 11)


@pytest.mark.parametrize(
    ("text", "key", "facts"),
    [
        ("", "ratings-empty", {}),
        ("Anna;1700\nBo;bon\n", "ratings-text", {"line": 2, "text": "bon"}),
        ("bon\n", "ratings-text", {"line": 1, "text": "bon"}),
        ("Anna;nan\n", "ratings-range", {"line": 1, "text": "nan"}),
        ("Anna;99999\n", "ratings-range", {"line": 1, "text": "99999"}),
    ],
)
def test_a_file_with_text_in_it_is_refused_with_its_line(text: str, key: str, facts: dict[str, object]):
    with pytest.raises(CannotRun) as refused:
        read_ratings(text)

    assert (refused.value.key, refused.value.facts) == (key, facts)


@pytest.mark.parametrize(
    ("field", "key"),
    [
        (PlayerField(1), "field-too-few"),
        (PlayerField(5000), "field-too-many"),
        (PlayerField(4, ratings=(1.0, 2.0)), "field-ratings"),
        (PlayerField(4, clubs=("a",)), "field-clubs"),
        (PlayerField(4, draws=1.0), "field-share"),
        (PlayerField(4, drops=-0.1), "field-share"),
        (PlayerField(4, spread=math.nan), "field-spread"),
        (PlayerField(4, margin=0), "field-margin"),
    ],
)
def test_a_field_that_cannot_play_is_refused(field: PlayerField, key: str):
    with pytest.raises(CannotRun) as refused:
        checked(field)

    assert refused.value.key == key
    for language in LANGUAGES:
        assert told(language, key, **refused.value.facts)


def test_more_rounds_than_opponents_are_refused():
    trial("saga:rounds=5", read_settings("saga:rounds=5"), PlayerField(6))
    with pytest.raises(CannotRun) as refused:
        trial("saga:rounds=6", read_settings("saga:rounds=6"), PlayerField(6))

    assert told("en", refused.value.key, **refused.value.facts) == (
        "saga:rounds=6: 6 rounds for 6 players: there are not enough opponents. Ask for 5 rounds at most."
    )
    assert [most_opponents(players) for players in (6, 7)] == [5, 7]


@pytest.mark.clause("SR-COMBO-2", "SR-COMBO-8")
@pytest.mark.parametrize(
    ("text", "players", "tried"),
    [
        ("steamroller:final_tables", 9, ["4 rounds"]),
        ("steamroller:lists=3,rounds=3", 8, ["3 rounds", "4 rounds"]),
        ("steamroller", 8, ["2 rounds", "3 rounds", "4 rounds"]),
    ],
)
def test_a_neighbour_that_the_rules_refuse_is_left_out(text: str, players: int, tried: list[str]):
    assert [one.name for one in neighbours(read_settings(text), players, "en")] == tried


def test_a_page_that_asks_for_too_many_rounds_says_their_number_once():
    with pytest.raises(CannotRun) as refused:
        neighbours(read_settings("saga:rounds=9"), 3, "en")

    assert told("en", refused.value.key, **refused.value.facts).startswith("SAGA: 9 rounds for 3 players:")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("chess", "trial-format"),
        ("saga:rondes=3", "trial-option"),
        ("saga:rounds=three", "trial-value"),
        ("saga:bye=1/0", "trial-value"),
        ("saga:bye=1e99999", "trial-value"),
        ("saga:bye-win=maybe", "trial-value"),
        ("saga:ranking=non", "trial-value"),
        ("steamroller:early-end=false", "trial-value"),
        ("saga:rounds=3,rounds=4", "trial-twice"),
        ("steamroller:new-tables,new_tables", "trial-twice"),
        ("steamroller:rounds=x", "trial-value"),
        ("steamroller:final_tables=3", "trial-json"),
        ("{", "trial-json"),
        ('{"format": ' + "[" * 3000, "trial-json"),
        ('{"format": "saga"}', "trial-json"),
    ],
)
def test_a_trial_that_cannot_be_read_is_refused(text: str, key: str):
    with pytest.raises(CannotRun) as refused:
        read_settings(text)

    assert refused.value.key == key


def test_an_option_that_says_no_is_as_if_it_were_not_there():
    said = read_settings("saga:spare=no,new-tables=no,one_day=no")

    assert said == read_settings("saga")
    assert read_settings("steamroller:roll_off=no,until_sole_leader=no") == read_settings("steamroller")


def test_json_says_the_same_as_words():
    assert read_settings('{"format": "steamroller", "size": 50, "variants": {"rounds": 4}}') == read_settings(
        "steamroller:size=50,rounds=4"
    )


@pytest.mark.clause("SR-ORG-6")
def test_a_round_lasts_as_long_as_the_sheet_estimates():
    assert model_of(read_settings("steamroller:size=35")).minutes * 4 == 440
    assert model_of(read_settings("saga:minutes=120")).minutes == 150


def test_a_format_the_lab_does_not_know_is_refused_in_words():
    with pytest.raises(CannotRun) as refused:
        trial("Everybody", RoundRobinSettings(), PlayerField(4))

    said = told("en", refused.value.key, **refused.value.facts)
    assert said == "The lab does not know the format “round_robin”: it tries saga and steamroller."
