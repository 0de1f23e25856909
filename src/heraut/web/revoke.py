"""
Taking a link back: at once, and with everything that was opened through it.

Whoever holds one link of a person holds them all: the seat at the event sits at its matches, a weekend's badge opens a
seat at every tournament, and a phone that held the seat held the badge. So they are renewed together, and every page
that was open through one of them is let go.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction

from heraut.kernel.names import StreamId
from heraut.web import isolation, links
from heraut.web.broadcast import announce
from heraut.web.desk import desk
from heraut.web.models import Guest, Link
from heraut.web.permissions import Role
from heraut.web.rooms import room


def renew(link: Link) -> Link:
    """A new link for the place; the old one, and what it led to, opens nothing any more."""
    _renew_all(link, *_belonging(link))
    return link


def renew_badge(guest: Guest) -> Guest:
    """A new badge, and new links to every seat it opened."""
    _renew_all(guest, *_seats(guest))
    return guest


def withdraw(link: Link) -> None:
    """The place is nobody's any more."""
    belonging = [other for other in _belonging(link) if other != link]
    with transaction.atomic():
        link.delete()
    _renew_all(*belonging)
    announce(StreamId(link.stream_id))


def _renew_all(*places: Link | Guest) -> None:
    """All or none, then the open pages."""
    with transaction.atomic():
        for place in places:
            links.renew(place)
    for stream in {place.stream_id for place in places if isinstance(place, Link)}:
        announce(StreamId(stream))


def _belonging(link: Link) -> list[Link | Guest]:
    """What else the holder of the link holds: their weekend's badge with its seats, and the matches of their event."""
    guest = _guest(link)
    if guest is not None:
        return [guest, *(other for other in _seats(guest) if other != link)]
    return list(_at_matches(link))


def _guest(link: Link) -> Guest | None:
    """Whose badge opens that seat too."""
    at = Guest.objects.filter(weekend__slots__stream=link.stream_id, role=link.role)
    if link.role == Role.PLAYER:
        return at.filter(seat=link.seat).first()
    return at.filter(name=link.label).first() if link.role == Role.REFEREE else None


def _seats(guest: Guest) -> list[Link]:
    """The links a badge opens, and those they lead to."""
    found = list(links.badge_seats(guest))
    return [*found, *(other for link in found for other in _at_matches(link))]


def _at_matches(link: Link) -> Iterator[Link]:
    """The same player's links at the matches of the event."""
    if link.role != Role.PLAYER:
        return
    stream = StreamId(link.stream_id)
    for _stream, matches in isolation.each("links", [stream], _companions):
        yield from Link.objects.filter(stream__in=matches, role=Role.PLAYER, seat=link.seat)


def _companions(stream: StreamId) -> tuple[str, ...]:
    return room(desk().engine(stream).id).companions(stream)
