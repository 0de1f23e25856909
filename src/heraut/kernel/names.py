"""The identifiers every room of the house uses."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", str)
"""A place at the game: a player, an official, or one of the two impersonal seats below."""

ClauseId = NewType("ClauseId", str)
"""A clause of a sheet in `docs/rules`, such as `SC-UPK-2`."""

CommandId = NewType("CommandId", str)
"""Given by whoever sends a command, so that one sent twice counts once."""

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
