"""
The command line: `heraut ask`, `heraut play`, `heraut serve`, `heraut lab`, `heraut clauses`.

Exit codes: 0 answered, 1 refused by the rules, 2 bad input, 3 our fault. Each command is imported when it is
called, so that a question costs little more than starting Python.
"""

import os
import sys
from importlib import import_module

COMMANDS = {
    "ask": "heraut.cli.ask:ask",
    "play": "heraut.cli.play:play",
    "serve": "heraut.web.serve:main",
    "import": "heraut.cli.maintenance:import_",
    "export": "heraut.cli.maintenance:export",
    "backup": "heraut.cli.maintenance:backup",
    "restore": "heraut.cli.maintenance:restore",
    "doctor": "heraut.cli.maintenance:doctor",
    "lab": "heraut.cli.lab:lab",
    "clauses": "heraut.cli.clauses:report",
}
ANSWERED, REFUSED, BAD_INPUT, OUR_FAULT = range(4)


def main() -> None:
    """
    Run a command and end the process with its exit code; what we read and write is UTF-8, whatever the console thinks.

    A line that is no UTF-8 is read all the same, for whoever reads it to say so.
    """
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if stream is not None:
            stream.reconfigure(encoding="utf-8", errors=errors)  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:]))


def run(words: list[str]) -> int:
    """The exit code of a command; whatever goes wrong inside is our fault and says so in one sentence."""
    try:
        return _dispatch(words)
    except BrokenPipeError:
        return ANSWERED
    except KeyboardInterrupt:
        return ANSWERED
    except Exception as error:  # the last door: nothing may leave as a bare traceback
        return _our_fault(error)


def _dispatch(words: list[str]) -> int:
    match words:
        case [name, *rest] if name in COMMANDS:
            module, _, function = COMMANDS[name].partition(":")
            code: int = getattr(import_module(module), function)(rest)
            return code
        case ["--version"]:
            from heraut import __version__

            print(f"heraut {__version__}")
            return ANSWERED
        case [] | ["--help"] | ["-h"] | ["help"]:
            from heraut.speech.arguments import usage

            print(usage("heraut"), end="")
            return ANSWERED if words else BAD_INPUT
        case _:
            return wrong(f"there is no command “{words[0]}”: `heraut --help` lists them")


def bad_input(sentence: str) -> int:
    """One sentence on standard error, and exit code 2."""
    print(f"heraut: {sentence}", file=sys.stderr)
    return BAD_INPUT


def wrong(sentence: str | Exception) -> int:
    """The same for what `[faults]` says in the terminal's language."""
    from heraut.speech.faults import say_wrong
    from heraut.speech.sentences import terminal_language

    return bad_input(say_wrong(sentence, terminal_language()))


def _our_fault(error: Exception) -> int:
    import traceback

    if os.environ.get("HERAUT_DEBUG"):
        traceback.print_exc()
    where = traceback.extract_tb(error.__traceback__)[-1]
    print(
        f"heraut: this is our fault, not yours: {type(error).__name__} in {where.name} (line {where.lineno} of "
        f"{os.path.basename(where.filename)}). Nothing accepted is lost. HERAUT_DEBUG=1 shows more for a report.",
        file=sys.stderr,
    )
    return OUR_FAULT
