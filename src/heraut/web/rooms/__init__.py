"""
How each engine's games look. One line per engine; `web/README.md` says how to make a room.

Rooms are named by `module:attribute` and imported when asked for: they stand above the desk and the links, which ask
for them. An engine without a room has generic pages made from its types.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heraut.web.rooms.definition import Room

ROOMS: dict[str, str] = {
    "tournament": "heraut.web.rooms.tournament:ROOM",
    "match": "heraut.web.rooms.match:ROOM",
    "campaign": "heraut.web.rooms.campaign:ROOM",
    "skirmish": "heraut.web.rooms.skirmish:ROOM",
}


PLAIN = "heraut.web.rooms.definition:plain_room"
"""What makes the room of an engine that has none of its own."""


def room(engine: str) -> Room:
    """The room of that engine."""
    found: Room = _named(ROOMS[engine]) if engine in ROOMS else _named(PLAIN)(engine)
    return found


def _named(place: str) -> Any:
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
