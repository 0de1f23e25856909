"""
The same questions as an expert would put them to icepool and to dyce, each library by its own operators.

All start from the same numbers (dice, winning faces, what the units bring), hit and save thinned to one weighted coin
per die. Between questions nothing is kept, as with us: icepool's evaluators remember their pools for ever, so the one
used here is made anew each time. Where one question asks for many fights, every pool, side and fight of it is worked
out once and kept by hand beside the library, as our chains and tables keep them inside: without that the others are 2
to 50 times slower still.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import icepool

from heraut.battle import melee
from heraut.battle.melee import Fight, Melee, MeleeSide
from heraut.battle.shooting import Shot
from heraut.battle.summary import MatchUpTable, MeleeSummary, StruckSide, UnitFate, half, outlook
from heraut.battle.unit import Aftermath, Stand, StrikeDice, Unit, after

try:
    from dyce import H
    from dyce.h import aggregate_weighted
except ImportError:  # some second opinions do not install everywhere
    H = None

HAS_DYCE = H is not None

Form = Callable[..., Any]
Left = tuple[int, int]


def coin(strike: StrikeDice) -> Fraction:
    """The chance that one attack die ends as a casualty."""
    return Fraction(strike.hit * (6 - strike.save), 36)


def icepool_casualties(dice: int, p: Fraction) -> Any:
    return dice @ icepool.coin(p) if dice else icepool.Die([0])


def dyce_casualties(dice: int, p: Fraction) -> Any:
    return dice @ H({0: p.denominator - p.numerator, 1: p.numerator}) if dice else H({0: 1})


def icepool_mapped(law: Any, change: Callable[[Any], Any]) -> Any:
    return law.map(change, star=False)


def dyce_mapped(law: Any, change: Callable[[Any], Any]) -> Any:
    return law.apply(change)


def icepool_side(strike: StrikeDice, stand: Stand) -> Any:
    law = icepool_casualties(strike.dice, coin(strike))
    return icepool_mapped(law, lambda casualties: after(stand, casualties))


def dyce_side(strike: StrikeDice, stand: Stand) -> Any:
    return dyce_mapped(dyce_casualties(strike.dice, coin(strike)), lambda casualties: after(stand, casualties))


# Shooting


class _Aftermath(icepool.MultisetEvaluator):
    """Counts the successes of a pool and says what they leave."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand

    def next_state(self, state: int | None, _order: Any, outcome: bool, count: int) -> int:
        return count if outcome else state or 0

    def final_outcome(self, casualties: int, *_: Any, **__: Any) -> Any:
        return after(self.stand, casualties)


def icepool_shot(shot: Shot) -> Any:
    return icepool_side(shot.attack, shot.target)


def icepool_pool_shot(shot: Shot) -> Any:
    return _Aftermath(shot.target).evaluate(icepool.coin(coin(shot.attack)).pool(shot.attack.dice))


def dyce_shot(shot: Shot) -> Any:
    return dyce_side(shot.attack, shot.target)


def dyce_counted_shot(shot: Shot) -> Any:
    return H.from_counts(
        (after(shot.target, lost), ways) for lost, ways in dyce_casualties(shot.attack.dice, coin(shot.attack)).items()
    )


# Joint melee


def icepool_melee(fight: Fight) -> Any:
    return icepool.tupleize(icepool_side(fight.riposte, fight.attacker), icepool_side(fight.attack, fight.defender))


def icepool_mapped_melee(fight: Fight) -> Any:
    sides = icepool_side(fight.riposte, fight.attacker), icepool_side(fight.attack, fight.defender)
    return icepool.map(lambda own, theirs: (own, theirs), *sides, star=False)


def dyce_melee(fight: Fight) -> Any:
    own, theirs = dyce_side(fight.riposte, fight.attacker), dyce_side(fight.attack, fight.defender)
    return own.apply(lambda mine, other: (mine, other), theirs)


# Three rounds: what is left of a unit is its figures and its fatigue; pools and sides are kept within one series


def _rounds(sides: Sequence[MeleeSide], casualties: Form, mapped: Form) -> Callable[[tuple[Left, Left]], Any]:
    """The laws of both sides after one more round, or None when there is none: the same rules for both libraries."""
    profiles = [each.unit.profile for each in sides]
    threshold = profiles[0].exhaustion_threshold or 1000
    lost = cache(casualties)

    @cache
    def ends(dice: int, p: Fraction, stand: Stand) -> Any:
        return mapped(lost(dice, p), lambda fallen: _left(stand, fallen))

    def fought(states: tuple[Left, Left]) -> Any:
        (figures, fatigue), (others, _) = states
        if not figures or not others or fatigue >= threshold:
            return None
        own, theirs = (MeleeSide(unit=Unit(row, *state)) for row, state in zip(profiles, states, strict=True))
        fight = melee.form(Melee(attacker=own, defender=theirs))
        return (
            ends(fight.riposte.dice, coin(fight.riposte), fight.attacker),
            ends(fight.attack.dice, coin(fight.attack), fight.defender),
        )

    return fought


def _left(stand: Stand, casualties: int) -> Left:
    end = after(stand, casualties)
    return (end.figures, end.fatigue) if end.figures else (0, 0)


def _start(sides: Sequence[MeleeSide]) -> tuple[Left, ...]:
    return tuple((side.unit.figures, side.unit.fatigue) for side in sides)


def icepool_series(sides: Sequence[MeleeSide]) -> Any:
    fought = _rounds(sides, icepool_casualties, icepool_mapped)

    def step(states: tuple[Left, Left]) -> Any:
        return fought(states) or states

    return icepool.Die([_start(sides)]).map(step, star=False, repeat=3)


def icepool_tupled_series(sides: Sequence[MeleeSide]) -> Any:
    fought = _rounds(sides, icepool_casualties, icepool_mapped)

    @cache
    def step(states: tuple[Left, Left]) -> Any:
        ends = fought(states)
        return states if ends is None else icepool.tupleize(*ends)

    return icepool.Die([_start(sides)]).map(step, star=False, repeat=3)


def dyce_series(sides: Sequence[MeleeSide]) -> Any:
    fought = _rounds(sides, dyce_casualties, dyce_mapped)

    @cache
    def step(states: tuple[Left, Left]) -> Any:
        ends = fought(states)
        return states if ends is None else ends[0].apply(lambda own, theirs: (own, theirs), ends[1])

    law = H({_start(sides): 1})
    for _ in range(3):
        law = aggregate_weighted((step(states), ways) for states, ways in law.items())
    return law


# Match-up tables: each pool, side and distinct fight is worked out once; who loses more is left to the library


def _table(table: MatchUpTable, casualties: Form, mapped: Form, told: Form) -> list[list[MeleeSummary]]:
    lost = cache(casualties)

    def side(struck: StruckSide) -> tuple[UnitFate, Any]:
        law = lost(struck.by.dice, coin(struck.by))
        ends: dict[Aftermath, int] = {}
        removed = [0] * (struck.stand.figures + 1)
        for fallen, ways in law.items():
            end = after(struck.stand, fallen)
            ends[end] = ends.get(end, 0) + ways
            removed[end.removed] += ways
        total = sum(removed)
        chances = [ways / total for ways in ends.values()]
        fate = half(outlook(ends, struck.threshold), chances, [ways / total for ways in removed]).fate
        return fate, mapped(law, lambda n: after(struck.stand, n).removed)

    halves = [side(struck) for struck in table.sides]

    def fight(own: int, theirs: int) -> MeleeSummary:
        (mine, my_loss), (foes, their_loss) = halves[own], halves[theirs]
        wins, tie = told(their_loss, my_loss)
        wiped_out = foes.eliminated * _chance(my_loss, lambda gone: gone < table.sides[theirs].stand.figures)
        fallen = mine.eliminated * _chance(their_loss, lambda gone: gone <= table.sides[own].stand.figures)
        beaten = 1 - wins - tie
        return MeleeSummary(mine, foes, wins, tie, beaten, beaten + tie - fallen, wins - wiped_out)

    fights = [fight(*sides) for sides in table.fights]
    return [[fights[place] for place in row] for row in table.cells]


def _chance(law: Any, happens: Callable[[int], bool]) -> float:
    ways = list(law.items())
    return sum(count for lost, count in ways if happens(lost)) / sum(count for _, count in ways)


def icepool_table(table: MatchUpTable) -> Any:
    def told(theirs: Any, own: Any) -> tuple[float, float]:
        result = theirs.cmp(own)
        ways, total = dict(result.items()), result.denominator()
        return ways.get(1, 0) / total, ways.get(0, 0) / total

    return _table(table, icepool_casualties, icepool_mapped, told)


def icepool_subtracted_table(table: MatchUpTable) -> Any:
    def told(theirs: Any, own: Any) -> tuple[float, float]:
        return _won(dict((theirs - own).items()))

    return _table(table, icepool_casualties, icepool_mapped, told)


def dyce_table(table: MatchUpTable) -> Any:
    def told(theirs: Any, own: Any) -> tuple[float, float]:
        return _won(dict((theirs - own).items()))

    return _table(table, dyce_casualties, dyce_mapped, told)


def _won(gaps: Mapping[int, int]) -> tuple[float, float]:
    total = sum(gaps.values())
    return sum(ways for gap, ways in gaps.items() if gap > 0) / total, gaps.get(0, 0) / total


ICEPOOL: Mapping[str, tuple[Form, ...]] = {
    "shooting": (icepool_shot, icepool_pool_shot),
    "melee": (icepool_melee, icepool_mapped_melee),
    "series": (icepool_series, icepool_tupled_series),
    "table": (icepool_table, icepool_subtracted_table),
}
DYCE: Mapping[str, tuple[Form, ...]] = {
    "shooting": (dyce_shot, dyce_counted_shot),
    "melee": (dyce_melee,),
    "series": (dyce_series,),
    "table": (dyce_table,),
}
warnings.filterwarnings("ignore", module="dyce")
