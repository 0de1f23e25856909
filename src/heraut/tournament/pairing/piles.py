"""
Steamroller piles walked from the top [SR-PAIR-3 to SR-PAIR-7].

A pile with an even number of players that can be paired inside leaves the piles below alone. A pile with an odd
number sends one player to the next pile, which then has one less: such a *chain* runs down until a pile closes it.
As long as each pile of a chain floats as few players as its parity asks, and each float goes down one pile only, no
pairing of the round can be better, and counting pairs decides every choice. Where that cannot be had, `window` takes
over.
"""

from __future__ import annotations

from collections.abc import Sequence

from heraut.tournament.pairing.field import Couple, Couples, PairingField, safe_size, walk_freely
from heraut.tournament.pairing.forest import bits, greatest_matching, single, spareable, walk_inside


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
