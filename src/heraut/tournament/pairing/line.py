"""
The walk from the top.

With n players left of whom each is unfree to play at most r others, any free pair is a safe choice while n - 2 is at
least 2(r + 1): everyone left is then free to play at least half of the rest, and such a group can always be paired
without a fault (Dirac's theorem). So the walk need not look ahead until few are left.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.tournament.pairing.field import Field

Couple = tuple[int, int]


def safe_size(reluctance: int) -> int:
    """From how many players on a group can always be paired without a fault."""
    return 2 * (reluctance + 1)


def walk_freely(field: Field, line: Sequence[int], keep: int) -> tuple[list[Couple], list[int]]:
    """Pair the first with the first it is free to play, again and again, until `keep` or `keep` + 1 are left."""
    n = len(line)
    following = [*range(1, n + 1), 0]
    before = [n, *range(n)]
    couples: list[Couple] = []
    seats, histories, has_kin = field.seats, field.met, field.has_kin
    for _ in range(max(0, (n - keep) // 2)):
        head = following[n] if couples else 0
        first = line[head]
        met = histories[first]
        seat = following[head]
        while seats[line[seat]] in met or (has_kin and field.are_kin(first, line[seat])):
            seat = following[seat]
        couples.append((first, line[seat]))
        for gone in (head, seat):
            following[before[gone]] = following[gone]
            before[following[gone]] = before[gone]
    left = []
    seat = following[n] if couples else 0
    while seat < n:
        left.append(line[seat])
        seat = following[seat]
    return couples, left
