"""Questions about harm: damage, critical rows."""

from __future__ import annotations

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish.parts import MOST, Input, faults, why, within
from heraut.kernel import ClauseId, Refusal
from heraut.skirmish.model import level
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.sums import split
from heraut.skirmish.tables import critical, face, number


class DamageInput(Input, frozen=True, kw_only=True):
    """The totals of a damage roll and a soak roll, and the type of the weapon."""

    damage: int
    soak: int
    type: WeaponType = WeaponType.CUTTING


class DamageOutput(msgspec.Struct, frozen=True):
    """Levels lost, split; and whether a critical roll follows."""

    margin: int
    levels: int
    wounds: int
    fatigue: int
    critical: bool


def _damage(asked: DamageInput) -> Answer[DamageOutput] | Refusal:
    if refusal := faults(
        within("damage", asked.damage, -MOST, MOST, "SK-DMG-2"), within("soak", asked.soak, -MOST, MOST, "SK-DMG-4")
    ):
        return refusal
    margin = asked.damage - asked.soak
    levels = level(margin) if margin > 0 else 0
    wounds, fatigue = split(asked.type, levels)
    because = (
        why("SK-DMG-6", "levels", {"damage": asked.damage, "soak": asked.soak, "levels": levels}),
        why("SK-SPL-1", "split", {"type": asked.type.value, "wounds": wounds, "fatigue": fatigue}),
    )
    output = DamageOutput(max(0, margin), levels, wounds, fatigue, levels >= number("critical-levels"))
    return Answer(output, because)


DAMAGE = Question("skirmish.damage", "What does this damage against this soak do?", DamageInput, DamageOutput, _damage)


class CriticalInput(Input, frozen=True, kw_only=True):
    """The result of a critical roll (2d6 and the wound levels); the die of row 17 if it was thrown."""

    roll: int
    die: int | None = None


class CriticalOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effect of the row with its clause; what is not there does not happen."""

    effect: str
    clause: ClauseId
    lose_actions: int = 0
    limb: str = ""
    drops: bool = False
    falls: bool = False
    unusable: bool = False
    dodge_cost: int = 0
    unconscious: bool = False
    hours: str = ""
    hourly_endurance: int = 0
    healing: int = 0
    first_aid: int = 0
    first_aid_turns: int = 0
    death: bool = False
    impalement: bool = False
    face: str = ""


def _critical(asked: CriticalInput) -> Answer[CriticalOutput] | Refusal:
    if refusal := faults(
        within("roll", asked.roll, -MOST, MOST, "SK-CRI-1"),
        None if asked.die is None else within("die", asked.die, 1, 6, "SK-CRI-1"),
    ):
        return refusal
    row = critical(asked.roll)
    output = CriticalOutput(
        row.code,
        row.clause,
        row.lose,
        row.limb,
        row.drop,
        row.fall,
        row.unusable,
        row.dodge_cost,
        row.unconscious,
        "1d6" if row.hours else "",
        row.hourly,
        row.healing,
        row.first_aid,
        row.turns,
        row.death,
        row.impalement,
        face(asked.die).code if row.face and asked.die is not None else "",
    )
    return Answer(output, (why(row.clause, "critical", {"roll": asked.roll, "effect": row.code}),))


CRITICAL = Question("skirmish.critical", "What does this critical roll do?", CriticalInput, CriticalOutput, _critical)
