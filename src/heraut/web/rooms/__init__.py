"""
How each engine's games look. One line per engine; `web/README.md` says how to make a room.

An engine without a room has generic pages made from its types.
"""

from __future__ import annotations

from importlib import import_module

from heraut.web.rooms.room import Room, plain_room

ROOMS: dict[str, str] = {
    "tournament": "heraut.web.rooms.tournament:ROOM",
    "match": "heraut.web.rooms.match:ROOM",
    "campaign": "heraut.web.rooms.campaign:ROOM",
    "skirmish": "heraut.web.rooms.skirmish:ROOM",
}


def room(engine: str) -> Room:
    """The room of that engine."""
    if engine not in ROOMS:
        return plain_room(engine)
    module, _, attribute = ROOMS[engine].partition(":")
    found: Room = getattr(import_module(module), attribute)
    return found
