"""The players' vote: opened, ballots sealed and taken back, all counted at once [HOUSE-AWARD-3]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import OFFICIALS, ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.kernel.sealed import SealedBox
from heraut.tournament.award import Award, By
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.state import Ballots, Entering, PlayerStatus, Poll, State
from heraut.tournament.wording import plain


class OpenVotes(TournamentCommand, frozen=True, kw_only=True):
    """Let everybody who is here vote for every award that is voted on."""

    speaker = Speaker.ORGANISER


class CastBallot(TournamentCommand, frozen=True, kw_only=True):
    """Hand in one's ballot, sealed: for each award a name, or none for a blank vote."""

    speaker = Speaker.PLAYER
    choices: Mapping[str, Seat] = {}


class TakeBackBallot(TournamentCommand, frozen=True, kw_only=True):
    """Take one's ballot back, as if one had not voted."""

    speaker = Speaker.PLAYER


class CloseVotes(TournamentCommand, frozen=True, kw_only=True):
    """Count the votes, all at once."""

    speaker = Speaker.ORGANISER


class VotesOpened(PublicEvent, frozen=True, kw_only=True):
    """Everybody named may vote for these awards."""

    awards: tuple[str, ...]
    voters: tuple[Seat, ...]


class BallotCast(Event, frozen=True, kw_only=True):
    """A sealed ballot; officials know that it was cast, nobody but its owner what is on it [HOUSE-AWARD-4]."""

    audience = Audience.OWNERS
    outline = Audience.OFFICIALS
    seat: Seat
    choices: Mapping[str, Seat]


class BallotTakenBack(Event, frozen=True, kw_only=True):
    """Somebody has no vote any more, until they vote again."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat


class VotesClosed(PublicEvent, frozen=True, kw_only=True):
    """The votes are counted; what the count says is told with the awards."""

    reveals = True


def open_votes(state: State, _command: OpenVotes) -> Outcome:
    """Everybody in the event now may vote, once [HOUSE-AWARD-3]."""
    if isinstance(state.stage, Entering):
        return not_now(state)
    voted_on = tuple(award.id for award in state.awards if award.by is By.VOTE)
    if not voted_on or state.poll is not None:
        return Refusal(ClauseId("HOUSE-AWARD-3"), "vote-none-to-open")
    return (VotesOpened(awards=voted_on, voters=state.present),)


def cast_ballot(state: State, command: CastBallot) -> Outcome:
    """Seal a ballot in place of an earlier one, until the votes are closed; every fault at once [HOUSE-AWARD-3]."""
    faults = together((
        *_not_voting(state, command.seat),
        *(fault for award, chosen in command.choices.items() for fault in _faults(state, command.seat, award, chosen)),
    ))  # fmt: skip
    return faults if faults is not None else (BallotCast(seat=command.seat, choices=command.choices),)


def take_back_ballot(state: State, command: TakeBackBallot) -> Outcome:
    """No vote, until one votes again [HOUSE-AWARD-3]."""
    faults = together(tuple(_not_voting(state, command.seat)))
    if faults is None and state.poll is not None and command.seat not in state.poll.box.values:
        return Refusal(ClauseId("HOUSE-AWARD-3"), "vote-none-cast")
    return faults if faults is not None else (BallotTakenBack(seat=command.seat),)


def _not_voting(state: State, seat: Seat) -> Iterator[Refusal]:
    if state.poll is None:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-not-open")
    elif state.poll.box.opened:
        yield house(HouseCode.ALREADY_OPEN)
    elif seat not in state.poll.box.seats:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-not-a-voter", seat)


def _faults(state: State, voter: Seat, id: str, chosen: Seat) -> Iterator[Refusal]:
    award = state.award(id)
    if award is None or award.by is not By.VOTE:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "award-unknown", id)
    elif chosen not in state.players:
        yield house(HouseCode.UNKNOWN_SEAT, chosen)
    elif chosen == voter:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-for-oneself")
    elif not may_win(state, award, chosen):
        yield Refusal(ClauseId("HOUSE-AWARD-2"), "vote-cannot-win", chosen)


def may_win(state: State, award: Award, seat: Seat) -> bool:
    """Nobody disqualified wins a prize [SR-FAIR-5], nobody who never came; some are kept to a club or a faction."""
    player = state.players[seat]
    if player.status not in (PlayerStatus.PRESENT, PlayerStatus.DROPPED):
        return False
    return _is(award.club, player.club) and (not award.faction or _plays(state, seat, award.faction))


def _is(wanted: str, given: str) -> bool:
    return not wanted or plain(wanted).strip() == plain(given).strip()


def _plays(state: State, seat: Seat, faction: str) -> bool:
    lists = state.lists.get(seat)
    return lists is not None and any(_is(faction, each) for each in state.settings.factions(lists))


def close_votes(state: State, _command: CloseVotes) -> Outcome:
    """All votes are counted at once [HOUSE-AWARD-5]."""
    if state.poll is None or state.poll.box.opened:
        return Refusal(ClauseId("HOUSE-AWARD-5"), "vote-not-open")
    return (VotesClosed(),)


def _opened(state: State, event: VotesOpened) -> State:
    return replace(state, poll=Poll(event.awards, SealedBox.of(event.voters)))


def _poll(state: State, change: Callable[[Ballots], Ballots]) -> State:
    assert state.poll is not None
    return replace(state, poll=Poll(state.poll.awards, change(state.poll.box)))


def _cast(state: State, event: BallotCast) -> State:
    return _poll(state, lambda box: box.seal(event.seat, event.choices))


def _taken_back(state: State, event: BallotTakenBack) -> State:
    return _poll(state, lambda box: box.draft(event.seat, {}))


def _closed(state: State, _event: VotesClosed) -> State:
    return _poll(state, lambda box: box.open())


class PollView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The players' vote as the viewer may see it: never anybody else's ballot [HOUSE-AWARD-4]."""

    awards: tuple[str, ...]
    open: bool
    may_vote: bool = False
    voted: bool = False
    own: Mapping[str, Seat] = {}
    voters: int = 0
    not_voted: tuple[Seat, ...] = ()
    """Who has not voted yet: for officials."""


def poll_view(state: State, viewer: Seat | None) -> PollView | None:
    """Whether one votes now, and one's own ballot; who has not voted, for officials."""
    if state.poll is None:
        return None
    box = state.poll.box
    return PollView(
        state.poll.awards,
        open=not box.opened,
        may_vote=not box.opened and viewer in box.seats,
        voted=viewer in box.values,
        own=box.own(viewer) or {},
        voters=len(box.seats),
        not_voted=box.awaited if viewer in OFFICIALS and not box.opened else (),
    )


def counts(state: State, award: Award) -> Mapping[Seat, int]:
    """How many votes each had, once they are closed; from the greatest, equals as they were entered [HOUSE-AWARD-5]."""
    if state.poll is None or not state.poll.box.opened:
        return {}
    cast = (ballot.get(award.id) for ballot in state.poll.box.values.values())
    votes = Counter(seat for seat in cast if seat is not None and may_win(state, award, seat))
    return {seat: votes[seat] for seat in sorted(state.players, key=lambda seat: -votes[seat]) if votes[seat]}


def candidates(state: State, award: Award, viewer: Seat | None) -> tuple[Seat, ...]:
    """Whom the viewer may vote for now."""
    poll = state.poll
    if poll is None or poll.box.opened or viewer not in poll.box.seats or award.id not in poll.awards:
        return ()
    return tuple(seat for seat in state.players if seat != viewer and may_win(state, award, seat))


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """The votes themselves, and ballots by example."""
    if seat == ORGANISER:
        yield from (OpenVotes(seat), CloseVotes(seat))
    elif state.poll is not None and seat in state.players:
        yield from (TakeBackBallot(seat), CastBallot(seat))
        voted_on = state.poll.awards
        yield from (CastBallot(seat, choices=dict.fromkeys(voted_on, other)) for other in state.players)


SUBJECT = Subject[State](
    decides=(
        on(OpenVotes, open_votes),
        on(CastBallot, cast_ballot),
        on(TakeBackBallot, take_back_ballot),
        on(CloseVotes, close_votes),
    ),
    evolves=(
        on(VotesOpened, _opened),
        on(BallotCast, _cast),
        on(BallotTakenBack, _taken_back),
        on(VotesClosed, _closed),
    ),
    tries=tries,
)
