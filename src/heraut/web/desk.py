"""The one desk of this process, over the database."""

from __future__ import annotations

import secrets
import time
from functools import cache
from queue import SimpleQueue
from typing import Any

from heraut.journal import Accepted, Desk
from heraut.kernel import ActorId, Command, CommandId, Instant, Refusal, StreamId, checked
from heraut.kernel.journal import Undo
from heraut.web.live import announce
from heraut.web.store import DjangoJournal

stirred: SimpleQueue[StreamId] = SimpleQueue()
"""The games that have changed in this process, for whoever plays there by itself."""


@cache
def journal() -> DjangoJournal:
    return DjangoJournal()


@cache
def desk() -> Desk:
    return Desk(journal())


def now() -> Instant:
    return Instant(int(time.time()))


def new_stream() -> StreamId:
    """A short name nobody else has: 48 bits, easy to read out."""
    return StreamId(secrets.token_hex(6))


def submit(stream: StreamId, command: Command | Undo, *, command_id: CommandId, actor: ActorId) -> Accepted | Refusal:
    """Hand the command in now, and wake the pages that show the game; `Malformed` if no door would let it in."""
    command = checked(command)
    sent: dict[str, Any] = {"command_id": command_id, "actor": actor, "at": now()}
    if isinstance(command, Undo):
        outcome = desk().undo(stream, command, **sent)
    else:
        outcome = desk().submit(stream, command, **sent)
    if isinstance(outcome, Accepted) and not outcome.repeated:
        announce(stream)
        _room(desk().engine(stream).id).accepted(stream, outcome)
        stirred.put(stream)
    return outcome


def _room(engine: str) -> Any:
    from heraut.web.rooms import room  # noqa: PLC0415  # rooms speak through this desk

    return room(engine)
