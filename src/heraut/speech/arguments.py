"""
What a command of the command line takes, and what is wrong with what was typed after it, in the terminal's language.

`argparse` speaks English alone. Its own few words stand in `[argparse]` of `speech/*/usage.toml`; what it finds wrong
is told like any parser's (`faults`). `[arguments]` says what a command is for, keyed by the command, and what it takes,
keyed `COMMAND.NAME`, or by the name alone where several commands take the same.
"""

from __future__ import annotations

import sys
from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from heraut.speech.faults import say_wrong
from heraut.speech.sentences import phrases, terminal_language
from heraut.speech.typography import colon

BAD_INPUT = 2


def usage(key: str) -> str:
    """How a command is used, or a group of them: `[usage]`."""
    return phrases(terminal_language())["usage"][key].format()


class CommandParser(ArgumentParser):
    """Reads the words after `heraut COMMAND`; `facts` are what its sentences quote."""

    def __init__(self, command: str, **facts: str) -> None:
        self._command, self._facts = command, facts
        super().__init__(
            prog=f"heraut {command}", description=self._about(command), formatter_class=_HelpFormatter, add_help=False,
            epilog=self._about(f"{command}:more", "no-more"),
        )  # fmt: skip
        self.add_argument("-h", "--help", action="help")

    def add_argument(self, *names: str, **more: Any) -> Action:
        """As `argparse` does, with the sentence that says what it is for."""
        name = names[-1].removeprefix("--")
        usual = name if name in names else name.upper()
        shown = {"metavar": _own(more.get("metavar", usual))} if more.get("action") in (None, "append") else {}
        return super().add_argument(*names, help=self._about(f"{self._command}.{name}", name), **{**more, **shown})

    def error(self, message: str) -> NoReturn:
        """What is wrong with what was typed, and how it is typed right."""
        language = terminal_language()
        self.print_usage(sys.stderr)
        self.exit(BAD_INPUT, f"{self.prog}{colon(language)}{say_wrong(message, language)}\n")

    def _about(self, *keys: str) -> str:
        """What `[arguments]` says under the first of these keys that it has."""
        told = phrases(terminal_language())["arguments"]
        return next(told[key] for key in keys if key in told).format_map(self._facts)


class _HelpFormatter(RawDescriptionHelpFormatter):
    """Lays the help out under headings of ours."""

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, prefix or f"{_own('usage:')} ")

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and _own(f"{heading}:").removesuffix(":"))


def _own(text: str) -> str:
    """A word of argparse's own, or what it shows for a value, such as FILE."""
    return phrases(terminal_language())["argparse"][text]
