"""Awards: the list, the votes, the announcement [HOUSE-AWARD]."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from heraut.kernel import ClauseId, HouseCode, Refusal, Seat, house, together
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.awards import Award, By, VoteCounts, award_faults
from heraut.tournament.awards.winners import may_win, won
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.settings import SagaSettings
from heraut.tournament.state import Entering, Over, State


def set_awards(state: State, command: c.SetAwards) -> Outcome:
    """Change the list until the first is announced; what is voted on stays as it is [HOUSE-AWARD-1]."""
    if state.announced:
        return Refusal(ClauseId("HOUSE-AWARD-1"), "award-announced-already")
    saga = isinstance(state.settings, SagaSettings)
    touched = _voted_on(state.awards) ^ _voted_on(command.awards) if state.poll is not None else frozenset()
    faults = together((
        *award_faults(command.awards, saga=saga),
        *(Refusal(ClauseId("HOUSE-AWARD-1"), "award-voted-on", name) for name in sorted({a.called for a in touched})),
    ))  # fmt: skip
    return faults if faults is not None else (e.AwardsSet(awards=command.awards),)


def _voted_on(awards: tuple[Award, ...]) -> frozenset[Award]:
    return frozenset(award for award in awards if award.by is By.VOTE)


def open_votes(state: State, _command: c.OpenVotes) -> Outcome:
    """Everybody in the event now may vote, once [HOUSE-AWARD-3]."""
    if isinstance(state.stage, Entering):
        return not_now(state)
    voted_on = tuple(award.id for award in state.awards if award.by is By.VOTE)
    if not voted_on or state.poll is not None:
        return Refusal(ClauseId("HOUSE-AWARD-3"), "vote-none-to-open")
    return (e.VotesOpened(awards=voted_on, voters=state.present),)


def cast_ballot(state: State, command: c.CastBallot) -> Outcome:
    """Seal a ballot in place of an earlier one, until the votes are closed; every fault at once [HOUSE-AWARD-3]."""
    faults = together((
        *_not_voting(state, command.seat),
        *(fault for award, chosen in command.choices.items() for fault in _faults(state, command.seat, award, chosen)),
    ))  # fmt: skip
    return faults if faults is not None else (e.BallotCast(seat=command.seat, choices=command.choices),)


def take_back_ballot(state: State, command: c.TakeBackBallot) -> Outcome:
    """No vote, until one votes again [HOUSE-AWARD-3]."""
    faults = together(tuple(_not_voting(state, command.seat)))
    if faults is None and state.poll is not None and command.seat not in state.poll.box.values:
        return Refusal(ClauseId("HOUSE-AWARD-3"), "vote-none-cast")
    return faults if faults is not None else (e.BallotTakenBack(seat=command.seat),)


def _not_voting(state: State, seat: Seat) -> Iterator[Refusal]:
    if state.poll is None:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-not-open")
    elif state.poll.box.opened:
        yield house(HouseCode.ALREADY_OPEN)
    elif seat not in state.poll.box.seats:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-not-a-voter", seat)


def _faults(state: State, voter: Seat, id: str, chosen: Seat) -> Iterator[Refusal]:
    award = _award(state, id)
    if award is None or award.by is not By.VOTE:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "award-unknown", id)
    elif chosen not in state.players:
        yield house(HouseCode.UNKNOWN_SEAT, chosen)
    elif chosen == voter:
        yield Refusal(ClauseId("HOUSE-AWARD-3"), "vote-for-oneself")
    elif not may_win(state, award, chosen):
        yield Refusal(ClauseId("HOUSE-AWARD-2"), "vote-cannot-win", chosen)


def close_votes(state: State, _command: c.CloseVotes) -> Outcome:
    """All votes are counted at once [HOUSE-AWARD-5]."""
    if state.poll is None or state.poll.box.opened:
        return Refusal(ClauseId("HOUSE-AWARD-5"), "vote-not-open")
    return (e.VotesClosed(),)


def announce_award(state: State, command: c.AnnounceAward) -> Outcome:
    """Tell who wins, once the event is over; again only if somebody else wins it after all [HOUSE-AWARD-7]."""
    clause = ClauseId("HOUSE-AWARD-7")
    award = _award(state, command.award)
    if award is None:
        return Refusal(clause, "award-unknown", command.award)
    if not isinstance(state.stage, Over):
        return not_now(state)
    if award.by is By.VOTE and (state.poll is None or not state.poll.box.opened):
        return Refusal(ClauseId("HOUSE-AWARD-5"), "vote-still-open", award.called)
    told = _told(state, award, command)
    if isinstance(told, Refusal):
        return told
    known = state.announced.get(award.id)
    return Refusal(clause, "award-same", award.called) if known is not None and known == told else (told,)


def _told(state: State, award: Award, command: c.AnnounceAward) -> e.AwardAnnounced | Refusal:
    if award.by is By.JURY:
        chosen = command.winner
        if chosen is None or chosen not in state.players:
            return Refusal(ClauseId("HOUSE-AWARD-7"), "award-winner-missing", award.called)
        if not may_win(state, award, chosen):
            return Refusal(ClauseId("HOUSE-AWARD-2"), "vote-cannot-win", chosen)
        return e.AwardAnnounced(award=award.id, name=award.called, winners=(chosen,))
    winners, value = won(state, award)
    if not winners:
        return Refusal(ClauseId("HOUSE-AWARD-6"), "award-nobody", award.called)
    public = award.by is By.MOST or state.settings.vote_counts is VoteCounts.EVERYBODY
    told = Fraction(value) if value is not None and public else None
    return e.AwardAnnounced(award=award.id, name=award.called, winners=winners, value=told)


def _award(state: State, id: str) -> Award | None:
    return next((award for award in state.awards if award.id == id), None)
