"""Rolls with their reasons: the dice that are due, what each is made of, what it is up against."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from heraut.kernel.names import ClauseId
from heraut.skirmish.need import DiceNeed, Part, Pool
from heraut.skirmish.view import FightView
from heraut.speech.sentences import Language
from heraut.speech.typography import minus
from heraut.web.sentences import room_words


@dataclass(frozen=True, slots=True)
class RollReason:
    """A line of the breakdown; `against`: it makes the roll harder, not better."""

    label: str
    amount: str
    clause: ClauseId
    against: bool = False


@dataclass(frozen=True, slots=True)
class DueRoll:
    """A roll that is due."""

    who: str
    roll: str
    thrown: str
    difficulty: int | None
    reasons: tuple[RollReason, ...]


def due(view: FightView, spoken: Language) -> tuple[DueRoll, ...]:
    """Every roll that is due now."""
    pools = view.due.pools if isinstance(view.due, DiceNeed) else ()
    return tuple(_due(pool, view.name_of(pool.who), spoken) for pool in pools)


def signed(number: int) -> str:
    """+3, or −3 with a true minus sign."""
    return minus(f"{number:+d}")


def reasons(pool: Pool, spoken: Language) -> tuple[RollReason, ...]:
    """Why so many dice, and what they are up against."""
    return (*part_reasons(pool.parts, spoken), *part_reasons(pool.aims, spoken, against=True))


def part_reasons(parts: Iterable[Part], spoken: Language, *, against: bool = False) -> tuple[RollReason, ...]:
    """The lines of a breakdown; `against`: they make the roll harder."""
    words = room_words("skirmish", spoken)

    def reason(part: Part) -> RollReason:
        dice = minus(f"{part.dice}d") if part.dice else ""
        flat = minus(str(part.flat)) if against else signed(part.flat) if part.flat else ""
        return RollReason(words.get(part.code, part.code), " ".join(filter(None, (dice, flat))), part.clause, against)

    return tuple(map(reason, parts))


def _due(pool: Pool, who: str, spoken: Language) -> DueRoll:
    flat = minus(f" {'+' if pool.flat > 0 else '-'} {abs(pool.flat)}") if pool.flat else ""
    return DueRoll(
        who=who,
        roll=room_words("skirmish", spoken).get(pool.roll, pool.roll),
        thrown=f"{pool.dice}d{pool.sides}{flat}",
        difficulty=pool.difficulty,
        reasons=reasons(pool, spoken),
    )
