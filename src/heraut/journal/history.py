"""One stream in memory: its deeds, which of them count, and the state they lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from heraut.journal.deed import Deed, Reader
from heraut.journal.engines import under_rules
from heraut.kernel import AnyEngine, CommandId, Refusal, decode, evolve_all
from heraut.kernel.journal import Damaged, Entry, Header, Undo
from heraut.rulesets.editions import UnknownEdition

STRIDE = 50
"""A snapshot of the state is kept every so many entries, so that undo and looking back replay at most that many."""


def undone(deeds: Sequence[Deed]) -> frozenset[int]:
    """The sequences that count no more. Read from the newest: an undo that is itself undone takes nothing back."""
    dead: set[int] = set()
    for deed in reversed(deeds):
        if isinstance(deed.command, Undo) and deed.sequence not in dead:
            dead.add(deed.command.entry)
    return frozenset(dead)


class History:
    """The fold of a stream, kept up to date entry by entry and rebuilt from the nearest snapshot after an undo."""

    def __init__(self, engine: AnyEngine, header: Header) -> None:
        try:
            self.engine = under_rules(engine, header.rules)
        except UnknownEdition as error:
            raise Damaged(f"{header.stream}: {error}") from error
        self.header = header
        self.deeds: list[Deed] = []
        self.dead: frozenset[int] = frozenset()
        self._by_command: dict[CommandId, Deed] = {}
        self._reader = Reader(self.engine, header)
        self._snapshots: list[Any] = [_start(self.engine, header)]
        self.state: Any = self._snapshots[0]

    @property
    def sequence(self) -> int:
        """The last entry taken in."""
        return len(self.deeds)

    def take(self, entries: Iterable[Entry]) -> None:
        """Take in the entries that follow."""
        for entry in entries:
            self._add(self._reader.deed(entry))

    def find(self, command_id: CommandId) -> Deed | None:
        """What came of a command that was sent before."""
        return self._by_command.get(command_id)

    def live(self, after: int = 0) -> list[Deed]:
        """The deeds that count, undos aside, after that sequence."""
        return [deed for deed in self.deeds[after:] if self._counts(deed)]

    def at(self, sequence: int) -> Any:
        """The state right after that entry, seen from today: without what has been taken back since."""
        base = min(sequence // STRIDE, len(self._snapshots) - 1)
        return self._replay(self._snapshots[base], self.deeds[base * STRIDE : sequence])

    def _add(self, deed: Deed) -> None:
        self.deeds.append(deed)
        self._by_command[deed.command_id] = deed
        if isinstance(deed.command, Undo):
            dead = undone(self.deeds)
            changed = min(dead ^ self.dead, default=deed.sequence)
            self.dead = dead
            self._rebuild(changed)
        else:
            self.state = evolve_all(self.engine, self.state, deed.events)
        if deed.sequence % STRIDE == 0:
            self._snapshots.append(self.state)

    def _rebuild(self, changed: int) -> None:
        base = (changed - 1) // STRIDE
        del self._snapshots[base + 1 :]
        self.state = self._snapshots[base]
        for deed in self.deeds[base * STRIDE :]:
            if self._counts(deed):
                self.state = evolve_all(self.engine, self.state, deed.events)
            if deed.sequence % STRIDE == 0 and deed.sequence < self.sequence:
                self._snapshots.append(self.state)

    def _replay(self, state: Any, deeds: Iterable[Deed]) -> Any:
        for deed in deeds:
            if self._counts(deed):
                state = evolve_all(self.engine, state, deed.events)
        return state

    def _counts(self, deed: Deed) -> bool:
        return deed.sequence not in self.dead and not isinstance(deed.command, Undo)


def _start(engine: AnyEngine, header: Header) -> Any:
    state = engine.start(decode(bytes(header.settings), engine.settings), header.rules)
    if isinstance(state, Refusal):
        raise Damaged(f"the settings of {header.stream} are refused by the rules ({state.code}, {state.clause})")
    return state
