"""Fields to pair: random ones, and ones built to be nasty."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from heraut.kernel.names import Seat
from heraut.tournament.lots import Lots
from heraut.tournament.pairing.contender import Contender


def seats(count: int) -> list[Seat]:
    return [Seat(f"p{i:02}") for i in range(count)]


class History:
    """A field whose games are added one by one."""

    def __init__(self, count: int) -> None:
        self.ids = seats(count)
        self.met: list[list[int]] = [[] for _ in range(count)]
        self.points: list[int | Fraction] = [0] * count
        self.wins = [0] * count
        self.byes = [0] * count
        self.clubs: list[str | None] = [None] * count

    def meet(self, i: int, j: int) -> None:
        self.met[i].append(j)
        self.met[j].append(i)

    def contenders(self) -> list[Contender]:
        return [
            Contender(
                id,
                self.points[i],
                self.wins[i],
                tuple(self.ids[j] for j in self.met[i]),
                self.byes[i],
                number=i + 1,
                club=self.clubs[i],
            )
            for i, id in enumerate(self.ids)
        ]


def scattered(lots: Lots, count: int) -> History:
    """Anyone may have met anyone, with any density, any piles, any byes."""
    history = History(count)
    density, piles, often = lots.below(11), 1 + lots.below(5), lots.below(3)
    for i in range(count):
        history.points[i] = lots.below(piles)
        history.wins[i] = lots.below(3)
        history.byes[i] = lots.below(1 + lots.below(3))
        history.clubs[i] = (None, "a", "b", "c")[lots.below(4)]
        for j in range(i):
            if lots.below(10) < density:
                for _ in range(1 + lots.below(1 + often)):
                    history.meet(i, j)
    return history


def nearly_complete(lots: Lots, count: int) -> History:
    """Everybody has met nearly everybody: few pairings without a rematch, or none."""
    history = History(count)
    missing = {tuple(sorted((lots.below(count), lots.below(count)))) for _ in range(count)}
    for i in range(count):
        history.points[i] = lots.below(4)
        for j in range(i):
            if (j, i) not in missing:
                history.meet(i, j)
    return history


def tiny_piles(lots: Lots, count: int) -> History:
    """Every pile has one to three players, who have met inside it."""
    history = History(count)
    pile, points = [0], count
    for i in range(count):
        if len(pile) > lots.below(4):
            pile, points = [], points - 1 - lots.below(3)
        history.points[i] = points
        for j in pile:
            if lots.below(4):
                history.meet(i, j) if i != j else None
        pile.append(i)
    return history


def played(lots: Lots, count: int) -> History:
    """A real event with drops: rounds of chance pairings in which some have left."""
    history = History(count)
    for _ in range(lots.below(count + 2)):
        line = lots.shuffled(range(count))[: count - lots.below(3)]
        if len(line) % 2:
            history.byes[line.pop()] += 1
        for i, j in zip(line[::2], line[1::2], strict=True):
            history.meet(i, j)
            history.points[i] += 1
            history.wins[i] += 1
    return history


def clubs(lots: Lots, count: int) -> History:
    """Few have met, and most are of one club: what a round looks like before anything has happened."""
    history = History(count)
    for i in range(count):
        history.points[i] = lots.below(2)
        history.clubs[i] = ("a", "a", "b", None)[lots.below(4)]
        if lots.below(4) == 0 and i:
            history.meet(i, lots.below(i))
    return history


KINDS = (scattered, nearly_complete, tiny_piles, played, clubs)


def histories(seed: int, how_many: int, most: int) -> Iterator[list[Contender]]:
    """So many fields of 2 to `most` players, each kind in turn."""
    lots = Lots(seed, "histories")
    for number in range(how_many):
        yield KINDS[number % len(KINDS)](lots, 2 + lots.below(most - 1)).contenders()
