"""
What lies on the table.

Values are replaced, never changed. They are small Structs, since streams fold thousands of events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from heraut.campaign.forces import Army, Band, Village
from heraut.campaign.names import ArmyId, BandId, TerritoryId
from heraut.kernel import Seat


class Board(msgspec.Struct, frozen=True):
    """
    What lies on the table. `serial` is the next number for a band, unit, lord or army, and the next moment of arrival.

    `order` is the initiative order, best first; `memory` the memory track, oldest first [SC-MEM-1].
    """

    turn: int
    order: tuple[Seat, ...]
    favour_holder: Seat | None
    stocks: Mapping[Seat, int]
    memory: tuple[Seat, ...]
    control: Mapping[TerritoryId, Seat]
    villages: Mapping[TerritoryId, Village]
    sites: Mapping[TerritoryId, Seat]
    bands: Mapping[BandId, Band]
    armies: Mapping[ArmyId, Army]
    serial: int

    def bands_at(self, territory: TerritoryId) -> Iterator[Band]:
        """The bands standing there, oldest first."""
        return (band for band in self.bands.values() if band.territory == territory)

    def bands_of(self, seat: Seat) -> Iterator[Band]:
        """The standing bands of a player, oldest first."""
        return (band for band in self.bands.values() if band.owner == seat)

    def enemy_at(self, territory: TerritoryId, seat: Seat) -> bool:
        """Whether a band of another player stands there; on a village it means occupied [SC-VIL-7]."""
        return any(band.territory == territory and band.owner != seat for band in self.bands.values())

    def villages_of(self, seat: Seat) -> list[TerritoryId]:
        """Where a player has villages, by ascending id."""
        return sorted(at for at, village in self.villages.items() if village.owner == seat)

    def lords_of(self, seat: Seat) -> int:
        """The living lords of a player: in bands, in reserves and off the map [SC-LRD-2]."""
        leading = sum(band.lord is not None for band in self.bands_of(seat))
        resting = sum(len(village.lords) for village in self.villages.values() if village.owner == seat)
        return leading + resting + sum(len(army.lords) for army in self.armies.values() if army.owner == seat)

    def rank(self, seat: Seat) -> int:
        """The place in the initiative order, 0 for the best."""
        return self.order.index(seat)
