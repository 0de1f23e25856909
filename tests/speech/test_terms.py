"""The words people read: the glossary's terms hold in every French phrase, page, guide and sheet; numbers agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from heraut.scenario.library import every as scenarios
from heraut.speech.sentences import LANGUAGES, Language, counted, phrases
from heraut.web import translations

DOCS = Path(__file__).parents[2] / "docs"
_PLACE = re.compile(r"\{(\w+)(?::[^{}|]+\|[^{}|]+|:range|:typed)?\}")
_PAIR = re.compile(r"\{\w+:([^{}|]+)\|([^{}|]+)\}")
_SAID_OF_SEVERAL = {"casters", "margin", "most", "given", "seconds", "turns"}
"""Never one where the phrase has no form for one: what a rule, a bound of ours or a model gives."""
_NAMES = {"seat", "who", "target", "territory", "subject", "side", "edge", "unit"}
_OTHER_SENSE = r"fourreau ou manche|ceinture, manche|\(marcher, par exemple\)"
"""Where the skirmish's own words are meant: the sleeve of a garment; to walk."""
_INVARIABLE = {
    "fois",
    "corps",
    "pas",
    "dans",
    "sous",
    "plus",
    "moins",
    "repos",
    "sans",
    "puis",
    "vers",
    "temps",
    "depuis",
}


def avoided() -> Iterator[str]:
    """The words of the column “Not” that stand for nothing else."""
    _, _, people = (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## The words people read")
    for line in people.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[3] != "Not":
            yield from (word for word in re.split(r"[,;] ", cells[3]) if word and not word.startswith("*"))


@cache
def french() -> tuple[tuple[str, str], ...]:
    """Every French text with the place where it stands."""
    said = [
        (f"{table} {key}", _PLACE.sub("…", text))
        for table, entries in phrases("fr").items()
        for key, text in entries.items()
    ]
    shown = [(room.name, text) for room in translations.rooms() for text in _messages(room)]
    files = [file for file in (DOCS / "guide").glob("*.md") if ".en." not in file.name]
    files += (DOCS / "rules" / "fr").glob("*.md")
    tables = [
        (found.id, told["fr"]) for found in scenarios() for told in (found.names, found.summary, found.legend) if told
    ]
    every = said + shown + tables + [line for file in files for line in _lines(file)]
    return tuple((place, text.replace("’", "'")) for place, text in every)


def _messages(room: Path) -> Iterator[str]:
    for key in translations.used(room):
        yield from (key,) if isinstance(key, str) else key


def _lines(file: Path) -> Iterator[tuple[str, str]]:
    """The lines of a guide or a sheet without codes and names of files, which are no words."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        yield f"{file.name}:{number}", re.sub(rf"`[^`]*`|\([^)]*\.(?:md|png)\)|{_OTHER_SENSE}", "", line)


def test_the_glossary_names_words_to_avoid():
    assert len(list(avoided())) > 100


@pytest.mark.parametrize("word", sorted(set(avoided())))
def test_a_word_the_glossary_rules_out_stands_nowhere(word: str):
    found = re.compile(rf"(?<![\w'’-]){re.escape(word)}[sx]?(?![\w-])", 0 if word[0].isupper() else re.IGNORECASE)

    assert [f"{place}: {text}" for place, text in french() if found.search(text)] == []


def _rendered(text: str, number: int, language: Language) -> str:
    """The phrase with this number wherever a number may stand."""

    def filled(place: re.Match[str]) -> str:
        if place[1] in _NAMES or (place[0] == f"{{{place[1]}}}" and place[1] in _SAID_OF_SEVERAL):
            return "Ana"
        return place[0].replace(place[1], "n", 1)

    return _PLACE.sub(filled, text.replace("{}", "{n}")).format(n=counted(number, language))


def _miscounts(said: str, number: int, singulars: frozenset[str]) -> list[str]:
    """What follows the number in the wrong number, as far as a small eye can tell."""
    following = re.findall(rf"(?<![\w,.½−+-]){number} (\w\w\w\w+)", said)
    if number < 2:
        return [word for word in following if word.endswith("s") and word not in _INVARIABLE]
    return [word for word in following if word in singulars]


@pytest.mark.parametrize("number", [0, 1, 2])
def test_french_agrees_with_its_numbers(number: int):
    texts = [text for table in sorted(phrases("fr").keys() - {"rooms"}) for text in phrases("fr")[table].values()]
    nouns = frozenset(one.split()[0] for text in texts for one, many in _PAIR.findall(text) if one != many)
    faults = [(text, found) for text in texts if (found := _miscounts(_rendered(text, number, "fr"), number, nouns))]

    assert faults == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_small_eye_sees_what_it_is_for(language: Language):
    assert _miscounts("1 points", 1, frozenset()) == ["points"]
    assert _miscounts("2 point", 2, frozenset({"point"})) == ["point"]
    assert _miscounts(_rendered("{n:point|points}", 1, language), 1, frozenset()) == []
