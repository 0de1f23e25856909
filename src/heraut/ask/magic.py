"""Questions about abuse of power: one casting, and several in a row."""

from __future__ import annotations

from typing import Annotated

import msgspec

from heraut.ask.dice import LawRow, RollAnswer, RollAsked, law_row, law_rows, roll_if_asked, rows_of
from heraut.ask.question import Answer, Question
from heraut.ask.units import AftermathAnswer, UnitAsked, aftermath_answer, read_units
from heraut.battle import abuse
from heraut.battle.abuse import Abuse, Effect, Sorcerer
from heraut.battle.unit import BattleCode, Few, Unit
from heraut.dice import EXACT, Law, PoolRoll, Summed, succeeds
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal

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

    eliminated: Summed
    forgets_cast: Summed
    forgets: Summed
    tires_friends: Summed
    nothing: Summed
    fatigue: Summed


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
    caster = Sorcerer(
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
        law.chance(lambda end: end.eliminated),
        law.chance(lambda end: end.forgets_cast),
        law.mean(lambda end: end.forgets),
        law.chance(lambda end: end.tires_friends),
        law.chance(lambda end: end == Abuse(end.total)),
        law.mean(lambda end: end.fatigue),
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
    rolled = next((step for step in steps if step.pool == "abuse_blast"), None)
    if rolled is None:
        return ()
    return tuple(number for number, face in enumerate(rolled.faces, start=1) if succeeds(face, rolled.winning or 0))


ABUSE = Question("magic.abuse", "What does an abuse of power do to the sorcerer?", AbuseAsked, AbuseAnswer, _abuse)


MOST_CASTS = 12
CHAIN_FIELDS = ("cast", "fatigue", "spells", "eliminated")
Chain = tuple[int, int, int, bool]
"""Spells cast, fatigue, spells still known, eliminated."""


class ChainAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sorcerer who casts at maximum effect again and again, until he cannot or will not."""

    casts: Annotated[int, msgspec.Meta(ge=1, le=MOST_CASTS)]
    fatigue: Few = 0
    imposing: bool = False
    spells: Spells | None = None
    stop_at: Few | None = None
    """The fatigue at which he casts no more."""


class ChainStep(msgspec.Struct, frozen=True):
    """After so many castings: the chance that he was eliminated by then, and that he has cast them all."""

    casts: int
    eliminated: LawRow
    all_cast: LawRow


class ChainAnswer(msgspec.Struct, frozen=True):
    """The joint law of how it ends, and the chances after each casting."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    after: tuple[ChainStep, ...]


def _chain(asked: ChainAsked) -> Answer[ChainAnswer] | Refusal:
    caster = Sorcerer(fatigue=asked.fatigue, imposing=asked.imposing, spells=asked.spells)
    refused = abuse.refusal(caster)
    if refused is not None:
        return refused
    law: Law[Chain] = Law.sure((0, asked.fatigue, caster.known, False))
    after = []
    for number in range(1, asked.casts + 1):
        law = law.then(lambda now: _cast(asked, now))
        after.append(
            ChainStep(
                number,
                law_row("eliminated", law.chance(lambda end: end[3])),
                law_row("all", law.chance(lambda end, number=number: end[0] == number)),  # type: ignore[misc]
            )
        )
    facts = {"fatigue": caster.fatigue, "threshold": caster.threshold}
    because = (Reason(ClauseId("AM-ABUSE-5"), "battle-abuse", facts),)
    return Answer(ChainAnswer(CHAIN_FIELDS, law_rows(law), tuple(after)), because)


def _cast(asked: ChainAsked, now: Chain) -> Law[Chain]:
    """One casting more, if he may and will; whoever is exhausted may not [AM-ABUSE-5]."""
    cast, fatigue, spells, eliminated = now
    caster = Sorcerer(fatigue=fatigue, imposing=asked.imposing, spells=spells)
    enough = asked.stop_at is not None and fatigue >= asked.stop_at
    if eliminated or not spells or enough or abuse.refusal(caster) is not None:
        return Law.sure(now)
    return abuse.resolve(EXACT, caster).map(
        lambda end: (
            cast + 1, fatigue + end.fatigue, spells - end.forgets - end.forgets_cast, end.eliminated,
        )
    )  # fmt: skip


CHAIN = Question(
    "magic.chain", "What becomes of a sorcerer who casts several times in a row?", ChainAsked, ChainAnswer, _chain
)
