"""An action played with every throw its dice can show: the slow, obvious judge of the odds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from heraut.dice import Law
from heraut.kernel.message import Command, Event, Roll
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.answers import Choose, DiceRolled
from heraut.skirmish.attack import BlowRead
from heraut.skirmish.harm import Harmed
from heraut.skirmish.model import DiceModel, level
from heraut.skirmish.moves import DodgeMade
from heraut.skirmish.need import DecisionNeed, DiceNeed, Need, Pool
from heraut.skirmish.state import State

LATER = ("critical", "balance", "landing", "breakage", "fatigue", "stray")
"""Rolls that come once the blow is settled."""


class End(NamedTuple):
    """How an attack ended: the word, the levels lost of each kind by the target, the level won in a contest."""

    end: str
    wounds: int
    fatigue: int
    won: int


@cache
def classes(model: DiceModel, dice: int, sides: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """A throw for each (total, critical failure), with the chance of its like."""
    seen: dict[tuple[int, bool], list[tuple[int, ...]]] = defaultdict(list)
    for faces in product(range(1, sides + 1), repeat=dice):
        thrown = model.roll(dice, 0, iter(faces))
        seen[thrown.total, thrown.critical].append(faces)
    return tuple((alike[0], Fraction(len(alike), sides**dice)) for alike in seen.values())


class Played:
    """Every end of an action with its chance, and the pools that were asked for on the way."""

    def __init__(self, state: State, command: Command, *, choose: str = "none", until: tuple[str, ...] = LATER) -> None:
        self.choose, self.until = choose, until
        self.pools: dict[str, Pool] = {}
        self.ends: list[tuple[Fraction, tuple[Event, ...], Need | None]] = []
        self._go(state, command, Fraction(1), ())

    def law(self, read: Callable[[tuple[Event, ...], Need | None], object]) -> Law[object]:
        gathered: dict[object, Fraction] = defaultdict(Fraction)
        for chance, events, need in self.ends:
            gathered[read(events, need)] += chance
        return Law(gathered)

    def _go(self, state: State, command: Command, chance: Fraction, told: tuple[Event, ...]) -> None:
        outcome = engine.decide(state, command)
        assert not isinstance(outcome, Refusal), outcome
        for event in outcome:
            state = engine.evolve(state, event)
        told += outcome
        need = state.pending.need if state.pending is not None else None
        match need:
            case DiceNeed(pools=(pool,)) if pool.roll not in self.until:
                self.pools[self._name(pool)] = pool
                for faces, share in classes(state.model, pool.dice, pool.sides):
                    self._go(state, Roll(faces=faces), chance * share, told)
            case DecisionNeed():
                option = self.choose if self.choose in need.options else "none"
                self._go(state, Choose(seat=ORGANISER, option=option), chance, told)
            case _:
                self.ends.append((chance, told, need))

    def _name(self, pool: Pool) -> str:
        """The first to ask has the plain name; margin dice are those of one throw, not of the roll."""
        known = self.pools.get(pool.roll)
        return pool.roll if known is None or known.who == pool.who else f"{pool.roll} of the other"


def without_margin(pool: Pool) -> Pool:
    """The pool of the barest hit."""
    margin = sum(part.dice for part in pool.parts if part.code == "margin")
    return Pool(who=pool.who, roll=pool.roll, dice=pool.dice - margin, sides=pool.sides, flat=pool.flat)


def ended(target: str, base: int, *, reaches: bool = False) -> Callable[[tuple[Event, ...], Need | None], End]:
    """Read the end of an attack from its events; `base` is what it must beat before any dodge."""

    def read(events: tuple[Event, ...], need: Need | None) -> End:
        rolled = [event for event in events if isinstance(event, DiceRolled)]
        attack = next((event for event in rolled if event.roll in ("attack", "shot")), None)
        if attack is None:
            return End("unbalanced", 0, 0, 0)
        harmed = [event for event in events if isinstance(event, Harmed) and event.who == target]
        contest = [event.total for event in rolled if event.roll.endswith("-contest")]
        lead = contest[0] - contest[1] if contest else 0
        return End(
            _word(events, attack, need, attack.total >= base if reaches else attack.total > base),
            sum(event.wounds for event in harmed),
            sum(event.fatigue for event in harmed),
            level(lead) if lead > 0 else 0,
        )

    return read


def _word(events: tuple[Event, ...], attack: DiceRolled, need: Need | None, through: bool) -> str:
    if any(isinstance(event, BlowRead) and event.hit for event in events):
        return "hit"
    if isinstance(need, DiceNeed) and need.pools[0].roll == "stray":
        return "stray"
    if attack.critical:
        return "fumble"
    return "dodged" if through and any(isinstance(event, DodgeMade) for event in events) else "miss"
