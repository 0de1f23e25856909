"""
The luck ledger: rolls of a match against their exact laws.

Each pool of dice has its law; a player's rolls together have the law of their sum. The percentile says how many
players out of a hundred would have had fewer successes with the same dice, those with as many counted by half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

import msgspec

from heraut.dice import FAST, SIDES, PoolRoll, succeeds
from heraut.kernel.codec import Exact, whole_or_exact

Winning = Annotated[int, msgspec.Meta(ge=0, le=SIDES)]


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pool a player rolled: its faces, how many of the highest faces of a die succeed, and what it was for."""

    player: str
    faces: Annotated[tuple[Annotated[int, msgspec.Meta(ge=1, le=SIDES)], ...], msgspec.Meta(max_length=100)]
    winning: Winning
    pool: Annotated[str, msgspec.Meta(max_length=40)] = "pool"

    @property
    def successes(self) -> int:
        """The dice that succeeded."""
        return sum(succeeds(face, self.winning) for face in self.faces)


class Luck(msgspec.Struct, frozen=True):
    """How a player's dice fell so far; `running` is the percentile after each roll."""

    player: str
    dice: int
    successes: int
    expected: Exact
    percentile: float
    running: tuple[float, ...]


OWNERS: Mapping[str, str] = {
    "attack": "attacker",
    "attacker_defence": "attacker",
    "riposte": "defender",
    "defence": "defender",
    "marker_defence": "defender",
    "abuse_row": "attacker",
    "abuse_blast": "attacker",
}
"""Whose dice a pool is: the attacker shoots, charges or casts."""


def rolls(steps: Iterable[PoolRoll], *, attacker: str, defender: str) -> tuple[Rolled, ...]:
    """The pools of one resolution as entries of the ledger; a total has no successes and no entry."""
    players = {"attacker": attacker, "defender": defender}
    return tuple(
        Rolled(players[OWNERS[step.pool]], step.faces, step.winning, step.pool)
        for step in steps
        if step.winning is not None and step.pool in OWNERS
    )


def luck(entries: Iterable[Rolled]) -> tuple[Luck, ...]:
    """Each player's luck, in the order in which they first rolled."""
    by_player: dict[str, list[Rolled]] = {}
    for entry in entries:
        by_player.setdefault(entry.player, []).append(entry)
    return tuple(_luck(player, entries) for player, entries in by_player.items())


def _luck(player: str, entries: list[Rolled]) -> Luck:
    law, successes = [1.0], 0
    running = []
    for entry in entries:
        law = _convolved(law, len(entry.faces), entry.winning)
        successes += entry.successes
        running.append(_percentile(law, successes))
    dice = sum(len(entry.faces) for entry in entries)
    expected = whole_or_exact(Fraction(sum(len(entry.faces) * entry.winning for entry in entries), SIDES))
    return Luck(player, dice, successes, expected, running[-1], tuple(running))


def _convolved(law: list[float], dice: int, winning: int) -> list[float]:
    after = [0.0] * (len(law) + dice)
    for added, chance in FAST.successes("ledger", dice, winning).items():
        for value, weight in enumerate(law):
            after[value + added] += weight * chance
    return after


def _percentile(law: list[float], successes: int) -> float:
    return 100 * (sum(law[:successes]) + law[successes] / 2)
