"""
The walk where an early choice may spoil a later one.

Edges of the graph are pairs without fault. Faults are all alike here, so that counting them is enough; whom the rest
can spare is read from alternating paths.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.tournament.pairing.field import Field
from heraut.tournament.pairing.forest import NOBODY, Forest, bits, greatest_matching, single, swapped
from heraut.tournament.pairing.line import Couple


def walk_inside(field: Field, players: Sequence[int]) -> list[Couple]:
    """
    The walk through an even number of players who are all paired among themselves.

    As few faults as possible, and kin rather than a repeat meeting. It is the best walk unless somebody meets again.
    """
    graph = field.graph(players)
    mate = greatest_matching(graph, (1 << len(players)) - 1)
    lesser = field.graph(players, kin=False) if field.has_kin else None
    return [(players[i], players[j]) for i, j in walk_carefully(graph, mate, lesser)]


def walk_carefully(graph: list[int], mate: list[int], lesser: list[int] | None = None) -> list[Couple]:
    """
    The walk through players named by their places; `mate` is one of the greatest matchings and is used up.

    As many pairs as possible are edges of the graph, the rest are not; each player from the top meets the first
    opponent that keeps it so. Who can have no edge meets, if possible, somebody by an edge of the `lesser` graph.
    Should all other pairs turn out to be edges of it, then no pairing comes before this one: whoever was passed over
    would have cost an edge of the graph.
    """
    alive = (1 << len(graph)) - 1
    couples = []
    while alive:
        first = (alive & -alive).bit_length() - 1
        alive ^= 1 << first
        second = _opponent(graph, mate, alive, first, 0 if lesser is None else lesser[first])
        couples.append((first, second))
        alive ^= 1 << second
        if mate[second] != NOBODY:
            mate[mate[second]] = NOBODY
    return couples


def _opponent(graph: list[int], mate: list[int], alive: int, first: int, lesser: int) -> int:
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
        forest = Forest(graph, mate, alive, (widow,))
        if forest.found != NOBODY:
            forest.augment()
            return next(bits(options))
    elif options:
        return next(bits(options))
    return _spare_first(graph, mate, alive, (options, lesser & alive, alive))


def _spare_first(graph: list[int], mate: list[int], alive: int, choices: tuple[int, ...]) -> int:
    """The first who can be spared of the best choice that has any."""
    forest = Forest(graph, mate, alive, single(mate, alive))
    chosen = next(bits(next(spare for options in choices if (spare := options & forest.even))))
    forest.spare(chosen)
    return chosen
