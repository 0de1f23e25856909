"""Claims: militias, captures without a fight, the list of combats (chapter 19)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from heraut.campaign import bands
from heraut.campaign.aftermath import take
from heraut.campaign.board import Board, LordId, UnitId, Village, worth
from heraut.campaign.combats import CombatOpened, ForceFielded, roles, with_status
from heraut.campaign.settings import Settings, TurnStep
from heraut.campaign.state import Determining, Force, State, expect
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    OnTerritory,
    Steps,
    amiss,
    during,
    place_of,
    refuse,
)
from heraut.campaign.tables import Points, TerritoryId, numbers
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import HouseCode, Refusal, exact, house


class DefendVillage(CampaignOrder, frozen=True, kw_only=True):
    """Fight for a village with a militia from its reserve [SC-RSV-5]."""

    territory: TerritoryId
    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...] = ()


class YieldVillage(CampaignOrder, frozen=True, kw_only=True):
    """Do not fight with the reserve [SC-RSV-10]."""

    territory: TerritoryId


class VillageDefended(OnTerritory, frozen=True):
    """The owner fights for a village with a militia [SC-RSV-5]."""

    units: tuple[UnitId, ...]
    lords: tuple[LordId, ...] = ()


class VillageYielded(OnTerritory, frozen=True):
    """The owner does not fight with the reserve [SC-RSV-10]."""

    defaulted: bool = False


def unanswered(phase: Determining) -> tuple[TerritoryId, ...]:
    """The villages whose owner has not answered yet."""
    return tuple(at for at in phase.asked if at not in phase.answers)


def defend_village(state: State, command: DefendVillage) -> Outcome:
    """A militia of 4 to 10 points of that reserve, with any of its lords [SC-RSV-5, SC-RSV-6]."""
    if fault := _not_asked(state, command):
        return fault
    village, limits = state.board.villages[command.territory], (numbers().band_least, numbers().band_most)
    units = {unit.id: unit for unit in village.units}
    lords = {lord.id for lord in village.lords}
    if strange := amiss(command.units, units):
        return refuse("SC-RSV-5", Code.UNIT_NOT_HERE, strange[0], allowed=command.territory)
    if missing := amiss(command.lords, lords):
        return refuse("SC-RSV-6", Code.LORD_NOT_HERE, missing[0], allowed=command.territory)
    points = worth(units[id] for id in command.units)
    if not limits[0] <= points <= limits[1]:
        return refuse("SC-RSV-5", Code.MILITIA_POINTS, asked=exact(Fraction(points)), allowed=limits)
    if state.game.settings.reserve_needs_lord and not command.lords:
        return refuse("SC-RSV-6", Code.MILITIA_NEEDS_LORD, command.territory)
    return (VillageDefended(command.seat, command.territory, command.units, command.lords),)


def yield_village(state: State, command: YieldVillage) -> Outcome:
    """The owner will not fight with the reserve [SC-RSV-10]."""
    return _not_asked(state, command) or (VillageYielded(command.seat, command.territory),)


def _not_asked(state: State, command: DefendVillage | YieldVillage) -> Refusal | None:
    if not isinstance(state.phase, Determining):
        return house(HouseCode.WRONG_PHASE, "militia")
    owned = [at for at in unanswered(state.phase) if state.board.villages[at].owner == command.seat]
    if command.territory not in owned:
        return refuse("SC-RSV-4", Code.NOT_ASKED, command.territory)
    return None


def _yielded_for(_state: State, awaited: Awaited) -> tuple[VillageYielded]:
    """An absent owner does not fight with the reserve [SC-GEN-9]."""
    return (VillageYielded(awaited.seat, place_of(awaited), defaulted=True),)


def open_step(scene: CampaignScene) -> Steps[None]:
    """Owners of threatened villages who could fight with their reserve are asked [SC-RSV-4]."""
    yield StepOpened(TurnStep.DETERMINE, villages=questions(scene.state))


def questions(state: State) -> tuple[TerritoryId, ...]:
    """The villages whose reserve may fight: an enemy claims them, no own band is there, a militia can be formed."""
    board = state.board
    return tuple(
        at
        for at, village in sorted(board.villages.items())
        if board.enemy_at(at, village.owner)
        and not board.own_at(at, village.owner)
        and can_form_militia(state.game.settings, village)
    )


def can_form_militia(settings: Settings, village: Village) -> bool:
    """At least 4 points [SC-RSV-4], some of which add up to 4 to 10 [SC-RSV-5], and a lord if one is needed."""
    if settings.reserve_needs_lord and not village.lords:
        return False
    sums: set[Points] = {0}
    for unit in village.units:
        sums |= {total + unit.worth() for total in sums if total + unit.worth() <= numbers().band_most}
    return max(sums) >= numbers().band_least


def claimants(board: Board, phase: Determining) -> dict[TerritoryId, tuple[Seat, ...]]:
    """Who claims each territory, in initiative order: bands [SC-DET-2] and militias [SC-DET-3]."""
    claims = board.owners_by_territory()
    for at, militia in phase.answers.items():
        if militia is not None:
            claims[at].add(board.villages[at].owner)
    return {at: tuple(seat for seat in board.order if seat in claims[at]) for at in sorted(claims)}


def _onward(scene: CampaignScene, phase: Determining) -> Steps[bool]:
    """When all questions are answered: captures [SC-DET-7], then the combats [SC-DET-5]."""
    if unanswered(phase):
        return False
    claims = claimants(scene.board, phase)
    alone = [at for at, seats in claims.items() if len(seats) == 1]
    for at in sorted(alone, key=lambda at: _capture_order(scene.board, at)):
        yield from take(scene.state, claims[at][0], at)
    yield StepOpened(TurnStep.COMBATS)
    for at, seats in claims.items():
        if len(seats) > 1:
            yield from _open(scene, at, seats, phase.answers.get(at))
    return False


def _capture_order(board: Board, territory: TerritoryId) -> tuple[int, int, TerritoryId]:
    """First bands that did not move, by territory; then in the order of the declarations [SC-DET-7]."""
    bands = list(board.bands_at(territory))
    if any(not band.moved for band in bands):
        return (0, 0, territory)
    return (1, min(band.since for band in bands), territory)


def _open(scene: CampaignScene, territory: TerritoryId, seats: tuple[Seat, ...], militia: Force | None) -> Steps[None]:
    """Up to four fight at once; of five or six the last four in initiative begin [SC-MUL-5]."""
    most = numbers().battle_most
    newcomers, fighters = seats[:-most], seats[-most:]
    attacker, defender = roles(scene.board, territory, fighters)
    yield CombatOpened(territory, 1, fighters, newcomers, attacker, defender)
    if militia is not None:
        owner = scene.board.villages[territory].owner
        yield with_status(scene.state, ForceFielded(owner, territory, militia))


def _awaits(state: State, phase: Determining) -> Iterator[Awaited]:
    return (MILITIA.to(state.board.villages[at].owner, at) for at in unanswered(phase))


def _defended(state: State, event: VillageDefended) -> State:
    phase = expect(state.phase, Determining)
    answers = {**phase.answers, event.territory: Force(event.units, event.lords)}
    return replace(state, phase=replace(phase, answers=answers))


def _yielded(state: State, event: VillageYielded) -> State:
    phase = expect(state.phase, Determining)
    return replace(state, phase=replace(phase, answers={**phase.answers, event.territory: None}))


def _answers(state: State, awaited: Awaited) -> Iterator[Command]:
    seat, at = awaited.seat, place_of(awaited)
    yield YieldVillage(seat, territory=at)
    if best := bands.militia(state.board.villages[at]):
        yield DefendVillage(seat, territory=at, units=best[0], lords=best[1])


MILITIA = AwaitedQuestion("campaign-militia", "SC-RSV-4", _answers, _yielded_for)

SUBJECT = CampaignSubject(
    decides=(on(DefendVillage, defend_village), on(YieldVillage, yield_village)),
    evolves=(on(VillageDefended, _defended), on(VillageYielded, _yielded)),
    phases=(during(Determining, _onward, _awaits),),
    questions=(MILITIA,),
)
