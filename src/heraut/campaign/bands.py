"""Bands as their owner wants them: recruitment, transfers, reorganisation (chapters 12, 13, 15, 16, 20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from heraut.campaign.board import (
    BandId,
    BandPlan,
    Board,
    Lord,
    LordId,
    MapBand,
    MapUnit,
    NewLord,
    Recruit,
    TerritoryMuster,
    UnitId,
    Village,
    worth,
)
from heraut.campaign.settings import Campaign
from heraut.campaign.state import State
from heraut.campaign.subject import Code, refuse
from heraut.campaign.tables import TerritoryId, numbers
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal, exact, together


class Arrangement(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    The troops of a player on a territory as they now are: bands, the reserve of a village there, what was spent.

    `dissolved` bands are gone; `recruits` and `lords` are those newly bought.
    """

    seat: Seat
    territory: TerritoryId
    bands: tuple[MapBand, ...]
    dissolved: tuple[BandId, ...] = ()
    reserve_units: tuple[MapUnit, ...] = ()
    reserve_lords: tuple[Lord, ...] = ()
    recruits: tuple[UnitId, ...] = ()
    lords: tuple[LordId, ...] = ()
    cost: int = 0


@dataclass(slots=True)
class Mustering:
    """A muster being worked out: the troops on the ground, what was bought, what is wrong."""

    game: Campaign
    board: Board
    seat: Seat
    territory: TerritoryId
    serial: int
    here: Mapping[BandId, MapBand]
    village: Village | None
    units: dict[UnitId, MapUnit]
    lords: dict[LordId, Lord]
    bought_units: list[MapUnit] = field(default_factory=list)
    bought_lords: list[Lord] = field(default_factory=list)
    faults: list[Refusal] = field(default_factory=list)

    def next_id(self) -> int:
        """A fresh number."""
        self.serial += 1
        return self.serial - 1

    def take_unit(self, id: UnitId) -> Iterator[MapUnit]:
        """A unit that stands here and has not been placed yet."""
        if (unit := self.units.pop(id, None)) is not None:
            yield unit
        elif any(one.id == id for one in _troops(self.here, self.village)[0]):
            self.faults.append(refuse("SC-BND-6", Code.UNIT_TWICE, id))
        else:
            self.faults.append(refuse("SC-BND-6", Code.UNIT_NOT_HERE, id, allowed=self.territory))

    def take_lord(self, id: LordId) -> Lord | None:
        """A lord who is here and leads nothing yet."""
        if (lord := self.lords.pop(id, None)) is not None:
            return lord
        known = any(one.id == id for one in _troops(self.here, self.village)[1])
        code = Code.LORD_TWICE if known else Code.LORD_NOT_HERE
        self.faults.append(refuse("SC-LRD-3", code, id, allowed=self.territory))
        return None

    def buy(self, recruit: Recruit) -> MapUnit:
        """A complete new unit [SC-REC-3]."""
        self.faults.extend(unit_faults(self.game, recruit))
        unit = MapUnit(UnitId(self.next_id()), recruit.kind, recruit.points, recruit.figures, recruit.figures)
        self.bought_units.append(unit)
        return unit

    def hire(self, new: NewLord) -> Lord:
        """A new lord [SC-LRD-1]."""
        lord = Lord(LordId(self.next_id()), new.name, new.story)
        self.bought_lords.append(lord)
        return lord


def unit_faults(game: Campaign, recruit: Recruit) -> Iterator[Refusal]:
    """What is wrong with a unit to buy: whole or half points, figures, the size of its kind [SC-BND-9]."""
    if recruit.points < 0 or recruit.figures < 1 or (2 * recruit.points).denominator > 1:
        yield refuse("SC-BND-9", Code.UNIT_MALFORMED, recruit.kind, asked=exact(Fraction(recruit.points)))
        return
    for row in game.catalogue:
        if row.kind == recruit.kind and recruit.points > 0 and recruit.figures != row.figures * recruit.points:
            allowed = exact(Fraction(row.figures * recruit.points))
            yield refuse("SC-BND-9", Code.UNIT_SIZE, recruit.kind, asked=recruit.figures, allowed=allowed)


def muster(
    state: State, seat: Seat, asked: TerritoryMuster, serial: int, *, before_battle: bool = False
) -> tuple[Arrangement, int] | Refusal:
    """
    The troops of a player on a territory as the muster wants them, and the next free number; the price comes later.

    Before a battle whole units move between existing bands and the reserve; nothing is bought or raised [SC-CBT-2].
    """
    if asked.territory not in state.game.map.territories:
        return refuse("SC-REC-1", Code.UNKNOWN_TERRITORY, asked.territory)
    work = _start(state, seat, asked.territory, serial)
    _check_purchases(work, asked, before_battle=before_battle)
    named = _named(work, asked.bands, before_battle=before_battle)
    bands = _unnamed(work, named) | named
    stays = {id: band for id, band in bands.items() if band.units}
    for id, band in bands.items():
        if id not in stays and band.lord is not None:
            work.lords[band.lord.id] = band.lord
    for recruit in asked.recruits:
        unit = work.buy(recruit)
        work.units[unit.id] = unit
    for new in asked.lords:
        lord = work.hire(new)
        work.lords[lord.id] = lord
    work.faults.extend(fault for band in stays.values() for fault in band_faults(band))
    _check_leftovers(work)
    return together(tuple(work.faults)) or (_arrangement(work, stays), work.serial)


def _start(state: State, seat: Seat, territory: TerritoryId, serial: int) -> Mustering:
    board = state.board
    here = {band.id: band for band in board.own_at(territory, seat)}
    village = board.villages.get(territory)
    village = village if village is not None and village.owner == seat else None
    units, lords = _troops(here, village)
    return Mustering(
        state.game,
        board,
        seat,
        territory,
        serial,
        here,
        village,
        {unit.id: unit for unit in units},
        {lord.id: lord for lord in lords},
    )


def _troops(here: Mapping[BandId, MapBand], village: Village | None) -> tuple[list[MapUnit], list[Lord]]:
    units = [unit for band in here.values() for unit in band.units]
    lords = [band.lord for band in here.values() if band.lord is not None]
    if village is not None:
        units += village.units
        lords += village.lords
    return units, lords


def _check_purchases(work: Mustering, asked: TerritoryMuster, *, before_battle: bool) -> None:
    """Buying needs an own village that is not occupied [SC-REC-1, SC-VIL-7], and the right step."""
    buys = asked.recruits or asked.lords or any(plan.recruits or plan.new_lord for plan in asked.bands)
    if not buys:
        return
    if before_battle:
        work.faults.append(refuse("SC-CBT-2", Code.NO_RECRUITS_NOW, work.territory))
    elif work.village is None:
        work.faults.append(refuse("SC-REC-1", Code.NO_VILLAGE, work.territory))
    elif work.board.enemy_at(work.territory, work.seat):
        work.faults.append(refuse("SC-VIL-7", Code.OCCUPIED, work.territory))


def _named(work: Mustering, plans: tuple[BandPlan, ...], *, before_battle: bool) -> dict[BandId, MapBand]:
    """The bands of the plans; lords named by a plan are theirs before any band keeps its own."""
    bands: dict[BandId, MapBand] = {}
    wanted = {plan.lord for plan in plans if plan.lord is not None}
    for plan in plans:
        if plan.band is None and before_battle:
            work.faults.append(refuse("SC-CBT-2", Code.NO_NEW_BAND_NOW, work.territory))
        elif plan.band is not None and plan.band not in work.here:
            work.faults.append(refuse("SC-BND-6", Code.NOT_YOUR_BAND, plan.band, allowed=work.territory))
        elif plan.band is not None and plan.band in bands:
            work.faults.append(refuse("SC-BND-6", Code.BAND_TWICE, plan.band))
        else:
            band = _planned(work, plan, wanted)
            bands[band.id] = band
    return bands


def _planned(work: Mustering, plan: BandPlan, wanted: set[LordId]) -> MapBand:
    units = [unit for id in plan.units for unit in work.take_unit(id)]
    units += [work.buy(recruit) for recruit in plan.recruits]
    lord = _leader(work, plan, wanted) if units else None
    if plan.band is not None:
        return replace(work.here[plan.band], units=tuple(units), lord=lord)
    id = BandId(work.next_id())
    return MapBand(id, work.seat, work.territory, lord, tuple(units), since=id)


def _leader(work: Mustering, plan: BandPlan, wanted: set[LordId]) -> Lord | None:
    if plan.new_lord is not None:
        return work.hire(plan.new_lord)
    if plan.lord is not None:
        return work.take_lord(plan.lord)
    own = work.here[plan.band].lord if plan.band is not None else None
    if own is None or own.id in wanted:
        return None
    return work.lords.pop(own.id, None)


def _unnamed(work: Mustering, named: Mapping[BandId, MapBand]) -> dict[BandId, MapBand]:
    """A band that no plan names keeps what nobody takes from it."""
    kept: dict[BandId, MapBand] = {}
    for band in work.here.values():
        if band.id not in named:
            units = tuple(unit for unit in band.units if work.units.pop(unit.id, None) is not None)
            lord = work.lords.pop(band.lord.id, None) if band.lord is not None else None
            kept[band.id] = replace(band, units=units, lord=lord)
    return kept


def band_faults(band: MapBand) -> Iterator[Refusal]:
    """A band is exactly one lord and units worth 4 to 10 points [SC-BND-1]."""
    if band.lord is None:
        yield refuse("SC-BND-1", Code.BAND_NEEDS_LORD, band.id)
    points = band.points()
    if not numbers().band_least <= points <= numbers().band_most:
        yield refuse(
            "SC-BND-1",
            Code.BAND_POINTS,
            band.id,
            asked=exact(Fraction(points)),
            allowed=(numbers().band_least, numbers().band_most),
        )


def lord_faults(state: State, seat: Seat, *, hired: int) -> Iterator[Refusal]:
    """No more living lords than a player may have, counting those to recruit [SC-LRD-2]."""
    lords = state.board.lords_of(seat) + hired
    if hired and lords > state.game.max_lords:
        yield refuse("SC-LRD-2", Code.TOO_MANY_LORDS, asked=lords, allowed=state.game.max_lords)


def _check_leftovers(work: Mustering) -> None:
    """What no band takes needs a reserve to go to [SC-LRD-3, SC-RSV-3]."""
    if work.village is not None:
        return
    units = tuple(id for id, unit in work.units.items() if unit not in work.bought_units)
    lords = tuple(id for id, lord in work.lords.items() if lord not in work.bought_lords)
    if units:
        work.faults.append(refuse("SC-RSV-3", Code.LEFT_OUTSIDE, units, allowed=work.territory))
    if lords:
        work.faults.append(refuse("SC-LRD-3", Code.LORD_LEFT_OUTSIDE, lords, allowed=work.territory))


def _arrangement(work: Mustering, bands: Mapping[BandId, MapBand]) -> Arrangement:
    return Arrangement(
        work.seat,
        work.territory,
        tuple(bands[id] for id in sorted(bands)),
        tuple(id for id in work.here if id not in bands),
        tuple(sorted(work.units.values(), key=lambda unit: unit.id)),
        tuple(sorted(work.lords.values(), key=lambda lord: lord.id)),
        tuple(unit.id for unit in work.bought_units),
        tuple(lord.id for lord in work.bought_lords),
    )


def musters(game: Campaign, board: Board, seat: Seat, at: TerritoryId) -> Iterator[TerritoryMuster]:
    """Units for the reserve, a stronger band, or a new one, in a village open to recruits [SC-REC-4]."""
    stock, village = board.stocks[seat], board.villages[at]
    for row in game.catalogue:
        if stock > 0:
            yield TerritoryMuster(at, recruits=(Recruit(row.kind, 1, row.figures),))
    for band in board.bands_at(at):
        own = tuple(unit.id for unit in band.units)
        for points in range(1, stock + 1):
            if band.points() + points <= numbers().band_most:
                yield TerritoryMuster(at, (BandPlan(band.id, units=own, recruits=bought(game, points)),))
    for size in range(numbers().band_least, numbers().band_most + 1):
        if (plan := new_band(game, board, seat, village, size)) is not None:
            yield TerritoryMuster(at, (plan,))


def bought(game: Campaign, points: int) -> tuple[Recruit, ...]:
    """Units of one point each, of the first kind of the catalogue."""
    row = game.catalogue[0]
    return (Recruit(row.kind, 1, row.figures),) * points


def new_band(game: Campaign, board: Board, seat: Seat, village: Village, size: int) -> BandPlan | None:
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


def _up_to(units: tuple[MapUnit, ...], size: int) -> list[MapUnit]:
    """Units of a reserve, first come first served, of at most that many points."""
    chosen: list[MapUnit] = []
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


def arrange(board: Board, done: Arrangement) -> Board:
    """The troops of a player on a territory are as arranged."""
    board = board.with_bands(done.bands, done.dissolved)
    if (village := board.villages.get(done.territory)) is not None and village.owner == done.seat:
        board = board.with_village(done.territory, Village(done.seat, done.reserve_units, done.reserve_lords))
    return board.earn(done.seat, -done.cost) if done.cost else board


def raise_band(board: Board, seat: Seat, territory: TerritoryId, recruits: Sequence[Recruit], lord: NewLord) -> MapBand:
    """A band of new units under a new lord; its own number is the last it takes."""
    units = tuple(
        MapUnit(UnitId(board.serial + place), recruit.kind, recruit.points, recruit.figures, recruit.figures)
        for place, recruit in enumerate(recruits)
    )
    leader = Lord(LordId(board.serial + len(units)), lord.name, lord.story)
    return MapBand(BandId(leader.id + 1), seat, territory, leader, units, since=leader.id + 1)
