"""`heraut doctor`, `heraut backup`, `heraut restore`: looking after what is stored."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from heraut.cli import ANSWERED, REFUSED, bad_input
from heraut.kernel.journal import JournalError
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import say_care as told
from heraut.speech.sentences import terminal_language as language

SUFFIX = ".jsonl"


def doctor(words: list[str]) -> int:
    """Say what is wrong, and put right what can be."""
    parser = argparse.ArgumentParser(prog="heraut doctor", description="Say what is wrong, repair what can be.")
    parser.add_argument("file", nargs="?", type=Path, help="a .jsonl file; without one, this server's database")
    parser.add_argument("--look", action="store_true", help="change nothing")
    parser.add_argument("--salvage", type=Path, metavar="OTHER.jsonl", help="write the sound beginning of FILE here")
    asked = parser.parse_args(words)
    if asked.file is not None:
        return _file(asked.file, asked.salvage, look=asked.look)
    return _database(look=asked.look)


def _file(file: Path, other: Path | None, *, look: bool) -> int:
    from heraut.journal import doctor as files

    if file.suffix != SUFFIX:
        return bad_input(told("not-a-game", file=file))
    try:
        file.open("rb").close()
        found = files.examine(file)
        if found.half_line and not look:
            files.drop_half_line(file)
    except JournalError as error:
        return bad_input(say_wrong(error, language()))
    except OSError as error:
        return bad_input(told("cannot-read", file=file, detail=_why(error)))
    if found.half_line:
        _say(told("repaired", what=told("half-line", file=file.name)))
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
            files.salvage(found, other)
        except OSError as error:
            return bad_input(told("cannot-write", file=other, detail=_why(error)))
        _say(told("salvaged", file=file.name, other=other.name, entries=len(found.sound)))
    return ANSWERED if found.damage is None else REFUSED


def _database(*, look: bool) -> int:
    if why := _unopened(update=not look, new=False):
        return bad_input(why)
    from heraut.web.doctor import examine

    report = examine(repair=not look)
    for key, facts in report.repaired:
        _say(told("repaired", what=told(key, **facts)))
    for key, facts in report.wrong:
        _say(told("wrong", what=told(key, **facts)))
    for damage in report.damaged:
        _say(told("wrong", what=say_wrong(damage, language())))
    if look:
        _say(told("looked"))
    if report.wrong or report.damaged:
        return REFUSED
    _say(told("well", games=report.games, entries=report.entries))
    return ANSWERED


def backup(words: list[str]) -> int:
    """Write everything this server holds to one file."""
    parser = argparse.ArgumentParser(prog="heraut backup", description="Write all this server holds to one file.")
    parser.add_argument("file", type=Path, help="the file to write, such as heraut-backup.gz; the server may run on")
    asked = parser.parse_args(words)
    if asked.file.exists():
        return bad_input(told("exists", file=asked.file))
    try:
        if why := _unopened(new=False):
            return bad_input(why)
        from heraut.web.backup import write

        held = write(asked.file)
    except OSError as error:
        return bad_input(told("cannot-write", file=asked.file, detail=_why(error)))
    _say(told("backed-up", file=asked.file, games=held.games, entries=held.entries))
    return ANSWERED


def restore(words: list[str]) -> int:
    """Take a backup back into an empty server."""
    parser = argparse.ArgumentParser(prog="heraut restore", description="Take a backup back into an empty server.")
    parser.add_argument("file", type=Path, help="a file written by heraut backup")
    asked = parser.parse_args(words)
    if why := _unopened():
        return bad_input(why)
    from heraut.web.backup import BadBackup
    from heraut.web.backup import restore as take_back

    try:
        held = take_back(asked.file)
    except BadBackup as error:
        return bad_input(told(error.key, file=asked.file, detail=error))
    except OSError as error:
        return bad_input(told("cannot-read", file=asked.file, detail=_why(error)))
    _say(told("restored", games=held.games, entries=held.entries))
    return ANSWERED


def _unopened(*, update: bool = True, new: bool = True) -> str | None:
    """Open this server's database, or make a new one; the sentence that says why it cannot be."""
    from heraut.web.data_folder import NoData
    from heraut.web.serve import CannotServe, prepare

    try:
        prepare(samples=False, update=update, new=new)
    except (CannotServe, NoData) as error:
        return say_wrong(error, language())
    return None


def _why(error: OSError) -> str:
    return say_wrong(error.strerror or str(error), language())


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
