"""Armies off the map come back at a village, or are gone (chapter 23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from heraut.campaign.board import Army, ArmyId, BandId, Board, MapBand, refund, without
from heraut.campaign.settings import Campaign, TurnStep
from heraut.campaign.state import Arriving, State, expect
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
from heraut.campaign.tables import TerritoryId, numbers
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, PublicEvent
from heraut.kernel.names import Seat
from heraut.kernel.refusal import HouseCode, house


class ChooseVillage(CampaignOrder, frozen=True, kw_only=True):
    """Choose among the nearest villages for an arriving army [SC-RET-6]."""

    army: int
    territory: TerritoryId


class ArmyArrived(PublicEvent, frozen=True):
    """An army has come back, as a band or into the reserve [SC-RET-3, SC-RET-4]."""

    seat: Seat
    army: ArmyId
    territory: TerritoryId
    band: BandId | None = None
    defaulted: bool = False


class ArmyDelayed(PublicEvent, frozen=True):
    """All villages of the owner are occupied: the army waits [SC-RET-8]."""

    seat: Seat
    army: ArmyId


class TroopsVanished(PublicEvent, frozen=True):
    """Troops without any village to go to are gone, half their points refunded [SC-HOM-1, SC-HOM-2]."""

    seat: Seat
    armies: tuple[ArmyId, ...]
    refund: int
    bands: tuple[BandId, ...] = ()


def nearest(game: Campaign, board: Board, seat: Seat, origin: TerritoryId) -> tuple[TerritoryId, ...]:
    """The nearest villages of a player that are not occupied, by ascending id [SC-RET-5, SC-MAP-5]."""
    distances = game.map.distances[origin]
    open_ones = [at for at in board.villages_of(seat) if not board.enemy_at(at, seat)]
    least = min((distances[at] for at in open_ones), default=0)
    return tuple(at for at in open_ones if distances[at] == least)


def _candidates(state: State, army: Army) -> tuple[TerritoryId, ...]:
    return nearest(state.game, state.board, army.owner, army.origin)


def chooser(board: Board, army: Army) -> Seat:
    """Who chooses between villages: the owner, or for a leaderless army an opponent [SC-RET-6, SC-RET-7]."""
    if not army.leaderless:
        return army.owner
    if army.victor is not None and army.victor != army.owner:
        return army.victor
    return min(army.opponents, key=board.rank, default=army.owner)


def due(state: State, phase: Arriving) -> list[Army]:
    """The armies that arrive now: living lords at TURN_START, leaderless ones at TURN_END [SC-RET-3, SC-RET-4]."""
    leaderless = phase.step is TurnStep.TURN_END
    return [
        army
        for army in state.board.armies.values()
        if army.leaderless == leaderless and army.due <= state.board.turn and army.id not in phase.delayed
    ]


def choose_village(state: State, command: ChooseVillage) -> Outcome:
    """A village for an army, among the nearest [SC-RET-6]."""
    if not isinstance(state.phase, Arriving):
        return house(HouseCode.WRONG_PHASE, "arrivals")
    army = next((army for army in due(state, state.phase) if army.id == command.army), None)
    if army is None or chooser(state.board, army) != command.seat:
        return refuse("SC-RET-6", Code.NOT_YOUR_CHOICE, command.army)
    candidates = _candidates(state, army)
    if command.territory not in candidates:
        return refuse("SC-RET-5", Code.NOT_A_CANDIDATE, command.territory, allowed=candidates)
    return (_arrival(army, command.territory),)


def _arrival(army: Army, territory: TerritoryId, *, defaulted: bool = False) -> ArmyArrived:
    """As a band if it was one, has a lord and 4 points; otherwise into the reserve [SC-RET-3, SC-RSV-11]."""
    whole = bool(army.lords) and army.points() >= numbers().band_least
    return ArmyArrived(army.owner, army.id, territory, army.band if whole else None, defaulted)


def _lowest(state: State, awaited: Awaited) -> tuple[ArmyArrived]:
    """For somebody absent, the village of the lowest id [SC-GEN-9]."""
    army = army_of(state, awaited)
    return (_arrival(army, _candidates(state, army)[0], defaulted=True),)


def army_of(state: State, awaited: Awaited) -> Army:
    """The army somebody is asked about."""
    return state.board.armies[ArmyId(int(str(awaited.subject)))]


def _onward(scene: CampaignScene, phase: Arriving) -> Steps[bool]:
    """Whatever needs no choice happens; it is over when every army of the step is dealt with."""
    waiting = False
    for army in due(scene.state, phase):
        candidates = _candidates(scene.state, army)
        if len(candidates) == 1:
            yield _arrival(army, candidates[0])
        elif candidates:
            waiting = True
        elif scene.board.villages_of(army.owner):
            yield ArmyDelayed(army.owner, army.id)
        else:
            yield _vanishing(army.owner, (army,))
    return not waiting


def _vanishing(seat: Seat, armies: Sequence[Army], bands: Sequence[MapBand] = ()) -> TroopsVanished:
    """Troops without a village to go to are gone; one sum, halved once [SC-HOM-1, SC-HOM-2]."""
    points = sum((army.points() for army in armies), 0) + sum((band.points() for band in bands), 0)
    return TroopsVanished(seat, tuple(army.id for army in armies), refund(points), tuple(band.id for band in bands))


def send_the_homeless_away(scene: CampaignScene) -> Steps[bool]:
    """Players without a village lose their troops off the map [SC-HOM-1], or all their troops [SC-HOM-3]."""
    everything = scene.state.game.settings.homeless_scope == "all"
    for seat in scene.state.game.seats:
        if not scene.board.villages_of(seat):
            armies = [army for army in scene.board.armies.values() if army.owner == seat]
            bands = list(scene.board.bands_of(seat)) if everything else []
            if armies or bands:
                yield _vanishing(seat, armies, bands)
    return True


def _awaits(state: State, phase: Arriving) -> Iterator[Awaited]:
    return (VILLAGE.to(chooser(state.board, army), army.id) for army in due(state, phase))


def _arrived(state: State, event: ArmyArrived) -> State:
    army = state.board.armies[event.army]
    board = replace(state.board, armies=without(state.board.armies, event.army))
    if event.band is None:
        return replace(state, board=board.lodge(event.territory, army.units, army.lords))
    band = MapBand(event.band, army.owner, event.territory, army.lords[0], army.units, board.serial)
    return replace(state, board=replace(board.with_bands((band,)), serial=board.serial + 1))


def _delayed(state: State, event: ArmyDelayed) -> State:
    phase = expect(state.phase, Arriving)
    return replace(state, phase=replace(phase, delayed=phase.delayed | {event.army}))


def _vanished(state: State, event: TroopsVanished) -> State:
    armies, bands = without(state.board.armies, *event.armies), without(state.board.bands, *event.bands)
    return replace(state, board=replace(state.board, armies=armies, bands=bands).earn(event.seat, event.refund))


def _answers(state: State, awaited: Awaited) -> Iterator[Command]:
    army = army_of(state, awaited)
    for at in _candidates(state, army):
        yield ChooseVillage(awaited.seat, army=army.id, territory=at)


VILLAGE = AwaitedQuestion("campaign-village", "SC-RET-6", _answers, _lowest)

SUBJECT = CampaignSubject(
    decides=(on(ChooseVillage, choose_village),),
    evolves=(on(ArmyArrived, _arrived), on(ArmyDelayed, _delayed), on(TroopsVanished, _vanished)),
    phases=(during(Arriving, _onward, _awaits),),
    questions=(VILLAGE,),
)
