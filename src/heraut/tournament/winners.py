"""Who wins each award as the event stands [HOUSE-AWARD]."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence

from heraut.kernel.names import ClauseId, Seat
from heraut.tournament.award import Award, By
from heraut.tournament.standings.event import entrants, rows, swiss_games
from heraut.tournament.standings.ledger import Ledger, Number, Ranking, Standing, Tiebreak
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.state import PlayerStatus, State, remembered
from heraut.tournament.wording import plain

Won = tuple[tuple[Seat, ...], Number | None]
"""The winners, more than one when they are equal, and what they won it with where that is counted."""


NOBODY: Won = ((), None)


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


def counts(state: State, award: Award) -> Mapping[Seat, int]:
    """How many votes each had, once they are closed; from the greatest, equals as they were entered [HOUSE-AWARD-5]."""
    if state.poll is None or not state.poll.box.opened:
        return {}
    cast = (ballot.get(award.id) for ballot in state.poll.box.values.values())
    votes = Counter(seat for seat in cast if seat is not None and may_win(state, award, seat))
    return {seat: votes[seat] for seat in sorted(state.players, key=lambda seat: -votes[seat]) if votes[seat]}


def _greatest(values: Mapping[Seat, Number]) -> Won:
    """Everybody who has the most of it; nothing of it wins nothing."""
    most = max(values.values(), default=0)
    return (tuple(seat for seat, value in values.items() if value == most), most) if most > 0 else NOBODY
