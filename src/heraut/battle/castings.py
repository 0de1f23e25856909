"""Castings one after the other: what abuse of power leaves of a sorcerer who goes on [A.9]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, NamedTuple

import msgspec

from heraut.battle import abuse
from heraut.battle.abuse import Abuse, Caster, Effect
from heraut.battle.unit import BattleCode
from heraut.dice import SIDES, Law, Odds
from heraut.kernel import ClauseId, Refusal, together
from heraut.warband.tables import magic


class Casting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One spell cast; `relieved` are the fatigues the sorcerer got rid of before, by resting or otherwise."""

    spell: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    effect: Effect = "maximum"
    relieved: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0


class CasterLeft(NamedTuple):
    """A sorcerer after some castings: `cast` counts those that could be made."""

    fatigue: int
    known: frozenset[str]
    cast: int = 0
    eliminated: bool = False


def refusal(known: Sequence[str], castings: Sequence[Casting]) -> Refusal | None:
    """Only spells the sorcerer knows can be cast [CORE-MAGIC-1]."""
    strange = dict.fromkeys(casting.spell for casting in castings if casting.spell not in known)
    return together(tuple(Refusal(ClauseId("CORE-MAGIC-1"), BattleCode.SPELL_UNKNOWN, spell) for spell in strange))


def known_spells(castings: Sequence[Casting]) -> tuple[str, ...]:
    """Those that are cast, and others without a name up to the number a sorcerer knows [CORE-MAGIC-1]."""
    cast = tuple(dict.fromkeys(casting.spell for casting in castings))
    return cast + tuple(f"?{number}" for number in range(1, magic().spells - len(cast) + 1))


def walk(dice: Odds, caster: Caster, known: Sequence[str], castings: Sequence[Casting]) -> Iterator[Law[CasterLeft]]:
    """
    What is left of the sorcerer: as it begins, then after each casting.

    A casting that cannot be made is passed over: the sorcerer is gone, exhausted [AM-ABUSE-5] or has forgotten the
    spell. Of the spells its owner must give up [AM-ABUSE-R11-1] those go first that are needed last.
    """
    law: Law[CasterLeft] = Law({CasterLeft(caster.fatigue, frozenset(known)): dice.chance(SIDES)})
    yield law
    for place, casting in enumerate(castings):
        later = [one.spell for one in castings[place + 1 :]]
        law = law.then(partial(_cast, dice, caster, casting, later))
        yield law


def _cast(dice: Odds, caster: Caster, casting: Casting, later: Sequence[str], left: CasterLeft) -> Law[CasterLeft]:
    if left.eliminated:
        return _sure(dice, left)
    left = left._replace(fatigue=max(0, left.fatigue - casting.relieved))
    if left.fatigue >= caster.threshold or casting.spell not in left.known:
        return _sure(dice, left)
    left = left._replace(cast=left.cast + 1)
    if not abuse.is_due(casting.effect):
        return _sure(dice, left)
    now = Caster(fatigue=left.fatigue, imposing=caster.imposing, spells=len(left.known))
    return abuse.resolve(dice, now).map(lambda end: _after(left, end, casting.spell, later))


def _sure(dice: Odds, left: CasterLeft) -> Law[CasterLeft]:
    return Law({left: dice.chance(SIDES)})


def _after(left: CasterLeft, end: Abuse, spell: str, later: Sequence[str]) -> CasterLeft:
    known = left.known - {spell} if end.forgets_cast else left.known
    if end.forgets:
        known -= frozenset(sorted(known, key=lambda one: _needed(one, later), reverse=True)[: end.forgets])
    if end.eliminated:  # what it had does not matter any more
        return CasterLeft(0, frozenset(), left.cast, eliminated=True)
    return left._replace(fatigue=left.fatigue + end.fatigue, known=known)


def _needed(spell: str, later: Sequence[str]) -> tuple[int, str]:
    """How far off its next casting is."""
    return (later.index(spell) if spell in later else len(later), spell)
