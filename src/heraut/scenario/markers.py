"""Markers of a turn under way: captured, charged, their defence dice [ST-CAP-9, ST-DES-18]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heraut.dice import MOST_DICE
from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent, Roll
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import ElementKind
from heraut.scenario.facts import Attack, Claim, ScoringUnit, Side, joined
from heraut.scenario.scoring import Capped, Held
from heraut.scenario.state import PlayingTurns, State, during, in_turn, only, trying
from heraut.scenario.tally import happen
from heraut.scenario.units import Moments, TellsOfUnits


class ClaimMarker(TellsOfUnits, frozen=True):
    """Capture a marker now; with units, the conditions are checked."""

    marker: str
    units: tuple[ScoringUnit, ...] = ()

    def moments(self) -> Moments:
        """As they stand at the claim."""
        return (self.units,)


class ChargeMarker(Command, frozen=True):
    """A melee against an enemy marker scored so many hits; the marker's dice follow."""

    marker: str
    hits: int


class MarkerClaimed(PublicEvent, frozen=True):
    """A marker is captured."""

    side: Side
    marker: str


class MarkerCharged(PublicEvent, frozen=True):
    """A marker was hit; its defence dice are due."""

    side: Side
    marker: str
    hits: int


class ChargeResolved(PublicEvent, frozen=True):
    """The marker is destroyed, or the attack failed [ST-DES-18]."""

    side: Side
    marker: str
    destroyed: bool
    faces: tuple[int, ...]


def claim_marker(state: PlayingTurns, command: ClaimMarker) -> Outcome:
    """A marker captured in the turn under way."""
    if not isinstance(state.game.scenario.scoring, Held):
        return state.game.scenario.not_asked("claimed")
    if command.units:
        facts = state.play.now(claims=(Claim(command.marker, command.units),))
    else:
        facts = state.play.now(claimed=(command.marker,))
    after = happen(state.play.sheet, joined(state.play.under_way(), facts))
    return after if isinstance(after, Refusal) else (MarkerClaimed(facts.by, command.marker),)


def charge_marker(state: PlayingTurns, command: ChargeMarker) -> Outcome:
    """Hits on an enemy marker; without any, the attack has failed."""
    scoring, side = state.game.scenario.scoring, state.play.sheet.next_turn[0]
    if not isinstance(scoring, Capped):
        return state.game.scenario.not_asked("attacks")
    if command.hits < 0:
        return Refusal(scoring.charge_clause, "match-count-below-zero", subject="hits")
    if (dice := command.hits * scoring.defence_dice_per_hit) > MOST_DICE:
        return Refusal(ClauseId("HOUSE-DICE-2"), "match-too-many-hits", asked=dice, allowed=MOST_DICE)
    missed = ChargeResolved(side, command.marker, False, ())
    after = happen(state.play.sheet, _resolved(state, missed).play.under_way())
    if isinstance(after, Refusal):
        return after
    return (MarkerCharged(side, command.marker, command.hits),) if command.hits else (missed,)


def defend(state: PlayingTurns, command: Roll) -> Outcome:
    """Each face high enough cancels a hit; one hit left destroys the marker [ST-DES-18]."""
    scoring, charge = state.game.scenario.scoring, state.play.charge
    assert isinstance(scoring, Capped)
    assert charge is not None
    marker, hits = charge
    cancelled = sum(1 for face in command.faces if face >= scoring.defence_at_least)
    return (ChargeResolved(state.play.sheet.next_turn[0], marker, hits > cancelled, command.faces),)


def _claimed(state: PlayingTurns, event: MarkerClaimed) -> PlayingTurns:
    return replace(state, play=state.play.with_during(state.play.now(claimed=(event.marker,))))


def _charged(state: PlayingTurns, event: MarkerCharged) -> PlayingTurns:
    return replace(state, play=replace(state.play, charge=(event.marker, event.hits)))


def _resolved(state: PlayingTurns, event: ChargeResolved) -> PlayingTurns:
    attacked = state.play.with_during(state.play.now(attacks=(Attack(event.marker, event.destroyed),)))
    return replace(state, play=replace(attacked, charge=None))


def tries(state: PlayingTurns, seat: Seat) -> Iterator[Command]:
    """The markers that might be captured or charged now."""
    sheet = state.play.sheet
    match sheet.scenario.scoring:
        case Held():
            yield from (ClaimMarker(seat, marker.id) for marker in sheet.scenario.of_kind(ElementKind.MARKER))
        case Capped():
            yield from (ChargeMarker(seat, f"{sheet.next_turn[0].other}_{number}", 1) for number in (1, 2, 3))


SUBJECT = Subject[State](
    decides=(
        on(ClaimMarker, in_turn(claim_marker)),
        on(ChargeMarker, in_turn(charge_marker)),
    ),
    evolves=(
        on(MarkerClaimed, only(PlayingTurns, _claimed)),
        on(MarkerCharged, only(PlayingTurns, _charged)),
        on(ChargeResolved, only(PlayingTurns, _resolved)),
    ),
    rolls={"match-defence": during(PlayingTurns, defend)},
    tries=trying(PlayingTurns, tries),
)
