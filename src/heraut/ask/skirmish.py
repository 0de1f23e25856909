"""Questions about the skirmish: slots, pools, speeds, defence, missiles, damage, criticals, terror, tactics, odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.dice import Law, LawRow
from heraut.kernel import ClauseId, Fact, Reason, Refusal, together
from heraut.skirmish.decide.checks import refuse
from heraut.skirmish.decide.harm import split
from heraut.skirmish.decide.missile import Target, size_part, target_parts, visibility_part
from heraut.skirmish.decide.moves import fast_bonus, reached
from heraut.skirmish.decide.orders import cancel, check_circumstances, tactics_aims
from heraut.skirmish.decide.terror import score
from heraut.skirmish.model import CriticalFailure, DiceModel, dice_model, level
from heraut.skirmish.need import Part
from heraut.skirmish.odds import Dicing, Exchange, contest_odds, exchange_odds, roll_odds
from heraut.skirmish.settings import Cancel, Rounding
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.tables import (
    clause_of,
    critical,
    directions,
    displays,
    face,
    grounds,
    number,
    ranges,
    sizes,
    slots,
    visibilities,
)

MOST_DICE = 30
MOST = 1000
MOST_METRES = 100_000


class Input(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question: a field it does not know is a mistake."""


class PartRow(msgspec.Struct, frozen=True):
    """One line of a breakdown."""

    part: str
    dice: int
    flat: int
    clause: ClauseId


def _rows(parts: tuple[Part, ...] | list[Part]) -> tuple[PartRow, ...]:
    return tuple(PartRow(part.code, part.dice, part.flat, part.clause) for part in parts)


def _because(parts: tuple[Part, ...] | list[Part]) -> tuple[Reason, ...]:
    return tuple(
        Reason(part.clause, "skirmish-part", {"part": part.code, "dice": part.dice, "flat": part.flat})
        for part in parts
    )


def _why(clause: str, code: str, facts: Mapping[str, Fact] | None = None) -> Reason:
    return Reason(ClauseId(clause), f"skirmish-{code}", facts or {})


def _law(law: Law[int] | Law[str]) -> tuple[LawRow, ...]:
    """A law as answers give it; words stay in the order of the rules, numbers go up."""
    rows = [(value, Fraction(weight)) for value, weight in law if weight]
    if all(isinstance(value, int) for value, _ in rows):
        rows.sort(key=lambda row: row[0])
    return tuple(LawRow(value, round(float(weight), 6), str(weight)) for value, weight in rows)


def _within(name: str, value: int, low: int, high: int, clause: str) -> Refusal | None:
    return (
        None
        if low <= value <= high
        else refuse(clause, "number-out-of-range", name, asked=value, allowed=f"{low}..{high}")
    )


def _faults(*checks: Refusal | None) -> Refusal | None:
    return together(tuple(check for check in checks if check is not None))


# --- slots


class SlotsInput(Input, frozen=True, kw_only=True):
    """A number of declared actions."""

    actions: int


class SlotsOutput(msgspec.Struct, frozen=True):
    """The segments they fall in, and the dice they cost on every action of the turn."""

    segments: tuple[int, ...]
    penalty: int


def _slots(asked: SlotsInput) -> Answer[SlotsOutput] | Refusal:
    if refusal := _within("actions", asked.actions, 0, number("segments"), "SK-DECL-2"):
        return refusal
    row = slots()[asked.actions]
    reason = _why(row.clause, "slots", {"actions": row.actions, "segments": row.segments, "penalty": row.penalty})
    return Answer(SlotsOutput(row.segments, row.penalty), (reason,))


SLOTS = Question(
    "skirmish.slots", "When do so many declared actions happen, and at what price?", SlotsInput, SlotsOutput, _slots
)


# --- pool


class PoolInput(Input, frozen=True, kw_only=True):
    """A trait and all that weighs on it: dice of bonus and penalty, declared and undeclared actions, flat modifiers."""

    dice: int
    level: int = 0
    bonus: int = 0
    penalty: int = 0
    declared: int = 0
    undeclared: int = 0
    confidence: int = 0
    flat: int = 0
    model: str = "sum-d6"
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES


class PoolOutput(msgspec.Struct, frozen=True):
    """How many dice are rolled and why, what is added, the law of the total and the chance of a critical failure."""

    dice: int
    flat: int
    parts: tuple[PartRow, ...]
    law: tuple[LawRow, ...]
    mean: float
    critical: LawRow


def _pool(asked: PoolInput) -> Answer[PoolOutput] | Refusal:
    if refusal := _faults(
        _within("dice", asked.dice, 1, MOST_DICE, "SK-DICE-1"),
        _within("bonus", asked.bonus, 0, MOST_DICE, "SK-DICE-17"),
        _within("penalty", asked.penalty, 0, MOST, "SK-DICE-5"),
        _within("declared", asked.declared, 0, number("segments"), "SK-DECL-2"),
        _within("undeclared", asked.undeclared, 0, MOST, "SK-UND-3"),
        _within("confidence", asked.confidence, 0, MOST, "SK-DICE-6"),
        _within("level", asked.level, 0, MOST, "SK-DICE-1"),
    ):
        return refusal
    model = _model(asked.model, critical_failure=asked.critical_failure)
    if isinstance(model, Refusal):
        return model
    parts = _pool_parts(asked)
    penalty = -sum(part.dice for part in parts if part.dice < 0)
    dice = model.pool(asked.dice, asked.bonus, penalty, asked.confidence)
    if kept := dice - (asked.dice + asked.bonus - penalty):
        parts.append(Part("minimum", ClauseId("SK-DICE-5"), dice=kept))
    flat = asked.level + asked.flat
    law = model.distribution(dice, flat)
    chance = Fraction(law.chance(lambda thrown: thrown[1]))
    mean = sum(float(weight) * thrown[0] for thrown, weight in law)
    row = LawRow("critical", round(float(chance), 6), str(chance))
    output = PoolOutput(dice, flat, _rows(parts), _law(law.map(lambda thrown: thrown[0])), round(mean, 6), row)
    return Answer(output, _because(parts))


def _pool_parts(asked: PoolInput) -> list[Part]:
    parts = [Part("trait", ClauseId("SK-DICE-3"), asked.dice, asked.level)]
    found = (
        Part("bonus", ClauseId("SK-DICE-17"), dice=asked.bonus),
        Part("declared", ClauseId("SK-DECL-3"), dice=-slots()[asked.declared].penalty),
        Part("undeclared", ClauseId("SK-UND-3"), dice=-asked.undeclared * number("undeclared-cost")),
        Part("penalty", ClauseId("SK-DICE-5"), dice=-asked.penalty),
        Part("modifier", ClauseId("SK-GEN-3"), flat=asked.flat),
    )
    return parts + [part for part in found if part.dice or part.flat]


def _model(
    id: str, *, tie_succeeds: bool = True, critical_failure: CriticalFailure = CriticalFailure.ALL_ONES
) -> DiceModel | Refusal:
    try:
        return dice_model(id, tie_succeeds, critical_failure)
    except KeyError:
        return refuse("SK-DICE-18", "no-such-model", id, allowed="sum-d6")


POOL = Question(
    "skirmish.pool", "How many dice does this roll have, and what do they give?", PoolInput, PoolOutput, _pool
)


# --- move


class MoveInput(Input, frozen=True, kw_only=True):
    """A kind of ground, an Agility and, for a fast move, the total of its roll."""

    ground: str = "flat"
    agility: int = 1
    total: int | None = None
    critical: bool = False
    evading: bool = False
    slowed: Fraction = msgspec.field(default_factory=Fraction)


class MoveOutput(msgspec.Struct, frozen=True):
    """Speeds in metres per second: exact, and the last one rounded for reading."""

    base: Fraction
    bonus: Fraction
    speed: Fraction
    rounded: float
    traits: tuple[str, ...]


def _move(asked: MoveInput) -> Answer[MoveOutput] | Refusal:
    row = grounds().get(asked.ground)
    if row is None:
        return refuse("SK-MOV-2", "no-such-ground", asked.ground)
    if refusal := _within("agility", asked.agility, 1, MOST, "SK-DICE-2"):
        return refusal
    if asked.slowed < 0:
        return refuse("SK-MOV-7", "slow-negative")
    if asked.evading and (row.no_evasion or asked.total is None):
        return refuse("SK-CMV-4", "no-room-to-evade", asked.ground)
    base = row.speed(asked.agility)
    bonus = Fraction(0) if asked.total is None else fast_bonus(asked.ground, asked.total, critical=asked.critical)
    speed = reached(base + bonus, asked.slowed, evading=asked.evading)
    reason = _why(row.clause, "speed", {"ground": row.id, "base": str(base), "bonus": str(bonus), "speed": str(speed)})
    return Answer(MoveOutput(base, bonus, speed, round(float(speed), 2), row.traits), (reason,))


MOVE = Question("skirmish.move", "How fast does a character move?", MoveInput, MoveOutput, _move)


# --- defence


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
    return Answer(ScoreOutput(sum(part.flat for part in parts), _rows(parts)), _because(parts))


DEFENCE = Question("skirmish.defence", "What must a blow exceed?", DefenceInput, ScoreOutput, _defence)


# --- missile


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
    return Answer(MissileOutput(whole, whole - reach.flat, _rows(parts)), _because(parts))


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
        size = _within("size", asked.size, number("size-least"), number("size-most"), "SK-SIZ-3")
    elif asked.size not in sizes():
        size = refuse("SK-SIZ-1", "no-such-size", asked=asked.size, allowed=", ".join(sizes()))
    crowd = (
        _within("crowd", asked.crowd, number("crowd-least"), number("crowd-most"), "SK-CRW-1") if asked.crowd else None
    )
    way = asked.direction and asked.direction not in directions()
    dim = asked.visibility and (asked.visibility not in visibilities() or asked.perception < 1)
    return _faults(
        size,
        crowd,
        _within("distance", asked.distance, 0, MOST_METRES, "SK-MIS-2"),
        _within("participants", asked.participants, 0, MOST, "SK-MEL-2"),
        _within("falling", asked.falling, 0, MOST, "SK-FAL-1"),
        refuse("SK-TMV-1", "no-such-direction", asked.direction) if way else None,
        refuse("SK-VIS-1", "no-such-visibility", asked.visibility) if dim else None,
    )


MISSILE = Question("skirmish.missile", "How hard is this shot?", MissileInput, MissileOutput, _missile)


# --- damage


class DamageInput(Input, frozen=True, kw_only=True):
    """The totals of a damage roll and a soak roll, and the type of the weapon."""

    damage: int
    soak: int
    type: WeaponType = WeaponType.CUTTING


class DamageOutput(msgspec.Struct, frozen=True):
    """Levels lost, split; and whether a critical roll follows."""

    margin: int
    levels: int
    wounds: int
    fatigue: int
    critical: bool


def _damage(asked: DamageInput) -> Answer[DamageOutput] | Refusal:
    margin = asked.damage - asked.soak
    levels = level(margin) if margin > 0 else 0
    wounds, fatigue = split(asked.type, levels)
    because = (
        _why("SK-DMG-6", "levels", {"damage": asked.damage, "soak": asked.soak, "levels": levels}),
        _why("SK-SPL-1", "split", {"type": asked.type.value, "wounds": wounds, "fatigue": fatigue}),
    )
    output = DamageOutput(max(0, margin), levels, wounds, fatigue, levels >= number("critical-levels"))
    return Answer(output, because)


DAMAGE = Question("skirmish.damage", "What does this damage against this soak do?", DamageInput, DamageOutput, _damage)


# --- critical


class CriticalInput(Input, frozen=True, kw_only=True):
    """The result of a critical roll (2d6 and the wound levels); the die of row 17 if it was thrown."""

    roll: int
    die: int | None = None


class CriticalOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effect of the row with its clause; what is not there does not happen."""

    effect: str
    clause: ClauseId
    lose_actions: int = 0
    limb: str = ""
    drops: bool = False
    falls: bool = False
    unusable: bool = False
    dodge_cost: int = 0
    unconscious: bool = False
    hours: str = ""
    hourly_endurance: int = 0
    healing: int = 0
    first_aid: int = 0
    first_aid_turns: int = 0
    death: bool = False
    impalement: bool = False
    face: str = ""


def _critical(asked: CriticalInput) -> Answer[CriticalOutput] | Refusal:
    if asked.die is not None and (refusal := _within("die", asked.die, 1, 6, "SK-CRI-1")):
        return refusal
    row = critical(asked.roll)
    output = CriticalOutput(
        row.code,
        row.clause,
        row.lose,
        row.limb,
        row.drop,
        row.fall,
        row.unusable,
        row.dodge_cost,
        row.unconscious,
        "1d6" if row.hours else "",
        row.hourly,
        row.healing,
        row.first_aid,
        row.turns,
        row.death,
        row.impalement,
        face(asked.die).code if row.face and asked.die is not None else "",
    )
    return Answer(output, (_why(row.clause, "critical", {"roll": asked.roll, "effect": row.code}),))


CRITICAL = Question("skirmish.critical", "What does this critical roll do?", CriticalInput, CriticalOutput, _critical)


# --- terror


class Shown(Input, frozen=True, kw_only=True):
    """A display and its success level; 0 if it failed."""

    display: str
    level: int = 1


class TerrorInput(Input, frozen=True, kw_only=True):
    """All that a side frightens with, and how many it faces."""

    displays: tuple[Shown, ...] = ()
    heads: int = 0
    unclothed: int = 0
    opponents: int
    rounding: Rounding = Rounding.DOWN


class TerrorOutput(msgspec.Struct, frozen=True):
    """Points of the side, its score, the difficulty its opponents' courage must reach."""

    points: int
    score: int
    difficulty: int


def _terror(asked: TerrorInput) -> Answer[TerrorOutput] | Refusal:
    if (wrong := next((one.display for one in asked.displays if one.display not in displays()), None)) is not None:
        return refuse("SK-TER-1", "no-such-display", wrong)
    if refusal := _faults(
        _within("opponents", asked.opponents, 1, MOST, "SK-TER-4"),
        _within("heads", asked.heads, 0, MOST, "SK-TER-3"),
        _within("unclothed", asked.unclothed, 0, MOST, "SK-TER-3"),
    ):
        return refusal
    shown = sum(displays()[one.display].points * max(0, one.level) for one in asked.displays)
    points = shown + asked.heads + asked.unclothed
    terror = score(points, asked.opponents, asked.rounding)
    facts: dict[str, Fact] = {"points": points, "opponents": asked.opponents, "score": terror}
    output = TerrorOutput(points, terror, number("terror-base") + terror)
    return Answer(output, (_why("SK-TER-4", "terror", facts),))


TERROR = Question("skirmish.terror", "How frightening is a side?", TerrorInput, TerrorOutput, _terror)


# --- tactics


class TacticsInput(Input, frozen=True, kw_only=True):
    """Circumstances of a tactical change; with a total, what it brings against the enemy's bonus."""

    circumstances: tuple[str, ...] = ()
    plan: int = 0
    total: int | None = None
    enemy_bonus: int = 0
    tactics_cancel: Cancel = Cancel.POINT_FOR_POINT


class TacticsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difficulty in its parts; the bonus won and what is left of the enemy's, if the roll was made."""

    difficulty: int
    parts: tuple[PartRow, ...]
    success: bool | None = None
    bonus: int | None = None
    enemy_bonus: int | None = None


def _tactics(asked: TacticsInput) -> Answer[TacticsOutput] | Refusal:
    if refusal := check_circumstances(asked.circumstances, asked.plan):
        return refusal
    parts = tactics_aims(asked.circumstances, asked.plan)
    difficulty = sum(part.flat for part in parts)
    if asked.total is None:
        return Answer(TacticsOutput(difficulty, _rows(parts)), _because(parts))
    won = asked.total >= difficulty
    left, bonus = asked.enemy_bonus, 0
    if won:
        left, bonus = cancel(level(asked.total - difficulty), asked.enemy_bonus, asked.tactics_cancel)
    return Answer(TacticsOutput(difficulty, _rows(parts), won, bonus, left), _because(parts))


TACTICS = Question(
    "skirmish.tactics", "How hard is a tactical change, and what does it bring?", TacticsInput, TacticsOutput, _tactics
)


# --- odds


class DicingInput(Input, frozen=True, kw_only=True):
    """Dice and what is added to them."""

    dice: int
    flat: int = 0


class OddsInput(Input, frozen=True, kw_only=True):
    """
    A roll against a difficulty, a contest, a blow or a shot.

    A blow must exceed `defence`, a shot reach `difficulty`. `dodge` is rolled once the attack has got through, or
    was announced before (`announced`). `soak` includes protection, `damage` the weapon's bonus.
    """

    kind: Literal["roll", "contest", "blow", "shot"]
    attack: DicingInput
    difficulty: int | None = None
    defence: int | None = None
    against: DicingInput | None = None
    dodge: DicingInput | None = None
    announced: bool = False
    damage: DicingInput | None = None
    soak: DicingInput | None = None
    type: WeaponType = WeaponType.CUTTING
    model: str = "sum-d6"
    tie_succeeds: bool = True
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES


class OddsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """Exact laws: how it ends; for a blow or a shot also levels, wounds, fatigue and critical rows."""

    outcome: tuple[LawRow, ...]
    levels: tuple[LawRow, ...] = ()
    wounds: tuple[LawRow, ...] = ()
    fatigue: tuple[LawRow, ...] = ()
    critical: tuple[LawRow, ...] = ()


def _odds(asked: OddsInput) -> Answer[OddsOutput] | Refusal:
    model = _model(asked.model, tie_succeeds=asked.tie_succeeds, critical_failure=asked.critical_failure)
    if isinstance(model, Refusal):
        return model
    dicings = (asked.attack, asked.dodge, asked.damage, asked.soak, asked.against)
    found = tuple(_within("dice", one.dice, 1, MOST_DICE, "SK-DICE-1") for one in dicings if one is not None)
    if refusal := _faults(*found, _missing(asked)):
        return refusal
    because = (_why("SK-DICE-20", "exact"),)
    match asked.kind:
        case "roll":
            law = roll_odds(model, _dicing(asked.attack), asked.difficulty or 0)
            ends = law.map(lambda end: end[0])
            levels = law.map(lambda end: end[1] if end[0] == "success" else -end[1])
            return Answer(OddsOutput(_law(ends), _law(levels)), because)
        case "contest":
            won = contest_odds(model, _dicing(asked.attack), _dicing(asked.against))
            ends = won.map(lambda level: "won" if level else "not-won")
            return Answer(OddsOutput(_law(ends), _law(won)), because)
        case _:
            return Answer(_exchange(model, asked), because)


def _missing(asked: OddsInput) -> Refusal | None:
    needed = {
        "roll": ("difficulty",),
        "contest": ("against",),
        "blow": ("defence", "damage", "soak"),
        "shot": ("difficulty", "damage", "soak"),
    }
    missing = next((name for name in needed[asked.kind] if getattr(asked, name) is None), None)
    return None if missing is None else refuse("SK-DICE-20", "odds-need", missing)


def _dicing(asked: DicingInput | None) -> Dicing:
    return Dicing(1) if asked is None else Dicing(asked.dice, asked.flat)


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
            asked.type,
            None if asked.dodge is None else _dicing(asked.dodge),
            reaches=shot and asked.tie_succeeds,
            reactive=not asked.announced,
        ),
    )
    return OddsOutput(*(_law(law) for law in odds))


ODDS = Question(
    "skirmish.odds", "What are the exact odds of this roll, contest, blow or shot?", OddsInput, OddsOutput, _odds
)
