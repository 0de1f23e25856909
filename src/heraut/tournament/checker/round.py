"""A round as the checker reads it: who was there and what they had; what it may find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason

Points = int | Fraction


class Participant(msgspec.Struct, frozen=True):
    """A player as they stood before the round; `met` counts the games against each opponent."""

    id: Seat
    points: Points = 0
    wins: int = 0
    resistance: Points = 0
    number: int = 0
    byes: int = 0
    met: Mapping[Seat, int] = {}
    group: str | None = None
    """The club or team whose members were to be kept apart in this round, if that was asked."""


class Finding(StrEnum):
    """How sure we are."""

    PROVEN = "proven"
    REFUTED = "refuted"
    OPEN = "open"
    """No fault found, and no proof either: the round is too entangled for the checker."""


class RoundFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The finding on one round, with each fault, or with what the proof rests on."""

    finding: Finding
    reasons: tuple[Reason, ...] = ()


Couple = tuple[Seat, Seat]


def broken(players: Sequence[Participant], couples: Sequence[Couple], bye: Seat | None) -> Iterator[Reason]:
    """Whoever is left out, there twice, or unknown."""
    named = Counter(seat for couple in couples for seat in couple)
    if bye is not None:
        named[bye] += 1
    for player in players:
        times = named.pop(player.id, 0)
        if times != 1:
            yield Reason(ClauseId("SR-ROUND-1"), "check-once", {"seat": player.id, "times": times})
    for stranger in named:
        yield Reason(ClauseId("ST-PAIR-12"), "check-stranger", {"seat": stranger})


P = TypeVar("P")


def least_total(players: Sequence[P], cost: Callable[[P, P], int]) -> int:
    """Over every perfect pairing of an even number of players, by a matching of greatest weight."""
    if not players:
        return 0
    import rustworkx  # noqa: PLC0415  # only the rounds that arithmetic cannot settle need it

    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    costs = {(i, j): cost(players[i], players[j]) for i in range(len(players)) for j in range(i)}
    graph.add_edges_from([(i, j, -amount) for (i, j), amount in costs.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(costs[max(pair), min(pair)] for pair in matching)
