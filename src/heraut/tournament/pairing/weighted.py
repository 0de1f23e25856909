"""Ordered criteria as one whole number: the least sum is then the lexicographic optimum."""

from __future__ import annotations

from collections.abc import Sequence

MOST_WISHED = 150
"""With more players than this to weigh together, wishes are given up [HOUSE-WISH-5]: the rules alone are quick."""


class TooManyWishes(Exception):
    """The wishes make the round too entangled to weigh them all."""


class Digits:
    """
    An ordered list of criteria packed into one whole number, the first criterion in the highest digits.

    `widths[i]` is the greatest total that criterion i can reach over a whole matching; digits never carry.
    """

    def __init__(self, widths: Sequence[int]) -> None:
        self._shifts = [0] * len(widths)
        shift = 0
        for place in range(len(widths) - 1, -1, -1):
            self._shifts[place] = shift
            shift += widths[place].bit_length()

    def at(self, place: int, amount: int) -> int:
        """The cost of this much of criterion `place`."""
        return amount << self._shifts[place]


Cost = int | None
"""None: these two may not be paired at all."""


class NoPerfectMatching(ValueError):
    """Some player cannot be paired."""


def least_cost_matching(costs: Sequence[Sequence[Cost]]) -> list[int]:
    """The partner of each player in a perfect matching of least total cost; `costs` is symmetric."""
    if not costs:
        return []
    known = [cost for row in costs for cost in row if cost is not None]
    if not known:
        raise NoPerfectMatching
    # Profits so large that one pair more outweighs any saving: the best matching is then perfect if one exists.
    ceiling = (max(known) + 1) * (len(costs) + 1)
    profits = [[0 if cost is None else ceiling - cost for cost in row] for row in costs]
    mate = _Blossoms(profits).solve()
    if min(mate) < 0:
        raise NoPerfectMatching
    return mate


class _Blossoms:
    """
    Greatest total profit; places are numbered from 1, blossoms after the players, 0 is nobody.

    `edge[u][v]` is the pair of players behind the best edge between two places, `lab` the dual values (doubled so
    that they stay whole), `top` the outermost blossom around a place, `side` 0 for even, 1 for odd, -1 for
    unreached places of the present search.
    """

    def __init__(self, profits: Sequence[Sequence[int]]) -> None:
        n = self.n = len(profits)
        size = 2 * n + 1
        self.last = n
        self.profit = [[0] * (n + 1), *([0, *row] for row in profits)]
        self.edge = [[(u, v) if 1 <= u <= n and 1 <= v <= n else (0, 0) for v in range(size)] for u in range(size)]
        self.lab = [max(map(max, profits))] * (n + 1) + [0] * n
        self.match, self.slack, self.parent, self.seen = ([0] * size for _ in range(4))
        self.side = [-1] * size
        self.top = [*range(n + 1), *([0] * n)]
        self.flower: list[list[int]] = [[] for _ in range(size)]
        self.holder = [[u if u == v else 0 for v in range(n + 1)] for u in range(size)]
        self.queue: list[int] = []
        self.stamp = 0

    def solve(self) -> list[int]:
        while self._search():
            pass
        return [self.match[v] - 1 for v in range(1, self.n + 1)]

    def _gap(self, u: int, v: int) -> int:
        """How far the best edge between two places is from being tight."""
        a, b = self.edge[u][v]
        return self.lab[a] + self.lab[b] - 2 * self.profit[a][b]

    def _joined(self, u: int, v: int) -> bool:
        a, b = self.edge[u][v]
        return self.profit[a][b] > 0

    def _note_slack(self, u: int, x: int) -> None:
        if not self.slack[x] or self._gap(u, x) < self._gap(self.slack[x], x):
            self.slack[x] = u

    def _set_slack(self, x: int) -> None:
        self.slack[x] = 0
        for u in range(1, self.n + 1):
            if self.top[u] != x and self.side[self.top[u]] == 0 and self._joined(u, x):
                self._note_slack(u, x)

    def _enqueue(self, x: int) -> None:
        if x <= self.n:
            self.queue.append(x)
        else:
            for part in self.flower[x]:
                self._enqueue(part)

    def _set_top(self, x: int, b: int) -> None:
        self.top[x] = b
        for part in self.flower[x] if x > self.n else ():
            self._set_top(part, b)

    def _place_in(self, b: int, part: int) -> int:
        """The even place of a part in its blossom's cycle, which is turned round if need be."""
        place = self.flower[b].index(part)
        if place % 2 == 0:
            return place
        self.flower[b][1:] = self.flower[b][:0:-1]
        return len(self.flower[b]) - place

    def _set_match(self, u: int, v: int) -> None:
        a, self.match[u] = self.edge[u][v]
        if u <= self.n:
            return
        part = self.holder[u][a]
        place = self._place_in(u, part)
        flower = self.flower[u]
        for i in range(place):
            self._set_match(flower[i], flower[i ^ 1])
        self._set_match(part, v)
        flower[:] = flower[place:] + flower[:place]

    def _augment(self, u: int, v: int) -> None:
        while True:
            onward = self.top[self.match[u]]
            self._set_match(u, v)
            if not onward:
                return
            above = self.top[self.parent[onward]]
            self._set_match(onward, above)
            u, v = above, onward

    def _common_ancestor(self, u: int, v: int) -> int:
        self.stamp += 1
        while u or v:
            if u:
                if self.seen[u] == self.stamp:
                    return u
                self.seen[u] = self.stamp
                u = self.top[self.match[u]]
                u = self.top[self.parent[u]] if u else 0
            u, v = v, u
        return 0

    def _branch(self, x: int, ancestor: int) -> list[int]:
        passed = []
        while x != ancestor:
            y = self.top[self.match[x]]
            passed += [x, y]
            self._enqueue(y)
            x = self.top[self.parent[y]]
        return passed

    def _add_blossom(self, u: int, ancestor: int, v: int) -> None:
        b = self.n + 1
        while b <= self.last and self.top[b]:
            b += 1
        self.last = max(self.last, b)
        self.lab[b] = self.side[b] = 0
        self.match[b] = self.match[ancestor]
        self.flower[b] = [ancestor, *reversed(self._branch(u, ancestor)), *self._branch(v, ancestor)]
        self._set_top(b, b)
        self._join_edges(b)
        self._set_slack(b)

    def _join_edges(self, b: int) -> None:
        for x in range(1, self.last + 1):
            self.edge[b][x] = self.edge[x][b] = (0, 0)
        self.holder[b] = [0] * (self.n + 1)
        for part in self.flower[b]:
            for x in range(1, self.last + 1):
                if not self._joined(b, x) or self._gap(part, x) < self._gap(b, x):
                    self.edge[b][x], self.edge[x][b] = self.edge[part][x], self.edge[x][part]
            for x in range(1, self.n + 1):
                if self.holder[part][x]:
                    self.holder[b][x] = part

    def _expand(self, b: int) -> None:
        for part in self.flower[b]:
            self._set_top(part, part)
        entry = self.holder[b][self.edge[b][self.parent[b]][0]]
        place = self._place_in(b, entry)
        flower = self.flower[b]
        for i in range(0, place, 2):
            odd, even = flower[i], flower[i + 1]
            self.parent[odd] = self.edge[even][odd][0]
            self.side[odd], self.side[even] = 1, 0
            self.slack[odd] = 0
            self._set_slack(even)
            self._enqueue(even)
        self.side[entry] = 1
        self.parent[entry] = self.parent[b]
        for part in flower[place + 1 :]:
            self.side[part] = -1
            self._set_slack(part)
        self.top[b] = 0

    def _take(self, a: int, b: int) -> bool:
        """Use a tight edge; True when it completes an augmenting path."""
        u, v = self.top[a], self.top[b]
        if self.side[v] == -1:
            self.parent[v] = a
            self.side[v] = 1
            beyond = self.top[self.match[v]]
            self.slack[v] = self.slack[beyond] = 0
            self.side[beyond] = 0
            self._enqueue(beyond)
        elif self.side[v] == 0:
            ancestor = self._common_ancestor(u, v)
            if not ancestor:
                self._augment(u, v)
                self._augment(v, u)
                return True
            self._add_blossom(u, ancestor, v)
        return False

    def _search(self) -> bool:
        """One search for one pair more; False when no matching is better."""
        for x in range(1, self.last + 1):
            self.side[x], self.slack[x] = -1, 0
        self.queue = []
        for x in self._tops():
            if not self.match[x]:
                self.parent[x] = self.side[x] = 0
                self._enqueue(x)
        if not self.queue:
            return False
        while True:
            if self._scan():
                return True
            if not self._adjust_duals():
                return False
            if self._use_slack():
                return True
            for b in self._tops(self.n + 1):
                if self.side[b] == 1 and self.lab[b] == 0:
                    self._expand(b)

    def _tops(self, first: int = 1) -> list[int]:
        return [x for x in range(first, self.last + 1) if self.top[x] == x]

    def _scan(self) -> bool:
        for u in self.queue:  # it grows while we read it
            if self.side[self.top[u]] == 1:
                continue
            row, label = self.profit[u], self.lab[u]
            for v in range(1, self.n + 1):
                if row[v] > 0 and self.top[u] != self.top[v]:
                    if label + self.lab[v] == 2 * row[v]:
                        if self._take(u, v):
                            return True
                    else:
                        self._note_slack(u, self.top[v])
        self.queue = []
        return False

    def _adjust_duals(self) -> bool:
        tops = self._tops()
        steps = [self.lab[b] // 2 for b in tops if b > self.n and self.side[b] == 1]
        for x in tops:
            if self.slack[x] and self.side[x] < 1:
                gap = self._gap(self.slack[x], x)
                steps.append(gap if self.side[x] == -1 else gap // 2)
        step = min(steps) if steps else None
        even = [u for u in range(1, self.n + 1) if self.side[self.top[u]] == 0]
        if step is None or any(self.lab[u] <= step for u in even):
            return False
        for u in range(1, self.n + 1):
            side = self.side[self.top[u]]
            self.lab[u] += step if side == 1 else -step if side == 0 else 0
        for b in tops:
            if b > self.n and self.side[b] >= 0:
                self.lab[b] += 2 * step if self.side[b] == 0 else -2 * step
        return True

    def _use_slack(self) -> bool:
        for x in range(1, self.last + 1):
            near = self.slack[x]
            tight = self.top[x] == x and near and self.top[near] != x and self._gap(near, x) == 0
            if tight and self._take(*self.edge[near][x]):
                return True
        return False
