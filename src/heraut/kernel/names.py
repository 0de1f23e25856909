"""
The identifiers every room of the house uses, and the names people go by.

An id is made by us and narrow: it stands in addresses, files and lines of text. A name is what people chose, and may
be anything that can be written on one line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, NewType

from msgspec import Meta

from heraut.kernel.bounds import LARGEST, harmless

MOST_ID = 64
ID = rf"^[A-Za-z0-9_-]{{1,{MOST_ID}}}$(?!\n)"
"""Every id: the end is the end of the text, which `$` alone is not where a line end follows."""

MOST_NAME = 120
ONE_LINE = r"^[^\t\n\r]*$(?!\n)"

Id = Annotated[str, Meta(pattern=ID)]
"""What a type of ids is made of: `TerritoryId = NewType("TerritoryId", Id)`."""

Name = Annotated[str, Meta(max_length=MOST_NAME, pattern=ONE_LINE)]
"""What somebody or something is called; free, as long as it fits on a line."""

Few = Annotated[int, Meta(le=100)]
"""A number of rounds, lists or copies: whatever is done for each of them is done soon."""

Many = Annotated[int, Meta(le=10_000)]
"""A number of minutes or points."""

Seat = NewType("Seat", Id)
"""A place at the game: a player, an official, or one of the two impersonal seats below."""

ClauseId = NewType("ClauseId", str)
"""A clause of a sheet in `docs/rules`, such as `SC-UPK-2`."""

CommandId = NewType("CommandId", str)
"""Given by whoever sends a command, so that one sent twice counts once."""

SenderId = NewType("SenderId", str)
"""
Whose ids those of commands are: `server:clock`, `link:12`, `account:3`. The shell makes it, no client can write it.

Ids of different senders never meet, so nobody can take the id somebody else is about to use.
"""

NO_SENDER = SenderId("")
"""The sender of what was stored before senders were."""

LOCAL = SenderId("local")
"""A program that speaks to its own journal alone: the command line, the lab."""

StreamId = NewType("StreamId", Id)
EngineId = NewType("EngineId", str)
ActorId = NewType("ActorId", str)
"""The person or program behind a command; a seat says for whom, an actor says by whom."""

RulesVersion = NewType("RulesVersion", str)
Instant = NewType("Instant", Annotated[int, Meta(ge=0, le=LARGEST)])
"""Whole seconds since 1970 in UTC. A command's field `at` is filled in by the shell, never by its sender."""

FATE = Seat("fate")
"""The seat of chance: its commands carry the faces that came up."""

CLOCK = Seat("clock")
"""The seat of time: its commands say that an instant has come."""

ORGANISER = Seat("organiser")
REFEREE = Seat("referee")
OFFICIALS: frozenset[Seat] = frozenset({ORGANISER, REFEREE})
RESERVED: frozenset[Seat] = OFFICIALS | {FATE, CLOCK}
"""The seats nobody is given; a player may be called Fate all the same."""

if TYPE_CHECKING:
    PlayerSeat = Seat
else:
    _others = "|".join(sorted(RESERVED))
    PlayerSeat = NewType("PlayerSeat", Annotated[str, Meta(pattern=rf"^(?!(?:{_others})$){ID[1:]}")])
    """A seat as somebody is given it: none of those that are reserved."""


def is_id(text: str) -> bool:
    """Whether this can be an id."""
    return re.search(ID, text) is not None


def one_line(name: str) -> str:
    """A name as it is kept: on one line, without what cannot be seen, not longer than any name."""
    return " ".join(harmless(name).split())[:MOST_NAME].strip()
