"""A weekend's badge: one token, and every seat its holder has."""

from __future__ import annotations

from heraut.kernel import Seat, StreamId
from heraut.web import links
from heraut.web.access import Role
from heraut.web.desk import desk
from heraut.web.models import Guest, Slot


def places(guest: Guest) -> list[tuple[str, str]]:
    """What a browser holds with this badge: its place at the weekend, and one at every tournament its holder plays."""
    found = [(links.weekend_place(guest.weekend_id), guest.token_hash)]
    for stream in Slot.objects.filter(weekend=guest.weekend_id).values_list("stream_id", flat=True):
        history = desk().history(StreamId(stream))
        if guest.seat in history.engine.seats(history.state):
            made = links.for_seats(StreamId(stream), [(Seat(guest.seat), guest.name)])
            found += [(stream, link.token_hash) for link in made if _is(link.role, link.seat, guest)]
    return found


def _is(role: str, seat: str, guest: Guest) -> bool:
    return role == Role.PLAYER and seat == guest.seat
