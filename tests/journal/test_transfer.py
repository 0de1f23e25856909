from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from auction import engine
from auction.build import ANA, BEN, settings
from auction.engine import PlaceBid
from heraut.journal import Desk, FileJournal, MemoryJournal, export_stream, import_stream, take_over
from heraut.journal.upcast import Upcaster, upcast
from heraut.kernel import ORGANISER, ActorId, AnyEngine, CommandId, Instant, StreamId
from heraut.kernel.journal import FORMAT, Damaged, Header, Journal, StreamExists, Undo
from journal.suite import header

SALE = StreamId("sale")
GOLDEN = Path(__file__).parents[1] / "golden" / "streams"


def engines(id: str) -> AnyEngine:
    return {"auction": engine}[id]


def played(journal: Journal) -> Desk:
    desk = Desk(journal, engines)
    desk.open(stream=SALE, engine="auction", title="Vente de printemps", settings=settings(), at=Instant(10))
    for number, command in enumerate((PlaceBid(ANA, 3), PlaceBid(BEN, 4), PlaceBid(ANA, 1))):
        desk.submit(SALE, command, command_id=CommandId(f"c{number}"), actor=ActorId("a"), at=Instant(11 + number))
    desk.undo(SALE, Undo(ORGANISER, 3), command_id=CommandId("u"), actor=ActorId("o"), at=Instant(20))
    return desk


def exported() -> list[bytes]:
    journal = MemoryJournal()
    played(journal)
    return list(export_stream(journal, SALE))


def test_a_stream_moves_to_another_journal_and_is_the_same(tmp_path: Path):
    journal = MemoryJournal()
    here = played(journal)
    other = FileJournal(tmp_path)

    moved = import_stream(other, export_stream(journal, SALE), engines)

    there = Desk(other, engines)
    assert there.state(moved.stream) == here.state(SALE)
    assert there.log(moved.stream, ANA) == here.log(SALE, ANA)
    assert list(export_stream(other, SALE)) == exported()


def test_the_first_line_fixes_the_rules_and_the_settings():
    first = msgspec.json.decode(exported()[0])

    assert (first["engine"], first["rules"], first["entries"]) == ("auction", "auction/1", 4)
    assert first["settings"] == {"bidders": {"ana": "Ana", "ben": "Ben"}, "lots": ["helm", "sword"], "purse": 10}


def test_a_stream_may_take_another_name():
    journal = MemoryJournal()
    import_stream(journal, exported(), engines)

    assert import_stream(journal, exported(), engines, StreamId("copy")).stream == "copy"
    with pytest.raises(StreamExists):
        import_stream(journal, exported(), engines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "empty"),
        (exported()[:3], "stops after entry 2 of 4"),
        ([*exported()[:2], exported()[2][:40]], "line 3 cannot be read"),
        ([exported()[0], *exported()[2:]], "line 2: entry 2 stands where entry 1 should"),
        ([exported()[0].replace(b"auction", b"jousting", 1), *exported()[1:]], "no engine jousting"),
        ([exported()[0].replace(b'"heraut":1', b'"heraut":99'), *exported()[1:]], "newer than this Héraut"),
        ([line.replace(b"BidPlaced", b"BidPlucked") for line in exported()], "entry 1 of sale cannot be read"),
        ([exported()[0].replace(b'["helm","sword"]', b"[]"), *exported()[1:]], "refused by the rules"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place_and_nothing_is_stored(lines: list[bytes], message: str):
    journal = MemoryJournal()

    with pytest.raises(Damaged, match=message):
        import_stream(journal, lines, engines)
    assert list(journal.headers()) == []


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.name)
def test_a_stream_of_every_released_form_still_reads(path: Path):
    journal = MemoryJournal()

    with path.open("rb") as file:
        moved = import_stream(journal, file, engines)

    assert Desk(journal, engines).view(moved.stream, None).sold == (("helm", BEN),)


def test_there_is_a_golden_stream_of_this_form():
    assert (GOLDEN / f"form-{FORMAT}.jsonl").read_bytes() == b"".join(exported())


def test_an_upcaster_changes_what_was_written_before_it_and_nothing_else():
    def rename(message: dict[str, object]) -> dict[str, object]:
        return {"type": "BidPlaced", "seat": message["seat"], "amount": message["stake"]}

    steps = (Upcaster("auction", "BidPlaced", until=2, change=rename),)
    old = msgspec.Raw(b'[{"type":"BidPlaced","seat":"ana","stake":3},{"type":"BidDefaulted","seat":"ben"}]')
    written = replace_form(1)

    assert msgspec.json.decode(upcast(old, written, steps)) == [
        {"type": "BidPlaced", "seat": "ana", "amount": 3},
        {"type": "BidDefaulted", "seat": "ben"},
    ]
    assert upcast(old, replace_form(2), steps) == bytes(old)
    assert upcast(old, written, (replace(steps[0], engine="campaign"),)) == bytes(old)


def replace_form(form: int) -> Header:
    return msgspec.structs.replace(header(), heraut=form)


def later(desk: Desk) -> None:
    """Something happens after the stream was handed over."""
    desk.submit(SALE, PlaceBid(ANA, 2), command_id=CommandId("later"), actor=ActorId("a"), at=Instant(30))


def test_a_stream_is_taken_over_under_its_own_name_and_comes_back_with_what_happened_since():
    first, second = MemoryJournal(), MemoryJournal()
    played(first)

    take_over(second, export_stream(first, SALE), engines)
    later(Desk(second, engines))
    take_over(first, export_stream(second, SALE), engines)

    assert list(export_stream(first, SALE)) == list(export_stream(second, SALE))
    assert len(list(first.read(SALE))) == 5


def test_a_journal_where_the_stream_went_on_otherwise_keeps_its_own():
    first, second = MemoryJournal(), MemoryJournal()
    desk = played(first)
    take_over(second, export_stream(first, SALE), engines)
    later(desk)
    other = Desk(second, engines)
    other.submit(SALE, PlaceBid(BEN, 1), command_id=CommandId("x"), actor=ActorId("b"), at=Instant(31))
    kept = list(export_stream(first, SALE))

    with pytest.raises(StreamExists, match="has gone on here too"):
        take_over(first, export_stream(second, SALE), engines)

    assert list(export_stream(first, SALE)) == kept


def test_what_is_ahead_is_not_taken_back_by_an_older_file():
    first, second = MemoryJournal(), MemoryJournal()
    desk = played(first)
    old = list(export_stream(first, SALE))
    later(desk)

    with pytest.raises(StreamExists):
        take_over(first, old, engines)
    with pytest.raises(Damaged):
        take_over(second, old[:-1], engines)
    assert list(second.headers()) == []
