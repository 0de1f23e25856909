"""
Journals of every released form, of every engine: each replays for ever to the views it had when it was kept.

`form-N-NAME.jsonl` is the journal, `form-N-NAME.views.json` what each seat sees, half way through and at the end; a
game under a later edition of its rules is `form-N-edition-M-NAME.jsonl`.
`HERAUT_GOLDEN=write` writes the journals of today's form anew, and the views of all; the difference is reviewed like
code. A journal of an older form is never written again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heraut import catalogue
from heraut.journal.desk import Desk
from heraut.journal.entry import link, raw, seed
from heraut.journal.history import History
from heraut.journal.stores import MemoryJournal
from heraut.journal.transfer import FirstLine, _judged_from, _parse, export_stream, import_stream, read_parcel
from heraut.kernel.codec import decode, encode, to_plain
from heraut.kernel.journal import FORMAT, Damaged, Undo
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Instant, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import edition_of
from shape.games import GAMES, Game
from shape.play import everybody, random_game

GOLDEN = Path(__file__).parents[1] / "golden" / "streams"
WRITE = os.environ.get("HERAUT_GOLDEN") == "write"
NOON = 1_700_000_000
STREAMS = sorted(GOLDEN.glob("form-*.jsonl"))


def today(game: Game) -> Path:
    edition = edition_of(game.engine.rules)
    return GOLDEN / f"form-{FORMAT}-{f'edition-{edition}-' if edition > 1 else ''}{game.id}.jsonl"


def written(game: Game) -> bytes:
    """A whole game played at random, its last command taken back and the taking back undone."""
    journal, stream = MemoryJournal(), StreamId(game.id)
    desk = Desk(journal)
    desk.open(
        stream=stream, engine=game.engine_id, title=game.id, settings=decode(game.settings, game.engine.settings),
        at=Instant(NOON),
    )  # fmt: skip
    for number, step in enumerate(random_game(game, seed=1), start=1):
        at = getattr(step.command, "at", Instant(NOON + number))
        sent: Any = {"command_id": CommandId(f"c{number}"), "actor": ActorId(step.command.seat), "at": at}
        assert not isinstance(desk.submit(stream, step.command, sender=SenderId("link:1"), **sent), Refusal)
    for _twice in range(2):
        last = desk.history(stream).sequence
        sent = {"command_id": CommandId(f"u{last}"), "actor": ActorId("organiser"), "at": Instant(NOON + last)}
        desk.undo(stream, Undo(ORGANISER, last), sender=SenderId("account:1"), **sent)
    return b"".join(export_stream(journal, stream))


def views(path: Path) -> dict[str, Any]:
    """What everybody sees half way through the journal and at its end."""
    journal = MemoryJournal()
    with path.open("rb") as file:
        header = import_stream(journal, file, catalogue.engine, judged=False)
    entries = list(journal.read(header.stream))
    history = History(catalogue.engine(header.engine), header)
    seen = {}
    for upto in (len(entries) // 2, len(entries)):
        history.take(entries[history.sequence : upto])
        for seat in (None, *everybody(history.engine, history.state)):
            seen[f"{upto} {seat or 'spectator'}"] = to_plain(history.engine.view(history.state, seat))
    plain: dict[str, Any] = json.loads(json.dumps(seen))
    return plain


def still(then: Any, now: Any, place: str = "") -> list[str]:
    """Where what was seen then is not seen now; a view may have gained fields since."""
    if isinstance(then, dict) and isinstance(now, dict):
        gone = [f"{place}.{key}" for key in then if key not in now]
        return gone + [
            fault for key in then.keys() & now.keys() for fault in still(then[key], now[key], f"{place}.{key}")
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [fault for number, pair in enumerate(zip(then, now, strict=True))
                for fault in still(*pair, f"{place}[{number}]")]  # fmt: skip
    return [] if then == now else [f"{place}: {then!r} is now {now!r}"]


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_what_is_taken_in_is_judged_from_the_form_on_that_todays_rules_give(path: Path):
    lines = path.read_bytes().splitlines(keepends=True)

    assert len(read_parcel(lines, catalogue.engine).entries) == len(lines) - 1


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_a_lie_in_what_is_judged_is_found_and_passes_in_what_is_not(path: Path):
    """Every event of the last entry with any is left out; the chain is made anew, as a forger would."""
    header, entries = _parse(path.read_bytes().splitlines(keepends=True))
    engine = catalogue.engine(header.engine)
    place = max(
        at for at, entry in enumerate(entries) if bytes(entry.events) != b"[]" and b"Undo" not in bytes(entry.command)
    )
    kept = [*entries[:place], msgspec.structs.replace(entries[place], events=raw([]), chain="")]
    forged = [encode(FirstLine(**{**msgspec.structs.asdict(header), "entries": len(kept)}))]
    chain = seed(header)
    for at, entry in enumerate(kept, start=1):
        chain = link(chain, entry, at)
        forged.append(encode(msgspec.structs.replace(entry, chain=chain)))

    if entries[place].form < _judged_from(header, engine):
        assert len(read_parcel(forged, catalogue.engine).entries) == len(kept)
    else:
        with pytest.raises(Damaged, match=f"entry {place + 1} of .* is not what the rules give"):
            read_parcel(forged, catalogue.engine)


@pytest.mark.skipif(not WRITE, reason="only when they are to be written")
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_write_the_golden_journals_of_this_form(game: Game):
    today(game).write_bytes(written(game))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_there_is_a_golden_journal_of_this_form_for_every_kind_of_game(game: Game):
    assert today(game).exists()


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_a_journal_of_every_released_form_replays_to_the_same_views(path: Path):
    kept = path.with_suffix(".views.json")
    if WRITE:
        lines = [f"{json.dumps(key)}: {json.dumps(view, ensure_ascii=False)}" for key, view in views(path).items()]
        kept.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    assert still(json.loads(kept.read_text(encoding="utf-8")), views(path)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_written_today_stands_up_to_the_rules_of_today(game: Game):
    lines = written(game).splitlines(keepends=True)

    header = import_stream(MemoryJournal(), lines, catalogue.engine)

    assert header.heraut == FORMAT
