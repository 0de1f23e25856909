"""Questions about abuse of power: one roll, and a chain of castings."""

from __future__ import annotations

from typing import Annotated

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.units import (
    AftermathAnswer,
    Few,
    RollAnswer,
    RollAsked,
    UnitAsked,
    aftermath_answer,
    read_units,
    roll_if_asked,
)
from heraut.battle import abuse, castings
from heraut.battle.abuse import Abuse, Caster, Effect
from heraut.battle.castings import CasterLeft, Casting
from heraut.battle.unit import BattleCode, Unit
from heraut.dice import EXACT, Law, LawRow, PoolRoll, law_rows, rows_of
from heraut.kernel import ClauseId, Fact, Reason, Refusal

Spells = Annotated[int, msgspec.Meta(ge=0, le=12)]


class AbuseAsked(RollAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    A sorcerer whose spell is resolved: its effect, the caster's fatigue and spells still known, units within S.

    The units within S may be counted (`neighbours`) or named (`within_s`): then the roll tells what is left of them.
    """

    effect: Effect = "maximum"
    fatigue: Few = 0
    imposing: bool = False
    spells: Spells | None = None
    neighbours: Few = 0
    within_s: Annotated[tuple[UnitAsked, ...], msgspec.Meta(max_length=50)] = ()


class AbuseEnd(msgspec.Struct, frozen=True):
    """
    What an abuse roll does; `blasted` are the units within S, by number from 1, that suffer one casualty.

    `tires_friends`: each friendly unit within M receives 1 fatigue; `friends_tire`: what those within S receive for
    the elimination of the sorcerer.
    """

    total: int
    fatigue: int
    eliminated: bool
    forgets_cast: bool
    forgets: int
    blasted: tuple[int, ...]
    tires_friends: bool
    friends_tire: int
    hurt: tuple[AftermathAnswer, ...]
    """What is left of the units blasted, where they were named."""


class AbuseSummary(msgspec.Struct, frozen=True):
    """The chances that matter, and the average fatigue."""

    eliminated: float
    forgets_cast: float
    forgets: float
    tires_friends: float
    nothing: float
    fatigue: float


class AbuseAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The law of the outcomes (each value is what `fields` name), of elimination, and a summary."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    elimination: tuple[LawRow, ...]
    summary: AbuseSummary
    roll: RollAnswer[AbuseEnd] | None = None


FIELDS = ("total", "fatigue", "eliminated", "forgets_cast", "forgets", "blasted", "tires_friends")


def _abuse(asked: AbuseAsked) -> Answer[AbuseAnswer] | Refusal:
    if not abuse.is_due(asked.effect):
        return Refusal(ClauseId("AM-ABUSE-2"), BattleCode.ABUSE_NOT_DUE, asked.effect)
    units = read_units(asked.within_s)
    if isinstance(units, Refusal):
        return units
    caster = Caster(
        fatigue=asked.fatigue, imposing=asked.imposing, spells=asked.spells, neighbours=len(units) or asked.neighbours
    )
    refused = abuse.refusal(caster)
    if refused is not None:
        return refused
    law = abuse.resolve(EXACT, caster)
    roll = roll_if_asked(
        asked, lambda dice: abuse.resolve(dice, caster).outcome, lambda end, steps: _abuse_end(end, steps, units)
    )
    if isinstance(roll, Refusal):
        return roll
    summary = AbuseSummary(
        float(law.chance(lambda end: end.eliminated)),
        float(law.chance(lambda end: end.forgets_cast)),
        float(law.mean(lambda end: end.forgets)),
        float(law.chance(lambda end: end.tires_friends)),
        float(law.chance(lambda end: end == Abuse(end.total))),
        float(law.mean(lambda end: end.fatigue)),
    )
    elimination = rows_of(law.map(lambda end: int(end.eliminated)), lambda dies: "eliminated" if dies else "survives")
    reason = Reason(ClauseId("AM-ABUSE-6"), "battle-abuse", {"fatigue": caster.fatigue, "threshold": caster.threshold})
    return Answer(AbuseAnswer(FIELDS, rows_of(law, tuple), elimination, summary, roll), (reason,))


def _abuse_end(end: Abuse, steps: list[PoolRoll], units: list[Unit]) -> AbuseEnd:
    blasted = _blasted(steps)
    hurt = tuple(aftermath_answer(abuse.blast(units[number - 1])) for number in blasted) if units else ()
    return AbuseEnd(*end[:5], blasted, end.tires_friends, end.friends_tire, hurt)


def _blasted(steps: list[PoolRoll]) -> tuple[int, ...]:
    """The units hurt, in the caller's order: one die each [SEQ-RNG-2]."""
    dice = [face for step in steps if step.pool == "abuse_blast" for face in step.faces]
    winning = next((step.winning or 0 for step in steps if step.pool == "abuse_blast"), 0)
    return tuple(number for number, face in enumerate(dice, start=1) if face > 6 - winning)


class CastingsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    Spells cast one after the other by one sorcerer.

    `known` are its spells; without it, those that are cast and others up to the three it knows.
    """

    castings: Annotated[tuple[Casting, ...], msgspec.Meta(min_length=1, max_length=12)]
    known: Annotated[tuple[str, ...], msgspec.Meta(max_length=6)] = ()
    fatigue: Few = 0
    imposing: bool = False


class CastingEnd(msgspec.Struct, frozen=True):
    """The chances at one casting: that it is made, then that the sorcerer lives and remembers."""

    spell: str
    cast: float
    survives: float
    fatigue: float
    """The average fatigue of a sorcerer who lives."""
    still_known: float
    """The chance that it lives and could cast this spell again, fatigue aside."""
    forgotten: float
    """The average number of spells forgotten so far by a sorcerer who lives."""


class CastingsAnswer(msgspec.Struct, frozen=True):
    """The law of how many of the castings can be made, the chance to survive them all, and each casting."""

    law: tuple[LawRow, ...]
    survives: float
    castings: tuple[CastingEnd, ...]


def _castings(asked: CastingsAsked) -> Answer[CastingsAnswer] | Refusal:
    known = asked.known or castings.known_spells(asked.castings)
    caster = Caster(fatigue=asked.fatigue, imposing=asked.imposing, spells=len(known))
    if (refused := castings.refusal(known, asked.castings)) is not None:
        return refused
    laws = list(castings.walk(EXACT, caster, known, asked.castings))
    ends = tuple(
        _casting_end(len(known), casting.spell, before, after)
        for casting, before, after in zip(asked.castings, laws[:-1], laws[1:], strict=True)
    )
    made = laws[-1].map(lambda left: left.cast)
    facts: dict[str, Fact] = {"castings": len(asked.castings), "spells": len(known), "threshold": caster.threshold}
    reasons = (Reason(ClauseId("AM-ABUSE-2"), "battle-castings", facts),)
    return Answer(CastingsAnswer(law_rows(made), ends[-1].survives, ends), reasons)


def _casting_end(spells: int, spell: str, before: Law[CasterLeft], after: Law[CasterLeft]) -> CastingEnd:
    alive = float(after.chance(lambda left: not left.eliminated))
    fatigue = float(after.mean(lambda left: left.fatigue))  # 0 for one who is gone
    forgotten = float(after.mean(lambda left: 0 if left.eliminated else spells - len(left.known)))
    return CastingEnd(
        spell,
        float(after.mean(lambda left: left.cast)) - float(before.mean(lambda left: left.cast)),
        alive,
        fatigue / alive if alive else 0.0,
        float(after.chance(lambda left: spell in left.known)),
        forgotten / alive if alive else 0.0,
    )


ABUSE = Question("magic.abuse", "What does an abuse of power do to the sorcerer?", AbuseAsked, AbuseAnswer, _abuse)
CASTINGS = Question(
    "magic.castings", "How long does a sorcerer last who casts these spells?", CastingsAsked, CastingsAnswer, _castings
)
