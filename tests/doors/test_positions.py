"""Positions in readable notation: the examples of `docs/conformance/README.md`, and every case of the campaign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import heraut
from campaign.conformance import files, read
from heraut.kernel.codec import to_plain

PAGE = (Path(__file__).parents[2] / "docs" / "conformance" / "README.md").read_text(encoding="utf-8")
EXAMPLES = {
    re.findall(r'engine = "(\w+)"', text)[0]: text for text in re.findall(r"^```toml\n(.*?)^```", PAGE, re.M | re.S)
}


def position(folder: Path, text: str, engine: str) -> heraut.Game:
    (folder / "position.toml").write_text(text, encoding="utf-8")
    return heraut.Game.at(engine, folder / "position.toml", seed=1)


def test_every_engine_has_an_example():
    assert sorted(EXAMPLES) == ["campaign", "match", "skirmish", "tournament"]


@pytest.mark.parametrize(
    ("engine", "seat", "code"),
    [
        ("tournament", "organiser", "tournament-draft"),
        ("match", "ben", "match-turn"),
        ("campaign", "ben", "campaign-declare"),
    ],
)
def test_an_example_stands_where_it_says(tmp_path: Path, engine: str, seat: str, code: str):
    game = position(tmp_path, EXAMPLES[engine], engine)

    assert [(one.seat, one.code) for one in game.awaits] == [(seat, code)]


def test_the_results_of_a_tournament_are_those_given(tmp_path: Path):
    game = position(tmp_path, EXAMPLES["tournament"], "tournament")

    played = [[set(table.seats) for table in round.tables] for round in game.view().played]
    assert played == [[{"ana", "ben"}, {"chloe", "david"}], [{"ana", "chloe"}, {"ben", "david"}]]
    assert next(row.id for row in game.view().standings) == "chloe"
    game.save(tmp_path / "event.jsonl")
    assert heraut.Game.load(tmp_path / "event.jsonl").view() == game.view()


def test_a_steamroller_event_is_told_by_its_wins(tmp_path: Path):
    text = (
        'settings = {format = "steamroller", size = 35, players = {ana = "A", ben = "B", chloe = "C", david = "D"}}\n'
        '[given]\nrounds = [["ana 5-2 ben scenario", "chloe 3-3 david draw"]]\n'
    )
    game = position(tmp_path, text, "tournament")

    (first,) = game.view().played
    assert [table.result.winner for table in first.tables] == ["ana", None]


def test_changed_fields_are_what_the_game_goes_on_from(tmp_path: Path):
    game = position(tmp_path, EXAMPLES["skirmish"], "skirmish")

    assert [fighter.wounds for fighter in game.view("organiser").fighters] == [2, 0]
    assert game.awaits
    with pytest.raises(heraut.Malformed, match="cannot be saved"):
        game.save(tmp_path / "duel.jsonl")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("when = [", "Invalid"),
        ('engine = "match"', "is a position of match, not of skirmish"),
        ("where = 3", "unknown field `where`"),
        ("[given.fighters.Ambiorix]\nwoundz = 2", "unknown field `woundz`"),
        ("[[case]]\nnumber = 3", "name one, as in"),
        ("case = 3", "Expected `array`, got `int`"),
        ("case = [3]", r"Expected `object`, got `int` - at `\$\[0\]`"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(tmp_path: Path, text: str, said: str):
    with pytest.raises(heraut.Malformed, match=said):
        position(tmp_path, text, "skirmish")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('step = "declare"\ncontrol = { T99 = "ana" }', "there is no T99 on this map"),
        ('step = "declare"\nbands = ["1 zoe T12: 6"]', "nobody plays as zoe"),
        ('step = "declare"\nbands = ["1 ana T12: x"]', "not a number where units are counted"),
        ('step = "declare"\nstocks = { ana = -1 }', "a stock is never negative"),
        ('step = "dawn"', "Invalid enum value 'dawn' - at `$.step`"),
        ('step = "finished"', "Invalid enum value 'finished' - at `$.step`"),
        ('step = "ties"', "missing required field `groups`"),
    ],
)
def test_what_is_wrong_with_a_situation_is_named(tmp_path: Path, text: str, said: str):
    with pytest.raises(heraut.Malformed, match=re.escape(said)):
        position(tmp_path, f"[given]\n{text}", "campaign")


@pytest.mark.parametrize("engine", ["match", "skirmish"])
def test_a_field_no_state_has_is_named(tmp_path: Path, engine: str):
    with pytest.raises(heraut.Malformed, match="unknown field `weather`"):
        position(tmp_path, "[given]\nweather = 3", engine)


def test_a_position_that_is_no_text_is_named(tmp_path: Path):
    (tmp_path / "duel.toml").write_bytes("name = 'Chloé'".encode("latin-1"))

    with pytest.raises(heraut.Malformed, match=r"duel\.toml cannot be read \('utf-8' codec can't decode"):
        heraut.Game.at("skirmish", tmp_path / "duel.toml")


def test_a_case_of_the_campaign_is_a_position():
    path = files()[3]
    _, (case, *_) = read(path)

    game = heraut.Game.at("campaign", f"{path}#{case.number}")

    assert to_plain(game.view())["step"] == case.given.step
    with pytest.raises(heraut.Malformed, match="has no case 9999"):
        heraut.Game.at("campaign", f"{path}#9999")
