"""What somebody may see of a game, as one short word: a page and its live messages compare theirs."""

from __future__ import annotations

import hashlib

from heraut.journal import History
from heraut.journal.deed import Deed
from heraut.kernel import Event, Seat, encode, shown


def version(history: History, seat: Seat | None) -> str:
    """A digest of all that the seat may see: what is hidden from it does not change it."""
    known = (
        history.engine.view(history.state, seat),
        history.engine.awaits(history.state),
        _newest_known(history, seat),
        sorted(entry for entry in history.dead if _knows(history.deeds[entry - 1], seat)),
    )
    return hashlib.sha256(encode(known)).hexdigest()[:16]


def _newest_known(history: History, seat: Seat | None) -> int:
    return next((deed.sequence for deed in reversed(history.deeds) if _knows(deed, seat)), 0)


def _knows(deed: Deed, seat: Seat | None) -> bool:
    return any(isinstance(event, Event) and shown(event, seat) is not None for event in deed.events)
