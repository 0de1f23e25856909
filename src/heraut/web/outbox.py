"""
What one game owes another: a match its signed result to its event, an event the end of time to its matches.

A debt is written down in the transaction of the entry that makes it, and struck out once it is paid; so a server that
dies between two journals pays after its start. Paying twice is harmless: what is sent is named by the entry it comes
from, and counts once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache
from time import sleep

import msgspec
from django.conf import settings
from django.utils import translation

from heraut.journal.desk import Accepted
from heraut.kernel.codec import decode
from heraut.kernel.journal import Entry
from heraut.kernel.names import Instant, StreamId
from heraut.web import isolation, metrics, threads, webhooks
from heraut.web.models import Delivery, Stream

BEAT = 5.0
LONGEST_WAIT = 300
"""Seconds between two attempts, at most; each waits twice as long as the one before."""
logger = logging.getLogger(__name__)


class Tagged(msgspec.Struct, frozen=True):
    """An event of which only its name is looked at."""

    type: str


def write(stream: StreamId, entries: Iterable[Entry]) -> None:
    """Write down what the entries owe, inside the transaction that stores them."""
    engine = ""
    for entry in entries:
        tags = {event.type for event in decode(bytes(entry.events), list[Tagged])}
        if not tags & _tags().keys():
            continue
        engine = engine or Stream.objects.values_list("engine", flat=True).get(pk=stream)
        if any(engine in _tags().get(tag, ()) for tag in tags):
            Delivery.objects.create(stream_id=stream, sequence=entry.sequence)


@cache
def _tags() -> dict[str, set[str]]:
    """The events that are taken elsewhere, by name, and the engines whose they are."""
    from heraut.web.rooms import ROOMS, room  # noqa: PLC0415  # rooms speak through the desk, which stores through us

    found: dict[str, set[str]] = {}
    for engine in ROOMS:
        for kind in room(engine).delivers:
            found.setdefault(str(kind.__struct_config__.tag), set()).add(engine)
    return found


def start() -> None:
    """Pay what is owed as long as the process lives."""
    threads.start("outbox", _beat, patience=24 * BEAT)
    metrics.gauge("heraut_deliveries_waiting", Delivery.objects.count)


def _beat() -> None:
    from heraut.web.desk import now  # noqa: PLC0415  # see `_tags`

    sleep(BEAT)
    pay(now())
    webhooks.pay(now())


def pay(at: Instant) -> int:
    """Pay everything that is due, the oldest first; how much is left. A game that moved away is paid where it is."""
    due = Delivery.objects.filter(due__lte=at, stream__moved_to="").order_by("pk")
    for delivery in due:
        _pay(delivery, at)
    return Delivery.objects.count()


def pay_for(stream: StreamId, at: Instant) -> None:
    """Pay what this game owes, now; what fails is left to the next beat, and harms nobody here."""
    try:
        for delivery in Delivery.objects.filter(stream=stream).order_by("pk"):
            _pay(delivery, at)
    except Exception:
        logger.exception("what %s owes waits for the next beat", stream)


def _pay(delivery: Delivery, at: Instant) -> None:
    stream = StreamId(delivery.stream_id)
    paid = dict(isolation.each("outbox", [stream], lambda stream: _deliver(stream, delivery.sequence)))
    if stream in paid:
        delivery.delete()
        return
    delivery.attempts += 1
    delivery.due = at + min(LONGEST_WAIT, 2**delivery.attempts)
    delivery.save(update_fields=["attempts", "due"])


def _deliver(stream: StreamId, sequence: int) -> None:
    from heraut.web.desk import desk  # noqa: PLC0415  # see `_tags`
    from heraut.web.rooms import room  # noqa: PLC0415

    history = desk().history(stream)
    deed = history.deeds[sequence - 1]
    with translation.override(settings.LANGUAGE_CODE):  # sent again, it must be the same to the letter
        room(history.engine.id).deliver(stream, Accepted(sequence, deed.events))
