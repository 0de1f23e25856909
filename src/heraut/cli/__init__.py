"""
The command line: `heraut ask`, `heraut play`, `heraut serve`, `heraut clauses`.

Exit codes: 0 answered, 1 refused by the rules, 2 bad input, 3 our fault. Each command is imported when it is
called, so that a question costs little more than starting Python.
"""

import gc
import os
import sys
from importlib import import_module
from types import ModuleType

USAGE = """heraut runs organised tabletop play.

  heraut ask NAME '{json}'     answer one question about the rules or the odds
  heraut ask --list            all questions, with the schema of their input and output
  heraut play ENGINE           read commands from standard input, one per line; write events or refusals
  heraut serve                 start the server for laptop, phones and screens
  heraut import FILE           take in an event or a game from another machine
  heraut export STREAM         write an event or a game as one file
  heraut clauses               the clauses of the rules: tested, exempt, missing

heraut COMMAND --help says more.
"""

ANSWERED, REFUSED, BAD_INPUT, OUR_FAULT = range(4)


def main() -> None:
    """Run a command and end the process with its exit code."""
    words = sys.argv[1:]
    if words[:1] != ["ask"]:
        sys.exit(run(words))
    _travel_light()
    code = run(words)
    sys.stdout.flush()
    os._exit(code)  # one answer and gone: taking the interpreter down in order costs more than the answer


def _travel_light() -> None:
    """
    Leave at home what others load and an answer does not need: a fifth of its time.

    msgspec takes three names from typing_extensions that typing has as well, and textwrap for schemas nobody asks for;
    dataclasses has inspect write the docstrings that ours bring along; uuid asks platform for a name the system gives.
    """
    sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    for name in ("inspect", "textwrap", "platform"):
        sys.modules[name] = _Later(name)
    if hasattr(os, "uname"):
        sys.modules["platform"].system = lambda: os.uname().sysname  # type: ignore[attr-defined]


class _Later(ModuleType):
    """Stands for a module until somebody wants something of it."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


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
        case ["ask", *rest]:
            gc.disable()  # a question ends before there is anything worth collecting
            from heraut.cli.ask import ask as command
        case ["play", *rest]:
            from heraut.cli.play import play as command
        case ["serve", *rest]:
            from heraut.cli.serve import serve as command
        case ["import", *rest]:
            from heraut.cli.serve import import_file as command
        case ["export", *rest]:
            from heraut.cli.serve import export_file as command
        case ["clauses", *rest]:
            from heraut.cli.clauses import report as command
        case ["--version"]:
            from heraut import __version__

            print(f"heraut {__version__}")
            return ANSWERED
        case [] | ["--help"] | ["-h"] | ["help"]:
            print(USAGE, end="")
            return ANSWERED if words else BAD_INPUT
        case [unknown, *_]:
            return bad_input(f"there is no command “{unknown}”: `heraut --help` lists them")
    return command(rest)


def bad_input(sentence: str) -> int:
    """One sentence on standard error, and exit code 2."""
    print(f"heraut: {sentence}", file=sys.stderr)
    return BAD_INPUT


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
