"""What somebody may see of a game, as one short word: a page and its live messages compare theirs."""

from __future__ import annotations

import hashlib
from weakref import WeakKeyDictionary

from heraut.journal import History
from heraut.journal.log import has_line, lines, number_of
from heraut.kernel import Awaited, Event, Outline, Seat, encode, shown

_awaited: WeakKeyDictionary[History, tuple[tuple[Awaited, ...], bytes]] = WeakKeyDictionary()
"""What was awaited last in each game, with its digest: where all are told the same it is worked out once."""


def version(history: History, seat: Seat | None) -> str:
    """
    A digest of all that the seat may see: what is hidden from it does not change it.

    What is seen changes only with an entry that the seat is told of, or with what the game waits for; so no view need
    be worked out, and a thousand phones are told at once.
    """
    dead = sorted(number_of(history, seat, entry) for entry in history.dead if has_line(history, seat, entry))
    known = (len(lines(history, seat)), dead, _awaits(history, seat))
    return hashlib.sha256(encode(known)).hexdigest()[:16]


def since(history: History, seat: Seat | None, told: int) -> tuple[Event | Outline, ...]:
    """What has happened after that entry, as far as the seat may know."""
    known = (shown(event, seat) for deed in history.deeds[told:] for event in deed.events if isinstance(event, Event))
    return tuple(event for event in known if event is not None)


def _awaits(history: History, seat: Seat | None) -> bytes:
    awaited = history.engine.awaits(history.state, seat)
    known, digest = _awaited.get(history, (None, b""))
    if known is not awaited:
        digest = hashlib.sha256(encode(awaited)).digest()
        _awaited[history] = (awaited, digest)
    return digest
