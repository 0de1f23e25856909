"""The contenders as numbers 0..n-1 in the order they are walked through: who has met whom, who is kin to whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import lcm

from heraut.tournament.pairing.contender import Contender, Wishes


class Field:
    """
    Players are named by their place in the order.

    `met[i]` holds whom i has met, `kin[i]` the club and team that keep i apart from their other members this
    round, as far as the wishes ask.
    """

    def __init__(self, contenders: Sequence[Contender], wishes: Wishes, round: int) -> None:
        self.contenders = contenders
        place = {contender.id: i for i, contender in enumerate(contenders)}
        opponents = [[place[seat] for seat in contender.met if seat in place] for contender in contenders]
        self.met: list[set[int]] = [set(listed) for listed in opponents]
        self._often = _counted(opponents, self.met)
        for i, listed in enumerate(opponents):  # a history may name a game at one of its players only
            for j in listed:
                self.met[j].add(i)
        clubs = wishes.clubs_apart.holds(round)
        teams = wishes.teams_apart.holds(round)
        self.kin = [(c.club if clubs else None, c.team if teams else None) for c in contenders]
        self.has_kin = any(club is not None or team is not None for club, team in self.kin)

    def __len__(self) -> int:
        return len(self.contenders)

    def times(self, i: int, j: int) -> int:
        """How often the two have met."""
        if j not in self.met[i]:
            return 0
        return self._often.get((i, j), 1)

    def are_kin(self, i: int, j: int) -> bool:
        """Whether a wish in force keeps these two apart."""
        (club, team), (other_club, other_team) = self.kin[i], self.kin[j]
        return (club is not None and club == other_club) or (team is not None and team == other_team)

    def free(self, i: int, j: int) -> bool:
        """Whether nothing speaks against this pair."""
        return j not in self.met[i] and not (self.has_kin and self.are_kin(i, j))

    def part(self, players: Sequence[int]) -> Field:
        """These players alone, under the same wishes."""
        part = Field([self.contenders[player] for player in players], Wishes(), 0)
        part.kin = [self.kin[player] for player in players]
        part.has_kin = self.has_kin
        return part

    def without_kin(self) -> Field:
        """The same field with the wishes about clubs and teams given up."""
        return Field(self.contenders, Wishes(), 0)

    def reluctance(self, players: Iterable[int]) -> int:
        """The greatest number of opponents that anyone among these is not free to play, or a little more."""
        members = list(players)
        most = max((len(self.met[i]) for i in members), default=0)
        if not self.has_kin:
            return most
        clubs = Counter(self.kin[i][0] for i in members)
        teams = Counter(self.kin[i][1] for i in members)
        return max((len(self.met[i]) + _mates(clubs, self.kin[i][0]) + _mates(teams, self.kin[i][1])) for i in members)

    def graph(self, players: Sequence[int]) -> list[int]:
        """Who is free to play whom among these, as bit masks by their places in the sequence."""
        everyone = (1 << len(players)) - 1
        place = {player: bit for bit, player in enumerate(players)}
        graph = []
        for bit, player in enumerate(players):
            barred = 1 << bit
            for other in self.met[player]:
                if other in place:
                    barred |= 1 << place[other]
            graph.append(everyone & ~barred)
        if self.has_kin:
            self._part_kin(players, graph)
        return graph

    def _part_kin(self, players: Sequence[int], graph: list[int]) -> None:
        for group in (0, 1):
            members: dict[str, int] = {}
            for bit, player in enumerate(players):
                name = self.kin[player][group]
                if name is not None:
                    members[name] = members.get(name, 0) | 1 << bit
            for bit, player in enumerate(players):
                name = self.kin[player][group]
                if name is not None:
                    graph[bit] &= ~members[name]


def _mates(groups: Counter[str | None], name: str | None) -> int:
    return 0 if name is None else groups[name] - 1


def _counted(opponents: Sequence[Sequence[int]], met: Sequence[set[int]]) -> dict[tuple[int, int], int]:
    """Who met more than once, both ways round."""
    often: dict[tuple[int, int], int] = {}
    for i, listed in enumerate(opponents):
        if len(listed) > len(met[i]):
            for j, times in Counter(listed).items():
                often[i, j] = often[j, i] = max(times, often.get((i, j), 1))
    return often


def whole_points(contenders: Sequence[Contender]) -> list[int]:
    """The points as whole numbers on a common scale: exact, and quick to compare."""
    scale = lcm(*{contender.points.denominator for contender in contenders})
    return [contender.points.numerator * (scale // contender.points.denominator) for contender in contenders]


def whole_resistance(contenders: Sequence[Contender]) -> list[int]:
    """The Resistances on a common scale."""
    scale = lcm(*{contender.resistance.denominator for contender in contenders})
    return [contender.resistance.numerator * (scale // contender.resistance.denominator) for contender in contenders]
