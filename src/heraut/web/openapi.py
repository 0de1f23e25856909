"""The OpenAPI document, made from the types of the core."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings

from heraut import __version__, catalogue
from heraut.ask.schema import EXACT, examples, schemas
from heraut.kernel.codec import decode
from heraut.kernel.journal import Undo
from heraut.kernel.message import Awaited
from heraut.kernel.refusal import Reason, Refusal
from heraut.web.desk import MOST_TITLE

STREAM = {"name": "stream", "in": "path", "required": True, "schema": {"type": "string"}}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The command's id; the same id sent twice counts once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 128},
}
Schema = Mapping[str, Any]
MOVED = {"307": {"description": "Another machine has taken the game over: ask there."}}

OPENING = {
    "type": "object",
    "required": ["engine", "title", "settings"],
    "additionalProperties": False,
    "properties": {
        "engine": {"type": "string"},
        "title": {"type": "string", "maxLength": MOST_TITLE},
        "settings": {"type": "object"},
        "public": {"type": "boolean"},
    },
}
OPENED = {"type": "object", "required": ["stream"], "properties": {"stream": {"type": "string"}}}
SEEN = {
    "type": "object",
    "required": ["stream", "engine", "rules", "title", "seat", "role", "seats", "awaits", "view"],
    "properties": {"awaits": {"type": "array", "items": {"$ref": "#/components/schemas/Awaited"}}, "exact": EXACT},
}
DONE = {
    "type": "object",
    "required": ["events", "sequence", "repeated"],
    "properties": {
        "events": {"type": "array", "items": {"type": "object"}},
        "sequence": {"type": "integer"},
        "repeated": {"type": "boolean"},
        "notices": {"type": "array", "items": {"$ref": "#/components/schemas/Reason"}},
        "exact": EXACT,
    },
}
LOG = {"type": "object", "required": ["log"], "properties": {"log": {"type": "array", "items": {"type": "object"}}}}

KEPT = {
    "tokens": (
        "The read token and the write token of the event",
        {
            "type": "object",
            "required": ["renew"],
            "additionalProperties": False,
            "properties": {"renew": {"enum": ["read", "write"]}},
        },
        {"type": "object", "required": ["read", "write"]},
    ),
    "webhooks": (
        "The addresses that are told of every published entry",
        {
            "type": "object",
            "required": ["address"],
            "additionalProperties": False,
            "properties": {"address": {"type": "string", "maxLength": 300}, "remove": {"type": "boolean"}},
        },
        {"type": "object", "required": ["webhooks"]},
    ),
}
"""What the organiser keeps of an event for programs: summary, body, answer."""


BY_TOKEN: Schema = {"seat": []}
BY_ACCOUNT: Schema = {"session": []}
ANYBODY: Schema = {}
"""Who may come: a seat, an organiser's browser, or at a public game whoever passes by."""


@cache
def document() -> Schema:
    """Every address with the types of its bodies."""
    asked = {name: catalogue.question(name) for name in catalogue.QUESTIONS}
    engines = {id: catalogue.engine(id) for id in catalogue.ENGINES}
    types = [question.input for question in asked.values()]
    types += [question.output for question in asked.values()]
    types += [engine.commands | Undo for engine in engines.values()]
    types += [engine.settings for engine in engines.values()]
    found, components = schemas([*types, Refusal, Reason, Awaited, Undo], "#/components/schemas/{name}")
    inputs = dict(zip(asked, found[: len(asked)], strict=True))
    outputs = dict(zip(asked, found[len(asked) : 2 * len(asked)], strict=True))
    sent = found[2 * len(asked) : 2 * len(asked) + len(engines)]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Héraut",
            "version": __version__,
            "description": "Runs organised tabletop play. Refusals by the rules name their clause.",
        },
        "paths": {
            **{f"/api/ask/{name}": _ask(question, inputs[name], outputs[name]) for name, question in asked.items()},
            **_streams(sent),
        },
        "components": {
            "schemas": {**components, **_ours()},
            "securitySchemes": {
                "seat": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
            },
        },
    }


def _ours() -> Schema:
    refused = {"type": "object", "required": ["refused"], "properties": {"refused": _ref("Refusal")}}
    error = {"type": "object", "required": ["error"], "properties": {"error": {"type": "string"}}}
    return {"Refused": refused, "Error": error}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _body(schema: Schema, description: str) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _faults(*statuses: int) -> dict[str, Schema]:
    told = {
        400: "The body cannot be read; the message names the path.",
        403: "Not for this visitor.",
        404: "There is no such thing here.",
        413: "The body is too large.",
        415: "The body is not sent as JSON.",
        429: "Too many unknown seats were tried from here: wait a minute.",
    }
    return {str(status): _body(_ref("Error"), told[status]) for status in statuses}


def _refused(description: str) -> Schema:
    return _body(_ref("Refused"), description)


def _ask(question: Any, input: Schema, output: Schema) -> Schema:
    example = decode(examples()[question.name], Any)
    answer = {
        "type": "object",
        "required": ["answer", "because"],
        "properties": {"answer": output, "because": {"type": "array", "items": _ref("Reason")}, "exact": EXACT},
    }
    return {
        "post": {
            "summary": question.about,
            "operationId": question.name,
            "tags": ["ask"],
            "requestBody": {"required": True, "content": {"application/json": {"schema": input, "example": example}}},
            "responses": {
                "200": _body(answer, "The answer, and why."),
                "422": _refused("The rules have no answer to this."),
                **_faults(400, 413, 415),
            },
        }
    }


def _streams(sent: list[dict[str, Any]]) -> dict[str, Schema]:
    command = {"anyOf": [*sent] if sent else [_ref("Undo")]}
    posts: dict[str, tuple[str, tuple[Schema, ...], Schema, dict[str, Schema], tuple[int, ...]]] = {
        "/api/streams": ("Open a game", (), OPENING, {"201": _body(OPENED, "The game is open.")}, (400, 403, 413, 415)),
        "/api/streams/{stream}/commands": (
            "Hand in a command for one's seat, or take one back",
            (STREAM, KEY),
            command,
            {"200": _body(DONE, "What came of it, as far as the sender may see.")},
            (400, 404, 413, 415, 429),
        ),
    }
    reads = {
        "view": ("What one's seat may see", _body(SEEN, "The game as this seat sees it."), (404, 429)),
        "log": ("What has happened, as far as one's seat may know", _body(LOG, "Newest first."), (404, 429)),
        "live": ("Server-sent events: `changed` whenever the view has", _text("text/event-stream"), (404, 429)),
        "export": ("The whole journal, for the organiser", _text("application/jsonl"), (403, 404, 429)),
    }
    found = {
        **{address: _post(*parts) for address, parts in posts.items()},
        **{f"/api/streams/{{stream}}/{name}": _get(name, *parts) for name, parts in reads.items()},
    }
    for name, (summary, body, answer) in KEPT.items():
        good = _body(answer, "As it stands now, for the organiser.")
        address = f"/api/streams/{{stream}}/{name}"
        written = _post(f"{summary}: change them", (STREAM,), body, {"200": good}, (400, 404, 413, 415, 429))
        found[address] = {**_get(name, summary, good, (403, 404, 429)), **written}
    return found


def _text(kind: str) -> Schema:
    return {"description": "Lines of text.", "content": {kind: {"schema": {"type": "string"}}}}


def _post(
    summary: str, parameters: tuple[Schema, ...], body: Schema, good: dict[str, Schema], faults: tuple[int, ...]
) -> Schema:
    told = {"anyOf": [_ref("Refused"), _ref("Error")]}
    refusals = {
        "409": _body(told, "The rules refuse it, or something outside the game is in its way."),
        "403": _body(told, "The seat or the game is not one's own."),
    }
    return {
        "post": {
            "summary": summary,
            "tags": ["streams"],
            "security": [*([BY_TOKEN] if parameters else []), BY_ACCOUNT],  # a token belongs to its game
            "parameters": list(parameters),
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": {**good, **_faults(*faults), **refusals, **(MOVED if STREAM in parameters else {})},
        }
    }


def _get(name: str, summary: str, good: Schema, faults: tuple[int, ...]) -> Schema:
    return {
        "get": {
            "summary": summary,
            "operationId": f"stream.{name}",
            "tags": ["streams"],
            "security": [BY_TOKEN, BY_ACCOUNT, *([] if 403 in faults else [ANYBODY])],
            "parameters": [STREAM],
            "responses": {"200": good, **_faults(*faults), **MOVED},
        }
    }
