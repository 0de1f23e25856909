"""Plain sums of the rules, apart from their subjects: a question or the exact odds reckon them without the engine."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.settings import Cancel, CriticalAdds, Rounding
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.tables import (
    FallRow,
    bands,
    directions,
    falls,
    grounds,
    number,
    paces,
    sizes,
    splits,
    tactics,
    visibilities,
)


def split(type: WeaponType, levels: int) -> tuple[int, int]:
    """Wound and fatigue levels; the odd level goes to the kind named first [SK-SPL-1, SK-SPL-2]."""
    row = splits()[type]
    first = (levels + 1) // 2 if row.half else levels
    rest = levels - first
    return (first, rest) if row.first == "wound" else (rest, first)


def critical_bonus(adds: CriticalAdds, wounds: int, levels: int, total: int) -> int:
    """What is added to the critical roll: wounds or all levels of the blow, or all wounds so far [SK-CRI-2]."""
    return {CriticalAdds.BLOW_WOUNDS: wounds, CriticalAdds.BLOW_LEVELS: levels}.get(adds, total)


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
    return refuse("SK-CMD-14", "no-such-plan", asked=plan, allowed=most) if not 0 <= plan <= most else None


def tactics_aims(circumstances: tuple[str, ...], plan: int) -> tuple[Part, ...]:
    """The difficulty of a tactical change in its parts [SK-CMD-14]."""
    rows = (tactics()[id] for id in circumstances)
    aims = [printed("tactics", "tactics-difficulty")]
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
    return rounding.of(Fraction(points, opponents)) if opponents else 0


class SeenTarget(msgspec.Struct, frozen=True):
    """What a shooter sees of his target, beyond its size."""

    speed: Fraction = Fraction(0)
    direction: str = ""
    jumping: bool = False
    falling: int = 0
    feint: int = 0
    participants: int = 0
    crowd: int = 0


def size_part(size: str | int) -> Part:
    """The size of what is visible: a row of the table, or the game master's number [SK-SIZ-1, SK-SIZ-3]."""
    if isinstance(size, int):
        return Part("size", ClauseId("SK-SIZ-3"), flat=size)
    row = sizes()[size]
    return Part(row.id, row.clause, flat=row.difficulty)


def movement_part(target: SeenTarget) -> Part | None:
    """Exactly one row: the fall, else the line of the shot, else the direction, else the speed [SK-TMV-3]."""
    speed = target.speed
    if target.falling:
        row = fall_row(target.falling)
        return Part("falling", row.clause, flat=row.difficulty)
    if target.direction == "along" and speed > 0:
        return _row_part("along")
    if target.direction in ("across", "zigzag") and speed >= number("direction-speed"):
        return _row_part(target.direction)
    if speed > number("fastest-run"):
        fastest = max((row for row in falls() if row.speed <= speed), key=lambda row: row.speed)
        return Part("sprinting", ClauseId("SK-TMV-4"), flat=fastest.difficulty)
    if target.jumping:
        return printed("jumping", "jumping")
    if speed <= 0:
        return None
    pace = next(row for row in paces() if row.below is None or speed < row.below)
    return Part(pace.id, pace.clause, flat=pace.difficulty)


def visibility_part(id: str, distance: int, perception: int, rounding: Rounding) -> Part:
    """What bad light adds, for a shot or any roll that relies on sight [SK-VIS-1, SK-VIS-3]."""
    row = visibilities()[id]
    added = rounding.of(Fraction(distance, row.divisor * perception))
    return Part(row.id, ClauseId("SK-VIS-2"), flat=row.base + added)


def target_parts(target: SeenTarget) -> list[Part]:
    """Movement, body feint, melee and crowd [SK-MIS-3]."""
    moving = movement_part(target)
    parts = [moving] if moving is not None else []
    if target.feint:
        parts.append(Part("body_feint", ClauseId("SK-CMV-1"), flat=target.feint))
    if target.participants > 1:
        parts.append(Part("melee", ClauseId("SK-MEL-1"), flat=number("melee-participant") * target.participants))
    if target.crowd:
        parts.append(Part("crowd", ClauseId("SK-CRW-1"), flat=target.crowd))
    return parts


def _row_part(direction: str) -> Part:
    row = directions()[direction]
    return Part(row.id, row.clause, flat=row.difficulty)


def fall_row(segment: int) -> FallRow:
    """A second of a fall; after the last row, speed stays and distance grows [SK-FAL-3]."""
    last = falls()[-1]
    if segment <= last.segment:
        return falls()[segment - 1]
    more = (segment - last.segment) * last.speed
    return FallRow(
        clause=last.clause, segment=segment, speed=last.speed, distance=last.distance + more, difficulty=last.difficulty
    )
