"""
`heraut play ENGINE`: commands in, events or refusals out, one line each.

A line is answered once its command is safe. Whoever was not answered sends it again: under the same `command_id` it
counts once, without one it counts each time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, get_args

from heraut import catalogue
from heraut.cli import ANSWERED, REFUSED, bad_input
from heraut.journal import Accepted, Desk, FileJournal, MemoryJournal
from heraut.kernel import (
    FATE,
    ORGANISER,
    ActorId,
    AnyEngine,
    Command,
    CommandId,
    Instant,
    Malformed,
    Refusal,
    Roll,
    Seat,
    SenderId,
    StreamId,
    decode,
    encode,
    from_plain,
)
from heraut.kernel.journal import Header, Journal, JournalError, NoSuchStream, StreamExists, Undo
from heraut.kernel.text import from_line
from heraut.speech import say_wrong

SENDER = SenderId("cli")
_ID = "command_id"


def play(words: list[str]) -> int:
    """Play a whole game from standard input."""
    options = _options().parse_args(words)
    if options.engine not in catalogue.ENGINES:
        return bad_input(
            f"there is no engine “{options.engine}”: there are {', '.join(catalogue.ENGINES) or 'none yet'}"
        )
    engine = catalogue.engine(options.engine)
    lines = _numbered(sys.stdin)
    try:
        journal, game = _journal(options.keep)
        table = _Table(engine, journal, game, Random(options.seed) if options.seed is not None else None)
        refused = None if table.goes_on else table.open(_settings(engine, options.settings, lines))
        if refused is not None:
            _say({"refused": refused})
            return REFUSED
        return table.play(lines, options.view)
    except Malformed as error:
        return bad_input(f"settings: {say_wrong(error, 'en')}")
    except JournalError as error:
        return bad_input(str(error))
    except OSError as error:
        return bad_input(f"settings: cannot read {error.filename}: {error.strerror}")


def _journal(kept: Path | None) -> tuple[Journal, StreamId]:
    """Where the game is kept: in memory, or in a file it goes on from next time."""
    if kept is None:
        return MemoryJournal(), StreamId("game")
    if kept.suffix != ".jsonl":
        raise JournalError(f"cannot keep the game in {kept}: give a file name that ends in .jsonl")
    return FileJournal(kept.parent), StreamId(kept.stem)


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="heraut play", description="Play a game from standard input.")
    parser.add_argument("engine", help="tournament, match, campaign or skirmish")
    parser.add_argument("--settings", help='JSON, or @FILE; without it the first line is {"settings": {…}}')
    parser.add_argument("--seed", type=int, help="draw the dice of FATE from this seed instead of waiting for Roll")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE.jsonl", help="keep the game in this file, or go on with the one it holds"
    )
    parser.add_argument(
        "--view", action="append", default=[], help="print what a seat (or “spectator”) sees at the end"
    )
    return parser


def _begun(journal: Journal, game: StreamId) -> Header | None:
    try:
        return journal.header(game)
    except NoSuchStream:
        return None


class _Table:
    """One game on its journal."""

    def __init__(self, engine: AnyEngine, journal: Journal, game: StreamId, dice: Random | None) -> None:
        self.desk = Desk(journal, lambda _: engine)
        self._engine = engine
        self._game = game
        self._dice = dice
        begun = _begun(journal, game)
        self.goes_on = begun is not None
        if begun is not None and begun.engine != engine.id:
            raise JournalError(f"{game} is a game of {begun.engine}: say heraut play {begun.engine}")
        if self.goes_on:
            self.desk.history(game)  # a damaged file is told before anything is read from the input

    def open(self, settings: Any) -> Refusal | None:
        at = Instant(0)
        try:
            opened = self.desk.open(stream=self._game, engine=self._engine.id, title="", settings=settings, at=at)
        except StreamExists:  # another process has just begun it: both play on
            return None
        return opened if isinstance(opened, Refusal) else None

    def play(self, lines: Iterator[tuple[int, str]], viewers: list[str]) -> int:
        code = ANSWERED
        for number, line in lines:
            try:
                outcome = self._submit(*self._read(line))
            except Malformed as error:
                return bad_input(f"line {number}: {say_wrong(error, 'en')}{self._list(error)}")
            if isinstance(outcome, Refusal):
                code = REFUSED
                _say({"refused": outcome})
            else:
                _say({"events": outcome.events, **({"repeated": True} if outcome.repeated else {})})
        for viewer in viewers:
            seat = None if viewer == "spectator" else Seat(viewer)
            _say({"view": viewer, "of": self.desk.view(self._game, seat)})
        return code

    def _read(self, line: str) -> tuple[Command, CommandId | None]:
        """A command as JSON or in its one-line text form, and its id, if it was given one."""
        kind = self._engine.commands | Undo
        if _ID not in line:
            return (decode(line, kind) if line.startswith("{") else from_line(line, kind)), None
        if not line.startswith("{"):
            text, _, named = line.rpartition(f" {_ID}=")
            return from_line(text, kind), CommandId(named)
        plain = decode(line, dict[str, Any])
        named = plain.pop(_ID, None)
        return from_plain(plain, kind), None if named is None else CommandId(str(named))

    def _list(self, error: Malformed) -> str:
        """The commands there are, to somebody who named none of them."""
        known = ", ".join(kind.__name__ for kind in (*get_args(self._engine.commands), Undo))
        return f" The commands are {known}." if str(error).endswith("at `$.type`") else ""

    def _submit(self, command: Command, command_id: CommandId | None) -> Accepted | Refusal:
        outcome = self._send(command, command_id)
        while isinstance(outcome, Accepted) and self._dice is not None and (roll := self._drawn()) is not None:
            drawn = self._send(roll)
            if isinstance(drawn, Refusal):
                return drawn
            outcome = replace(outcome, events=outcome.events + drawn.events)
        return outcome

    def _drawn(self) -> Roll | None:
        """The dice that are due now, if any, drawn from the seed."""
        assert self._dice is not None
        due = (
            awaited.chance
            for awaited in self.desk.awaits(self._game, ORGANISER)
            if awaited.seat == FATE and awaited.chance
        )
        chance = next(due, None)
        return None if chance is None else Roll(faces=chance.draw(self._dice.randrange))

    def _send(self, command: Command, command_id: CommandId | None = None) -> Accepted | Refusal:
        sent: Any = {"command_id": command_id, "sender": SENDER, "actor": ActorId("play"), "at": _time(command)}
        if isinstance(command, Undo):
            return self.desk.undo(self._game, command, **sent)
        return self.desk.submit(self._game, command, **sent)


def _time(command: Command) -> Instant:
    """On the command line a script chooses its own time; elsewhere the shell does."""
    at: Instant = getattr(command, "at", Instant(0))
    return at


def _settings(engine: AnyEngine, given: str | None, lines: Iterator[tuple[int, str]]) -> Any:
    if given is None:
        _, first = next(lines, (1, "{}"))
        given = encode(decode(first, dict[str, Any]).get("settings", {})).decode()
    text = Path(given[1:]).read_text(encoding="utf-8") if given.startswith("@") else given
    return decode(text, engine.settings)


def _numbered(lines: Any) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; `#` begins a remark."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _say(value: object) -> None:
    sys.stdout.write(encode(value).decode() + "\n")
    sys.stdout.flush()  # an answer in a buffer is none
