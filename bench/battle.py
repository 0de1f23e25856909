"""
Exact odds of fights beside icepool and dyce, in one run.

Each figure is the average over a sweep of distinct questions, asked one after the other, so that no answer is asked
for twice. Between two questions nothing is kept: neither by us, but for the steps of Pascal's triangle, nor by others.
Limits in time are for the whole answer, from the units as described. How many times faster is told from the same
numbers for all, dice and armour worked out beforehand (in a series both work them out as it goes on), against the
fastest form of each library (`_rivals.py`). We answer in floats there, the others in whole numbers; how we do in our
exact mode is told too.
Times are processor time, the best of several turns taken one after the other, since others use the machine too.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from operator import itemgetter
from time import process_time
from typing import Any

from bench import _rivals
from bench.figures import Figures
from heraut.battle import melee, shooting
from heraut.battle import summary as summary_
from heraut.battle.melee import Melee, MeleeSide
from heraut.battle.series import ChargeStep, UnitsLeft, chain
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Cover, Unit
from heraut.dice import EXACT, FAST, Law, Odds
from heraut.warband.profile import profiles
from heraut.warband.tables import troops

MICRO, MILLI = 1e6, 1e3
TURNS, ENOUGH = 5, 0.05
ROUNDS = [ChargeStep(0, 1)] * 3


def unit(key: str, figures: int = 8, fatigue: int = 0, cover: Cover = Cover.NONE) -> Unit:
    return Unit(profiles()[key], figures, fatigue, cover)


def times(forms: Sequence[Callable[[Any], object]], questions: Sequence[Any]) -> list[float]:
    """Seconds a question for each form: the best of some turns, in which each form answers the whole sweep."""
    best = [float("inf")] * len(forms)
    gc.disable()
    for _ in range(TURNS):
        for place, form in enumerate(forms):
            best[place] = min(best[place], sweep(form, questions))
            gc.collect()
    gc.enable()
    return best


def sweep(form: Callable[[Any], object], questions: Sequence[Any]) -> float:
    """Seconds a question over the whole sweep, gone through again until there is enough to measure."""
    sweeps, taken, begun = 0, 0.0, process_time()
    while taken < ENOUGH:
        for question in questions:
            form(question)
        sweeps, taken = sweeps + 1, process_time() - begun
    return taken / sweeps / len(questions)


def compare(figures: Figures, key: str, ours: Callable[[Odds, Any], object], questions: Sequence[Any]) -> None:
    """How many times faster we are than the fastest form of each library, on the same sweep in the same turns."""
    ices, dyces = _rivals.ICEPOOL[key], _rivals.DYCE[key] if _rivals.HAS_DYCE else ()
    fast, exact, *others = times([lambda q: ours(FAST, q), lambda q: ours(EXACT, q), *ices, *dyces], questions)
    ice = min(others[: len(ices)])
    figures.at_least(f"{key}, times faster than icepool ({_form(ices, others)})", ice / fast, 30)
    if dyces:
        figures.note(f"{key}, times faster than dyce", min(others[len(ices) :]) / fast)
    figures.note(f"{key}, times faster than icepool, our exact mode", ice / exact)


def _form(forms: Sequence[_rivals.Form], taken: Sequence[float]) -> str:
    return min(zip(taken, forms, strict=False), key=itemgetter(0))[1].__name__


def agree(figures: Figures, name: str, laws: Iterable[tuple[Law[Any], Law[Any], Any]]) -> None:
    """Our exact laws against our fast ones, and against icepool's, outcome by outcome."""
    gap, unlike = 0.0, 0
    for exact, fast, die in laws:
        gap = max(gap, *(abs(float(weight) - float(fast.p(end))) for end, weight in exact))
        theirs = {end: Fraction(ways, die.denominator()) for end, ways in die.items() if ways}
        unlike += theirs != dict(exact)
    figures.at_most(f"{name}, exact against fast", gap, 1e-12)
    figures.at_most(f"{name}, laws unlike icepool's", unlike, 0)


def distinct(questions: Iterable[tuple[Any, Any]]) -> tuple[list[Any], list[Any]]:
    """Questions as described and in numbers, each set of numbers once."""
    found = {numbers: described for described, numbers in questions}
    return list(found.values()), list(found)


def bench_shooting(figures: Figures) -> None:
    """Sixteen archers at every printed profile, in three sizes and every cover."""
    shooter = unit("hearthguard.bow", 16)
    shots = [
        Shooting(shooter=shooter, target=unit(key, size, cover=cover))
        for key, size, cover in product(profiles(), (4, 8, 12), Cover)
    ]
    described, numbers = distinct((shot, shooting.form(shot)) for shot in shots)
    (whole,) = times([lambda shot: shooting.resolve(FAST, shooting.form(shot))], described)
    print(f"      shooting: {len(described)} distinct questions of 16 dice, nothing kept")
    figures.at_most("shooting, 16 dice", whole * MICRO, 20, "µs")
    compare(figures, "shooting", shooting.resolve, numbers)
    laws = ((_target(EXACT, shot), _target(FAST, shot), _rivals.icepool_shot(shot)) for shot in numbers)
    agree(figures, "shooting", laws)


def _target(dice: Odds, shot: shooting.Shot) -> Law[Any]:
    return shooting.resolve(dice, shot).map(lambda end: end.target)


def bench_melee(figures: Figures) -> None:
    """Eight creatures a side: 16 dice, resilience; every fatigue, some of it exploited."""
    tired = [unit("creature.biped", 8, fatigue) for fatigue in range(4)]
    fights = [
        Melee(attacker=MeleeSide(unit=own, enemy_armour=spent), defender=MeleeSide(unit=enemy, own_armour=kept))
        for own, enemy, spent, kept in product(tired, tired, (0, 1), (0, 1))
        if spent <= enemy.fatigue and kept <= own.fatigue
    ]
    described, numbers = distinct((fight, melee.form(fight)) for fight in fights)
    (whole,) = times([lambda fight: _joint(FAST, melee.form(fight))], described)
    print(f"      melee: {len(described)} distinct questions, nothing kept")
    figures.at_most("joint melee 8 v 8 with resilience", whole * MILLI, 0.2, "ms")
    compare(figures, "melee", _joint, numbers)
    agree(figures, "melee", ((_joint(EXACT, f), _joint(FAST, f), _rivals.icepool_melee(f)) for f in numbers))


def _joint(dice: Odds, fight: melee.Fight) -> Law[Any]:
    return melee.resolve(dice, fight).joint()


def bench_series(figures: Figures) -> None:
    """Three rounds of eight against eight: every hearthguard, warrior and levy against one of another arm."""
    keys = [key for key in profiles() if key.split(".")[0] in ("hearthguard", "warrior", "levy")]
    pairs = [
        (MeleeSide(unit=unit(own)), MeleeSide(unit=unit(enemy)))
        for own, enemy in zip(keys, reversed(keys), strict=True)
    ]
    (whole,) = times([lambda sides: chain(FAST, sides, ROUNDS)], pairs)
    print(f"      series: {len(pairs)} distinct questions, nothing kept from one to the next")
    figures.at_most("three rounds 8 v 8", whole * MILLI, 5, "ms")
    compare(figures, "series", lambda dice, sides: chain(dice, sides, ROUNDS), pairs)
    laws = ((_told(EXACT, pair), _told(FAST, pair), _rivals.icepool_series(pair)) for pair in pairs)
    agree(figures, "series", laws)


def _told(dice: Odds, sides: Sequence[MeleeSide]) -> Law[Any]:
    def left(states: UnitsLeft) -> tuple[tuple[int, int], ...]:
        return tuple((state.figures, state.fatigue) for state in states)

    return chain(dice, sides, ROUNDS).map(left)


def bench_match_ups(figures: Figures) -> None:
    """Every printed profile against every other, at 8 and at 5 figures, or as many as its units have."""
    armies = [
        [unit(key, min(size, troops()[row.unit].size.last or 1)) for key, row in profiles().items()] for size in (8, 5)
    ]
    (whole,) = times([lambda army: summary_.match_ups(army, army)], armies)
    side = len(armies[0])
    print(f"      table: {len(armies)} distinct tables, nothing kept from one to the next")
    figures.at_most(f"match-ups {side} x {side}", whole, 1, "s")
    tables = [summary_.form_table(army, army) for army in armies]
    compare(figures, "table", summary_.summarise_table, tables)
    gaps = (
        abs(mine - theirs)
        for table in tables
        for row, other_row in zip(summary_.summarise_table(FAST, table), _rivals.icepool_table(table), strict=True)
        for told, other in zip(row, other_row, strict=True)
        for mine, theirs in zip(_numbers(told), _numbers(other), strict=True)
    )
    figures.at_most("table, all numbers against icepool's", max(gaps), 1e-12)


def _numbers(summary: Any) -> tuple[float, ...]:
    own, theirs, *rest = (getattr(summary, name) for name in summary.__struct_fields__)
    return (*(getattr(fate, name) for fate in (own, theirs) for name in fate.__struct_fields__), *rest)


if __name__ == "__main__":
    found = Figures()
    if not _rivals.HAS_DYCE:
        print("      dyce is not installed: not compared")
    bench_shooting(found)
    bench_melee(found)
    bench_series(found)
    bench_match_ups(found)
    found.end()
