"""
Which edition of the tables is in force: a game is played to its end under the tables it began with.

Edition 1 are the files `rulesets/<source>/…`. A released table is never edited: what a later edition changes stands
in `rulesets/editions/<number>/<source>/…`, and everything else is as in the edition before. The journal puts the
edition of a stream in force around its engine (`journal/history.py`), so no rule has to pass it on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

NEWEST = 5
_NUMBER = re.compile(r"\d{1,4}\Z")
_in_force: ContextVar[int] = ContextVar("edition", default=NEWEST)


class UnknownEdition(ValueError):
    """Tables this version of Héraut does not have: it is older than the game."""


def edition_of(rules: str) -> int:
    """The edition that a rules version names: `match/2` is played under edition 2."""
    found = _NUMBER.search(rules)
    if found is None or not 1 <= int(found.group()) <= NEWEST:
        raise UnknownEdition(f"the rules {rules} are not known to this Héraut: update it")
    return int(found.group())


def current() -> int:
    """The edition in force; the newest where no game is meant."""
    return _in_force.get()


@contextmanager
def in_force(edition: int) -> Iterator[None]:
    """Read every table in that edition, here and in whatever is called from here."""
    token = _in_force.set(edition)
    try:
        yield
    finally:
        _in_force.reset(token)


def under(edition: int, ask: Callable[P, R]) -> Callable[P, R]:
    """The same function, which reads every table in that edition."""

    def answered(*args: P.args, **kwargs: P.kwargs) -> R:
        token = _in_force.set(edition)
        try:
            return ask(*args, **kwargs)
        finally:
            _in_force.reset(token)

    return answered


def per_edition(make: Callable[P, R]) -> Callable[P, R]:
    """Remember what a function makes of the tables, for each edition apart."""
    made: dict[object, R] = {}

    @wraps(make)
    def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        edition = _in_force.get()
        key = (edition, args, *kwargs.items()) if args or kwargs else edition
        try:
            return made[key]
        except KeyError:
            return made.setdefault(key, make(*args, **kwargs))

    asked.cache_clear = made.clear  # type: ignore[attr-defined]
    return asked
