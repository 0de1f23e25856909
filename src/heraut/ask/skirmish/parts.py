"""What the questions of the skirmish share: breakdowns, laws, limits, the dice model."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from heraut.dice import Law, LawRow
from heraut.kernel import ClauseId, Fact, Reason, Refusal, together
from heraut.skirmish.model import MODELS, CriticalFailure, DiceModel, dice_model
from heraut.skirmish.need import Part
from heraut.skirmish.refusal import refuse

MOST_DICE = 30


MOST = 1000


MOST_METRES = 100_000


class Input(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question: a field it does not know is a mistake."""


class PartRow(msgspec.Struct, frozen=True):
    """One line of a breakdown."""

    part: str
    dice: int
    flat: int
    clause: ClauseId


def rows(parts: tuple[Part, ...] | list[Part]) -> tuple[PartRow, ...]:
    """A breakdown as answers give it."""
    return tuple(PartRow(part.code, part.dice, part.flat, part.clause) for part in parts)


def because(parts: tuple[Part, ...] | list[Part]) -> tuple[Reason, ...]:
    """A reason for each line of a breakdown."""
    return tuple(
        Reason(part.clause, "skirmish-part", {"part": part.code, "dice": part.dice, "flat": part.flat})
        for part in parts
    )


def why(clause: str, code: str, facts: Mapping[str, Fact] | None = None) -> Reason:
    """One reason of this room."""
    return Reason(ClauseId(clause), f"skirmish-{code}", facts or {})


def law_rows(law: Law[int] | Law[str]) -> tuple[LawRow, ...]:
    """A law as answers give it; words stay in the order of the rules, numbers go up."""
    rows = [(value, Fraction(weight)) for value, weight in law if weight]
    if all(isinstance(value, int) for value, _ in rows):
        rows.sort(key=lambda row: row[0])
    return tuple(LawRow(value, round(float(weight), 6), str(weight)) for value, weight in rows)


def within(name: str, value: int | Fraction, low: int, high: int, clause: str) -> Refusal | None:
    """Refuse a number that is out of its limits."""
    return (
        None
        if low <= value <= high
        else refuse(
            clause,
            "number-out-of-range",
            name,
            asked=value if isinstance(value, int) else str(value),
            allowed=f"{low}..{high}",
        )
    )


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
