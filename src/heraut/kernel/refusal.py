"""One shape for every "no" and every "because"."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel.names import ClauseId

Fact = int | str | bool | tuple[int | str, ...]
"""What a sentence may quote, exactly as it travels: a half is `exact(Fraction(1, 2))`, which is "1/2"."""


def exact(number: int | Fraction) -> int | str:
    """An exact number as a fact: a whole number if it is one."""
    return number.numerator if number.denominator == 1 else str(number)


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    A command the rules do not allow, and the clause that says so.

    `code` is the key of the sentence people read (`speech/*/`); `subject` names what is meant
    (a line of a list, a piece, a player), `asked` and `allowed` are the two sides of the breach.
    Checking a whole list reports every fault: the first is the refusal itself, the rest are `others`.
    """

    clause: ClauseId
    code: str
    subject: Fact | None = None
    asked: Fact | None = None
    allowed: Fact | None = None
    others: tuple[Refusal, ...] = ()

    def all(self) -> tuple[Refusal, ...]:
        """This fault and the others, each standing alone."""
        return (msgspec.structs.replace(self, others=()), *self.others)


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an answer, a pairing, a rank or a point is what it is: a sentence's key, its facts, its clause."""

    clause: ClauseId
    code: str
    facts: Mapping[str, Fact] = {}


class HouseCode(StrEnum):
    """What no rulebook covers; the clauses are those of `docs/rules/house.md`."""

    NOT_YOUR_SEAT = "not-your-seat"
    UNKNOWN_SEAT = "unknown-seat"
    WRONG_PHASE = "wrong-phase"
    ALREADY_OPEN = "already-open"
    WRONG_DICE = "wrong-dice"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_DONE = "nothing-done"
    UNDO_BLOCKED = "undo-blocked"
    UNDO_NOT_YOURS = "undo-not-yours"
    UNDO_AFTER_REVEAL = "undo-after-reveal"
    UNDO_STAYS = "undo-stays"
    ID_TAKEN = "id-taken"
    NOT_AN_ID = "not-an-id"
    SAME_ID_TWICE = "same-id-twice"


def together(refusals: tuple[Refusal, ...]) -> Refusal | None:
    """All faults of a list as one refusal, or None when there are none."""
    if not refusals:
        return None
    first, *rest = refusals
    others = tuple(fault for refusal in rest for fault in refusal.all())
    return msgspec.structs.replace(first, others=(*first.others, *others))


def house(
    code: HouseCode, subject: Fact | None = None, *, asked: Fact | None = None, allowed: Fact | None = None
) -> Refusal:
    """A refusal by the rules of the house; its clause follows from its code."""
    return Refusal(HOUSE_CLAUSES[code], code, subject, asked, allowed)


HOUSE_CLAUSES: Mapping[HouseCode, ClauseId] = {
    HouseCode.NOT_YOUR_SEAT: ClauseId("HOUSE-SEAT-1"),
    HouseCode.UNKNOWN_SEAT: ClauseId("HOUSE-SEAT-2"),
    HouseCode.WRONG_PHASE: ClauseId("HOUSE-PHASE-1"),
    HouseCode.ALREADY_OPEN: ClauseId("HOUSE-SEAL-3"),
    HouseCode.WRONG_DICE: ClauseId("HOUSE-DICE-1"),
    HouseCode.NOTHING_TO_UNDO: ClauseId("HOUSE-UNDO-1"),
    HouseCode.NOTHING_DONE: ClauseId("HOUSE-UNDO-1"),
    HouseCode.UNDO_BLOCKED: ClauseId("HOUSE-UNDO-2"),
    HouseCode.UNDO_NOT_YOURS: ClauseId("HOUSE-UNDO-3"),
    HouseCode.UNDO_AFTER_REVEAL: ClauseId("HOUSE-UNDO-4"),
    HouseCode.UNDO_STAYS: ClauseId("HOUSE-UNDO-4"),
    HouseCode.ID_TAKEN: ClauseId("HOUSE-PHASE-3"),
    HouseCode.NOT_AN_ID: ClauseId("HOUSE-NAME-2"),
    HouseCode.SAME_ID_TWICE: ClauseId("HOUSE-NAME-2"),
}
