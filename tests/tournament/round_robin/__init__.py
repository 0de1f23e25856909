"""A third format, as small as a format can be: everybody meets everybody once, a win is a point, a draw half of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from heraut.kernel.engine import Subject
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.format import ALWAYS_OPEN, WISHES, FormatOf, Report, Worth
from heraut.tournament.pairing.contender import Contender, Pair, Pairing, Wishes
from heraut.tournament.standings.ledger import Ranking, Tie, Tiebreak

CLAUSE = ClauseId("HOUSE-PHASE-1")


class RoundRobinReport(Report, frozen=True, tag="round_robin", tag_field="format", omit_defaults=True):
    """Who won; nobody: a draw."""

    winner: Seat | None = None

    @classmethod
    def examples(cls, one: Seat, _other: Seat, /) -> Iterator[RoundRobinReport]:
        yield cls(one)
        yield cls()


class RoundRobinSettings(
    FormatOf[RoundRobinReport, tuple[str, ...]], frozen=True, kw_only=True, tag="round_robin", tag_field="format",
    omit_defaults=True, forbid_unknown_fields=True,
):  # fmt: skip
    """A round-robin: which way the circle turns."""

    backwards: bool = False

    report = RoundRobinReport
    list_kind = tuple[str, ...]
    changes_late = ALWAYS_OPEN | {"backwards"}
    paired_by = WISHES | {"backwards"}

    @classmethod
    def subjects(cls) -> tuple[Subject[Any], ...]:
        from tournament.round_robin.lists import SUBJECT

        return (SUBJECT,)

    def list_faults(self, pieces: tuple[str, ...], /) -> Refusal | None:
        return None if pieces else Refusal(CLAUSE, "list-missing")

    def round_count(self, state) -> int:
        players = state.players_here
        return players - 1 if players and players % 2 == 0 else players

    def pair(self, contenders: Sequence[Contender], number: int, _seed: int, _wishes: Wishes, /) -> Pairing:
        """The circle: the first stays, the others move on by one each round."""
        first, *others = sorted(contender.id for contender in contenders)
        ring: list[Seat | None] = list(others) if len(others) % 2 else [*others, None]
        moved = -number if self.backwards else number - 1
        turned = [first, *ring[moved:], *ring[:moved]]
        half = len(turned) // 2
        pairs = list(zip(turned[:half], reversed(turned[half:]), strict=True))
        met = [(one, other) for one, other in pairs if one is not None and other is not None]
        bye = next((one or other for one, other in pairs if one is None or other is None), None)
        return Pairing(tuple(Pair(table, *pair) for table, pair in enumerate(met, start=1)), bye)

    def worth(self, table, report: RoundRobinReport) -> Worth | Refusal:
        if report.winner not in (None, *table.seats):
            return Refusal(ClauseId("HOUSE-SEAT-2"), "unknown-seat", report.winner)
        half = Fraction(1, 2)
        points = {seat: half if report.winner is None else Fraction(seat == report.winner) for seat in table.seats}
        return Worth(report.winner, points)

    def forfeited(self, _loser: Seat, opponent: Seat, /) -> RoundRobinReport:
        return RoundRobinReport(opponent)

    @property
    def ranking(self) -> Ranking:
        return Ranking((Tiebreak.POINTS, Tiebreak.WINS), CLAUSE, Tie.SHARED)
