"""The exact odds of a roll, a contest, a blow or a shot."""

from __future__ import annotations

from typing import Literal

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish.parts import MOST_DICE, Input, faults, law_rows, model_of, why, within
from heraut.dice import LawRow
from heraut.kernel import Refusal
from heraut.skirmish.decide.checks import refuse
from heraut.skirmish.model import CriticalFailure, DiceModel
from heraut.skirmish.odds import Dicing, Exchange, contest_odds, exchange_odds, roll_odds
from heraut.skirmish.sheet import WeaponType


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
    model = model_of(asked.model, tie_succeeds=asked.tie_succeeds, critical_failure=asked.critical_failure)
    if isinstance(model, Refusal):
        return model
    dicings = (asked.attack, asked.dodge, asked.damage, asked.soak, asked.against)
    found = tuple(within("dice", one.dice, 1, MOST_DICE, "SK-DICE-1") for one in dicings if one is not None)
    if refusal := faults(*found, _missing(asked)):
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
    return OddsOutput(*(law_rows(law) for law in odds))


ODDS = Question(
    "skirmish.odds", "What are the exact odds of this roll, contest, blow or shot?", OddsInput, OddsOutput, _odds
)
