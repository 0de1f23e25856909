"""
Clauses as people read them: what a sheet of rules calls by its name in a file is called as the forms call it.

A sheet writes a setting and its values as code: `lost_dice_scoring`, `once`; or {dice_model} where the setting alone
is meant. On a page the setting has its label and the value what the form offers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import colon, typeset

_SPAN = re.compile(r"`(?P<code>[^`]+)`|\{(?P<setting>[a-z][a-z0-9_]*)\}")
_NAME = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*(?![\w.])")
_BARE = re.compile(r"(?<![\w.`])(?=[a-z.]*_)[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?(?![\w`])")
"""In a table of values a name stands without any mark."""
_SETTING: Mapping[Language, str] = {"fr": typeset("réglage :"), "en": "setting:"}
_IS = re.compile(r"(?<=[»”]) = (?=[«“])")
_STEP = re.compile(r"[A-Z]{3,}(?:_[A-Z]+)*\Z")
_KEYWORD = re.compile(r"(?P<name>[a-z]+)(?:\((?P<of>\w+|…)\))?\Z")
_YES_OR_NO = {"yes": "true", "no": "false"}
_ROOMS = {"age-of-magic": "battle", "saga-campaign": "campaign", "saga-skirmish": "skirmish"}
_ONE_WORD: Mapping[str, frozenset[str]] = {
    "saga-campaign": frozenset(
        ("deadlines", "engagement", "grace", "letters", "overbid", "reminder", "resurgence", "turns")
    ),
    "saga-skirmish": frozenset(("celtic",)),
    "saga-tournament": frozenset(("budget", "rounds")),
    "steamroller-2011": frozenset(("divide", "lists", "reserve", "rounds", "scenarios")),
}
"""The settings of a sheet whose names are one plain word, which elsewhere may be anything."""
_OTHERWISE: Mapping[str, frozenset[str]] = {"saga-skirmish": frozenset(("long",))}
"""What a word of the room would say wrongly: a weapon's `long` is no range."""
_OWNERS = ("Settings", "Options", "SagaSettings")


def in_words(text: str, language: Language, sheet: str = "") -> str:
    """
    The text with every setting, and every value of a setting it names, as forms say them; other code as it is.

    Where its sheet is known, the words of its room are read too: the steps of a turn, the zones of a body.
    """
    spans = [found["code"] or found["setting"] for found in _SPAN.finditer(text)]
    settings = [name for span in spans for name in _NAME.findall(span)]

    def said(found: re.Match[str]) -> str:
        if found["setting"]:
            label = _word(found["setting"], settings, language)
            return found[0] if label is None else f"({_SETTING[language]} {_quoted(label, language)})"
        if alone := _alone(found["code"], sheet, language):
            return _quoted(alone, language)
        words = {name: _word(name, settings, language) for name in _NAME.findall(found["code"])}
        if not any(words.values()):
            return found[0]
        told = _NAME.sub(lambda name: words[name[0]] or name[0], found["code"]).replace(" = ", ", ")
        return _quoted(told, language)

    told = _BARE.sub(lambda found: _word(found[0], settings, language) or found[0], _SPAN.sub(said, text))
    return _IS.sub(colon(language), told)


def _alone(code: str, sheet: str, language: Language) -> str | None:
    """A code that is the whole of its span: a word of its room, a step of the turn, a setting of its sheet."""
    words, keyword = phrases(language)["words"], _KEYWORD.match(code)
    if keyword and keyword["name"] in _ONE_WORD.get(sheet, ()):
        label = _label(keyword["name"], language)
        return f"{label} ({words.get(keyword['of'], keyword['of'])})" if keyword["of"] else label
    if sheet not in _ROOMS or code in _OTHERWISE.get(sheet, ()):
        return words.get(code)
    key = code.lower().replace("_", "-") if _STEP.match(code) else _YES_OR_NO.get(code, code)
    places = (f"cover-{key}", f"{_ROOMS[sheet]}:{key}", key, f"rule-{key}")
    return next((words[place] for place in places if place in words), None)


def _label(setting: str, language: Language) -> str:
    fields = phrases(language)["fields"]
    return next((fields[key] for owner in _OWNERS if (key := f"{owner}.{setting}") in fields), "") or fields[setting]


def _quoted(text: str, language: Language) -> str:
    if language == "en":
        return f"“{text}”"
    inner = re.sub(r"\s*»", "”", re.sub(r"«\s*", "“", text))  # quotes inside quotes
    return typeset(f"« {inner} »")


def _word(code: str, settings: Sequence[str], language: Language) -> str | None:
    """The label of a setting, what a form offers for a value of one of these settings, or a word of two parts."""
    said = phrases(language)
    values = (said["choices"].get(f"{setting}:{code}") for setting in settings)
    label = _labels(language).get(code) or next(filter(None, values), None)
    if label is None and "_" in code:
        label = said["words"].get(code) or said["words"].get(f"rule-{code}")
    return label


@cache
def _labels(language: Language) -> Mapping[str, str]:
    """The label of every field of the settings that has an underscore in it: one word alone may be anything."""
    fields = phrases(language)["fields"]
    owned = {key.rpartition(".")[2]: label for key, label in fields.items()}
    return {name: label for name, label in {**owned, **fields}.items() if "_" in name and "." not in name}
