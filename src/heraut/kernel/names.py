"""The identifiers every room of the house uses."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", str)
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

StreamId = NewType("StreamId", str)
EngineId = NewType("EngineId", str)
ActorId = NewType("ActorId", str)
"""The person or program behind a command; a seat says for whom, an actor says by whom."""

RulesVersion = NewType("RulesVersion", str)
Instant = NewType("Instant", int)
"""Whole seconds since 1970 in UTC. A command's field `at` is filled in by the shell, never by its sender."""

FATE = Seat("fate")
"""The seat of chance: its commands carry the faces that came up."""

CLOCK = Seat("clock")
"""The seat of time: its commands say that an instant has come."""

ORGANISER = Seat("organiser")
REFEREE = Seat("referee")
OFFICIALS: frozenset[Seat] = frozenset({ORGANISER, REFEREE})
