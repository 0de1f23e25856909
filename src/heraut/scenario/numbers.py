"""The single numbers of the control glossary, from `steamroller_2011/control.toml`."""

from __future__ import annotations

from functools import cache

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import rows


class Number(msgspec.Struct, frozen=True):
    """A number and the clause that gives it."""

    clause: ClauseId
    name: str
    value: int


@cache
def number(name: str) -> Number:
    """The number of that name."""
    found: tuple[Number, ...] = rows("steamroller_2011", "control", "number", Number)
    return next(row for row in found if row.name == name)
