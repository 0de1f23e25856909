"""A game at a prompt: sentences instead of JSON, Tab completes commands, fields and seats."""

from __future__ import annotations

import cmd
from itertools import islice
from typing import Any

from heraut.cli import ANSWERED
from heraut.cli.care import language
from heraut.cli.command_schema import commands_of, example, type_name
from heraut.kernel import Command, Malformed
from heraut.kernel.text import to_line
from heraut.library.game import Game
from heraut.library.refused import Refused
from heraut.speech import say_awaited, say_command, say_event, say_reason, say_refusal, say_wrong
from heraut.speech.sentences import phrases

MOST_LEGAL = 20
ASKS = ("awaits", "help", "legal", "quit", "undo", "view")


def converse(game: Game, engine: str) -> int:
    """Play until the game or the people end."""
    Prompt(game, engine).cmdloop()
    return ANSWERED


class Prompt(cmd.Cmd):
    """One line read, one thing done, who is awaited said."""

    def __init__(self, game: Game, engine: str, **streams: Any) -> None:
        super().__init__(**streams)
        self._game = game
        self._kinds = {kind.__name__: kind for kind in commands_of(game.engine)}
        self.prompt = self._told("prompt")
        self.intro = self._told("hello", engine=self._told(engine))

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
            self._tell(say_refusal(refused.refusal, language(), self._game.names))
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

    def do_quit(self, _words: str) -> bool:
        """End."""
        return True

    do_EOF = do_quit  # noqa: N815  # what `cmd` calls at the end of the input

    def do_awaits(self, _words: str) -> None:
        """Who is awaited."""
        self._awaited()

    def do_view(self, seat: str) -> None:
        """What a seat sees, or a spectator."""
        from heraut.kernel import to_plain

        try:
            view = self._game.view(seat.strip() or None)
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
        for command in islice(legal, MOST_LEGAL):
            self._tell(to_line(command))

    def do_undo(self, _words: str) -> None:
        """Take back the last command."""
        try:
            self._happened(self._game.undo())
        except Refused as refused:
            self._tell(say_refusal(refused.refusal, language(), self._game.names))

    def do_help(self, name: str) -> None:
        """All commands, or the fields of one."""
        if name.strip():
            self._describe(name.strip())
        else:
            self._tell(self._told("help", commands=", ".join(self._kinds)))

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
            self._tell(self._told("unknown", name=name))
            return
        self._tell(self._told("fields", name=name, say=say_command(kind, language()), example=to_line(example(kind))))
        self._tell_fields(kind)

    def _tell_fields(self, kind: type[Command]) -> None:
        from msgspec import inspect
        from msgspec.structs import fields

        for field in fields(kind):
            self._tell(
                f"  {field.encode_name}{'' if field.required else '?'}: {type_name(inspect.type_info(field.type))}"
            )

    def _happened(self, events: tuple[Any, ...]) -> None:
        for event in events:
            self._tell(say_event(event, language(), self._game.names))
        self._awaited()

    def _awaited(self) -> None:
        names = self._game.names
        awaited = self._game.awaits
        for one in awaited:
            self._tell(self._told("awaited", what=say_awaited(one, language(), names), seat=one.seat))
        if not awaited:
            self._tell(self._told("over"))

    def _told(self, key: str, **facts: object) -> str:
        return phrases(language())["play"][key].format_map(facts)

    def _tell(self, sentence: str | None) -> None:
        self.stdout.write(f"{sentence}\n")
