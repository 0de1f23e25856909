"""The step UPKEEP: income, then the cost of standing bands (chapters 14 and 17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from heraut.campaign.board import Board
from heraut.campaign.commands import Demobilise
from heraut.campaign.decide.arrivals import nearest, refund
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import IncomeCollected, UnitsDemobilised, UpkeepOwed, UpkeepPaid
from heraut.campaign.forces import Army, Band, Lord, Unit, worth
from heraut.campaign.names import ArmyId, BandId, Category, TerritoryId, UnitId
from heraut.campaign.settings import Game
from heraut.campaign.state import Paying, State
from heraut.campaign.tables import incomes, numbers
from heraut.campaign.upkeep import affordable, cost, only_choice, remaining, suggestion, total, wasteful
from heraut.kernel import HouseCode, Refusal, Seat, house

NOBODY_LEAVES: frozenset[UnitId] = frozenset()


def income(game: Game, board: Board, seat: Seat) -> int:
    """What a player collects: each controlled territory, one more for a village [SC-PP-1, SC-PP-2]."""
    return sum(territory_income(game, board, at) for at, owner in board.control.items() if owner == seat)


def territory_income(game: Game, board: Board, territory: TerritoryId) -> int:
    """The income of one territory, its village included."""
    category = game.map.territories[territory].category
    base = game.settings.prestige_income if category is Category.PRESTIGE else incomes()[category]
    return base + (numbers().village_income if territory in board.villages else 0)


def begin(story: Story) -> bool:
    """Everybody collects [SC-PP-3], then whoever can pays; True when nobody owes [SC-SEQ-9]."""
    game = story.state.game
    for seat in game.seats:
        story.tell(IncomeCollected(seat, income(game, story.board, seat)))
    owing = []
    for seat in game.seats:
        bands = tuple(story.board.bands_of(seat))
        price = cost(total(bands, NOBODY_LEAVES), game.settings.upkeep_rule)
        if price <= story.board.stocks[seat]:
            story.tell(UpkeepPaid(seat, price))
        else:
            owing.append(seat)
    if owing:
        story.tell(UpkeepOwed(tuple(owing)))
    return not owing


def demobilise(story: Story, command: Demobilise) -> Refusal | None:
    """Enough units, none without need, of one's own bands [SC-UPK-5, SC-UPK-6]."""
    state = story.state
    if not isinstance(state.phase, Paying) or command.seat not in state.phase.owing:
        return house(HouseCode.WRONG_PHASE, "upkeep")
    bands, stock = tuple(state.board.bands_of(command.seat)), state.board.stocks[command.seat]
    rule, gone = state.game.settings.upkeep_rule, frozenset(command.units)
    own = {unit.id for band in bands for unit in band.units}
    if strange := tuple(sorted(gone - own)):
        return refuse("SC-UPK-6", Code.UNIT_NOT_HERE, strange)
    if not affordable(bands, gone, stock, rule):
        price = cost(total(bands, gone), rule)
        return refuse("SC-UPK-5", Code.STILL_TOO_DEAR, asked=price, allowed=stock)
    if spare := wasteful(bands, gone, stock, rule):
        return refuse("SC-UPK-6", Code.WASTEFUL, spare)
    for origin, village in command.villages.items():
        if origin not in {band.territory for band in bands}:
            return refuse("SC-UPK-8", Code.NOT_NEAREST, village, allowed=())
        candidates = nearest(state.game, state.board, command.seat, origin)
        if village not in candidates:
            return refuse("SC-UPK-8", Code.NOT_NEAREST, village, allowed=candidates)
    send_home(story, command.seat, gone, command.villages)
    return None


def demobilise_default(story: Story, seat: Seat) -> None:
    """The suggestion, when nobody answers [SC-UPK-11]."""
    bands, rule = tuple(story.board.bands_of(seat)), story.state.game.settings.upkeep_rule
    send_home(story, seat, suggestion(bands, story.board.stocks[seat], rule), {}, defaulted=True)


def send_home(
    story: Story,
    seat: Seat,
    gone: frozenset[UnitId],
    villages: Mapping[TerritoryId, TerritoryId],
    *,
    defaulted: bool = False,
) -> None:
    """Units leave, thin bands dissolve [SC-UPK-7], the cost of what remains is paid [SC-UPK-5]."""
    game, board = story.state.game, story.board
    left = remaining(board.bands_of(seat), gone)
    price = cost(sum((worth(units) for units in left.values()), 0), game.settings.upkeep_rule)
    event = replace(_leaving(story.state, seat, gone, left, villages), defaulted=defaulted)
    lost = worth(unit for band in board.bands_of(seat) for unit in band.units if unit.id in event.vanished)
    story.tell(event, UpkeepPaid(seat, price, refund(lost)))


def _leaving(
    state: State,
    seat: Seat,
    gone: frozenset[UnitId],
    left: Mapping[BandId, tuple[Unit, ...]],
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


def _out_of(band: Band, left: Mapping[BandId, tuple[Unit, ...]]) -> tuple[tuple[Unit, ...], tuple[Lord, ...]]:
    """What leaves a band: single units, or everything with its lord when it is dissolved [SC-UPK-7]."""
    if band.id in left:
        return tuple(unit for unit in band.units if unit not in left[band.id]), ()
    return band.units, (cast(Lord, band.lord),)


def onward(story: Story, phase: Paying) -> bool:
    """A player with one possible answer is not asked [SC-GEN-8]; True when everyone has paid."""
    rule = story.state.game.settings.upkeep_rule
    for seat in phase.owing:
        bands = tuple(story.board.bands_of(seat))
        only = only_choice(bands, story.board.stocks[seat], rule)
        if only is not None and not _equal_villages(story.state, seat, only):
            send_home(story, seat, only, {})
    return not phase.owing


def _equal_villages(state: State, seat: Seat, gone: frozenset[UnitId]) -> bool:
    """Whether some of the units could go to more than one village [SC-UPK-8]."""
    left = remaining(state.board.bands_of(seat), gone)
    origins = {band.territory for band in state.board.bands_of(seat) if left.get(band.id) != band.units}
    return any(len(nearest(state.game, state.board, seat, origin)) > 1 for origin in origins)
