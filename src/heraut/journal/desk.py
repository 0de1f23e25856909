"""
The desk: where a shell hands in commands and asks what is so.

It reads the stream, lets the engine decide on the present state, works out what comes of it, appends, and only then
takes it in: what cannot be folded is never stored. Several people at once never collide: each is judged on the state
the one before has left.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, RLock
from typing import Any

import msgspec

from heraut import catalogue
from heraut.journal.entry import Deed, EngineFinder, numbered, raw
from heraut.journal.history import History
from heraut.journal.log import LogLine, log_of
from heraut.journal.undo import undo_refusal
from heraut.kernel import (
    LOCAL,
    ActorId,
    AnyEngine,
    Awaited,
    Command,
    CommandId,
    Event,
    HouseCode,
    Instant,
    Refusal,
    Seat,
    SenderId,
    StreamId,
    house,
    is_id,
    one_line,
)
from heraut.kernel.journal import (
    FORMAT,
    Behind,
    Damaged,
    Draft,
    Entry,
    Header,
    Journal,
    JournalError,
    Undo,
    Undone,
)

KEPT = 256
"""How many streams stay folded in memory."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command counts: its entry, and whether it had been sent before."""

    sequence: int
    events: tuple[Event, ...]
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class _Sent:
    """A command as it reached the desk."""

    command: Command
    command_id: CommandId | None
    """None: whoever sent it will not send it again, so it is named by the entry it becomes."""
    sender: SenderId
    actor: ActorId
    at: Instant

    def draft(self, events: tuple[Event, ...], sequence: int) -> Draft:
        """What the journal is asked to store for the command and its effects, as the entry of that number."""
        named, sender = self.command_id, self.sender
        if named is None:
            named, sender = CommandId(str(sequence)), SenderId(f"{sender}:numbered")
        return Draft(
            command_id=named, sender=sender, actor=self.actor, at=self.at, command=raw(self.command),
            events=raw(events), form=FORMAT,
        )  # fmt: skip

    def again(self, known: Deed) -> Accepted | Refusal:
        """The answer under an id this sender has used: an id belongs to its command [HOUSE-PHASE-2, HOUSE-PHASE-3]."""
        if _timeless(known.command) != _timeless(self.command):
            return house(HouseCode.ID_TAKEN, type(known.command).__name__)
        return Accepted(known.sequence, known.events, repeated=True)


class Desk:
    """Commands in, views out, over any journal. Safe to share between threads."""

    def __init__(
        self,
        journal: Journal,
        engine: EngineFinder = catalogue.engine,
        damaged: Callable[[Damaged], None] = lambda _damage: None,
    ) -> None:
        """`damaged` is told of every stream that turns out to be."""
        self._journal = journal
        self._engine = engine
        self._damaged = damaged
        self._histories: OrderedDict[StreamId, tuple[RLock, History]] = OrderedDict()
        self._lock = Lock()

    def open(self, *, stream: StreamId, engine: str, title: str, settings: Any, at: Instant) -> Header | Refusal:
        """Begin a game under these settings and today's rules; its title is kept on one line."""
        if not is_id(stream):
            raise JournalError(f"“{stream}” cannot name a stream: use letters, digits, - and _")
        found = self._engine(engine)
        checked = found.start(settings, found.rules)
        if isinstance(checked, Refusal):
            return checked
        header = Header(
            stream=stream, engine=found.id, rules=found.rules, title=one_line(title), settings=raw(settings), created=at
        )
        self._journal.create(header, next_tick=found.next_tick(checked))
        return header

    def submit(  # noqa: PLR0913  # all that is known of a command
        self,
        stream: StreamId,
        command: Command,
        *,
        command_id: CommandId | None,
        actor: ActorId,
        at: Instant,
        sender: SenderId = LOCAL,
    ) -> Accepted | Refusal:
        """
        Append what the engine decides on the present state; a command sent twice counts once [HOUSE-PHASE-2].

        A command without an id counts each time it is sent.
        """
        stamped = _stamp(command, at)
        return self._append(
            stream, _Sent(stamped, command_id, sender, actor, at), lambda past: past.engine.decide(past.state, stamped)
        )

    def undo(  # noqa: PLR0913
        self,
        stream: StreamId,
        undo: Undo,
        *,
        command_id: CommandId | None,
        actor: ActorId,
        at: Instant,
        sender: SenderId = LOCAL,
    ) -> Accepted | Refusal:
        """Take one entry back, if it may be [HOUSE-UNDO-1]."""
        return self._append(
            stream,
            _Sent(undo, command_id, sender, actor, at),
            lambda past: undo_refusal(past, undo) or (Undone(undo.seat, undo.entry),),
        )

    def history(self, stream: StreamId) -> History:
        """The stream as it stands now."""
        lock, history = self._known(stream)
        with lock:
            self._catch_up(history)
        return history

    def forget(self, stream: StreamId) -> None:
        """Read the stream anew next time: what is stored may have been mended."""
        with self._lock:
            self._histories.pop(stream, None)

    def engine(self, stream: StreamId) -> AnyEngine:
        """The engine of that stream."""
        return self._known(stream)[1].engine

    def state(self, stream: StreamId) -> Any:
        """Where the game stands; for the shells' own use, never for a page."""
        return self.history(stream).state

    def view(self, stream: StreamId, viewer: Seat | None) -> Any:
        """What the viewer may see."""
        history = self.history(stream)
        return history.engine.view(history.state, viewer)

    def awaits(self, stream: StreamId, viewer: Seat | None) -> tuple[Awaited, ...]:
        """What the game waits for, as far as the viewer may know."""
        history = self.history(stream)
        return history.engine.awaits(history.state, viewer)

    def log(self, stream: StreamId, viewer: Seat | None) -> tuple[LogLine, ...]:
        """What has happened, as far as the viewer may know, oldest first."""
        return log_of(self.history(stream), viewer)

    def _append(
        self, stream: StreamId, sent: _Sent, decide: Callable[[History], tuple[Event, ...] | Refusal]
    ) -> Accepted | Refusal:
        lock, history = self._known(stream)
        with lock:
            while True:
                self._catch_up(history)
                known = None if sent.command_id is None else history.find(sent.sender, sent.command_id)
                if known is not None:
                    return sent.again(known)
                events = decide(history)
                if isinstance(events, Refusal):
                    return events
                try:
                    return Accepted(self._stored(history, sent, events).sequence, events)
                except Behind:  # somebody was quicker: judge again on the state they left
                    if not self._catch_up(history) and not self._read_anew(history):
                        raise

    def _stored(self, history: History, sent: _Sent, events: tuple[Event, ...]) -> Entry:
        """The command with its effects appended, once it is sure that they can be read and folded."""
        before = history.sequence
        draft = sent.draft(events, before + 1)
        try:
            fold = history.fold(numbered(history.chain, draft, before + 1))
        except Damaged as error:  # nothing is: an engine of ours decided what it cannot fold
            raise error.__cause__ or error from None
        ticks = history.engine.next_tick(fold.state)
        entry = self._journal.append(history.header.stream, draft, expected=before, next_tick=ticks)
        history.keep(fold)
        return entry

    def _catch_up(self, history: History) -> bool:
        """Take in what others have appended; whether there was anything."""
        if history.damage is not None:
            raise history.damage.with_traceback(None)
        before = history.sequence
        try:
            history.take(self._journal.read(history.header.stream, before))
        except Damaged as damage:
            if not before or not self._read_anew(history):
                self._damaged(damage)
                raise
        return history.sequence > before

    def _read_anew(self, history: History) -> bool:
        """Take in everything once more: what we remember was never stored if a transaction around us was taken back."""
        remembered = history.chain
        history.clear()
        with suppress(Damaged):
            history.take(self._journal.read(history.header.stream))
        return history.damage is None and history.chain != remembered

    def _known(self, stream: StreamId) -> tuple[RLock, History]:
        with self._lock:
            if stream not in self._histories:
                header = self._journal.header(stream)
                self._histories[stream] = (RLock(), self._begun(header))
                while len(self._histories) > KEPT:
                    self._histories.popitem(last=False)
            self._histories.move_to_end(stream)
            return self._histories[stream]

    def _begun(self, header: Header) -> History:
        try:
            return History(self._engine(header.engine), header)
        except Damaged as damage:
            self._damaged(damage)
            raise


def _stamp(command: Command, at: Instant) -> Command:
    """Write the shell's time over a field `at`: a sender cannot choose when he speaks."""
    return msgspec.structs.replace(command, at=at) if hasattr(command, "at") else command


def _timeless(command: Command) -> Command:
    """The command without the time it was stamped with, which differs each time it is sent."""
    return _stamp(command, Instant(0))
