"""
The contenders as numbers 0..n-1 in the order they are walked through: who has met whom, who is kin to whom.

On a field one Swiss system answers for what the other does otherwise: its order, its bye, its pairs, and why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Protocol, cast

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason
from heraut.tournament.pairing.contender import Contender, Wishes


class PairingField:
    """
    Players are named by their place in the order: `line` says which of the contenders stands where.

    `kin[i]` are the club and team that keep i apart from their other members this round, as far as the wishes
    ask; `longest` is the longest history. A large field takes the time its memory takes to be read: contenders are
    read in the order they came in, histories only where they are needed, and nothing is copied.
    """

    def __init__(self, given: Sequence[Contender], line: Sequence[int], wishes: Wishes, round: int) -> None:
        self.given, self.line = given, line
        names = [contender.id for contender in given]
        self.seats = tuple([names[i] for i in line])
        self.histories = [contender.met for contender in given]
        self.longest = max(map(len, self.histories), default=0)
        clubs, teams = wishes.clubs_apart.holds(round), wishes.teams_apart.holds(round)
        self.has_kin = clubs or teams
        self.kin = (
            [(c.club if clubs else None, c.team if teams else None) for c in self.contenders] if self.has_kin else []
        )

    def __len__(self) -> int:
        return len(self.seats)

    @cached_property
    def contenders(self) -> list[Contender]:
        """The contenders in order."""
        return [self.given[i] for i in self.line]

    @cached_property
    def place(self) -> dict[Seat, int]:
        """Where each player stands in the order."""
        return {seat: i for i, seat in enumerate(self.seats)}

    def met(self, i: int) -> tuple[Seat, ...]:
        """Whom the player has met."""
        return self.histories[self.line[i]]

    def have_met(self, i: int, j: int) -> bool:
        """Whether the two have played each other."""
        return self.seats[j] in self.met(i)

    def times(self, i: int, j: int) -> int:
        """How often the two have met."""
        return self.met(i).count(self.seats[j])

    def are_kin(self, i: int, j: int) -> bool:
        """Whether a wish in force keeps these two apart."""
        if not self.has_kin:
            return False
        (club, team), (other_club, other_team) = self.kin[i], self.kin[j]
        return (club is not None and club == other_club) or (team is not None and team == other_team)

    def free(self, i: int, j: int) -> bool:
        """Whether nothing speaks against this pair."""
        return not self.have_met(i, j) and not self.are_kin(i, j)

    def part(self, players: Sequence[int]) -> PairingField:
        """These players alone, under the same wishes."""
        part = PairingField(self.given, [self.line[player] for player in players], Wishes(), 0)
        part.kin = [self.kin[player] for player in players] if self.has_kin else []
        part.has_kin = self.has_kin
        return part

    def without_kin(self) -> PairingField:
        """The same field with the wishes about clubs and teams given up."""
        return PairingField(self.given, self.line, Wishes(), 0)

    def reluctance(self, players: Sequence[int]) -> int:
        """The greatest number of opponents that anyone among these is not free to play, or a little more."""
        if not self.has_kin:
            return self.longest
        clubs, teams = (Counter(self.kin[i][group] for i in players) for group in (0, 1))
        return max(
            (len(self.met(i)) + _mates(clubs, self.kin[i][0]) + _mates(teams, self.kin[i][1]) for i in players),
            default=0,
        )

    def reluctance_inside(self, players: Sequence[int]) -> int:
        """The same, counting only opponents among these players: closer, and slower to find."""
        everyone = len(players)
        return max((everyone - 1 - free.bit_count() for free in self.graph(players)), default=0)

    def graph(self, players: Sequence[int], *, kin: bool = True) -> list[int]:
        """Who is free to play whom among these, as bit masks by their places; without `kin`, who has not met whom."""
        everyone = (1 << len(players)) - 1
        place = {self.seats[player]: bit for bit, player in enumerate(players)}
        graph = []
        for bit, player in enumerate(players):
            barred = 1 << bit
            for other in self.met(player):
                if other in place:
                    barred |= 1 << place[other]
            graph.append(everyone & ~barred)
        if kin and self.has_kin:
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


def whole(numbers: Sequence[int | Fraction]) -> list[int]:
    """Exact numbers as whole numbers on a common scale: quick to compare and to sort by."""
    if set(map(type, numbers)) <= {int}:
        return cast("list[int]", numbers)
    scale = lcm(*{number.denominator for number in numbers})
    return [number.numerator * (scale // number.denominator) for number in numbers]


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


def walk_freely(field: PairingField, line: Sequence[int], keep: int) -> tuple[Couples, list[int]]:
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


def _barred(field: PairingField, line: Sequence[int]) -> list[int]:
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


Why = tuple[Reason, ...]


def reason(clause: str, code: str, **facts: Fact) -> Reason:
    """A reason with its facts by name."""
    return Reason(ClauseId(clause), code, facts)


class SwissMethod(Protocol):
    """How a Swiss system pairs a round and judges one that was paired by hand. Players are places in a field."""

    fewest_clause: str
    """By which there are as few rematches as can be."""
    unavoidable_clause: str
    """By which those are told that cannot be avoided."""

    def line(self, contenders: Sequence[Contender], /) -> list[int]:
        """The order in which the contenders are walked through, each by the place in the list."""

    def judged_line(self, contenders: Sequence[Contender], /) -> list[int]:
        """The same for a round that somebody made, in which no lot decides."""

    def choose_bye(self, field: PairingField, /) -> int:
        """Who sits out, of an odd number."""

    def pair_rest(self, field: PairingField, players: Sequence[int], /) -> tuple[Couples, Iterable[Couple]]:
        """The pairs of an even number of players as they are made, and those of them that may be rematches."""

    def weight(self, times: int, /) -> int:
        """What a pair counts for that has met so many times."""

    def bye_reason(self, field: PairingField, bye: int, /) -> Reason:
        """Why the bye is this player's."""

    def pair_reasons(
        self, field: PairingField, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int], /
    ) -> list[Why]:
        """The reason of each pair, in the order they were made; `again`: how often those have met who meet again."""

    def bye_faults(self, field: PairingField, bye: int, /) -> Iterator[Reason]:
        """What is wrong with a bye by hand."""

    def order_faults(self, field: PairingField, couples: Sequence[Couple], best: Couples, /) -> Iterator[Reason]:
        """Where pairs by hand leave the best ones, rematches aside."""
