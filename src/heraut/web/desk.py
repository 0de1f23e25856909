"""The one desk of this process, over the database."""

from __future__ import annotations

import hashlib
import re
import secrets
import time
from collections.abc import Iterable
from functools import cache
from queue import SimpleQueue
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from heraut import catalogue
from heraut.journal.desk import Accepted, Desk
from heraut.journal.envelope import Envelope
from heraut.journal.log import entry_of, refusal_as_told
from heraut.journal.transfer import read_parcel
from heraut.journal.undo import dependants
from heraut.kernel.codec import checked, encode
from heraut.kernel.journal import Header, StreamExists, Undo
from heraut.kernel.message import Command
from heraut.kernel.names import ActorId, CommandId, Instant, SenderId, StreamId
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.web import metrics, outbox
from heraut.web.broadcast import announce
from heraut.web.models import Stream
from heraut.web.rooms import room
from heraut.web.store import DjangoJournal

KEY = 32
"""Bytes of a key, and of the salt that covers one."""
CARRIED_KEY = "heraut.envelope.carried"
_PLAIN_ID = re.compile(r"[\x21-\x7e]{1,128}\Z")
stirred: SimpleQueue[StreamId] = SimpleQueue()
"""The games that have changed in this process, for whoever plays there by itself."""


@cache
def journal() -> DjangoJournal:
    return DjangoJournal()


@cache
def desk() -> Desk:
    return Desk(journal(), damaged=journal().note_damage, envelope=_envelope, salt=new_salt)


def new_salt() -> str:
    """What hides a sealed choice behind its commitment: 128 bits [HOUSE-SEAL-6]."""
    return secrets.token_hex(16)


def now() -> Instant:
    return Instant(int(time.time()))


def new_stream() -> StreamId:
    """A short name nobody else has: 48 bits, easy to read out."""
    return StreamId(secrets.token_hex(6))


MOST_TITLE = 120
"""Characters of a game's title: it fits on a card and on a phone."""


def open_game(  # noqa: PLR0913  # what a game begins with
    engine: str, title: str, settings: Any, *, owner: int | None, public: bool, stream: StreamId | None = None
) -> Header | Refusal:
    """Begin a game: it is there with its owner, public or not, or it is not there."""
    with transaction.atomic():
        header = desk().open(stream=stream or new_stream(), engine=engine, title=title, settings=settings, at=now())
        if isinstance(header, Header):
            Stream.objects.filter(pk=header.stream).update(owner=owner, public=public)
    return header


def name_for(use: str, about: Any) -> StreamId:
    """
    The name of the one game that is for this; only this server can make it.

    So two who open it at once open the same, and nobody else's can pass for it.
    """
    return StreamId(salted_hmac(use, encode(about).decode(), algorithm="sha256").hexdigest()[:12])


def open_once(  # noqa: PLR0913  # what a game begins with
    stream: StreamId, engine: str, title: str, settings: Any, *, owner: int | None, public: bool
) -> Header | Refusal:
    """Begin the game of that name, or find it: somebody else was faster, or a server died before it could say so."""
    try:
        return open_game(engine, title, settings, owner=owner, public=public, stream=stream)
    except StreamExists:
        return journal().header(stream)


def take_in(file: Iterable[bytes], *, owner: int | None, name: StreamId | None = None, judged: bool = True) -> Header:
    """Store the stream of a file, its owner's alone, once it is proved; `JournalError` says why it cannot be."""
    parcel = read_parcel(file, catalogue.engine, name, judged=judged)  # outside: a long proof must lock nobody out
    with transaction.atomic():
        parcel.store(journal())
        Stream.objects.filter(pk=parcel.header.stream).update(owner=owner, public=False)
    return parcel.header


def submit(
    stream: StreamId, command: Command | Undo, *, command_id: CommandId, actor: ActorId, sender: SenderId
) -> Accepted | Refusal:
    """
    Hand the command in now, and wake the pages that show the game; `Malformed` if no door would let it in.

    An undo names an entry of the journal here; as people send it, it is `take_back`'s.
    """
    command = checked(command)
    sent: dict[str, Any] = {"command_id": _narrow(command_id), "actor": actor, "sender": sender, "at": now()}
    if isinstance(command, Undo):
        outcome = desk().undo(stream, command, **sent)
    else:
        outcome = desk().submit(stream, command, **sent)
    if isinstance(outcome, Accepted) and not outcome.repeated:
        announce(stream)
        kind = room(desk().engine(stream).id)
        if any(isinstance(event, kind.delivers) for event in outcome.events):
            outbox.pay_for(stream, now())
        if kind.plays is not None:
            stirred.put(stream)
    metrics.count("heraut_commands_total", outcome=_came_of(outcome))
    return outcome


def _came_of(outcome: Accepted | Refusal) -> str:
    if isinstance(outcome, Refusal):
        return "refused"
    return "repeated" if outcome.repeated else "accepted"


def take_back(
    stream: StreamId, undo: Undo, *, command_id: CommandId, actor: ActorId, sender: SenderId
) -> Accepted | Refusal:
    """An undo as people send it: it names a line of the sender's own log, and so does the answer."""
    entry = entry_of(desk().history(stream), undo.seat, undo.entry)
    if entry is None:
        return house(HouseCode.NOTHING_TO_UNDO, undo.entry)
    outcome = submit(stream, Undo(undo.seat, entry), command_id=command_id, actor=actor, sender=sender)
    return outcome if isinstance(outcome, Accepted) else refusal_as_told(desk().history(stream), undo.seat, outcome)


def take_back_together(
    stream: StreamId, undo: Undo, *, command_id: CommandId, actor: ActorId, sender: SenderId
) -> Accepted | Refusal:
    """The same with all that stands in the way, newest first: everything is taken back or nothing is [HOUSE-UNDO-5]."""
    history = desk().history(stream)
    entry = entry_of(history, undo.seat, undo.entry)
    if entry is None:
        return house(HouseCode.NOTHING_TO_UNDO, undo.entry)
    going = (entry, *dependants(history, Undo(undo.seat, entry)))
    signed: dict[str, Any] = {"actor": actor, "sender": sender}
    with transaction.atomic():
        for each in reversed(going):
            outcome = submit(stream, Undo(undo.seat, each), command_id=CommandId(f"{command_id}-{each}"), **signed)
            if isinstance(outcome, Refusal):
                transaction.set_rollback(True)
                break
    if isinstance(outcome, Accepted):
        return outcome
    desk().forget(stream)  # it remembers what has just been rolled back
    return refusal_as_told(desk().history(stream), undo.seat, outcome)


def _narrow(command_id: CommandId) -> CommandId:
    """The id as every store can keep it: one that is long or odd is known by its hash."""
    if _PLAIN_ID.match(command_id):
        return command_id
    return CommandId("sha256-" + hashlib.sha256(command_id.encode(errors="replace")).hexdigest())


def _envelope(stream: StreamId) -> Envelope:
    """What closes and opens the letters of a stream."""
    return Envelope(envelope_key(stream))


def envelope_key(stream: StreamId) -> bytes:
    """
    The key to the letters of a stream (`journal.envelope`).

    It is made from the server's key whenever it is needed, so a stolen copy of the database opens no letter. A stream
    that came from another machine with its links brought its key along; it is kept covered.
    """
    carried = Stream.objects.filter(pk=stream).values_list("envelope_key", flat=True).first()
    if carried:
        stored = bytes.fromhex(carried)
        return covered(CARRIED_KEY, stored[KEY:], stored[:KEY].hex())
    return _own_key(stream)


def carry_envelope_key(stream: StreamId, brought: bytes) -> None:
    """Let the stream keep a key made on another machine: letters written there open here too."""
    salt = secrets.token_bytes(KEY)
    kept = "" if brought == _own_key(stream) else (salt + covered(CARRIED_KEY, brought, salt.hex())).hex()
    Stream.objects.filter(pk=stream).update(envelope_key=kept)


def _own_key(stream: StreamId) -> bytes:
    return salted_hmac("heraut.envelope", stream, algorithm="sha256").digest()


def covered(use: str, text: bytes, salt: str) -> bytes:
    """A short secret under a pad made from the server's key and a salt used once; the same again uncovers it."""
    pad = salted_hmac(use, salt, algorithm="sha256").digest()
    return bytes(letter ^ cover for letter, cover in zip(text, pad[: len(text)], strict=True))
