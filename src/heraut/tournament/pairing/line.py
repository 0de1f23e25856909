"""
The walk from the top.

With n players left of whom each is unfree to play at most r others, any free pair is a safe choice while n - 2 is at
least 2(r + 1): everyone left is then free to play at least half of the rest, and such a group can always be paired
without a fault (Dirac's theorem). So the walk need not look ahead until few are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heraut.kernel import Seat
from heraut.tournament.pairing.field import Field

Couple = tuple[int, int]


class Couples:
    """
    Pairs in the order they are made.

    Two plain lists: a tuple for each pair of a large field would call the garbage collector dozens of times, and each
    call goes through everything that the round is made of.
    """

    def __init__(self, couples: Iterable[Couple] = ()) -> None:
        self.firsts: list[int] = []
        self.seconds: list[int] = []
        self.extend(couples)

    def __len__(self) -> int:
        return len(self.firsts)

    def __iter__(self) -> Iterator[Couple]:
        return zip(self.firsts, self.seconds, strict=True)

    def extend(self, couples: Iterable[Couple]) -> None:
        """Add these pairs at the end."""
        for first, second in couples:
            self.firsts.append(first)
            self.seconds.append(second)


def safe_size(reluctance: int) -> int:
    """From how many players on a group can always be paired without a fault."""
    return 2 * (reluctance + 1)


def walk_freely(field: Field, line: Sequence[int], keep: int) -> tuple[Couples, list[int]]:
    """
    Pair the first with the first it is free to play, again and again, until `keep` or `keep` + 1 are left.

    Nearly everybody meets the next in line. Who may not is found beforehand; the others go in one stroke.
    """
    couples, at = Couples(), 0
    waiting: list[int] = []
    wanted = max(0, (len(line) - keep) // 2)
    for stop in (*_barred(field, line), len(line)):
        if stop < at:
            continue
        end = min(stop, at + 2 * (wanted - len(couples)))
        couples.firsts += line[at:end:2]
        couples.seconds += line[at + 1 : end : 2]
        at = end
        if len(couples) == wanted:
            break
        waiting, at = [line[at]], at + 1
        while waiting and len(couples) < wanted:
            first = waiting.pop(0)
            passed = next((place for place, other in enumerate(waiting) if field.free(first, other)), None)
            while passed is None and not field.free(first, line[at]):
                waiting.append(line[at])
                at += 1
            couples.firsts.append(first)
            couples.seconds.append(line[at] if passed is None else waiting.pop(passed))
            at += passed is None
    return couples, [*waiting, *line[at:]]


def _barred(field: Field, line: Sequence[int]) -> list[int]:
    """The even places in the line whose player is not free to play the next one."""
    if field.has_kin:
        return [2 * k for k, couple in enumerate(zip(line[::2], line[1::2], strict=False)) if not field.free(*couple)]
    seats, histories, given = field.seats, field.histories, field.line
    if 2 * len(line) < len(histories):
        return [
            2 * k
            for k, (first, second) in enumerate(zip(line[::2], line[1::2], strict=False))
            if seats[second] in histories[given[first]]
        ]
    following: list[Seat | None] = [None] * len(histories)
    for first, second in zip(line[::2], line[1::2], strict=False):
        following[given[first]] = seats[second]
    asked = enumerate(zip(following, histories, strict=True))
    met = {i for i, (seat, history) in asked if seat is not None and seat in history}
    return [2 * k for k, first in enumerate(line[::2]) if given[first] in met] if met else []
