"""
Who has asked to be told, how, and whether they still may be; and the calendar of those who asked for one (RFC 5545).

A subscription belongs to a place at a game: to a link, or to an account that runs the game. When the link is renewed it
is void, wherever it leads. Its own address, to which every notice points, can switch it off and nothing else: it opens
no seat.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import translation
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from heraut.kernel.names import Instant, Seat, StreamId
from heraut.web.desk import desk, now
from heraut.web.game import VisitedGame, present_settings, title_of
from heraut.web.models import Link, Slot, Subscription
from heraut.web.notices.occasions import NoticeKind, now_asked, own_token, sentence_of
from heraut.web.permissions import Visitor
from heraut.web.rooms import room
from heraut.web.sentences import moment

MAIL, PUSH, CALENDAR = "mail", "push", "calendar"
CHANNELS = ("discord", "slack", "matrix")
MOST = 6
"""Subscriptions of one place at one game; channels of one game."""
UNCONFIRMED = 3 * 24 * 3600
"""Seconds after which an address nobody has confirmed is forgotten."""


def place(game: VisitedGame) -> Visitor | None:
    """The visitor's own place, also while they sit in somebody else's chair."""
    return next((one for one in game.places if not one.chair and one.seat is not None), None)


def own(game: VisitedGame) -> QuerySet[Subscription]:
    """What the visitor has asked for at this game."""
    mine = place(game)
    held = Subscription.objects.filter(stream_id=game.stream).order_by("pk")
    return held.none() if mine is None else held.filter(holder=mine.sender, opening=mine.link)


def channels(game: VisitedGame) -> QuerySet[Subscription]:
    """The channels the organiser has named for this game."""
    return Subscription.objects.filter(stream_id=game.stream, way__in=CHANNELS).order_by("pk")


def subscribe(  # noqa: PLR0913
    game: VisitedGame, way: str, address: str, *, language: str, site: str, keys: str = ""
) -> Subscription | None:
    """Tell this place, or this channel, from now on; None if it has too many."""
    mine, channel = place(game), way in CHANNELS
    known = channels(game) if channel else own(game)
    if mine is None or (known.count() >= MOST and not known.filter(way=way, address=address).exists()):
        return None
    seat = None if channel else mine.seat
    begun = {
        "seat": seat or "",
        "keys": keys,
        "language": language,
        "site": site,
        "salt": secrets.token_hex(16),
        "told": game.history.sequence,
        "asked": now_asked(game.history, seat),
        "confirmed": way != MAIL,
        "made": now(),
    }
    whose = {"holder": "" if channel else mine.sender, "opening": "" if channel else mine.link}
    return Subscription.objects.get_or_create(stream_id=game.stream, way=way, address=address, **whose, defaults=begun)[
        0
    ]


def confirm(one: Subscription) -> None:
    """Whoever reads at the address wants to be told, from now on."""
    history = desk().history(StreamId(one.stream_id))
    asked = now_asked(history, seat_of(one))
    Subscription.objects.filter(pk=one.pk).update(confirmed=True, told=history.sequence, asked=asked)


def find(written: str) -> Subscription | None:
    """The subscription of an address, if it is there still and its place is."""
    number = written.partition("-")[0]
    known = Subscription.objects.filter(pk=int(number)).first() if number.isdecimal() and len(number) < 18 else None
    if known is None or not constant_time_compare(own_token(known), written):
        return None
    return next(iter(valid([known])), None)


def valid(subscriptions: Iterable[Subscription]) -> list[Subscription]:
    """Those whose place is still theirs; the others are struck out."""
    listed = list(subscriptions)
    opening = {one.opening for one in listed if one.opening}
    opens = set(Link.objects.filter(token_hash__in=opening).values_list("stream_id", "token_hash"))
    hosts = {user.pk: user for user in User.objects.filter(pk__in={_account(one) for one in listed} - {None})}
    good = [one for one in listed if _is_valid(one, opens, hosts)]
    void = {one.pk for one in listed} - {one.pk for one in good}
    if void:
        Subscription.objects.filter(pk__in=void).delete()
    return good


def _is_valid(one: Subscription, opens: set[tuple[str, str]], hosts: dict[int, User]) -> bool:
    if one.way in CHANNELS:
        return True
    if one.opening:
        return (one.stream_id, one.opening) in opens
    user = hosts.get(_account(one) or 0)
    return user is not None and user.is_active and (user.is_superuser or one.stream.owner_id == user.pk)


def _account(one: Subscription) -> int | None:
    kind, _colon, number = one.holder.partition(":")
    return int(number) if kind == "account" and not one.opening else None


def seat_of(one: Subscription) -> Seat | None:
    """Whom it is told for; None: for a channel, what a passer-by may know."""
    return Seat(one.seat) if one.seat else None


CALENDAR_TYPE = "text/calendar; charset=utf-8"
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
    said = sentence_of(NoticeKind.TURN, title_of(history))
    if due is not None:
        yield "turn", said, (f"DTSTART:{_utc(due)}", f"DTEND:{_utc(due)}", *_alarm(said))
    else:
        yield "turn", said, _whole_day(moment(at).date())


def _beginning(one: Subscription) -> Iterator[Entry]:
    """When a tournament begins: at its hour in a weekend, or the day its organiser said."""
    history, slot = desk().history(StreamId(one.stream_id)), Slot.objects.filter(stream_id=one.stream_id).first()
    said = _("%(title)s commence.") % {"title": title_of(history)}
    if slot is not None:
        begins = _utc(Instant(int(slot.begins.timestamp())))
        yield "begins", said, (f"DTSTART:{begins}", f"DTEND:{begins}")
    elif day := getattr(present_settings(history), "played_on", ""):
        yield "begins", said, _whole_day(date.fromisoformat(day))


def _whole_day(day: date) -> tuple[str, ...]:
    end = day + timedelta(days=1)
    return f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{end:%Y%m%d}", "TRANSP:TRANSPARENT"


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
