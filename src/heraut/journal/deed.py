"""Entries as engines understand them: decoded, upcast from older forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import GenericAlias
from typing import Any

import msgspec

from heraut.journal.chain import way_out
from heraut.journal.upcast import upcast
from heraut.kernel import ActorId, AnyEngine, Command, CommandId, Event, Instant, Seat, SenderId, decode, encode
from heraut.kernel.journal import FORMAT, Damaged, Entry, Header, Undo, Undone


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry, decoded: who did what, when, and what came of it."""

    sequence: int
    sender: SenderId
    command_id: CommandId
    actor: ActorId
    at: Instant
    command: Command
    events: tuple[Event, ...]

    @property
    def seat(self) -> Seat:
        """For whom the command was spoken."""
        return self.command.seat


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the entries of one stream for its engine."""

    engine: AnyEngine
    header: Header

    def deed(self, entry: Entry) -> Deed:
        """The entry decoded; `Damaged` names the entry that no longer makes sense."""
        return Deed(
            entry.sequence,
            entry.sender,
            entry.command_id,
            entry.actor,
            entry.at,
            self._read(entry, entry.command, self.engine.commands | Undo),
            tuple(self._read(entry, entry.events, _list_of(self.engine.events | Undone))),
        )

    def _read(self, entry: Entry, raw: msgspec.Raw, kind: Any) -> Any:
        if entry.form > FORMAT:
            raise self._unreadable(entry, f"it is of form {entry.form}")
        try:
            return decode(upcast(raw, entry.form, self.header), kind)
        except Exception as error:  # also an upcaster's: what is stored is not what it was made for
            raise self._unreadable(entry, str(error)) from error

    def _unreadable(self, entry: Entry, why: str) -> Damaged:
        return Damaged(
            f"entry {entry.sequence} of {self.header.stream} cannot be read ({why}); update Héraut if the game is "
            f"newer; otherwise {way_out(entry.sequence)}",
            stream=self.header.stream,
            entry=entry.sequence,
        )


@cache
def _list_of(kind: Any) -> Any:
    return GenericAlias(list, (kind,))


def raw(value: object) -> msgspec.Raw:
    """A value as JSON a store keeps without looking inside."""
    return msgspec.Raw(encode(value))


EngineFinder = Callable[[str], AnyEngine]
