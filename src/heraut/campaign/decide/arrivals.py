"""Armies off the map come back at a village, or are gone (chapter 23)."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.campaign.board import Board
from heraut.campaign.commands import ChooseVillage
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import ArmyArrived, ArmyDelayed, StepOpened, TroopsVanished
from heraut.campaign.forces import Army, Points
from heraut.campaign.names import ArmyId, BandId, Step, TerritoryId
from heraut.campaign.settings import Game
from heraut.campaign.state import Arriving, State
from heraut.campaign.tables import numbers
from heraut.kernel import HouseCode, Refusal, Seat, house


def nearest(game: Game, board: Board, seat: Seat, origin: TerritoryId) -> tuple[TerritoryId, ...]:
    """The nearest villages of a player that are not occupied, by ascending id [SC-RET-5, SC-MAP-5]."""
    distances = game.map.distances[origin]
    open_ones = [at for at in board.villages_of(seat) if not board.enemy_at(at, seat)]
    least = min((distances[at] for at in open_ones), default=0)
    return tuple(at for at in open_ones if distances[at] == least)


def chooser(board: Board, army: Army) -> Seat:
    """Who chooses between villages: the owner, or for a leaderless army an opponent [SC-RET-6, SC-RET-7]."""
    if not army.leaderless:
        return army.owner
    if army.victor is not None and army.victor != army.owner:
        return army.victor
    return min(army.opponents, key=board.rank, default=army.owner)


def due(state: State, phase: Arriving) -> list[Army]:
    """The armies that arrive now: living lords at TURN_START, leaderless ones at TURN_END [SC-RET-3, SC-RET-4]."""
    leaderless = phase.step is Step.TURN_END
    return [
        army
        for army in state.board.armies.values()
        if army.leaderless == leaderless and army.due <= state.board.turn and army.id not in phase.delayed
    ]


def choose(story: Story, command: ChooseVillage) -> Refusal | None:
    """A village for an army, among the nearest [SC-RET-6]."""
    state = story.state
    if not isinstance(state.phase, Arriving):
        return house(HouseCode.WRONG_PHASE, "arrivals")
    army = next((army for army in due(state, state.phase) if army.id == command.army), None)
    if army is None or chooser(state.board, army) != command.seat:
        return refuse("SC-RET-6", Code.NOT_YOUR_CHOICE, command.army)
    candidates = nearest(state.game, state.board, army.owner, army.origin)
    if command.territory not in candidates:
        return refuse("SC-RET-5", Code.NOT_A_CANDIDATE, command.territory, allowed=candidates)
    arrive(story, army, command.territory)
    return None


def arrive(story: Story, army: Army, territory: TerritoryId, *, defaulted: bool = False) -> None:
    """As a band if it was one, has a lord and 4 points; otherwise into the reserve [SC-RET-3, SC-RSV-11]."""
    whole = army.band is not None and bool(army.lords) and army.points() >= numbers().band_least
    band: BandId | None = army.band if whole else None
    story.tell(ArmyArrived(army.owner, army.id, territory, band, defaulted))


def onward(story: Story, phase: Arriving) -> bool:
    """Whatever needs no choice happens; True when every army of the step is dealt with."""
    waiting = False
    for army in due(story.state, phase):
        candidates = nearest(story.state.game, story.board, army.owner, army.origin)
        if len(candidates) == 1:
            arrive(story, army, candidates[0])
        elif candidates:
            waiting = True
        elif story.board.villages_of(army.owner):
            story.tell(ArmyDelayed(army.owner, army.id))
        else:
            vanish(story, army.owner, (army,))
    return not waiting


def refund(points: Points) -> int:
    """Half the points, rounded down: the only rounding of points in the game [SC-HOM-1, SC-GEN-3]."""
    return int(points / 2) if not isinstance(points, int) else points // 2


def vanish(story: Story, seat: Seat, armies: Iterable[Army], bands: Iterable[BandId] = ()) -> None:
    """Troops without a village to go to are gone; one sum, halved once [SC-HOM-1, SC-HOM-2]."""
    gone: tuple[ArmyId, ...] = tuple(army.id for army in armies)
    lost = tuple(bands)
    points = sum((story.board.armies[id].points() for id in gone), 0)
    points += sum((story.board.bands[id].points() for id in lost), 0)
    story.tell(TroopsVanished(seat, gone, refund(points), lost))


def aftermath(story: Story) -> None:
    """Players without a village lose their troops off the map [SC-HOM-1], or all their troops [SC-HOM-3]."""
    everything = story.state.game.settings.homeless_scope == "all"
    for seat in story.state.game.seats:
        if not story.board.villages_of(seat):
            armies = [army for army in story.board.armies.values() if army.owner == seat]
            bands = [band.id for band in story.board.bands_of(seat)] if everything else []
            if armies or bands:
                vanish(story, seat, armies, bands)
    story.tell(StepOpened(Step.UPKEEP))
