"""The difficulty of a shot, part by part: what engine and questions reckon alike [sections 20 to 24]."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from heraut.kernel import ClauseId
from heraut.skirmish.need import Part
from heraut.skirmish.rows import FallRow
from heraut.skirmish.settings import Rounding
from heraut.skirmish.tables import clause_of, directions, falls, number, paces, sizes, visibilities


@dataclass(frozen=True, slots=True)
class Target:
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


def movement_part(target: Target) -> Part | None:
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
        return Part("jumping", clause_of("jumping"), flat=number("jumping"))
    if speed <= 0:
        return None
    pace = next(row for row in paces() if row.below is None or speed < row.below)
    return Part(pace.id, pace.clause, flat=pace.difficulty)


def visibility_part(id: str, distance: int, perception: int, rounding: Rounding) -> Part:
    """What bad light adds, for a shot or any roll that relies on sight [SK-VIS-1, SK-VIS-3]."""
    row = visibilities()[id]
    quotient = Fraction(distance, row.divisor * perception)
    match rounding:
        case Rounding.DOWN:
            rounded = quotient.numerator // quotient.denominator
        case Rounding.UP:
            rounded = -(-quotient.numerator // quotient.denominator)
        case _:
            rounded = (2 * quotient.numerator + quotient.denominator) // (2 * quotient.denominator)
    return Part(row.id, ClauseId("SK-VIS-2"), flat=row.base + rounded)


def target_parts(target: Target) -> list[Part]:
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
