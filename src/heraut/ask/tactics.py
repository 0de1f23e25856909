"""Questions a player asks before deciding, and after: series, advice, match-ups, luck."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from operator import itemgetter
from typing import Annotated, Any, Literal

import msgspec

from heraut.ask.battle import MeleeAsked
from heraut.ask.dice import LawRow, law_rows
from heraut.ask.question import Answer, Question
from heraut.ask.units import UnitAsked, read_units
from heraut.battle import advice, melee, series
from heraut.battle.advice import BestCharges, Option
from heraut.battle.ledger import Luck, Rolled, luck
from heraut.battle.melee import MeleeSide, SideChoices
from heraut.battle.reasons import restored_values, rules_in_force
from heraut.battle.series import SeriesStep, UnitLeft, UnitsLeft
from heraut.battle.shooting import Shooting
from heraut.battle.summary import MeleeSummary, match_ups
from heraut.battle.unit import BattleCode, Unit
from heraut.dice import EXACT, FAST, Law, Summed
from heraut.kernel.codec import Malformed
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.warband.tables import OUR_DEFAULT, Distance, Overrides

MOST_STATES = 5000


class SeriesUnit(UnitAsked, frozen=True, forbid_unknown_fields=True):
    """A unit of a series, and the most its owner will spend in each fight."""

    choices: SideChoices = SideChoices()


class SeriesAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units, numbered from 0, and the steps they take one after the other; `exact` takes longer."""

    units: Annotated[tuple[SeriesUnit, ...], msgspec.Meta(min_length=2, max_length=4)]
    steps: Annotated[tuple[SeriesStep, ...], msgspec.Meta(min_length=1, max_length=12)]
    exact: bool = False
    overrides: Overrides = OUR_DEFAULT


class UnitEnd(msgspec.Struct, frozen=True):
    """What becomes of one unit of a series."""

    unit: str
    left: Summed
    fatigue: Summed
    eliminated: Summed
    exhausted: Summed
    law: tuple[LawRow, ...]
    """The law of its figures left."""


class SeriesAnswer(msgspec.Struct, frozen=True):
    """The joint law of the figures left of every unit, each unit by itself, and the same after each step."""

    fields: tuple[str, ...]
    law: tuple[LawRow, ...]
    units: tuple[UnitEnd, ...]
    after: tuple[tuple[UnitEnd, ...], ...]
    overrides: Mapping[str, Any]


def _series(asked: SeriesAsked) -> Answer[SeriesAnswer] | Refusal:
    units = read_units(asked.units)
    if isinstance(units, Refusal):
        return units
    sides = [plan.choices.side(unit) for unit, plan in zip(units, asked.units, strict=True)]
    refused = series.refusal(sides, asked.steps, asked.overrides)
    if refused is not None:
        return refused
    laws = _walked(asked, sides)
    if isinstance(laws, Refusal):
        return laws
    after = [tuple(_end(unit, law.map(itemgetter(place))) for place, unit in enumerate(units)) for law in laws]
    figures = laws[-1].map(lambda states: tuple(state.figures for state in states))
    fields = tuple(f"unit_{place}_figures" for place in range(len(units)))
    answer = SeriesAnswer(fields, law_rows(figures), after[-1], tuple(after), asked.overrides.changed())
    return Answer(answer, (*restored_values(*units), *rules_in_force((), asked.overrides)))


def _walked(asked: SeriesAsked, sides: list[MeleeSide]) -> list[Law[UnitsLeft]] | Refusal:
    """The law after each step; a series that could end in too many ways is refused before it takes for ever."""
    laws = []
    for step, law in enumerate(series.walk(EXACT if asked.exact else FAST, sides, asked.steps, asked.overrides)):
        if len(law.chances) > MOST_STATES:
            return Refusal(ClauseId("HOUSE-DICE-2"), BattleCode.SERIES_TOO_LONG, step, len(law.chances), MOST_STATES)
        laws.append(law)
    return laws[1:]


def _end(unit: Unit, law: Law[UnitLeft]) -> UnitEnd:
    threshold = unit.profile.exhaustion_threshold or inf
    return UnitEnd(
        unit=unit.profile.key,
        left=law.mean(lambda state: state.figures),
        fatigue=law.mean(lambda state: state.fatigue),
        eliminated=law.chance(lambda state: state.figures == 0),
        exhausted=law.chance(lambda state: state.figures > 0 and state.fatigue >= threshold),
        law=law_rows(law.map(lambda state: state.figures)),
    )


class AdviceAsked(MeleeAsked, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """
    A melee and what is to be decided in it.

    `spend_fatigue` for either side, `close_ranks` for the charged unit, `shoot_or_charge` for the attacker, whose
    target then is within that distance.
    """

    decide: Literal["spend_fatigue", "close_ranks", "shoot_or_charge"]
    who: Literal["attacker", "defender"] = "attacker"
    within: Distance = Distance.M


class AdviceAnswer(msgspec.Struct, frozen=True):
    """Every legal choice with its numbers; `best` is the place of the best balance."""

    options: tuple[Option, ...]
    best: int
    overrides: Mapping[str, Any]


def _advice(asked: AdviceAsked) -> Answer[AdviceAnswer] | Refusal:
    described = asked.read()
    if isinstance(described, Refusal):
        return described
    refused = melee.refusal(described)
    if refused is not None and asked.decide != "shoot_or_charge":
        return refused
    match asked.decide:
        case "spend_fatigue":
            options = advice.spend_fatigue(described, asked.who, EXACT)
        case "close_ranks":
            options = advice.close_ranks(described, EXACT)
        case _:
            attacker, target = described.attacker.unit, described.defender.unit
            shot = Shooting(shooter=attacker, target=target, within=asked.within, overrides=asked.overrides)
            options = advice.shoot_or_charge(shot, described, EXACT)
    if not options:
        return refused if refused is not None else Refusal(ClauseId("SEQ-M1"), BattleCode.NOTHING_TO_DO)
    best = max(range(len(options)), key=lambda place: options[place].exchange.balance)
    reason = Reason(ClauseId("CORE-MASS-1"), "battle-balance", {"options": len(options)})
    return Answer(AdviceAnswer(options, best, asked.overrides.changed()), (reason,))


Army = Annotated[tuple[UnitAsked, ...], msgspec.Meta(min_length=1, max_length=60)]
FEW_ENOUGH_TO_PAIR = 10


class MatchUpsAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All my units against all theirs; mine charge. `exact` takes longer, and few enough units."""

    mine: Army
    theirs: Army
    overrides: Overrides = OUR_DEFAULT
    exact: bool = False


class MatchUpsAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row per unit of mine, a column per unit of theirs; `charges` when both armies are small enough to pair."""

    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    table: tuple[tuple[MeleeSummary, ...], ...]
    overrides: Mapping[str, Any]
    charges: BestCharges | None = None


def _match_ups(asked: MatchUpsAsked) -> Answer[MatchUpsAnswer] | Refusal:
    units = read_units((*asked.mine, *asked.theirs))
    if isinstance(units, Refusal):
        return units
    mine, theirs = units[: len(asked.mine)], units[len(asked.mine) :]
    small = max(len(mine), len(theirs)) <= FEW_ENOUGH_TO_PAIR
    if asked.exact and not small:
        raise Malformed(f"Expected at most {FEW_ENOUGH_TO_PAIR} units a side for exact fractions - at `$.exact`")
    table = match_ups(mine, theirs, asked.overrides, EXACT if asked.exact else FAST)
    answer = MatchUpsAnswer(
        tuple(unit.profile.key for unit in mine),
        tuple(unit.profile.key for unit in theirs),
        table,
        asked.overrides.changed(),
        advice.best_charges(table, mine, theirs, asked.overrides) if small else None,
    )
    return Answer(answer, (*restored_values(*mine, *theirs), *rules_in_force((), asked.overrides)))


class LuckAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pools rolled in a match, in order."""

    rolls: Annotated[tuple[Rolled, ...], msgspec.Meta(max_length=2000)]


class LuckAnswer(msgspec.Struct, frozen=True):
    """How lucky each player has been."""

    players: tuple[Luck, ...]


def _luck(asked: LuckAsked) -> Answer[LuckAnswer]:
    reason = Reason(ClauseId("HOUSE-DICE-2"), "battle-luck", {"rolls": len(asked.rolls)})
    return Answer(LuckAnswer(luck(asked.rolls)), (reason,))


SERIES = Question("battle.series", "What is left of these units after these steps?", SeriesAsked, SeriesAnswer, _series)
ADVICE = Question("battle.advice", "Is this choice worth it?", AdviceAsked, AdviceAnswer, _advice)
MATCH_UPS = Question(
    "battle.match-ups", "Which of my units should charge which of theirs?", MatchUpsAsked, MatchUpsAnswer, _match_ups
)
LUCK = Question("battle.luck", "How lucky have these dice been?", LuckAsked, LuckAnswer, _luck)
