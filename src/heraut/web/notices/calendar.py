"""A calendar to subscribe to: the deadline of what one is asked, the day a tournament begins (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils import translation
from django.utils.translation import gettext as _

from heraut.kernel import Instant, StreamId
from heraut.web.desk import desk
from heraut.web.game import title_of
from heraut.web.models import Slot, Subscription
from heraut.web.notices.message import sentence_of
from heraut.web.notices.occasions import Kind, now_asked
from heraut.web.notices.subscriptions import seat_of
from heraut.web.rooms import room
from heraut.web.sentences import moment

TYPE = "text/calendar; charset=utf-8"
LONGEST_LINE = 75
"""Bytes of a line; the rest goes on in the next."""


def calendar(one: Subscription, at: Instant) -> str:
    """The calendar of a subscription, as it is at that instant."""
    history = desk().history(StreamId(one.stream_id))
    with translation.override(one.language):
        entries = [*_deadline(one, at), *_beginning(one)]
        title = title_of(history)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Heraut//Notices//FR",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_escaped(title)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        *(line for entry in entries for line in _event(one, entry, at)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


Entry = tuple[str, str, tuple[str, ...]]
"""The name of an entry, what it says, its lines of time."""


def _deadline(one: Subscription, at: Instant) -> Iterator[Entry]:
    """What is asked of the seat: at its deadline, or today if it has none."""
    history, seat = desk().history(StreamId(one.stream_id)), seat_of(one)
    if seat is None or not now_asked(history, seat):
        return
    due = room(history.engine.id).deadline(history.engine.view(history.state, seat))
    said = sentence_of(Kind.TURN, title_of(history))
    if due is not None:
        yield "turn", said, (f"DTSTART:{_utc(due)}", f"DTEND:{_utc(due)}", *_alarm(said))
    else:
        today = moment(at).date()
        days = f"DTSTART;VALUE=DATE:{today:%Y%m%d}", f"DTEND;VALUE=DATE:{today + timedelta(days=1):%Y%m%d}"
        yield "turn", said, (*days, "TRANSP:TRANSPARENT")


def _beginning(one: Subscription) -> Iterator[Entry]:
    """When a tournament of a weekend begins."""
    slot = Slot.objects.filter(stream_id=one.stream_id).first()
    if slot is not None:
        title = title_of(desk().history(StreamId(one.stream_id)))
        begins = _utc(Instant(int(slot.begins.timestamp())))
        yield "begins", _("%(title)s commence.") % {"title": title}, (f"DTSTART:{begins}", f"DTEND:{begins}")


def _alarm(said: str) -> tuple[str, ...]:
    return "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT2H", f"DESCRIPTION:{_escaped(said)}", "END:VALARM"


def _event(one: Subscription, entry: Entry, at: Instant) -> Iterator[str]:
    name, said, times = entry
    yield "BEGIN:VEVENT"
    yield f"UID:{one.stream_id}-{one.pk}-{name}@heraut"
    yield f"DTSTAMP:{_utc(at)}"
    yield f"SUMMARY:{_escaped(said)}"
    yield f"URL:{one.site}/g/{one.stream_id}/"
    yield from times
    yield "END:VEVENT"


def _utc(at: Instant) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """A long line in pieces, each but the first begun with a space; no character is cut."""
    piece, size = "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > LONGEST_LINE:
            yield piece
            piece, size = " ", 1
        piece, size = piece + letter, size + width
    yield piece
