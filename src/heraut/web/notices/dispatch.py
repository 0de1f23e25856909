"""
Sends what is due by mail, push or to a channel, beside everything else: a dead receiver keeps nobody waiting.

How far a subscription has been told stands with it, and moves on only when its receiver has taken the notice; what is
owed follows from the journal. Of several processes one claims a notice for a while, so it is not sent twice; one that
is killed while it sends lets the claim lapse, and it is sent again under the same name.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from time import sleep
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import translation

from heraut.journal.history import History
from heraut.kernel.codec import encode
from heraut.kernel.names import Instant, StreamId
from heraut.web import isolation, metrics, threads, webhooks
from heraut.web.desk import desk, now
from heraut.web.game import seat_names, title_of
from heraut.web.models import Entry, Subscription
from heraut.web.notices import mail, push, subscriptions
from heraut.web.notices.occasions import Message, NoticeKind, NoticeListener, Occasion, Sent, message, occasions, read
from heraut.web.rooms import room

BEAT = 5.0
LEASE = 120
"""Seconds for which a process that sends a notice has it for itself."""
LONGEST_WAIT = 3600
MOST_AT_ONCE = 500
GROUP = 40
SENDERS = 8
"""How many receivers are waited for at the same time."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DueNotice:
    """A notice to be sent, and how far its subscription has been told once it is."""

    one: Subscription
    message: Message
    told: int
    asked: str


def start() -> None:
    """Send what is due as long as the process lives."""
    threads.start("notices", _beat, patience=LEASE + 24 * BEAT)
    metrics.gauge("heraut_notices_failing", Subscription.objects.filter(attempts__gt=0).count)


def _beat() -> None:
    sleep(BEAT)
    pay(now())
    webhooks.pay(now())


def pay(at: Instant) -> int:
    """Send all that is due now; how many notices were taken."""
    _forget(at)
    behind = Exists(Entry.objects.filter(stream=OuterRef("stream"), sequence__gt=OuterRef("told")))
    waiting = (
        Subscription.objects.filter(due__lte=at, stream__moved_to="", stream__damaged="")
        .filter(Q(confirmed=True) & behind | Q(confirmed=False, greeted=False))
        .exclude(way=subscriptions.CALENDAR)
        .select_related("stream")
        .order_by("pk")[:MOST_AT_ONCE]
    )
    due = list(_due(subscriptions.valid(waiting)))
    return sum(_send(due[first : first + GROUP], at) for first in range(0, len(due), GROUP))


def _send(group: list[DueNotice], at: Instant) -> int:
    """Claim, send, note: a few at a time, so that few are sent again if we are killed in between."""
    with transaction.atomic():
        claimed = [each for each in group if _claim(each.one, at)]
    with ThreadPoolExecutor(SENDERS, thread_name_prefix="notice") as senders:
        outcomes = list(senders.map(_sent, claimed))
    with transaction.atomic():
        for each, sent in zip(claimed, outcomes, strict=True):
            _settle(each, sent, at)
    return outcomes.count(Sent.TAKEN)


def _forget(at: Instant) -> None:
    """Looked for before it is deleted: this is asked at every beat, and a beat with nothing to do must not write."""
    old = Subscription.objects.filter(confirmed=False, made__lt=at - subscriptions.UNCONFIRMED)
    if old.exists():
        old.delete()


def _due(waiting: Iterable[Subscription]) -> Iterator[DueNotice]:
    """What is to be sent, game by game; for those who need not be told it is noted how far they are."""
    by_stream: defaultdict[str, list[Subscription]] = defaultdict(list)
    for one in waiting:
        by_stream[one.stream_id].append(one)
    streams = map(StreamId, by_stream)
    for _stream, found in isolation.each("notices", streams, lambda stream: _in_stream(stream, by_stream[stream])):
        yield from found


def _in_stream(stream: StreamId, listed: list[Subscription]) -> list[DueNotice]:
    history = desk().history(stream)
    asking = [one for one in listed if not one.confirmed]
    found = [DueNotice(one, _message(one, NoticeKind.CONFIRM, history), one.told, one.asked) for one in asking]
    silent: defaultdict[str, list[int]] = defaultdict(list)
    for one, occasion in _occasions(history, [one for one in listed if one.confirmed]):
        if occasion.kind is None:
            silent[occasion.asked].append(one.pk)
        else:
            told = _message(one, occasion.kind, history, occasion)
            found.append(DueNotice(one, told, history.sequence, occasion.asked))
    with transaction.atomic():
        for asked, keys in silent.items():
            waiting = Subscription.objects.filter(pk__in=keys, told__lt=history.sequence)
            waiting.update(told=history.sequence, asked=asked, attempts=0, due=0)
    return found


def _occasions(history: History, listed: list[Subscription]) -> Iterator[tuple[Subscription, Occasion]]:
    """What has happened is gone through once for all who have been told as much."""
    by_told: defaultdict[int, list[Subscription]] = defaultdict(list)
    for one in listed:
        by_told[one.told].append(one)
    meaning = room(history.engine.id).meaning
    for told, alike in by_told.items():
        listeners = [NoticeListener(subscriptions.seat_of(one), read(one.asked)) for one in alike]
        yield from zip(alike, occasions(history, told, listeners, meaning), strict=True)


def _message(one: Subscription, kind: NoticeKind, history: History, occasion: Occasion | None = None) -> Message:
    with translation.override(one.language):
        known = seat_names(history.engine, history.state)
    names = [known.get(seat, seat) for seat in occasion.seats] if occasion is not None else []
    return message(one, kind, title_of(history), names)


def _claim(one: Subscription, at: Instant) -> bool:
    """Whether this process is the one to send it."""
    unclaimed = Subscription.objects.filter(pk=one.pk, due=one.due, told=one.told, greeted=one.greeted)
    return unclaimed.update(due=at + LEASE) == 1


def _sent(due: DueNotice) -> Sent:
    """Without the database: this runs in a thread of its own."""
    try:
        if due.one.way == subscriptions.MAIL:
            return mail.send(due.one, due.message)
        if due.one.way == subscriptions.PUSH:
            return push.send(due.one, due.message)
        return _post(due.one, due.message)
    except Exception:  # one that cannot be sent must not stop the others; whose it is, its organiser need not know
        logger.exception("a notice of %s could not be sent", due.one.stream_id)
        return Sent.LATER


def _settle(due: DueNotice, sent: Sent, at: Instant) -> None:
    metrics.count("heraut_notices_total", way=due.one.way, outcome=sent)
    mine = Subscription.objects.filter(pk=due.one.pk)
    if sent is Sent.GONE:
        mine.delete()
    elif sent is Sent.TAKEN:
        mine.update(told=due.told, asked=due.asked, greeted=True, attempts=0, due=0)
    else:
        attempts = due.one.attempts + 1
        mine.update(attempts=attempts, due=at + min(LONGEST_WAIT, 2**attempts))


JSON = {"Content-Type": "application/json"}


def _discord(message: Message) -> Mapping[str, Any]:
    """Names are shown, nobody is pinged by them: a player may be called @everyone."""
    return {"content": f"{message.sentence}\n<{message.address}>", "allowed_mentions": {"parse": []}}


def _slack(message: Message) -> Mapping[str, Any]:
    """Slack reads &, < and > as its own marks."""
    return {"text": f"{escape(message.sentence, quote=False)}\n<{message.address}>"}


def _matrix(message: Message) -> Mapping[str, Any]:
    """The shape of matrix-hookshot's generic webhooks: plain for the notification, HTML for the room."""
    link = f'<a href="{escape(message.address)}">{escape(message.address)}</a>'
    html = f"{escape(message.sentence)}<br>{link}"
    return {"text": f"{message.sentence}\n{message.address}", "html": html, "username": "Héraut"}


SHAPES: Mapping[str, Callable[[Message], Mapping[str, Any]]] = {
    "discord": _discord,
    "slack": _slack,
    "matrix": _matrix,
}


def _post(one: Subscription, message: Message) -> Sent:
    """Post the notice; only hosts of `HERAUT_WEBHOOKS` are called, and no redirect is followed."""
    if not webhooks.is_allowed(one.address):
        return Sent.LATER
    return Sent.by(webhooks.post(one.address, encode(SHAPES[one.way](message)), JSON))
