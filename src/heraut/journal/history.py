"""
One stream in memory: its deeds, which of them count, and the state they lead to.

Its engine is asked under the edition of the tables the stream began with, today and for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from heraut.journal.entry import Deed, Reader, broken, link, seed, settings_of, way_out
from heraut.journal.envelope import Envelope
from heraut.kernel.engine import AnyEngine, evolve_all
from heraut.kernel.journal import Damaged, Entry, Header, Undo
from heraut.kernel.message import Command
from heraut.kernel.names import NO_SENDER, CommandId, Instant, RulesVersion, Seat, SenderId
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import UnknownEdition, edition_of, in_force, under

STRIDE = 50
"""A snapshot of the state is kept every so many entries, so that undo and looking back replay at most that many."""
SERVERS_OWN = "server:"
"""How the names of senders begin that no person can be."""


def undone(deeds: Sequence[Deed]) -> frozenset[int]:
    """The sequences that count no more. Read from the newest: an undo that is itself undone takes nothing back."""
    dead: set[int] = set()
    for deed in reversed(deeds):
        if isinstance(deed.command, Undo) and deed.sequence not in dead:
            dead.add(deed.command.entry)
    return frozenset(dead)


@dataclass(frozen=True, slots=True)
class Tip:
    """Where a history stands: what the next entry is folded upon."""

    sequence: int
    chain: str
    dead: frozenset[int]
    state: Any
    snapshots: list[Any]


@dataclass(frozen=True, slots=True)
class Fold(Tip):
    """Where it stands with one more entry, worked out but not taken in yet."""

    deed: Deed


class History:
    """
    The fold of a stream, kept up to date entry by entry and rebuilt from the nearest snapshot after an undo.

    An entry is taken in whole or not at all. The first that cannot be leaves the history as it was, and is its
    `damage` from then on: nothing after it is taken in.
    """

    def __init__(self, engine: AnyEngine, header: Header, envelope: Envelope | None = None) -> None:
        try:
            self.engine = under_rules(engine, header.rules)
        except UnknownEdition as error:
            raise Damaged(f"{header.stream}: {error}") from error
        self.header = header
        self.envelope = envelope
        self._reader = Reader(self.engine, header, envelope)
        self._snapshots: list[Any] = [_start(self.engine, header)]
        self.clear()

    def clear(self) -> None:
        """Before the first entry."""
        self.deeds: list[Deed] = []
        self.dead: frozenset[int] = frozenset()
        self.damage: Damaged | None = None
        self.chain = seed(self.header)
        self._by_id: dict[tuple[SenderId, CommandId], Deed] = {}
        self._snapshots = self._snapshots[:1]
        self.state: Any = self._snapshots[0]

    @property
    def sequence(self) -> int:
        """The last entry taken in."""
        return len(self.deeds)

    @property
    def next_tick(self) -> Instant | None:
        """The instant the game waits for, if it waits for one."""
        return self.engine.next_tick(self.state)

    def take(self, entries: Iterable[Entry]) -> bool:
        """
        Take in the entries that follow; whether there were any.

        `Damaged` names the first that cannot be taken in, and it stays so.
        """
        if self.damage is not None:
            raise self.damage.with_traceback(None)  # raised often, it must not remember every time
        before = len(self.deeds)
        try:
            for entry in entries:
                self.keep(self.fold(entry))
        except Damaged as damage:
            self.damage = damage
            raise
        return len(self.deeds) > before

    def fold(self, entry: Entry, upon: Tip | None = None) -> Fold:
        """
        What the history would be with this entry; it changes nothing.

        `upon` is the fold of the entry before, if that has not been taken in yet; an undo waits until it has.
        """
        upon = upon or self.tip()
        if entry.sequence != upon.sequence + 1:
            raise self._impossible(entry, f"it stands where entry {upon.sequence + 1} should")
        chain = link(upon.chain, entry, entry.sequence)
        if entry.chain != chain:
            raise broken(self.header, entry)
        deed = self._reader.deed(entry)
        try:
            return self._folded(deed, chain, upon)
        except Exception as error:  # a fault of ours or of the disk: this stream's alone, and said so
            raise self._impossible(entry, f"{type(error).__name__}: {error}") from error

    def tip(self) -> Tip:
        """Where the history stands."""
        return Tip(self.sequence, self.chain, self.dead, self.state, self._snapshots)

    def keep(self, fold: Fold) -> None:
        """Take in what was worked out."""
        deed = fold.deed
        self._snapshots, self.state, self.dead, self.chain = fold.snapshots, fold.state, fold.dead, fold.chain
        self._by_id[deed.sender, deed.command_id] = deed
        self.deeds.append(deed)

    def find(self, sender: SenderId, command_id: CommandId) -> Deed | None:
        """What came of a command sent before. An id stored before senders were is anybody's but the server's."""
        found = self._by_id.get((sender, command_id))
        if found is None and not sender.startswith(SERVERS_OWN):
            found = self._by_id.get((NO_SENDER, command_id))
        return found

    def live(self, after: int = 0) -> list[Deed]:
        """The deeds that count, undos aside, after that sequence."""
        return [deed for deed in self.deeds[after:] if _counts(deed, self.dead)]

    def at(self, sequence: int) -> Any:
        """The state right after that entry, seen from today: without what has been taken back since."""
        base = min(sequence // STRIDE, len(self._snapshots) - 1)
        return self._replay(self._snapshots[base], self.deeds[base * STRIDE : sequence])

    def _folded(self, deed: Deed, chain: str, upon: Tip) -> Fold:
        if isinstance(deed.command, Undo):
            return self._folded_undo(deed, deed.command, chain)
        state = evolve_all(self.engine, upon.state, deed.events)
        snapshots = _with_snapshot(upon.snapshots, deed.sequence, state)
        return Fold(deed.sequence, chain, upon.dead, state, snapshots, deed)

    def _folded_undo(self, deed: Deed, undo: Undo, chain: str) -> Fold:
        if not 1 <= undo.entry < deed.sequence:
            raise IndexError(f"there is no entry {undo.entry} to take back")
        deeds = [*self.deeds, deed]
        dead = undone(deeds)
        base = (min(dead ^ self.dead, default=deed.sequence) - 1) // STRIDE
        snapshots, state = self._snapshots[: base + 1], self._snapshots[base]
        for later in deeds[base * STRIDE :]:
            if _counts(later, dead):
                state = evolve_all(self.engine, state, later.events)
            snapshots = _with_snapshot(snapshots, later.sequence, state)
        return Fold(deed.sequence, chain, dead, state, snapshots, deed)

    def _replay(self, state: Any, deeds: Iterable[Deed]) -> Any:
        for deed in deeds:
            if _counts(deed, self.dead):
                state = evolve_all(self.engine, state, deed.events)
        return state

    def _impossible(self, entry: Entry, why: str) -> Damaged:
        return Damaged(
            f"entry {entry.sequence} of {self.header.stream} cannot follow ({why}); {way_out(self.sequence + 1)}",
            stream=self.header.stream,
            entry=self.sequence + 1,
        )


def _with_snapshot(snapshots: list[Any], sequence: int, state: Any) -> list[Any]:
    return snapshots if sequence % STRIDE else [*snapshots, state]


def _counts(deed: Deed, dead: frozenset[int]) -> bool:
    return deed.sequence not in dead and not isinstance(deed.command, Undo)


def _start(engine: AnyEngine, header: Header) -> Any:
    try:
        with in_force(edition_of(header.rules)):  # settings check themselves against the tables, too
            state = engine.start(settings_of(header, engine), header.rules)
    except Exception as error:
        raise Damaged(
            f"the settings of {header.stream} cannot be read ({error}): restore a copy", stream=header.stream
        ) from error
    if isinstance(state, Refusal):
        raise Damaged(
            f"the settings of {header.stream} are refused by the rules ({state.code}, {state.clause})",
            stream=header.stream,
        )
    return state


def under_rules(engine: AnyEngine, rules: RulesVersion) -> AnyEngine:
    """The engine with these rules in force; `UnknownEdition` if this Héraut is older than they are."""
    return _UnderRules(engine, edition_of(rules))


class _UnderRules:
    """
    An engine that is asked everything under one edition of the tables.

    `evolve` reads none, but where it completes an event written before it said all.
    """

    def __init__(self, engine: AnyEngine, edition: int) -> None:
        self._edition, self._legal = edition, engine.legal
        self.id, self.rules = engine.id, engine.rules
        self.settings, self.commands, self.events = engine.settings, engine.commands, engine.events
        self.start, self.view = under(edition, engine.start), under(edition, engine.view)
        self.decide, self.awaits = under(edition, engine.decide), under(edition, engine.awaits)
        self.evolve, self.complete = under(edition, engine.evolve), under(edition, engine.complete)
        self.next_tick, self.seats = under(edition, engine.next_tick), under(edition, engine.seats)
        self.stand_ins, self.called = under(edition, engine.stand_ins), under(edition, engine.called)

    def legal(self, state: Any, seat: Seat) -> Iterator[Command]:
        """Commands are worked out one by one, each under the edition, and the edition is left in between."""
        each = iter(under(self._edition, self._legal)(state, seat))
        return iter(under(self._edition, partial(next, each, None)), None)
