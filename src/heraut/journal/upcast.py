"""
Old streams stay readable: a stored message of an older form is changed into today's before it is decoded.

A new field has a default and a new meaning is a new event, so an upcaster is needed only when a stored form
really changes. Then `kernel.journal.FORMAT` grows by one and the change is listed here; `tests/golden/streams`
keeps a file of every released version. Each entry says its form: a stream begun long ago goes on in today's.
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
    """How messages of one type, written before the form `until`, read today; the first line may complete them."""

    engine: str
    message: str
    until: int
    change: Callable[[Message, Header], Message]


def _numbers_due(message: Message, header: Header) -> Message:
    return {**message, "numbers_due": _settings(header)["format"] == "saga"}


def _choose_lists(message: Message, header: Header) -> Message:
    return {**message, "choose_lists": _settings(header)["format"] == "steamroller"}


def _roll_off(message: Message, header: Header) -> Message:
    return {**message, "roll_off": _settings(header).get("final_tie") == "roll_off"}


def _reserve(message: Message, header: Header) -> Message:
    variants = _settings(header).get("variants", {})
    return {**message, "reserve": bool(variants.get("reserve") or variants.get("sudden_death"))}


def _settings(header: Header) -> Message:
    settings: Message = json.loads(bytes(header.settings))
    return settings


UPCASTERS: tuple[Upcaster, ...] = (
    Upcaster("tournament", "RegistrationClosed", until=2, change=_numbers_due),
    Upcaster("tournament", "TablesRepaired", until=2, change=_choose_lists),
    Upcaster("tournament", "EventEnded", until=2, change=_roll_off),
    Upcaster("tournament", "TurnStarted", until=2, change=_reserve),
)
"""The changes of stored forms, oldest first."""


def upcast(raw: msgspec.Raw, form: int, header: Header, upcasters: tuple[Upcaster, ...] | None = None) -> bytes:
    """The stored command or list of events in today's form; untouched, and at no cost, when it is already."""
    listed = UPCASTERS if upcasters is None else upcasters
    due = [step for step in listed if step.engine == header.engine and form < step.until]
    if not due:
        return bytes(raw)
    stored = json.loads(bytes(raw))
    if isinstance(stored, list):
        return json.dumps([_changed(message, due, header) for message in stored]).encode()
    return json.dumps(_changed(stored, due, header)).encode()


def _changed(message: Any, due: list[Upcaster], header: Header) -> Any:
    for step in due:
        if isinstance(message, dict) and message.get("type") == step.message:
            message = step.change(message, header)
    return message


def readable(header: Header) -> bool:
    """Whether this version of Héraut knows the stream's form."""
    return header.heraut <= FORMAT
