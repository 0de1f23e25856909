"""Another dice model through engine, odds and questions: nothing depends on the inside of one [SK-DICE-18]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import pytest

from heraut.ask.skirmish import POOL
from heraut.dice import Law
from heraut.kernel.codec import encode
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.answers import DiceRolled, Override
from heraut.skirmish.harm import CriticalRead
from heraut.skirmish.model import MODELS, Outcome, Total, level
from heraut.skirmish.odds import Dicing, roll_odds
from heraut.skirmish.sheet import Trait
from skirmish.build import Table, man, quick, strike
from skirmish.exhaust import Played, ended

pytestmark = pytest.mark.clause("SK-DICE-18")


@dataclass(frozen=True)
class BestDie:
    """Three times the best of some d8, nothing added up; a critical failure shows no die above 2."""

    sides: int = 8

    def pool(self, dice: int, bonus: int, penalty: int, confidence: int) -> int:
        return max(1, dice + bonus - penalty + confidence)

    def roll(self, pool: int, flat: int, source: Iterator[int]) -> Total:
        faces = tuple(islice(source, pool))
        return Total(faces, 3 * max(faces) + flat, max(faces) <= 2)

    def distribution(self, pool: int, flat: int) -> Law[tuple[int, bool]]:
        below = [Fraction(face, self.sides) ** pool for face in range(self.sides + 1)]
        return Law({(3 * face + flat, face <= 2): below[face] - below[face - 1] for face in range(1, self.sides + 1)})

    def outcome(self, total: int, critical: bool, difficulty: int) -> Outcome:
        won = total >= difficulty and not critical
        margin = total - difficulty if won else max(1, difficulty - total)
        return Outcome(won, margin, level(margin))


@pytest.fixture(autouse=True)
def best_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODELS, "best-d8", lambda _tie, _critical: BestDie())


def duel() -> Table:
    small = {"swords": Trait(2, 2), "soak": Trait(1, 2), "dodge": Trait(1, 3)}
    weak = {"strength": 1, "agility": 1, "perception": 1, "presence": 1, "endurance": 1}
    ari = man("Ari", "one", traits={**small, **quick(30)}, attributes=weak)
    bo = man("Bo", "two", traits=small, attributes=weak)
    return Table(ari, bo, dice_model="best-d8").begin().announce(Ari=1, Bo=0).to(3)


def test_the_engine_asks_for_its_dice_and_reads_them_its_way():
    table = duel().send(strike("Ari", "Bo"))
    assert (table.pool.dice, table.pool.sides) == (2, 8)

    table.roll(4, 7)

    (rolled,) = table.told(DiceRolled)
    assert (rolled.total, rolled.critical) == (3 * 7 + 2, False)


def test_the_odds_shown_are_those_of_its_throws():
    table = duel()
    own = engine.view(table.state, ORGANISER).fighters[0].own
    assert own is not None
    told = next(one for one in own.chances if (one.weapon, one.style, one.aim) == ("sword", "plain", ""))
    law = Played(table.state, strike("Ari", "Bo")).law(ended("Bo", 2 + 3 + 2))

    assert told.hit == law.chance(lambda end: end.end == "hit")
    assert told.harm == law.chance(lambda end: end.wounds > 0)
    assert roll_odds(BestDie(), Dicing(1), 9).p(("critical", 2)) == Fraction(1, 8)


@pytest.mark.clause("SK-DICE-13")
def test_rolls_on_a_table_are_plain_dice_under_any_model():
    table = duel().set("Bo", wounds=0).send(strike("Ari", "Bo")).roll(8, 8)
    table.choose("none").flat(8).flat(1)
    assert (table.pool.roll, table.pool.dice, table.pool.sides) == ("critical", 2, 6)

    table.roll(3, 2)

    (row,) = table.told(CriticalRead)
    assert row.total == 3 + 2 + table.of("Bo").wounds


@pytest.mark.clause("SK-GEN-6")
def test_a_result_the_game_master_sets_is_that_result_under_any_model():
    table = duel().send(strike("Ari", "Bo")).send(Override(number="result", value=23))

    (rolled,) = table.told(DiceRolled)
    assert rolled.total == 23


def test_a_question_knows_it_by_its_name():
    reply = POOL.ask(encode({"dice": 2, "level": 1, "model": "best-d8"}))

    assert not isinstance(reply, Refusal)
    assert [row.value for row in reply.answer.law] == [3 * face + 1 for face in range(1, 9)]
