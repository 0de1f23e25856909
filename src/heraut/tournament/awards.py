"""Awards: what there is to win, who wins it as the event stands, and the announcement of it [HOUSE-AWARD]."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import msgspec

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Speaker
from heraut.kernel.names import OFFICIALS, ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import Refusal, together
from heraut.tournament.award import Award, By, VoteCounts, award_faults
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.standings.event import entrants, rows, swiss_games
from heraut.tournament.standings.ledger import Ledger, Number, Ranking, Standing, Tiebreak
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.state import Over, State, remembered
from heraut.tournament.votes import candidates, counts, may_win

Won = tuple[tuple[Seat, ...], Number | None]
"""The winners, more than one when they are equal, and what they won it with where that is counted."""
NOBODY: Won = ((), None)


class SetAwards(TournamentCommand, frozen=True, kw_only=True):
    """Say what there is to win, in the order it will be announced."""

    speaker = Speaker.ORGANISER
    awards: tuple[Award, ...]


class AnnounceAward(TournamentCommand, frozen=True, kw_only=True):
    """Tell everybody who wins; a jury's award names its winner here."""

    speaker = Speaker.ORGANISER
    award: str
    winner: Seat | None = None


class AwardsSet(Event, frozen=True, kw_only=True):
    """What there is to win, in the order it will be announced."""

    audience = Audience.OFFICIALS
    awards: tuple[Award, ...]


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


def announce_award(state: State, command: AnnounceAward) -> Outcome:
    """Tell who wins, once the event is over; again only if somebody else wins it after all [HOUSE-AWARD-7]."""
    clause = ClauseId("HOUSE-AWARD-7")
    award = state.award(command.award)
    if award is None:
        return Refusal(clause, "award-unknown", command.award)
    if not isinstance(state.stage, Over):
        return not_now(state)
    if award.by is By.VOTE and (state.poll is None or not state.poll.box.opened):
        return Refusal(ClauseId("HOUSE-AWARD-5"), "vote-still-open", award.called)
    told = _announcement(state, award, command)
    if isinstance(told, Refusal):
        return told
    return Refusal(clause, "award-same", award.called) if state.announced.get(award.id) == told else (told,)


def _announcement(state: State, award: Award, command: AnnounceAward) -> AwardAnnounced | Refusal:
    if award.by is By.JURY:
        chosen = command.winner
        if chosen is None or chosen not in state.players:
            return Refusal(ClauseId("HOUSE-AWARD-7"), "award-winner-missing", award.called)
        if not may_win(state, award, chosen):
            return Refusal(ClauseId("HOUSE-AWARD-2"), "vote-cannot-win", chosen)
        return AwardAnnounced(award=award.id, name=award.called, winners=(chosen,))
    winners, value = won(state, award)
    if not winners:
        return Refusal(ClauseId("HOUSE-AWARD-6"), "award-nobody", award.called)
    public = award.by is By.MOST or state.settings.vote_counts is VoteCounts.EVERYBODY
    told = Fraction(value) if value is not None and public else None
    return AwardAnnounced(award=award.id, name=award.called, winners=winners, value=told)


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


@remembered
def all_won(state: State) -> Mapping[str, Won]:
    """Who wins each award, by its id."""
    return {award.id: won(state, award) for award in state.awards}


def _eligible(state: State, award: Award) -> list[StandingsRow]:
    return [row for row in rows(state) if row.rank is not None and may_win(state, award, row.id)]


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


def _greatest(values: Mapping[Seat, Number]) -> Won:
    """Everybody who has the most of it; nothing of it wins nothing."""
    most = max(values.values(), default=0)
    return (tuple(seat for seat, value in values.items() if value == most), most) if most > 0 else NOBODY


def _set(state: State, event: AwardsSet) -> State:
    return replace(state, awards=event.awards)


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


def awards_view(state: State, viewer: Seat | None) -> tuple[AwardView, ...]:
    """All of them for officials; for others what is voted on and what is announced."""
    voted_on = () if state.poll is None else state.poll.awards
    public = {*voted_on, *state.announced}
    return tuple(_award(state, one, viewer) for one in state.awards if viewer in OFFICIALS or one.id in public)


def _award(state: State, award: Award, viewer: Seat | None) -> AwardView:
    official, told = viewer in OFFICIALS, state.announced.get(award.id)
    return AwardView(
        award.id,
        award.called,
        award.by,
        candidates=candidates(state, award, viewer),
        counts=_counts_view(state, award, viewer),
        announced=0 if told is None else list(state.announced).index(award.id) + 1,
        winners=told.winners if told is not None else (),
        value=told.value if told is not None else None,
        would_win=_coming(state, award) if official else (),
        rule=award if official else None,
    )


def _counts_view(state: State, award: Award, viewer: Seat | None) -> Mapping[Seat, int]:
    rule = state.settings.vote_counts
    told = rule is VoteCounts.EVERYBODY and award.id in state.announced
    return counts(state, award) if told or (rule is not VoteCounts.NOBODY and viewer in OFFICIALS) else {}


def _coming(state: State, award: Award) -> tuple[Seat, ...]:
    """Who wins as the event stands, once it is over; whoever is announced already is known."""
    if not isinstance(state.stage, Over) or award.by is By.JURY:
        return ()
    return all_won(state)[award.id][0]


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """The announcement of each award."""
    if seat == ORGANISER:
        yield from (AnnounceAward(seat, award=award.id) for award in state.awards)


SUBJECT = Subject[State](
    decides=(
        on(SetAwards, set_awards),
        on(AnnounceAward, announce_award),
    ),
    evolves=(
        on(AwardsSet, _set),
        on(AwardAnnounced, _announced),
    ),
    tries=tries,
)
