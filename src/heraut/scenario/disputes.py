"""Two keepers of one sheet: they agree, differ, give way, or an official corrects a turn [ST-MAT-5, SR-FAIR-2]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from heraut.kernel.engine import ImpossibleEvent, Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent, Speaker
from heraut.kernel.names import Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.scenario.armies import MatchOutcome
from heraut.scenario.ending import outcome_of, reopening, with_turn_under_way
from heraut.scenario.facts import Facts, FieldedEntry, ScoringUnit, Side, place_of
from heraut.scenario.sheet import Score, ScoreLine, Tally, remembering
from heraut.scenario.state import (
    Counting,
    Dispute,
    PlayingTurns,
    RollingOff,
    SettingUp,
    Signing,
    State,
    TurnSheet,
    first_sheet,
    trying,
    wrong_phase,
)
from heraut.scenario.tally import plain, tally
from heraut.scenario.units import Moments, TellsOfUnits

Begun = PlayingTurns | Counting | Signing
"""The phases in which there are turns on the sheet."""


class AcceptReport(Command, frozen=True):
    """A disputed turn: agree with what the other keeper wrote."""

    by: Side
    turn: int


class CorrectTurn(TellsOfUnits, frozen=True):
    """An official states the facts of a turn already on the sheet."""

    speaker = Speaker.OFFICIAL
    facts: Facts

    def moments(self) -> Moments:
        """At the end of the turn, and at each claim in it."""
        return self.facts.moments


class TurnConfirmed(PublicEvent, frozen=True):
    """Another keeper has the same facts."""

    seat: Seat
    by: Side
    turn: int


class TurnReported(PublicEvent, frozen=True):
    """What an event of a turn tells: who wrote it, its facts, and where everyone stood if that is what was entered."""

    seat: Seat
    by: Side
    turn: int
    facts: Facts
    units: tuple[ScoringUnit, ...] = ()
    entries: tuple[FieldedEntry, ...] = ()


class TurnDisputed(TurnReported, frozen=True):
    """Another keeper has other facts: the result waits until they agree or an official decides [ST-MAT-5]."""


class TurnCorrected(TurnReported, frozen=True):
    """
    The facts of a turn are these; the score was counted anew, with all its lines.

    `outcome` is what that makes of a game that had been counted to its end. Where the end broke a turn off in which
    something had counted, `before_end` is the score without it and `broken_off` how many of the lines are its own.
    Where a turn is under way in which something counts at once, `so_far` is the score with it, `at_once` its lines.
    """

    score: Score | None = None
    lines: tuple[ScoreLine, ...] = ()
    outcome: MatchOutcome | None = None
    before_end: Score | None = None
    broken_off: int = 0
    so_far: Score | None = None
    at_once: tuple[ScoreLine, ...] = ()


def report_again(state: Begun, seat: Seat, report: Facts) -> Outcome:
    """A turn already on the sheet: the same facts confirm it, other facts dispute it."""
    facts = _plain_at(state, report)
    if isinstance(facts, Refusal):
        return facts
    if facts == state.play.turns[facts.index - 1]:
        return (TurnConfirmed(seat, facts.by, facts.turn),)
    return (TurnDisputed(seat, facts.by, facts.turn, facts, *report.positions),)


def accept_report(state: State, command: AcceptReport) -> Outcome:
    """
    Who disputed may withdraw; who wrote first may take over what the other wrote.

    What the keeper of a turn corrects themself is taken over by the other player.
    """
    if isinstance(state, RollingOff | SettingUp) or (isinstance(state, Signing) and state.settled):
        return wrong_phase(state)
    index = place_of(command.by, command.turn)
    dispute = state.play.disputes.get(index)
    if dispute is None:
        return Refusal(state.game.rules.AGREE, "nothing-disputed", subject=command.turn)
    if command.seat == dispute.seat:
        return (TurnConfirmed(command.seat, command.by, command.turn),)
    keeper = state.play.keepers[index - 1]
    if command.seat not in (state.game.players if dispute.seat == keeper else (keeper,)):
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    return _correct(state, command.seat, dispute)


def correct_turn(state: State, command: CorrectTurn) -> Outcome:
    """An official states the facts; the score is counted anew."""
    if isinstance(state, RollingOff | SettingUp):
        return wrong_phase(state)
    if not 1 <= command.facts.index <= len(state.play.turns):
        return Refusal(state.game.rules.AGREE, "turn-not-on-sheet", subject=command.facts.turn)
    facts = _plain_at(state, command.facts)
    if isinstance(facts, Refusal):
        return facts
    return _correct(state, command.seat, Dispute(command.seat, facts, *command.facts.positions))


def _plain_at(state: Begun, facts: Facts) -> Facts | Refusal:
    """The facts without positions, judged against the sheet as it was before that turn."""
    before = _going_on(first_sheet(state.game, state.play.begun))
    for earlier in state.play.turns[: facts.index - 1]:
        after = tally(before, (earlier,))
        if isinstance(after, Refusal):
            return _with_turn(state, after, earlier)
        before = _going_on(after)
    after = tally(before, (facts,))
    return after if isinstance(after, Refusal) else plain(before, facts)


def _going_on(sheet: Tally) -> Tally:
    """The sheet as if play went on: a turn may stand after the end since an earlier one was corrected."""
    return msgspec.structs.replace(sheet, over=False, win=None)


def _with_turn(state: Begun, refusal: Refusal, facts: Facts) -> Refusal:
    """Why a correction cannot be, and which other turn must be mended first."""
    first = Refusal(state.game.rules.AGREE, "turn-first", subject=facts.turn, asked=facts.by.value)
    return msgspec.structs.replace(refusal, others=(*refusal.others, first))


def _correct(state: Begun, seat: Seat, right: Dispute) -> Outcome:
    """The turn corrected, and play opened again where the game did not end as it was written."""
    facts = right.facts
    event = _recounted(state, TurnCorrected(seat, facts.by, facts.turn, facts, right.units, right.entries))
    if isinstance(event, Refusal):
        return event
    after = _corrected(state, event)
    if isinstance(after, PlayingTurns):
        return (event,)
    was, now = (one.play.before_end or one.play.sheet for one in (state, after))
    if (was.over, was.turns, was.win) == (now.over, now.turns, now.win):
        return (event,)
    return event, reopening(after, seat, "")


def _recounted(state: Begun, event: TurnCorrected) -> TurnCorrected | Refusal:
    """The correction with the score, the lines and the outcome it gives."""
    play, change = replace(state.play, turns=_turns(state.play, event.facts)), msgspec.structs.replace
    sheet = _recount(state, play)
    if isinstance(sheet, Refusal):
        return sheet
    whole = with_turn_under_way(sheet, play.during)
    if isinstance(whole, Refusal):
        first = Refusal(state.game.rules.AGREE, "turn-under-way-first")
        return change(whole, others=(*whole.others, first))
    if play.before_end is None:
        event = _with_turn_under_way(event, sheet, whole)
    elif not sheet.over:
        event = change(event, before_end=sheet.memory, broken_off=len(whole.lines) - len(sheet.lines))
        sheet = whole
    outcome = outcome_of(replace(play, sheet=sheet), state.stop) if isinstance(state, Signing) else None
    return change(event, score=sheet.memory, lines=sheet.lines, outcome=outcome)


def _with_turn_under_way(event: TurnCorrected, sheet: Tally, whole: Tally) -> TurnCorrected:
    """The correction that also says what counts at once in the turn under way, if anything does."""
    if whole is sheet:
        return event
    return msgspec.structs.replace(event, so_far=whole.memory, at_once=whole.lines[len(sheet.lines) :])


def _recount(state: Begun, play: TurnSheet) -> Tally | Refusal:
    """The score counted anew from the facts of the turns; what follows a victory no longer counts."""
    sheet = first_sheet(state.game, play.begun)
    for facts in play.turns:
        if sheet.over:
            break
        after = tally(sheet, (facts,))
        if isinstance(after, Refusal):
            return _with_turn(state, after, facts)
        sheet = after
    return sheet


def _turns(play: TurnSheet, facts: Facts) -> tuple[Facts, ...]:
    return (*play.turns[: facts.index - 1], facts, *play.turns[facts.index :])


def _confirmed(state: State, event: TurnConfirmed) -> State:
    begun = _begun(state, event)
    return replace(begun, play=replace(begun.play, disputes=_without(begun.play, event)))


def _disputed(state: State, event: TurnDisputed) -> State:
    begun = _begun(state, event)
    dispute = Dispute(event.seat, event.facts, event.units, event.entries)
    return replace(begun, play=replace(begun.play, disputes={**begun.play.disputes, event.facts.index: dispute}))


def _corrected(state: State, event: TurnCorrected) -> Begun:
    begun = _begun(state, event)
    play, turns = begun.play, _turns(begun.play, event.facts)
    assert event.score is not None
    sheet, before, at_once = remembering(play.sheet, event.score, event.lines), None, None
    if event.before_end is not None:
        kept = event.lines[: len(event.lines) - event.broken_off]
        before, at_once = remembering(sheet, event.before_end, kept), sheet
    if event.so_far is not None:
        at_once = remembering(sheet, event.so_far, (*sheet.lines, *event.at_once))
    play = replace(play, turns=turns, disputes=_without(play, event), sheet=sheet, before_end=before, at_once=at_once)
    if event.facts.index == len(turns):
        play = play.standing(event.units, event.entries)
    if not isinstance(begun, Signing):
        return replace(begun, play=play)
    assert event.outcome is not None
    return replace(begun, play=play, outcome=event.outcome, signed={}, settled=False)


def _with_score(state: State, event: TurnCorrected) -> TurnCorrected:
    """Matches of form 1 did not store what a correction made of the score, later ones not of the turn under way."""
    begun = _begun(state, event)
    if event.score is None:
        found = _recounted(begun, event)
        if isinstance(found, Refusal):
            raise ImpossibleEvent(state, event)
        return found
    play = begun.play
    if play.at_once is None or event.so_far is not None or event.before_end is not None:
        return event
    sheet = remembering(play.sheet, event.score, event.lines)
    whole = with_turn_under_way(sheet, play.during)
    return event if isinstance(whole, Refusal) else _with_turn_under_way(event, sheet, whole)


def _without(play: TurnSheet, event: TurnConfirmed | TurnCorrected) -> dict[int, Dispute]:
    index = place_of(event.by, event.turn)
    return {place: dispute for place, dispute in play.disputes.items() if place != index}


def _begun(state: State, event: object) -> Begun:
    if isinstance(state, RollingOff | SettingUp):
        raise ImpossibleEvent(state, event)
    return state


def tries(state: PlayingTurns | Signing, seat: Seat) -> Iterator[Command]:
    """Disputes one might end, and, while turns are played, the last turn stated anew."""
    if isinstance(state, Signing) and state.settled:
        return
    yield from (AcceptReport(seat, one.facts.by, one.facts.turn) for one in state.play.disputes.values())
    if isinstance(state, PlayingTurns):
        yield from (CorrectTurn(seat, facts) for facts in state.play.turns[-1:])


SUBJECT = Subject[State](
    decides=(on(AcceptReport, accept_report), on(CorrectTurn, correct_turn)),
    evolves=(on(TurnConfirmed, _confirmed), on(TurnDisputed, _disputed), on(TurnCorrected, _corrected)),
    completes=(on(TurnCorrected, _with_score),),
    tries=trying(PlayingTurns, tries, or_in=Signing),
)
