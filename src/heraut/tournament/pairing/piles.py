"""
Steamroller piles walked from the top [SR-PAIR-3 to SR-PAIR-7].

A pile with an even number of players that can be paired inside leaves the piles below alone. A pile with an odd
number sends one player to the next pile, which then has one less: such a *chain* runs down until a pile closes it.
As long as each pile of a chain floats as few players as its parity asks, and each float goes down one pile only, no
pairing of the round can be better, and counting pairs decides every choice.

Where none can be paired at the bound of its parity [SR-PAIR-7], some piles are weighed together: a *window* runs from
one pile down to a pile large enough to take in everyone between and still be paired inside; the players of that pile
stand in it without names.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.tournament.pairing.field import Couple, Couples, PairingField, safe_size, walk_freely
from heraut.tournament.pairing.forest import bits, greatest_matching, single, spareable, walk_inside
from heraut.tournament.pairing.weighted import MOST_WISHED, Cost, Digits, TooManyWishes, least_cost_matching

NO_PILE = -1


class Piles:
    """What can be asked of the piles below the one being paired. Answers are kept: a pile is asked many times."""

    def __init__(self, field: PairingField, piles: Sequence[Sequence[int]]) -> None:
        self.field = field
        self.piles = [list(pile) for pile in piles]
        self.reluctance = field.reluctance(range(len(field)))
        self._inside = [self._reluctance_inside(pile) for pile in self.piles]
        self._closed: dict[tuple[int, bool], bool] = {}
        self._good: dict[tuple[int, int], bool] = {}

    def _reluctance_inside(self, pile: Sequence[int]) -> int:
        """A close count where it pays: in a large pile the walk seldom reaches the point where it matters."""
        if len(pile) > 8 * safe_size(self.reluctance):
            return self.reluctance
        return self.field.reluctance_inside(pile)

    def safe(self, pile: int) -> int:
        """From how many players on any even part of the pile can be paired inside it."""
        return safe_size(self._inside[pile])

    def below(self, pile: int) -> list[int]:
        """Everyone in the piles under this one."""
        return [player for lower in self.piles[pile + 1 :] for player in lower]

    def closed(self, pile: int, *, kin: bool = True) -> bool:
        """Whether the piles under this one can be paired among themselves without a fault; without `kin`, a rematch."""
        key = (pile, kin)
        if key not in self._closed:
            lower, reluctance = sum(map(len, self.piles[pile + 1 :])), self.reluctance if kin else self.field.longest
            self._closed[key] = lower >= safe_size(reluctance) or self._perfect(self.below(pile), kin=kin)
        return self._closed[key]

    def _perfect(self, players: Sequence[int], *, kin: bool = True) -> bool:
        graph, alive = self.field.graph(players, kin=kin), (1 << len(players)) - 1
        return not single(greatest_matching(graph, alive), alive)

    def welcomes(self, pile: int, guest: int) -> bool:
        """Whether the pile can give that one of its players to a float from above and go on as well as can be."""
        key = (pile, guest)
        if key not in self._good:
            rest = [player for player in self.piles[pile] if player != guest]
            self._good[key] = self.goes_on(pile, rest)
        return self._good[key]

    def goes_on(self, pile: int, rest: Sequence[int]) -> bool:
        """Whether what is left of a pile can be paired at the bound of its parity, and all below it as well."""
        if len(rest) % 2 == 0:
            return self.closed(pile) and (len(rest) >= self.safe(pile) or self._perfect(rest))
        if len(rest) > max(self.safe(pile), self.reluctance + 1):
            return pile + 1 < len(self.piles) and any(self.welcomes(pile + 1, guest) for guest in self.piles[pile + 1])
        graph, alive = self.field.graph(rest), (1 << len(rest)) - 1
        mate = greatest_matching(graph, alive)
        return len(single(mate, alive)) == 1 and any(
            self.can_float(pile, rest[x]) for x in bits(spareable(graph, mate, alive))
        )

    def can_float(self, pile: int, player: int) -> bool:
        """Whether the player can go down one pile."""
        return self.landing(pile, player) is not None

    def landing(self, pile: int, player: int) -> int | None:
        """The first player of the next pile whom a float from this pile may meet."""
        if pile + 1 == len(self.piles):
            return None
        return next(
            (
                guest
                for guest in self.piles[pile + 1]
                if self.field.free(player, guest) and self.welcomes(pile + 1, guest)
            ),
            None,
        )

    def take(self, pile: int, players: Sequence[int]) -> None:
        """Remove players met by floats from above. Whom this pile welcomes is not asked again: it is next."""
        if players:
            gone = set(players)
            self.piles[pile] = [player for player in self.piles[pile] if player not in gone]


def pair_pile(piles: Piles, pile: int) -> Couples | None:
    """The pairs of this pile at its parity's bound, its float included; None when the bound cannot be had."""
    players = piles.piles[pile]
    if not players:
        return Couples()
    if not piles.goes_on(pile, players):
        return _pair_kin(piles, pile)
    if len(players) % 2 == 0:
        couples, left = walk_freely(piles.field, players, piles.safe(pile))
        couples.extend(walk_inside(piles.field, left))
        return couples
    keep = max(piles.safe(pile), piles.reluctance + 1) + 1
    couples, left = walk_freely(piles.field, players, keep | 1)
    couples.extend(_walk_with_float(piles, pile, left))
    return couples


def _pair_kin(piles: Piles, pile: int) -> Couples | None:
    """
    An even pile with as few kin as possible, where nothing but kin stands in the way of pairing it inside.

    The piles below are left alone, as they can be paired without a rematch.
    """
    players = piles.piles[pile]
    if not piles.field.has_kin or len(players) % 2 or not piles.closed(pile, kin=False):
        return None
    couples = walk_inside(piles.field, players)
    return None if any(piles.field.have_met(*couple) for couple in couples) else Couples(couples)


def _walk_with_float(piles: Piles, pile: int, players: Sequence[int]) -> list[Couple]:
    """The walk through an odd number of players, one of whom goes down a pile."""
    field = piles.field
    graph, alive = field.graph(players), (1 << len(players)) - 1
    floats = sum(1 << place for place, player in enumerate(players) if piles.can_float(pile, player))
    couples: list[Couple] = []
    while alive:
        first = (alive & -alive).bit_length() - 1
        alive ^= 1 << first
        second = next((c for c in bits(graph[first] & alive) if _leaves_float(graph, alive ^ 1 << c, floats)), None)
        if second is None:
            guest = piles.landing(pile, players[first])
            assert guest is not None
            rest = [players[place] for place in bits(alive)]
            return [*couples, (players[first], guest), *walk_inside(field, rest)]
        couples.append((players[first], players[second]))
        alive ^= 1 << second
    return couples


def _leaves_float(graph: list[int], alive: int, floats: int) -> bool:
    mate = greatest_matching(graph, alive)
    return len(single(mate, alive)) == 1 and bool(spareable(graph, mate, alive) & floats)


class PairingWindow(msgspec.Struct, frozen=True):
    """
    The players weighed together, in order, with the pile and points of each.

    `floor` are the points of the large pile under the window; None when the window reaches the bottom.
    """

    players: list[int]
    pile_of: list[int]
    points: list[int]
    floor: int | None


def pair_window(piles: Piles, pile: int, points: Sequence[int]) -> tuple[Couples, int]:
    """The pairs of the window that begins at this pile, and the pile at which the walk goes on."""
    end = _end(piles, pile)
    lower = sum(map(len, piles.piles[pile + 1 : end]))
    keep = safe_size(piles.reluctance) + 2 * lower + 2
    paired, left = walk_freely(piles.field, piles.piles[pile], keep)
    window = _open(piles, pile, end, left, points)
    if len(window.players) > MOST_WISHED and piles.field.has_kin:
        raise TooManyWishes
    paired.extend(_land(piles, end, _weigh(piles.field, window)))
    return paired, end


def _end(piles: Piles, pile: int) -> int:
    """The first pile below that can take in everyone between and still be paired inside; else the bottom."""
    between = min(len(piles.piles[pile]), safe_size(piles.reluctance) + 2)
    for lower in range(pile + 1, len(piles.piles)):
        if len(piles.piles[lower]) >= safe_size(piles.reluctance) + 4 * between + 4:
            return lower
        between += len(piles.piles[lower])
    return len(piles.piles)


def _open(piles: Piles, pile: int, end: int, left: list[int], points: Sequence[int]) -> PairingWindow:
    groups = [left, *piles.piles[pile + 1 : end]]
    players = [player for group in groups for player in group]
    pile_of = [number for number, group in enumerate(groups) for _ in group]
    floor = points[piles.piles[end][0]] if end < len(piles.piles) else None
    return PairingWindow(players, pile_of, [points[player] for player in players], floor)


def _weigh(field: PairingField, window: PairingWindow) -> list[tuple[int, int | None]]:
    """The pairs in walking order; None stands for somebody of the large pile below."""
    n, falls = len(window.players), max(window.points) - (min(window.points) if window.floor is None else window.floor)
    piles = window.pile_of[-1] + 1
    sizes = [window.pile_of.count(pile) for pile in range(piles)]
    digits = Digits([n, *(width for size in sizes for width in (size, size * falls)), n, *([2 * n] * n)])
    costs: list[list[Cost]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            costs[i][j] = costs[j][i] = _cost(field, window, digits, i, j)
    if window.floor is not None:
        _dig(window, digits, costs)
    mate = least_cost_matching(costs)
    return [(window.players[i], window.players[j] if j < n else None) for i, j in enumerate(mate[:n]) if i < j]


def _cost(field: PairingField, window: PairingWindow, digits: Digits, i: int, j: int) -> int:
    one, other = window.players[i], window.players[j]
    wishes = 2 * window.pile_of[-1] + 3
    kin = field.are_kin(one, other)
    cost = digits.at(wishes, int(kin)) + digits.at(wishes + 1 + i, j - i - 1 + (len(window.players) if kin else 0))
    if field.have_met(one, other):
        cost += digits.at(0, 1)
    return cost + _fall(window, digits, i, window.pile_of[j], window.points[j])


def _fall(window: PairingWindow, digits: Digits, i: int, pile: int, points: int) -> int:
    own = window.pile_of[i]
    if own == pile:
        return 0
    return digits.at(1 + 2 * own, 1) + digits.at(2 + 2 * own, window.points[i] - points)


def _dig(window: PairingWindow, digits: Digits, costs: list[list[Cost]]) -> None:
    """Add as many nameless players of the pile below as there are in the window."""
    n, wishes = len(window.players), 2 * window.pile_of[-1] + 3
    assert window.floor is not None
    downs: list[Cost] = [
        _fall(window, digits, i, NO_PILE, window.floor) + digits.at(wishes + 1 + i, n - i - 1) for i in range(n)
    ]
    for i in range(n):
        costs[i] = [*costs[i], *([downs[i]] * n)]
    costs.extend([*downs, *(None if i == j else 0 for j in range(n))] for i in range(n))


def _land(piles: Piles, end: int, couples: Sequence[tuple[int, int | None]]) -> list[Couple]:
    """Give each float to the pile below the first player of it they are free to play."""
    landed: list[Couple] = []
    taken: set[int] = set()
    for one, other in couples:
        if other is not None:
            landed.append((one, other))
            continue
        guest = next(guest for guest in piles.piles[end] if guest not in taken and piles.field.free(one, guest))
        taken.add(guest)
        landed.append((one, guest))
    if taken:
        piles.take(end, tuple(taken))
    return landed
