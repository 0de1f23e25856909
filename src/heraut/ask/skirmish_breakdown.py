"""What questions about the skirmish share: the limits of their numbers, breakdowns line by line, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason, Refusal, together
from heraut.skirmish.model import MODELS, CriticalFailure, DiceModel, dice_model
from heraut.skirmish.need import Part, refuse

MOST_DICE, MOST, MOST_METRES = 30, 1000, 100_000


class SkirmishInput(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question: a field it does not know is a mistake."""


class PartRow(msgspec.Struct, frozen=True):
    """One line of a breakdown."""

    part: str
    dice: int
    flat: int
    clause: ClauseId


def part_rows(parts: Sequence[Part]) -> tuple[PartRow, ...]:
    """A breakdown as answers give it."""
    return tuple(PartRow(part.code, part.dice, part.flat, part.clause) for part in parts)


def because(parts: Sequence[Part]) -> tuple[Reason, ...]:
    """A reason for each line of a breakdown."""
    return tuple(
        Reason(part.clause, "skirmish-part", {"part": part.code, "dice": part.dice, "flat": part.flat})
        for part in parts
    )


def why(clause: str, code: str, facts: Mapping[str, Fact] | None = None) -> Reason:
    """One reason of this room."""
    return Reason(ClauseId(clause), f"skirmish-{code}", facts or {})


def within(name: str, value: int | Fraction, low: int, high: int, clause: str) -> Refusal | None:
    """Refuse a number that is out of its limits."""
    if low <= value <= high:
        return None
    asked = value if isinstance(value, int) else str(value)
    return refuse(clause, "number-out-of-range", name, asked=asked, allowed=f"{low}..{high}")


def faults(*checks: Refusal | None) -> Refusal | None:
    """All that was refused, at once."""
    return together(tuple(check for check in checks if check is not None))


def model_of(
    id: str, *, tie_succeeds: bool = True, critical_failure: CriticalFailure = CriticalFailure.ALL_ONES
) -> DiceModel | Refusal:
    """The dice model of that name [SK-DICE-18]."""
    try:
        return dice_model(id, tie_succeeds, critical_failure)
    except KeyError:
        return refuse("SK-DICE-18", "no-such-model", id, allowed=", ".join(MODELS))
