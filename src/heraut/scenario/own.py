"""
A scenario of an organiser's own: the text of its file (`own_text`) read with every fault at its line.

The form is that of `rulesets/<source>/scenarios/<id>.toml` (`docs/scenarios.md`). What can be read is rehearsed,
so that whatever is wrong with it is said here and not at a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from heraut.kernel.codec import Malformed, from_plain, from_toml
from heraut.kernel.engine import evolve_all
from heraut.kernel.names import MOST_ID, ORGANISER, ClauseId, Seat, is_id
from heraut.kernel.refusal import Refusal
from heraut.rulesets.clauses import clauses
from heraut.rulesets.editions import current
from heraut.rulesets.tables import BrokenTable
from heraut.scenario import engine
from heraut.scenario.definition import (
    Element,
    ElementKind,
    FirstTurn,
    Label,
    Length,
    Limit,
    LimitKind,
    MoveStep,
    Scenario,
    Step,
)
from heraut.scenario.facts import SIDES
from heraut.scenario.library import Layout, check_names, sources, with_deployment
from heraut.scenario.own_text import line_of, line_of_element, line_with, row_at
from heraut.scenario.roles import StateRoles
from heraut.scenario.scoring import Capped, Control, Held, Scoring
from heraut.scenario.settings import Settings
from heraut.scenario.setup import SkipSetup
from heraut.scenario.state import PlayingTurns
from heraut.scenario.tally import rules_of
from heraut.scenario.terrain import Piece, TablePlan
from heraut.scenario.turns import EndTurn

MOST_CHARACTERS = 40_000
MOST = {"elements": 60, "labels": 60, "limits": 40, "setup": 40, "reminders": 20}
LONGEST = {"names": 60, "summary": 300, "legend": 400}
SIDES_OF_TABLE = range(24, 97)
"""Inches a table may measure."""
MOST_TURNS = 12
PARTS: Mapping[str, Any] = {"elements": Element, "labels": Label, "limits": Limit, "setup": Step}
WHOLES: Mapping[str, Any] = {"opening": FirstTurn, "length": Length, "scoring": Scoring}
_ID = re.compile(r"[a-z][a-z0-9_]{1,39}")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_UNKNOWN = re.compile(r"unknown field `([^`]*)`")
_NOT_LISTED = re.compile(r"Invalid (?:enum )?value ('[^']*'|-?[\d.]+)")
_FIRST = re.compile(r" - at `(?:key` in `)?\$\.?(?P<key>\w+)(?:\[(?P<row>\d+)\])?")
"""The first name on the path of what is wrong, and the place in its list."""
_PATH = re.compile(r" - at `(?:key` in `)?\$\.?([^`]*)`")
STICKS = frozenset({"reach", "more_than", "at_least", "sweep"})
"""Keys whose words are distances."""
_STICK = re.compile(r"(?:TC|[CML])(?:\+(?:TC|[CML]))*|\d{1,2}")


class LineFault(msgspec.Struct, frozen=True):
    """What is wrong at a line of the text, 1 being the first; `refused` where the rules say it, each with its words."""

    line: int
    told: str
    refused: Refusal | None = None


def read_own(text: str) -> tuple[Scenario | None, tuple[LineFault, ...]]:
    """The scenario, or everything that is wrong with its text under the rules in force, from the top down."""
    return _read(text, current())


@lru_cache(maxsize=256)
def _read(text: str, edition: int) -> tuple[Scenario | None, tuple[LineFault, ...]]:  # noqa: ARG001  # one for each
    if len(text) > MOST_CHARACTERS:
        return None, (LineFault(1, f"the file has more than {MOST_CHARACTERS} characters"),)
    try:
        row = scenario_row(text)
    except Malformed as error:
        return None, (_syntax(str(error)),)
    faults = tuple(sorted(dict.fromkeys(_faults(row, text)), key=lambda fault: fault.line))
    if faults:
        return None, faults
    return _whole(row, text)


def scenario_row(text: str) -> Mapping[str, Any]:
    """The one scenario of a text, as plain values; `Malformed` says why there is none."""
    table = from_toml(text).get("scenario")
    row = table[0] if isinstance(table, list) and len(table) == 1 else table
    if not isinstance(row, dict):
        raise Malformed("the file needs exactly one [[scenario]]")
    return row


def own_scenario(text: str) -> Scenario | None:
    """The scenario of a text that was found good before; None for one that is not."""
    return read_own(text)[0]


def _syntax(told: str) -> LineFault:
    found = _AT_LINE.search(told)
    return LineFault(int(found.group(1)) if found else 1, _AT_LINE.sub("", told).strip())


def _faults(row: Mapping[str, Any], text: str) -> Iterator[LineFault]:
    """Every part by itself, so that one fault does not hide another."""
    for name, most in MOST.items():
        if isinstance(listed := row.get(name, []), list) and len(listed) > most:
            yield LineFault(line_of(text, name), f"{name}: at most {most}, not {len(listed)}")
    for name, longest in LONGEST.items():
        for said in row[name].values() if isinstance(row.get(name), dict) else ():
            if not isinstance(said, str) or len(said) > longest:
                yield LineFault(line_of(text, name), f"{name}: at most {longest} characters")
    for name, kind in PARTS.items():
        for place, part in enumerate(row[name] if isinstance(row.get(name), list) else ()):
            yield from _part(text, (name, place), part, kind)
    for name, kind in WHOLES.items():
        if name in row:
            yield from _part(text, (name, None), row[name], kind)
    yield from _name_faults(row, text)
    if current() >= 3:  # events begun before keep what they brought
        yield from _wide_ids(row, text)


def _wide_ids(row: Mapping[str, Any], text: str) -> Iterator[LineFault]:
    """Elements whose id could stand in no address or field [HOUSE-NAME-2]."""
    for place, part in enumerate(row["elements"] if isinstance(row.get("elements"), list) else ()):
        id = part.get("id") if isinstance(part, dict) else None
        if isinstance(id, str) and not is_id(id):
            told = f"element id: letters without accents, digits, - and _ only, 1 to {MOST_ID} of them"
            yield LineFault(line_of(text, "elements", place, "id"), told)


def _part(text: str, place: tuple[str, int | None], part: Any, kind: Any) -> Iterator[LineFault]:
    line = line_of(text, *place)
    try:
        from_plain(part, kind, forbid_unknown=True)
    except (Malformed, ValueError) as error:
        yield LineFault(_line_of_path(text, place, str(error)), _with_choices(str(error), kind))
    for id in _said_under(part, frozenset({"clause"})):
        if not isinstance(id, str) or ClauseId(id) not in clauses():
            yield LineFault(line_with(text, line, str(id)), f"unknown clause {str(id)[:40]}")
    for stick in _said_under(part, STICKS):
        if isinstance(stick, str) and not _STICK.fullmatch(stick):
            told = f"“{stick[:20]}” is no distance: write sticks such as L+C, or inches"
            yield LineFault(line_with(text, line, stick), told)


def _line_of_path(text: str, place: tuple[str, int | None], told: str) -> int:
    """The line of what is wrong in a part: that of the first name on its path, or of the row under it."""
    found = _FIRST.search(told)
    if found is None:
        return line_of(text, *place)
    line = line_of(text, *place, found.group("key"))
    return row_at(text, line, int(found.group("row"))) if found.group("row") else line


def _with_choices(told: str, kind: Any) -> str:
    """What is wrong without its path; a word that is none of a list, with the list."""
    wrong, where = _NOT_LISTED.match(told), _PATH.search(told)
    choices = _choices(kind, where.group(1)) if wrong and where else []
    return f"Invalid value {wrong.group(1)}: one of {', '.join(choices)}" if wrong and choices else _PATH.sub("", told)


def _choices(kind: Any, path: str) -> list[str]:
    """The words that may stand at a path of that type: those of a list, or the names of the kinds."""
    found = list(_alternatives([inspect.type_info(kind)]))
    for last in re.findall(r"[a-z_]+|\[", path):
        structs = [one for one in found if isinstance(one, inspect.StructType)]
        if any(one.tag_field == last for one in structs):
            return [str(one.tag) for one in structs]
        found = list(_alternatives(inner for one in found for inner in _inner(one, last)))
    return list(dict.fromkeys(str(value) for one in found for value in _words(one)))


def _alternatives(kinds: Iterable[inspect.Type]) -> Iterator[inspect.Type]:
    for kind in kinds:
        yield from _alternatives(kind.types) if isinstance(kind, inspect.UnionType) else (kind,)


def _inner(kind: inspect.Type, step: str) -> Iterator[inspect.Type]:
    """What a type holds under a name, or in its list."""
    match kind:
        case inspect.StructType(fields=fields):
            yield from (field.type for field in fields if field.encode_name == step)
        case inspect.VarTupleType(item_type=item) | inspect.DictType(value_type=item) if step == "[":
            yield item
        case _:
            return


def _words(kind: inspect.Type) -> Iterable[Any]:
    match kind:
        case inspect.EnumType(cls=cls):
            return cls
        case inspect.LiteralType(values=values):
            return values
        case inspect.DictType(key_type=key):
            return _words(key)
        case _:
            return ()


def _said_under(raw: object, keys: frozenset[str]) -> Iterator[object]:
    """What stands under keys that are, or end in, one of these, however deep."""
    for part in raw if isinstance(raw, list) else raw.values() if isinstance(raw, dict) else ():
        yield from _said_under(part, keys)
    if isinstance(raw, dict):
        yield from (raw[key] for key in raw if key.removeprefix(key.rpartition("_")[0] + "_") in keys or key in keys)


def _name_faults(row: Mapping[str, Any], text: str) -> Iterator[LineFault]:
    id = row.get("id")
    if not isinstance(id, str) or not _ID.fullmatch(id):
        yield LineFault(line_of(text, "id"), "id: lower-case letters, digits and _ only, 2 to 40 of them")
    elif id in sources():
        yield LineFault(line_of(text, "id"), f"id: “{id}” is a scenario of the rules; choose another name")
    size = row.get("table", [48, 36])
    if not (isinstance(size, list) and len(size) == 2 and all(side in SIDES_OF_TABLE for side in size)):
        yield LineFault(line_of(text, "table"), "table: two whole numbers of inches from 24 to 96")


def _whole(row: Mapping[str, Any], text: str) -> tuple[Scenario | None, tuple[LineFault, ...]]:
    try:
        scenario: Scenario = from_plain({"number": 99, **row, "available": True}, Scenario)
        check_names(with_deployment(scenario))
    except (Malformed, BrokenTable, ValueError) as error:
        told = str(error).partition(".toml: ")[2] or str(error)
        return None, (LineFault(_line_told(text, told), _with_choices(told, Scenario)),)
    scenario = with_deployment(scenario)
    faults = (*_out_of_bounds(scenario, text), *_lacking(scenario, text)) or tuple(_unplayable(scenario, text))
    return (None, faults) if faults else (scenario, ())


def _line_told(text: str, told: str) -> int:
    """The line of what is wrong: of the key on its path or that nobody knows, or the first that names the element."""
    if key := _FIRST.search(told) or _UNKNOWN.search(told):
        return line_of(text, key.group(1))
    return line_with(text, 1, told.rpartition(": ")[2].split(", ")[0])


def _out_of_bounds(scenario: Scenario, text: str) -> Iterator[LineFault]:
    """What lies off the table, and games that would never end."""
    wide, deep = scenario.table
    for element in scenario.elements:
        for x, y in _corners(element):
            if not (-1 <= x <= wide + 1 and -1 <= y <= deep + 1):
                yield LineFault(line_of_element(text, element.id), f"{element.id}: {x:g} {y:g} is off the table")
                break
    if scenario.length is not None and (scenario.length.turns or 1) not in range(1, MOST_TURNS + 1):
        yield LineFault(line_of(text, "length"), f"length: 1 to {MOST_TURNS} turns")


def _lacking(scenario: Scenario, text: str) -> Iterator[LineFault]:
    """What the rules of its source need, and what is spoken of without being there."""
    scorings = rules_of(scenario).SCORING
    if not isinstance(scenario.scoring, scorings):
        known = ", ".join(word for one in scorings for word in _choices(one, "kind"))
        at = line_of(text, "scoring", None, "kind") if scenario.scoring else 1
        yield LineFault(at, f"scoring: a scenario of {scenario.source} has one of {known}")
    if (numbers := _numbers_lacking(scenario)) is not None:
        yield LineFault(line_of(text, "scoring", None, "table"), f"points for {numbers}: a line for each, and no other")
    owners = {half.owner for half in scenario.of_kind(ElementKind.HALF)}
    for name, place in _of_halves(scenario) if not owners >= {*SIDES} else ():
        yield LineFault(line_of(text, name, place), "this speaks of the players' halves: add a half of each")


def _numbers_lacking(scenario: Scenario) -> str | None:
    """The numbers of markers that need a line each in the table of points, if they have not."""
    match scenario.scoring:
        case Held(table=points) | Control(table=points, values=None) | Control(table=(_, *_) as points):
            counted, most = [row.markers for row in points], len(scenario.of_kind(ElementKind.MARKER))
        case Capped(table=caps):
            counted, most = [row.left for row in caps], scenario.markers_each
        case _:
            return None
    return None if sorted(counted) == [*range(most + 1)] else ", ".join(map(str, range(most + 1)))


def _of_halves(scenario: Scenario) -> Iterator[tuple[str, int]]:
    """Where a scenario speaks of the half of a player: the list, and the place in it."""
    for place, limit in enumerate(scenario.limits):
        if limit.area in ("own-half", "other-half") or limit.rule is LimitKind.BOTH_HALVES:
            yield "limits", place
    for place, step in enumerate(scenario.setup):
        if isinstance(step, MoveStep) and step.pieces == "own-half":
            yield "setup", place


def _unplayable(scenario: Scenario, text: str) -> Iterator[LineFault]:
    """What a first game of it would stumble over."""
    try:
        refused = rehearse(scenario)
    except Exception as error:  # whatever a rule cannot make of it is a fault of the text
        yield LineFault(line_of(text, "scoring"), f"it cannot be played: {type(error).__name__}: {str(error)[:120]}")
        return
    if refused is not None:
        for fault in refused.all():
            id = str(fault.subject)
            line = line_of_element(text, id) if scenario.element(id) else 1
            yield LineFault(line, f"it cannot be played: {fault.code} {id}", fault)


def _corners(element: Element) -> tuple[tuple[float, float], ...]:
    match element:
        case Element(point=(x, y)) | Element(circle=(x, y, _)):
            return ((x, y),)
        case Element(rect=(left, low, right, high)):
            return ((left, low), (right, high))
        case _:
            return tuple(element.poly or element.line or ())


def own_settings(scenario: Scenario) -> Settings:
    """A match of it between two players."""
    return Settings(scenario=scenario.id, players={Seat("one"): "1", Seat("two"): "2"}, definition=scenario)


def rehearse(scenario: Scenario) -> Refusal | None:
    """A quick game of it, a piece of terrain measured, every turn ended with the first facts its rules suggest."""
    state = engine.start(own_settings(scenario), engine.rules)
    if isinstance(state, Refusal):
        return state
    corner = Piece(id="wood", shape=((1, 1), (4, 1), (4, 4), (1, 4)))
    TablePlan(Layout(scenario), (corner,)).check()
    for command in (StateRoles(ORGANISER, Seat("one")), SkipSetup(ORGANISER)):
        outcome = engine.decide(state, command)
        if not isinstance(outcome, Refusal):  # a lot still to be drawn is no fault
            state = evolve_all(engine, state, outcome)
    for _turn in range(2 * MOST_TURNS):
        facts = (
            next(iter(rules_of(scenario).examples(state.play.sheet)), None) if isinstance(state, PlayingTurns) else None
        )
        ended = () if facts is None else engine.decide(state, EndTurn(ORGANISER, facts))
        if isinstance(ended, Refusal) or not ended:
            break
        state = evolve_all(engine, state, ended)
        engine.view(state, None)
    return None
