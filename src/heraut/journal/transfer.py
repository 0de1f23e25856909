"""
A stream as one readable file: laptop to server, SQLite to PostgreSQL, an event handed over.

What is wrong with such a file is told, and what of it can be put right without losing anything anybody was told of.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from heraut import catalogue
from heraut.journal.entry import Deed, EngineFinder, chained, readable, seed, way_out
from heraut.journal.envelope import covered
from heraut.journal.history import History
from heraut.journal.stores import FileJournal, locked
from heraut.journal.undo import tell_the_same, undo_refusal
from heraut.kernel.codec import Malformed, decode, encode
from heraut.kernel.engine import AnyEngine
from heraut.kernel.journal import FORMAT, Damaged, Entry, Header, Journal, JournalError, StreamExists, Undo, Undone
from heraut.kernel.message import Event
from heraut.kernel.names import StreamId, is_id
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import edition_of

T = TypeVar("T")

JUDGED_FROM: Mapping[str, Mapping[int, int]] = {
    "campaign": {1: 1, 2: 1},
    "match": {1: 2, 2: 2, 3: 3},
    "skirmish": {1: 2, 2: 2, 3: 3, 4: 3, 5: 3},
    "tournament": {1: 3, 2: 2, 3: 3},
}
"""
The form from which on today's rules give what is stored, event for event, for each engine and edition of its rules.

Before it an event did not say all that it says now (a round's minutes, the places at the end, what a turn scored), so
the rules give more than is stored; a later form of an old edition was decided by rules that say it. Every golden
journal is held to this: whoever changes what a rule tells mends that, or says here from which form on it does.
"""
MOST_BYTES = 400_000_000
MOST_LINE = 32_000_000
MOST_ENTRIES = 200_000
"""What a file may hold: several hundred times the largest event there was."""
FILE_S_WAY_OUT = "restore a copy of the file, or keep its sound beginning with heraut doctor --salvage"
_ID = re.compile(r"[^\x00-\x1f\x7f]{0,128}\Z")


class FirstLine(Header, frozen=True, kw_only=True):
    """The header as exported: it also says how many entries follow, so that a cut file is noticed."""

    entries: int | None = None


@dataclass(frozen=True, slots=True)
class Parcel:
    """A stream read from a file and proved, ready to be stored."""

    header: Header
    entries: Sequence[Entry]
    history: History

    def store(self, journal: Journal) -> None:
        """Store it whole or not at all."""
        journal.create(self.header, self.entries, next_tick=self.history.next_tick)

    def take_over(self, journal: Journal) -> None:
        """Store it, or what has happened since if its beginning is here; `StreamExists` if it went on otherwise."""
        try:
            self.store(journal)
        except StreamExists:
            known, ticks = self._known(journal), self.history.next_tick
            if since := self.entries[known:]:
                journal.extend(self.header.stream, since, expected=known, next_tick=ticks)

    def _known(self, journal: Journal) -> int:
        """How many entries are here: the beginning of what came, for two machines must not both go on."""
        header = self.header
        stored = [entry.chain for entry in journal.read(header.stream)]
        same = seed(journal.header(header.stream)) == seed(header)
        if not same or stored != [entry.chain for entry in self.entries[: len(stored)]]:
            raise StreamExists(
                f"{header.title} ({header.stream}) has gone on here too: this machine keeps its own; "
                "import the stream alone to look at the other"
            )
        return len(stored)


def export_stream(journal: Journal, stream: StreamId, until: int | None = None) -> Iterator[bytes]:
    """The lines of the file, newlines included; the first says what form a reader must know."""
    entries = list(islice(journal.read(stream), until))
    if until is not None and until > len(entries):
        raise JournalError(f"{stream} has no entry {until}: {len(entries)} is the last")
    header = journal.header(stream)
    form = max((header.heraut, *(entry.form for entry in entries)))
    fields = msgspec.structs.asdict(msgspec.structs.replace(header, heraut=form))
    yield encode(FirstLine(**fields, entries=len(entries))) + b"\n"
    for entry in entries:
        yield encode(entry) + b"\n"


def import_stream(
    journal: Journal, lines: Iterable[bytes], engine: EngineFinder, name: StreamId | None = None, *, judged: bool = True
) -> Header:
    """
    Read a whole file, prove it, then store it whole, under its own name or another.

    `Damaged` names the line or entry that is wrong; nothing is stored then.
    """
    parcel = read_parcel(lines, engine, name, judged=judged)
    parcel.store(journal)
    return parcel.header


def read_parcel(
    lines: Iterable[bytes], engine: EngineFinder, name: StreamId | None = None, *, judged: bool = True
) -> Parcel:
    """
    The stream of a file: every line of bounded size, in its place, chained, foldable, and what the rules give.

    What is of an older form than today's rules give (`JUDGED_FROM`) is folded but not judged. `judged=False` folds
    only, for who knows where the file comes from.
    """
    first, entries = _parse(lines)
    header = Header(**{field: getattr(first, field) for field in Header.__struct_fields__})
    if name is not None:
        header = msgspec.structs.replace(header, stream=name)
    if not is_id(header.stream):
        raise Damaged(f"“{header.stream}” cannot name a stream: use letters, digits, - and _")
    return Parcel(header, entries, _proved(header, entries, _found(header, engine), judged=judged))


def _parse(lines: Iterable[bytes]) -> tuple[FirstLine, list[Entry]]:
    numbered = enumerate(_bounded(lines), start=1)
    try:
        first: FirstLine = _line(*next(numbered), FirstLine)
    except StopIteration:
        raise Damaged("the file is empty: export the stream again") from None
    if not readable(first):
        raise Damaged(f"the file is of form {first.heraut}, newer than this Héraut: update it, then import again")
    entries: list[Entry] = []
    chain = seed(first)
    for number, line in numbered:
        entry = chained(chain, _line(number, line, Entry))
        if entries and entry.form < entries[-1].form:
            raise Damaged(f"line {number}: the form of entry {entry.sequence} is older than the last: export it again")
        if entry.sequence != number - 1:
            raise Damaged(f"line {number}: entry {entry.sequence} stands where entry {number - 1} should")
        _check_fields(number, entry)
        entries.append(entry)
        chain = entry.chain
    if first.entries is not None and first.entries != len(entries):
        raise Damaged(f"the file stops after entry {len(entries)} of {first.entries}: export it again")
    return first, entries


def _bounded(lines: Any) -> Iterator[bytes]:
    """The lines, none read beyond what a line may hold, and no more of them than a stream has."""
    size = 0
    reads = iter(lambda: lines.readline(MOST_LINE + 1), b"") if hasattr(lines, "readline") else lines
    for number, line in enumerate(reads):
        size += len(line)
        if len(line) > MOST_LINE or size > MOST_BYTES or number > MOST_ENTRIES:
            raise Damaged("the file is too large to be an event: export it again")
        yield line


def _line(number: int, line: bytes, kind: type[T]) -> T:
    try:
        return decode(line, kind)  # type: ignore[no-any-return]
    except (Malformed, RecursionError) as error:
        raise Damaged(f"line {number} cannot be read ({error}): the file may be cut, export it again") from error


def _check_fields(number: int, entry: Entry) -> None:
    """What every store can hold: short names without control characters, a form we know."""
    if not all(_ID.match(name) for name in (entry.command_id, entry.sender, entry.actor)):
        raise Damaged(f"line {number}: an id or a name is not one of ours: export it again")
    if entry.form > FORMAT:
        raise Damaged(f"the file is of form {entry.form}, newer than this Héraut: update it, then import again")


def _found(header: Header, engine: EngineFinder) -> AnyEngine:
    try:
        return engine(header.engine)
    except KeyError:
        raise Damaged(f"line 1: there is no engine {header.engine} in this Héraut: update it") from None


def _proved(header: Header, entries: Sequence[Entry], engine: AnyEngine, *, judged: bool) -> History:
    with _of_a_file():
        return _folded(History(engine, header), entries, judged=judged)


@contextmanager
def _of_a_file() -> Iterator[None]:
    """What is wrong is put right in the file: here there is no such stream yet."""
    try:
        yield
    except Damaged as error:
        told = str(error).replace(way_out(error.entry or 0), FILE_S_WAY_OUT)
        raise Damaged(told, stream=error.stream, entry=error.entry) from error


def _folded(history: History, entries: Sequence[Entry], *, judged: bool) -> History:
    judged_from = _judged_from(history.header, history.engine) if judged else FORMAT + 1
    ids = set()
    for entry in entries:
        fold = history.fold(entry)
        if entry.form >= judged_from:
            _judge(history, fold.deed)
        if (entry.sender, entry.command_id) in ids:
            raise Damaged(f"line {entry.sequence + 1}: the id of entry {entry.sequence} is another's: export it again")
        ids.add((entry.sender, entry.command_id))
        history.keep(fold)
    return history


def _judged_from(header: Header, engine: AnyEngine) -> int:
    """The oldest form in which an entry of that stream is what today's rules give."""
    known = JUDGED_FROM.get(header.engine)
    if known is None:
        return FORMAT if header.rules == engine.rules else FORMAT + 1
    return known.get(edition_of(header.rules), FORMAT)


def _judge(history: History, deed: Deed) -> None:
    """The events must be what the rules make of the command on the state before it."""
    try:
        given = _given(history, deed)
    except Exception as error:  # a command no shell of ours lets through
        given, why = None, f"{type(error).__name__}"
    else:
        why = given.code if isinstance(given, Refusal) else "other events"
    same = isinstance(given, tuple) and _tells_the_same(history, given, deed.events)
    if not same:
        raise Damaged(
            f"entry {deed.sequence} of {history.header.stream} is not what the rules give ({why}); "
            "if you trust where it comes from, take it in with heraut import --as-is",
            stream=history.header.stream,
            entry=deed.sequence,
        )


def _tells_the_same(history: History, given: tuple[Event, ...], told: tuple[Event, ...]) -> bool:
    """Whether the rules give what was told, covered and told by an older Héraut or not."""
    return tuple(map(covered, given)) == tuple(map(covered, told)) or tell_the_same(
        history.engine, history.state, given, told
    )


def _given(history: History, deed: Deed) -> tuple[Event, ...] | Refusal:
    if isinstance(deed.command, Undo):
        return undo_refusal(history, deed.command) or (Undone(deed.command.seat, deed.command.entry),)
    outcome: tuple[Event, ...] | Refusal = history.engine.decide(history.state, deed.command)
    return outcome


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found in a file."""

    header: Header
    sound: tuple[Entry, ...]
    """The entries up to the first that is wrong."""
    half_line: bool
    damage: JournalError | None


def examine(file: Path, engine: EngineFinder = catalogue.engine) -> Diagnosis:
    """Read a file kept by `heraut play` or exported; `JournalError` if not even its first line can be read."""
    journal = FileJournal(file.parent)
    stream = StreamId(file.stem)
    header = journal.header(stream)
    sound: list[Entry] = []
    damage: JournalError | None = None
    try:
        history = History(engine(header.engine), header)
        for entry in journal.read(stream):
            with _of_a_file():
                history.take((entry,))
            sound.append(entry)
        _check_count(file, len(sound))
    except Damaged as found:
        damage = found
    except KeyError:
        damage = Damaged(f"this Héraut has no engine '{header.engine}' for {header.stream}: update it")
    return Diagnosis(header, tuple(sound), not file.read_bytes().endswith(b"\n"), damage)


def _check_count(file: Path, entries: int) -> None:
    """An exported file says how many entries it has."""
    with file.open("rb") as lines:
        try:
            first: FirstLine = decode(lines.readline(), FirstLine)
        except Malformed:
            return
    if first.entries is not None and entries < first.entries:
        raise Damaged(f"the file stops after entry {entries} of {first.entries}: export it again")


def drop_half_line(file: Path) -> None:
    """Take away what a killed process left without a newline."""
    with locked(file), file.open("r+b") as kept:
        whole = kept.read()
        kept.truncate(whole.rfind(b"\n") + 1)
        kept.flush()
        os.fsync(kept.fileno())


def salvage(found: Diagnosis, other: Path) -> None:
    """Write the sound beginning as a file of its own, to be imported or played on."""
    lines = [encode(FirstLine(**{field: getattr(found.header, field) for field in Header.__struct_fields__},
                              entries=len(found.sound)))]  # fmt: skip
    lines += [encode(entry) for entry in found.sound]
    with other.open("xb") as out:
        out.write(b"\n".join(lines) + b"\n")
