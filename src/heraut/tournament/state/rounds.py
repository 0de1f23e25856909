"""A round: drafted, published, played game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from heraut.kernel import Box, Instant, Reason, Seat
from heraut.tournament.pairing.pairs import Pairing
from heraut.tournament.results import Report
from heraut.tournament.timing.table import TableClock


@dataclass(frozen=True, slots=True)
class Settled:
    """A result that counts: the report, what it was worth, and who settled it (None: the two players agreed)."""

    report: Report
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat | None = None
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One game of a round."""

    number: int
    seats: tuple[Seat, Seat]
    reasons: tuple[Reason, ...] = ()
    reports: Mapping[Seat, Report] = field(default_factory=dict)
    result: Settled | None = None
    choice: Box[int] | None = None
    granted: int = 0
    """Minutes a judge added for this table."""
    time_called: bool = False
    clock: TableClock | None = None
    match: str | None = None
    """The stream of the match played here, by its id."""

    def opponent(self, seat: Seat) -> Seat:
        """The other player of the table."""
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    @property
    def disputed(self) -> bool:
        """Whether two different reports wait for somebody to decide."""
        reports = list(self.reports.values())
        return self.result is None and len(reports) == 2 and reports[0] != reports[1]

    @property
    def untouched(self) -> bool:
        """Whether nothing has been reported or chosen here, so that the table can be paired anew."""
        chosen = self.choice is not None and bool(self.choice.values)
        return self.result is None and not self.reports and not chosen and self.clock is None


@dataclass(frozen=True, slots=True)
class Round:
    """A published round."""

    number: int
    scenario: str
    tables: Mapping[int, Table]
    seed: int
    bye: Seat | None = None
    why: tuple[Reason, ...] = ()
    """Why the bye is whose it is, and what could not be avoided."""
    ranking: bool = False
    """The SAGA ranking round, or a Steamroller round with final tables."""
    adjusted: bool = False
    minutes: int | None = None
    """The length of its games where it was drawn; officials only until time is called."""
    started: Instant | None = None
    paused: Instant | None = None
    """Since when its clock stands still [HOUSE-CLOCK-1]."""
    stood: int = 0
    """The seconds its clock stood still before."""

    @property
    def complete(self) -> bool:
        """Whether every game has a result."""
        return all(table.result is not None for table in self.tables.values())

    @property
    def players(self) -> Iterator[Seat]:
        """Everybody in the round, the bye included."""
        for table in self.tables.values():
            yield from table.seats
        if self.bye is not None:
            yield self.bye

    def table_of(self, seat: Seat) -> Table | None:
        """The table of a player."""
        return next((table for table in self.tables.values() if seat in table.seats), None)


@dataclass(frozen=True, slots=True)
class Draft:
    """The next round as it would be; the organiser's affair until it is published."""

    pairing: Pairing
    seed: int
    breaks: tuple[Reason, ...] = ()
    """What a change by hand breaks."""
    adjusted: bool = False
