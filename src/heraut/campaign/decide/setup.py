"""Setting up: start territories and starting bands (chapter 6)."""

from __future__ import annotations

from heraut.campaign.commands import AssignStarts, ComposeBands
from heraut.campaign.decide.muster import unit_faults
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import StartingBandsComposed, StartsAssigned, TurnBegan
from heraut.campaign.forces import Band, Lord, Unit, worth
from heraut.campaign.names import BandId, Category, LordId, TerritoryId, UnitId
from heraut.campaign.plans import BandPlan, NewLord, Recruit
from heraut.campaign.settings import Game, starts
from heraut.campaign.state import Setup
from heraut.kernel import Chance, HouseCode, Refusal, Roll, Seat, house, together


def draw_chance(game: Game) -> Chance:
    """The draw of start territories, without putting back; the last of a full draw is certain [SC-SET-2]."""
    among, players = len(starts(game.map, len(game.seats))), len(game.seats)
    return Chance(tuple(among - drawn for drawn in range(players) if among - drawn > 1))


def draw(story: Story, command: Roll) -> Refusal | None:
    """The start territories are drawn by lot [SC-SET-2]."""
    game = story.state.game
    if fault := draw_chance(game).refusal(command.faces):
        return fault
    left = list(starts(game.map, len(game.seats)))
    drawn = (left.pop(face - 1) for face in (*command.faces, 1))
    given = {seat: TerritoryId(next(drawn)) for seat in game.seats}
    story.tell(StartsAssigned(given, command.faces))
    return None


def assign(story: Story, command: AssignStarts) -> Refusal | None:
    """The organiser gives out the start territories [SC-SET-2]."""
    game, phase = story.state.game, story.state.phase
    if not isinstance(phase, Setup) or phase.composed or game.settings.start_assignment != "manual":
        return house(HouseCode.WRONG_PHASE, "setup")
    if set(command.starts) != set(game.seats) or len(set(command.starts.values())) != len(game.seats):
        return refuse("SC-SET-1", Code.STARTS_WRONG)
    for at in command.starts.values():
        if at not in game.map.territories:
            return refuse("SC-SET-1", Code.UNKNOWN_TERRITORY, at)
        if game.map.territories[at].category is not Category.NORMAL:
            return refuse("SC-SET-1", Code.START_NOT_NORMAL, at)
    story.tell(StartsAssigned({seat: command.starts[seat] for seat in game.seats}))
    return None


def compose(story: Story, command: ComposeBands) -> Refusal | None:
    """Starting bands of exactly the right points, free of charge [SC-SET-4]."""
    phase = story.state.phase
    if not isinstance(phase, Setup) or not phase.starts:
        return house(HouseCode.WRONG_PHASE, "setup")
    if fault := together(tuple(_faults(story.state.game, command.bands))):
        return fault
    story.tell(_composed(story, command.seat, command.bands))
    return None


def compose_default(story: Story, seat: Seat) -> None:
    """For an absent player: units of one point each, of the first kind of the catalogue [SC-ABS-9]."""
    game = story.state.game
    row, points = game.catalogue[0], game.settings.starting_band_points
    plan = BandPlan(new_lord=NewLord(), recruits=(Recruit(row.kind, 1, row.figures),) * points)
    story.tell(_composed(story, seat, (plan,) * game.starting_bands, defaulted=True))


def _faults(game: Game, plans: tuple[BandPlan, ...]) -> list[Refusal]:
    faults = []
    if len(plans) != game.starting_bands:
        faults.append(refuse("SC-SET-4", Code.START_COUNT, asked=len(plans), allowed=game.starting_bands))
    for place, plan in enumerate(plans, start=1):
        points = sum(recruit.points for recruit in plan.recruits)
        if plan.band is not None or plan.units or plan.lord is not None:
            faults.append(refuse("SC-SET-4", Code.START_NEW_ONLY, place))
        if points != game.settings.starting_band_points:
            allowed = game.settings.starting_band_points
            faults.append(refuse("SC-SET-4", Code.START_POINTS, place, asked=points, allowed=allowed))
        faults += [fault for recruit in plan.recruits for fault in unit_faults(game, recruit)]
    return faults


def _composed(
    story: Story, seat: Seat, plans: tuple[BandPlan, ...], *, defaulted: bool = False
) -> StartingBandsComposed:
    phase, serial = story.state.phase, story.board.serial
    assert isinstance(phase, Setup)
    bands = []
    for plan in plans:
        units = tuple(
            Unit(UnitId(serial + place), recruit.kind, recruit.points, recruit.figures, recruit.figures)
            for place, recruit in enumerate(plan.recruits)
        )
        serial += len(units)
        new = plan.new_lord or NewLord()
        lord = Lord(LordId(serial), new.name, new.story)
        bands.append(Band(BandId(serial + 1), seat, phase.starts[seat], lord, units, since=serial + 1))
        serial += 2
    assert all(worth(band.units) == story.state.game.settings.starting_band_points for band in bands)
    return StartingBandsComposed(seat, tuple(bands), serial, defaulted)


def onward(story: Story, phase: Setup) -> None:
    """Turn 1 begins when every player has composed the starting bands [SC-SET-7]."""
    if phase.starts and phase.composed == frozenset(story.state.game.seats):
        story.tell(TurnBegan(1))
