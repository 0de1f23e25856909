"""The matchings beneath the pairing against every matching there is."""

from __future__ import annotations

import networkx
import pytest

from heraut.tournament.lots import Lots
from heraut.tournament.pairing.forest import Forest, bits, greatest_matching, single, spareable, walk_carefully
from heraut.tournament.pairing.weighted import NoPerfectMatching, least_cost_matching
from tournament.pairing.brute import all_pairings


def random_graph(lots: Lots, count: int) -> list[int]:
    graph, density = [0] * count, lots.below(11)
    for v in range(count):
        for u in range(v):
            if lots.below(10) < density:
                graph[v] |= 1 << u
                graph[u] |= 1 << v
    return graph


def greatest(graph: list[int], players: list[int]) -> int:
    """How many pairs a greatest matching has, by a library."""
    edges = [(v, u) for v in players for u in players if u < v and graph[v] >> u & 1]
    return len(networkx.max_weight_matching(networkx.Graph(edges), maxcardinality=True))


def test_a_greatest_matching_is_as_great_as_any_and_tells_whom_it_can_spare():
    lots = Lots(1, "forest")
    for _ in range(400):
        count = 1 + lots.below(10)
        graph, alive = random_graph(lots, count), (1 << count) - 1
        mate = greatest_matching(graph, alive)
        most = greatest(graph, list(range(count)))

        assert sum(partner >= 0 for partner in mate) == 2 * most
        assert all(partner < 0 or (mate[partner] == v and graph[v] >> partner & 1) for v, partner in enumerate(mate))
        for v in range(count):
            others = [u for u in range(count) if u != v]
            assert bool(spareable(graph, mate, alive) >> v & 1) == (greatest(graph, others) == most)


def test_a_player_is_spared_in_the_place_of_the_root():
    lots = Lots(2, "forest")
    for _ in range(200):
        count = 3 + 2 * lots.below(4)
        graph, alive = random_graph(lots, count), (1 << count) - 1
        mate = greatest_matching(graph, alive)
        for root in single(mate, alive):
            for v in bits(Forest(graph, mate, alive, (root,)).even):
                changed = mate.copy()
                Forest(graph, changed, alive, (root,)).spare(v)

                assert changed[v] < 0
                assert sum(partner >= 0 for partner in changed) == sum(partner >= 0 for partner in mate)
                assert all(p < 0 or (changed[p] == u and graph[u] >> p & 1) for u, p in enumerate(changed))


def test_the_careful_walk_is_the_first_of_the_best():
    lots = Lots(3, "careful")
    for number in range(3000):
        count = 2 * (1 + lots.below(4))
        graph = random_graph(lots, count)

        def faults(couples, graph=graph):
            return sum(not graph[i] >> j & 1 for i, j in couples)

        def lists(couples, graph=graph):
            return [(not graph[i] >> j & 1, j) for i, j in couples]

        best = min(all_pairings(tuple(range(count))), key=lambda couples: (faults(couples), lists(couples)))

        assert walk_carefully(graph, greatest_matching(graph, (1 << count) - 1)) == list(best), number


@pytest.mark.parametrize("most", [2, 7, 10**40])
def test_a_matching_of_least_cost_is_the_cheapest_there_is(most: int):
    lots = Lots(4, "weighted")
    for _ in range(250):
        count = 2 * (1 + lots.below(4))
        graph = random_graph(lots, count)
        costs: list[list[int | None]] = [[None] * count for _ in range(count)]
        for v in range(count):
            for u in bits(graph[v]):
                costs[v][u] = costs[u][v] = lots.below(min(most, 2**60)) * (most // min(most, 2**60))
        totals = [
            sum(costs[i][j] for i, j in couples)
            for couples in all_pairings(tuple(range(count)))
            if all(costs[i][j] is not None for i, j in couples)
        ]

        if not totals:
            with pytest.raises(NoPerfectMatching):
                least_cost_matching(costs)
        else:
            mate = least_cost_matching(costs)
            assert sum(costs[v][u] for v, u in enumerate(mate)) == 2 * min(totals)
