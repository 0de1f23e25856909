"""Questions as JSON Schema, for `heraut ask --list`, the API's document and the forms of the web."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
from msgspec import _json_schema

from heraut.ask.question import Answer, Question
from heraut.kernel import to_plain

# msgspec has a hook for the schema of a type of ours, but none for a default value of it: exact fractions need one.
_json_schema.to_builtins = lambda value, **_: to_plain(value)  # type: ignore[attr-defined]


def described(question: Question[Any, Any]) -> dict[str, Any]:
    """Name, purpose, and the schema of input and output."""
    return {
        "name": question.name,
        "about": question.about,
        "input": schema(question.input),
        "output": schema(Answer[question.output]),  # type: ignore[name-defined]
    }


def schema(kind: Any) -> dict[str, Any]:
    """The JSON Schema of a type of ours."""
    return msgspec.json.schema(kind, schema_hook=_exact)


def schemas(kinds: list[Any], template: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schemas of several types with their shared parts apart; `template` says where those stand."""
    found, shared = msgspec.json.schema_components(kinds, schema_hook=_exact, ref_template=template)
    return list(found), shared


def _exact(kind: type) -> dict[str, Any]:
    if kind is Fraction:
        return {"type": "string", "pattern": r"^-?\d+(/\d+)?$", "description": 'an exact fraction, such as "7/2"'}
    raise NotImplementedError
