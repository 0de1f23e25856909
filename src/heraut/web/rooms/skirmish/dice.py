"""The dice that are due, in words: whose roll, how many dice and why, against what."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import ClauseId
from heraut.skirmish.need import Dice, Part, Pool
from heraut.skirmish.view import FightView
from heraut.speech import Language
from heraut.speech.typography import minus
from heraut.web.says import room_words


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of the breakdown; `against`: it makes the roll harder, not better."""

    label: str
    amount: str
    clause: ClauseId
    against: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """A roll that is due."""

    who: str
    roll: str
    thrown: str
    difficulty: int | None
    reasons: tuple[Reason, ...]


def due(view: FightView, spoken: Language) -> tuple[Due, ...]:
    """Every roll that is due now."""
    pools = view.due.pools if isinstance(view.due, Dice) else ()
    return tuple(_due(pool, spoken) for pool in pools)


def signed(number: int) -> str:
    """+3, or −3 with a true minus sign."""
    return minus(f"{number:+d}")


def _due(pool: Pool, spoken: Language) -> Due:
    words = room_words("skirmish", spoken)

    def reason(part: Part, *, against: bool = False) -> Reason:
        dice = minus(f"{part.dice}d") if part.dice else ""
        flat = minus(str(part.flat)) if against else signed(part.flat) if part.flat else ""
        return Reason(words.get(part.code, part.code), " ".join(filter(None, (dice, flat))), part.clause, against)

    flat = minus(f" {'+' if pool.flat > 0 else '-'} {abs(pool.flat)}") if pool.flat else ""
    return Due(
        who=pool.who,
        roll=words.get(pool.roll, pool.roll),
        thrown=f"{pool.dice}d{pool.sides}{flat}",
        difficulty=pool.difficulty,
        reasons=(*map(reason, pool.parts), *(reason(part, against=True) for part in pool.aims)),
    )
