"""The text of a scenario of one's own: where things stand in it, something moved in it, a copy of one of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from heraut.rulesets.tables import table_text
from heraut.scenario.definition import Element
from heraut.scenario.library import find
from heraut.table.shapes import extent

_END = r"\[\s*(-?[\d.]+\s*,\s*-?[\d.]+)\s*\]"
_LABEL = re.compile(rf"\s*\{{\s*text\s*=.*\ba\s*=\s*{_END}\s*,\s*b\s*=\s*{_END}\s*\}},?\s*$")
_ELEMENT = "[[scenario.elements]]"


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


def row_at(text: str, line: int, place: int) -> int:
    """The line of the row at that place of a list which begins at that line; that line where it has no rows."""
    lines = text.splitlines()
    rows = [n for n in range(line, len(lines)) if lines[n].lstrip().startswith("{")]
    return 1 + rows[place] if lines[line - 1].rstrip().endswith("[") and place < len(rows) else line


def line_with(text: str, line: int, word: str) -> int:
    """The first line from there on that says the word in quotes; that line where none does."""
    lines = text.splitlines()
    quoted = re.compile(f"[\"']{re.escape(word)}[\"']")
    return next((n for n in range(line, len(lines) + 1) if quoted.search(lines[n - 1])), line)


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
