"""Setting up: start territories and starting bands (chapter 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations
from typing import ClassVar

from msgspec.structs import replace

from heraut.campaign.bands import bought, raise_band, unit_faults
from heraut.campaign.board import BandPlan, MapBand, NewLord, Recruit, Village, points_bought
from heraut.campaign.settings import Campaign, starts
from heraut.campaign.state import Setup, State, expect
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
from heraut.campaign.tables import Category, TerritoryId
from heraut.campaign.turns import TurnBegan
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Chance, Command, PublicEvent, Roll, Speaker, rolls
from heraut.kernel.names import FATE, ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, exact, house, together


class AssignStarts(CampaignOrder, frozen=True, kw_only=True):
    """The organiser gives each player a start territory [SC-SET-2]."""

    speaker: ClassVar[Speaker] = Speaker.ORGANISER
    starts: Mapping[Seat, TerritoryId]
    seat: Seat = ORGANISER


class ComposeBands(CampaignOrder, frozen=True, kw_only=True):
    """Choose the units and lords of the starting bands [SC-SET-4]."""

    bands: tuple[BandPlan, ...]


class StartsAssigned(PublicEvent, frozen=True):
    """Each player has a start territory with a village and its control [SC-SET-3]; `faces` if it was drawn."""

    starts: Mapping[Seat, TerritoryId]
    faces: tuple[int, ...] = ()


class StartingBandsComposed(PublicEvent, frozen=True):
    """A player's starting bands stand on the start territory [SC-SET-4]."""

    seat: Seat
    bands: tuple[MapBand, ...]
    serial: int
    defaulted: bool = False


def draw(state: State, command: Roll) -> Outcome:
    """The start territories are drawn by lot [SC-SET-2]."""
    game = state.game
    left = list(starts(game.map, len(game.seats)))
    drawn = (left.pop(face - 1) for face in (*command.faces, 1))
    return (StartsAssigned({seat: TerritoryId(next(drawn)) for seat in game.seats}, command.faces),)


def assign_starts(state: State, command: AssignStarts) -> Outcome:
    """The organiser gives out the start territories [SC-SET-2]."""
    game, phase = state.game, state.phase
    if not isinstance(phase, Setup) or phase.composed or game.settings.start_assignment != "manual":
        return house(HouseCode.WRONG_PHASE, "setup")
    if set(command.starts) != set(game.seats) or len(set(command.starts.values())) != len(game.seats):
        return refuse("SC-SET-1", Code.STARTS_WRONG)
    for at in command.starts.values():
        if at not in game.map.territories:
            return refuse("SC-SET-1", Code.UNKNOWN_TERRITORY, at)
        if game.map.territories[at].category is not Category.NORMAL:
            return refuse("SC-SET-1", Code.START_NOT_NORMAL, at)
    return (StartsAssigned({seat: command.starts[seat] for seat in game.seats}),)


def compose_bands(state: State, command: ComposeBands) -> Outcome:
    """Starting bands of exactly the right points, free of charge [SC-SET-4]."""
    if not isinstance(state.phase, Setup) or not state.phase.starts:
        return house(HouseCode.WRONG_PHASE, "setup")
    return together(tuple(_faults(state.game, command.bands))) or (_composed_by(state, command.seat, command.bands),)


def _faults(game: Campaign, plans: tuple[BandPlan, ...]) -> Iterator[Refusal]:
    allowed = game.settings.starting_band_points
    if len(plans) != game.starting_bands:
        yield refuse("SC-SET-4", Code.START_COUNT, asked=len(plans), allowed=game.starting_bands)
    for place, plan in enumerate(plans, start=1):
        points = points_bought(plan.recruits)
        if plan.band is not None or plan.units or plan.lord is not None:
            yield refuse("SC-SET-4", Code.START_NEW_ONLY, place)
        if points != allowed:
            yield refuse("SC-SET-4", Code.START_POINTS, place, asked=exact(Fraction(points)), allowed=allowed)
        for recruit in plan.recruits:
            yield from unit_faults(game, recruit)


def _composed_by(
    state: State, seat: Seat, plans: tuple[BandPlan, ...], *, defaulted: bool = False
) -> StartingBandsComposed:
    board, at, bands = state.board, expect(state.phase, Setup).starts[seat], list[MapBand]()
    for plan in plans:
        bands.append(raise_band(board, seat, at, plan.recruits, plan.new_lord or NewLord()))
        board = replace(board, serial=bands[-1].id + 1)
    return StartingBandsComposed(seat, tuple(bands), board.serial, defaulted)


def _composed_for(state: State, awaited: Awaited) -> tuple[StartingBandsComposed]:
    """For an absent player: units of one point each, of the first kind of the catalogue [SC-ABS-9]."""
    plan = BandPlan(new_lord=NewLord(), recruits=bought(state.game, state.game.settings.starting_band_points))
    return (_composed_by(state, awaited.seat, (plan,) * state.game.starting_bands, defaulted=True),)


def _onward(scene: CampaignScene, phase: Setup) -> Steps[bool]:
    """Turn 1 begins when every player has composed the starting bands [SC-SET-7]."""
    if phase.starts and phase.composed == frozenset(scene.state.game.seats):
        yield TurnBegan(1)
    return False


def _awaits(state: State, phase: Setup) -> Iterator[Awaited]:
    if phase.starts:
        yield from (COMPOSE.to(seat) for seat in state.game.seats if seat not in phase.composed)
    elif state.game.settings.start_assignment == "manual":
        yield ASSIGN.to(ORGANISER)
    else:
        yield replace(DRAW.to(FATE), chance=draw_chance(state.game))


def draw_chance(game: Campaign) -> Chance:
    """The draw of start territories, without putting back; the last of a full draw is certain [SC-SET-2]."""
    among, players = len(starts(game.map, len(game.seats))), len(game.seats)
    return Chance(tuple(among - drawn for drawn in range(players) if among - drawn > 1))


def _assigned(state: State, event: StartsAssigned) -> State:
    board = replace(
        state.board,
        control={at: seat for seat, at in event.starts.items()},
        villages={at: Village(seat) for seat, at in event.starts.items()},
    )
    return replace(state, board=board, phase=Setup(event.starts))


def _composed(state: State, event: StartingBandsComposed) -> State:
    phase = expect(state.phase, Setup)
    others = {id: band for id, band in state.board.bands.items() if band.owner != event.seat}
    board = replace(state.board, bands=others | {band.id: band for band in event.bands}, serial=event.serial)
    return replace(state, board=board, phase=replace(phase, composed=phase.composed | {event.seat}))


def _draws(state: State, _awaited: Awaited) -> Iterator[Command]:
    return rolls(draw_chance(state.game))


def _assignments(state: State, _awaited: Awaited) -> Iterator[Command]:
    wanted = [TerritoryId(at) for at in starts(state.game.map, len(state.game.seats))]
    for order in permutations(wanted, len(state.game.seats)):
        yield AssignStarts(starts=dict(zip(state.game.seats, order, strict=True)))


def _compositions(state: State, awaited: Awaited) -> Iterator[Command]:
    """Starting bands of one kind of unit each."""
    game = state.game
    for row in game.catalogue:
        recruits = (Recruit(row.kind, 1, row.figures),) * game.settings.starting_band_points
        plan = BandPlan(new_lord=NewLord(), recruits=recruits)
        yield ComposeBands(awaited.seat, bands=(plan,) * game.starting_bands)


DRAW = AwaitedQuestion("campaign-draw", "SC-SET-2", _draws)
ASSIGN = AwaitedQuestion("campaign-starts", "SC-SET-2", _assignments)
COMPOSE = AwaitedQuestion("campaign-compose", "SC-SET-4", _compositions, _composed_for)

SUBJECT = CampaignSubject(
    decides=(on(AssignStarts, assign_starts), on(ComposeBands, compose_bands)),
    evolves=(on(StartsAssigned, _assigned), on(StartingBandsComposed, _composed)),
    phases=(during(Setup, _onward, _awaits),),
    rolls={DRAW.code: draw},
    questions=(DRAW, ASSIGN, COMPOSE),
)
