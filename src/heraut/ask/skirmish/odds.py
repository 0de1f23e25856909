"""The exact odds of a roll, a contest, a blow, a shot or a special strike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish.parts import MOST, MOST_DICE, Input, faults, law_rows, model_of, why, within
from heraut.dice import LawRow
from heraut.kernel import Refusal
from heraut.skirmish.model import CriticalFailure, DiceModel
from heraut.skirmish.odds import Dicing, Exchange, Grip, Leap, Tumble, contest_odds, exchange_odds, roll_odds
from heraut.skirmish.refusal import refuse
from heraut.skirmish.settings import Bystander, CriticalAdds
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.tables import number

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


class DicingInput(Input, frozen=True, kw_only=True):
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


class OddsInput(Input, frozen=True, kw_only=True):
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
            return Answer(OddsOutput(law_rows(ends), law_rows(levels)), because)
        case "contest":
            won = contest_odds(model, _dicing(asked.attack), _dicing(asked.against))
            ends = won.map(lambda level: "won" if level else "not-won")
            return Answer(OddsOutput(law_rows(ends), law_rows(won)), because)
        case _:
            return Answer(_exchange(model, asked), because)


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
    answered = OddsOutput(*(law_rows(law) for law in odds))
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
