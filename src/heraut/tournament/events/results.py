"""Results: reported, settled, corrected."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from heraut.kernel import Audience, Event, Seat
from heraut.tournament.results import Report


class ResultReported(Event, frozen=True, kw_only=True):
    """One player's word on a game."""

    audience = Audience.OWNERS_AND_OFFICIALS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    report: Report


class ReportsDiffer(Event, frozen=True, kw_only=True):
    """Two different reports wait for the players or an official to agree on one."""

    audience = Audience.OWNERS_AND_OFFICIALS
    outline = Audience.EVERYBODY
    reveals = True
    seats: tuple[Seat, Seat]
    round: int
    table: int
    reports: Mapping[Seat, Report]

    def owners(self) -> tuple[Seat, ...]:
        """Both players of the table."""
        return self.seats


class ResultSettled(Event, frozen=True, kw_only=True):
    """A result counts: by two equal reports, or by an official's word."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    report: Report
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat | None = None
    reason: str = ""


class ResultCorrected(Event, frozen=True, kw_only=True):
    """A result that counted was wrong; this one counts instead [ST-OFF-5]."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    report: Report
    winner: Seat | None
    points: Mapping[Seat, Fraction]
    by: Seat
    reason: str
