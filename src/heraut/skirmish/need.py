"""What the rules answer: why an action is refused, or what it waits for: dice, a ruling, somebody's choice."""

from __future__ import annotations

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish.tables import clause_of, number


def refuse(
    clause: str,
    code: str,
    subject: str | None = None,
    *,
    asked: int | str | None = None,
    allowed: int | str | None = None,
) -> Refusal:
    """A refusal of this room; its code is prefixed with the room's name."""
    return Refusal(ClauseId(clause), f"skirmish-{code}", subject, asked, allowed)


class Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a breakdown: a source, what it adds, and its clause."""

    code: str
    clause: ClauseId
    dice: int = 0
    flat: int = 0


def printed(code: str, id: str) -> Part:
    """The line of a plain number of the rules, which is added."""
    return Part(code, clause_of(id), flat=number(id))


class Pool(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """
    One roll that is due: whose, of what, how many dice and why.

    `parts` explain the dice and the flat modifier; `aims` explain the difficulty. `critical`: whether a critical
    failure is looked for [SK-DICE-13]. `table`: plain dice for a table, added up whatever the dice model.
    """

    who: str
    roll: str
    dice: int
    sides: int
    flat: int = 0
    parts: tuple[Part, ...] = ()
    difficulty: int | None = None
    aims: tuple[Part, ...] = ()
    critical: bool = False
    table: bool = False


class DiceNeed(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag="Dice", tag_field="type", omit_defaults=True):
    """Dice are due from one seat, for one roll or several at once."""

    seat: Seat
    clause: ClauseId
    pools: tuple[Pool, ...]
    secret: bool = False


class RulingNeed(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, tag="Ruling", tag_field="type", omit_defaults=True
):
    """The game master decides a number; `offered` is the sheet's value."""

    code: str
    clause: ClauseId
    offered: int
    who: str = ""
    about: str = ""
    low: int = -100
    high: int = 100


class DecisionNeed(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, tag="Decision", tag_field="type", omit_defaults=True
):
    """Somebody chooses among options; the first is to do nothing."""

    code: str
    clause: ClauseId
    seat: Seat
    who: str
    options: tuple[str, ...]


Need = DiceNeed | RulingNeed | DecisionNeed


class Faces(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The faces of one pool."""

    faces: tuple[int, ...]


class Set(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The game master changed a number of a due roll before it counted [SK-GEN-6]."""

    who: str
    number: str
    value: int


NeedAnswer = Faces | Set | int | str
"""Faces for dice, a number for a ruling, a word for a decision."""
