"""What a guide prints in bold is what a page says: a button, a heading, a menu."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from heraut.speech import LANGUAGES, Language, phrases
from heraut.web import translations

GUIDES = Path(__file__).parents[2] / "docs" / "guide"
_PLACE = re.compile(r"%\\\(\w+\\\)[sd]|%s|\\\{\w+\\\}|…")
_HOLE = re.compile(r"%\(\w+\)[sd]|%s|\{\w+\}")
_WORDS = {"fr": {"Constructions", "portails"}, "en": {"Construction", "portals"}}
"""Bold for stress, not for a name."""


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_calls_a_button_as_its_page_does(language: Language):
    files = [file for file in sorted(GUIDES.glob("*.md")) if (".en." in file.name) == (language == "en")]
    names = {(file.name, name) for file in files for name in bold(file.read_text(encoding="utf-8"))}

    assert (
        sorted(
            (file, name) for file, name in names if name not in _WORDS[language] and not said(language).fullmatch(name)
        )
        == []
    )
