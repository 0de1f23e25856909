"""The prompt of `heraut play` on a terminal: sentences, completion, help."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import heraut
from heraut.cli.play import Prompt
from heraut.kernel.codec import to_plain
from heraut.kernel.slugs import lasting_id
from heraut.skirmish.sheet_text import samples


def conversation(monkeypatch: pytest.MonkeyPatch, *lines: str, game: heraut.Game | None = None) -> list[str]:
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    typed, said = io.StringIO("\n".join(lines) + "\n"), io.StringIO()
    played = game or heraut.Game.start("match", heraut.sample("match"))
    prompt = Prompt(played, "match", stdin=typed, stdout=said)
    prompt.use_rawinput = False
    prompt.cmdloop()
    return said.getvalue().splitlines()


def test_commands_are_answered_in_sentences_and_the_awaited_are_named(monkeypatch: pytest.MonkeyPatch):
    said = "\n".join(conversation(monkeypatch, "Roll faces=[2,5]", "ChooseRole seat=ben role=first", "undo", "quit"))

    assert said.startswith("Match. Type a command")
    assert "Ben chooses" in said
    assert "(seat=ben)" in said
    assert "Undone" not in said
    assert "{" not in said


@pytest.mark.clause("HOUSE-UNDO-1")
def test_undo_before_anything_is_played_and_after_all_is_undone_says_so(monkeypatch: pytest.MonkeyPatch):
    said = conversation(monkeypatch, "undo", "Roll faces=[2,5]", "undo", "undo", "quit")

    nothing = "There is nothing to undo: nothing has been played yet, or all of it has been undone."
    answers = [line.removeprefix("heraut> ") for line in said if "undo" in line]
    assert answers == [
        f"{nothing} Play a command first. [HOUSE-UNDO-1]",
        "The organiser undoes line 1.",
        f"{nothing} Play a command first. [HOUSE-UNDO-1]",
    ]


def answered(said: list[str]) -> list[str]:
    return [line.removeprefix("heraut> ") for line in said]


@pytest.mark.clause("HOUSE-UNDO-1")
def test_undo_takes_the_number_of_a_line_that_log_shows(monkeypatch: pytest.MonkeyPatch):
    lines = ("Roll faces=[2,5]", "ChooseRole seat=ben role=first", "log", "undo 1", "undo 2", "undo 9", "quit")
    said = answered(conversation(monkeypatch, *lines))

    assert [line for line in said if line.startswith(("1. ", "2. "))] == [
        "1. Ben wins the opening roll (2, 5) and chooses a role.", "2. Ben is the first player, Ana the second.",
    ]  # fmt: skip
    assert "The organiser undoes line 2." in said
    assert len([line for line in said if "[HOUSE-UNDO-" in line]) == 2  # line 1 while line 2 rests on it; line 9


@pytest.mark.parametrize("typed", ["undo fast", "undo 2 3", "awaits ana", "log 3", "quit now"])
def test_words_too_many_are_told_and_do_nothing(monkeypatch: pytest.MonkeyPatch, typed: str):
    said = answered(conversation(monkeypatch, "Roll faces=[2,5]", typed, "log", "quit"))
    name, _, more = typed.partition(" ")

    assert [line for line in said if f"“{more}”" in line and f"{name} alone" in line] != []
    assert [line for line in said if line.startswith("1. ")] != []


@pytest.mark.clause("HOUSE-NAME-2")
def test_people_of_a_fight_are_named_and_not_their_ids(monkeypatch: pytest.MonkeyPatch):
    sheet = to_plain(samples()["archer"])
    men = [{"name": name, "side": name, "sheet": sheet} for name in ("Garde 1/2", "dead")]
    fight = heraut.Game.start("skirmish", {"fighters": men, "options": {"rulings": "sheet"}})
    one, two = (lasting_id(name) for name in ("Garde 1/2", "dead"))
    said = "\n".join(conversation(
        monkeypatch, f"Mend seat=organiser who={one} wounds=3", f"SetReflex seat=organiser who={two} reflex=never",
        "BeginFight seat=organiser", "quit", game=fight,
    ))  # fmt: skip

    assert "Garde 1/2 has lost only 0 levels. [SK-GEN-6]" in said
    assert "(Garde 1/2, dead)" in said
    assert [id for id in (one, two) if id in said] == []
    with pytest.raises(heraut.Refused, match="Garde 1/2 has lost only 0 levels"):
        heraut.Game.start("skirmish", {"fighters": men}).play(f"Mend seat=organiser who={one} wounds=3")


def test_what_is_wrong_is_told_with_the_fields_of_the_command(monkeypatch: pytest.MonkeyPatch):
    said = "\n".join(
        conversation(monkeypatch, "ChooseRole seat=ben rôle=first", "Fly", "ChooseRole seat=ben role=first")
    )

    assert "role: one of first, second" in said
    assert "There is no command “Fly”." in said
    assert "[HOUSE-PHASE-1]" in said


def test_an_old_name_is_read_with_a_notice(monkeypatch: pytest.MonkeyPatch):
    said = conversation(
        monkeypatch, "StateRoles seat=ana first=ana", "SkipSetup seat=ana", "Concede seat=ana",
        "CorrectEnd seat=referee reason=dice kind=sudden-loss loser=first",
    )  # fmt: skip

    assert [line for line in said if "HOUSE-NAME-1" in line and "kind=sudden_loss" in line] != []


def test_help_lists_the_commands_and_describes_one(monkeypatch: pytest.MonkeyPatch):
    said = conversation(monkeypatch, "help", "help Concede", "legal ana", "view ana", "awaits", "", "quit")

    assert any("Commands: Roll, ChooseRole" in line for line in said)
    assert "  Concede seat=ana" in said
    assert "StateRoles seat=ana first=ana" in "\n".join(said)


@pytest.mark.parametrize(("language", "who"), [("fr", "Le meneur"), ("en", "The game master")])
def test_the_game_master_is_called_so(monkeypatch: pytest.MonkeyPatch, language: str, who: str):
    monkeypatch.setenv("LANG", language)
    monkeypatch.delenv("LC_ALL", raising=False)
    prompt = Prompt(heraut.Game.start("skirmish", heraut.sample("skirmish")), "skirmish")
    prompt.stdout = io.StringIO()

    prompt.onecmd("awaits")

    assert prompt.stdout.getvalue().startswith(who)


def test_tab_completes_commands_fields_and_seats():
    prompt = Prompt(heraut.Game.start("match", heraut.sample("match")), "match")

    assert prompt.completenames("choose") == ["ChooseRole", "ChoosePiece"]
    assert prompt.completedefault("r", "ChooseRole seat=ana r", 20, 21) == ["role="]
    assert prompt.completedefault("a", "ChooseRole seat=a", 16, 17) == ["ana"]
    assert prompt.complete_legal("b", "legal b", 6, 7) == ["ben"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pty")
def test_a_bare_terminal_gets_the_prompt(tmp_path: Path):
    import pty

    leader, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "heraut", "play", "match"], stdin=terminal, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "LANG": "en", "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "dumb"}, cwd=tmp_path,
    )  # fmt: skip
    os.write(leader, b"quit\n")
    said, _ = process.communicate(timeout=60)
    os.close(leader)
    os.close(terminal)

    assert process.returncode == 0
    assert "Match. Type a command" in said
    assert "{" not in said


def test_a_seat_there_is_not_is_told(monkeypatch: pytest.MonkeyPatch):
    said = conversation(monkeypatch, "view nobody", "legal nobody", "view spectator", "quit")

    assert len([line for line in said if "there is no “nobody” here" in line]) == 2
