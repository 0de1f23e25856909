"""The least total of a cost over all ways to pair some players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

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
