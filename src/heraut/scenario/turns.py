"""Turns: losses in them, what their ends score, the dice between them, and the call of time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec
from msgspec.structs import replace as fill

from heraut.kernel.engine import ImpossibleEvent, Outcome, Subject, on
from heraut.kernel.message import Awaited, Command, PublicEvent, Roll
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import ElementKind
from heraut.scenario.disputes import TurnReported, report_again
from heraut.scenario.facts import SIDES, Facts, Side, joined
from heraut.scenario.scoring import Awards
from heraut.scenario.sheet import Score, ScoreLine, Tally, remembering
from heraut.scenario.state import (
    PlayingTurns,
    RollingOff,
    SettingUp,
    Signing,
    State,
    during,
    in_turn,
    only,
    trying,
    turn_dice,
    wrong_phase,
)
from heraut.scenario.tally import end_turn, happen, plain
from heraut.scenario.units import Moments, TellsOfUnits


class CountDice(Command, frozen=True):
    """Saga dice each band generates once deployed (Advance)."""

    first: int
    second: int


class ReportLoss(Command, frozen=True):
    """Something was destroyed just now: objectives, casters, a whole army. It may end the game."""

    destroyed: tuple[str, ...] = ()
    casters: Mapping[Side, int] = {}
    wiped_out: tuple[Side, ...] = ()


class EndTurn(TellsOfUnits, frozen=True):
    """The facts at the end of a player's turn. For a turn already on the sheet: the same confirms, others dispute."""

    facts: Facts

    def moments(self) -> Moments:
        """At the end of the turn, and at each claim in it."""
        return self.facts.moments


class CallTime(Command, frozen=True):
    """Time is up: dice down, or the last turns are being played."""


class DiceCounted(PublicEvent, frozen=True):
    """Saga dice each band generated once deployed."""

    first: int
    second: int


class LossReported(PublicEvent, frozen=True):
    """Something was destroyed during the turn: this is the score with it, and the lines that count at once."""

    seat: Seat
    facts: Facts
    score: Score | None = None
    lines: tuple[ScoreLine, ...] = ()


class TurnEnded(TurnReported, frozen=True):
    """A turn is on the sheet, and this is the score after it; its lines follow as `PointsScored`."""

    score: Score | None = None


class PointsScored(PublicEvent, frozen=True):
    """A line of the sheet."""

    side: Side
    points: int
    line: ScoreLine


class LengthRolled(PublicEvent, frozen=True):
    """Whether there is a sixth turn [ST-GAM-9]."""

    faces: tuple[int, ...]
    more: bool


class FlagRemoved(PublicEvent, frozen=True):
    """By lot, this flag leaves the table [SR-S07-2]."""

    element: str
    faces: tuple[int, ...]


class TimeCalled(PublicEvent, frozen=True):
    """Time is up."""

    seat: Seat


def count_dice(state: PlayingTurns, command: CountDice) -> Outcome:
    """Once, where the scenario pays for dice lost: at the start, or as soon as somebody sees that it was forgotten."""
    lost = state.game.scenario.lost_dice
    if lost is None:
        return state.game.scenario.not_asked("dice")
    if min(command.first, command.second) < 0:
        return Refusal(lost.clause, "match-count-below-zero", subject="dice")
    if state.play.turns and state.play.sheet.dice:
        return Refusal(lost.clause, "dice-too-late")
    return (DiceCounted(command.first, command.second),)


def report_loss(state: PlayingTurns, command: ReportLoss) -> Outcome:
    """Noted for the end of the turn, unless it decides the game: then the turn ends with it."""
    facts = state.play.now(
        destroyed=(command.destroyed,) if command.destroyed else (),
        casters_lost=(command.casters,) if command.casters else (),
        wiped_out=command.wiped_out,
    )
    whole, sheet = joined(state.play.under_way(), facts), state.play.sheet
    after = happen(sheet, whole)
    if isinstance(after, Refusal):
        return after
    if not after.over:
        return (_with_what_counts(LossReported(command.seat, facts), sheet, after),)
    after = msgspec.structs.replace(after, turns=after.turns + 1)
    return _scored(state, TurnEnded(command.seat, whole.by, whole.turn, whole, score=after.memory), after)


def _with_what_counts(event: LossReported, before: Tally, after: Tally) -> LossReported:
    """The loss with the score it leads to; none where nothing was lost."""
    return fill(event, score=after.memory, lines=after.lines[len(before.lines) :]) if event.facts.given() else event


def write_turn(state: State, command: EndTurn) -> Outcome:
    """The turn under way ends, or another keeper reports one already on the sheet."""
    if isinstance(state, RollingOff | SettingUp) or (isinstance(state, Signing) and state.settled):
        return wrong_phase(state)
    if command.facts.index <= len(state.play.turns):
        return report_again(state, command.seat, command.facts)
    if not isinstance(state, PlayingTurns):
        return Refusal(state.game.scenario.clause, "match-over", subject=command.facts.turn)
    if turn_dice(state) is not None:
        return wrong_phase(state)
    whole = joined(state.play.under_way(), command.facts)
    after = end_turn(state.play.sheet, whole)
    if isinstance(after, Refusal):
        return after
    facts = plain(state.play.sheet, whole)
    ended = TurnEnded(command.seat, facts.by, facts.turn, facts, *whole.positions, score=after.memory)
    return _scored(state, ended, after)


def _scored(state: PlayingTurns, ended: TurnEnded, sheet: Tally) -> Outcome:
    """The turn, and each line it adds to the sheet."""
    lines = sheet.lines[len(state.play.sheet.lines) :]
    return ended, *(PointsScored(line.to, line.points, line) for line in lines)


def roll_length(state: PlayingTurns, command: Roll) -> Outcome:
    """Whether there is a sixth turn [ST-GAM-9]."""
    length = state.game.scenario.length
    assert length is not None
    return (LengthRolled(command.faces, sum(command.faces) >= length.at_least),)


def remove_flag(state: PlayingTurns, command: Roll) -> Outcome:
    """The lot for the flag that leaves the table [SR-S07-2]."""
    removal = state.play.sheet.awards.removal
    assert removal is not None
    return (FlagRemoved(removal.among[command.faces[0] - 1], command.faces),)


def call_time(state: PlayingTurns, command: CallTime) -> Outcome:
    """Once, at any moment."""
    if state.play.timed_at is not None:
        return wrong_phase(state)
    return (TimeCalled(command.seat),)


def _from_the_beginning(state: PlayingTurns, **facts: Any) -> PlayingTurns:
    """The sheet with something that holds from the beginning."""
    play, change = state.play, msgspec.structs.replace
    return replace(state, play=replace(play, begun=change(play.begun, **facts), sheet=change(play.sheet, **facts)))


def _dice_counted(state: PlayingTurns, event: DiceCounted) -> PlayingTurns:
    return _from_the_beginning(state, dice={Side.FIRST: event.first, Side.SECOND: event.second})


def _loss_reported(state: PlayingTurns, event: LossReported) -> PlayingTurns:
    play = state.play.with_during(event.facts)
    if event.score is not None:
        play = replace(play, at_once=remembering(play.sheet, event.score, (*play.sheet.lines, *event.lines)))
    return replace(state, play=play)


def _with_score_so_far(state: State, event: LossReported) -> LossReported:
    """A loss used to be stored without what it counts at once."""
    if event.score is not None or not event.facts.given() or not isinstance(state, PlayingTurns):
        return event
    sheet = state.play.sheet
    after = happen(sheet, joined(state.play.under_way(), event.facts))
    return event if isinstance(after, Refusal) else _with_what_counts(event, sheet, after)


def _turn_ended(state: PlayingTurns, event: TurnEnded) -> PlayingTurns:
    assert event.score is not None
    play, sheet = state.play, remembering(state.play.sheet, event.score, state.play.sheet.lines)
    turns, keepers = (*play.turns, event.facts), (*play.keepers, event.seat)
    play = replace(play, sheet=sheet, turns=turns, keepers=keepers, during=None, at_once=None)
    return replace(state, play=play.standing(event.units, event.entries))


def _with_score(state: State, event: TurnEnded) -> TurnEnded:
    """Matches of form 1 did not store the score after a turn."""
    if event.score is not None or not isinstance(state, PlayingTurns):
        return event
    after = end_turn(state.play.sheet, event.facts)
    if isinstance(after, Refusal):
        raise ImpossibleEvent(state, event)
    return fill(event, score=after.memory)


def _points_scored(state: PlayingTurns, event: PointsScored) -> PlayingTurns:
    sheet = state.play.sheet
    sheet = msgspec.structs.replace(sheet, lines=(*sheet.lines, event.line))
    return replace(state, play=replace(state.play, sheet=sheet))


def _length_rolled(state: PlayingTurns, event: LengthRolled) -> PlayingTurns:
    return replace(state, play=replace(state.play, more=event.more))


def _flag_removed(state: PlayingTurns, event: FlagRemoved) -> PlayingTurns:
    state = _from_the_beginning(state, removed=event.element)
    sheet = state.play.sheet
    sheet = msgspec.structs.replace(sheet, gone=(*sheet.gone, event.element))
    return replace(state, play=replace(state.play, sheet=sheet))


def _time_called(state: PlayingTurns, _event: TimeCalled) -> PlayingTurns:
    return replace(state, play=replace(state.play, timed_at=state.play.sheet.turns))


def awaited(state: PlayingTurns) -> tuple[Awaited, ...]:
    """The turn under way."""
    scenario, (side, turn) = state.game.scenario, state.play.sheet.next_turn
    clause = scenario.length.clause if scenario.length else scenario.clause
    return (Awaited(state.game.seat(side), "match-turn", clause, subject=turn),)


def tries(state: PlayingTurns, seat: Seat) -> Iterator[Command]:
    """What one may write of the turn under way."""
    play = state.play
    yield from (EndTurn(seat, facts) for facts in state.game.rules.examples(play.sheet))
    if not (play.turns and play.sheet.dice):
        yield CountDice(seat, 4, 4)
    yield from _losses(play.sheet, seat)
    yield CallTime(seat)


def _losses(sheet: Tally, seat: Seat) -> Iterator[Command]:
    if isinstance(sheet.scenario.scoring, Awards):
        yield from (ReportLoss(seat, casters={lost: 1}) for lost in SIDES)
        yield from (ReportLoss(seat, destroyed=(one.id,)) for one in sheet.scenario.of_kind(ElementKind.OBJECTIVE))


SUBJECT = Subject[State](
    decides=(
        on(CountDice, in_turn(count_dice)),
        on(ReportLoss, in_turn(report_loss)),
        on(EndTurn, write_turn),
        on(CallTime, during(PlayingTurns, call_time)),
    ),
    evolves=(
        on(DiceCounted, only(PlayingTurns, _dice_counted)),
        on(LossReported, only(PlayingTurns, _loss_reported)),
        on(TurnEnded, only(PlayingTurns, _turn_ended)),
        on(PointsScored, only(PlayingTurns, _points_scored)),
        on(LengthRolled, only(PlayingTurns, _length_rolled)),
        on(FlagRemoved, only(PlayingTurns, _flag_removed)),
        on(TimeCalled, only(PlayingTurns, _time_called)),
    ),
    rolls={
        "match-length": during(PlayingTurns, roll_length),
        "match-removal": during(PlayingTurns, remove_flag),
    },
    completes=(on(TurnEnded, _with_score), on(LossReported, _with_score_so_far)),
    tries=trying(PlayingTurns, tries),
)
