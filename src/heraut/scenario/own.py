"""
A scenario of an organiser's own: the text of its file read with every fault at its line, moved about, copied from ours.

The form is that of `rulesets/<source>/scenarios/<id>.toml` (`docs/scenarios.md`). What can be read is rehearsed,
so that whatever is wrong with it is said here and not at a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from heraut.kernel.codec import Malformed, from_plain, from_toml
from heraut.kernel.engine import evolve_all
from heraut.kernel.names import MOST_ID, ORGANISER, ClauseId, Seat, is_id
from heraut.kernel.refusal import Refusal
from heraut.rulesets.clauses import clauses
from heraut.rulesets.editions import current
from heraut.rulesets.tables import BrokenTable, table_text
from heraut.scenario import engine
from heraut.scenario.definition import Element, FirstTurn, Label, Length, Limit, Scenario, Step
from heraut.scenario.library import Layout, check_names, find, sources, with_deployment
from heraut.scenario.roles import StateRoles
from heraut.scenario.scoring import Scoring
from heraut.scenario.settings import Settings
from heraut.scenario.setup import SkipSetup
from heraut.scenario.state import PlayingTurns
from heraut.scenario.tally import rules_of
from heraut.scenario.terrain import Piece, TablePlan
from heraut.scenario.turns import EndTurn
from heraut.table.shapes import extent

_END = r"\[\s*(-?[\d.]+\s*,\s*-?[\d.]+)\s*\]"
_LABEL = re.compile(rf"\s*\{{\s*text\s*=.*\ba\s*=\s*{_END}\s*,\s*b\s*=\s*{_END}\s*\}},?\s*$")
_ELEMENT = "[[scenario.elements]]"
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
_PATH = re.compile(r" - at `\$\.?([^`]*)`")
STICKS = frozenset({"reach", "more_than", "at_least", "sweep"})
"""Keys whose words are distances."""
_STICK = re.compile(r"(?:TC|[CML])(?:\+(?:TC|[CML]))*|\d{1,2}")


def line_of(text: str, key: str, place: int | None = None, inner: str = "") -> int:
    """The line where a key of the scenario stands; of a list, the part at that place, and a key of that part."""
    lines = text.splitlines()
    headers = [number for number, line in enumerate(lines) if line.strip() == f"[[scenario.{key}]]"]
    if place is not None and place < len(headers):
        return 1 + next(_own_lines(lines, headers[place], inner), headers[place])
    said = re.compile(rf"\s*(?:\[scenario\.)?{re.escape(key)}\s*[=\]]")
    begun = next((number for number, line in enumerate(lines) if said.match(line)), 0)
    if place is None:
        return 1 + next(_own_lines(lines, begun, inner), begun) if inner else 1 + begun
    rows = [n for n in range(begun, len(lines)) if lines[n].lstrip().startswith("{")]
    return 1 + (rows[place] if place < len(rows) else begun)


def _own_lines(lines: Sequence[str], begun: int, key: str) -> Iterator[int]:
    """The lines of a table that say that key, up to the next table."""
    for number in range(begun + 1, len(lines)):
        if lines[number].lstrip().startswith("["):
            return
        if key and re.match(rf"\s*{re.escape(key)}\s*=", lines[number]):
            yield number


def line_of_element(text: str, id: str) -> int:
    """The line where an element begins."""
    lines = text.splitlines()
    named = (n for n, line in enumerate(lines) if re.match(rf"\s*id\s*=\s*[\"']{re.escape(id)}[\"']", line))
    return 1 + next(named, 0)


def move_element(text: str, id: str, geometry: str, numbers: Sequence[float]) -> str:
    """The text with that element elsewhere: its geometry written anew, all else as it was."""
    lines = text.splitlines()
    begun = line_of_element(text, id) - 1
    while begun > 0 and lines[begun].strip() != _ELEMENT:
        begun -= 1
    for at in _own_lines(lines, begun, geometry):
        last = at
        while last + 1 < len(lines) and _is_open("".join(lines[at : last + 1])):
            last += 1
        return "\n".join([*lines[:at], f"{geometry} = {_written(geometry, numbers)}", *lines[last + 1 :], ""])
    return text


def without_labels(text: str, element: Element) -> str:
    """The text without the distances that end at that element: they no longer hold once it is moved."""
    (left, low), (right, high) = extent(element.shape(0))

    def ends_there(x: float, y: float) -> bool:
        return left <= x <= right and low <= y <= high and (x in (left, right) or y in (low, high))

    def is_stale(line: str) -> bool:
        found = _LABEL.match(line)
        return found is not None and any(ends_there(*map(float, end.split(","))) for end in found.groups())

    return "\n".join(line for line in text.split("\n") if not is_stale(line))


def _is_open(said: str) -> bool:
    return said.count("[") > said.count("]")


def _written(geometry: str, numbers: Sequence[float]) -> str:
    said = [f"{number:g}" for number in numbers]
    if geometry not in ("poly", "line"):
        return f"[{', '.join(said)}]"
    pairs = (f"[{x}, {y}]" for x, y in zip(said[::2], said[1::2], strict=True))
    return f"[{', '.join(pairs)}]"


def copy_of(id: str, own: str) -> str:
    """The file of one of our scenarios under another name, to begin from."""
    found = find(id)
    assert found is not None
    text = table_text(found.source, f"scenarios/{id}")
    names = f'names = {{ fr = "{found.names["fr"]} (copie)", en = "{found.names["en"]} (copy)" }}'
    text = re.sub(r"^id = .*$", f'id = "{own}"', text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^names = .*$", names, text, count=1, flags=re.MULTILINE)
    return re.sub(r"^number = .*$", "number = 99", text, count=1, flags=re.MULTILINE)


class LineFault(msgspec.Struct, frozen=True):
    """What is wrong at a line of the text; 1 is the first."""

    line: int
    told: str


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
        key = _key(str(error))
        yield LineFault(line_of(text, *place, key) if key else line, _PATH.sub("", str(error)))
    for id in _said_under(part, frozenset({"clause"})):
        if not isinstance(id, str) or ClauseId(id) not in clauses():
            yield LineFault(line, f"unknown clause {str(id)[:40]}")
    for stick in _said_under(part, STICKS):
        if isinstance(stick, str) and not _STICK.fullmatch(stick):
            yield LineFault(line, f"“{stick[:20]}” is no distance: write sticks such as L+C, or inches")


def _key(told: str) -> str:
    """The first name on the path of what is wrong."""
    within = _PATH.search(told)
    return re.split(r"[.\[]", within.group(1))[0] if within else ""


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
        return None, (LineFault(_line_told(text, told), _PATH.sub("", told)),)
    scenario = with_deployment(scenario)
    faults = tuple(_out_of_bounds(scenario, text)) or tuple(_unplayable(scenario, text))
    return (None, faults) if faults else (scenario, ())


def _line_told(text: str, told: str) -> int:
    """The line of what is wrong: of the key on its path or that nobody knows, or the first that names the element."""
    unknown = _UNKNOWN.search(told)
    if key := _key(told) or (unknown.group(1) if unknown else ""):
        return line_of(text, key)
    name = re.escape(told.rpartition(": ")[2].split(", ")[0])
    return 1 + next((n for n, line in enumerate(text.splitlines()) if re.search(f"[\"']{name}[\"']", line)), 0)


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
            yield LineFault(line, f"it cannot be played: {fault.code} {id}")


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
