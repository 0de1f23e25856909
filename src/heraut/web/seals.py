"""What was sealed with a commitment, and whether what was opened is what was sealed [HOUSE-SEAL-6]."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from heraut.journal.log import LogLine
from heraut.kernel.message import Event, Outline
from heraut.kernel.names import Instant, Seat
from heraut.kernel.sealed import Opened

SHORT, GROUP = 16, 4
"""How much of a commitment is read aloud or noted: too much to find another choice with the same."""


@dataclass(frozen=True, slots=True)
class CheckedSeal:
    """Something sealed that lies open: what was told when it was sealed, what is told now, and whether they agree."""

    at: Instant
    opened: Opened
    by: Event
    """What opened it."""
    told: str
    """The commitment in the line that told of the sealing; empty if there is none."""

    @property
    def kept(self) -> bool:
        """Whether this is what was sealed."""
        return self.told == self.opened.commitment and self.opened.is_kept()

    @property
    def shell(self) -> str:
        """The line of a terminal that prints its commitment."""
        return f"printf %s {shlex.quote(self.opened.text)} | sha256sum"


@dataclass(frozen=True, slots=True)
class Seals:
    """What lies sealed now, by its owner, and everything that was opened, newest first."""

    sealed: dict[Seat, str]
    opened: tuple[CheckedSeal, ...]


def fingerprint(commitment: str) -> str:
    """The beginning of a commitment, in groups: what people note and compare."""
    return " ".join(commitment[at : at + GROUP] for at in range(0, min(SHORT, len(commitment)), GROUP))


def seals(newest_first: Iterable[LogLine]) -> Seals:
    """As the lines one may read tell it; what was taken back does not count."""
    sealed: dict[Seat, str] = {}
    opened: list[CheckedSeal] = []
    for line in reversed([line for line in newest_first if not line.undone]):
        for event in line.events:
            sealed |= dict(_sealing(event))
            if isinstance(event, Event) and event.reveals:
                found: tuple[Opened, ...] = getattr(event, "opened", ())
                opened += [CheckedSeal(line.at, one, event, sealed.pop(one.seat, "")) for one in found]
            for seat in _filled_in(event):
                sealed.pop(seat, None)
    return Seals(sealed, tuple(reversed(opened)))


def _filled_in(event: Event | Outline) -> tuple[Seat, ...]:
    """For whom an opening has another choice than they had sealed: they had taken it back, and handed in nothing."""
    filled: tuple[Seat, ...] = getattr(event, "defaulted", ()) if isinstance(event, Event) and event.reveals else ()
    return filled


def _sealing(event: Event | Outline) -> Iterator[tuple[Seat, str]]:
    """Who seals what in this event: its owner sees all of it, everybody else its outline."""
    told = getattr(event, "commitment", "")
    for seat in (event.seats if isinstance(event, Outline) else event.owners()) if told else ():
        yield seat, told
