"""
Matchings without weights: as many pairs as possible, and who can be spared.

A graph of m players is a list of m bit masks: bit u of `graph[v]` says that v and u may be paired. A matching is a
list: `mate[v]` is v's partner, or -1. The search is Edmonds': grow a tree of alternating paths from a player
without partner and shrink odd cycles into their base.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heraut.tournament.pairing.field import Couple, PairingField

NOBODY = -1


def bits(mask: int) -> Iterator[int]:
    """The places of the ones, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Forest:
    """
    Everything reachable from players without partner, the roots, by alternating paths.

    `even` holds the players at an even distance: exactly those who could be without partner in a root's place.
    `found` is another player without partner at the end of an augmenting path, or -1. Several roots may be asked at
    once only of a greatest matching, in which no such path leads from one to another.
    """

    def __init__(self, graph: list[int], mate: list[int], alive: int, roots: Sequence[int]) -> None:
        self._graph, self._mate = graph, mate
        self._parent = [NOBODY] * len(graph)
        self._base = list(range(len(graph)))
        self._inside = [1 << v for v in range(len(graph))]
        self._queue = list(roots)
        self.even = sum(1 << root for root in roots)
        self._fresh = alive & ~self.even
        self.found = self._grow()

    def _grow(self) -> int:
        graph, mate = self._graph, self._mate
        for v in self._queue:
            while fresh := graph[v] & self._fresh:
                u = (fresh & -fresh).bit_length() - 1
                self._parent[u] = v
                self._fresh ^= 1 << u
                if mate[u] == NOBODY:
                    return u
                self._fresh ^= 1 << mate[u]
                self.even |= 1 << mate[u]
                self._queue.append(mate[u])
            while clash := graph[v] & self.even & ~self._inside[self._base[v]]:
                self._shrink(v, (clash & -clash).bit_length() - 1)
        return NOBODY

    def _shrink(self, v: int, u: int) -> None:
        """The edge between two even players closes an odd cycle: all of it becomes even."""
        base = self._common_base(v, u)
        cycle = self._climb(v, base, u) | self._climb(u, base, v) | self._inside[base]
        for x in bits(cycle & ~self.even):
            self._queue.append(x)
        self.even |= cycle
        self._inside[base] = cycle
        for x in bits(cycle):
            self._base[x] = base

    def _common_base(self, v: int, u: int) -> int:
        seen = 0
        v = self._base[v]
        while True:
            seen |= 1 << v
            if self._mate[v] == NOBODY:
                break
            v = self._base[self._parent[self._mate[v]]]
        u = self._base[u]
        while not seen >> u & 1:
            u = self._base[self._parent[self._mate[u]]]
        return u

    def _climb(self, v: int, base: int, child: int) -> int:
        """Walk from v up to the base, leaving at each even player the way across the cycle."""
        passed = 0
        while self._base[v] != base:
            odd = self._mate[v]
            passed |= self._inside[self._base[v]] | self._inside[self._base[odd]]
            self._parent[v] = child
            child, v = odd, self._parent[odd]
        return passed

    def augment(self) -> None:
        """Make one pair more along the path to `found`."""
        self._flip(self.found)

    def spare(self, v: int) -> None:
        """Leave the even player v without partner in a root's place."""
        freed = self._mate[v]
        if freed != NOBODY:
            self._mate[v] = NOBODY
            self._flip(freed)

    def _flip(self, v: int) -> None:
        mate = self._mate
        while v != NOBODY:
            above = self._parent[v]
            following = mate[above]
            mate[v], mate[above] = above, v
            v = following


def greatest_matching(graph: list[int], alive: int) -> list[int]:
    """A matching of the living players with as many pairs as there can be."""
    mate = _first_come(graph, alive)
    for v in bits(alive):
        if mate[v] == NOBODY:
            forest = Forest(graph, mate, alive, (v,))
            if forest.found != NOBODY:
                forest.augment()
    return mate


def _first_come(graph: list[int], alive: int) -> list[int]:
    mate = [NOBODY] * len(graph)
    free = alive
    for v in bits(alive):
        if mate[v] == NOBODY and (options := graph[v] & free & ~(1 << v)):
            u = (options & -options).bit_length() - 1
            mate[v], mate[u] = u, v
            free &= ~(1 << v | 1 << u)
    return mate


def single(mate: list[int], alive: int) -> list[int]:
    """The living players without partner."""
    return [v for v in bits(alive) if mate[v] == NOBODY]


def spareable(graph: list[int], mate: list[int], alive: int) -> int:
    """Who is left out by at least one of the greatest matchings; `mate` is one of them."""
    return Forest(graph, mate, alive, single(mate, alive)).even


def swapped(graph: list[int], mate: list[int], widow: int, wanted: int) -> bool:
    """
    Free a player by the shortest path, if it is there: the widow takes the wanted player's partner.

    Most choices are settled here; where this fails a `Forest` tells.
    """
    left = mate[wanted]
    if left != NOBODY:
        if not graph[widow] >> left & 1:
            return False
        mate[widow], mate[left] = left, widow
    mate[wanted] = NOBODY
    return True


def walk_inside(field: PairingField, players: Sequence[int]) -> list[Couple]:
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
