"""The single numbers of the control glossary, from `steamroller_2011/control.toml`."""

from __future__ import annotations

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import per_edition, rows


class Number(msgspec.Struct, frozen=True):
    """A number and the clause that gives it."""

    clause: ClauseId
    name: str
    value: int


@per_edition
def number(name: str) -> Number:
    """The number of that name."""
    found: tuple[Number, ...] = rows("steamroller_2011", "control", "number", Number)
    return next(row for row in found if row.name == name)
