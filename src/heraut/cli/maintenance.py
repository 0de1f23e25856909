"""`heraut doctor`, `backup`, `restore`, `import`, `export`: looking after what is stored."""

from __future__ import annotations

import sys
import zipfile
from argparse import Namespace
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import IO

from heraut.cli import ANSWERED, REFUSED, bad_input
from heraut.kernel.bounds import whole
from heraut.kernel.journal import Journal, JournalError
from heraut.kernel.names import StreamId
from heraut.speech.arguments import CommandParser
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import say_care as told
from heraut.speech.sentences import terminal_language as language
from heraut.speech.typography import colon
from heraut.web import environment
from heraut.web.data_folder import NoData, for_its_owner, write_private
from heraut.web.serve import prepare

SUFFIX = ".jsonl"
GZIP = b"\x1f\x8b"
"""How a backup begins."""


def in_words(command: Callable[[list[str]], int]) -> Callable[[list[str]], int]:
    """What keeps a command from the server's database is told in one sentence, in the terminal's language."""

    @wraps(command)
    def spoken(words: list[str]) -> int:
        try:
            return command(words)
        except (JournalError, NoData, UnicodeEncodeError) as error:  # the last: a name that is no text
            return bad_input(_why(error))

    return spoken


@in_words
def doctor(words: list[str]) -> int:
    """Say what is wrong, and put right what can be."""
    parser = CommandParser("doctor")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--look", action="store_true")
    parser.add_argument("--salvage", type=Path, metavar="OTHER.jsonl")
    asked = parser.parse_args(words)
    if asked.file is not None:
        return _file(asked.file, asked.salvage, look=asked.look)
    return _database(look=asked.look)


def _file(file: Path, other: Path | None, *, look: bool) -> int:
    from heraut.journal.transfer import drop_half_line, examine, salvage

    if file.suffix != SUFFIX:
        return bad_input(told("not-a-game", file=file))
    try:
        file.open("rb").close()
        found = examine(file)
        if found.half_line and not look:
            drop_half_line(file)
    except OSError as error:
        return _unread(file, error)
    if found.half_line:
        _say(_repaired("half-line", look=look, file=file.name))
    if found.damage is None:
        _say(told("file-well", file=file.name, entries=len(found.sound)))
    else:
        _say(told("wrong", what=say_wrong(found.damage, language())))
    if found.damage is not None and other is None:
        _say(told("salvage", file=file, entries=len(found.sound)))
    if look:
        _say(told("looked"))
    if other is not None:
        try:
            salvage(found, other)
        except OSError as error:
            return bad_input(told("cannot-write", file=other, detail=_why(error)))
        _say(told("salvaged", file=file.name, other=other.name, entries=len(found.sound)))
    return ANSWERED if found.damage is None else REFUSED


def _repaired(key: str, *, look: bool, **facts: object) -> str:
    """What was put right, or what will be where it was only looked at."""
    what = told(key, **facts)
    return told("repairable", what=what) if look else told("repaired", what=what, done=told(f"{key}-done"))


def _database(*, look: bool) -> int:
    prepare(samples=False, update=not look, new=False)
    from heraut.web.backup import examine

    report = examine(repair=not look)
    for key, facts in report.repaired:
        _say(_repaired(key, look=look, **facts))
    for key, facts in report.wrong:
        _say(told("wrong", what=told(key, **facts)))
    settings = environment.tried(environment.given())
    for fault in (*map(str, report.damaged), *settings):
        _say(told("wrong", what=say_wrong(fault, language())))
    if look:
        _say(told("looked"))
    if report.wrong or report.damaged or settings:
        return REFUSED
    _say(told("well", games=report.games, entries=report.entries))
    return ANSWERED


@in_words
def backup(words: list[str]) -> int:
    """Write everything this server holds to one file."""
    parser = CommandParser("backup")
    parser.add_argument("file", type=Path)
    asked = parser.parse_args(words)
    if asked.file.exists():
        return bad_input(told("exists", file=asked.file))
    prepare(samples=False, new=False)
    from heraut.web.backup import write

    try:
        held = write(asked.file)
    except OSError as error:
        return _unwritten(asked.file, error)
    _say(told("backed-up", file=asked.file, games=held.games, entries=held.entries))
    return ANSWERED


@in_words
def restore(words: list[str]) -> int:
    """Take a backup back into an empty server."""
    parser = CommandParser("restore")
    parser.add_argument("file", type=Path)
    asked = parser.parse_args(words)
    try:
        asked.file.open("rb").close()
    except OSError as error:
        return _unread(asked.file, error)
    prepare(samples=False)  # only now: a server is made for what there is
    from heraut.web.backup import BadBackup
    from heraut.web.backup import restore as take_back

    try:
        held = take_back(asked.file)
    except BadBackup as error:
        return bad_input(told(error.key, file=asked.file, detail=_why(error)))
    except OSError as error:
        return _unread(asked.file, error)
    _say(told("restored", games=held.games, entries=held.entries))
    return ANSWERED


@in_words
def import_(words: list[str]) -> int:
    """Take in a game, or what was handed over; nothing is stored unless the whole file is sound."""
    parser = CommandParser("import")
    parser.add_argument("file", type=Path)
    parser.add_argument("--as", dest="name")
    parser.add_argument("--as-is", action="store_true")
    asked = parser.parse_args(words)
    try:
        with asked.file.open("rb") as file:
            if file.read(len(GZIP)) == GZIP:
                return bad_input(told("not-a-game", file=asked.file))
            prepare(samples=False)  # only now: a server is made for what there is
            if zipfile.is_zipfile(file):
                _taken_over(file, judged=not asked.as_is)
            else:
                file.seek(0)  # the look for a ZIP was from the end
                _taken_in(file, asked.name, judged=not asked.as_is)
    except OSError as error:
        return _unread(asked.file, error)
    except JournalError as error:
        return bad_input(f"{asked.file}{colon(language())}{_why(error)}")
    return ANSWERED


def _taken_in(file: IO[bytes], name: str | None, *, judged: bool) -> None:
    """One game: the machine's organiser's, and nobody else's to watch until they say so."""
    from heraut.web.desk import take_in
    from heraut.web.links import first_account

    header = take_in(file, owner=first_account().pk, name=StreamId(name) if name else None, judged=judged)
    _say(f"{header.stream}: {header.title}")


def _taken_over(file: IO[bytes], *, judged: bool) -> None:
    """An event or a weekend handed over: its streams under their own names, its links valid here."""
    from heraut.web.handover import unpack
    from heraut.web.links import first_account

    arrived = unpack(file, first_account(), judged=judged)
    sys.stdout.writelines(f"{stream}\n" for stream in arrived.streams)
    if arrived.left_out:
        sys.stderr.write(f"heraut: {told('left-out', streams=', '.join(arrived.left_out))}\n")


@in_words
def export(words: list[str]) -> int:
    """Write a stream to a file or to standard output. It holds everything, what is still sealed included."""
    parser = CommandParser("export")
    parser.add_argument("stream")
    parser.add_argument("--to", type=Path)
    parser.add_argument("--until", type=entry, metavar="ENTRY")
    parser.add_argument("--with-links", action="store_true")
    parser.add_argument("--moved-to", metavar="ADDRESS")
    asked = parser.parse_args(words)
    if asked.with_links or asked.moved_to:
        return _hand_over(asked)
    from heraut.journal.transfer import export_stream

    whole = b"".join(export_stream(_journal(), StreamId(asked.stream), asked.until))
    if asked.to is None:
        sys.stdout.write(whole.decode())
        return ANSWERED
    try:
        write_private(asked.to, whole)  # what is still sealed stands in it
    except OSError as error:
        return _unwritten(asked.to, error)
    return ANSWERED


def entry(typed: str) -> int:
    """The number of an entry; 0 is before the first."""
    number = whole(typed)
    if number is None or number < 0:
        raise ValueError(typed)
    return number


def _hand_over(asked: Namespace) -> int:
    """What the page « Passer la main » does: the file with the links, then everybody is sent to the other machine."""
    if asked.to is None or asked.until is not None or not asked.with_links:
        return bad_input(told("hand-over-whole"))
    header = _journal().header(StreamId(asked.stream))
    from heraut.web import handover

    address = handover.machine_address(asked.moved_to) if asked.moved_to else ""
    if address is None:
        return bad_input(told("no-address", address=asked.moved_to))
    streams = handover.together(header.stream)
    try:
        with open(asked.to, "xb", opener=for_its_owner) as file:  # whoever has it can sit in every seat
            handover.close(streams)  # only now: a file that cannot be written closes nothing
            file.write(handover.pack(header.title, streams, with_links=True))
    except OSError as error:
        return _unwritten(asked.to, error)
    if address:
        handover.send_away(streams, address)
    return ANSWERED


def _journal() -> Journal:
    """That of this server, which must be there."""
    prepare(samples=False, new=False)
    from heraut.web.desk import journal

    return journal()


def _unread(file: Path, error: OSError) -> int:
    return bad_input(told("cannot-read", file=file, detail=_why(error)))


def _unwritten(file: Path, error: OSError) -> int:
    """A file that is there is nobody's to overwrite: it may be the only copy of something."""
    if isinstance(error, FileExistsError):
        return bad_input(told("exists", file=file))
    return bad_input(told("cannot-write", file=file, detail=_why(error)))


def _why(error: Exception) -> str:
    strerror = error.strerror if isinstance(error, OSError) else None
    return say_wrong(strerror or str(error), language())


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
