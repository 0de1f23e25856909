"""
Awards as one may see them.

Nobody is shown how anybody else voted, not even after the votes are closed; counts go to whom the event says
[HOUSE-AWARD-4]. Who will win is the officials' affair until it is announced [HOUSE-AWARD-7].
"""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import OFFICIALS, Seat
from heraut.tournament.awards import Award, By, VoteCounts
from heraut.tournament.awards.winners import all_won, counts, may_win
from heraut.tournament.state import Over, State
from heraut.tournament.view.shapes import AwardView, PollView


def awards_view(state: State, viewer: Seat | None) -> tuple[AwardView, ...]:
    """All of them for officials; for others what is voted on and what is announced."""
    shown = state.awards if viewer in OFFICIALS else _public(state)
    return tuple(_award(state, award, viewer) for award in shown)


def _public(state: State) -> tuple[Award, ...]:
    voted_on = () if state.poll is None else state.poll.awards
    return tuple(award for award in state.awards if award.id in voted_on or award.id in state.announced)


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
        counts=_counts(state, award, viewer),
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
    return tuple(seat for seat in state.players if seat != viewer and may_win(state, award, seat))


def _counts(state: State, award: Award, viewer: Seat | None) -> Mapping[Seat, int]:
    rule = state.settings.vote_counts
    told = rule is VoteCounts.EVERYBODY and award.id in state.announced
    return counts(state, award) if told or (rule is not VoteCounts.NOBODY and viewer in OFFICIALS) else {}


def _coming(state: State, award: Award) -> tuple[Seat, ...]:
    """Who wins as the event stands, once it is over; whoever is announced already is known."""
    if not isinstance(state.stage, Over) or award.by is By.JURY:
        return ()
    return all_won(state)[award.id][0]
