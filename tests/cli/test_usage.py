"""The help of every command, and what is wrong with what was typed after it, in the language of the terminal."""

from __future__ import annotations

import re

import pytest

from heraut.cli import BAD_INPUT, run
from heraut.speech.sentences import LANGUAGES, phrases

PARSED = (
    "clauses", "serve", "doctor", "backup", "restore", "import", "export", "play", "lab formats", "lab campaign",
    "lab fight", "lab event",
)  # fmt: skip
WRONG = [
    ("export", "heraut export : Il manque événement.", "heraut export: event is missing."),
    (
        "play match --sed 1",
        "heraut play : Cette commande ne prend pas --sed 1 : --help dit ce qu'elle prend.",
        "heraut play: This command does not take --sed 1: --help says what it takes.",
    ),
    (
        "serve --port",
        "heraut serve : Il manque une valeur après --port.",
        "heraut serve: A value is missing after --port.",
    ),
    (
        "serve --port eight",
        "heraut serve : --port attend un nombre entier, pas 'eight'.",
        "heraut serve: --port expects a whole number, not 'eight'.",
    ),
    (
        "serve --workers 0",
        "heraut serve : --workers attend un nombre de processus, à partir de 1, pas '0'.",
        "heraut serve: --workers expects a number of processes, from 1 on, not '0'.",
    ),
    (
        "lab formats --spread x",
        "heraut lab formats : --spread attend un nombre, pas 'x'.",
        "heraut lab formats: --spread expects a number, not 'x'.",
    ),
    (
        "export sale --until -1",
        "heraut export : --until attend un numéro de ligne, à partir de 0, pas '-1'.",
        "heraut export: --until expects the number of an entry, from 0 on, not '-1'.",
    ),
    (
        "doctor --look=3",
        "heraut doctor : --look ne prend pas de valeur : retirez '3'.",
        "heraut doctor: --look takes no value: leave '3' out.",
    ),
    (
        "lab formats --r 3",
        "heraut lab formats : --r peut être --ratings, --runs, --resume : écrivez l'option en entier.",
        "heraut lab formats: --r could be --ratings, --runs, --resume: write the option in full.",
    ),
    (
        "fly",
        "heraut: Il n'y a pas de commande « fly » : `heraut --help` les donne toutes.",
        "heraut: there is no command “fly”: `heraut --help` lists them",
    ),
    (
        "lab fly",
        "heraut: Il n'y a pas de commande « lab fly » : `heraut lab --help` les donne toutes.",
        "heraut: there is no command “lab fly”: `heraut lab --help` lists them",
    ),
    (
        "ask dice.poll {}",
        "heraut: Il n'y a pas de question « dice.poll » (peut-être « dice.pool » ?) : "
        "`heraut ask --list` les nomme toutes.",
        "heraut: there is no question “dice.poll” (did you mean “dice.pool”?): `heraut ask --list` names them",
    ),
    (
        "ask dice.pool {}",
        "heraut: dice.pool : Il manque « dice » : ajoutez-le. `heraut ask dice.pool --schema` donne les champs.",
        "heraut: dice.pool: “dice” is missing: add it. `heraut ask dice.pool --schema` shows the fields.",
    ),
    (
        "play jousting",
        "heraut: Il n'y a pas de jeu « jousting » : il y a tournament, match, campaign, skirmish, auction.",
        "heraut: there is no engine “jousting”: there are tournament, match, campaign, skirmish, auction",
    ),
    (
        "play match --settings 3",
        "heraut: réglages : Il faut un objet entre accolades.",
        "heraut: settings: There must be an object in braces.",
    ),
    (
        "play match --settings @nowhere.json",
        "heraut: nowhere.json ne peut pas être lu (rien de ce nom).",
        "heraut: nowhere.json cannot be read (no such file or directory).",
    ),
    (
        "play match --from nowhere.toml --keep sale.jsonl",
        "heraut: position : Une partie qui commence à une position ne peut pas être gardée : donnez --from ou --keep.",
        "heraut: position: a game from a position cannot be kept: give --from or --keep",
    ),
    (
        "clauses --tests nowhere",
        "heraut: Il n'y a pas de dossier nowhere : lancez ceci dans les sources, ou donnez --tests.",
        "heraut: there is no folder nowhere: run this in a checkout, or give --tests",
    ),
]
"""What is typed, and what is said of it in French and in English."""


def said(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    try:
        code = run(words.split())
    except SystemExit as end:
        code = int(end.code or 0)
    out, error = capsys.readouterr()
    return code, plain(out), plain(error)


def plain(text: str) -> str:
    """Spaces and apostrophes as people type them."""
    return re.sub("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", text).replace("’", "'")


@pytest.fixture(autouse=True)
def no_other_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("language", "head"), [("fr_FR.UTF-8", "emploi : "), ("C.UTF-8", "emploi : "), ("en_GB", "usage: ")]
)
@pytest.mark.parametrize("command", PARSED)
def test_the_help_of_a_command_is_in_the_language_of_the_terminal(
    command: str, language: str, head: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("LANG", language)
    code, out, _error = said(f"{command} --help", capsys)
    told = phrases("en" if language == "en_GB" else "fr")["arguments"]

    assert (code, out.startswith(f"{head}heraut {command} ")) == (0, True)
    assert plain(told[command]) in out
    assert re.findall(r"^[a-z ]+ ?:$", out, re.MULTILINE)[-1:] != []
    assert ("positional" in out, "show this help" in out) == (False, False)


@pytest.mark.parametrize("command", ["", "ask ", "lab "])
def test_what_there_is_is_listed_in_the_language_of_the_terminal(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for language in LANGUAGES:
        monkeypatch.setenv("LANG", language)
        assert said(f"{command}--help", capsys) == (
            0,
            plain(phrases(language)["usage"][command.strip() or "heraut"].format()),
            "",
        )


@pytest.mark.parametrize(("typed", "french", "english"), WRONG)
def test_what_is_wrong_is_said_in_the_language_of_the_terminal(
    typed: str, french: str, english: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for language, sentence in (("fr_FR.UTF-8", french), ("en_GB.UTF-8", english)):
        monkeypatch.setenv("LANG", language)
        code, out, error = said(typed, capsys)
        assert (code, out, error.splitlines()[-1]) == (BAD_INPUT, "", sentence)
