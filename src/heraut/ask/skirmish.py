"""Questions about the skirmish: slots, pools, speeds, harm, terror, tactics."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from heraut.ask.dice import LawRow, law_row, ordered_rows
from heraut.ask.question import Answer, Question
from heraut.ask.skirmish_breakdown import (
    MOST,
    MOST_DICE,
    PartRow,
    SkirmishInput,
    because,
    faults,
    model_of,
    part_rows,
    why,
    within,
)
from heraut.dice import Summed
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Refusal, exact
from heraut.skirmish.model import CriticalFailure, level
from heraut.skirmish.need import Part, refuse
from heraut.skirmish.settings import Cancel, Rounding
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.sums import cancel, check_circumstances, fast_bonus, reached, score, split, tactics_aims
from heraut.skirmish.tables import critical, displays, face, grounds, number, slots


class SlotsInput(SkirmishInput, frozen=True, kw_only=True):
    """A number of declared actions."""

    actions: int


class SlotsOutput(msgspec.Struct, frozen=True):
    """The segments they fall in, and the dice they cost on every action of the turn."""

    segments: tuple[int, ...]
    penalty: int


def _slots(asked: SlotsInput) -> Answer[SlotsOutput] | Refusal:
    if refusal := within("actions", asked.actions, 0, number("segments"), "SK-DECL-2"):
        return refusal
    row = slots()[asked.actions]
    reason = why(row.clause, "slots", {"actions": row.actions, "segments": row.segments, "penalty": row.penalty})
    return Answer(SlotsOutput(row.segments, row.penalty), (reason,))


SLOTS = Question(
    "skirmish.slots", "When do so many declared actions happen, and at what price?", SlotsInput, SlotsOutput, _slots
)


class RollInput(SkirmishInput, frozen=True, kw_only=True):
    """A trait and all that weighs on it: dice of bonus and penalty, declared and undeclared actions, flat modifiers."""

    dice: int
    level: int = 0
    bonus: int = 0
    penalty: int = 0
    declared: int = 0
    undeclared: int = 0
    confidence: int = 0
    flat: int = 0
    model: str = "sum-d6"
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES


class RollOutput(msgspec.Struct, frozen=True):
    """How many dice are rolled and why, what is added, the law of the total and the chance of a critical failure."""

    dice: int
    flat: int
    parts: tuple[PartRow, ...]
    law: tuple[LawRow, ...]
    mean: Summed
    critical: LawRow


def _pool(asked: RollInput) -> Answer[RollOutput] | Refusal:
    if refusal := faults(
        within("dice", asked.dice, 1, MOST_DICE, "SK-DICE-1"),
        within("bonus", asked.bonus, 0, MOST_DICE, "SK-DICE-17"),
        within("penalty", asked.penalty, 0, MOST, "SK-DICE-5"),
        within("declared", asked.declared, 0, number("segments"), "SK-DECL-2"),
        within("undeclared", asked.undeclared, 0, MOST, "SK-UND-3"),
        within("confidence", asked.confidence, 0, MOST, "SK-DICE-6"),
        within("level", asked.level, 0, MOST, "SK-DICE-1"),
        within("flat", asked.flat, -MOST, MOST, "SK-GEN-3"),
    ):
        return refusal
    model = model_of(asked.model, critical_failure=asked.critical_failure)
    if isinstance(model, Refusal):
        return model
    parts = _pool_parts(asked)
    penalty = -sum(part.dice for part in parts if part.dice < 0)
    dice = model.pool(asked.dice, asked.bonus, penalty, asked.confidence)
    if kept := dice - (asked.dice + asked.bonus - penalty):
        parts.append(Part("minimum", ClauseId("SK-DICE-5"), dice=kept))
    flat = asked.level + asked.flat
    law = model.distribution(dice, flat)
    chance = Fraction(law.chance(lambda thrown: thrown[1]))
    mean = sum((Fraction(weight) * thrown[0] for thrown, weight in law), Fraction(0))
    row = law_row("critical", chance)
    output = RollOutput(
        dice, flat, part_rows(parts), ordered_rows(law.map(lambda thrown: thrown[0])), mean, row,
    )  # fmt: skip
    return Answer(output, because(parts))


def _pool_parts(asked: RollInput) -> list[Part]:
    parts = [Part("trait", ClauseId("SK-DICE-3"), asked.dice, asked.level)]
    found = (
        Part("bonus", ClauseId("SK-DICE-17"), dice=asked.bonus),
        Part("declared", ClauseId("SK-DECL-3"), dice=-slots()[asked.declared].penalty),
        Part("undeclared", ClauseId("SK-UND-3"), dice=-asked.undeclared * number("undeclared-cost")),
        Part("penalty", ClauseId("SK-DICE-5"), dice=-asked.penalty),
        Part("modifier", ClauseId("SK-GEN-3"), flat=asked.flat),
    )
    return parts + [part for part in found if part.dice or part.flat]


POOL = Question(
    "skirmish.pool", "How many dice does this roll have, and what do they give?", RollInput, RollOutput, _pool
)


class MoveInput(SkirmishInput, frozen=True, kw_only=True):
    """A kind of ground, an Agility and, for a fast move, the total of its roll."""

    ground: str = "flat"
    agility: int = 1
    total: int | None = None
    critical: bool = False
    evading: bool = False
    slowed: Fraction = msgspec.field(default_factory=Fraction)


class MoveOutput(msgspec.Struct, frozen=True):
    """Speeds in metres per second: exact, and the last one rounded for reading."""

    base: Fraction
    bonus: Fraction
    speed: Fraction
    rounded: float
    traits: tuple[str, ...]


def _move(asked: MoveInput) -> Answer[MoveOutput] | Refusal:
    row = grounds().get(asked.ground)
    if row is None:
        return refuse("SK-MOV-2", "no-such-ground", asked.ground)
    if refusal := faults(
        within("agility", asked.agility, 1, MOST, "SK-DICE-2"),
        within("total", asked.total or 0, -MOST, MOST, "SK-MOV-2"),
        within("slowed", asked.slowed, 0, MOST, "SK-MOV-7"),
    ):
        return refusal
    if asked.evading and (row.no_evasion or asked.total is None):
        return refuse("SK-CMV-4", "no-room-to-evade", asked.ground)
    base = row.speed(asked.agility)
    bonus = Fraction(0) if asked.total is None else fast_bonus(asked.ground, asked.total, critical=asked.critical)
    speed = reached(base + bonus, asked.slowed, evading=asked.evading)
    reason = why(
        row.clause, "speed", {"ground": row.id, "base": exact(base), "bonus": exact(bonus), "speed": exact(speed)}
    )
    return Answer(MoveOutput(base, bonus, speed, round(float(speed), 2), row.traits), (reason,))


MOVE = Question("skirmish.move", "How fast does a character move?", MoveInput, MoveOutput, _move)


class DamageInput(SkirmishInput, frozen=True, kw_only=True):
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
    reasons = (
        why("SK-DMG-6", "levels", {"damage": asked.damage, "soak": asked.soak, "levels": levels}),
        why("SK-SPL-1", "split", {"type": asked.type.value, "wounds": wounds, "fatigue": fatigue}),
    )
    return Answer(DamageOutput(max(0, margin), levels, wounds, fatigue, levels >= number("critical-levels")), reasons)


DAMAGE = Question("skirmish.damage", "What does this damage against this soak do?", DamageInput, DamageOutput, _damage)


class CriticalInput(SkirmishInput, frozen=True, kw_only=True):
    """The result of a critical roll (2d6 and the wound levels); the die of row 17 if it was thrown."""

    roll: int
    die: int | None = None


class CriticalOutput(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The effect of the row with its clause; the limb, the hours and the face only where there is one."""

    effect: str
    clause: ClauseId
    lose_actions: int
    drops: bool
    falls: bool
    unusable: bool
    dodge_cost: int
    unconscious: bool
    hourly_endurance: int
    healing: int
    first_aid: int
    first_aid_turns: int
    death: bool
    impalement: bool
    limb: str = ""
    hours: str = ""
    face: str = ""


def _critical(asked: CriticalInput) -> Answer[CriticalOutput] | Refusal:
    if refusal := faults(
        within("roll", asked.roll, -MOST, MOST, "SK-CRI-1"),
        None if asked.die is None else within("die", asked.die, 1, 6, "SK-CRI-1"),
    ):
        return refusal
    row = critical(asked.roll)
    output = CriticalOutput(
        effect=row.code,
        clause=row.clause,
        lose_actions=row.lose,
        limb=row.limb,
        drops=row.drop,
        falls=row.fall,
        unusable=row.unusable,
        dodge_cost=row.dodge_cost,
        unconscious=row.unconscious,
        hours="1d6" if row.hours else "",
        hourly_endurance=row.hourly,
        healing=row.healing,
        first_aid=row.first_aid,
        first_aid_turns=row.turns,
        death=row.death,
        impalement=row.impalement,
        face=face(asked.die).code if row.face and asked.die is not None else "",
    )
    return Answer(output, (why(row.clause, "critical", {"roll": asked.roll, "effect": row.code}),))


CRITICAL = Question("skirmish.critical", "What does this critical roll do?", CriticalInput, CriticalOutput, _critical)


class DisplayInput(SkirmishInput, frozen=True, kw_only=True):
    """A display and its success level; 0 if it failed."""

    display: str
    level: int = 1


class TerrorInput(SkirmishInput, frozen=True, kw_only=True):
    """All that a side frightens with, and how many it faces."""

    displays: tuple[DisplayInput, ...] = ()
    heads: int = 0
    unclothed: int = 0
    opponents: int
    rounding: Rounding = Rounding.DOWN


class TerrorOutput(msgspec.Struct, frozen=True):
    """Points of the side, its score, the difficulty its opponents' courage must reach."""

    points: int
    score: int
    difficulty: int


def _terror(asked: TerrorInput) -> Answer[TerrorOutput] | Refusal:
    if (wrong := next((one.display for one in asked.displays if one.display not in displays()), None)) is not None:
        return refuse("SK-TER-1", "no-such-display", wrong)
    if refusal := faults(
        within("opponents", asked.opponents, 1, MOST, "SK-TER-4"),
        within("heads", asked.heads, 0, MOST, "SK-TER-3"),
        within("unclothed", asked.unclothed, 0, MOST, "SK-TER-3"),
        within("displays", len(asked.displays), 0, MOST, "SK-TER-2"),
        *(within("level", one.level, 0, MOST, "SK-TER-1") for one in asked.displays[:MOST]),
    ):
        return refusal
    shown = sum(displays()[one.display].points * one.level for one in asked.displays)
    points = shown + asked.heads + asked.unclothed
    terror = score(points, asked.opponents, asked.rounding)
    facts: dict[str, Fact] = {"points": points, "opponents": asked.opponents, "score": terror}
    output = TerrorOutput(points, terror, number("terror-base") + terror)
    return Answer(output, (why("SK-TER-4", "terror", facts),))


TERROR = Question("skirmish.terror", "How frightening is a side?", TerrorInput, TerrorOutput, _terror)


class TacticsInput(SkirmishInput, frozen=True, kw_only=True):
    """Circumstances of a tactical change; with a total, what it brings against the enemy's bonus."""

    circumstances: tuple[str, ...] = ()
    plan: int = 0
    total: int | None = None
    enemy_bonus: int = 0
    tactics_cancel: Cancel = Cancel.POINT_FOR_POINT


class TacticsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difficulty in its parts; the bonus won and what is left of the enemy's, if the roll was made."""

    difficulty: int
    parts: tuple[PartRow, ...]
    success: bool | None = None
    bonus: int | None = None
    enemy_bonus: int | None = None


def _tactics(asked: TacticsInput) -> Answer[TacticsOutput] | Refusal:
    if refusal := check_circumstances(asked.circumstances, asked.plan) or faults(
        within("total", asked.total or 0, -MOST, MOST, "SK-CMD-14"),
        within("enemy_bonus", asked.enemy_bonus, 0, MOST, "SK-CMD-18"),
    ):
        return refusal
    parts = tactics_aims(asked.circumstances, asked.plan)
    difficulty = sum(part.flat for part in parts)
    if asked.total is None:
        return Answer(TacticsOutput(difficulty, part_rows(parts)), because(parts))
    won = asked.total >= difficulty
    left, bonus = asked.enemy_bonus, 0
    if won:
        left, bonus = cancel(level(asked.total - difficulty), asked.enemy_bonus, asked.tactics_cancel)
    return Answer(TacticsOutput(difficulty, part_rows(parts), won, bonus, left), because(parts))


TACTICS = Question(
    "skirmish.tactics", "How hard is a tactical change, and what does it bring?", TacticsInput, TacticsOutput, _tactics
)
