"""`heraut import` and `heraut export`: a stream of this server as one file."""

from __future__ import annotations

import argparse
import sys
import zipfile
from pathlib import Path
from typing import IO

from heraut.journal.transfer import export_stream
from heraut.kernel.journal import Header, Journal, JournalError
from heraut.kernel.names import StreamId
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import say_care, terminal_language
from heraut.web.data_folder import NoData, for_its_owner, write_private
from heraut.web.serve import BAD_INPUT, DONE, CannotServe, prepare


def import_main(words: list[str]) -> int:
    """Take in a stream; nothing is stored unless the whole file is sound."""
    parser = argparse.ArgumentParser(prog="heraut import", description="Take in an event or a game from a file.")
    parser.add_argument("file", type=Path, help="a .jsonl file of one game, or a .heraut file handed over")
    parser.add_argument("--as", dest="name", help="another name, when there is a stream of that name already")
    parser.add_argument("--as-is", action="store_true", help="do not judge it by today's rules: you know who wrote it")
    asked = parser.parse_args(words)
    try:
        _journal()
        with asked.file.open("rb") as lines:
            if zipfile.is_zipfile(lines):
                return _taken_over(lines, judged=not asked.as_is)
            lines.seek(0)  # the look for a ZIP was from the end
            header = _taken_in(lines, asked.name, judged=not asked.as_is)
    except OSError as error:
        return _bad(say_care("cannot-read", file=asked.file, detail=_why(error)))
    except (CannotServe, NoData) as error:
        return _bad(_why(error))
    except JournalError as error:
        return _bad(f"{asked.file}: {_why(error)}")
    sys.stdout.write(f"{header.stream}: {header.title}\n")
    return DONE


def _taken_in(file: IO[bytes], name: str | None, *, judged: bool) -> Header:
    """One game: the machine's organiser's, and nobody else's to watch until they say so."""
    from heraut.web import desk, links  # noqa: PLC0415

    return desk.take_in(
        file, owner=links.first_account().pk, name=StreamId(name) if name else None, judged=judged
    )


def _taken_over(file: IO[bytes], *, judged: bool) -> int:
    """An event or a weekend handed over: its streams under their own names, its links valid here."""
    from heraut.web import handover, links  # noqa: PLC0415

    arrived = handover.unpack(file, links.first_account(), judged=judged)
    sys.stdout.write("".join(f"{stream}\n" for stream in arrived.streams))
    if arrived.left_out:
        sys.stderr.write(f"heraut: {say_care('left-out', streams=', '.join(arrived.left_out))}\n")
    return DONE


def export_main(words: list[str]) -> int:
    """Write a stream to a file or to standard output. It holds everything, what is still sealed included."""
    parser = argparse.ArgumentParser(prog="heraut export", description="Write an event or a game as one file.")
    parser.add_argument("stream", help="its name: the end of its page's address")
    parser.add_argument("--to", type=Path, help="the file to write (standard output, by default)")
    parser.add_argument("--until", type=entry, metavar="ENTRY", help="stop after this entry: what follows is damaged")
    parser.add_argument(
        "--with-links", action="store_true", help="hand it over with its links; nothing more is stored here from now on"
    )
    parser.add_argument("--moved-to", metavar="ADDRESS", help="with --with-links: where its links lead from now on")
    asked = parser.parse_args(words)
    if asked.with_links or asked.moved_to:
        return _hand_over(asked)
    try:
        whole = b"".join(export_stream(_journal(new=False), StreamId(asked.stream), asked.until))
        if asked.to:
            write_private(asked.to, whole)  # what is still sealed stands in it
    except OSError as error:
        return _unwritten(asked.to, error)
    except (JournalError, CannotServe, NoData) as error:
        return _bad(_why(error))
    if not asked.to:
        sys.stdout.write(whole.decode())
    return DONE


def entry(typed: str) -> int:
    """The number of an entry; 0 is before the first."""
    number = int(typed)
    if number < 0:
        raise ValueError(typed)
    return number


def _hand_over(asked: argparse.Namespace) -> int:
    """What the page « Passer la main » does: the file with the links, then everybody is sent to the other machine."""
    if asked.to is None or asked.until is not None or not asked.with_links:
        return _bad(say_care("hand-over-whole"))
    try:
        journal = _journal(new=False)
        from heraut.web import handover  # noqa: PLC0415
        from heraut.web.rooms import room  # noqa: PLC0415
        from heraut.web.views.handover import close, machine_address, send_away  # noqa: PLC0415

        header = journal.header(StreamId(asked.stream))
        address = machine_address(asked.moved_to) if asked.moved_to else ""
        if address is None:
            return _bad(say_care("no-address", address=asked.moved_to))
        streams = (header.stream, *room(header.engine).companions(header.stream))
        with open(asked.to, "xb", opener=for_its_owner) as file:  # whoever has it can sit in every seat
            close(streams)  # only now: a file that cannot be written closes nothing
            file.write(handover.pack(header.title, streams, with_links=True))
        if address:
            send_away(streams, address)
    except OSError as error:
        return _unwritten(asked.to, error)
    except (JournalError, CannotServe, NoData) as error:
        return _bad(_why(error))
    return DONE


def _journal(*, new: bool = True) -> Journal:
    prepare(samples=False, new=new)
    from heraut.web.desk import journal  # noqa: PLC0415

    return journal()


def _bad(sentence: str) -> int:
    sys.stderr.write(f"heraut: {sentence}\n")
    return BAD_INPUT


def _unwritten(file: Path, error: OSError) -> int:
    """A file that is there is nobody's to overwrite: it may be the only copy of something."""
    taken = isinstance(error, FileExistsError)
    return _bad(say_care("exists", file=file) if taken else say_care("cannot-write", file=file, detail=_why(error)))


def _why(error: Exception) -> str:
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return say_wrong(told, terminal_language())
