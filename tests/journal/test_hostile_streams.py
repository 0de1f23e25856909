"""A file with something changed in it, by somebody who knows how the chain is made, is refused or can be lived with."""

from __future__ import annotations

import json
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from anything import changed
from heraut import catalogue
from heraut.journal.entry import CHAINED, link, seed
from heraut.journal.history import History
from heraut.journal.log import log_of
from heraut.journal.transfer import FirstLine, read_parcel
from heraut.kernel.codec import encode
from heraut.kernel.journal import FORMAT, Entry, JournalError
from heraut.speech.sentences import say_event
from pace import is_late
from shape.play import everybody

GOLDEN = Path(__file__).parents[1] / "golden" / "streams"
STREAMS = sorted(GOLDEN.glob("form-*.jsonl"))
TODAY = [path for path in STREAMS if path.stem.startswith(f"form-{FORMAT}-")]


def forged(path: Path, dice: Random) -> list[bytes]:
    """The beginning of a journal with its settings, a command or the events of one changed, and the chain anew."""
    first, *entries = (json.loads(line) for line in path.read_bytes().splitlines()[: 40 + dice.randrange(40)])
    first["entries"] = len(entries)
    holder, key = dice.choice(
        [(first, "settings"), *((dice.choice(entries), key) for key in ("events", "command") if entries)]
    )
    holder[key] = changed(holder[key], dice)
    head = json.dumps(first).encode()
    return [head, *_chained(msgspec.json.decode(head, type=FirstLine), entries)]


def _chained(header: FirstLine, entries: list[Any]) -> list[bytes]:
    lines, chain = [], seed(header)
    for place, plain in enumerate(entries, start=1):
        entry = msgspec.json.decode(json.dumps({**plain, "chain": ""}), type=Entry)
        chain = link(chain, entry, place)
        lines.append(encode(msgspec.structs.replace(entry, chain=chain if entry.form >= CHAINED else "")))
    return lines


def look_at_all_of_it(history: History) -> None:
    """What the pages of a game ask of it, for everybody."""
    engine, state = history.engine, history.state
    engine.next_tick(state)
    for seat in (None, *everybody(engine, state)):
        encode((engine.view(state, seat), engine.awaits(state, seat)))
        for line in log_of(history, seat):
            assert all(say_event(event, language, {}) for event in line.events for language in ("fr", "en"))
        if seat is not None:
            encode(list(islice(engine.legal(state, seat), 20)))


def try_out(path: Path, tries: int, *, judged: bool) -> None:
    for number in range(tries):
        lines, begun = forged(path, Random(number)), time.process_time()
        try:
            parcel = read_parcel(lines, catalogue.engine, judged=judged)
        except JournalError:
            pass
        else:
            look_at_all_of_it(parcel.history)
        assert not is_late(time.process_time() - begun), (path.stem, number)


@pytest.mark.parametrize("judged", [True, False], ids=["judged", "as it is"])
@pytest.mark.parametrize("path", TODAY, ids=lambda path: path.stem)
def test_a_changed_journal_is_refused_or_every_page_of_it_is_shown(path: Path, judged: bool):
    try_out(path, 8, judged=judged)


@pytest.mark.slow
@pytest.mark.parametrize("judged", [True, False], ids=["judged", "as it is"])
@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_many_changed_journals_of_every_form(path: Path, judged: bool):
    try_out(path, 16, judged=judged)
