"""`heraut ask NAME '{json}'`: one question, one JSON object."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from heraut import catalogue
from heraut.cli import ANSWERED, REFUSED, bad_input, wrong
from heraut.kernel.codec import Malformed, encode, with_decimals
from heraut.kernel.refusal import Refusal


def ask(words: list[str]) -> int:
    """Answer, and the exit code."""
    match words:
        case ["--list"] if sys.stdout.isatty():
            return _index()
        case ["--list"] | ["--list", "--json"] | ["--json", "--list"]:
            return _list(catalogue.QUESTIONS)
        case ["--help" | "-h"]:
            from heraut.speech.arguments import usage

            print(usage("ask"), end="")
            return ANSWERED
        case [name, *_] if name not in catalogue.QUESTIONS:
            return wrong(f"there is no question “{name}”{_nearest(name)}: `heraut ask --list` names them")
        case [name, "--schema"]:
            return _list((name,))
        case [name, "-"]:
            return _answer(name, sys.stdin.buffer.read())
        case [name, data]:
            return _answer(name, data)
        case _:
            return wrong("heraut ask takes a name and one JSON object, as in: heraut ask dice.pool '{\"dice\": 8, …}'")


def _answer(name: str, data: bytes | str) -> int:
    try:
        outcome = catalogue.question(name).ask(data)
    except Malformed as error:
        from heraut.speech.faults import say_wrong
        from heraut.speech.sentences import terminal_language
        from heraut.speech.typography import colon

        language = terminal_language()
        shown = say_wrong(f"`heraut ask {name} --schema` shows the fields", language)
        return bad_input(f"{name}{colon(language)}{say_wrong(error, language)} {shown}")
    refused = isinstance(outcome, Refusal)
    told = {"refused": outcome} if isinstance(outcome, Refusal) else outcome.told()
    sys.stdout.write(encode(with_decimals(told)).decode() + "\n")
    return REFUSED if refused else ANSWERED


def _list(names: Iterable[str]) -> int:
    from heraut.ask.schema import described

    for name in names:
        sys.stdout.write(encode(described(catalogue.question(name))).decode() + "\n")
    return ANSWERED


def _index() -> int:
    """A line for each question, under its subject: its name and what it tells, in the terminal's language."""
    from heraut.speech.sentences import phrases, terminal_language

    said = phrases(terminal_language())
    width, subject = max(map(len, catalogue.QUESTIONS)), ""
    for name in catalogue.QUESTIONS:
        if name.partition(".")[0] != subject:
            sys.stdout.write("\n" if subject else "")
            subject = name.partition(".")[0]
            sys.stdout.write(f"{_capital(said['words'][subject])}\n")
        sys.stdout.write(f"  {name:<{width}}  {said['questions'][name]}\n")
    sys.stdout.write("\nheraut ask NAME --schema\n")
    return ANSWERED


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, catalogue.QUESTIONS, n=1)
    return f" (did you mean “{near[0]}”?)" if near else ""
