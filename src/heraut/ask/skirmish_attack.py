"""Questions about an attack of the skirmish: what it must beat, how hard it is, its exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from heraut.ask.dice import LawRow, ordered_rows
from heraut.ask.question import Answer, Question
from heraut.ask.skirmish_breakdown import (
    MOST,
    MOST_DICE,
    MOST_METRES,
    PartRow,
    SkirmishInput,
    because,
    faults,
    model_of,
    part_rows,
    why,
    within,
)
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.model import CriticalFailure, DiceModel
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.odds import Dicing, Exchange, Grip, Leap, Tumble, contest_odds, exchange_odds, roll_odds
from heraut.skirmish.settings import Bystander, CriticalAdds, Rounding
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.sums import SeenTarget, size_part, target_parts, visibility_part
from heraut.skirmish.tables import directions, number, ranges, sizes, visibilities

MOST_WIELDED = 10


class DefenceInput(SkirmishInput, frozen=True, kw_only=True):
    """
    A defender: his situation, levels, defence bonuses; `halved` when impaled and twisted.

    `attacker_mounted`: the attacker is not on foot, he rides or drives.
    """

    situation: Literal["static", "engaged", "fleeing"] = "engaged"
    skill: int = 0
    dodge: int = 0
    bonuses: tuple[int, ...] = ()
    athletics: int = 0
    mounted: bool = False
    attacker_mounted: bool = False
    tactics: int = 0
    halved: bool = False


class DefenceOutput(msgspec.Struct, frozen=True):
    """A score, in its parts."""

    defence: int
    parts: tuple[PartRow, ...]


def _defence(asked: DefenceInput) -> Answer[DefenceOutput] | Refusal:
    if refusal := faults(
        *(within(name, getattr(asked, name), 0, MOST, "SK-DICE-1") for name in ("skill", "dodge", "athletics")),
        *(within("bonuses", bonus, -MOST, MOST, "SK-STR-2") for bonus in asked.bonuses[:MOST_WIELDED]),
        within("bonuses", len(asked.bonuses), 0, MOST_WIELDED, "SK-STR-2"),
        within("tactics", asked.tactics, 0, MOST, "SK-CMD-15"),
    ):
        return refusal
    if asked.situation == "static":  # -10 is the score itself [SK-STR-3]
        return _defended([printed("static", "static-defence")])
    if asked.situation == "fleeing":
        parts = [Part("athletics", ClauseId("SK-STR-1"), flat=asked.athletics)]
    else:
        arms = sum(asked.bonuses)
        struck = ("SK-IMP-7", arms // 2) if asked.halved else ("SK-STR-2", arms)
        parts = [
            Part("skill", ClauseId("SK-STR-2"), flat=asked.skill),
            Part("dodge", ClauseId("SK-STR-2"), flat=asked.dodge),
            Part("arms", ClauseId(struck[0]), flat=struck[1]),
        ]
    if asked.mounted and not asked.attacker_mounted:
        parts.append(printed("mounted", "mounted-defence"))
    if asked.tactics:
        parts.append(Part("tactics", ClauseId("SK-CMD-15"), flat=asked.tactics))
    return _defended(parts)


def _defended(parts: list[Part]) -> Answer[DefenceOutput]:
    return Answer(DefenceOutput(sum(part.flat for part in parts), part_rows(parts)), because(parts))


DEFENCE = Question("skirmish.defence", "What must a blow exceed?", DefenceInput, DefenceOutput, _defence)


class MissileInput(SkirmishInput, frozen=True, kw_only=True):
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
    target = SeenTarget(
        asked.speed, asked.direction, asked.jumping, asked.falling, asked.body_feint, asked.participants, asked.crowd
    )
    parts = [reach, size_part(asked.size), *target_parts(target)]
    if asked.visibility:
        parts.append(visibility_part(asked.visibility, asked.distance, asked.perception, asked.visibility_rounding))
    whole = sum(part.flat for part in parts)
    return Answer(MissileOutput(whole, whole - reach.flat, part_rows(parts)), because(parts))


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
    crowded = within("crowd", asked.crowd, number("crowd-least"), number("crowd-most"), "SK-CRW-1")
    way = asked.direction and asked.direction not in directions()
    dim = asked.visibility and (asked.visibility not in visibilities() or asked.perception < 1)
    return faults(
        size,
        crowded if asked.crowd else None,
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


KINDS = {
    "roll": ("difficulty",),
    "contest": ("against",),
    "blow": ("defence", "damage", "soak"),
    "shot": ("difficulty", "damage", "soak"),
    "trip": ("defence", "contest", "against"),
    "grapple": ("defence", "contest", "against"),
    "throw": ("defence", "contest", "against", "damage", "soak"),
}
"""What each kind cannot do without."""


class DicingInput(SkirmishInput, frozen=True, kw_only=True):
    """Dice and what is added to them."""

    dice: int
    flat: int = 0


class LeapInput(DicingInput, frozen=True, kw_only=True):
    """An acrobatics roll; `level` is what it adds to an acrobatic dodge."""

    difficulty: int = 15
    level: int = 0


class DodgeInput(DicingInput, frozen=True, kw_only=True):
    """A dodge; an acrobatic one has its leap, and keeps `least` dice after a failed one."""

    leap: LeapInput | None = None
    least: int = 1


class OddsInput(SkirmishInput, frozen=True, kw_only=True):
    """
    A roll against a difficulty, a contest, a blow, a shot, a trip, a grapple or a throw.

    A blow must exceed `defence`, a shot reach `difficulty`. `dodge` is rolled once the attack has got through, or
    was announced before (`announced`). `soak` includes protection, `damage` the weapon's bonus. `leap` comes before an
    acrobatic attack. `stray` is what a melee or a crowd added to the difficulty.
    """

    kind: Literal["roll", "contest", "blow", "shot", "trip", "grapple", "throw"]
    attack: DicingInput
    difficulty: int | None = None
    defence: int | None = None
    against: DicingInput | None = None
    contest: DicingInput | None = None
    leap: LeapInput | None = None
    dodge: DodgeInput | None = None
    announced: bool = False
    damage: DicingInput | None = None
    soak: DicingInput | None = None
    type: WeaponType = WeaponType.CUTTING
    stray: int = 0
    model: str = "sum-d6"
    tie_succeeds: bool = True
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES
    bystander_rule: Bystander = Bystander.AT_MOST
    critical_adds: CriticalAdds = CriticalAdds.BLOW_WOUNDS
    wounds: int = 0


class OddsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """Exact laws: how it ends; for attacks also levels, wounds, fatigue, critical rows and the contest won."""

    outcome: tuple[LawRow, ...]
    levels: tuple[LawRow, ...] = ()
    wounds: tuple[LawRow, ...] = ()
    fatigue: tuple[LawRow, ...] = ()
    critical: tuple[LawRow, ...] = ()
    contest: tuple[LawRow, ...] = ()


def _odds(asked: OddsInput) -> Answer[OddsOutput] | Refusal:
    model = model_of(asked.model, tie_succeeds=asked.tie_succeeds, critical_failure=asked.critical_failure)
    if isinstance(model, Refusal):
        return model
    if refusal := faults(*_faults(asked)):
        return refusal
    because = (why("SK-DICE-20", "exact"),)
    match asked.kind:
        case "roll":
            law = roll_odds(model, _dicing(asked.attack), asked.difficulty or 0)
            ends = law.map(lambda end: end[0])
            levels = law.map(lambda end: end[1] if end[0] == "success" else -end[1])
        case "contest":
            levels = contest_odds(model, _dicing(asked.attack), _dicing(asked.against))
            ends = levels.map(lambda level: "won" if level else "not-won")
        case _:
            return Answer(_exchange(model, asked), because)
    return Answer(OddsOutput(ordered_rows(ends), ordered_rows(levels)), because)


def _faults(asked: OddsInput) -> Iterator[Refusal | None]:
    """What is missing, and every number out of its limits."""
    for name in KINDS[asked.kind]:
        if getattr(asked, name) is None:
            yield refuse("SK-DICE-20", "odds-need", name)
    for name in ("attack", "dodge", "damage", "soak", "against", "contest", "leap"):
        yield from _dicing_faults(name, getattr(asked, name))
    if asked.dodge is not None:
        yield from _dicing_faults("dodge.leap", asked.dodge.leap)
        yield within("dodge.least", asked.dodge.least, 1, MOST_DICE, "SK-DICE-5")
    for name, clause in (("difficulty", "SK-DICE-7"), ("defence", "SK-STR-6")):
        yield within(name, getattr(asked, name) or 0, -MOST, MOST, clause)
    yield within("stray", asked.stray, 0, MOST, "SK-MEL-3")
    yield within("wounds", asked.wounds, 0, MOST, "SK-CRI-2")


def _dicing_faults(name: str, dicing: DicingInput | None) -> Iterator[Refusal | None]:
    if dicing is None:
        return
    yield within(f"{name}.dice", dicing.dice, 1, MOST_DICE, "SK-DICE-1")
    yield within(f"{name}.flat", dicing.flat, -MOST, MOST, "SK-DICE-3")
    if isinstance(dicing, LeapInput):
        yield within(f"{name}.difficulty", dicing.difficulty, -MOST, MOST, "SK-DOD-11")
        yield within(f"{name}.level", dicing.level, 0, MOST, "SK-DICE-1")


def _dicing(asked: DicingInput | None) -> Dicing:
    return Dicing(1) if asked is None else Dicing(asked.dice, asked.flat)


def _leap(asked: LeapInput) -> Leap:
    return Leap(_dicing(asked), asked.difficulty)


def _exchange(model: DiceModel, asked: OddsInput) -> OddsOutput:
    shot = asked.kind == "shot"
    met = asked.difficulty if shot else asked.defence
    odds = exchange_odds(
        model,
        Exchange(
            _dicing(asked.attack),
            met or 0,
            _dicing(asked.damage),
            _dicing(asked.soak),
            WeaponType.UNARMED if asked.kind == "throw" else asked.type,
            None if asked.dodge is None else _dicing(asked.dodge),
            reaches=shot and asked.tie_succeeds,
            reactive=not asked.announced,
            tumble=_tumble(asked.dodge),
            leap=None if asked.leap is None else _leap(asked.leap),
            grip=_grip(asked),
            stray=asked.stray - (asked.bystander_rule is Bystander.LESS_THAN),
            adds=asked.critical_adds,
            wounds=asked.wounds,
        ),
    )
    answered = OddsOutput(*(ordered_rows(law) for law in odds))
    if asked.kind in ("trip", "grapple"):
        return OddsOutput(answered.outcome, contest=answered.contest)
    return answered if asked.kind == "throw" else replace(answered, contest=())


def _tumble(dodge: DodgeInput | None) -> Tumble | None:
    """After a failed leap the dodge has 1 die less, as far as its minimum allows [SK-DOD-12]."""
    if dodge is None or dodge.leap is None:
        return None
    left = max(dodge.dice - number("off-balance-dice"), min(dodge.dice, dodge.least))
    return Tumble(_leap(dodge.leap), dodge.leap.level, Dicing(left, dodge.flat))


def _grip(asked: OddsInput) -> Grip | None:
    if asked.kind not in ("trip", "grapple", "throw"):
        return None
    mine, theirs = _dicing(asked.contest), _dicing(asked.against)
    return Grip(mine, theirs, margin=asked.kind == "trip", throws=asked.kind == "throw")


ODDS = Question(
    "skirmish.odds", "What are the exact odds of this roll, contest, blow or shot?", OddsInput, OddsOutput, _odds
)
