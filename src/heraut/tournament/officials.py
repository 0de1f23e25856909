"""Officials: calls, rulings, and the three sanctions; all of it logged with who, when and why [ST-OFF-5]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import OFFICIALS, ClauseId, Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.command import TournamentCommand
from heraut.tournament.lots import Lot
from heraut.tournament.results import ends_after, forfeits
from heraut.tournament.rounds import DraftDiscarded
from heraut.tournament.state import Call, PlayerStatus, PlayingRound, Ruling, Sanction, State, with_player


class CallReferee(TournamentCommand, frozen=True, kw_only=True):
    """Ask for a judge at one's table."""

    speaker = Speaker.PLAYER
    note: str = ""
    at: Instant = Instant(0)


class AnswerCall(TournamentCommand, frozen=True, kw_only=True):
    """A judge has come."""

    call: int


class Rule(TournamentCommand, frozen=True, kw_only=True):
    """Settle a question of rules; final."""

    text: str
    table: int | None = None
    at: Instant = Instant(0)


class Warn(TournamentCommand, frozen=True, kw_only=True):
    """Warn a player."""

    player: Seat
    reason: str
    at: Instant = Instant(0)


class Penalise(TournamentCommand, frozen=True, kw_only=True):
    """Take tournament points from a player."""

    player: Seat
    points: Fraction
    reason: str
    at: Instant = Instant(0)


class Disqualify(TournamentCommand, frozen=True, kw_only=True):
    """Shut a player out of the event."""

    player: Seat
    reason: str
    at: Instant = Instant(0)


class RefereeCalled(Event, frozen=True, kw_only=True):
    """A player asks for a judge."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    call: int
    table: int | None
    note: str
    at: Instant


class CallAnswered(Event, frozen=True, kw_only=True):
    """A judge has come to the table."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    call: int
    by: Seat


class RulingGiven(PublicEvent, frozen=True, kw_only=True):
    """A question of rules is settled for good [ST-OFF-2]."""

    ruling: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None


class PlayerWarned(Event, frozen=True, kw_only=True):
    """A warning, between the player and the officials."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    by: Seat
    at: Instant
    reason: str


class PlayerPenalised(PublicEvent, frozen=True, kw_only=True):
    """Tournament points taken from a player [ST-PTS-10]."""

    player: Seat
    points: Fraction
    by: Seat
    at: Instant
    reason: str


class PlayerDisqualified(PublicEvent, frozen=True, kw_only=True):
    """The player is shut out of the event [SR-FAIR-6]."""

    player: Seat
    by: Seat
    at: Instant
    reason: str


def call_referee(state: State, command: CallReferee) -> Outcome:
    """A player asks for a judge; one open call at a time."""
    if any(call.seat == command.seat and call.answered is None for call in state.calls):
        return Refusal(state.settings.clauses.calls, "call-open", command.seat)
    table = state.table_of(command.seat)
    where, note = None if table is None else table.number, command.note.strip()
    return (RefereeCalled(seat=command.seat, call=len(state.calls) + 1, table=where, note=note, at=command.at),)


def answer_call(state: State, command: AnswerCall) -> Outcome:
    """A judge has come."""
    call = next((call for call in state.calls if call.number == command.call and call.answered is None), None)
    if call is None:
        return Refusal(state.settings.clauses.calls, "call-unknown", command.call)
    return (CallAnswered(seat=call.seat, call=call.number, by=command.seat),)


def rule(state: State, command: Rule) -> Outcome:
    """Settle a question of rules; it stands, right or wrong [ST-OFF-2, ST-OFF-3, SR-FAIR-2]."""
    if not command.text.strip():
        return Refusal(state.settings.clauses.reasons, "ruling-missing")
    playing = state.playing
    if command.table is not None and (playing is None or command.table not in playing.tables):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    given = RulingGiven(
        ruling=len(state.rulings) + 1, by=command.seat, at=command.at, text=command.text.strip(),
        round=None if playing is None else playing.number, table=command.table,
    )  # fmt: skip
    return (given,)


def warn(state: State, command: Warn) -> Outcome:
    """Warn a player [ST-OFF-4]."""
    if not command.reason.strip():
        return Refusal(state.settings.clauses.reasons, "event-reason-missing", command.player)
    return (PlayerWarned(seat=command.player, by=command.seat, at=command.at, reason=command.reason.strip()),)


def penalise(state: State, command: Penalise) -> Outcome:
    """Take tournament points from a player, where the format knows such a sanction [ST-PTS-10, SR-FAIR-4]."""
    clause = state.settings.clauses.no_penalty
    if clause is not None:
        return Refusal(clause, "penalty-not-played", command.player)
    if command.points <= 0:
        return Refusal(state.settings.clauses.penalty, "penalty-points", command.player, asked=str(command.points))
    if not command.reason.strip():
        return Refusal(state.settings.clauses.reasons, "event-reason-missing", command.player)
    player, points, reason = command.player, command.points, command.reason.strip()
    return (PlayerPenalised(player=player, points=points, by=command.seat, at=command.at, reason=reason),)


def disqualify(state: State, command: Disqualify) -> Outcome:
    """Shut a player out; a game in progress is won by the opponent [SR-FAIR-6]."""
    if state.players[command.player].status is PlayerStatus.DISQUALIFIED:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "player-status", command.player)
    reason = command.reason.strip()
    if not reason:
        return Refusal(state.settings.clauses.disqualification, "event-reason-missing", command.player)
    out = PlayerDisqualified(player=command.player, by=command.seat, at=command.at, reason=reason)
    after = _disqualified(state, out)
    if isinstance(state.stage, PlayingRound):
        return (out, *forfeits(after, command.player, by=command.seat, reason=reason))
    return (out, *_unpaired(state, command.player), *ends_after(after))


def _unpaired(state: State, seat: Seat) -> tuple[DraftDiscarded, ...]:
    """A seed that is due would pair the player: the draft is begun anew by the organiser, without them [SR-FAIR-6]."""
    due = state.due
    if due is None or due.lot is not Lot.PAIRING or not state.players[seat].present:
        return ()
    return (DraftDiscarded(round=due.round),)


def _called_referee(state: State, event: RefereeCalled) -> State:
    call = Call(event.call, event.seat, event.table, event.note, event.at)
    return replace(state, calls=(*state.calls, call))


def _answered(state: State, event: CallAnswered) -> State:
    calls = tuple(
        msgspec.structs.replace(call, answered=event.by) if call.number == event.call else call for call in state.calls
    )
    return replace(state, calls=calls)


def _ruled(state: State, event: RulingGiven) -> State:
    ruling = Ruling(event.ruling, event.by, event.at, event.text, event.round, event.table)
    return replace(state, rulings=(*state.rulings, ruling))


def _warned(state: State, event: PlayerWarned) -> State:
    return _sanctioned(state, Sanction("warning", event.seat, event.by, event.at, event.reason))


def _penalised(state: State, event: PlayerPenalised) -> State:
    return _sanctioned(state, Sanction("penalty", event.player, event.by, event.at, event.reason, event.points))


def _disqualified(state: State, event: PlayerDisqualified) -> State:
    out = with_player(state, event.player, status=PlayerStatus.DISQUALIFIED)
    return _sanctioned(out, Sanction("disqualification", event.player, event.by, event.at, event.reason))


def _sanctioned(state: State, sanction: Sanction) -> State:
    return replace(state, sanctions=(*state.sanctions, sanction))


def calls_view(state: State, viewer: Seat | None) -> tuple[Call, ...]:
    """One's own calls; all of them for officials."""
    return tuple(call for call in state.calls if viewer in OFFICIALS or viewer == call.seat)


def sanctions_view(state: State, viewer: Seat | None) -> tuple[Sanction, ...]:
    """Everybody's, but that warnings stay between the player and the officials."""
    return tuple(one for one in state.sanctions if one.kind != "warning" or viewer in OFFICIALS or viewer == one.player)


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """To call somebody, and to come; rulings and sanctions need words of one's own."""
    if seat in OFFICIALS:
        yield from (AnswerCall(seat, call=call.number) for call in state.calls if call.answered is None)
    else:
        yield CallReferee(seat)


SUBJECT = Subject[State](
    decides=(
        on(CallReferee, call_referee),
        on(AnswerCall, answer_call),
        on(Rule, rule),
        on(Warn, warn),
        on(Penalise, penalise),
        on(Disqualify, disqualify),
    ),
    evolves=(
        on(RefereeCalled, _called_referee),
        on(CallAnswered, _answered),
        on(RulingGiven, _ruled),
        on(PlayerWarned, _warned),
        on(PlayerPenalised, _penalised),
        on(PlayerDisqualified, _disqualified),
    ),
    tries=tries,
)
