"""Questions about a turn: slots, pools, speeds."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish.parts import (
    MOST,
    MOST_DICE,
    Input,
    PartRow,
    because,
    faults,
    law_rows,
    model_of,
    rows,
    why,
    within,
)
from heraut.dice import LawRow
from heraut.kernel import ClauseId, Refusal
from heraut.skirmish.model import CriticalFailure
from heraut.skirmish.need import Part
from heraut.skirmish.refusal import refuse
from heraut.skirmish.sums import fast_bonus, reached
from heraut.skirmish.tables import grounds, number, slots


class SlotsInput(Input, frozen=True, kw_only=True):
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


class PoolInput(Input, frozen=True, kw_only=True):
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


class PoolOutput(msgspec.Struct, frozen=True):
    """How many dice are rolled and why, what is added, the law of the total and the chance of a critical failure."""

    dice: int
    flat: int
    parts: tuple[PartRow, ...]
    law: tuple[LawRow, ...]
    mean: float
    critical: LawRow


def _pool(asked: PoolInput) -> Answer[PoolOutput] | Refusal:
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
    mean = sum(float(weight) * thrown[0] for thrown, weight in law)
    row = LawRow("critical", round(float(chance), 6), str(chance))
    output = PoolOutput(dice, flat, rows(parts), law_rows(law.map(lambda thrown: thrown[0])), round(mean, 6), row)
    return Answer(output, because(parts))


def _pool_parts(asked: PoolInput) -> list[Part]:
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
    "skirmish.pool", "How many dice does this roll have, and what do they give?", PoolInput, PoolOutput, _pool
)


class MoveInput(Input, frozen=True, kw_only=True):
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
    reason = why(row.clause, "speed", {"ground": row.id, "base": str(base), "bonus": str(bonus), "speed": str(speed)})
    return Answer(MoveOutput(base, bonus, speed, round(float(speed), 2), row.traits), (reason,))


MOVE = Question("skirmish.move", "How fast does a character move?", MoveInput, MoveOutput, _move)
