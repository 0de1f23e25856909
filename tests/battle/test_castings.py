"""Castings in a row, against one abuse roll after the other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battle.units import faults
from heraut.battle import abuse
from heraut.battle.abuse import Caster
from heraut.battle.castings import Casting, known_spells, refusal, walk
from heraut.dice import EXACT, FAST

FIRE, FEAR = Casting("fire"), Casting("fear")


def after(*castings: Casting, known: tuple[str, ...] = ("fire", "fear", "fog"), dice=EXACT, **caster):
    """The law once all have been tried."""
    *_, last = walk(dice, Caster(**caster), known, castings)
    return last


@pytest.mark.clause("AM-ABUSE-8")
def test_one_casting_is_one_abuse_roll():
    once = abuse.resolve(EXACT, Caster(fatigue=1))
    left = after(FIRE, fatigue=1)

    assert left.chance(lambda one: one.eliminated) == once.chance(lambda end: end.eliminated)
    assert left.chance(lambda one: not one.eliminated and "fire" not in one.known) == once.chance(
        lambda end: end.forgets_cast and not end.eliminated
    ) + once.chance(lambda end: end.forgets >= 2)  # of spells not needed any more, by name from the last


@pytest.mark.clause("AM-ABUSE-8", "AM-ABUSE-2")
def test_lower_effects_lead_to_no_roll():
    left = after(Casting("fire", "lowest"), Casting("fire", "middle"), fatigue=2)

    assert [(one.fatigue, one.cast, one.eliminated, weight) for one, weight in left] == [(2, 2, False, 1)]


@pytest.mark.clause("AM-ABUSE-8", "AM-ABUSE-5")
def test_an_exhausted_sorcerer_is_passed_over_until_it_has_rested():
    tired = after(Casting("fire", "lowest"), Casting("fire", "lowest", relieved=1), fatigue=3)

    assert [(one.fatigue, one.cast) for one, _ in tired] == [(2, 1)]


@pytest.mark.clause("AM-ABUSE-8")
def test_a_forgotten_spell_is_not_cast_again():
    """A sorcerer of one spell: the second casting is made if the first left it alive with the spell."""
    first = after(FIRE, known=("fire",))
    both = after(FIRE, FIRE, known=("fire",))

    assert both.chance(lambda one: one.cast == 2) == first.chance(lambda one: "fire" in one.known)


@pytest.mark.clause("AM-ABUSE-8", "AM-ABUSE-R11-1")
def test_the_owner_gives_up_what_is_needed_last():
    """A total of 11 with one success takes the spell nobody will cast, with two the one cast later."""
    first = after(FEAR, FIRE, FEAR)
    before = list(walk(EXACT, Caster(), ("fire", "fear", "fog"), (FEAR, FIRE, FEAR)))[1]

    assert before.chance(lambda one: one.known == {"fire", "fear"}) == Fraction(2, 36) * Fraction(3, 8)
    assert before.chance(lambda one: one.known == {"fire"}) == Fraction(2, 36) * Fraction(3, 8)
    assert sum(weight for _, weight in first) == 1


@pytest.mark.clause("AM-ABUSE-8")
def test_exact_and_fast_laws_agree():
    castings = (FIRE, FEAR) * 3
    exact, fast = after(*castings), after(*castings, dice=FAST)

    assert all(abs(float(weight) - fast.p(left)) < 1e-12 for left, weight in exact)


@pytest.mark.clause("CORE-MAGIC-1")
def test_a_sorcerer_casts_what_it_knows():
    assert faults(refusal(("fear",), (FIRE, FEAR, FIRE))) == [("CORE-MAGIC-1", "battle-spell-unknown")]
    assert known_spells((FIRE, FIRE)) == ("fire", "?1", "?2")
