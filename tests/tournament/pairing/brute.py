"""The sheets read aloud: every pairing of a small field, and the best of them by the clauses. Slow and obvious."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from heraut.tournament.pairing.contender import Contender

Couples = tuple[tuple[int, int], ...]


@cache
def all_pairings(players: tuple[int, ...]) -> tuple[Couples, ...]:
    """Every way to pair them, each with the smaller player first, pairs in the order of their first players."""
    return tuple(_all(players))


def _all(players: tuple[int, ...]) -> Iterator[Couples]:
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        for rest in all_pairings(tuple(player for player in others if player != other)):
            yield ((first, other), *rest)


def meetings(field: Sequence[Contender], i: int, j: int) -> int:
    return field[i].met.count(field[j].id)


def kin(field: Sequence[Contender], i: int, j: int) -> int:
    return int(field[i].club is not None and field[i].club == field[j].club)


def saga_cost(field: Sequence[Contender], couples: Couples, *, apart: bool) -> tuple[int, int]:
    """Repeat meetings, each as often as it happened; then members of one club who meet, if that matters."""
    repeats = sum(meetings(field, i, j) for i, j in couples)
    return repeats, sum(kin(field, i, j) for i, j in couples) if apart else 0


def saga_least(field: Sequence[Contender], players: tuple[int, ...], *, apart: bool) -> tuple[int, int]:
    return min(saga_cost(field, couples, apart=apart) for couples in all_pairings(players))


def saga_bye(field: Sequence[Contender], *, apart: bool = False) -> int:
    """ST-PAIR-7, clause by clause; the field is in pairing order."""
    everyone = range(len(field))
    candidates = [i for i in everyone if field[i].byes == min(contender.byes for contender in field)]
    cost = {i: saga_least(field, tuple(j for j in everyone if j != i), apart=apart) for i in candidates}
    return max(i for i in candidates if cost[i] == min(cost.values()))


def saga_couples(field: Sequence[Contender], players: Sequence[int], *, apart: bool = False) -> list[tuple[int, int]]:
    """ST-PAIR-5, step by step."""
    left, made = list(players), []
    while left:
        first, *others = left
        target = saga_least(field, tuple(left), apart=apart)
        listed = sorted(others, key=lambda j: (meetings(field, first, j), kin(field, first, j) if apart else 0, j))
        for other in listed:
            rest = tuple(player for player in others if player != other)
            own = saga_cost(field, ((first, other),), apart=apart)
            least = saga_least(field, rest, apart=apart)
            if (own[0] + least[0], own[1] + least[1]) == target:
                break
        made.append((first, other))
        left = [player for player in others if player != other]
    return made


def steamroller_goal(field: Sequence[Contender], couples: Couples) -> tuple[object, ...]:
    """SR-PAIR-7 (1) and (2): rematches; then pile by pile the floats and the points they fall."""
    rematches = sum(meetings(field, i, j) > 0 for i, j in couples)
    floats = []
    for points in sorted({contender.points for contender in field}, reverse=True):
        falls = [
            points - min(field[i].points, field[j].points)
            for i, j in couples
            if max(field[i].points, field[j].points) == points and field[i].points != field[j].points
        ]
        floats += [len(falls), sum(falls)]
    return rematches, *floats


def steamroller_couples(field: Sequence[Contender], players: Sequence[int], *, apart: bool = False) -> Couples:
    """
    The best by SR-PAIR-7, then by the wish, then the first in the shuffled order, which the field is in.

    In a player's list those who should be kept apart come last.
    """

    def goal(couples: Couples) -> tuple[object, ...]:
        mates = sum(kin(field, i, j) for i, j in couples) if apart else 0
        lists = [(kin(field, i, j) if apart else 0, j) for i, j in couples]
        return *steamroller_goal(field, couples), mates, lists

    return min(all_pairings(tuple(players)), key=goal)


def steamroller_byes(field: Sequence[Contender]) -> set[int]:
    """Everyone the bye may be drawn for [SR-BYE-6, SR-BYE-7]."""
    everyone = range(len(field))
    fewest = [i for i in everyone if field[i].byes == min(contender.byes for contender in field)]
    lowest = [i for i in fewest if field[i].points == min(field[j].points for j in fewest)]
    cost = {
        i: min(
            sum(meetings(field, a, b) > 0 for a, b in couples)
            for couples in all_pairings(tuple(j for j in everyone if j != i))
        )
        for i in lowest
    }
    return {i for i in lowest if cost[i] == min(cost.values())}
