"""
After the last turn: what is counted, the bonuses, the signatures of both players.

The result is what an event is given: who won and how, the points of both sides, why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import msgspec
from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Awaited, Command, PublicEvent, Speaker
from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Reason, Refusal, house
from heraut.scenario.armies import Armies, MatchOutcome, armies_fault
from heraut.scenario.control import stragglers
from heraut.scenario.ending import EndCounted, counted, outcome_of
from heraut.scenario.facts import SIDES, ScoringUnit, Side
from heraut.scenario.saga import finish, massacre_points
from heraut.scenario.scoring import Awards, MassacreOnly
from heraut.scenario.settings import MassacreScale
from heraut.scenario.sheet import DRAWN, Ending, Tally, WinKind
from heraut.scenario.state import Counting, Over, Signing, State, during, is_closed, only, trying, wrong_phase
from heraut.scenario.units import Moments, TellsOfUnits


class SweepEdges(TellsOfUnits, frozen=True):
    """Units near their own edge at the end are eliminated: worked out from units, or just named."""

    units: tuple[ScoringUnit, ...] = ()
    eliminated: tuple[str, ...] = ()

    def moments(self) -> Moments:
        """As they stand at the end."""
        return (self.units,)


class CountEnd(Command, frozen=True):
    """
    Massacre points, and the dice the bands still generate where the scenario pays for them.

    With a scale, the figures each side `eliminated`, by class, may stand for its massacre points.
    """

    massacre: Mapping[Side, int] = {}
    dice: Mapping[Side, int] = {}
    eliminated: Mapping[Side, Mapping[str, int]] = {}


class CountArmies(Command, frozen=True):
    """What is left of both armies."""

    armies: Armies


class Sign(Command, frozen=True):
    """A player's signature under the points of both sides, as they have them."""

    speaker = Speaker.PLAYER
    first: int
    second: int


class Settle(Command, frozen=True):
    """An official declares the sheet right as it stands."""

    speaker = Speaker.OFFICIAL


class NoteBonuses(Command, frozen=True):
    """Who has earned which bonuses of the event, all of them at once; those not named are not earned."""

    earned: Mapping[Seat, tuple[str, ...]]


class UnitsSwept(PublicEvent, frozen=True):
    """Units near their own edge are eliminated [ST-CLA-14]."""

    units: tuple[str, ...]


class ArmiesCounted(PublicEvent, frozen=True):
    """What is left of both armies."""

    seat: Seat
    armies: Armies
    outcome: MatchOutcome | None = None


class Signed(PublicEvent, frozen=True):
    """A player agrees with the sheet."""

    seat: Seat
    first: int
    second: int


class SheetDisputed(PublicEvent, frozen=True):
    """A player's own sheet says otherwise: the result waits [ST-MAT-5]."""

    seat: Seat
    first: int
    second: int


class ResultSettled(PublicEvent, frozen=True):
    """The result is final: both have signed, or an official has decided."""

    seat: Seat
    points: Mapping[Side, int]
    winner: Seat | None
    kind: WinKind | None


class BonusesNoted(PublicEvent, frozen=True):
    """The bonuses on the sheet; whoever had signed signs again."""

    seat: Seat
    earned: Mapping[Seat, tuple[str, ...]]


def sweep_edges(state: Counting, command: SweepEdges) -> Outcome:
    """Where massacre points are all there is, units that stayed behind count as eliminated [ST-CLA-14]."""
    if state.stop.kind is not None:
        return wrong_phase(state)
    scoring = state.game.scenario.scoring
    if not isinstance(scoring, MassacreOnly):
        return state.game.scenario.not_asked("eliminated")
    found = stragglers(state.game.layout, command.units, scoring.sweep)
    return (UnitsSwept(tuple(dict.fromkeys((*found, *command.eliminated)))),)


def count_end(state: Over, command: CountEnd) -> Outcome:
    """The points of the end; once the sheet is settled, officials only."""
    if is_closed(state, command.seat):
        return wrong_phase(state)
    scoring = state.game.scenario.scoring
    if isinstance(scoring, Awards):
        return state.game.scenario.not_asked("massacre")
    if isinstance(scoring, MassacreOnly) and state.play.swept is None and state.stop.kind is None:
        return Refusal(scoring.sweep_clause, "sweep-first")
    massacre = _massacre(state.game.options.massacre_scale, command)
    if isinstance(massacre, Refusal):
        return massacre
    ending = Ending(massacre=massacre, dice=command.dice)
    if isinstance(final := finish(state.play.sheet, ending), Refusal):
        return final
    outcome = outcome_of(replace(state.play, ending=ending), state.stop)
    return (EndCounted(ending, command.seat, outcome),)


def _massacre(scale: MassacreScale | None, command: CountEnd) -> dict[Side, int] | Refusal:
    """The points entered, or computed from the figures eliminated [ST-GAM-14]."""
    if not command.eliminated:
        return dict(command.massacre)
    if scale is None or command.massacre:
        return Refusal(ClauseId("ST-GAM-14"), "massacre-no-scale" if scale is None else "facts-both-ways")
    found: dict[Side, int] = {}
    for side, figures in command.eliminated.items():
        points = massacre_points(scale, figures)
        if isinstance(points, Refusal):
            return points
        found[side] = points
    return found


def count_armies(state: Over, command: CountArmies) -> Outcome:
    """What is left of the armies; once the sheet is settled, officials only."""
    if is_closed(state, command.seat):
        return wrong_phase(state)
    if not isinstance(state.game.scenario.scoring, Awards):
        return state.game.scenario.not_asked("armies")
    if (fault := armies_fault(state.play.sheet, command.armies)) is not None:
        return fault
    outcome = outcome_of(replace(state.play, armies=command.armies), state.stop)
    return (ArmiesCounted(command.seat, command.armies, outcome),)


def sign(state: Signing, command: Sign) -> Outcome:
    """Both sign the same points, and the result is settled [ST-MAT-5]."""
    if state.settled:
        return wrong_phase(state)
    if state.play.disputes:
        return Refusal(state.game.rules.AGREE, "turns-disputed", subject=min(state.play.disputes))
    points = tuple(final_sheet(state).points.values())
    if (command.first, command.second) != points:
        return (SheetDisputed(command.seat, command.first, command.second),)
    signed = Signed(command.seat, command.first, command.second)
    other = state.signed.get(state.game.opponent(command.seat))
    return (signed, _settlement(state, command.seat)) if other == points else (signed,)


def settle(state: Signing, command: Settle) -> Outcome:
    """An official's word settles the sheet."""
    if state.settled:
        return wrong_phase(state)
    return (_settlement(state, command.seat),)


def note_bonuses(state: Signing, command: NoteBonuses) -> Outcome:
    """Bonuses the event has, for the two who play; once the sheet is settled, officials only."""
    if is_closed(state, command.seat):
        return wrong_phase(state)
    known = state.game.settings.bonuses
    for seat, labels in command.earned.items():
        if seat not in state.game.players:
            return house(HouseCode.UNKNOWN_SEAT, seat)
        strange = next((label for label in labels if label not in known), None)
        if strange is not None:
            return Refusal(ClauseId("ST-PTS-11"), "result-unknown-bonus", seat, asked=strange, allowed=known)
    return (BonusesNoted(command.seat, {seat: labels for seat, labels in command.earned.items() if labels}),)


def _settlement(state: Signing, seat: Seat) -> ResultSettled:
    final = result(state)
    assert final is not None
    points = final.victory_points or final.control_points
    winner = None if final.winner is None else final.seats[final.winner]
    return ResultSettled(seat, points, winner, final.kind)


def _swept(state: Counting, event: UnitsSwept) -> State:
    return replace(state, play=replace(state.play, swept=event.units))


def _armies_counted(state: Over, event: ArmiesCounted) -> Signing:
    return counted(state, replace(state.play, armies=event.armies), event.outcome)


def _with_outcome(state: State, event: ArmiesCounted) -> ArmiesCounted:
    """Matches of form 1 did not store what the game came to."""
    if event.outcome is not None or not isinstance(state, Over):
        return event
    return fill(event, outcome=outcome_of(replace(state.play, armies=event.armies), state.stop))


def _signed(state: Signing, event: Signed | SheetDisputed) -> State:
    return replace(state, signed={**state.signed, event.seat: (event.first, event.second)})


def _settled(state: Signing, _event: ResultSettled) -> State:
    return replace(state, settled=True)


def _noted(state: Signing, event: BonusesNoted) -> State:
    return replace(state, play=replace(state.play, bonuses=event.earned), signed={}, settled=False)


class MatchResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    The outcome of a match, as an event is given it.

    `victory_points` are SAGA's, `control_points` Steamroller's. `destroyed` is what each side destroyed of the
    other's army, `surviving` what is left of its own. No winner: a draw. `settled`: both have signed or an official
    has decided.
    """

    scenario: str
    seats: Mapping[Side, Seat]
    winner: Side | None = None
    kind: WinKind | None = None
    cause: str | None = None
    victory_points: Mapping[Side, int] = {}
    control_points: Mapping[Side, int] = {}
    destroyed: Mapping[Side, int] = {}
    surviving: Mapping[Side, int] = {}
    turns: int = 0
    settled: bool = False
    bonuses: Mapping[Seat, tuple[str, ...]] = {}
    """The bonuses of the event the players have earned."""
    because: tuple[Reason, ...] = ()


def final_sheet(state: Signing) -> Tally:
    """The sheet with the lines that the end added."""
    sheet = state.play.sheet
    return msgspec.structs.replace(sheet, lines=(*sheet.lines, *state.outcome.lines))


def result(state: State) -> MatchResult | None:
    """The result, once play has ended and everything is counted."""
    if not isinstance(state, Signing):
        return None
    sheet, win, armies = final_sheet(state), state.outcome.win, state.outcome.armies
    whole = MatchResult(
        scenario=sheet.scenario.id,
        seats={side: state.game.seat(side) for side in SIDES},
        winner=win.side if win else None,
        kind=win.kind if win else None,
        cause=win.cause if win else None,
        turns=sheet.turns,
        settled=state.settled,
        bonuses=state.play.bonuses,
        because=(
            *(line.because for line in sheet.lines),
            *(reason for army in armies for reason in army.because),
            win.because if win else DRAWN,
        ),
    )
    if not isinstance(sheet.scenario.scoring, Awards):
        return msgspec.structs.replace(whole, victory_points=sheet.points)
    return msgspec.structs.replace(
        whole,
        control_points=sheet.points,
        destroyed={army.side.other: army.lost for army in reversed(armies)},
        surviving={army.side: army.surviving for army in armies},
    )


def count_awaited(state: Counting) -> tuple[Awaited, ...]:
    """What is to be counted, from either player."""
    scoring = state.game.scenario.scoring
    if isinstance(scoring, Awards):
        code, clause = "match-armies", ClauseId("SR-DEST-10")
    elif isinstance(scoring, MassacreOnly) and state.play.swept is None and state.stop.kind is None:
        code, clause = "match-sweep", scoring.sweep_clause
    else:
        code, clause = "match-massacre", ClauseId("ST-PTS-8")
    return tuple(Awaited(seat, code, clause) for seat in state.game.players)


def signature_awaited(state: Signing) -> tuple[Awaited, ...]:
    """Those who have not signed; the organiser where both have and differ."""
    if state.settled:
        return ()
    missing = [seat for seat in state.game.players if seat not in state.signed]
    code = "match-dispute" if state.play.disputes or not missing else "match-sign"
    return tuple(Awaited(seat, code, state.game.rules.AGREE) for seat in missing or [ORGANISER])


def tries(state: Over, seat: Seat) -> Iterator[Command]:
    """What one may count, and what one may do with a sheet that is counted."""
    if isinstance(state, Signing):
        yield from _signatures(state, seat)
        return
    if isinstance(state.game.scenario.scoring, MassacreOnly):
        yield SweepEdges(seat)
    yield CountEnd(seat, massacre={Side.FIRST: 12, Side.SECOND: 9})
    yield CountEnd(seat)
    yield CountArmies(seat, Armies(lost={Side.FIRST: 12, Side.SECOND: 9}))


def _signatures(state: Signing, seat: Seat) -> Iterator[Command]:
    if known := state.game.settings.bonuses:
        yield NoteBonuses(seat, {state.game.players[0]: known[:1]})
    if state.settled:
        return
    yield from (Sign(seat, *final_sheet(state).points.values()), Settle(seat))


SUBJECT = Subject[State](
    decides=(
        on(SweepEdges, during(Counting, sweep_edges)),
        on(CountEnd, during(Counting, count_end, or_in=Signing)),
        on(CountArmies, during(Counting, count_armies, or_in=Signing)),
        on(Sign, during(Signing, sign)),
        on(Settle, during(Signing, settle)),
        on(NoteBonuses, during(Signing, note_bonuses)),
    ),
    evolves=(
        on(UnitsSwept, only(Counting, _swept)),
        on(ArmiesCounted, only(Counting, _armies_counted, or_in=Signing)),
        on(Signed, only(Signing, _signed)),
        on(SheetDisputed, only(Signing, _signed)),
        on(ResultSettled, only(Signing, _settled)),
        on(BonusesNoted, only(Signing, _noted)),
    ),
    completes=(on(ArmiesCounted, _with_outcome),),
    tries=trying(Counting, tries, or_in=Signing),
)
