"""Exact odds against the engine playing every throw [SK-DICE-20]."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from heraut.dice import Law
from heraut.kernel.message import Roll
from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.answers import Choose, DiceRolled
from heraut.skirmish.attack import BlowRead, Style, defence
from heraut.skirmish.chances import ChanceView
from heraut.skirmish.harm import Harmed
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.model import SumOfDice
from heraut.skirmish.moves import DodgeMade
from heraut.skirmish.odds import Dicing, Exchange, chances_of, contest_odds, exchange_odds, roll_odds
from heraut.skirmish.sheet import Trait, WeaponType
from heraut.skirmish.state import State
from heraut.skirmish.strikes import Strike
from skirmish.build import ANA, ATTRIBUTES, Table, clash, man, quick, strike

MODEL = SumOfDice()


def played(state: State, commands: list[object]) -> tuple[str, int]:
    """How the blow ends when these are its dice and choices: it takes what it needs and no more."""
    ended, levels = "miss", 0
    for command in commands:
        if state.pending is None:
            break
        need = state.pending.need
        if hasattr(need, "options") != hasattr(command, "option"):
            continue
        outcome = engine.decide(state, command)
        for event in outcome:
            if isinstance(event, DiceRolled) and event.roll == "attack" and event.critical:
                ended = "fumble"
            if isinstance(event, DodgeMade):
                ended = "dodged"
            if isinstance(event, BlowRead) and event.hit:
                ended = "hit"
            if isinstance(event, Harmed):
                levels = event.wounds + event.fatigue
            state = engine.evolve(state, event)
    return ended, levels


@pytest.mark.clause("SK-DICE-20", "SK-STR-7", "SK-DMG-6")
def test_the_law_of_a_blow_is_that_of_every_throw_played_by_the_engine():
    one = man("Ari", "one", traits={**quick(20), "swords": Trait(1, 12)}, attributes={**ATTRIBUTES, "strength": 1})
    two = man("Bo", "two", traits={"swords": Trait(1, 4), "dodge": Trait(1, 8), "soak": Trait(1, 0)})
    table = clash(one, two).engage("Ari", "Bo").send(strike("Ari", "Bo"))
    dodge = Choose(seat=ORGANISER, option="dodge")
    counted: Counter[tuple[str, int]] = Counter()
    for attack, evade, damage, soak in product(range(1, 7), repeat=4):
        rolls = [Roll(faces=(attack,)), dodge, *(Roll(faces=(face,)) for face in (evade, damage, soak))]
        counted[played(table.state, rolls)] += 1
    asked = Exchange(Dicing(1, 12), 14, Dicing(1, 4), Dicing(1, 0), WeaponType.CUTTING, Dicing(1, 8))
    odds = exchange_odds(MODEL, asked)

    whole = 6**4
    ends: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    for (end, lost), times in counted.items():
        ends[end] += times
        levels[lost] += times
    assert {end: chance for end, chance in odds.outcome if chance} == {
        end: Fraction(times, whole) for end, times in ends.items()
    }
    assert odds.levels == Law({lost: Fraction(times, whole) for lost, times in sorted(levels.items())})


@pytest.mark.clause("SK-DICE-20")
def test_every_law_adds_up_to_one_and_criticals_follow_the_levels():
    asked = Exchange(Dicing(5, 5), 12, Dicing(4, 4), Dicing(3, 6), WeaponType.THRUSTING, Dicing(4, 3))
    odds = exchange_odds(MODEL, asked)
    for law in odds:
        assert sum(chance for _, chance in law) == 1
    three_or_more = odds.levels.chance(lambda lost: lost >= 3)
    assert odds.critical.chance(lambda row: row != "none") == three_or_more
    assert odds.outcome.p("hit") >= 1 - odds.levels.p(0)


@pytest.mark.clause("SK-MIS-4")
def test_a_shot_reaches_and_an_announced_dodge_may_turn_a_miss_into_a_hit():
    reach = Exchange(Dicing(1), 4, Dicing(1), Dicing(1, 50), WeaponType.CUTTING, reaches=True)
    assert exchange_odds(MODEL, reach).outcome.p("hit") == Fraction(3, 6)
    blow = reach._replace(reaches=False)
    assert exchange_odds(MODEL, blow).outcome.p("hit") == Fraction(2, 6)
    careless = reach._replace(dodge=Dicing(1), reactive=False)
    hit = exchange_odds(MODEL, careless).outcome.p("hit")
    by_hand = Fraction(sum(_shot(shot, dodge) for shot in range(1, 7) for dodge in range(1, 7)), 36)
    assert hit == by_hand


def _shot(shot: int, dodge: int) -> bool:
    if shot == 1:
        return False
    replaced = dodge == 1 or dodge > 4
    return shot > dodge if replaced else shot >= 4


@pytest.mark.clause("SK-DICE-8", "SK-DICE-10")
def test_rolls_and_contests():
    law = roll_odds(MODEL, Dicing(1, 0), 4)
    assert law == Law(
        {
            ("critical", 1): Fraction(1, 6),
            ("failure", 1): Fraction(2, 6),
            ("success", 1): Fraction(3, 6),
        }
    )
    won = {margin: Fraction(6 - abs(margin), 36) for margin in range(-5, 6)}
    assert contest_odds(MODEL, Dicing(1), Dicing(1)) == Law(
        {0: sum(won[margin] for margin in range(-5, 1)), 1: sum(won[margin] for margin in range(1, 5)), 2: won[5]}
    )


def ready(*in_hand: str) -> Table:
    """Ari has one action and nobody goes before him."""
    roster = (man("Ari", "one", *in_hand, seat=ANA, traits=quick(20)), man("Bo", "two"))
    return Table(*roster).begin().announce(Ari=5, Bo=0).to(1)


def chance(table: Table, **sought: object) -> ChanceView:
    own = engine.view(table.state, ANA).fighters[0].own
    (found,) = [one for one in own.chances if all(getattr(one, key) == value for key, value in sought.items())]
    return found


@pytest.mark.parametrize("distance", [20, 50, 100, 150])
def test_the_odds_shown_for_a_shot_are_those_of_the_roll_it_then_asks_for(distance: int):
    table = ready("bow")
    shown = chance(table, weapon="bow", distance=distance)
    table.send(Shoot(seat=ANA, who="Ari", target="Bo", weapon="bow", distance=distance))
    law = roll_odds(table.state.model, Dicing(table.pool.dice, table.pool.flat), table.pool.difficulty)
    assert shown.hit == sum(p for (end, _), p in law if end == "success")


@pytest.mark.parametrize(
    ("style", "aim", "contest"),
    [
        ("plain", "", "agility"),
        ("plain", "head", "agility"),
        ("trip", "", "agility"),
        ("trip", "", "strength"),
        ("grapple", "", "agility"),
    ],
)
def test_the_odds_shown_for_a_strike_are_those_of_the_roll_it_then_asks_for(style: str, aim: str, contest: str):
    table = ready("sword")
    weapon = "unarmed" if style == "grapple" else "sword"
    shown = chance(table, weapon=weapon, style=style, aim=aim, contest=contest)
    trying = Strike(seat=ANA, who="Ari", target="Bo", weapon=weapon, style=Style(style), aim=aim, contest=contest)
    table.send(trying)
    score = sum(part.flat for part in defence(table.state, "Bo", "Ari"))
    law = table.state.model.distribution(table.pool.dice, table.pool.flat)
    assert shown.hit == sum(p for (total, fumble), p in law if total > score and not fumble)


@pytest.mark.parametrize("reaches", [True, False])
def test_the_quick_odds_of_a_button_agree_with_the_whole_laws(reaches: bool):
    asked = Exchange(Dicing(3, 4), 14, Dicing(3, 4), Dicing(2, 6), WeaponType.CUTTING, reaches=reaches)
    whole = exchange_odds(SumOfDice(), asked)
    assert chances_of(SumOfDice(), asked) == (whole.outcome.p("hit"), 1 - whole.levels.p(0), 0, 0)
