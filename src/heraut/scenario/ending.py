"""How play stops: by its length, by time, by a victory, by a sudden loss, by giving up; and how an end is corrected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, get_args

from msgspec.structs import replace as fill

from heraut.kernel.engine import ImpossibleEvent, Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent, Speaker
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.scenario.armies import MatchOutcome
from heraut.scenario.facts import SIDES, Facts, Side
from heraut.scenario.setup import first_score
from heraut.scenario.sheet import Ended, Ending, Score, ScoreLine, Tally, WinKind, remembering
from heraut.scenario.state import (
    Counting,
    Match,
    Over,
    PlayingTurns,
    SettingUp,
    Signing,
    State,
    Stop,
    TurnSheet,
    during,
    first_play,
    in_turn,
    is_closed,
    only,
)
from heraut.scenario.tally import happen, rules_of


class OrdersWithoutDice(Command, frozen=True):
    """A band begins its Orders phase with no die to roll; `generated` is what its surviving units generate."""

    side: Side
    generated: int = 0


class Concede(Command, frozen=True):
    """A player gives the game up."""

    speaker = Speaker.PLAYER


class Forfeit(Command, frozen=True):
    """An official ends the game against a side: absent, disqualified, or out of time on the clock."""

    speaker = Speaker.OFFICIAL
    side: Side
    kind: Literal["forfeit", "clock"] = "forfeit"


class CorrectEnd(Command, frozen=True):
    """
    How the game ended was written down wrong: it ended against this side, or it had not ended.

    The reason is kept. What follows from the facts of a turn is corrected with that turn (`CorrectTurn`).
    """

    reason: str
    kind: Ended | None = None
    loser: Side | None = None


class PlayEnded(PublicEvent, frozen=True):
    """
    No more turns: by length, time, a victory, or a side that gave up or lost at once.

    `score` is the empty sheet of a game given up before its first turn, or, with its `lines`, what had counted at once
    in a turn that was broken off. `outcome` stands at once where everything had been counted before the game was
    opened again.
    """

    clause: ClauseId
    kind: WinKind | None = None
    side: Side | None = None
    score: Score | None = None
    outcome: MatchOutcome | None = None
    lines: tuple[ScoreLine, ...] = ()


class EndCounted(PublicEvent, frozen=True):
    """What is counted after the last turn; by nobody where nothing is left to count."""

    ending: Ending
    seat: Seat | None = None
    outcome: MatchOutcome | None = None


class PlayReopened(PublicEvent, frozen=True):
    """
    How the game ended was corrected: signatures lapse, and the turn under way goes on, or that step of the set-up.

    `forgets_time`: the call of time, or the roll for a sixth turn, had brought the end, and no longer counts. Older
    events say neither.
    """

    seat: Seat
    reason: str
    step: int | None = None
    forgets_time: bool | None = None


def following(state: PlayingTurns) -> PlayEnded | None:
    """The end of play, once its turns or a victory bring it."""
    stop = _stop(state)
    return None if stop is None else end_play(state, stop)


def stands_at_once(state: Counting) -> EndCounted | None:
    """Where nothing is left to count, the result stands at once [ST-LOSS-3]."""
    if state.game.rules.is_counted(state.play.sheet, decided=state.stop.kind is not None):
        return None
    return EndCounted(Ending(), outcome=outcome_of(replace(state.play, ending=Ending()), state.stop))


def _stop(state: PlayingTurns) -> Stop | None:
    """A victory at once; the length or the time only between turns: one that has begun is finished [ST-ORG-7]."""
    play, sheet = state.play, state.play.sheet
    if sheet.over:
        win = sheet.win
        return Stop(ClauseId("SR-WIN-14")) if win is None else Stop(win.clause, win.kind, win.side)
    if play.is_turn_begun:
        return None
    clause = rules_of(sheet.scenario).ended(sheet, timed_at=play.timed_at, more=play.more)
    return None if clause is None else Stop(clause)


def end_play(state: SettingUp | PlayingTurns, stop: Stop) -> PlayEnded:
    """The end of play, with what had counted at once; the result as well, where all of it was counted before."""
    if isinstance(state, SettingUp):
        return PlayEnded(stop.clause, stop.kind, stop.side, first_score(state.game, state.ground))
    score, lines = _broken_off(state.play)
    play = _closed(state.play, score, lines)
    outcome = None if play.armies is None else outcome_of(play, stop)
    return PlayEnded(stop.clause, stop.kind, stop.side, score, outcome, lines)


def with_turn_under_way(sheet: Tally, during: Facts | None) -> Tally | Refusal:
    """The sheet with what counts at once in a turn: objectives destroyed, casters lost [SR-S11-3]."""
    if during is None or sheet.over or not rules_of(sheet.scenario).COUNTS_AT_ONCE:
        return sheet
    return happen(sheet, during)


def _broken_off(play: TurnSheet) -> tuple[Score | None, tuple[ScoreLine, ...]]:
    """What counted at once in the turn under way stays, whatever ends the game [SR-S11-3, SR-WIN-15]."""
    now = play.at_once
    return (None, ()) if now is None else (now.memory, now.lines[len(play.sheet.lines) :])


def outcome_of(play: TurnSheet, stop: Stop) -> MatchOutcome:
    """What the game comes to, now that everything is counted."""
    return rules_of(play.sheet.scenario).outcome(play.sheet, stop.win, play.ending, play.armies)


def ended_against(game: Match, loser: Side, kind: Ended) -> Stop:
    """The end of a game against one side, with the clause of its kind."""
    return Stop(game.rules.end_clause(kind), WinKind(kind), loser.other)


def concede(state: SettingUp | PlayingTurns, command: Concede) -> Outcome:
    """A player gives up: a win of kind concession [SR-WIN-15, ST-LOSS-8]."""
    side = state.game.side(command.seat)
    assert side is not None
    return (end_play(state, ended_against(state.game, side, "concession")),)


def forfeit(state: SettingUp | PlayingTurns, command: Forfeit) -> Outcome:
    """An official ends the game: absence, disqualification, a clock at zero [ST-LOSS-8, SR-VTIME-15]."""
    return (end_play(state, ended_against(state.game, command.side, command.kind)),)


def orders_without_dice(state: PlayingTurns, command: OrdersWithoutDice) -> Outcome:
    """A band that begins its Orders phase with no die to roll loses at once [ST-LOSS-1]."""
    if "sudden_loss" not in state.game.rules.ENDS:
        return Refusal(ClauseId("ST-LOSS-1"), "match-not-in-this-game")
    if command.generated > 0:
        return Refusal(ClauseId("ST-LOSS-5"), "dice-generated", subject=command.side.value, asked=command.generated)
    if command.side is not state.play.sheet.next_turn[0] or state.play.during is not None:
        return Refusal(ClauseId("ST-LOSS-6"), "not-your-orders-phase", subject=command.side.value)
    return (end_play(state, ended_against(state.game, command.side, "sudden_loss")),)


def correct_end(state: Over, command: CorrectEnd) -> Outcome:
    """
    The game had not ended, or ended against that side; the other end is forgotten [ST-MAT-5].

    Either player may say so until the sheet is settled, for both sign again; then officials only.
    """
    if is_closed(state, command.seat):
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    clause = state.stop.clause
    if not command.reason.strip():
        return Refusal(clause, "end-reason-needed")
    if state.play.sheet.over:
        return Refusal(clause, "end-follows-from-turn", subject=(state.play.sheet.turns + 1) // 2)
    event = reopening(state, command.seat, command.reason.strip())
    if command.kind is None:
        after = reopened(state, event)
        stands = isinstance(after, PlayingTurns) and _stop(after) == state.stop
        return Refusal(clause, "end-stands") if stands else (event,)
    if command.loser is None:
        return Refusal(clause, "end-needs-a-side")
    if command.kind not in state.game.rules.ENDS:
        return Refusal(clause, "match-not-in-this-game")
    return event, end_play(reopened(state, event), ended_against(state.game, command.loser, command.kind))


def reopening(state: Over, seat: Seat, reason: str) -> PlayReopened:
    """The game goes on where it was: no end of it stands but one that follows from the sheet."""
    brought_by_time = state.stop.kind is None and not state.play.sheet.over
    return PlayReopened(seat, reason, state.play.unset, brought_by_time)


def _play_ended(state: State, event: PlayEnded) -> State:
    stop = Stop(event.clause, event.kind, event.side)
    match state:
        case SettingUp(game, ground, step) if event.score is not None:
            return Counting(game, ground, replace(first_play(game, event.score), unset=step), stop)
        case PlayingTurns(game, ground, play):
            play = _closed(play, event.score, event.lines)
            outcome = event.outcome
            return Counting(game, ground, play, stop) if outcome is None else Signing(game, ground, play, stop, outcome)
        case _:
            raise ImpossibleEvent(state, event)


def _closed(play: TurnSheet, score: Score | None, lines: tuple[ScoreLine, ...]) -> TurnSheet:
    """The sheet with what counted in the turn that was broken off; the one before is kept, should play go on."""
    if score is None:
        return play
    return replace(play, sheet=remembering(play.sheet, score, (*play.sheet.lines, *lines)), before_end=play.sheet)


def counted(state: Over, play: TurnSheet, outcome: MatchOutcome | None) -> Signing:
    """Everything is counted: the result stands and waits for signatures, and those under another one lapse."""
    assert outcome is not None
    return Signing(state.game, state.ground, play, state.stop, outcome)


def _end_counted(state: Over, event: EndCounted) -> Signing:
    return counted(state, replace(state.play, ending=event.ending), event.outcome)


def reopened(state: Over, event: PlayReopened) -> SettingUp | PlayingTurns:
    """The turn or step under way again, as the event says."""
    if event.step is not None:
        return SettingUp(state.game, state.ground, event.step)
    play = replace(state.play, ending=None, sheet=state.play.before_end or state.play.sheet, before_end=None)
    if event.forgets_time:
        play = replace(play, timed_at=None, more=None)
    return PlayingTurns(state.game, state.ground, play)


def _with_score_or_outcome(state: State, event: PlayEnded) -> PlayEnded:
    """Matches of form 1 did not store the empty sheet, nor what a game came to that had been counted before."""
    match state:
        case SettingUp() if event.score is None:
            return fill(event, score=first_score(state.game, state.ground))
        case PlayingTurns() if event.outcome is None and state.play.armies is not None:
            return fill(event, outcome=outcome_of(state.play, Stop(event.clause, event.kind, event.side)))
        case _:
            return event


def _with_outcome(state: State, event: EndCounted) -> EndCounted:
    """Matches of form 1 did not store what the game came to."""
    if event.outcome is not None or not isinstance(state, Over):
        return event
    return fill(event, outcome=outcome_of(replace(state.play, ending=event.ending), state.stop))


def _with_where(state: State, event: PlayReopened) -> PlayReopened:
    """An end taken back was stored without where the game goes on."""
    if event.forgets_time is not None or not isinstance(state, Over):
        return event
    return reopening(state, event.seat, event.reason)


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """An end of the game, or another one than that on the sheet."""
    if isinstance(state, PlayingTurns):
        yield OrdersWithoutDice(seat, state.play.sheet.next_turn[0])
        yield from (Forfeit(seat, side) for side in SIDES)
        yield Concede(seat)
    if not isinstance(state, Over):
        return
    yield CorrectEnd(seat, "…")
    yield from (CorrectEnd(seat, "…", kind, side) for kind in get_args(Ended) for side in SIDES)


SUBJECT = Subject[State](
    decides=(
        on(OrdersWithoutDice, in_turn(orders_without_dice)),
        on(Concede, during(SettingUp, concede, or_in=PlayingTurns)),
        on(Forfeit, during(SettingUp, forfeit, or_in=PlayingTurns)),
        on(CorrectEnd, during(Counting, correct_end, or_in=Signing)),
    ),
    evolves=(
        on(PlayEnded, _play_ended),
        on(EndCounted, only(Counting, _end_counted, or_in=Signing)),
        on(PlayReopened, only(Counting, reopened, or_in=Signing)),
    ),
    completes=(
        on(PlayEnded, _with_score_or_outcome),
        on(EndCounted, _with_outcome),
        on(PlayReopened, _with_where),
    ),
    tries=tries,
)
