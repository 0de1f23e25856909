"""
What is wrong with a text somebody sent: the parser's own words, and the journal's, said to people.

Parsers tell what they met in English sentences and nothing else. `[faults]` has such a sentence as its key, `{name}`
standing for what varies, and what people read as its text. `[kinds]` names what was expected and what came.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from heraut.speech.sentences import Language, phrases

_PATH = re.compile(r" - at `(?:key` in `)?\$?\.?([^`]*)`\Z")
_NAME = re.compile(r"\\\{(\w+)\\\}")
_KINDS = ("expected", "got")


def say_wrong(error: Exception | str, language: Language, label: Callable[[str], str] = str) -> str:
    """What is wrong, where, and what to do. `label` names a field as its page does."""
    told = str(error)
    place = _PATH.search(told)
    said = _said(_PATH.sub("", told), language, label)
    if place is None or not place.group(1):
        return said
    where = phrases(language)["faults"]["at"].format(place=_place(place.group(1), label))
    return f"{where}{said[:1].lower()}{said[1:]}"


def _place(path: str, label: Callable[[str], str]) -> str:
    """The whole path; on a page with labels of its own, that of the field it ends at."""
    return path if label is str else label(re.sub(r"\[.*?\]", "", path.rsplit(".", 1)[-1]))


def _said(told: str, language: Language, label: Callable[[str], str]) -> str:
    for pattern, text in _patterns(language):
        if found := pattern.fullmatch(told):
            facts = {name: _fact(name, fact, language, label) for name, fact in found.groupdict().items()}
            return text.format_map(facts)
    return told


def _fact(name: str, fact: str, language: Language, label: Callable[[str], str]) -> str:
    if name == "why":
        told = say_wrong(fact, language, label).rstrip(".")
        return told[:1].lower() + told[1:]  # inside another sentence
    if name == "field":
        return label(fact)
    if name not in _KINDS:
        return fact
    kinds = phrases(language)["kinds-of-value"]
    return f" {kinds['or']} ".join(kinds.get(f"{name} {kind}") or kinds.get(kind, kind) for kind in fact.split(" | "))


@cache
def _patterns(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    said = {key: text for key, text in phrases(language)["faults"].items() if not key.startswith("faults:")}
    return tuple((re.compile(_NAME.sub(r"(?P<\1>.*?)", re.escape(key)), re.DOTALL), text) for key, text in said.items())
