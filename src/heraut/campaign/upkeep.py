"""Income, and the cost of standing bands: who cannot pay sends troops home (chapters 14 and 17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from heraut.campaign.arrivals import nearest
from heraut.campaign.board import Army, ArmyId, BandId, Board, Lord, MapBand, MapUnit, UnitId, refund, worth
from heraut.campaign.settings import Campaign
from heraut.campaign.state import Paying, State
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    Steps,
    during,
    refuse,
)
from heraut.campaign.tables import Points, Rule, TerritoryId, cost, numbers
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, PublicEvent
from heraut.kernel.names import Seat
from heraut.kernel.refusal import HouseCode, house


class Demobilise(CampaignOrder, frozen=True, kw_only=True):
    """Units to send to a reserve; `villages` chooses among equally near ones, by territory left [SC-UPK-8]."""

    units: tuple[UnitId, ...]
    villages: Mapping[TerritoryId, TerritoryId] = {}


class IncomeCollected(PublicEvent, frozen=True):
    """A player's income of the turn [SC-PP-3]."""

    seat: Seat
    amount: int


class UpkeepOwed(PublicEvent, frozen=True):
    """These players cannot pay and must demobilise [SC-UPK-5]."""

    seats: tuple[Seat, ...]


class UnitsDemobilised(PublicEvent, frozen=True):
    """
    Units leave their bands for a reserve, or the map when every village is occupied [SC-UPK-8, SC-UPK-9].

    `chosen` are the units named by the owner; the others left with their dissolved band [SC-UPK-7].
    """

    seat: Seat
    chosen: tuple[UnitId, ...]
    bands: tuple[MapBand, ...] = ()
    dissolved: tuple[BandId, ...] = ()
    homes: Mapping[TerritoryId, tuple[int, ...]] = {}
    armies: tuple[Army, ...] = ()
    vanished: tuple[int, ...] = ()
    defaulted: bool = False


class UpkeepPaid(PublicEvent, frozen=True):
    """A player has paid for the standing bands [SC-UPK-1]; `refund` is for units that had nowhere to go [SC-UPK-10]."""

    seat: Seat
    amount: int
    refund: int = 0


def remaining(bands: Iterable[MapBand], gone: frozenset[UnitId]) -> dict[BandId, tuple[MapUnit, ...]]:
    """The units each band keeps when some leave; a band left with fewer than 4 points is dissolved [SC-UPK-7]."""
    kept = {band.id: tuple(unit for unit in band.units if unit.id not in gone) for band in bands}
    return {id: units for id, units in kept.items() if worth(units) >= numbers().band_least}


def total(bands: Iterable[MapBand], gone: frozenset[UnitId]) -> Points:
    """The points that still count when some units leave."""
    return sum((worth(units) for units in remaining(bands, gone).values()), 0)


def affordable(bands: Sequence[MapBand], gone: frozenset[UnitId], stock: int, rule: Rule) -> bool:
    """Whether the stock pays for what remains [SC-UPK-5]."""
    return cost(total(bands, gone), rule) <= stock


def wasteful(bands: Sequence[MapBand], gone: frozenset[UnitId], stock: int, rule: Rule) -> tuple[UnitId, ...]:
    """The units that could stay: putting a single one back keeps the cost affordable [SC-UPK-6]."""
    return tuple(unit for unit in sorted(gone) if affordable(bands, gone - {unit}, stock, rule))


def demobilise(state: State, command: Demobilise) -> Outcome:
    """Enough units, none without need, of one's own bands [SC-UPK-5, SC-UPK-6]."""
    if not isinstance(state.phase, Paying) or command.seat not in state.phase.owing:
        return house(HouseCode.WRONG_PHASE, "upkeep")
    bands, stock = tuple(state.board.bands_of(command.seat)), state.board.stocks[command.seat]
    rule, gone = state.game.settings.upkeep_rule, frozenset(command.units)
    own = {unit.id for band in bands for unit in band.units}
    if strange := tuple(sorted(gone - own)):
        return refuse("SC-UPK-6", Code.UNIT_NOT_HERE, strange)
    if not affordable(bands, gone, stock, rule):
        return refuse("SC-UPK-5", Code.STILL_TOO_DEAR, asked=cost(total(bands, gone), rule), allowed=stock)
    if spare := wasteful(bands, gone, stock, rule):
        return refuse("SC-UPK-6", Code.WASTEFUL, spare)
    for origin, village in command.villages.items():
        here = any(band.territory == origin for band in bands)
        candidates = nearest(state.game, state.board, command.seat, origin) if here else ()
        if village not in candidates:
            return refuse("SC-UPK-8", Code.NOT_NEAREST, village, allowed=candidates)
    return _sent_home(state, command.seat, gone, command.villages)


def _suggested(state: State, awaited: Awaited) -> tuple[UnitsDemobilised, UpkeepPaid]:
    """The suggestion, when nobody answers [SC-UPK-11]."""
    left, paid = _sent_home(state, awaited.seat, _suggestion(state, awaited.seat), {})
    return replace(left, defaulted=True), paid


def _suggestion(state: State, seat: Seat) -> frozenset[UnitId]:
    bands, stock = tuple(state.board.bands_of(seat)), state.board.stocks[seat]
    return suggestion(bands, stock, state.game.settings.upkeep_rule)


def _sent_home(
    state: State, seat: Seat, gone: frozenset[UnitId], villages: Mapping[TerritoryId, TerritoryId]
) -> tuple[UnitsDemobilised, UpkeepPaid]:
    """Units leave, thin bands dissolve [SC-UPK-7], the cost of what remains is paid [SC-UPK-5]."""
    bands = tuple(state.board.bands_of(seat))
    price = cost(total(bands, gone), state.game.settings.upkeep_rule)
    event = _leaving(state, seat, gone, remaining(bands, gone), villages)
    lost = worth(unit for band in bands for unit in band.units if unit.id in event.vanished)
    return event, UpkeepPaid(seat, price, refund(lost))


def _leaving(
    state: State,
    seat: Seat,
    gone: frozenset[UnitId],
    left: Mapping[BandId, tuple[MapUnit, ...]],
    villages: Mapping[TerritoryId, TerritoryId],
) -> UnitsDemobilised:
    """Where each unit goes: the nearest open village [SC-UPK-8], off the map [SC-UPK-9], or nowhere [SC-UPK-10]."""
    board = state.board
    homes: dict[TerritoryId, tuple[int, ...]] = {}
    armies: list[Army] = []
    vanished: tuple[int, ...] = ()
    touched = [band for band in board.bands_of(seat) if left.get(band.id) != band.units]
    for band in touched:
        units, lords = _out_of(band, left)
        candidates = nearest(state.game, board, seat, band.territory)
        ids = (*(unit.id for unit in units), *(lord.id for lord in lords))
        if candidates:
            home = villages.get(band.territory, candidates[0])
            homes[home] = homes.get(home, ()) + ids
        elif board.villages_of(seat):
            id = ArmyId(board.serial + len(armies))
            armies.append(Army(id, seat, band.territory, units, lords, due=board.turn + 1))
        else:
            vanished += ids
    return UnitsDemobilised(
        seat,
        tuple(sorted(gone)),
        tuple(replace(band, units=left[band.id]) for band in touched if band.id in left),
        tuple(band.id for band in touched if band.id not in left),
        homes,
        tuple(armies),
        vanished,
    )


def _out_of(band: MapBand, left: Mapping[BandId, tuple[MapUnit, ...]]) -> tuple[tuple[MapUnit, ...], tuple[Lord, ...]]:
    """What leaves a band: single units, or everything with its lord when it is dissolved [SC-UPK-7]."""
    if band.id in left:
        return tuple(unit for unit in band.units if unit not in left[band.id]), ()
    return band.units, () if band.lord is None else (band.lord,)


class _Leaving(NamedTuple):
    """A way to take points off the map: how many units, which ones; the smaller is the better."""

    size: int
    units: tuple[UnitId, ...]


def suggestion(bands: Sequence[MapBand], stock: int, rule: Rule) -> frozenset[UnitId]:
    """
    The waste-free choice that takes the fewest points off the map, then the fewest units, then the lowest ids.

    Band by band, the best way to lose each possible number of points; two ways are compared by the smallest id in
    which they differ, and adding the same units of other bands to both does not change which is better [SC-UPK-11].
    """
    ways: dict[Points, _Leaving] = {0: _Leaving(0, ())}
    for band in bands:
        ways = _joined(ways, _ways(band))
    points = sum((band.points() for band in bands), 0)
    enough = min(removed for removed in ways if cost(points - removed, rule) <= stock)
    return frozenset(ways[enough].units)


def _ways(band: MapBand) -> dict[Points, _Leaving]:
    """Each number of points that can leave a band, dissolution included, with the best units for it."""
    sums: dict[Points, _Leaving] = {0: _Leaving(0, ())}
    for unit in band.units:
        if value := unit.worth():
            for before, way in tuple(sums.items()):
                _keep(sums, before + value, _with(way, (unit.id,)))
    whole = band.points()
    found: dict[Points, _Leaving] = {}
    for removed, way in sums.items():
        _keep(found, removed if whole - removed >= numbers().band_least else whole, way)
    return found


def _joined(some: Mapping[Points, _Leaving], more: Mapping[Points, _Leaving]) -> dict[Points, _Leaving]:
    found: dict[Points, _Leaving] = {}
    for before, way in some.items():
        for removed, other in more.items():
            _keep(found, before + removed, _with(way, other.units))
    return found


def _with(way: _Leaving, units: tuple[UnitId, ...]) -> _Leaving:
    return _Leaving(way.size + len(units), tuple(sorted((*way.units, *units))))


def _keep(ways: dict[Points, _Leaving], removed: Points, way: _Leaving) -> None:
    if removed not in ways or way < ways[removed]:
        ways[removed] = way


def collect_and_pay(scene: CampaignScene) -> Steps[bool]:
    """Everybody collects [SC-PP-3], then whoever can pays; it is over when nobody owes [SC-SEQ-9]."""
    game = scene.state.game
    for seat in game.seats:
        yield IncomeCollected(seat, income(game, scene.board, seat))
    owing = []
    for seat in game.seats:
        price = cost(scene.board.standing(seat), game.settings.upkeep_rule)
        if price <= scene.board.stocks[seat]:
            yield UpkeepPaid(seat, price)
        else:
            owing.append(seat)
    if owing:
        yield UpkeepOwed(tuple(owing))
    return not owing


def income(game: Campaign, board: Board, seat: Seat) -> int:
    """What a player collects, of all controlled territories."""
    incomes = territory_incomes(game, board)
    return sum(incomes[at] for at, owner in board.control.items() if owner == seat)


def territory_incomes(game: Campaign, board: Board) -> dict[TerritoryId, int]:
    """What each territory gives its controller, one more for a village [SC-PP-1, SC-PP-2]."""
    village = numbers().village_income
    return {at: land + village if at in board.villages else land for at, land in game.incomes.items()}


def _onward(scene: CampaignScene, phase: Paying) -> Steps[bool]:
    """A player with one possible answer is not asked [SC-GEN-8]; it is over when everyone has paid."""
    rule = scene.state.game.settings.upkeep_rule
    for seat in phase.owing:
        only = only_choice(tuple(scene.board.bands_of(seat)), scene.board.stocks[seat], rule)
        if only is not None and not _equal_villages(scene.state, seat, only):
            yield from _sent_home(scene.state, seat, only, {})
    return not phase.owing


def only_choice(bands: Sequence[MapBand], stock: int, rule: Rule) -> frozenset[UnitId] | None:
    """
    The one waste-free choice, if there is no other [SC-GEN-8].

    Sending more units home never costs more, so the waste-free choices are the smallest affordable ones. A unit is in
    all of them if nothing helps without it; there is one choice alone when these units are enough.
    """
    everyone = frozenset(unit.id for band in bands for unit in band.units)
    needed = frozenset(unit for unit in everyone if not affordable(bands, everyone - {unit}, stock, rule))
    return needed if affordable(bands, needed, stock, rule) else None


def _equal_villages(state: State, seat: Seat, gone: frozenset[UnitId]) -> dict[TerritoryId, tuple[TerritoryId, ...]]:
    """From where some of the units could go to more than one village, and to which [SC-UPK-8]."""
    left = remaining(state.board.bands_of(seat), gone)
    origins = sorted({band.territory for band in state.board.bands_of(seat) if left.get(band.id) != band.units})
    found = {at: nearest(state.game, state.board, seat, at) for at in origins}
    return {at: villages for at, villages in found.items() if len(villages) > 1}


def _awaits(_state: State, phase: Paying) -> Iterator[Awaited]:
    return (DEMOBILISE.to(seat) for seat in phase.owing)


def _collected(state: State, event: IncomeCollected) -> State:
    return replace(state, board=state.board.earn(event.seat, event.amount))


def _owed(state: State, event: UpkeepOwed) -> State:
    return replace(state, phase=Paying(event.seats))


def _demobilised(state: State, event: UnitsDemobilised) -> State:
    board = state.board
    left = [board.bands[id] for id in (*(band.id for band in event.bands), *event.dissolved)]
    units = [unit for band in left for unit in band.units]
    lords = [band.lord for band in left if band.lord is not None]
    board = board.with_bands(event.bands, event.dissolved)
    for territory, ids in event.homes.items():
        board = board.lodge(
            territory, (unit for unit in units if unit.id in ids), (lord for lord in lords if lord.id in ids)
        )
    for army in event.armies:
        board = board.with_army(army)
    return replace(state, board=board)


def _paid(state: State, event: UpkeepPaid) -> State:
    phase = state.phase
    if isinstance(phase, Paying):
        phase = Paying(tuple(seat for seat in phase.owing if seat != event.seat))
    return replace(state, board=state.board.earn(event.seat, event.refund - event.amount), phase=phase)


def homes(state: State, seat: Seat) -> Mapping[TerritoryId, tuple[TerritoryId, ...]]:
    """For a player who must demobilise: the nearest villages, from each territory left [SC-UPK-8]."""
    origins = sorted({band.territory for band in state.board.bands_of(seat)})
    return {at: nearest(state.game, state.board, seat, at) for at in origins}


def _answers(state: State, awaited: Awaited) -> Iterator[Command]:
    """The suggestion [SC-UPK-11], with each choice between villages equally near [SC-UPK-8]."""
    seat, best = awaited.seat, _suggestion(state, awaited.seat)
    choices = _equal_villages(state, seat, best)
    for chosen in product(*choices.values()):
        villages = dict(zip(choices, chosen, strict=True))
        yield Demobilise(seat, units=tuple(sorted(best)), villages=villages)


DEMOBILISE = AwaitedQuestion("campaign-demobilise", "SC-UPK-5", _answers, _suggested)

SUBJECT = CampaignSubject(
    decides=(on(Demobilise, demobilise),),
    evolves=(
        on(IncomeCollected, _collected),
        on(UpkeepOwed, _owed),
        on(UnitsDemobilised, _demobilised),
        on(UpkeepPaid, _paid),
    ),
    phases=(during(Paying, _onward, _awaits),),
    questions=(DEMOBILISE,),
)
