"""
Every code of the program has a word in both languages.

The codes are read off the types: members of closed lists, values of settings, tags of commands and events, fields and
values of answers. What people never read is listed here with its reason; anything new is either said or listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import inspect as types

from classes import classes_of
from heraut import catalogue
from heraut.kernel.message import room_of
from heraut.scenario.library import every
from heraut.speech.sentences import LANGUAGES, Language, phrases

ROOMS = ("kernel", "rulesets", "table", "warband", "battle", "tournament", "campaign", "skirmish", "scenario", "ask")
SHIPPED = tuple(name for name in catalogue.ENGINES if name != "auction")

PREFIXES = {
    "Act": "act",
    "By": "by",
    "Category": "category",
    "EntryKind": "entry",
    "Kind": "entry",
    "SpecialRule": "rule",
    "Stage": "stage",
    "Standing": "standing",
    "Tiebreak": "tiebreak",
}
"""The lists whose words stand under a name of their own: `entry-solo`."""

INSIDE = {
    "Audience": "who may read an event: the pages show it by showing it",
    "EntryColumn": "the page that imports names those it keeps",
    "Fate": "what became of an action of a segment: a mark on its lane",
    "Finding": "said by the page of the proof and by the answers",
    "Lot": "what dice are due for: said as what is awaited",
    "Scope": "what an effect touches: its effect is said",
    "Speaker": "who may send a command: its refusal is said",
    "FightStep": "where the fight stands: said as what is awaited",
    "TurnStep": "where the turn stands: said as what is awaited",
    "Swiss": "which walk pairs a round",
    "MeasuredTo": "what a distance is measured to: said in the whole sentence of the limit",
    "Tie": "what becomes of equals: a format's own rule, said as its clause",
    "Until": "when an effect ends: said with the segment or the turn",
    "Use": "what an action of a segment is spent on: the action itself is said",
    "WeaponRow.free": "a column of a table",
    "AbuseRow.each": "a column of a table",
    "Campaign.bots": "how well a bot plays: the form that opens a campaign offers it",
    "CampaignPlayer.bot": "the empty text is a person",
    "FightOptions.escape_difficulty": "one value: nothing to choose",
    "GameInput": "which of the two players of the line: their names are asked beside it",
}


def lists() -> Iterator[tuple[str, str, str, str]]:
    """Every member of a closed list: list, field (none for an enumeration), room, code."""
    for kind in classes_of(ROOMS):
        room = kind.__module__.split(".")[1]
        if issubclass(kind, Enum):
            yield from ((kind.__name__, "", room, each.value) for each in kind if isinstance(each.value, str))
        elif issubclass(kind, msgspec.Struct):
            for field, hint in _hints(kind):
                yield from ((kind.__name__, field, room, value) for value in _literals(hint))


def _hints(kind: type) -> Iterable[tuple[str, Any]]:
    try:
        return get_type_hints(kind).items()
    except NameError:  # a type that only the checker imports
        return ()


def _literals(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    for inner in get_args(hint):
        yield from _literals(inner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_member_of_a_closed_list_has_its_word(language: Language):
    said = phrases(language)
    tables = (said["words"], said["answers"], said["refusals"])
    offered = {key.rpartition(":")[2] for key in said["choices"]}

    def is_said(owner: str, field: str, room: str, code: str) -> bool:
        names = (code, f"{room}:{code}", f"{PREFIXES.get(owner, field)}-{code}", f"{field}:{code}")
        return code in offered or any(name in table for table in tables for name in names)

    inside = {*INSIDE}
    assert [
        (owner, field, code)
        for owner, field, room, code in lists()
        if not is_said(owner, field, room, code) and not {owner, f"{owner}.{field}"} & inside
    ] == []


def test_what_is_exempt_still_exists():
    known = {name for owner, field, _room, _code in lists() for name in (owner, f"{owner}.{field}")}

    assert INSIDE.keys() - known == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_every_command_and_every_event_has_its_sentence(name: str, language: Language):
    said, engine = phrases(language), catalogue.engine(name)
    commands, events = (
        {f"{room_of(kind)}:{kind.__name__}" for kind in get_args(union)} for union in (engine.commands, engine.events)
    )

    assert commands - said["commands"].keys() == set()
    assert events - said["events"].keys() == set()


def _inner(kind: Any, field: str) -> Iterator[tuple[Any, str]]:
    """The types a list, a mapping or a choice of types is made of."""
    match kind:
        case types.UnionType(types=parts) | types.TupleType(item_types=parts):
            inside: tuple[Any, ...] = parts
        case types.DictType(key_type=key, value_type=value):
            inside = (key, value)
        case types.CollectionType(item_type=item):
            inside = (item,)
        case _:
            yield kind, field
            return
    for part in inside:
        yield from _inner(part, field)


def _said_in_answers(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Every name of a field, every tag and every value of a closed list within an answer."""
    for part, _ in _inner(kind, ""):
        match part:
            case types.EnumType(cls=cls):
                yield from (each.value for each in cls if isinstance(each.value, str))
            case types.LiteralType(values=values):
                yield from (value for value in values if isinstance(value, str))
            case types.StructType() if part.cls not in seen:
                seen.add(part.cls)
                if part.tag_field:
                    yield from (part.tag_field, str(part.tag))
                for each in part.fields:
                    yield each.encode_name
                    yield from _said_in_answers(each.type, seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_and_every_value_of_an_answer_has_its_word(language: Language):
    said, missing = phrases(language), set()
    for name in catalogue.QUESTIONS:
        question = catalogue.question(name)
        room = question.input.__module__.rpartition(".")[2]
        for code in _said_in_answers(types.type_info(question.output), set()):
            spellings = {code, f"{room}:{code}", f"{room}-{code}"}
            if not any(spellings & said[table].keys() for table in ("answers", "words", "fields")):
                missing.add((name, code))

    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_has_its_name_and_its_summary(language: Language):
    assert [found.id for found in every() if not (found.names[language] and found.summary[language])] == []
