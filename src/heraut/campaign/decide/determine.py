"""The step DETERMINE: militias, unopposed captures, the list of combats (chapter 19)."""

from __future__ import annotations

from fractions import Fraction

from heraut.campaign.board import Board
from heraut.campaign.combat import Force, Militia
from heraut.campaign.commands import DefendVillage, YieldVillage
from heraut.campaign.decide.control import take
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    CombatOpened,
    ForceFielded,
    StepOpened,
    VillageDefended,
    VillageYielded,
)
from heraut.campaign.forces import Band, Points, Village, worth
from heraut.campaign.names import Step, TerritoryId
from heraut.campaign.settings import Settings
from heraut.campaign.state import Determining, State
from heraut.campaign.tables import numbers
from heraut.kernel import HouseCode, Refusal, Seat, exact, house


def begin(story: Story) -> None:
    """Owners of threatened villages who could fight with their reserve are asked [SC-RSV-4]."""
    story.tell(StepOpened(Step.DETERMINE, villages=questions(story.state)))


def questions(state: State) -> tuple[TerritoryId, ...]:
    """The villages whose reserve may fight: an enemy claims them, no own band is there, a militia can be formed."""
    board = state.board
    return tuple(
        at
        for at, village in sorted(board.villages.items())
        if board.enemy_at(at, village.owner)
        and not any(band.owner == village.owner for band in board.bands_at(at))
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


def defend(story: Story, command: DefendVillage) -> Refusal | None:
    """A militia of 4 to 10 points of that reserve, with any of its lords [SC-RSV-5, SC-RSV-6]."""
    if fault := _not_asked(story.state, command):
        return fault
    village = story.board.villages[command.territory]
    units = {unit.id: unit for unit in village.units}
    lords = {lord.id for lord in village.lords}
    for unit in command.units:
        if unit not in units or command.units.count(unit) > 1:
            return refuse("SC-RSV-5", Code.UNIT_NOT_HERE, unit, allowed=command.territory)
    for lord in command.lords:
        if lord not in lords or command.lords.count(lord) > 1:
            return refuse("SC-RSV-6", Code.LORD_NOT_HERE, lord, allowed=command.territory)
    points = worth(units[id] for id in command.units)
    if not numbers().band_least <= points <= numbers().band_most:
        return refuse(
            "SC-RSV-5",
            Code.MILITIA_POINTS,
            asked=exact(Fraction(points)),
            allowed=(numbers().band_least, numbers().band_most),
        )
    if story.state.game.settings.reserve_needs_lord and not command.lords:
        return refuse("SC-RSV-6", Code.MILITIA_NEEDS_LORD, command.territory)
    story.tell(VillageDefended(command.seat, command.territory, command.units, command.lords))
    return None


def yield_village(story: Story, command: YieldVillage) -> Refusal | None:
    """The owner will not fight with the reserve [SC-RSV-10]."""
    if fault := _not_asked(story.state, command):
        return fault
    story.tell(VillageYielded(command.seat, command.territory))
    return None


def _not_asked(state: State, command: DefendVillage | YieldVillage) -> Refusal | None:
    if not isinstance(state.phase, Determining):
        return house(HouseCode.WRONG_PHASE, "militia")
    owned = [at for at in unanswered(state.phase) if state.board.villages[at].owner == command.seat]
    if command.territory not in owned:
        return refuse("SC-RSV-4", Code.NOT_ASKED, command.territory)
    return None


def unanswered(phase: Determining) -> tuple[TerritoryId, ...]:
    """The villages whose owner has not answered yet."""
    return tuple(at for at in phase.asked if at not in phase.answers)


def militia_default(story: Story, territory: TerritoryId) -> None:
    """An absent owner does not fight with the reserve [SC-GEN-9]."""
    story.tell(VillageYielded(story.board.villages[territory].owner, territory, defaulted=True))


def claimants(board: Board, phase: Determining) -> dict[TerritoryId, tuple[Seat, ...]]:
    """Who claims each territory, in initiative order: bands [SC-DET-2] and militias [SC-DET-3]."""
    claims: dict[TerritoryId, set[Seat]] = {}
    for band in board.bands.values():
        claims.setdefault(band.territory, set()).add(band.owner)
    for at, militia in phase.answers.items():
        if militia is not None:
            claims[at].add(board.villages[at].owner)
    return {at: tuple(seat for seat in board.order if seat in claims[at]) for at in sorted(claims)}


def onward(story: Story, phase: Determining) -> None:
    """When all questions are answered: captures [SC-DET-7], then the combats [SC-DET-5]."""
    if unanswered(phase):
        return
    claims = claimants(story.board, phase)
    alone = [at for at, seats in claims.items() if len(seats) == 1]
    for at in sorted(alone, key=lambda at: _capture_order(story.board, at)):
        take(story, claims[at][0], at)
    story.tell(StepOpened(Step.COMBATS))
    for at, seats in claims.items():
        if len(seats) > 1:
            _open(story, at, seats, phase.answers.get(at))


def _capture_order(board: Board, territory: TerritoryId) -> tuple[int, int, TerritoryId]:
    """First bands that did not move, by territory; then in the order of the declarations [SC-DET-7]."""
    bands = list(board.bands_at(territory))
    if any(not band.moved for band in bands):
        return (0, 0, territory)
    return (1, min(band.since for band in bands), territory)


def _open(story: Story, territory: TerritoryId, seats: tuple[Seat, ...], militia: Militia | None) -> None:
    """Up to four fight at once; of five or six the last four in initiative begin [SC-MUL-5]."""
    newcomers = seats[: -numbers().battle_most] if len(seats) > numbers().battle_most else ()
    fighters = seats[len(newcomers) :]
    attacker, defender = roles(story.board, territory, fighters)
    story.tell(CombatOpened(territory, 1, fighters, newcomers, attacker, defender))
    if militia is not None:
        owner = story.board.villages[territory].owner
        story.tell(ForceFielded(owner, territory, Force(militia.units, militia.lords)))


def roles(board: Board, territory: TerritoryId, seats: tuple[Seat, ...]) -> tuple[Seat | None, Seat | None]:
    """Attacker and defender of two: the controller defends, else whoever has stood there longest [SC-DET-6]."""
    if len(seats) != 2:
        return None, None
    controller = board.control.get(territory)
    defender = controller if controller in seats else _first_there(board, territory, seats).owner
    return next(seat for seat in seats if seat != defender), defender


def _first_there(board: Board, territory: TerritoryId, seats: tuple[Seat, ...]) -> Band:
    there = [band for band in board.bands_at(territory) if band.owner in seats]
    return min(there, key=lambda band: band.since)
