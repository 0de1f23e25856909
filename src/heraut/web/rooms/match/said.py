"""The facts of a turn in words, and as the fields of the form that writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from heraut.scenario.facts import Facts
from heraut.speech import Language, phrases
from heraut.speech.typography import typeset

BY_SIDE = ("contests", "touches", "caster_contests")


def facts_words(facts: Facts, names: Mapping[str, str], spoken: Language) -> str:
    """Everything somebody wrote of the turn, in one line."""
    words = phrases(spoken)["words"]
    colon = typeset(" : ") if spoken == "fr" else ": "
    told = []
    for field in msgspec.structs.fields(Facts):
        value = getattr(facts, field.name)
        if field.name in facts.given():
            label = words.get(f"scenario:fact-{field.name}") or words.get(f"scenario:{field.name}", field.name)
            text = _say(msgspec.to_builtins(value), names, words)
            told.append(f"{label}{colon}{text}" if text else label)
    return " · ".join(told) or words["scenario:fact-none"]


def _say(value: Any, names: Mapping[str, str], words: Mapping[str, str]) -> str:
    match value:
        case bool():
            return ""
        case {"marker": str() as marker, **rest}:
            end = words["scenario:fact-fell" if rest.get("destroyed") else "scenario:fact-held"]
            return f"{names.get(marker, marker)} ({end})"
        case dict():
            return ", ".join(f"{names.get(key, key)} {_inner(part, names, words)}" for key, part in value.items())
        case list() | tuple():
            return ", ".join(_say(part, names, words) for part in value)
        case _:
            return names.get(str(value), str(value))


def _inner(value: Any, names: Mapping[str, str], words: Mapping[str, str]) -> str:
    return f"({value})" if isinstance(value, int) else _say(value, names, words)


def form_fields(facts: Facts) -> list[tuple[str, str]]:
    """The boxes and figures of the turn's form that say these facts."""
    found = [*_many("claimed", facts.claimed), *_many("controlled", facts.controlled)]
    found += [(f"near:{id}", str(number)) for id, number in facts.near.items()]
    found += [(f"attack:{one.marker}", "fell" if one.destroyed else "held") for one in facts.attacks]
    found += [(f"control:{id}", side.value) for side, ids in facts.controls.items() for id in ids]
    found += [(f"objective:{id}", zone) for id, zone in facts.objectives.items()]
    found += [(f"zone:{side}", zone) for side, zone in facts.zone.items()]
    for name in BY_SIDE:
        found += [each for side, ids in getattr(facts, name).items() for each in _many(f"{name}.{side}", ids)]
    if facts.dice is not None:
        found.append(("dice", str(facts.dice)))
    return [*found, ("casters_out", "on")] if facts.casters_out else found


def _many(name: str, ids: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, id) for id in ids]
