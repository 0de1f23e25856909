"""
Exact odds of fights beside icepool and dyce, in one run.

The others are given their best forms of one question: hit and save thinned to one weighted coin per die, products and
comparisons left to their own operators. All answer the same question, and icepool's answers must equal ours exactly.
Where one question asks for many fights, a second line tells how icepool does when its user also keeps every side by
hand, as our chains and tables do inside. Times are processor time, since others use the machine too.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from time import process_time
from timeit import repeat
from typing import Any

import icepool

from bench.figures import Figures
from heraut.battle import melee, shooting
from heraut.battle.casualties import after, aftermaths
from heraut.battle.matchup import match_ups
from heraut.battle.melee import Melee, Side
from heraut.battle.series import Charge, chain
from heraut.battle.shooting import Shooting, Strike
from heraut.battle.unit import Unit
from heraut.dice import EXACT, FAST, Law, binomial
from heraut.warband import profiles
from heraut.warband.tables import troops

try:
    from dyce import H
except ImportError:
    H = None

MICRO, MILLI = 1e6, 1e3


def per_call(work: Callable[[], object], times: int) -> float:
    """The best of five batches, in seconds a call."""
    work()
    return min(repeat(work, number=times, repeat=5, timer=process_time)) / times


def forgetful(work: Callable[[], object]) -> Callable[[], object]:
    """The same work with no table kept from the call before."""

    def fresh() -> object:
        for table in (binomial, aftermaths, shooting.volleys):
            table.cache_clear()
        return work()

    return fresh


def plainly(function: Any) -> Any:
    """Work everything out each time."""
    return function


def unit(key: str, figures: int) -> Unit:
    return Unit(profiles()[key], figures)


def coin(strike: Strike) -> Fraction:
    """The chance that one attack die ends as a casualty."""
    return Fraction(strike.hit * (6 - strike.save), 36)


def exactly(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


def widest(exact: Law[Any], fast: Law[Any]) -> float:
    return max(abs(float(weight) - float(fast.p(end))) for end, weight in exact)


def bench_shooting(figures: Figures) -> None:
    described = Shooting(shooter=unit("hearthguard.bow", 16), target=unit("warrior.none", 8))
    shot = shooting.form(described)
    p, dice = coin(shot.attack), shot.attack.dice

    def theirs() -> Any:
        return (dice @ icepool.coin(p)).map(lambda c: after(shot.target, c))

    def fire() -> object:
        return shooting.resolve(FAST, shooting.form(described))

    ours, cold, other = per_call(fire, 2000), per_call(forgetful(fire), 500), per_call(theirs, 20)
    figures.at_most("shooting, 16 dice", ours * MICRO, 20, "µs")
    figures.note("shooting, no table kept", cold * MICRO, "µs")
    figures.at_least("shooting, times faster than icepool", other / ours, 30)
    if H is not None:
        h = H({0: p.denominator - p.numerator, 1: p.numerator})
        figures.note("shooting, times faster than dyce", per_call(lambda: dice @ h, 20) / ours)
    exact, fast = shooting.resolve(EXACT, shot), shooting.resolve(FAST, shot)
    figures.at_most("shooting, exact against fast", widest(exact, fast), 1e-12)
    figures.at_most("shooting, outcomes unlike icepool's", unlike(exact.map(lambda end: end.target), theirs()), 0)


def bench_melee(figures: Figures) -> None:
    """Eight creatures a side: 16 dice, resilience, 4 fatigues each to spend on it."""
    described = Melee(attacker=Side(unit=unit("creature.biped", 8)), defender=Side(unit=unit("creature.quadruped", 8)))
    fight = melee.form(described)

    def side(strike: Strike, stand: Any) -> Any:
        return (strike.dice @ icepool.coin(coin(strike))).map(lambda c: after(stand, c))

    def theirs() -> Any:
        return icepool.tupleize(side(fight.riposte, fight.attacker), side(fight.attack, fight.defender))

    def fight_it_out() -> object:
        return melee.resolve(FAST, melee.form(described)).joint()

    ours, cold, other = per_call(fight_it_out, 500), per_call(forgetful(fight_it_out), 200), per_call(theirs, 10)
    figures.at_most("joint melee 8 v 8 with resilience", ours * MILLI, 0.2, "ms")
    figures.note("joint melee, no table kept", cold * MILLI, "ms")
    figures.at_least("joint melee, times faster than icepool", other / ours, 30)
    exact, fast = melee.resolve(EXACT, fight).joint(), melee.resolve(FAST, fight).joint()
    figures.at_most("joint melee, exact against fast", widest(exact, fast), 1e-12)
    figures.at_most("joint melee, outcomes unlike icepool's", unlike(exact, theirs()), 0)


def bench_series(figures: Figures) -> None:
    """Three rounds of eight warriors against eight; in three rounds nobody is exhausted, so figures tell all."""
    warriors = Side(unit=unit("warrior.none", 8))
    steps = [Charge(0, 1)] * 3

    def ours_in(dice: Any) -> Law[Any]:
        return chain(dice, [warriors, warriors], steps)

    def theirs(keep: Any = plainly) -> Any:
        @keep
        def lost(dice: int) -> Any:
            return dice @ icepool.coin(1, 3)

        @keep
        def side(figures: int, enemies: int) -> Any:
            return lost(enemies).map(lambda c: max(0, figures - c))

        def fight(a: int, d: int) -> Any:
            return icepool.tupleize(side(a, d), side(d, a)) if a and d else icepool.Die([(a, d)])

        state = fight(8, 8)
        return state.map(fight).map(fight)

    ours, other = per_call(lambda: ours_in(FAST), 10), per_call(theirs, 1)
    figures.at_most("three rounds 8 v 8", ours * MILLI, 5, "ms")
    figures.at_least("three rounds, times faster than icepool", other / ours, 30)
    figures.note("three rounds, times faster than icepool with sides kept", per_call(lambda: theirs(cache), 1) / ours)
    exact = ours_in(EXACT)
    figures.at_most("three rounds, exact against fast", widest(exact, ours_in(FAST)), 1e-12)
    told = exact.map(lambda states: tuple(state.figures for state in states))
    figures.at_most("three rounds, outcomes unlike icepool's", unlike(told, theirs()), 0)


def bench_match_ups(figures: Figures) -> None:
    """Every printed profile at 8 figures, or as many as its units have, against every other."""
    army = [Unit(row, min(8, troops()[row.unit].size.last or 1)) for row in profiles().values()]
    fights = [melee.form(Melee(attacker=Side(unit=a), defender=Side(unit=d))) for a in army for d in army]

    def theirs(keep: Any = plainly) -> list[Any]:
        @keep
        def removed(strike: Strike, stand: Any) -> Any:
            return (strike.dice @ icepool.coin(coin(strike))).map(lambda c: after(stand, c).removed)

        return [
            (removed(fight.attack, fight.defender) > removed(fight.riposte, fight.attacker)).mean() for fight in fights
        ]

    table = match_ups(army, army)
    wins = [cell.attacker_wins for row in table for cell in row]
    ours = per_call(lambda: match_ups(army, army), 1)
    begun = process_time()
    others = theirs()
    other = process_time() - begun
    figures.at_most(f"match-ups {len(army)} x {len(army)}", ours, 1, "s")
    figures.at_least("match-ups, times faster than icepool", other / ours, 30)
    figures.note("match-ups, times faster than icepool with sides kept", per_call(lambda: theirs(cache), 1) / ours)
    gap = max(abs(mine - float(other)) for mine, other in zip(wins, others, strict=True))
    figures.at_most("match-ups, wins against icepool's", gap, 1e-12)


def unlike(exact: Law[Any], die: Any) -> int:
    """How many outcomes have not exactly the chance that icepool gives them."""
    expected = exactly(die)
    return sum(expected.get(end) != weight for end, weight in exact) + len(set(expected) - set(exact.chances))


if __name__ == "__main__":
    found = Figures()
    if H is None:
        print("      dyce is not installed: not compared")
    bench_shooting(found)
    bench_melee(found)
    bench_series(found)
    bench_match_ups(found)
    found.end()
