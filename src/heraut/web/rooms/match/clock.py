"""The clock of a match of no event, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import Instant
from heraut.scenario.view import ClockView

HOUR, MINUTE = 3600, 60


@dataclass(frozen=True, slots=True)
class Shown:
    """Seconds left, or gone by where the game has no length; below nothing once time is over."""

    seconds: int
    runs: bool
    counts_down: bool

    @property
    def text(self) -> str:
        """Hours, minutes and seconds: 1:05:09."""
        whole = abs(self.seconds)
        sign = "\N{MINUS SIGN}" if self.seconds < 0 else ""
        return f"{sign}{whole // HOUR}:{whole % HOUR // MINUTE:02}:{whole % MINUTE:02}"


def shown(clock: ClockView, at: Instant) -> Shown:
    """The clock at that instant."""
    gone = max(0, (clock.paused if clock.paused is not None else at) - clock.started - clock.stood)
    seconds = clock.minutes * MINUTE - gone if clock.minutes else gone
    return Shown(seconds, runs=clock.paused is None, counts_down=bool(clock.minutes))
