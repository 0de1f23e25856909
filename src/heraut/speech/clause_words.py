"""
Clauses as people read them: what a sheet of rules calls by its name in a file is called as the forms call it.

A sheet writes a setting and its values as code: `lost_dice_scoring`, `once`; or {dice_model} where the setting alone
is meant. On a page the setting has its label and the value what the form offers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from heraut.speech import Language, phrases
from heraut.speech.typography import typeset

_SPAN = re.compile(r"`(?P<code>[^`]+)`|\{(?P<setting>[a-z][a-z0-9_]*)\}")
_NAME = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*(?![\w.])")
_BARE = re.compile(r"(?<![\w.`])(?=[a-z.]*_)[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?(?![\w`])")
"""In a table of values a name stands without any mark."""
_SETTING: Mapping[Language, str] = {"fr": typeset("réglage :"), "en": "setting:"}


def in_words(text: str, language: Language) -> str:
    """The text with every setting, and every value of a setting it names, as forms say them; other code as it is."""
    spans = [found["code"] or found["setting"] for found in _SPAN.finditer(text)]
    settings = [name for span in spans for name in _NAME.findall(span)]

    def said(found: re.Match[str]) -> str:
        if found["setting"]:
            label = _word(found["setting"], settings, language)
            return found[0] if label is None else f"({_SETTING[language]} {_quoted(label, language)})"
        if alone := phrases(language)["words"].get(found["code"]):
            return _quoted(alone, language)
        words = {name: _word(name, settings, language) for name in _NAME.findall(found["code"])}
        if not any(words.values()):
            return found[0]
        told = _NAME.sub(lambda name: words[name[0]] or name[0], found["code"]).replace(" = ", ", ")
        return _quoted(told, language)

    return _BARE.sub(lambda found: _word(found[0], settings, language) or found[0], _SPAN.sub(said, text))


def _quoted(text: str, language: Language) -> str:
    return typeset(f"« {text} »") if language == "fr" else f"“{text}”"


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
