"""What a guide prints in bold or between quotes is what a page says: a button, a heading, a menu."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from heraut.speech.sentences import LANGUAGES, Language, phrases
from heraut.web import translations

GUIDES = Path(__file__).parents[2] / "docs" / "guide"
_PLACE = re.compile(r"%\\\(\w+\\\)[sd]|%s|\\\{\w+\\\}|…")
_HOLE = re.compile(r"%\(\w+\)[sd]|%s|\{\w+\}")
_WORDS = {"fr": {"Constructions", "portails"}, "en": {"Construction", "portals"}}
"""Bold for stress, not for a name."""
_QUOTED = {"fr": re.compile(r"«\s*([^»]+?)\s*»"), "en": re.compile(r"“([^”]+)”")}
_TYPED = re.compile(r"nom;|name;|\d|One warlord|Homme\Z|Man\Z")
"""Between quotes too: what people type or say, not what a page says."""


@cache
def said(language: Language) -> re.Pattern[str]:
    """Every text of the pages and every command's label, anything for a name; up to a colon or comma will do."""
    texts = set(phrases(language)["commands"].values())
    for room in translations.rooms():
        for french, english in translations.english(room).items():
            told = french if language == "fr" else english
            texts |= {told} if isinstance(told, str) else set(told)
    heads = {re.split(r" ?[:,]\s", text)[0] for text in texts}
    named = (text for text in texts | heads if re.search(r"\w{3}", _HOLE.sub("", text)))
    return re.compile("|".join(map(_written, named)), re.IGNORECASE)


def _written(text: str) -> str:
    plain = " ".join(text.replace("’", "'").split())
    return _PLACE.sub(".+", re.escape(plain))


def bold(text: str) -> Iterator[str]:
    """The names in a guide; one that ends with a full stop heads a paragraph."""
    for found in re.findall(r"\*\*([^*]+)\*\*", text):
        for name in " ".join(found.split()).split(" → "):
            if not name.endswith("."):
                yield name


def quoted(text: str, language: Language) -> Iterator[str]:
    """The names between quotes; a sentence of a page may be quoted without its full stop."""
    for name in _QUOTED[language].findall(" ".join(text.split())):
        if not _TYPED.search(name):
            yield name if said(language).fullmatch(name) else f"{name}."


def guides(language: Language) -> list[Path]:
    return [file for file in sorted(GUIDES.glob("*.md")) if (".en." in file.name) == (language == "en")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_calls_a_button_as_its_page_does(language: Language):
    texts = {file.name: file.read_text(encoding="utf-8") for file in guides(language)}
    names = {(file, name) for file, text in texts.items() for name in (*bold(text), *quoted(text, language))}
    unknown = [one for one in names if one[1] not in _WORDS[language] and not said(language).fullmatch(one[1])]

    assert len(names) > 60
    assert sorted(unknown) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_has_a_twin_and_every_picture_it_shows(language: Language):
    shown = {
        (file.name, picture)
        for file in guides(language)
        for picture in re.findall(r"\]\((img/[^)]+)\)", file.read_text(encoding="utf-8"))
    }

    assert [picture for _, picture in sorted(shown) if not (GUIDES / picture).is_file()] == []
    assert {name.split(".")[0] for name, _ in shown} >= {"campaign", "match", "odds", "skirmish", "tournament"}
    assert len(guides("fr")) == len(guides("en"))
