"""
Old streams stay readable: a stored message of an older form is changed into today's before it is decoded.

A new field has a default and a new meaning is a new event, so an upcaster is needed only when a stored form
really changes. Then `kernel.journal.FORMAT` grows by one and the change is listed here; `tests/golden/streams`
keeps a file of every released version.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from heraut.kernel.journal import FORMAT, Header

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Upcaster:
    """How messages of one type, written before `until`, read today."""

    engine: str
    message: str
    until: int
    change: Callable[[Message], Message]


UPCASTERS: tuple[Upcaster, ...] = ()
"""The changes of stored forms, oldest first. No stored form has changed yet."""


def upcast(raw: msgspec.Raw, header: Header, upcasters: tuple[Upcaster, ...] | None = None) -> bytes:
    """The stored command or list of events in today's form; untouched, and at no cost, when it is already."""
    listed = UPCASTERS if upcasters is None else upcasters
    due = [step for step in listed if step.engine == header.engine and header.heraut < step.until]
    if not due:
        return bytes(raw)
    stored = json.loads(bytes(raw))
    changed = [_changed(message, due) for message in stored] if isinstance(stored, list) else _changed(stored, due)
    return json.dumps(changed).encode()


def _changed(message: Message, due: list[Upcaster]) -> Message:
    for step in due:
        if message.get("type") == step.message:
            message = step.change(message)
    return message


def readable(header: Header) -> bool:
    """Whether this version of Héraut knows the stream's form."""
    return header.heraut <= FORMAT
