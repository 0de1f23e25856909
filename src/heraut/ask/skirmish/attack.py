"""Questions about what an attack must beat: defence scores, the difficulty of a shot."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish.parts import MOST, MOST_METRES, Input, PartRow, because, faults, rows, within
from heraut.kernel import ClauseId, Refusal
from heraut.skirmish.need import Part
from heraut.skirmish.refusal import refuse
from heraut.skirmish.settings import Rounding
from heraut.skirmish.sums import Target, size_part, target_parts, visibility_part
from heraut.skirmish.tables import clause_of, directions, number, ranges, sizes, visibilities

MOST_WIELDED = 10


class DefenceInput(Input, frozen=True, kw_only=True):
    """A defender: his situation, levels, defence bonuses; `halved` when impaled and twisted."""

    situation: Literal["static", "engaged", "fleeing"] = "engaged"
    skill: int = 0
    dodge: int = 0
    bonuses: tuple[int, ...] = ()
    athletics: int = 0
    mounted: bool = False
    attacker_mounted: bool = False
    tactics: int = 0
    halved: bool = False


class ScoreOutput(msgspec.Struct, frozen=True):
    """A score, in its parts."""

    defence: int
    parts: tuple[PartRow, ...]


def _defence(asked: DefenceInput) -> Answer[ScoreOutput] | Refusal:
    levels = tuple((name, getattr(asked, name)) for name in ("skill", "dodge", "athletics"))
    if refusal := faults(
        *(within(name, level, 0, MOST, "SK-DICE-1") for name, level in levels),
        *(within("bonuses", bonus, -MOST, MOST, "SK-STR-2") for bonus in asked.bonuses[:MOST_WIELDED]),
        within("bonuses", len(asked.bonuses), 0, MOST_WIELDED, "SK-STR-2"),
        within("tactics", asked.tactics, 0, MOST, "SK-CMD-15"),
    ):
        return refusal
    match asked.situation:
        case "static":
            parts = [Part("static", clause_of("static-defence"), flat=number("static-defence"))]
        case "fleeing":
            parts = [Part("athletics", ClauseId("SK-STR-1"), flat=asked.athletics)]
        case _:
            arms = sum(asked.bonuses)
            parts = [
                Part("skill", ClauseId("SK-STR-2"), flat=asked.skill),
                Part("dodge", ClauseId("SK-STR-2"), flat=asked.dodge),
                Part(
                    "arms",
                    ClauseId("SK-IMP-7" if asked.halved else "SK-STR-2"),
                    flat=arms // 2 if asked.halved else arms,
                ),
            ]
    if asked.mounted and not asked.attacker_mounted:
        parts.append(Part("mounted", clause_of("mounted-defence"), flat=number("mounted-defence")))
    if asked.tactics:
        parts.append(Part("tactics", ClauseId("SK-CMD-15"), flat=asked.tactics))
    return Answer(ScoreOutput(sum(part.flat for part in parts), rows(parts)), because(parts))


DEFENCE = Question("skirmish.defence", "What must a blow exceed?", DefenceInput, ScoreOutput, _defence)


class MissileInput(Input, frozen=True, kw_only=True):
    """
    A shot: its range (or the distance and the weapon's four limits), the size of what is seen, how the target moves.

    `size` is a row of the table or a number; `crowd` 5 to 10 by density; `visibility` needs distance and perception.
    """

    range: str = ""
    distance: int = 0
    limits: tuple[int, int, int, int] | None = None
    size: str | int = "human"
    speed: Fraction = msgspec.field(default_factory=Fraction)
    direction: str = ""
    jumping: bool = False
    falling: int = 0
    body_feint: int = 0
    participants: int = 0
    crowd: int = 0
    visibility: str = ""
    perception: int = 0
    visibility_rounding: Rounding = Rounding.DOWN


class MissileOutput(msgspec.Struct, frozen=True):
    """The difficulty, how much of it comes on top of the range's, and its parts."""

    difficulty: int
    added: int
    parts: tuple[PartRow, ...]


def _missile(asked: MissileInput) -> Answer[MissileOutput] | Refusal:
    reach = _range(asked)
    if isinstance(reach, Refusal):
        return reach
    if refusal := _missile_faults(asked):
        return refusal
    target = Target(
        asked.speed, asked.direction, asked.jumping, asked.falling, asked.body_feint, asked.participants, asked.crowd
    )
    parts = [reach, size_part(asked.size), *target_parts(target)]
    if asked.visibility:
        parts.append(visibility_part(asked.visibility, asked.distance, asked.perception, asked.visibility_rounding))
    whole = sum(part.flat for part in parts)
    return Answer(MissileOutput(whole, whole - reach.flat, rows(parts)), because(parts))


def _range(asked: MissileInput) -> Part | Refusal:
    names = tuple(row.id for row in ranges())
    name = asked.range
    if not name and asked.limits is not None:
        name = next((row for row, limit in zip(names, asked.limits, strict=True) if asked.distance <= limit), "")
        if not name:
            return refuse("SK-MIS-2", "out-of-range", asked=asked.distance, allowed=asked.limits[3])
    row = next((row for row in ranges() if row.id == name), None)
    if row is None:
        return refuse("SK-MIS-1", "no-such-range", name, allowed=", ".join(names))
    return Part(row.id, row.clause, flat=row.difficulty)


def _missile_faults(asked: MissileInput) -> Refusal | None:
    size: Refusal | None = None
    if isinstance(asked.size, int):
        size = within("size", asked.size, number("size-least"), number("size-most"), "SK-SIZ-3")
    elif asked.size not in sizes():
        size = refuse("SK-SIZ-1", "no-such-size", asked=asked.size, allowed=", ".join(sizes()))
    crowd = (
        within("crowd", asked.crowd, number("crowd-least"), number("crowd-most"), "SK-CRW-1") if asked.crowd else None
    )
    way = asked.direction and asked.direction not in directions()
    dim = asked.visibility and (asked.visibility not in visibilities() or asked.perception < 1)
    return faults(
        size,
        crowd,
        within("distance", asked.distance, 0, MOST_METRES, "SK-MIS-2"),
        within("participants", asked.participants, 0, MOST, "SK-MEL-2"),
        within("falling", asked.falling, 0, MOST, "SK-FAL-1"),
        within("speed", asked.speed, 0, MOST, "SK-TMV-4"),
        within("body_feint", asked.body_feint, 0, MOST, "SK-CMV-1"),
        within("perception", asked.perception, 0, MOST, "SK-DICE-2"),
        refuse("SK-TMV-1", "no-such-direction", asked.direction) if way else None,
        refuse("SK-VIS-1", "no-such-visibility", asked.visibility) if dim else None,
    )


MISSILE = Question("skirmish.missile", "How hard is this shot?", MissileInput, MissileOutput, _missile)
