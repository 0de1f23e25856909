"""What is wrong with a journal file, and what of it can be put right without losing anything anybody was told of."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from heraut import catalogue
from heraut.journal.entry import EngineFinder
from heraut.journal.history import History
from heraut.journal.stores import FileJournal, locked
from heraut.journal.transfer import FirstLine
from heraut.kernel.codec import Malformed, decode, encode
from heraut.kernel.journal import Damaged, Entry, Header, JournalError
from heraut.kernel.names import StreamId


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
