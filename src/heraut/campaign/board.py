"""
What lies on the table: units, lords, bands, villages with their reserve, armies off the map, sites, stocks, control.

Troops come with their worth and with plans for them; the board knows who holds what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import NewType, TypeVar

import msgspec
from msgspec.structs import replace

from heraut.campaign.tables import Points, TerritoryId, numbers
from heraut.kernel.codec import Exact
from heraut.kernel.names import Seat

BandId = NewType("BandId", int)
UnitId = NewType("UnitId", int)
LordId = NewType("LordId", int)
ArmyId = NewType("ArmyId", int)
"""Bands, units, lords and armies are numbered by one counter: the older has the lower number."""
K = TypeVar("K")
V = TypeVar("V")


class MapUnit(msgspec.Struct, frozen=True):
    """A block of figures: what it cost, its full size and its present figures [SC-BND-3]."""

    id: UnitId
    kind: str
    points: Exact
    size: int
    figures: int

    def worth(self) -> Points:
        """Cost × figures ÷ full size [SC-BND-3]."""
        if self.figures == self.size:
            return self.points
        return Fraction(self.points * self.figures, self.size)


class Lord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The leader of a band. Name, story, experience and note have no effect [SC-LRD-6, SC-LRD-7]."""

    id: LordId
    name: str = ""
    story: str = ""
    experience: int = 0
    note: str = ""


class MapBand(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    One lord and the units that follow him [SC-BND-1]; without a lord only while a combat result is applied.

    `since` grows with every arrival of any band, so that it tells who came first [SC-DET-6]. `moved` and `came`
    (the territory it entered from) are about the present turn.
    """

    id: BandId
    owner: Seat
    territory: TerritoryId
    lord: Lord | None
    units: tuple[MapUnit, ...]
    since: int
    moved: bool = False
    came: TerritoryId | None = None

    def points(self) -> Points:
        """The worth of its units; the lord counts 0 [SC-BND-2]."""
        return worth(self.units)

    def fit(self) -> bool:
        """Whether its lord lives and it has at least 4 points."""
        return fit(self.points(), lord=self.lord is not None)


class Village(msgspec.Struct, frozen=True):
    """A base and its one reserve [SC-RSV-1]."""

    owner: Seat
    units: tuple[MapUnit, ...] = ()
    lords: tuple[Lord, ...] = ()


class Army(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    Troops off the map, on their way to a village [SC-RET-1].

    `band` is set when it was a band and may come back as one [SC-RET-3, SC-RSV-11]; `due` is the first turn in
    which it can arrive. `victor` and `opponents` are those of the combat it left: they tell who chooses the village
    of a leaderless army [SC-RET-7].
    """

    id: ArmyId
    owner: Seat
    origin: TerritoryId
    units: tuple[MapUnit, ...]
    lords: tuple[Lord, ...]
    due: int
    leaderless: bool = False
    band: BandId | None = None
    victor: Seat | None = None
    opponents: tuple[Seat, ...] = ()

    def points(self) -> Points:
        """The worth of its units."""
        return worth(self.units)


def worth(units: Iterable[MapUnit]) -> Points:
    """
    The points of some units, exact [SC-GEN-3].

    Programs that look ahead ask this more often than anything else: the parts of units are added as whole numbers over
    one denominator, and become a fraction once.
    """
    whole: Points = 0
    parts, of = 0, 1
    for unit in units:
        points = unit.points
        if unit.figures == unit.size:
            whole += points
        else:
            size = unit.size * points.denominator
            parts, of = parts * size + points.numerator * unit.figures * of, of * size
    return whole if of == 1 else whole + Fraction(parts, of)


def steps(points: Points, fast_max_points: int) -> int:
    """How many territories a band of these points may go [SC-MOV-2]; only points matter [SC-MOV-10]."""
    return numbers().fast_steps if points <= fast_max_points else numbers().slow_steps


def figures_after(initial: int, left: int, odd_half: str) -> int:
    """The figures of a unit after a battle that it began with `initial` and ended with `left` [SC-LOS-1, SC-LOS-2]."""
    half = (initial + 1) // 2 if odd_half == "up" else initial // 2
    if left == 0:
        return 0
    return half if left <= half else initial


def refund(points: Points) -> int:
    """Half the points, rounded down: the only rounding of points in the game [SC-HOM-1, SC-GEN-3]."""
    return int(points / 2) if not isinstance(points, int) else points // 2


def fit(points: Points, *, lord: bool) -> bool:
    """A band is fit with a living lord and at least 4 points."""
    return lord and points >= numbers().band_least


class Recruit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A complete new unit to buy [SC-REC-3]; a free one costs 0 points, some cost a half [SC-REC-2, SC-BND-9]."""

    kind: str
    points: Exact
    figures: int


class NewLord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lord to recruit [SC-LRD-1]; name and story are free text [SC-LRD-7]."""

    name: str = ""
    story: str = ""


class BandPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    A band as its owner wants it: an existing one, or a new one when `band` is None.

    Without `lord` and `new_lord` an existing band keeps its lord. A plan without any unit dissolves the band: its
    lord goes to the reserve [SC-LRD-3].
    """

    band: BandId | None = None
    lord: LordId | None = None
    new_lord: NewLord | None = None
    units: tuple[UnitId, ...] = ()
    recruits: tuple[Recruit, ...] = ()


class TerritoryMuster(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    The final situation of one's troops on a territory [SC-SEQ-4].

    Bands that are not named keep what nobody takes from them. Units and lords taken out of a band and put nowhere
    go to the reserve of the village there. `recruits` and `lords` are bought for the reserve [SC-REC-4].
    """

    territory: TerritoryId
    bands: tuple[BandPlan, ...] = ()
    recruits: tuple[Recruit, ...] = ()
    lords: tuple[NewLord, ...] = ()

    def points(self) -> Points:
        """The points of the units it buys."""
        return points_bought((*self.recruits, *(recruit for plan in self.bands for recruit in plan.recruits)))


def points_bought(recruits: Iterable[Recruit]) -> Points:
    """The points of units to buy, exact."""
    return sum((recruit.points for recruit in recruits), 0)


def charged(price: Points) -> int:
    """What an order of this exact price takes from the stock: rounded up, once [SC-REC-2]."""
    return ceil(price)


class Left(msgspec.Struct, frozen=True, array_like=True):
    """The surviving figures of one unit."""

    unit: UnitId
    figures: int


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
