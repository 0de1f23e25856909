"""What lies on the table: stocks, control, villages, sites, bands, armies, and who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from heraut.campaign.forces import Army, ArmyId, BandId, Lord, MapBand, MapUnit, Village
from heraut.campaign.tables import Points, TerritoryId
from heraut.kernel.names import Seat

K = TypeVar("K")
V = TypeVar("V")


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """
    What lies on the table. `serial` is the next number for a band, unit, lord or army, and the next moment of arrival.

    `order` is the initiative order, best first; `memory` the memory track, oldest first [SC-MEM-1].
    """

    turn: int = 0
    order: tuple[Seat, ...] = ()
    favour_holder: Seat | None = None
    stocks: Mapping[Seat, int]
    memory: tuple[Seat, ...] = ()
    control: Mapping[TerritoryId, Seat] = {}
    villages: Mapping[TerritoryId, Village] = {}
    sites: Mapping[TerritoryId, Seat] = {}
    bands: Mapping[BandId, MapBand] = {}
    armies: Mapping[ArmyId, Army] = {}
    serial: int = 1

    def bands_at(self, territory: TerritoryId) -> Iterator[MapBand]:
        """The bands standing there, oldest first."""
        return (band for band in self.bands.values() if band.territory == territory)

    def bands_of(self, seat: Seat) -> Iterator[MapBand]:
        """The standing bands of a player, oldest first."""
        return (band for band in self.bands.values() if band.owner == seat)

    def standing(self, seat: Seat) -> Points:
        """The points of all standing bands of a player."""
        return sum((band.points() for band in self.bands_of(seat)), 0)

    def own_at(self, territory: TerritoryId, seat: Seat) -> list[MapBand]:
        """The bands of a player that stand there, oldest first."""
        return [band for band in self.bands_at(territory) if band.owner == seat]

    def owners_by_territory(self) -> dict[TerritoryId, set[Seat]]:
        """Whose bands stand on each territory where any stands."""
        owners: dict[TerritoryId, set[Seat]] = {}
        for band in self.bands.values():
            owners.setdefault(band.territory, set()).add(band.owner)
        return owners

    def enemy_at(self, territory: TerritoryId, seat: Seat) -> bool:
        """Whether a band of another player stands there; on a village it means occupied [SC-VIL-7]."""
        return any(band.territory == territory and band.owner != seat for band in self.bands.values())

    def villages_of(self, seat: Seat) -> list[TerritoryId]:
        """Where a player has villages, by ascending id."""
        return sorted(at for at, village in self.villages.items() if village.owner == seat)

    def lords_of(self, seat: Seat) -> int:
        """How many living lords a player has [SC-LRD-2]."""
        return len(self.living_lords(seat))

    def living_lords(self, seat: Seat) -> list[Lord]:
        """The living lords of a player: in bands, in reserves and off the map."""
        lords = [band.lord for band in self.bands_of(seat) if band.lord is not None]
        lords += [lord for village in self.villages.values() if village.owner == seat for lord in village.lords]
        return lords + [lord for army in self.armies.values() if army.owner == seat for lord in army.lords]

    def landless(self, seat: Seat) -> bool:
        """Whether a player has nothing on the map or on its way there: no land, village, band or army [SC-HOM-5]."""
        owners = (force.owner for forces in (self.bands, self.armies) for force in forces.values())
        return seat not in self.control.values() and seat not in owners

    def rank(self, seat: Seat) -> int:
        """The place in the initiative order, 0 for the best."""
        return self.order.index(seat)

    def earn(self, seat: Seat, amount: int) -> Board:
        """The stock of a player changes by an amount."""
        return replace(self, stocks={**self.stocks, seat: self.stocks[seat] + amount})

    def with_bands(self, bands: Iterable[MapBand], gone: Iterable[BandId] = ()) -> Board:
        """These bands stand as they are now, others are gone; the oldest comes first."""
        left = without(self.bands, *gone) | {band.id: band for band in bands}
        return replace(self, bands=dict(sorted(left.items())))

    def with_village(self, territory: TerritoryId, village: Village) -> Board:
        """A village and its reserve are as they are now."""
        return replace(self, villages={**self.villages, territory: village})

    def with_army(self, army: Army) -> Board:
        """An army is on its way."""
        return replace(self, armies={**self.armies, army.id: army}, serial=max(self.serial, army.id + 1))

    def lodge(self, territory: TerritoryId, units: Iterable[MapUnit], lords: Iterable[Lord]) -> Board:
        """Troops join the reserve of a village, in the order of their numbers."""
        village = self.villages[territory]
        joined = replace(
            village,
            units=tuple(sorted((*village.units, *units), key=lambda unit: unit.id)),
            lords=tuple(sorted((*village.lords, *lords), key=lambda lord: lord.id)),
        )
        return self.with_village(territory, joined)

    def leave_reserve(self, territory: TerritoryId, army: Army) -> Board:
        """Troops of a reserve leave the map as an army."""
        village = self.villages[territory]
        gone = {unit.id for unit in army.units} | {lord.id for lord in army.lords}
        left = replace(
            village,
            units=tuple(unit for unit in village.units if unit.id not in gone),
            lords=tuple(lord for lord in village.lords if lord.id not in gone),
        )
        return self.with_village(territory, left).with_army(army)


def without(mapping: Mapping[K, V], *keys: K) -> dict[K, V]:
    """A copy without these keys."""
    return {key: value for key, value in mapping.items() if key not in keys}
