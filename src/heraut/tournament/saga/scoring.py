"""What players report of a game: the facts only; what they are worth is worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Self

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, Refusal, exact, together
from heraut.rulesets.tables import BrokenTable, Span, check_cover, only_row, rows
from heraut.tournament.format import Report, strangers


class ByHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tournament points an official enters outright, where no rule gives them; without a winner nobody has won."""

    points: Mapping[Seat, Fraction]
    winner: Seat | None = None


class SagaReport(Report, frozen=True, tag="saga", tag_field="format", omit_defaults=True):
    """Victory points of both players, who went first, and how the game ended if not by the scenario."""

    victory_points: Mapping[Seat, int]
    first_player: Seat | None = None
    sudden_loss: Seat | None = None
    """Who began an Orders phase with no Saga die to roll [ST-LOSS-1]."""
    forfeit: Seat | None = None
    """Who conceded, left the table or did not turn up [ST-LOSS-8]."""
    bonuses: Mapping[Seat, tuple[str, ...]] = {}
    by_hand: ByHand | None = None
    """An official's own points, which replace everything else [ST-ORG-1]."""

    def agrees(self, other: Self) -> bool:
        """Who went first may stand in one of the two only: with unequal scores it is only recorded [ST-PTS-7]."""
        first = self.first_player or other.first_player
        told = [msgspec.structs.replace(each, first_player=each.first_player or first) for each in (self, other)]
        return told[0] == told[1]

    def official_only(self, seat: Seat, /) -> Refusal | None:
        """Points outright are an official's to give [ST-ORG-1]."""
        return None if self.by_hand is None else Refusal(ClauseId("ST-ORG-1"), "result-by-hand", seat)

    @classmethod
    def examples(cls, one: Seat, other: Seat, /) -> Iterator[Self]:
        """A close game, a rout, a level score, a sudden loss."""
        for points in ({one: 12, other: 7}, {one: 3, other: 20}):
            yield cls(points)
        yield cls({one: 5, other: 5}, first_player=one)
        yield cls({one: 9, other: 2}, sudden_loss=one)


class PointsRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the points table: a range of differences, what the winner and the loser get."""

    difference: Span
    winner: Fraction
    loser: Fraction
    clause: ClauseId = ClauseId("ST-PTS-2")


class ForfeitPoints(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game is worth that one player lost at once or did not play to its end."""

    winner: Fraction
    loser: Fraction
    clause: ClauseId = ClauseId("ST-LOSS-2")


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points an event adds to a game for something done in it [ST-PTS-11]."""

    label: str
    points: Fraction


class SagaPoints(msgspec.Struct, frozen=True):
    """What a game was worth to each player, and why."""

    winner: Seat | None
    points: Mapping[Seat, Fraction]
    because: tuple[Reason, ...]


def points_table() -> tuple[PointsRow, ...]:
    """The guide's table."""
    return rows("saga_tournament", "points", "points", PointsRow)


def sudden_loss_points() -> ForfeitPoints:
    """Nineteen and one [ST-LOSS-2]."""
    return only_row("saga_tournament", "organisation", "forfeit", ForfeitPoints)


def table_faults(table: Sequence[PointsRow]) -> Refusal | None:
    """Why an edited table cannot be used: it covers every difference once and ends open [ST-PTS-9]."""
    try:
        check_cover("points_table", (row.difference for row in table), first=0, last=None)
    except BrokenTable as broken:
        return Refusal(ClauseId("ST-PTS-9"), "points-table", asked=str(broken))
    return None


def score_saga(
    report: SagaReport,
    seats: tuple[Seat, Seat],
    *,
    table: Sequence[PointsRow] | None = None,
    forfeit: ForfeitPoints | None = None,
    bonuses: Sequence[Bonus] = (),
) -> SagaPoints | Refusal:
    """The tournament points of a game between these two, or everything wrong with the report."""
    faults = together(tuple(_faults(report, seats, bonuses)))
    if faults is not None:
        return faults
    if report.by_hand is not None:
        return _by_hand(report.by_hand, seats)
    lost = report.sudden_loss or report.forfeit
    scored = _cut_short(report, seats, lost, forfeit) if lost else _played(report, seats, table or points_table())
    return _with_bonuses(scored, report, bonuses)


def _faults(report: SagaReport, seats: tuple[Seat, Seat], bonuses: Sequence[Bonus]) -> Iterator[Refusal]:
    named = (report.first_player, report.sudden_loss, report.forfeit, *report.victory_points, *report.bonuses)
    yield from strangers(named, seats)
    if report.by_hand is not None:
        yield from _hand_faults(report.by_hand, seats)
        return
    if report.sudden_loss is not None and report.forfeit is not None:
        yield Refusal(ClauseId("ST-LOSS-7"), "result-two-losers", asked=(report.sudden_loss, report.forfeit))
    yield from _points_faults(report, seats)
    known = {bonus.label for bonus in bonuses}
    for seat, labels in report.bonuses.items():
        for label in labels:
            if label not in known:
                yield Refusal(ClauseId("ST-PTS-11"), "result-unknown-bonus", seat, asked=label, allowed=tuple(known))


def _by_hand(given: ByHand, seats: tuple[Seat, Seat]) -> SagaPoints:
    facts: dict[str, Fact] = {"points": tuple(exact(given.points[seat]) for seat in seats)}
    return SagaPoints(given.winner, dict(given.points), (Reason(ClauseId("ST-ORG-1"), "saga-by-hand", facts),))


def _hand_faults(given: ByHand, seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    if set(given.points) != set(seats) or given.winner not in (None, *seats):
        yield Refusal(ClauseId("ST-ORG-1"), "result-by-hand-seats", asked=tuple(given.points), allowed=seats)
    for seat, points in given.points.items():
        if points < 0:
            yield Refusal(ClauseId("ST-ORG-1"), "result-by-hand-points", seat, asked=exact(points), allowed=0)


def _points_faults(report: SagaReport, seats: tuple[Seat, Seat]) -> Iterator[Refusal]:
    cut_short = report.sudden_loss is not None or report.forfeit is not None
    given = [report.victory_points.get(seat) for seat in seats]
    for seat, points in zip(seats, given, strict=True):
        if points is not None and points < 0:
            yield Refusal(ClauseId("ST-PTS-6"), "result-victory-points", seat, asked=points, allowed=0)
        if points is None and not cut_short:
            yield Refusal(ClauseId("ST-PTS-1"), "result-points-missing", seat)
    if not cut_short and None not in given and given[0] == given[1] and report.first_player is None:
        yield Refusal(ClauseId("ST-PTS-7"), "result-first-player-missing", asked=given[0])


def _cut_short(report: SagaReport, seats: tuple[Seat, Seat], lost: Seat, forfeit: ForfeitPoints | None) -> SagaPoints:
    """Sudden loss is nineteen to one whatever the score [ST-LOSS-3]; a forfeit is what the event says [ST-LOSS-8]."""
    sudden = report.sudden_loss is not None
    worth = sudden_loss_points() if sudden or forfeit is None else forfeit
    winner = seats[1] if lost == seats[0] else seats[0]
    code, clause = ("saga-sudden-loss", "ST-LOSS-2") if sudden else ("saga-forfeit", "ST-LOSS-8")
    reason = Reason(ClauseId(clause), code, {"winner": exact(worth.winner), "loser": exact(worth.loser)})
    return SagaPoints(winner, {winner: worth.winner, lost: worth.loser}, (reason,))


def _played(report: SagaReport, seats: tuple[Seat, Seat], table: Sequence[PointsRow]) -> SagaPoints:
    one, other = (report.victory_points[seat] for seat in seats)
    difference = abs(one - other)
    row = next(row for row in table if difference in row.difference)
    facts: dict[str, Fact] = {"difference": difference, "winner": exact(row.winner), "loser": exact(row.loser)}
    if difference == 0:
        assert report.first_player is not None
        winner, reason = report.first_player, Reason(ClauseId("ST-PTS-3"), "saga-level", facts)
    else:
        winner, reason = seats[0 if one > other else 1], Reason(ClauseId("ST-PTS-2"), "saga-difference", facts)
    loser = seats[1] if winner == seats[0] else seats[0]
    return SagaPoints(winner, {winner: row.winner, loser: row.loser}, (reason,))


def _with_bonuses(scored: SagaPoints, report: SagaReport, bonuses: Sequence[Bonus]) -> SagaPoints:
    worth = {bonus.label: bonus.points for bonus in bonuses}
    points, because = dict(scored.points), list(scored.because)
    for seat, labels in report.bonuses.items():
        for label in labels:
            points[seat] += worth[label]
            because.append(Reason(ClauseId("ST-PTS-11"), "saga-bonus", {"label": label, "points": exact(worth[label])}))
    return SagaPoints(scored.winner, points, tuple(because))
