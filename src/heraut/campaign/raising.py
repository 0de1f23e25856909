"""Troops one could raise: stronger and new bands in a village, a militia of its reserve. For offers and for bots."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.campaign.board import Board
from heraut.campaign.forces import Unit, Village, worth
from heraut.campaign.names import LordId, TerritoryId, UnitId
from heraut.campaign.plans import BandPlan, Muster, NewLord, Recruit
from heraut.campaign.settings import Game
from heraut.campaign.tables import numbers
from heraut.kernel import Seat


def musters(game: Game, board: Board, seat: Seat, at: TerritoryId) -> Iterator[Muster]:
    """Units for the reserve, a stronger band, or a new one, in a village open to recruits [SC-REC-4]."""
    stock, village = board.stocks[seat], board.villages[at]
    for row in game.catalogue:
        if stock > 0:
            yield Muster(at, recruits=(Recruit(row.kind, 1, row.figures),))
    for band in board.bands_at(at):
        own = tuple(unit.id for unit in band.units)
        for points in range(1, stock + 1):
            if band.points() + points <= numbers().band_most:
                yield Muster(at, (BandPlan(band.id, units=own, recruits=bought(game, points)),))
    for size in range(numbers().band_least, numbers().band_most + 1):
        if (plan := new_band(game, board, seat, village, size)) is not None:
            yield Muster(at, (plan,))


def bought(game: Game, points: int) -> tuple[Recruit, ...]:
    """Units of one point each, of the first kind of the catalogue."""
    row = game.catalogue[0]
    return (Recruit(row.kind, 1, row.figures),) * points


def new_band(game: Game, board: Board, seat: Seat, village: Village, size: int) -> BandPlan | None:
    """A new band of about that size: lord and units of the reserve first, the rest bought, if it can be paid."""
    stock, lord, hired = board.stocks[seat], None, None
    if village.lords:
        lord = village.lords[0].id
    elif board.lords_of(seat) < game.max_lords and game.settings.lord_cost <= stock:
        hired = NewLord()
        stock -= game.settings.lord_cost
    else:
        return None
    units = _up_to(village.units, size)
    missing = max(0, size - int(worth(units)))
    points = worth(units) + missing
    if missing > stock or not numbers().band_least <= points <= numbers().band_most:
        return None
    return BandPlan(None, lord, hired, tuple(unit.id for unit in units), bought(game, missing))


def _up_to(units: tuple[Unit, ...], size: int) -> list[Unit]:
    """Units of a reserve, first come first served, of at most that many points."""
    chosen: list[Unit] = []
    for unit in units:
        if worth(chosen) + unit.worth() <= size:
            chosen.append(unit)
    return chosen


def militia(village: Village) -> tuple[tuple[UnitId, ...], tuple[LordId, ...]] | None:
    """A strong militia: the dearest units that fit into 10 points, and every lord."""
    chosen = _up_to(tuple(sorted(village.units, key=lambda unit: -unit.worth())), numbers().band_most)
    if worth(chosen) < numbers().band_least:
        return None
    return tuple(unit.id for unit in chosen), tuple(lord.id for lord in village.lords)
