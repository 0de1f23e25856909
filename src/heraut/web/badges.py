"""A weekend's badge: one token, and every seat its holder has."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.kernel import ORGANISER, Seat, StreamId
from heraut.web import alone, links
from heraut.web.access import Role
from heraut.web.desk import desk
from heraut.web.models import Guest, Link, Slot


def places(guest: Guest) -> list[tuple[str, str]]:
    """What a browser holds with this badge: its place at the weekend, and one at every tournament its holder plays."""
    own = (links.weekend_place(guest.weekend_id), guest.token_hash)
    return [own, *((link.stream_id, link.token_hash) for link in seats(guest))]


def seats(guest: Guest) -> Iterator[Link]:
    """The link of each seat the badge opens, in the order the tournaments begin; those that are over come last."""
    streams = Slot.objects.filter(weekend=guest.weekend_id).values_list("stream_id", flat=True)
    known = list(alone.each("badges", map(StreamId, streams), desk().history))
    for stream, history in sorted(known, key=lambda each: not each[1].engine.awaits(each[1].state, ORGANISER)):
        if guest.role == Role.REFEREE:
            yield links.make(stream, Role.REFEREE, guest.name)
        elif guest.seat in history.engine.seats(history.state):
            made = links.for_seats(stream, [(Seat(guest.seat), guest.name)])
            yield from (link for link in made if link.role == Role.PLAYER and link.seat == guest.seat)
