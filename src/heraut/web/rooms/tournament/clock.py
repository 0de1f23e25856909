"""The clock of the round on a page: the time gone by, which everybody may know; what is left is no page's business."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import Instant
from heraut.tournament.view import RoundView
from heraut.web.desk import now


@dataclass(frozen=True, slots=True)
class Elapsed:
    """How long the games of a round have lasted, stops left out [HOUSE-CLOCK-3]."""

    text: str
    since: Instant | None
    """From when a running clock counts; None while it is stopped."""


def elapsed(shown: RoundView | None) -> Elapsed | None:
    """The clock of a round that has begun."""
    if shown is None or shown.started is None:
        return None
    since = Instant(shown.started + shown.stood)
    minutes = max(0, (shown.paused or now()) - since) // 60
    return Elapsed(f"{minutes // 60} h {minutes % 60:02}", None if shown.paused else since)


def time_is_over(shown: RoundView) -> bool:
    """Whether time has come at a table where nobody has called it yet; known to officials only."""
    return any(table.ends_at is not None and table.ends_at <= now() and not table.time_called for table in shown.tables)


def time_was_called(shown: RoundView) -> bool:
    """Whether the end of time was called at every table."""
    return bool(shown.tables) and all(table.time_called for table in shown.tables)
