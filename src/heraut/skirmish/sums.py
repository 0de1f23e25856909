"""Plain sums of the rules: what engine, odds and questions reckon alike."""

from __future__ import annotations

from fractions import Fraction

from heraut.kernel import Refusal
from heraut.skirmish.need import Part
from heraut.skirmish.refusing import refuse
from heraut.skirmish.settings import Cancel, Rounding
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.tables import bands, clause_of, grounds, number, splits, tactics


def split(type: WeaponType, levels: int) -> tuple[int, int]:
    """Wound and fatigue levels; the odd level goes to the kind named first [SK-SPL-1, SK-SPL-2]."""
    row = splits()[type]
    first = (levels + 1) // 2 if row.half else levels
    rest = levels - first
    return (first, rest) if row.first == "wound" else (rest, first)


def fast_bonus(ground: str, total: int, *, critical: bool) -> Fraction:
    """What a fast move adds to the speed; nothing below 1 or on a critical failure [SK-MOV-2, SK-MOV-4]."""
    if critical or total < 1:
        return Fraction(0)
    place = next(place for place, band in enumerate(bands()) if total in band.total)
    return grounds()[ground].bonus[place]


def reached(speed: Fraction, slowed: Fraction, *, evading: bool) -> Fraction:
    """A speed after the ground's and the evasion's cost, never below 0 [SK-CMV-2, SK-CMV-3, SK-MOV-7]."""
    return max(Fraction(0), speed - slowed - (number("evasion-cost") if evading else 0))


def check_circumstances(circumstances: tuple[str, ...], plan: int) -> Refusal | None:
    """Rows of one kind exclude each other [SK-CMD-18]; a plan is worth 1 to 5 [SK-CMD-14]."""
    table = tactics()
    if (wrong := next((id for id in circumstances if id not in table or id == "plan"), None)) is not None:
        return refuse("SK-CMD-14", "no-such-circumstance", wrong)
    kinds = [table[id].kind for id in circumstances]
    if len(set(kinds)) < len(kinds):
        return refuse("SK-CMD-18", "circumstances-exclude", ", ".join(circumstances))
    most = -table["plan"].difficulty.first
    if not 0 <= plan <= most:
        return refuse("SK-CMD-14", "no-such-plan", asked=plan, allowed=most)
    return None


def tactics_aims(circumstances: tuple[str, ...], plan: int) -> tuple[Part, ...]:
    """The difficulty of a tactical change in its parts [SK-CMD-14]."""
    rows = (tactics()[id] for id in circumstances)
    aims = [Part("tactics", clause_of("tactics-difficulty"), flat=number("tactics-difficulty"))]
    aims += [Part(row.id, row.clause, flat=row.difficulty.first) for row in rows]
    if plan:
        aims.append(Part("plan", tactics()["plan"].clause, flat=-plan))
    return tuple(aims)


def cancel(level: int, bonus: int, rule: Cancel) -> tuple[int, int]:
    """What is left of the enemy's bonus, and the new one [SK-CMD-18]."""
    if rule is Cancel.FULL:
        return 0, level
    return max(0, bonus - level), max(0, level - bonus)


def score(points: int, opponents: int, rounding: Rounding) -> int:
    """The points divided by the number of opponents [SK-TER-4]."""
    if not opponents:
        return 0
    return -(-points // opponents) if rounding is Rounding.UP else points // opponents
