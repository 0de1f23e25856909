"""
What one game owes another: a match its signed result to its event, an event the end of time to its matches.

A debt is written down in the transaction of the entry that makes it (`store`), and struck out once it is paid; so a
server that dies between two journals pays after its start. Paying twice is harmless: what is sent is named by the entry
it comes from, and counts once.
"""

from __future__ import annotations

import logging
from time import sleep, time

from django.conf import settings
from django.utils import translation

from heraut import catalogue
from heraut.journal.desk import Accepted
from heraut.journal.entry import Reader
from heraut.kernel.names import Instant, StreamId
from heraut.web import isolation, metrics, threads
from heraut.web.models import Delivery
from heraut.web.rooms import room
from heraut.web.store import DjangoJournal

BEAT = 5.0
LONGEST_WAIT = 300
"""Seconds between two attempts, at most; each waits twice as long as the one before."""
logger = logging.getLogger(__name__)


def start() -> None:
    """Pay what is owed as long as the process lives."""
    threads.start("outbox", _beat, patience=24 * BEAT)
    metrics.gauge("heraut_deliveries_waiting", Delivery.objects.count)


def _beat() -> None:
    sleep(BEAT)
    pay(Instant(int(time())))


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
    journal = DjangoJournal()  # not the desk, which pays through us what it has just stored
    header = journal.header(stream)
    deed = Reader(catalogue.engine(header.engine), header).deed(next(journal.read(stream, sequence - 1)))
    with translation.override(settings.LANGUAGE_CODE):  # sent again, it must be the same to the letter
        room(header.engine).deliver(stream, Accepted(sequence, deed.events))
