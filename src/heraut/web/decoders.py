"""Every type a request or the journal may hold, worked out in one thread before the first visitor comes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from types import GenericAlias

import msgspec

from heraut import catalogue
from heraut.kernel.codec import prepare
from heraut.kernel.journal import Undo, Undone


def prepare_all() -> None:
    """Prepare the types of every engine, question and page; 0.2 s for a thousand of them."""
    for name in catalogue.QUESTIONS:
        catalogue.question(name)
    from heraut.web import urls  # noqa: F401, PLC0415  # it loads every page, and with it every type pages read

    for engine in map(catalogue.engine, catalogue.ENGINES):
        prepare(
            engine.settings,
            engine.commands,
            engine.commands | Undo,
            GenericAlias(list, (engine.events | Undone,)),
        )
    for kind in _structs(msgspec.Struct):
        with suppress(TypeError):  # a type that is only ever written, such as a view with exact numbers
            prepare(kind)


def _structs(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _structs(kind)
