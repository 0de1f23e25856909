"""
New maps: planar, with the counts of the standard map, and as fair as it is for a number of players.

Layouts are made from one seed, dealt and improved until one is as fair as the standard map; if none is, the fairest is
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import count, islice

from heraut.campaign.chance import Below, SplitMix
from heraut.campaign.maps.deal import Dealt, Ground, deal, fairer, unit
from heraut.campaign.maps.fairness import unfairness
from heraut.campaign.maps.layout import CENTRE, HEIGHT, WIDTH, Layout, Ways, lay_out, rerouted
from heraut.campaign.maps.map import Map, Territory, build
from heraut.campaign.maps.naming import christen
from heraut.campaign.maps.text import default_map
from heraut.campaign.names import Category, TerritoryId
from heraut.campaign.tables import terrain

ROADS = 44
DRAFTS, REROUTED = 60, 400
"""How many layouts are made at most, a few being enough nearly always, and how many other roads are tried on each."""

Draft = tuple[Layout, Dealt]
Told = Callable[[int, Fraction | None], None]
"""Hears how many layouts have been tried, and how unfair the best of them is."""


def wanted(players: int) -> Fraction:
    """The unfairness of the standard map for this number of players: a new one need not be fairer."""
    return unfairness(default_map(), default_map().starts[players])


def _nobody(_tried: int, _unfairness: Fraction | None) -> None:
    return None


def generate(players: int, seed: int, *, drafts: int = DRAFTS, told: Told = _nobody) -> Map:
    """A map as fair as the standard one for this number of players; a seed gives the same map for ever."""
    below = SplitMix(seed)
    enough = unit(players) * wanted(players)
    best: Draft | None = None
    for number in count():
        told(number, None if best is None else Fraction(best[1].unfairness, unit(players)))
        if best is not None and (number >= drafts or best[1].unfairness <= enough):
            break
        made = _draft(players, below)
        improved = made and _improved(*made, enough)
        if improved is not None and (best is None or improved[1].unfairness < best[1].unfairness):
            best = improved
    assert best is not None
    return _finished(*best, below)


def _draft(players: int, below: Below) -> Draft | None:
    """A layout and what lies on it, unless this throw is good for nothing."""
    layout = lay_out(sum(row.count for row in terrain()), ROADS, below)
    ground = None if layout is None else _ground(layout)
    dealt = None if ground is None else deal(ground, players, below)
    return None if layout is None or dealt is None else (layout, dealt)


def _improved(layout: Layout, dealt: Dealt, enough: Fraction) -> Draft:
    """Roads are given up for others, and categories exchanged again, as long as it helps and until it is enough."""
    left = REROUTED
    while dealt.unfairness > enough:
        better = None
        for other in islice(rerouted(layout), left):
            left -= 1
            ground = _ground(other)
            if ground is not None and (better := fairer(ground, dealt)) is not None:
                layout, dealt = other, better
                break
        if better is None:
            break
    return layout, dealt


def _ground(layout: Layout) -> Ground | None:
    """The ground of a layout, if there is a way from everywhere to everywhere."""
    ways = Ways(len(layout.spots), layout.roads)
    centre = layout.spots.index(CENTRE)
    return None if min(ways[centre]) < 0 else Ground(ways, layout.images, centre)


def _finished(layout: Layout, dealt: Dealt, below: Below) -> Map:
    """The types of each category are given out in reading order, then everything has a name."""
    rows = [row for row in terrain() for _ in range(row.count)]
    types = {category: [row.name for row in rows if row.category is category] for category in Category}
    kinds = [types[category].pop() for category in dealt.categories]
    title, names = christen(kinds, below)
    ids = [TerritoryId(f"T{place:02}") for place in range(1, len(kinds) + 1)]
    lands = {
        id: Territory(id, kind, spot.x, spot.y, *name)
        for id, kind, spot, name in zip(ids, kinds, layout.spots, names, strict=True)
    }
    roads = tuple((ids[one], ids[other]) for one, other in layout.roads)
    starts = tuple(sorted(ids[start] for start in dealt.starts))
    return build(title, (WIDTH, HEIGHT), lands, roads, {len(starts): starts})
