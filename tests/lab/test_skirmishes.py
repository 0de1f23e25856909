"""A skirmish fought many times with the engine's own rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import heraut
from heraut.cli import ANSWERED, BAD_INPUT, run
from heraut.kernel.codec import encode
from heraut.kernel.message import Command
from heraut.lab.jobs import encoded
from heraut.lab.sentences import CannotRun
from heraut.lab.skirmishes import (
    Fought,
    SkirmishReport,
    compute_skirmish,
    one_fight,
    read_journal,
    read_skirmish,
    skirmish_answer,
    skirmish_blocks,
)
from heraut.skirmish import engine
from heraut.skirmish.ending import EndFight
from heraut.skirmish.game_master import Mend
from heraut.skirmish.sheet import WornArmour
from heraut.skirmish.sheet_text import duel_of_warriors
from heraut.skirmish.state import State
from heraut.skirmish.turn import BeginFight


def test_a_fight_depends_on_its_seed_and_number_alone():
    begun = engine.start(duel_of_warriors(), engine.rules)
    found = [one_fight(begun, 1, number) for number in (0, 1, 2, 3, 0)]

    assert found[0] == found[4]
    assert {one.winner for one in found} == {"Éburons", "Sénons"}
    assert all(one.cause and one.turns for one in found)


@pytest.mark.clause("SK-PRI-4")
def test_a_blow_simultaneous_with_the_last_one_is_struck_too_and_both_may_fall():
    duel = duel_of_warriors()
    frail = replace(duel.fighters[0].sheet, wound_levels=1)
    alike = tuple(replace(one, sheet=frail) for one in duel.fighters)
    begun = engine.start(replace(duel, fighters=alike), engine.rules)
    found = [one_fight(begun, 1, number) for number in range(8)]

    assert {one.winner for one in found} == {"", "Éburons", "Sénons"}
    assert all(one.turns == 1 for one in found)


@pytest.mark.clause("SK-TURN-11")
@pytest.mark.parametrize("turn", [0, 9])
def test_a_fight_in_which_nobody_can_hurt_anybody_is_stopped_after_three_turns_of_the_trial(turn: int):
    duel = duel_of_warriors()
    safe = [replace(one, sheet=replace(one.sheet, armour=WornArmour(100))) for one in duel.fighters]
    begun = engine.start(replace(duel, fighters=tuple(safe)), engine.rules)
    assert isinstance(begun, State)
    for event in engine.decide(begun, BeginFight()) if turn else ():
        begun = engine.evolve(begun, event)

    fought = one_fight(replace(begun, turn=turn), 1, 0)

    assert fought == Fought("", 4, "", "")


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
    assert isinstance(engine.start(read, engine.rules), State)


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


def saved(file: Path, *commands: Command) -> str:
    """The file of a duel in its first turn, after these commands."""
    game = heraut.Game.start("skirmish", encode(duel_of_warriors()).decode(), seed=1)
    game.play(BeginFight())
    for command in commands:
        game.play(command)
    game.save(file)
    return file.read_text()


def test_a_fight_that_goes_on_is_played_from_where_it_stands(tmp_path: Path):
    job = read_journal(saved(tmp_path / "a.jsonl", Mend(who="Brennos", wounds=-4, fatigue=-6)), 1, 8, "a.jsonl")

    fights = tuple(fought for block in skirmish_blocks(job) for fought in compute_skirmish(encoded(job), block))

    assert {(one.winner, one.first_blood) for one in fights} == {("Éburons", "")}  # blood was drawn before
    report = SkirmishReport.of(job, dict(zip(skirmish_blocks(job), (fights[:4], fights[4:]), strict=True)))
    assert report is not None
    assert report.notes("en")[0].startswith("Played on from turn 1, as the fight stood")
    begun = one_fight(engine.start(duel_of_warriors(), engine.rules), 1, 0)
    assert begun.first_blood


def test_a_fight_that_is_over_is_played_from_its_beginning_and_another_event_is_refused(tmp_path: Path):
    job = read_journal(saved(tmp_path / "a.jsonl", EndFight()), 1, 8, "a.jsonl")
    match = (Path(__file__).parents[1] / "golden" / "streams" / "form-1-match-capture.jsonl").read_text()

    assert (job.journal, job.turn) == ("", 0)
    with pytest.raises(CannotRun, match="fight-other"):
        read_journal(match, 1, 8, "b.jsonl")


def test_the_exported_file_of_a_fight_is_read_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    saved(Path("a.jsonl"), Mend(who="Brennos", wounds=-4, fatigue=-6))

    assert run(["lab", "fight", "a.jsonl", "--runs", "4", "--seed", "1", "--cores", "1"]) == ANSWERED
    assert "Éburons wins in 100.0%" in capsys.readouterr().out
