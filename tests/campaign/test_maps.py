from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice

import networkx
import pytest
import shapely

from heraut.campaign.map import Map, MapCode, default_map, default_text, parse, write
from heraut.campaign.map_fairness import StartMeasures, deal, measures, unfairness, unit
from heraut.campaign.map_generator import APART, Ways, _finished, _ground, generate, lay_out, rerouted
from heraut.campaign.situation import situation
from heraut.campaign.tables import Category, terrain
from heraut.campaign.upkeep import territory_incomes
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import SplitMix

SMALL = """map Essai / Trial
size 100 100
territory T01 tower 10 10 Tour / Tower
territory T02 cromlech 50 50 Cromlech
territory T03 mill 90 90 Moulin / Mill
roads T01: T02
roads T02: T03
starts 1: T01
"""


def faults(text: str) -> list[tuple[str, object, object]]:
    found = parse(text)
    assert isinstance(found, Refusal)
    return [(fault.code, fault.subject, fault.asked) for fault in found.all()]


def test_a_map_reads_back_from_its_text():
    for map in (default_map(), generate(3, 1, drafts=1)):
        assert parse(write(map)) == map


@pytest.mark.clause("SC-MAP-6")
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("T01 tower", "T01 lighthouse", [(MapCode.UNKNOWN_TERRAIN, 3, "lighthouse")]),
        ("territory T03", "territory T02", [(MapCode.TERRITORY_TWICE, 5, "T02")]),
        ("90 90", "90 190", [(MapCode.OUTSIDE, 5, "T03")]),
        ("roads T02: T03", "roads T02: T04", [(MapCode.UNKNOWN_TERRITORY, 7, "T04")]),
        ("roads T02: T03", "roads T02: T03 T02", [(MapCode.ROAD_TO_ITSELF, 7, "T02")]),
        ("roads T02: T03", "roads T02: T03 T01", [(MapCode.ROAD_TWICE, 7, "T01–T02")]),
        ("roads T02: T03", "", [(MapCode.NOT_CONNECTED, 5, "T03")]),
        ("starts 1: T01", "starts 1: T02", [(MapCode.START_NOT_NORMAL, 8, "T02")]),
        ("starts 1: T01", "starts 2: T01", [(MapCode.TOO_FEW_STARTS, 8, 1)]),
        ("cromlech 50", "grove 50", [(MapCode.NO_PRESTIGE, 0, None)]),
        ("size 100 100", "size wide", [(MapCode.UNREADABLE, 2, "size wide")]),
        ("roads T01: T02", "roads T01 T02", [(MapCode.UNREADABLE, 6, "roads T01 T02")]),
        ("map Essai", "river Essai", [(MapCode.UNREADABLE, 1, "river Essai / Trial")]),
    ],
)
def test_a_fault_names_its_line(before: str, after: str, expected: list[tuple[str, object, object]]):
    assert faults(SMALL.replace(before, after))[0:1] == expected


@pytest.mark.clause("SC-MAP-6")
def test_all_faults_are_told_at_once_in_the_order_of_the_lines():
    text = SMALL.replace("tower", "hut").replace("roads T02: T03", "roads T02: T02 T09")

    assert [line for _, line, _ in faults(text)] == sorted(line for _, line, _ in faults(text))  # type: ignore[type-var]
    assert len(faults(text)) == 5


@pytest.mark.clause("SC-MAP-6")
def test_an_empty_map_is_refused():
    assert faults("# nothing\n") == [(MapCode.EMPTY, 0, None)]


@pytest.mark.clause("SC-MAP-1")
def test_a_road_joins_two_territories_in_both_directions():
    near = default_map().neighbours

    assert near["T14"] == ("T08", "T09", "T13", "T15", "T19", "T20")
    assert all(one in near[other] for one in near for other in near[one])


@pytest.mark.clause("SC-MAP-2")
def test_the_default_map_has_the_standard_counts():
    counts = Counter(land.terrain for land in default_map().territories.values())
    categories = Counter(land.category for land in default_map().territories.values())

    assert counts == {row.name: row.count for row in terrain()}
    assert categories == {Category.NORMAL: 16, Category.DEVELOPED: 6, Category.PRESTIGE: 5}
    assert len(default_map().roads) == 44


@pytest.mark.clause("SC-MAP-3")
def test_terrain_decides_income_and_nothing_of_a_move():
    state = situation("declare", bands=["1 ana T12: 6"])

    incomes = territory_incomes(state.game, state.board)

    assert [incomes[at] for at in ("T12", "T13", "T14")] == [1, 2, 0]


@pytest.mark.clause("SC-MAP-5")
def test_distance_is_the_smallest_number_of_roads():
    map = default_map()
    graph = networkx.Graph(map.roads)

    assert map.distances["T12"]["T16"] == 6
    for one, other in combinations(map.territories, 2):
        assert map.distances[one][other] == networkx.shortest_path_length(graph, one, other)


def planar_as_drawn(map: Map) -> bool:
    """Slow and obvious: no two roads without a common end meet, by exact fractions."""

    def side(a: str, b: str, c: str) -> int:
        at = map.territories
        return (at[b].x - at[a].x) * (at[c].y - at[a].y) - (at[b].y - at[a].y) * (at[c].x - at[a].x)

    for (a, b), (c, d) in combinations(map.roads, 2):
        if len({a, b, c, d}) == 4 and side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0:
            return False
    return True


def test_the_default_map_is_drawn_without_crossings():
    assert planar_as_drawn(default_map())
    assert default_text().startswith("# The default map")


CORNER_OF_SIX = (Fraction(55, 12), Fraction(31, 6), Fraction(3, 4))


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, StartMeasures("T12", (2, 2, 3, 6, 6), 3, 9, (6,), Fraction(27, 2), Fraction(14), Fraction(5, 2))),
        (3, StartMeasures("T04", (2, 2, 4, 5, 5), 4, 9, (4, 5), Fraction(9), Fraction(9), Fraction(3, 2))),
        (4, StartMeasures("T02", (2, 2, 4, 5, 5), 4, 9, (3, 4, 4), Fraction(27, 4), Fraction(7), Fraction(5, 4))),
        (6, StartMeasures("T02", (2, 2, 4, 5, 5), 4, 9, (3, 3, 4, 4, 5), *CORNER_OF_SIX)),
    ],
)
def test_the_measures_are_those_of_the_sheets_tables(players: int, expected: StartMeasures):
    assert expected in measures(default_map(), default_map().starts[players])


def test_starts_that_are_alike_have_no_unfairness():
    map = default_map()

    assert [unfairness(map, map.starts[players]) for players in (2, 4)] == [0, 0]
    assert unfairness(map, map.starts[5]) > 0


@pytest.mark.clause("SC-MAP-2", "SC-MAP-6", "SC-MAP-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_new_map_is_planar_complete_and_usable(players: int):
    map = generate(players, seed=players, drafts=3)
    spots = [(land.x, land.y) for land in map.territories.values()]

    assert Counter(land.terrain for land in map.territories.values()) == {row.name: row.count for row in terrain()}
    assert planar_as_drawn(map)
    assert networkx.check_planarity(networkx.Graph(map.roads))[0]
    assert networkx.is_connected(networkx.Graph(map.roads))
    assert min((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in combinations(spots, 2)) >= APART**2
    assert len(map.starts[players]) == players
    assert parse(write(map)) == map


@pytest.mark.parametrize(
    ("players", "seeds"),
    [(2, 20), *(pytest.param(*many, marks=pytest.mark.slow) for many in ((3, 10), (4, 8), (5, 10), (6, 3)))],
)
def test_a_new_map_is_at_least_as_fair_as_the_standard_one(players: int, seeds: int):
    standard = unfairness(default_map(), default_map().starts[players])
    new = [generate(players, seed) for seed in range(seeds)]

    assert [map.name_en for map in new if unfairness(map, map.starts[players]) > standard] == []
    for map in new:
        assert min(map.distances[one][other] for one, other in combinations(map.starts[players], 2)) >= 3
        assert min(map.distances[one][other] for one, other in combinations(map.prestige, 2)) >= 3
        assert len({land.name_fr for land in map.territories.values()}) == 27


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_fast_score_of_a_deal_is_the_score_of_fairness(players: int):
    below = SplitMix(players)
    layout = next(found for _ in range(99) if (found := lay_out(27, 44, below)) and _ground(found))
    ground = _ground(layout)
    assert ground is not None
    dealt = deal(ground, players, below)
    assert dealt is not None
    map = _finished(layout, dealt, below)

    assert Fraction(dealt.unfairness, unit(players)) == unfairness(map, map.starts[players])


def test_ways_on_a_map_in_the_making_are_those_of_the_map():
    map = default_map()
    place = {id: number for number, id in enumerate(map.territories)}
    ways = Ways(27, [(place[one], place[other]) for one, other in map.roads])

    for one, other in combinations(map.territories, 2):
        assert ways[place[one]][place[other]] == map.distances[one][other]
    assert Ways(3, [(0, 1)])[0] == [0, 1, -1]


def test_other_roads_are_as_many_cross_nothing_and_look_the_same_from_both_sides():
    below = SplitMix(3)
    layout = next(found for _ in range(99) if (found := lay_out(27, 44, below)))
    others = list(islice(rerouted(layout), 40))

    assert len({other.roads for other in others} - {layout.roads}) == 40
    for other in others:
        across = other.images[1]
        ends = {road: other.spots[road[0]] + other.spots[road[1]] for road in other.roads}
        assert len(other.roads) == 44
        assert {tuple(sorted((across[one], across[two]))) for one, two in other.roads} == set(other.roads)
        assert not any(
            crossing(ends[one], ends[two]) for one, two in combinations(other.roads, 2) if not {*one} & {*two}
        )


def crossing(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return shapely.LineString([one[:2], one[2:]]).intersects(shapely.LineString([other[:2], other[2:]]))


def test_a_seed_gives_the_same_map_for_ever():
    assert write(generate(2, seed=1, drafts=1)) == write(generate(2, seed=1, drafts=1))
    assert generate(2, seed=1, drafts=1) != generate(2, seed=2, drafts=1)
