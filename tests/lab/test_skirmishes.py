"""A skirmish fought many times with the engine's own rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from heraut.cli import ANSWERED, BAD_INPUT, run
from heraut.kernel.codec import encode
from heraut.lab.skirmishes import Fought, one_fight, read_skirmish, skirmish_answer, skirmish_faults
from heraut.skirmish.sheet_text import duel_of_warriors


def test_a_fight_depends_on_its_seed_and_number_alone():
    found = [one_fight(duel_of_warriors(), 1, number) for number in (0, 1, 2, 3, 0)]

    assert found[0] == found[4]
    assert {one.winner for one in found} == {"Éburons", "Sénons"}
    assert all(one.cause and one.turns for one in found)


def test_what_many_fights_say():
    fights = [Fought("A", 2, "dead", "A")] * 3 + [Fought("B", 4, "fainted", "A")] + [Fought("", 41, "", "")]

    answer = skirmish_answer(duel_of_warriors(), fights)

    assert answer.undecided.value == 0.2
    assert {cause: found.value for cause, found in answer.causes.items()} == {"dead": 0.6, "fainted": 0.2}
    assert answer.first_blood is not None
    assert answer.first_blood.value == 0.75
    assert answer.turns.value == (3 * 2 + 4 + 41) / 5


def test_a_fight_is_read_by_name_or_as_settings():
    assert read_skirmish("duel") == read_skirmish(encode(duel_of_warriors()).decode()) == duel_of_warriors()


def test_a_fight_begun_when_names_were_ids_is_tried_as_well():
    old = encode(duel_of_warriors()).decode().replace('"Ambiorix"', '"Garde 1/2"')
    read = read_skirmish(old)

    assert [(entry.id, entry.name) for entry in read.fighters] == [("", "Garde 1/2"), ("Brennos", "")]
    assert skirmish_faults(read) is None


def test_one_core_and_two_fight_the_same_fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for cores in ("1", "2"):
        words = ["lab", "fight", "duel", "--runs", "24", "--seed", "2", "--cores", cores, "--json", f"{cores}.json"]
        assert run([*words, "--html", "a.html"]) == ANSWERED

    one, two = (json.loads(Path(f"{cores}.json").read_text()) for cores in ("1", "2"))
    assert one == two
    assert one["sampled"]["fights"] == 24
    assert Path("a.html").read_text().count("<svg") == 2


def test_a_fight_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    Path("fight.json").write_text('{"fighters": 3}')

    assert run(["lab", "fight", "fight.json"]) == BAD_INPUT
    assert "cannot be read" in capsys.readouterr().err
