"""
The desk: where a shell hands in commands and asks what is so.

It reads the stream, lets the engine decide on the present state, works out what comes of it, appends, and only then
takes it in: what cannot be folded is never stored. Several people at once never collide: each is judged on the state
the one before has left. Those who come while the disk is waited for are settled together, with one wait for all, and
are answered after it; whatever goes wrong then, each is settled alone.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock, RLock
from typing import Any

import msgspec

from heraut import catalogue
from heraut.journal.entry import Deed, EngineFinder, numbered_all, raw
from heraut.journal.envelope import Envelope
from heraut.journal.history import Fold, History, Tip
from heraut.journal.log import LogLine, log_of
from heraut.journal.undo import final_refusal, undo_refusal
from heraut.kernel.engine import AnyEngine
from heraut.kernel.journal import (
    FORMAT,
    Behind,
    Damaged,
    Draft,
    Header,
    Journal,
    JournalError,
    Undo,
    Undone,
)
from heraut.kernel.message import Awaited, Command, Event
from heraut.kernel.names import LOCAL, ActorId, CommandId, Instant, Seat, SenderId, StreamId, is_id, one_line
from heraut.kernel.refusal import HouseCode, Refusal, house

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

    def draft(self, events: tuple[Event, ...], sequence: int, envelope: Envelope | None) -> Draft:
        """What the journal is asked to store for the command and its effects, as the entry of that number."""
        command = self.command
        if envelope is not None:
            command, events = envelope.close(command), tuple(map(envelope.close, events))
        named, sender = self.command_id, self.sender
        if named is None:
            named, sender = CommandId(str(sequence)), SenderId(f"{sender}:numbered")
        return Draft(
            command_id=named, sender=sender, actor=self.actor, at=self.at, command=raw(command),
            events=raw(events), form=FORMAT,
        )  # fmt: skip

    def again(self, known: Deed) -> Accepted | Refusal:
        """The answer under an id this sender has used: an id belongs to its command [HOUSE-PHASE-2, HOUSE-PHASE-3]."""
        if _timeless(known.command) != _timeless(self.command):
            return house(HouseCode.ID_TAKEN, type(known.command).__name__)
        return Accepted(known.sequence, known.events, repeated=True)


class _Waiting:
    """A command whose sender waits, and what came of it once it is known."""

    def __init__(self, sent: _Sent) -> None:
        self.sent = sent
        self.settled = False
        self._outcome: Accepted | Refusal | None = None
        self._error: BaseException | None = None

    def settle(self, outcome: Accepted | Refusal | None, error: BaseException | None = None) -> None:
        """What its sender is told."""
        self._outcome, self._error, self.settled = outcome, error, True

    def answer(self) -> Accepted | Refusal:
        """What came of it."""
        if self._error is not None:
            raise self._error
        assert self._outcome is not None
        return self._outcome


@dataclass(frozen=True, slots=True)
class _Open:
    """A stream in memory: who holds the lock works on it, for all who wait."""

    history: History
    lock: RLock = field(default_factory=RLock)
    waiting: deque[_Waiting] = field(default_factory=deque)


class _Judged:
    """Commands judged one upon the other, none of them stored yet."""

    def __init__(self, history: History) -> None:
        self._history = history
        self.tip: Tip = history.tip()
        self.folds: list[Fold] = []
        self.drafts: list[Draft] = []
        self._by_id: dict[tuple[SenderId, CommandId], Deed] = {}

    def judge(self, sent: _Sent) -> Accepted | Refusal:
        """What the engine makes of the next one."""
        known = None if sent.command_id is None else self._find(sent.sender, sent.command_id)
        if known is not None:
            return sent.again(known)
        events = self._decide(sent.command)
        return events if isinstance(events, Refusal) else self._add(sent, events)

    def _decide(self, command: Command) -> tuple[Event, ...] | Refusal:
        if isinstance(command, Undo):
            refusal = undo_refusal(self._history, command) or final_refusal(self._history, command)
            return refusal or (Undone(command.seat, command.entry),)
        decided: tuple[Event, ...] | Refusal = self._history.engine.decide(self.tip.state, command)
        return decided

    def _add(self, sent: _Sent, events: tuple[Event, ...]) -> Accepted:
        """Work out what comes of a command that was decided; it is sure then that it can be read and folded."""
        draft = sent.draft(events, self.tip.sequence + 1, self._history.envelope)
        [entry] = numbered_all(self.tip.chain, [draft], self.tip.sequence)
        try:
            fold = self._history.fold(entry, self.tip)
        except Damaged as error:  # nothing is: an engine of ours decided what it cannot fold
            raise error.__cause__ or error from None
        self.tip = fold
        self.folds.append(fold)
        self.drafts.append(draft)
        self._by_id[draft.sender, draft.command_id] = fold.deed
        return Accepted(fold.sequence, events)

    def _find(self, sender: SenderId, command_id: CommandId) -> Deed | None:
        return self._by_id.get((sender, command_id)) or self._history.find(sender, command_id)


class Desk:
    """Commands in, views out, over any journal. Safe to share between threads."""

    def __init__(
        self,
        journal: Journal,
        engine: EngineFinder = catalogue.engine,
        damaged: Callable[[Damaged], None] = lambda _damage: None,
        envelope: Callable[[StreamId], Envelope | None] = lambda _stream: None,
        salt: Callable[[], str] | None = None,
    ) -> None:
        """
        `damaged` is told of every stream that turns out to be; `envelope` closes and opens a stream's letters.

        `salt` draws what the commitment of a sealed choice is made with; without it none carries one [HOUSE-SEAL-6].
        """
        self._journal = journal
        self._engine = engine
        self._damaged = damaged
        self._envelope = envelope
        self._salt = salt
        self._open: OrderedDict[StreamId, _Open] = OrderedDict()
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
        sent = _Sent(self._salted(_stamp(command, at)), command_id, sender, actor, at)
        opened = self._known(stream)
        if self._journal.is_enclosed():  # what it appends stands and falls with its transaction: others' must not
            with opened.lock:
                return self._settled_alone(opened.history, sent)
        waiting = _Waiting(sent)
        opened.waiting.append(waiting)
        with opened.lock:
            if not waiting.settled:  # whoever held the lock before us may have settled it
                self._settle(opened)
        return waiting.answer()

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
        opened = self._known(stream)
        with opened.lock:
            return self._settled_alone(opened.history, _Sent(undo, command_id, sender, actor, at))

    def history(self, stream: StreamId) -> History:
        """The stream as it stands now."""
        opened = self._known(stream)
        with opened.lock:
            self._catch_up(opened.history)
        return opened.history

    def forget(self, stream: StreamId) -> None:
        """Read the stream anew next time: what is stored may have been mended."""
        with self._lock:
            self._open.pop(stream, None)

    def engine(self, stream: StreamId) -> AnyEngine:
        """The engine of that stream."""
        return self._known(stream).history.engine

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

    def _salted(self, command: Command) -> Command:
        """Draw the salt of a choice that is sealed, whatever its sender wrote there [HOUSE-SEAL-6]."""
        if self._salt is None or "salt" not in command.filled_in:
            return command
        return msgspec.structs.replace(command, salt=self._salt())

    def _settle(self, opened: _Open) -> None:
        """Settle all who wait: together, or each alone if that fails for whatever reason."""
        batch = [opened.waiting.popleft() for _ in range(len(opened.waiting))]
        try:
            if len(batch) > 1:
                with suppress(Exception):  # one that concerns a single command is met again below, and told
                    self._settle_together(opened.history, batch)
            for each in batch:
                if not each.settled:
                    self._settle_alone(opened.history, each)
        finally:  # whoever is torn away leaves the others to the next
            opened.waiting.extendleft(each for each in reversed(batch) if not each.settled)

    def _settle_together(self, history: History, batch: list[_Waiting]) -> None:
        """Judge them one upon the other and store them at once; nobody is answered before it is done."""
        self._catch_up(history)
        judged = _Judged(history)
        outcomes = [judged.judge(each.sent) for each in batch]
        self._store(history, judged)
        for each, outcome in zip(batch, outcomes, strict=True):
            each.settle(outcome)

    def _settle_alone(self, history: History, waiting: _Waiting) -> None:
        try:
            waiting.settle(self._settled_alone(history, waiting.sent))
        except Exception as error:
            waiting.settle(None, error)

    def _settled_alone(self, history: History, sent: _Sent) -> Accepted | Refusal:
        while True:
            self._catch_up(history)
            judged = _Judged(history)
            outcome = judged.judge(sent)
            try:
                self._store(history, judged)
            except Behind:  # somebody was quicker: judge again on the state they left
                if not self._catch_up(history) and not self._read_anew(history):
                    raise
            else:
                return outcome

    def _store(self, history: History, judged: _Judged) -> None:
        """Append what was judged, and only then take it in."""
        if judged.drafts:
            ticks = history.engine.next_tick(judged.tip.state)
            stream, before = history.header.stream, history.sequence
            self._journal.extend(stream, judged.drafts, expected=before, next_tick=ticks)
            for fold in judged.folds:
                history.keep(fold)

    def _catch_up(self, history: History) -> bool:
        """Take in what others have appended; whether there was anything."""
        if history.damage is not None:
            raise history.damage.with_traceback(None)
        before = history.sequence
        try:
            return history.take(self._journal.read(history.header.stream, before))
        except Damaged as damage:
            if not before or not self._read_anew(history):
                self._damaged(damage)
                raise
            return True

    def _read_anew(self, history: History) -> bool:
        """Take in everything once more: what we remember was never stored if a transaction around us was taken back."""
        remembered = history.chain
        history.clear()
        with suppress(Damaged):
            history.take(self._journal.read(history.header.stream))
        return history.damage is None and history.chain != remembered

    def _known(self, stream: StreamId) -> _Open:
        with self._lock:
            if stream not in self._open:
                self._open[stream] = _Open(self._begun(self._journal.header(stream)))
                while len(self._open) > KEPT:
                    self._open.popitem(last=False)
            self._open.move_to_end(stream)
            return self._open[stream]

    def _begun(self, header: Header) -> History:
        try:
            return History(self._engine(header.engine), header, self._envelope(header.stream))
        except Damaged as damage:
            self._damaged(damage)
            raise


def _stamp(command: Command, at: Instant) -> Command:
    """Write the shell's time over a field `at`: a sender cannot choose when he speaks."""
    return msgspec.structs.replace(command, at=at) if hasattr(command, "at") else command


def _timeless(command: Command | Undo) -> dict[str, Any]:
    """What was said: without the time, and without what shells fill in, which differ each time it is sent."""
    filled = () if isinstance(command, Undo) else command.filled_in
    told = msgspec.structs.asdict(command)
    return {"": type(command)} | {name: said for name, said in told.items() if name != "at" and name not in filled}
