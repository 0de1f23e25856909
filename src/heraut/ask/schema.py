"""
Questions as JSON Schema, with an example of each: for `heraut ask --list`, the API's document, the forms of the web.

Examples are those of `docs/api.md`: the page travels inside the package as `_api.md`, as the sheets do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from numbers import Rational, Real
from typing import Any

import msgspec

from heraut.ask.question import Answer, Question


def described(question: Question[Any, Any]) -> dict[str, Any]:
    """Name, purpose, and the schema of input and output."""
    return {
        "name": question.name,
        "about": question.about,
        "input": schema(question.input),
        "output": _told(schema(Answer[question.output])),  # type: ignore[name-defined]
    }


def _told(answer: dict[str, Any]) -> dict[str, Any]:
    """The schema of an answer as a door writes it."""
    name = answer.get("$ref", "").rpartition("/")[2]
    (answer["$defs"][name] if name else answer)["properties"]["exact"] = EXACT
    return answer


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a type of ours; a field nobody knows is wrong at every door."""
    found = msgspec.json.schema(kind, schema_hook=_exact)
    _finish((found,), found.get("$defs", {}))
    return found


def schemas(kinds: list[Any], template: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schemas of several types with their shared parts apart; `template` says where those stand."""
    found, shared = msgspec.json.schema_components(kinds, schema_hook=_exact, ref_template=template)
    _finish(found, shared)
    return list(found), shared


def _finish(found: Iterable[dict[str, Any]], shared: dict[str, Any]) -> None:
    """Close what has fields; a reason quotes fractions as text, which a door tells as decimals."""
    for part in (*found, *shared.values()):
        if "properties" in part:
            part["additionalProperties"] = False
    for name in ("Reason", "Refusal"):
        _quote_decimals(shared.get(name))


EXACT = {
    "type": "object",
    "description": "the numbers that are not whole as fractions, by their path",
    "additionalProperties": {"type": "string"},
}
"""What stands beside an answer, a view or events; see `kernel.codec`."""


def _quote_decimals(part: Any) -> None:
    waiting = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            if one.get("type") == "integer":
                one["type"] = "number"
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def _exact(kind: type) -> dict[str, Any]:
    if kind is Real:
        return {"type": "number"}
    if kind not in (Fraction, Rational):
        raise NotImplementedError
    fraction = {"type": "string", "pattern": r"^-?\d+(/\d+)?$", "description": 'an exact fraction, such as "7/2"'}
    return {"anyOf": [{"type": "number"}, fraction]}


_SECTION = re.compile(r"^### `([a-z.-]+)`\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
_EXAMPLE = re.compile(r"^```json\n(.*?)^```|`(?:heraut ask [a-z.-]+ ')?(\{[^`]*\})'?`", re.MULTILINE | re.DOTALL)


@cache
def examples() -> dict[str, str]:
    """The first example of each section: its input, in JSON. A section without one is left out."""
    page = (files("heraut") / "_api.md").read_text(encoding="utf-8")
    found = ((name, _EXAMPLE.search(text)) for name, text in _SECTION.findall(page))
    return {name: example.group(1) or example.group(2) for name, example in found if example}
