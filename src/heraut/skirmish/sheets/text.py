"""Sheets as text files (TOML): reading, writing, and the line where something is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from heraut.kernel import Malformed, from_plain, from_toml, to_plain
from heraut.skirmish.sheet import Sheet
from heraut.skirmish.sheets.consistency import Fault, Place
from heraut.skirmish.sheets.faults import sheet_faults

MOST_TEXT = 50_000
"""Letters of a text that is looked at."""


class Misprint(NamedTuple):
    """A fault of a text, and its line; 0 when it is nowhere, like what is missing."""

    line: int
    fault: Fault


def read_character(text: str) -> Sheet:
    """A sheet from its text file; `Malformed` names the place of what is wrong."""
    if wrong := text_faults(text):
        raise Malformed("; ".join(f"{one.fault.path or one.line}: {one.fault.code} {one.fault.asked}" for one in wrong))
    sheet: Sheet = from_plain(from_toml(text), Sheet)
    return sheet


def text_faults(text: str) -> tuple[Misprint, ...]:
    """Everything that is wrong with a sheet's text, each fault with its line; nothing for a good sheet."""
    if len(text) > MOST_TEXT:
        return (Misprint(0, Fault((), "too-long", str(len(text)), str(MOST_TEXT))),)
    try:
        plain = from_toml(text)
    except Malformed as error:
        line = re.search(r"line (\d+)", str(error))
        place = int(line[1]) if line else text.count("\n") + 1
        return (Misprint(place, Fault((), "not-toml", str(place))),)
    lines = dict(_lines(text))
    return tuple(sorted(Misprint(_line(lines, fault.place), fault) for fault in sheet_faults(plain)))


def _line(lines: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or of the nearest thing around it that has one."""
    return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), 0)


def _lines(text: str) -> Iterator[tuple[Place, int]]:
    """Where each table and each key begins."""
    table: Place = ()
    counted: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*\[\[\s*(\w+)\s*\]\]", line):
            counted[found[1]] = counted.get(found[1], -1) + 1
            table = (found[1], counted[found[1]])
            yield table, number
        elif found := re.match(r"\s*\[\s*([\w.]+)\s*\]", line):
            table = tuple(found[1].split("."))
            yield table, number
        elif found := re.match(r"""\s*["']?([\w -]+?)["']?\s*=""", line):
            yield (*table, found[1]), number


# --- writing


def write_character(sheet: Sheet) -> str:
    """The text file of a sheet; reading it gives the sheet again."""
    plain: dict[str, Any] = to_plain(sheet)
    tables = {key: value for key, value in plain.items() if isinstance(value, dict)}
    weapons = plain.pop("weapons", ())
    heads = plain.pop("heads", ())
    blocks = [_block({key: value for key, value in plain.items() if key not in tables})]
    blocks += [f"[{name}]\n{_block(value)}" for name, value in tables.items() if value]
    blocks += [f"[[weapons]]\n{_block(weapon)}" for weapon in weapons]
    blocks += [f"[[heads]]\n{_block(head)}" for head in heads]
    return "\n".join(blocks)


def _block(plain: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in plain.items() if value is not None)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 32 else one for one in escaped) + '"'
        case dict():
            inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
            return f"{{ {inner} }}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return str(value)
