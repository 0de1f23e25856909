"""What one may see: everything but bids and hidden orders before their opening [SC-GEN-4]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from heraut.campaign.absence import watch_key
from heraut.campaign.board import Army, Board, Lord, MapBand, MapUnit, Village, steps, worth
from heraut.campaign.letters import letters_of
from heraut.campaign.sequence import awaits
from heraut.campaign.settings import Campaign, TurnStep
from heraut.campaign.state import (
    Combat,
    Contest,
    Declaring,
    Fighting,
    FinalPlace,
    Finished,
    Invading,
    Letter,
    Paying,
    Rolling,
    Sealing,
    Setup,
    State,
    Tied,
    step_of,
)
from heraut.campaign.tables import Category, Numbers, TerritoryId, UnitRow, cost, numbers
from heraut.campaign.turns import score
from heraut.campaign.upkeep import homes, territory_incomes
from heraut.kernel.message import Awaited
from heraut.kernel.names import Instant, Seat
from heraut.kernel.sealed import Opened, SlotView

Scenario = Literal["claim-the-territory", "claim-the-territory-of-four"]


class CampaignPlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player and what the rules count of them; `rank` is the place in the initiative order, from 1."""

    seat: Seat
    name: str
    faction: str
    outer: bool
    stock: int
    income: int
    upkeep: int
    lords: int
    memory: int
    score: Fraction
    rank: int | None = None
    stand_in: str | None = None
    bot: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether a program plays the seat, for good or for now."""
        return bool(self.bot) or (self.stand_in or "").startswith("bot:")


class ReserveView(msgspec.Struct, frozen=True):
    """A village and the troops lodged there."""

    owner: Seat
    occupied: bool
    units: tuple[MapUnit, ...]
    lords: tuple[Lord, ...]
    points: Fraction


class TerritoryView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A territory as it is now."""

    id: TerritoryId
    name_fr: str
    name_en: str
    terrain: str
    category: Category
    x: int
    y: int
    income: int
    controller: Seat | None = None
    village: ReserveView | None = None
    site: Seat | None = None


class BandView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A standing band, its worth and its speed."""

    band: MapBand
    points: Fraction
    speed: int


class ArmyView(msgspec.Struct, frozen=True):
    """Troops off the map."""

    army: Army
    points: Fraction


class CombatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    The sheet of a combat: the scenario to play [SC-CBT-4], and the sacred site on the spot, if any [SC-SAC-2].

    `contest` is the result that was proposed last, if somebody disagreed with it [SC-SEQ-13].
    """

    combat: Combat
    scenario: Scenario
    site: Seat | None = None
    contest: Contest | None = None


class CampaignView(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    The campaign as one viewer sees it; `slots` are sealed choices: the stages of all, the value of one's own.

    Those that were opened last stand in `opened` with what they are checked by [HOUSE-SEAL-6].
    `homes` are for a viewer who must demobilise: the nearest villages, from each territory left [SC-UPK-8].
    """

    turn: int
    turns: int
    step: TurnStep
    prestige_to_win: int
    players: tuple[CampaignPlayerView, ...]
    territories: tuple[TerritoryView, ...]
    roads: tuple[tuple[TerritoryId, TerritoryId], ...]
    bands: tuple[BandView, ...]
    armies: tuple[ArmyView, ...]
    order: tuple[Seat, ...]
    favour_holder: Seat | None
    memory: tuple[Seat, ...]
    awaits: tuple[Awaited, ...]
    catalogue: tuple[UnitRow, ...]
    starting_bands: int
    starting_band_points: int
    numbers: Numbers
    lord_cost: int = 0
    slots: tuple[SlotView, ...] = ()
    opened: tuple[Opened, ...] = ()
    starts: Mapping[Seat, TerritoryId] = {}
    groups: tuple[tuple[Seat, ...], ...] = ()
    queue: tuple[Seat, ...] = ()
    combats: tuple[CombatView, ...] = ()
    homes: Mapping[TerritoryId, tuple[TerritoryId, ...]] = {}
    by: str | None = None
    ranking: tuple[FinalPlace, ...] = ()
    due: Instant | None = None
    paused: Instant | None = None
    votes: tuple[Seat, ...] = ()
    letters: tuple[Letter, ...] = ()

    def player(self, seat: Seat | None) -> CampaignPlayerView | None:
        """The player of a seat, if it is one of a player."""
        return next((player for player in self.players if player.seat == seat), None)

    def bands_of(self, seat: Seat | None) -> list[MapBand]:
        """The standing bands of a player."""
        return [seen.band for seen in self.bands if seen.band.owner == seat]

    def villages_of(self, seat: Seat | None) -> dict[TerritoryId, ReserveView]:
        """The villages of a player, by territory."""
        villages = ((land.id, land.village) for land in self.territories)
        return {at: village for at, village in villages if village is not None and village.owner == seat}


def view(state: State, viewer: Seat | None) -> CampaignView:
    """Built field by field from what the viewer may know."""
    game, board, people, phase = state.game, state.board, state.people, state.phase
    watch = people.watch
    territories, bands = tuple(_territories(game, board)), tuple(_bands(game, board))
    return CampaignView(
        turn=board.turn,
        turns=game.turns,
        step=step_of(phase),
        prestige_to_win=game.prestige_to_win,
        players=tuple(_players(state, territories, bands)),
        territories=territories,
        roads=game.map.roads,
        bands=bands,
        armies=tuple(ArmyView(army, Fraction(army.points())) for army in board.armies.values()),
        order=board.order,
        favour_holder=board.favour_holder,
        memory=board.memory,
        awaits=awaits(state),
        catalogue=game.catalogue,
        starting_bands=game.starting_bands,
        starting_band_points=game.settings.starting_band_points,
        numbers=numbers(),
        lord_cost=game.settings.lord_cost,
        slots=phase.box.seen_by(viewer) if isinstance(phase, Sealing) else (),
        opened=state.opened,
        starts=phase.starts if isinstance(phase, Setup) else {},
        groups=phase.groups if isinstance(phase, Rolling | Tied) else (),
        queue=phase.queue if isinstance(phase, Declaring | Invading) else (),
        combats=tuple(_combats(state, phase)) if isinstance(phase, Fighting) else (),
        homes=homes(state, viewer) if isinstance(phase, Paying) and viewer in phase.owing else {},
        by=phase.by if isinstance(phase, Finished) else None,
        ranking=phase.ranking if isinstance(phase, Finished) else (),
        due=watch.due if watch is not None and watch.key == watch_key(state) else None,
        paused=people.paused,
        votes=tuple(seat for seat in game.seats if seat in people.votes),
        letters=letters_of(state, viewer),
    )


def _territories(game: Campaign, board: Board) -> Iterator[TerritoryView]:
    incomes, standing = territory_incomes(game, board), board.owners_by_territory()
    for at, land in game.map.territories.items():
        yield TerritoryView(
            id=at,
            name_fr=land.name_fr,
            name_en=land.name_en,
            terrain=land.terrain,
            category=land.category,
            x=land.x,
            y=land.y,
            income=incomes[at],
            controller=board.control.get(at),
            village=_village(board.villages[at], standing.get(at, set())) if at in board.villages else None,
            site=board.sites.get(at),
        )


def _village(village: Village, standing: set[Seat]) -> ReserveView:
    occupied = not standing <= {village.owner}
    return ReserveView(village.owner, occupied, village.units, village.lords, Fraction(worth(village.units)))


def _bands(game: Campaign, board: Board) -> Iterator[BandView]:
    for band in board.bands.values():
        points = band.points()
        yield BandView(band, Fraction(points), steps(points, game.settings.fast_max_points))


def _players(
    state: State, territories: Iterable[TerritoryView], bands: Iterable[BandView]
) -> Iterator[CampaignPlayerView]:
    """What the rules count of a player is added up from what lies on the map."""
    board, people, phase = state.board, state.people, state.phase
    ranks = {seat: rank for rank, seat in enumerate(board.order, start=1)}
    final = {place.seat: place.score for place in phase.ranking} if isinstance(phase, Finished) else {}
    for player in state.game.settings.players:
        seat = player.seat
        own = [land for land in territories if land.controller == seat]
        points = sum((seen.points for seen in bands if seen.band.owner == seat), Fraction(0))
        villages = sum(land.village is not None for land in own)
        yield CampaignPlayerView(
            seat=seat,
            name=people.names[seat],
            faction=player.faction,
            outer=player.outer,
            stock=board.stocks[seat],
            income=sum(land.income for land in own),
            upkeep=cost(points, state.game.settings.upkeep_rule),
            lords=board.lords_of(seat),
            memory=board.memory.count(seat),
            score=final[seat] if final else score(board.stocks[seat], points, villages),
            rank=ranks.get(seat),
            stand_in=people.stand_ins.get(seat),
            bot=state.bots.get(seat, ""),
        )


def _combats(state: State, phase: Fighting) -> Iterator[CombatView]:
    for at, combat in phase.combats.items():
        scenario: Scenario = "claim-the-territory-of-four" if len(combat.fighters) > 2 else "claim-the-territory"
        yield CombatView(combat, scenario, state.board.sites.get(at), phase.contests.get(at))
