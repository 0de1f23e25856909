"""
The walk where an early choice may spoil a later one.

Edges of the graph are pairs without fault. Faults are all alike here, so that counting them is enough; whom the rest
can spare is read from alternating trees.
"""

from __future__ import annotations

from heraut.tournament.pairing.forest import NOBODY, Tree, bits, single, swapped
from heraut.tournament.pairing.line import Couple


def walk_carefully(graph: list[int], mate: list[int]) -> list[Couple]:
    """
    The walk through players named by their places; `mate` is one of the greatest matchings and is used up.

    As many pairs as possible are edges of the graph, the rest are not; each player from the top meets the first
    opponent that keeps it so.
    """
    alive = (1 << len(graph)) - 1
    couples = []
    while alive:
        first = (alive & -alive).bit_length() - 1
        alive ^= 1 << first
        second = _opponent(graph, mate, alive, first)
        couples.append((first, second))
        alive ^= 1 << second
        if mate[second] != NOBODY:
            mate[mate[second]] = NOBODY
    return couples


def _opponent(graph: list[int], mate: list[int], alive: int, first: int) -> int:
    """
    The first opponent who costs the rest nothing; the matching is changed to spare that opponent.

    Whoever the rest can spare from a greatest matching costs nothing. Without `first` the rest may even have
    somebody over; then any opponent will do.
    """
    options = graph[first] & alive
    if mate[first] != NOBODY:
        widow = mate[first]
        mate[widow] = NOBODY
        if swapped(graph, mate, widow, wanted := next(bits(options))):
            return wanted
        tree = Tree(graph, mate, alive, widow)
        if tree.found != NOBODY:
            tree.augment()
            return next(bits(options))
    elif options:
        return next(bits(options))
    return _spare_first(graph, mate, alive, options or alive)


def _spare_first(graph: list[int], mate: list[int], alive: int, options: int) -> int:
    trees = [Tree(graph, mate, alive, root) for root in single(mate, alive)]
    spare = 0
    for tree in trees:
        spare |= tree.even
    chosen = next(bits(options & spare))
    next(tree for tree in trees if tree.even >> chosen & 1).spare(chosen)
    return chosen
