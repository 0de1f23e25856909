"""
Exact laws of dice; faces in, faces out.

A law says how likely each outcome is: exact with `Fraction`, fast with `float`, the same code for both. Outcomes are
any hashable values; numbers can be added and compared, tuples are joint outcomes.

A sequence of rolls takes its dice from a `Dice`, so that it is written once and read two ways. Read with `EXACT` or
`FAST`, each step of a sequence is a law. Read with `Fallen`, the dice are on the table: each step is a law with one
outcome, and the faces that led to it are kept as steps. A sequence asks for its dice in the order they are rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, repeat
from math import comb
from numbers import Real
from operator import mul
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import msgspec

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
T = TypeVar("T")
Weight = Fraction | float
if TYPE_CHECKING:
    Summed = Weight
else:
    Summed = Real  # msgspec has no union of float and a type of ours; this is what both are
"""A chance or an average that a law was summed to, in an answer: a fraction, unless the law was read with `FAST`."""
LEAST = 1e-280
"""Below this a chance has too little of a float left to go on from it."""


class Law(Generic[A]):
    """The chances of outcomes; they add up to one."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[A, Weight]) -> None:
        self._chances = chances

    @property
    def chances(self) -> Mapping[A, Weight]:
        """Each outcome that can happen, with its chance."""
        return self._chances

    @staticmethod
    def sure(outcome: A) -> Law[A]:
        """The law of what cannot fail to happen."""
        return Law({outcome: Fraction(1)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and dict(self.chances) == dict(other.chances)

    def __hash__(self) -> int:
        return hash(frozenset(self.chances.items()))

    def __iter__(self) -> Iterator[tuple[A, Weight]]:
        return iter(self.chances.items())

    def items(self) -> ItemsView[A, Weight]:
        """Outcomes with their chances."""
        return self.chances.items()

    def p(self, outcome: A) -> Weight:
        """The chance of one outcome."""
        return self.chances.get(outcome, Fraction(0))

    def chance(self, happens: Callable[[A], bool]) -> Weight:
        """The chance that a statement about the outcome is true."""
        return sum((weight for outcome, weight in self.items() if happens(outcome)), Fraction(0))

    def mean(self, number: Callable[[A], Weight | int]) -> Weight:
        """The average of a number worked out from the outcome."""
        return sum((number(outcome) * weight for outcome, weight in self.items()), Fraction(0))

    def map(self, change: Callable[[A], B]) -> Law[B]:
        """The law of something worked out from the outcome."""
        return Law(_gathered((change(outcome), weight) for outcome, weight in self.chances.items()))

    def leading_to(self: Law[int], outcomes: Sequence[B]) -> Law[B]:
        """The law of what each number leads to; numbers past the end lead to the last outcome."""
        chances = [*self.leading(outcomes)]
        law = dict(chances)
        return Law(law if len(law) == len(chances) else _gathered(chances))

    def leading(self: Law[int], outcomes: Sequence[B]) -> Iterable[tuple[B, Weight]]:
        """The chances of what each number leads to, not yet added up."""
        last = len(outcomes) - 1
        return [(outcomes[min(number, last)], weight) for number, weight in self.chances.items()]

    def row(self: Law[int]) -> list[Weight]:
        """The chances of 0, 1, … up to the largest number that can happen."""
        return [self.p(number) for number in range(max(self.chances) + 1)]

    def then(self, step: Callable[[A], Law[B]]) -> Law[B]:
        """The law of a next step that depends on the outcome of this one."""
        gathered: dict[B, Weight] = {}
        for outcome, weight in self.chances.items():
            for after, chance in step(outcome).chances.items():
                gathered[after] = gathered[after] + weight * chance if after in gathered else weight * chance
        return Law(gathered)

    def joint(self, other: Law[B]) -> Law[tuple[A, B]]:
        """The law of both outcomes of two independent things."""
        theirs = tuple(other.chances.items())
        return Law({(a, b): weight * chance for a, weight in self.chances.items() for b, chance in theirs})

    def fast(self) -> Law[A]:
        """The same law in floats."""
        return Law({outcome: float(weight) for outcome, weight in self.items()})

    @property
    def outcome(self) -> A:
        """The one outcome of a law with nothing left to chance, such as that of dice that have fallen."""
        (only,) = self.chances
        return only


class Binomial(Law[int]):
    """
    How many of some dice succeed when each does with chance p; impossible numbers are left out.

    It is its dice: rolling again for each success gives another of its kind, and nothing is counted before it is asked.
    """

    __slots__ = ("_weights", "dice", "p_each")

    def __init__(self, dice: int, p_each: Weight) -> None:
        self.dice = dice
        self.p_each = p_each
        self._weights: list[Weight] | None = None

    @property
    def chances(self) -> Mapping[int, Weight]:
        """Each number of successes with its chance."""
        return {self.dice: self.p_each} if self.p_each == 1 else dict(enumerate(self._weights or self._weigh()))

    def thinned(self, kept: Weight) -> Binomial:
        """How many successes are left when each stays with chance `kept`."""
        return Binomial(self.dice, self.p_each * kept)

    def leading(self, outcomes: Sequence[B]) -> Iterable[tuple[B, Weight]]:
        """As for any law of numbers, without looking one number up."""
        if self.p_each == 1:
            return super().leading(outcomes)
        weights, last = self._weights or self._weigh(), len(outcomes) - 1
        if last < len(weights) - 1:
            weights = [*weights[:last], sum(weights[last:])]
        return zip(outcomes, weights)  # noqa: B905  # this is the busiest line of a series, and the keyword is slow

    def row(self) -> list[Weight]:
        """As for any law of numbers, without looking one number up."""
        return super().row() if self.p_each == 1 else self._weights or self._weigh()

    def _weigh(self) -> list[Weight]:
        """The chances of 0, 1, … successes, worked out when they are first asked for."""
        dice, p = self.dice, self.p_each
        if p == 0:
            self._weights = [p + 1]
        else:
            self._weights = _fast(dice, p) if isinstance(p, float) else _exact(dice, p)
        return self._weights


def _fast(dice: int, p: float) -> list[Weight]:
    """Each number of successes from the one before it."""
    none = (1 - p) ** dice
    if none < LEAST:
        return [float(weight) for weight in _exact(dice, Fraction(p))]
    return [*accumulate(map(mul, _steps(dice), repeat(p / (1 - p))), mul, initial=none)]


def _exact(dice: int, p: Fraction) -> list[Weight]:
    """In whole numbers over one denominator: a fraction is reduced once per outcome."""
    hit, miss, rolls = p.numerator, p.denominator - p.numerator, p.denominator**dice
    return [Fraction(comb(dice, n) * hit**n * miss ** (dice - n), rolls) for n in range(dice + 1)]


@lru_cache(maxsize=1024)
def _steps(dice: int) -> tuple[float, ...]:
    """How a row of Pascal's triangle goes on from each number to the next: the one table that is kept."""
    return tuple((dice - hits) / (hits + 1) for hits in range(dice))


def _gathered(chances: Iterable[tuple[A, Weight]]) -> dict[A, Weight]:
    gathered: dict[A, Weight] = {}
    for outcome, weight in chances:
        gathered[outcome] = gathered[outcome] + weight if outcome in gathered else weight
    return gathered


@lru_cache(maxsize=512)
def sum_of_dice(dice: int, sides: int = 6) -> Law[int]:
    """The total of several dice; no dice total 0."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, place - sides + 1) : place + 1]) for place in range(len(ways) + sides - 1)]
    return Law({dice + place: Fraction(count, sides**dice) for place, count in enumerate(ways)})


def mean(law: Law[int]) -> Weight:
    """The average outcome of a law of numbers."""
    return law.mean(lambda value: value)


SIDES = 6
MOST_DICE = 1000
"""Of one pool [HOUSE-DICE-2]."""


def succeeds(face: int, winning: int) -> bool:
    """Whether a face is one of so many winning ones, the highest."""
    return face > SIDES - winning


class PoolTally(NamedTuple):
    """What a pool shows: how many dice succeeded, and whether enough of them show one same face."""

    successes: int
    alike: bool


class Dice(Protocol):
    """
    Six-sided dice in named pools.

    `winning` is how many of a die's faces succeed, the highest ones: a die that needs 4 or more has three.
    """

    def successes(self, pool: str, dice: int, winning: int, /) -> Law[int]:
        """How many dice of a pool succeed."""

    def tally(self, pool: str, dice: int, winning: int, alike: int, /) -> Law[PoolTally]:
        """How many dice of a pool succeed, and whether at least `alike` of them show the same face."""

    def unanswered(self, pool: str, hits: Law[int], winning: int, /, *, per_hit: int = 1, extra: int = 0) -> Law[int]:
        """How many hits are left: each is answered by `per_hit` dice, all by `extra` more; a success cancels one."""

    def total(self, pool: str, dice: int, /) -> Law[int]:
        """The sum of the dice of a pool."""


class Odds(msgspec.Struct, frozen=True):
    """Dice that have not fallen: every step is a law, in fractions or in floats."""

    exact: bool

    def chance(self, winning: int) -> Weight:
        """The chance of one die with so many winning faces."""
        return Fraction(winning, SIDES) if self.exact else winning / SIDES

    def successes(self, _pool: str, dice: int, winning: int, /) -> Law[int]:
        """A binomial law."""
        return Binomial(dice, self.chance(winning))

    def tally(self, _pool: str, dice: int, winning: int, alike: int, /) -> Law[PoolTally]:
        """Counted face by face."""
        law = _tallies(dice, winning, alike)
        return law if self.exact else law.fast()

    def unanswered(self, _pool: str, hits: Law[int], winning: int, /, *, per_hit: int = 1, extra: int = 0) -> Law[int]:
        """Hits that are each cancelled with one chance stay binomial."""
        p = self.chance(winning)
        if per_hit == 1 and extra == 0 and isinstance(hits, Binomial):
            return hits.thinned(1 - p)
        return hits.then(lambda n: _left(n, Binomial(per_hit * n + extra, p)))

    def total(self, _pool: str, dice: int, /) -> Law[int]:
        """The law of the sum."""
        law = sum_of_dice(dice, SIDES)
        return law if self.exact else law.fast()


def _left(hits: int, cancelled: Law[int]) -> Law[int]:
    return cancelled.map(lambda successes: max(0, hits - successes))


EXACT = Odds(exact=True)
FAST = Odds(exact=False)


@lru_cache(maxsize=256)
def _tallies(dice: int, winning: int, alike: int, /) -> Law[PoolTally]:
    """Every way the dice can share out among the faces, one face at a time."""
    ways = {(dice, PoolTally(0, False)): 1}
    for face in range(1, SIDES + 1):
        wins = succeeds(face, winning)
        after: dict[tuple[int, PoolTally], int] = {}
        for (left, seen), count in ways.items():
            for showing in range(left + 1) if face < SIDES else (left,):
                hits = seen.successes + (showing if wins else 0)
                key = (left - showing, PoolTally(hits, seen.alike or showing >= alike))
                after[key] = after.get(key, 0) + count * comb(left, showing)
        ways = after
    return Law({seen: Fraction(count, SIDES**dice) for (_, seen), count in ways.items()})


class PoolRoll(msgspec.Struct, frozen=True):
    """One pool that was rolled: its faces, and how many of them succeed, or their sum when none is counted."""

    pool: str
    faces: tuple[int, ...]
    winning: int | None
    result: int


class MoreDice(Exception):
    """The faces given so far end before this pool: it is what must be rolled next."""

    def __init__(self, pool: str, dice: int) -> None:
        super().__init__(f"{dice} dice are due for {pool}")
        self.pool = pool
        self.dice = dice


class Fallen(msgspec.Struct):
    """
    Dice that have fallen: faces typed by people or drawn, taken in order, a pool in one run.

    `MoreDice` says which pool comes next when the faces run out; `left` are faces nobody asked for.
    """

    faces: Iterator[int]
    steps: list[PoolRoll] = []

    @staticmethod
    def of(faces: Iterable[int]) -> Fallen:
        """Faces in the order they are read."""
        return Fallen(iter(faces))

    @property
    def left(self) -> tuple[int, ...]:
        """The faces no pool asked for; only for faces that end."""
        return tuple(self.faces)

    def successes(self, pool: str, dice: int, winning: int, /) -> Law[int]:
        """Count the successes on the table."""
        return Law.sure(self._count(pool, dice, winning))

    def tally(self, pool: str, dice: int, winning: int, alike: int, /) -> Law[PoolTally]:
        """Count the successes and the faces that are alike."""
        hits = self._count(pool, dice, winning)
        shown = Counter(self.steps[-1].faces) if dice else Counter[int]()
        return Law.sure(PoolTally(hits, max(shown.values(), default=0) >= alike))

    def unanswered(self, pool: str, hits: Law[int], winning: int, /, *, per_hit: int = 1, extra: int = 0) -> Law[int]:
        """Roll one die per hit, and the extra ones if there is anything to cancel."""
        due = hits.outcome
        return Law.sure(max(0, due - self._count(pool, per_hit * due + extra, winning)) if due else 0)

    def total(self, pool: str, dice: int, /) -> Law[int]:
        """Add the faces up."""
        faces = self._take(pool, dice)
        self.steps.append(PoolRoll(pool, faces, None, sum(faces)))
        return Law.sure(sum(faces))

    def _count(self, pool: str, dice: int, winning: int) -> int:
        if dice == 0:
            return 0
        faces = self._take(pool, dice)
        result = sum(succeeds(face, winning) for face in faces)
        self.steps.append(PoolRoll(pool, faces, winning, result))
        return result

    def _take(self, pool: str, dice: int) -> tuple[int, ...]:
        faces = tuple(face for _, face in zip(range(dice), self.faces, strict=False))
        if len(faces) < dice:
            raise MoreDice(pool, dice)
        return faces
