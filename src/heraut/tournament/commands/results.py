"""Results: reported, settled, corrected."""

from __future__ import annotations

from heraut.tournament.commands.speaker import Command, Speaker
from heraut.tournament.results import Report


class ReportResult(Command, frozen=True, kw_only=True):
    """A player's word on their game; two equal ones settle it."""

    speaker = Speaker.PLAYER
    report: Report
    round: int | None = None
    """The round meant; a page from an earlier round then does no harm [HOUSE-PHASE-1]."""


class SettleResult(Command, frozen=True, kw_only=True):
    """An official's word on a game, at any time."""

    round: int
    table: int
    report: Report
    reason: str = ""


class CorrectResult(Command, frozen=True, kw_only=True):
    """Change a result that counts already, however old; see `repair.consequences` first."""

    round: int
    table: int
    report: Report
    reason: str
