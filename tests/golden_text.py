"""
Golden playthroughs: commands, events, refusals and each viewer's view at each step, as text.

`HERAUT_GOLDEN=write pytest` writes the files anew; the difference is then reviewed like code.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from heraut.kernel.codec import decode, encode, to_plain
from heraut.kernel.engine import AnyEngine, evolve_all
from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.kernel.text import from_line, to_line

FOLDER = Path(__file__).parent / "golden"


def playthrough(engine: AnyEngine, settings: Any, commands: Iterable[Command], viewers: Iterable[Seat | None]) -> str:
    """The text of a game: every message also goes through JSON and its one-line form and must come back the same."""
    state = engine.start(settings, engine.rules)
    assert not isinstance(state, Refusal), state
    watched = tuple(viewers)
    lines = [f"# {engine.id} {encode(settings).decode()}", *_views(engine, state, watched)]
    for command in commands:
        assert from_line(to_line(command), engine.commands) == command
        lines.append(f"> {to_line(command)}")
        outcome = engine.decide(state, command)
        if isinstance(outcome, Refusal):
            lines.append(f"  refused {encode(outcome).decode()}")
            continue
        for event in outcome:
            assert decode(encode(event), engine.events) == event
            assert from_line(to_line(event), engine.events) == event
            lines.append(f"  {to_line(event)}")
        state = evolve_all(engine, state, outcome)
        lines += _views(engine, state, watched)
    return "\n".join(lines) + "\n"


def _views(engine: AnyEngine, state: Any, viewers: tuple[Seat | None, ...]) -> list[str]:
    return [f"  view {viewer or 'spectator'}: {_plain(engine.view(state, viewer))}" for viewer in viewers]


def _plain(view: object) -> str:
    return encode(to_plain(view)).decode()


def check_golden(name: str, text: str) -> None:
    """Compare with the file, or write it when asked to."""
    path = FOLDER / name
    if os.environ.get("HERAUT_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
