"""Initiative worked out: who is tied with whom after dice or bids, and the ranking that comes of it (chapter 25)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from heraut.kernel.names import Seat

Groups = tuple[tuple[Seat, ...], ...]
"""Players from best to worst; those of one group are tied."""


class OpenedBids(NamedTuple):
    """What bids come to when they are opened."""

    paid: Mapping[Seat, int]
    void: tuple[Seat, ...]
    groups: Groups


def split(group: tuple[Seat, ...], worth: Mapping[Seat, int]) -> Groups:
    """A group by descending worth; equal players stay together, in the order they came."""
    values = sorted({worth[seat] for seat in group}, reverse=True)
    return tuple(tuple(seat for seat in group if worth[seat] == value) for value in values)


def open_bids(bids: Mapping[Seat, int], stocks: Mapping[Seat, int]) -> OpenedBids:
    """
    Higher bids first; every valid one is paid in full [SC-INI-7, SC-INI-9].

    A bid above the stock counts as 0, costs nothing and ranks behind all valid ones [SC-INI-8].
    """
    void = tuple(seat for seat in bids if bids[seat] > stocks[seat])
    valid = tuple(seat for seat in bids if seat not in void)
    groups = split(valid, bids) + ((void,) if void else ())
    return OpenedBids({seat: bids[seat] for seat in valid}, void, groups)


def ties(groups: Groups) -> Groups:
    """The groups of several players, best first [SC-INI-10]."""
    return tuple(group for group in groups if len(group) > 1)


def refine(groups: Groups, totals: Mapping[Seat, int]) -> Groups:
    """The groups after a round of dice: a re-roll orders players within the places of their group [SC-INI-3]."""
    refined: list[tuple[Seat, ...]] = []
    for group in groups:
        refined += split(group, totals) if len(group) > 1 else (group,)
    return tuple(refined)


def in_order(groups: Groups, order: tuple[Seat, ...]) -> Groups:
    """The tied groups, each in a given order of all players: what stands when nobody chooses [SC-INI-12]."""
    return tuple(tuple(sorted(group, key=order.index)) for group in ties(groups))


def strict(groups: Groups) -> tuple[Seat, ...]:
    """The ranking once no group has two players."""
    return tuple(seat for group in groups for seat in group)
