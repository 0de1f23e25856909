"""Awards: what there is to win, the players' votes, who wins as the event stands, the announcement [HOUSE-AWARD]."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Event, PublicEvent
from heraut.kernel.names import OFFICIALS, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.kernel.sealed import SealedBox
from heraut.tournament.award import Award, By, VoteCounts, award_faults
from heraut.tournament.command import Speaker, TournamentCommand, not_now
from heraut.tournament.standings.event import entrants, rows, swiss_games
from heraut.tournament.standings.ledger import Ledger, Number, Ranking, Standing, Tiebreak
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.state import Ballots, Entering, Over, PlayerStatus, Poll, State, remembered
from heraut.tournament.wording import plain


class SetAwards(TournamentCommand, frozen=True, kw_only=True):
    """Say what there is to win, in the order it will be announced."""

    speaker = Speaker.ORGANISER
    awards: tuple[Award, ...]


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


class AnnounceAward(TournamentCommand, frozen=True, kw_only=True):
    """Tell everybody who wins; a jury's award names its winner here."""

    speaker = Speaker.ORGANISER
    award: str
    winner: Seat | None = None


class AwardsSet(Event, frozen=True, kw_only=True):
    """What there is to win, in the order it will be announced."""

    audience = Audience.OFFICIALS
    awards: tuple[Award, ...]


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


class AwardAnnounced(PublicEvent, frozen=True, kw_only=True):
    """An award is won; several winners are equal."""

    reveals = True
    award: str
    name: str
    """The organiser's own words, or the key of the house's."""
    winners: tuple[Seat, ...]
    value: Fraction | None = None
    """What it was won with, where that is counted and told."""


def set_awards(state: State, command: SetAwards) -> Outcome:
    """Change the list until the first is announced; what is voted on stays as it is [HOUSE-AWARD-1]."""
    if state.announced:
        return Refusal(ClauseId("HOUSE-AWARD-1"), "award-announced-already")
    touched = _voted_on(state.awards) ^ _voted_on(command.awards) if state.poll is not None else frozenset()
    faults = together((
        *award_faults(command.awards, state.settings.criteria),
        *(Refusal(ClauseId("HOUSE-AWARD-1"), "award-voted-on", name) for name in sorted({a.called for a in touched})),
    ))  # fmt: skip
    return faults if faults is not None else (AwardsSet(awards=command.awards),)


def _voted_on(awards: tuple[Award, ...]) -> frozenset[Award]:
    return frozenset(award for award in awards if award.by is By.VOTE)


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
    award = _named(state, id)
    if award is None or award.by is not By.VOTE:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "award-unknown", id)
    elif chosen not in state.players:
        yield house(HouseCode.UNKNOWN_SEAT, chosen)
    elif chosen == voter:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-for-oneself")
    elif not _may_win(state, award, chosen):
        yield Refusal(ClauseId("HOUSE-AWARD-2"), "vote-cannot-win", chosen)


def close_votes(state: State, _command: CloseVotes) -> Outcome:
    """All votes are counted at once [HOUSE-AWARD-5]."""
    if state.poll is None or state.poll.box.opened:
        return Refusal(ClauseId("HOUSE-AWARD-5"), "vote-not-open")
    return (VotesClosed(),)


def announce_award(state: State, command: AnnounceAward) -> Outcome:
    """Tell who wins, once the event is over; again only if somebody else wins it after all [HOUSE-AWARD-7]."""
    clause = ClauseId("HOUSE-AWARD-7")
    award = _named(state, command.award)
    if award is None:
        return Refusal(clause, "award-unknown", command.award)
    if not isinstance(state.stage, Over):
        return not_now(state)
    if award.by is By.VOTE and (state.poll is None or not state.poll.box.opened):
        return Refusal(ClauseId("HOUSE-AWARD-5"), "vote-still-open", award.called)
    told = _told(state, award, command)
    if isinstance(told, Refusal):
        return told
    return Refusal(clause, "award-same", award.called) if state.announced.get(award.id) == told else (told,)


def _told(state: State, award: Award, command: AnnounceAward) -> AwardAnnounced | Refusal:
    if award.by is By.JURY:
        chosen = command.winner
        if chosen is None or chosen not in state.players:
            return Refusal(ClauseId("HOUSE-AWARD-7"), "award-winner-missing", award.called)
        if not _may_win(state, award, chosen):
            return Refusal(ClauseId("HOUSE-AWARD-2"), "vote-cannot-win", chosen)
        return AwardAnnounced(award=award.id, name=award.called, winners=(chosen,))
    winners, value = won(state, award)
    if not winners:
        return Refusal(ClauseId("HOUSE-AWARD-6"), "award-nobody", award.called)
    public = award.by is By.MOST or state.settings.vote_counts is VoteCounts.EVERYBODY
    told = Fraction(value) if value is not None and public else None
    return AwardAnnounced(award=award.id, name=award.called, winners=winners, value=told)


def _named(state: State, id: str) -> Award | None:
    return next((award for award in state.awards if award.id == id), None)


Won = tuple[tuple[Seat, ...], Number | None]
"""The winners, more than one when they are equal, and what they won it with where that is counted."""
NOBODY: Won = ((), None)


@remembered
def _all_won(state: State) -> Mapping[str, Won]:
    """Who wins each award, by its id."""
    return {award.id: won(state, award) for award in state.awards}


def won(state: State, award: Award) -> Won:
    """Who wins the award; a jury's choice is not ours to know."""
    match award.by:
        case By.PLACE:
            return _placed(_eligible(state, award), award.place), None
        case By.LAST:
            return _last(state, award), None
        case By.MOST:
            values = _sums(state, award.of or Tiebreak.POINTS)
            return _greatest({row.id: values[row.id] for row in _eligible(state, award)})
        case By.VOTE:
            return _greatest(counts(state, award))
        case By.JURY:
            return NOBODY


def _may_win(state: State, award: Award, seat: Seat) -> bool:
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


def _eligible(state: State, award: Award) -> list[StandingsRow]:
    return [row for row in rows(state) if row.rank is not None and _may_win(state, award, row.id)]


def _placed(ranked: Sequence[StandingsRow], place: int) -> tuple[Seat, ...]:
    """Those with exactly so many better ones but one: a place skipped by a tie above is nobody's [SR-RANK-4]."""
    ranks = sorted(row.rank or 0 for row in ranked)
    return tuple(row.id for row in ranked if bisect_left(ranks, row.rank or 0) == place - 1)


def _last(state: State, award: Award) -> tuple[Seat, ...]:
    """The last of those who stayed to the end, unless an award for a place goes there."""
    ranked = [row for row in _eligible(state, award) if row.standing is Standing.ACTIVE]
    taken = {seat for other in state.awards if other.by is By.PLACE for seat in won(state, other)[0]}
    last = max((row.rank or 0 for row in ranked), default=0)
    found = tuple(row.id for row in ranked if row.rank == last)
    return () if taken.intersection(found) else found


def _sums(state: State, criterion: Tiebreak) -> Mapping[Seat, Number]:
    """What each has of a criterion over the games that make standings [SR-VRANK-5]."""
    known = entrants(state)
    ledger = Ledger.of(known, swiss_games(state), Ranking((criterion,), ClauseId("HOUSE-AWARD-6")))
    return {entrant.id: value for entrant, value in zip(known, ledger.column(criterion), strict=True)}


def counts(state: State, award: Award) -> Mapping[Seat, int]:
    """How many votes each had, once they are closed; from the greatest, equals as they were entered [HOUSE-AWARD-5]."""
    if state.poll is None or not state.poll.box.opened:
        return {}
    cast = (ballot.get(award.id) for ballot in state.poll.box.values.values())
    votes = Counter(seat for seat in cast if seat is not None and _may_win(state, award, seat))
    return {seat: votes[seat] for seat in sorted(state.players, key=lambda seat: -votes[seat]) if votes[seat]}


def _greatest(values: Mapping[Seat, Number]) -> Won:
    """Everybody who has the most of it; nothing of it wins nothing."""
    most = max(values.values(), default=0)
    return (tuple(seat for seat, value in values.items() if value == most), most) if most > 0 else NOBODY


def _set(state: State, event: AwardsSet) -> State:
    return replace(state, awards=event.awards)


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


def _announced(state: State, event: AwardAnnounced) -> State:
    others = {id: told for id, told in state.announced.items() if id != event.award}
    return replace(state, announced={**others, event.award: event})


class AwardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An award as the viewer may see it; never how anybody else voted [HOUSE-AWARD-4]."""

    id: str
    name: str
    """The organiser's own words, or the key of the house's."""
    by: By
    candidates: tuple[Seat, ...] = ()
    """Whom the viewer may vote for now."""
    counts: Mapping[Seat, int] = {}
    announced: int = 0
    """The how-many-eth that was announced; 0 while it is not."""
    winners: tuple[Seat, ...] = ()
    value: Fraction | None = None
    would_win: tuple[Seat, ...] = ()
    """Who wins as the event stands: for officials, once it is over."""
    rule: Award | None = None
    """What decides it: for officials."""


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


def awards_view(state: State, viewer: Seat | None) -> tuple[AwardView, ...]:
    """All of them for officials; for others what is voted on and what is announced."""
    voted_on = () if state.poll is None else state.poll.awards
    public = {*voted_on, *state.announced}
    return tuple(_award(state, one, viewer) for one in state.awards if viewer in OFFICIALS or one.id in public)


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


def _award(state: State, award: Award, viewer: Seat | None) -> AwardView:
    official, told = viewer in OFFICIALS, state.announced.get(award.id)
    return AwardView(
        award.id,
        award.called,
        award.by,
        candidates=_candidates(state, award, viewer),
        counts=_counts_view(state, award, viewer),
        announced=0 if told is None else list(state.announced).index(award.id) + 1,
        winners=told.winners if told is not None else (),
        value=told.value if told is not None else None,
        would_win=_coming(state, award) if official else (),
        rule=award if official else None,
    )


def _candidates(state: State, award: Award, viewer: Seat | None) -> tuple[Seat, ...]:
    """Whom the viewer may vote for now."""
    poll = state.poll
    if poll is None or poll.box.opened or viewer not in poll.box.seats or award.id not in poll.awards:
        return ()
    return tuple(seat for seat in state.players if seat != viewer and _may_win(state, award, seat))


def _counts_view(state: State, award: Award, viewer: Seat | None) -> Mapping[Seat, int]:
    rule = state.settings.vote_counts
    told = rule is VoteCounts.EVERYBODY and award.id in state.announced
    return counts(state, award) if told or (rule is not VoteCounts.NOBODY and viewer in OFFICIALS) else {}


def _coming(state: State, award: Award) -> tuple[Seat, ...]:
    """Who wins as the event stands, once it is over; whoever is announced already is known."""
    if not isinstance(state.stage, Over) or award.by is By.JURY:
        return ()
    return _all_won(state)[award.id][0]


SUBJECT = Subject[State](
    decides=(
        on(SetAwards, set_awards),
        on(OpenVotes, open_votes),
        on(CastBallot, cast_ballot),
        on(TakeBackBallot, take_back_ballot),
        on(CloseVotes, close_votes),
        on(AnnounceAward, announce_award),
    ),
    evolves=(
        on(AwardsSet, _set),
        on(VotesOpened, _opened),
        on(BallotCast, _cast),
        on(BallotTakenBack, _taken_back),
        on(VotesClosed, _closed),
        on(AwardAnnounced, _announced),
    ),
)
