"""
`heraut play ENGINE`: commands in, events or refusals out, one line each; on a terminal, a prompt.

A line is answered once its command is safe. Whoever was not answered sends it again: under the same `command_id` it
counts once, without one it counts each time. A line that cannot be read is told with its number, and the game goes on.
"""

from __future__ import annotations

import cmd
import sys
import warnings
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from heraut import catalogue
from heraut.cli import ANSWERED, BAD_INPUT, REFUSED, bad_input, wrong
from heraut.cli.command_schema import commands_of, describe, example, type_name
from heraut.journal.desk import Desk
from heraut.journal.stores import FileJournal, MemoryJournal
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, decode, encode, to_plain, with_decimals
from heraut.kernel.engine import AnyEngine
from heraut.kernel.journal import Header, Journal, JournalError, NoSuchStream, StreamExists
from heraut.kernel.message import Command
from heraut.kernel.names import OFFICIALS, ORGANISER, CommandId, Instant, Seat, SenderId, StreamId
from heraut.kernel.refusal import Reason, Refusal
from heraut.kernel.text import to_line
from heraut.library.game import Game, read_settings, sample
from heraut.library.questions import Refused, accepted
from heraut.speech.arguments import CommandParser
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import phrases, say_awaited, say_command, say_event, say_reason, say_refusal
from heraut.speech.sentences import terminal_language as language

SENDER = SenderId("cli")
MOST_LEGAL = 100
"""How many legal commands are listed: there may be no end of them."""
MOST_SHOWN = 20
"""The same at a prompt."""
ASKS = ("awaits", "help", "legal", "log", "quit", "undo", "view")
SPECTATOR = "spectator"
_ID = "command_id"


def play(words: list[str]) -> int:
    """Play a game from standard input, or at a prompt."""
    options = _options().parse_args(words)
    if options.engine not in catalogue.ENGINES:
        return wrong(f"there is no engine “{options.engine}”: there are {', '.join(catalogue.ENGINES)}")
    if options.schema:
        for described in describe(catalogue.engine(options.engine)):
            _say(described)
        return ANSWERED
    lines = _numbered(sys.stdin)
    try:
        with warnings.catch_warnings(record=True) as notices:
            warnings.simplefilter("always", DeprecationWarning)
            game = _opened(options, lines)
    except Refused as refused:
        _say({"refused": refused.refusal})
        return REFUSED
    except Malformed as error:
        return bad_input(_told("position" if options.start else "settings", what=say_wrong(error, language())))
    except JournalError as error:
        return wrong(error)
    except OSError as error:
        return wrong(f"cannot read {error.filename}: {error.strerror}")
    for notice in notices:
        sys.stderr.write(f"heraut: {notice.message}\n")
    if sys.stdin.isatty():
        Prompt(game, options.engine).cmdloop()
        return ANSWERED
    return _Lines(game, options.view, each=options.each).play(lines)


def _options() -> CommandParser:
    parser = CommandParser("play", engines=", ".join(catalogue.ENGINES))
    parser.add_argument("engine")
    parser.add_argument("--settings")
    parser.add_argument("--from", dest="start", metavar="FILE")
    parser.add_argument("--schema", action="store_true")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--keep", type=Path, metavar="FILE.jsonl")
    parser.add_argument("--view", action="append", default=[], metavar="SEAT")
    parser.add_argument("--each", action="store_true")
    return parser


def _opened(options: Namespace, lines: Iterator[tuple[int, str]]) -> Game:
    """The game that was asked for: at a position, going on from a file, or begun under settings."""
    if options.start:
        if options.keep is not None:
            raise Malformed("a game from a position cannot be kept: give --from or --keep")
        return Game.at(options.engine, options.start, seed=options.seed)
    engine = catalogue.engine(options.engine)
    journal, stream = _journal(options.keep)
    desk = Desk(journal)
    begun = _begun(journal, stream)
    if begun is not None and begun.engine != engine.id:
        raise JournalError(f"{stream} is a game of {begun.engine}: say heraut play {begun.engine}")
    if begun is None:
        settings = _settings(engine, options.settings, lines)
        with suppress(StreamExists):  # another process has just begun it: both play on
            accepted(desk.open(stream=stream, engine=engine.id, title="", settings=settings, at=Instant(0)))
    desk.history(stream)  # a damaged file is told before anything is read from the input
    return Game(journal, stream, desk=desk, seed=options.seed, sender=SENDER)


def _journal(kept: Path | None) -> tuple[Journal, StreamId]:
    """Where the game is kept: in memory, or in a file it goes on from next time."""
    if kept is None:
        return MemoryJournal(), StreamId("game")
    if kept.suffix != ".jsonl":
        raise JournalError(f"cannot keep the game in {kept}: give a file name that ends in .jsonl")
    return FileJournal(kept.parent), StreamId(kept.stem)


def _begun(journal: Journal, game: StreamId) -> Header | None:
    try:
        return journal.header(game)
    except NoSuchStream:
        return None


def _settings(engine: AnyEngine, given: str | None, lines: Iterator[tuple[int, str]]) -> Any:
    if given is None and sys.stdin.isatty():
        return read_settings(engine, sample(engine.id), {})
    if given is None:
        _, first = next(lines, (1, "{}"))
        plain = decode(first, dict[str, Any])
        if strange := next((key for key in plain if key != "settings"), None):
            raise Malformed(f"Object contains unknown field `{strange}`")
        return read_settings(engine, plain.get("settings", {}), {})
    return read_settings(engine, Path(given[1:]).read_bytes() if given.startswith("@") else given, {})


class _Lines:
    """A game played line by line; each line is answered by one, or asks for one itself."""

    def __init__(self, game: Game, viewers: list[str], *, each: bool) -> None:
        self._game = game
        self._viewers = viewers
        self._each = each

    def play(self, lines: Iterator[tuple[int, str]]) -> int:
        code = ANSWERED
        if drawn := self._game.draw():
            _say({"drawn": drawn, "awaits": self._game.awaits})
        for number, line in lines:
            try:
                code = max(code, self._answer(line))
            except Malformed as error:
                told = _told("line", number=number, what=say_wrong(error, language()) + self._list(error))
                code = bad_input(told)
                _say({"malformed": told, "line": number})
        return code if self._each else max(code, self._views())

    def _answer(self, line: str) -> int:
        if asked(self._game, line):
            return ANSWERED
        command, command_id, notices = self._read(line)
        outcome = self._game.submit(command, command_id)
        if isinstance(outcome, Refusal):
            _say({"refused": outcome})
            return REFUSED
        repeated = {"repeated": True} if outcome.repeated else {}
        noticed = {"notices": notices} if notices else {}
        _say({"events": outcome.events, **repeated, **noticed, "awaits": self._game.awaits})
        return self._views() if self._each else ANSWERED

    def _views(self) -> int:
        code = ANSWERED
        for viewer in self._viewers:
            try:
                _say({"view": viewer, "of": self._game.view(None if viewer == SPECTATOR else viewer)})
            except Malformed as error:
                told = _told("no-view", viewer=viewer, what=say_wrong(error, language()))
                code = bad_input(told)
                _say({"malformed": told})
        return code

    def _read(self, line: str) -> tuple[Command, CommandId | None, tuple[Reason, ...]]:
        """A command as JSON or in its one-line text form, its id, if it was given one, and what is noticed about it."""
        named: object = None
        said: Any = line
        if _ID in line and line.startswith("{"):
            said = decode(line, dict[str, Any])
            named = said.pop(_ID, None)
        elif _ID in line:
            said, _, named = line.rpartition(f" {_ID}=")
        command, notices = self._game.read_command(said)
        return command, None if named is None else CommandId(str(named)), notices

    def _list(self, error: Malformed) -> str:
        """The commands there are, to somebody who named none of them."""
        known = ", ".join((*self._game.commands, "Undo"))
        return " " + _told("commands", known=known) if str(error).endswith("at `$.type`") else ""


def asked(game: Game, line: str) -> bool:
    """Answer a line that asks instead of playing: `view [SEAT]`, `awaits`, `legal SEAT`; whether it did."""
    match line.split():
        case ["view"] | ["view", "spectator"]:
            _say({"view": SPECTATOR, "of": game.view()})
        case ["view", seat]:
            _say({"view": seat, "of": game.view(seat)})
        case ["awaits"]:
            _say({"awaits": game.awaits})
        case ["legal", seat]:
            _say({"legal": tuple(islice(game.legal(Seat(seat)), MOST_LEGAL))})
        case _:
            return False
    return True


def _numbered(lines: Any) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; `#` begins a remark."""
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _say(value: Mapping[str, object]) -> None:
    sys.stdout.write(encode(with_decimals(value)).decode() + "\n")
    sys.stdout.flush()  # an answer in a buffer is none


def _told(key: str, **facts: object) -> str:
    """A sentence of the game on a terminal."""
    return phrases(language())["play"][key].format_map(facts)


class Prompt(cmd.Cmd):
    """A game at a prompt: sentences instead of JSON, who is awaited after each; Tab completes what it can."""

    def __init__(self, game: Game, engine: str, **streams: Any) -> None:
        super().__init__(**streams)
        self._game = game
        self._kinds = {kind.__name__: kind for kind in commands_of(game.engine)}
        self.prompt = _told("prompt")
        self.intro = _told("hello", engine=_told(engine))

    def preloop(self) -> None:
        """Say who is awaited before anything is typed."""
        self._game.draw()
        self._tell(self.intro)
        self.intro = None
        self._awaited()

    def default(self, line: str) -> None:
        """A command of the engine."""
        try:
            command, notices = self._game.read_command(line)
            events = self._game.play(command)
        except Refused as refused:
            self._tell(say_refusal(refused.refusal, language(), self._names()))
        except Malformed as error:
            self._tell(say_wrong(error, language()))
            self._describe(line.split(maxsplit=1)[0])
        else:
            for notice in notices:
                self._tell(say_reason(notice, language()))
            self._happened(events)

    def emptyline(self) -> bool:
        """An empty line does nothing, and never the last thing again."""
        return False

    def do_quit(self, words: str) -> bool:
        """End."""
        return self._alone("quit", words)

    do_EOF = do_quit  # noqa: N815  # what `cmd` calls at the end of the input

    def do_awaits(self, words: str) -> None:
        """Who is awaited."""
        if self._alone("awaits", words):
            self._awaited()

    def do_view(self, seat: str) -> None:
        """What a seat sees, or a spectator."""
        try:
            view = self._game.view(None if seat.strip() in ("", SPECTATOR) else seat.strip())
        except Malformed as error:
            self._tell(say_wrong(error, language()))
            return
        for key, value in to_plain(view).items():
            self._tell(f"{key}: {value}")

    def do_legal(self, seat: str) -> None:
        """What a seat may try."""
        try:
            legal = self._game.legal(seat.strip())
        except Malformed as error:
            self._tell(say_wrong(error, language()))
            return
        for command in islice(legal, MOST_SHOWN):
            self._tell(to_line(command))

    def do_log(self, words: str) -> None:
        """What has been played and counts, with the numbers `undo` takes."""
        if self._alone("log", words):
            for deed in self._game.history.live():
                for event in deed.events:
                    self._tell(f"{deed.sequence}. {say_event(event, language(), self._names())}")

    def do_undo(self, words: str) -> None:
        """Take back the last command, or the entry that is named."""
        number = whole(words) if words.strip() else None
        if number is None and words.strip():
            self._tell(_told("no-line", typed=words.strip()))
            return
        try:
            self._happened(self._game.undo(number))
        except Refused as refused:
            self._tell(say_refusal(refused.refusal, language(), self._names()))

    def do_help(self, name: str) -> None:
        """All commands, or the fields of one."""
        if name.strip():
            self._describe(name.strip())
        else:
            self._tell(_told("help", commands=", ".join(self._kinds)))

    def _alone(self, name: str, words: str) -> bool:
        """Whether it was typed as it must be, without anything after it; said if it was not."""
        if words.strip():
            self._tell(_told("alone", name=name, typed=words.strip()))
        return not words.strip()

    def completenames(self, text: str, *_ignored: Any) -> list[str]:
        """Names of commands, whatever their case."""
        return [name for name in (*self._kinds, *ASKS) if name.lower().startswith(text.lower())]

    def completedefault(self, text: str, line: str, begin: int, _end: int) -> list[str]:
        """After a command its fields; after `seat=` the seats."""
        kind = self._kinds.get(line.split(maxsplit=1)[0])
        before = line[:begin]
        if before.endswith("seat=") or before.split()[-1:] in (["legal"], ["view"]):
            return [seat for seat in (*self._game.seats, "organiser", "referee") if seat.startswith(text)]
        if kind is None:
            return []
        return [f"{name}=" for name in kind.__struct_fields__ if name.startswith(text) and f" {name}=" not in line]

    complete_legal = complete_view = completedefault

    def complete_help(self, text: str, *_ignored: Any) -> list[str]:
        """Names of commands."""
        return self.completenames(text)

    def _describe(self, name: str) -> None:
        kind = self._kinds.get(name)
        if kind is None:
            self._tell(_told("unknown", name=name))
            return
        self._tell(_told("fields", name=name, say=say_command(kind, language()), example=to_line(example(kind))))
        self._tell_fields(kind)

    def _tell_fields(self, kind: type[Command]) -> None:
        for field in msgspec.structs.fields(kind):
            self._tell(
                f"  {field.encode_name}{'' if field.required else '?'}: {type_name(inspect.type_info(field.type))}"
            )

    def _happened(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self._tell(say_event(event, language(), self._names()))
        self._awaited()

    def _awaited(self) -> None:
        names, awaited = self._names(), self._game.awaits
        for one in awaited:
            self._tell(_told("awaited", what=say_awaited(one, language(), names), seat=one.seat))
        if not awaited:
            self._tell(_told("over"))

    def _names(self) -> Mapping[str, str]:
        """What everybody is called; officials, and a game master, who has the organiser's seat, in our language."""
        words, names = phrases(language())["words"], self._game.names
        officials = {str(seat): words[f"seat-{seat}"] for seat in OFFICIALS}
        return {**officials, **names, **({ORGANISER: words["seat-game-master"]} if ORGANISER in names else {})}

    def _tell(self, sentence: str | None) -> None:
        self.stdout.write(f"{sentence}\n")


assert ANSWERED < REFUSED < BAD_INPUT  # the worst that happened is the exit code
