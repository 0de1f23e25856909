from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from auction import engine
from auction.build import ANA, BEN, settings
from auction.engine import PlaceBid
from heraut.journal import transfer
from heraut.journal.desk import Accepted, Desk
from heraut.journal.entry import Upcaster, numbered, seed, upcast
from heraut.journal.stores import FileJournal, MemoryJournal
from heraut.journal.transfer import export_stream, import_stream, read_parcel
from heraut.kernel.codec import encode
from heraut.kernel.engine import AnyEngine
from heraut.kernel.journal import FORMAT, Damaged, Entry, Header, Journal, StreamExists, Undo
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Instant, SenderId, StreamId
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


def forged(*changes: tuple[int, bytes, bytes]) -> list[bytes]:
    """The file with entries changed by somebody who knows how the chain is made."""
    first, *lines = exported()
    for entry, old, new in changes:
        assert old in lines[entry - 1]
        lines[entry - 1] = lines[entry - 1].replace(old, new)
    header = msgspec.json.decode(first, type=Header)
    chained: list[Entry] = []
    for line in lines:
        entry = msgspec.json.decode(line, type=Entry)
        chained.append(numbered(chained[-1].chain if chained else seed(header), entry, entry.sequence))
    return [first, *(encode(entry) + b"\n" for entry in chained)]


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
        ([exported()[0].replace(b'"heraut":%d' % FORMAT, b'"heraut":99'), *exported()[1:]], "newer than this Héraut"),
        (
            [line.replace(b'"form":%d' % FORMAT, b'"form":%d' % (FORMAT + 1)) for line in exported()],
            "newer than this Héraut",
        ),
        (forged((2, b"BidPlaced", b"BidPlucked")), "entry 2 of sale cannot be read"),
        (
            [*exported()[:2], exported()[2].replace(b'"amount":4', b'"amount":5'), *exported()[3:]],
            "entry 2 of sale is not what was stored",
        ),
        (
            forged((1, b'"amount":3', b'"amount":99')),
            r"entry 1 of sale is not what the rules give \(auction-too-much\)",
        ),
        (forged((2, b'"price":4', b'"price":0')), r"entry 2 of sale is not what the rules give \(other events\)"),
        (forged((3, b'"type":"BidPlaced"', b'"type":"LotSold","lot":"x","price":1')), "entry 3 of sale cannot follow"),
        (forged((4, b'"entry":3', b'"entry":1')), r"entry 4 of sale is not what the rules give \(undo-blocked\)"),
        (forged((4, b'"entry":3', b'"entry":77')), "entry 4 of sale cannot follow"),
        (forged((2, b'"form":%d' % FORMAT, b'"form":1')), "line 3: the form of entry 2 is older than the last"),
        (forged((2, b'"c1"', b'"c0"')), "line 3: the id of entry 2 is another's"),
        (forged((1, b'"actor":"a"', b'"actor":"a\\t"')), "line 2: an id or a name is not one of ours"),
        ([exported()[0], exported()[1].replace(b'"at":11', b'"at":99999999999999')], "line 2 cannot be read"),
        ([exported()[0].replace(b'"sale"', b'"x y/<b>"'), *exported()[1:]], "line 1 cannot be read"),
        ([exported()[0], b"[" * 100_000], "line 2 cannot be read"),
        ([exported()[0].replace(b'["helm","sword"]', b"[]"), *exported()[1:]], "refused by the rules"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place_and_nothing_is_stored(lines: list[bytes], message: str):
    journal = MemoryJournal()

    with pytest.raises(Damaged, match=message):
        import_stream(journal, lines, engines)
    assert list(journal.headers()) == []


def test_a_forged_file_is_taken_in_by_whoever_answers_for_it():
    journal = MemoryJournal()

    import_stream(journal, forged((2, b'"price":4', b'"price":0')), engines, judged=False)

    assert Desk(journal, engines).view(SALE, None).purses[BEN] == 10


def test_a_file_is_not_read_beyond_what_a_line_may_hold():
    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert 0 < size <= transfer.MOST_LINE + 1
            return b"x" * size

    with pytest.raises(Damaged, match="too large"):
        import_stream(MemoryJournal(), Endless(), engines)


def test_a_file_has_no_more_entries_than_a_stream(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(transfer, "MOST_ENTRIES", 3)

    with pytest.raises(Damaged, match="too large"):
        import_stream(MemoryJournal(), exported(), engines)


def test_a_file_of_form_1_gets_its_chain_and_goes_on_in_todays_form():
    journal = MemoryJournal()
    import_stream(journal, (GOLDEN / "form-1.jsonl").read_bytes().splitlines(keepends=True), engines)
    desk = Desk(journal, engines)
    later(desk)
    out = list(export_stream(journal, SALE))

    assert [(entry.form, entry.sender) for entry in journal.read(SALE)] == [(1, "")] * 4 + [(FORMAT, "local")]
    assert msgspec.json.decode(out[0])["heraut"] == FORMAT
    again = MemoryJournal()
    import_stream(again, out, engines)
    assert list(export_stream(again, SALE)) == out
    assert Desk(again, engines).view(SALE, ANA) == desk.view(SALE, ANA)


def test_a_command_stored_before_senders_were_still_counts_once():
    journal = MemoryJournal()
    import_stream(journal, (GOLDEN / "form-1.jsonl").read_bytes().splitlines(keepends=True), engines)
    sent = {"command_id": CommandId("c1"), "actor": ActorId("ben"), "at": Instant(99)}
    outcome = Desk(journal, engines).submit(SALE, PlaceBid(BEN, 4), sender=SenderId("link:7"), **sent)  # type: ignore[arg-type]

    assert isinstance(outcome, Accepted)
    assert (outcome.sequence, outcome.repeated) == (2, True)


def test_the_sound_beginning_of_a_stream_can_be_exported_alone():
    journal = MemoryJournal()
    played(journal)
    again = MemoryJournal()

    import_stream(again, export_stream(journal, SALE, until=2), engines)

    assert [entry.chain for entry in again.read(SALE)] == [entry.chain for entry in journal.read(SALE)][:2]


def test_an_upcaster_changes_what_was_written_before_it_and_nothing_else():
    def rename(message: dict[str, object], first: Header) -> dict[str, object]:
        most = msgspec.json.decode(first.settings)["purse"]
        return {"type": "BidPlaced", "seat": message["seat"], "amount": message["stake"], "most": most}

    steps = (Upcaster("auction", "BidPlaced", until=2, change=rename),)
    old = msgspec.Raw(b'[{"type":"BidPlaced","seat":"ana","stake":3},{"type":"BidDefaulted","seat":"ben"}]')
    first = msgspec.structs.replace(header(), settings=msgspec.Raw(b'{"purse":7}'))

    assert msgspec.json.decode(upcast(old, 1, first, steps)) == [
        {"type": "BidPlaced", "seat": "ana", "amount": 3, "most": 7},
        {"type": "BidDefaulted", "seat": "ben"},
    ]
    assert upcast(old, 2, first, steps) == bytes(old)
    assert upcast(old, 1, first, (replace(steps[0], engine="campaign"),)) == bytes(old)


def later(desk: Desk) -> None:
    """Something happens after the stream was handed over."""
    desk.submit(SALE, PlaceBid(ANA, 2), command_id=CommandId("later"), actor=ActorId("a"), at=Instant(30))


def test_a_stream_is_taken_over_under_its_own_name_and_comes_back_with_what_happened_since():
    first, second = MemoryJournal(), MemoryJournal()
    played(first)

    read_parcel(export_stream(first, SALE), engines).take_over(second)
    later(Desk(second, engines))
    read_parcel(export_stream(second, SALE), engines).take_over(first)

    assert list(export_stream(first, SALE)) == list(export_stream(second, SALE))
    assert len(list(first.read(SALE))) == 5


def test_a_journal_where_the_stream_went_on_otherwise_keeps_its_own():
    first, second = MemoryJournal(), MemoryJournal()
    desk = played(first)
    read_parcel(export_stream(first, SALE), engines).take_over(second)
    later(desk)
    other = Desk(second, engines)
    other.submit(SALE, PlaceBid(BEN, 1), command_id=CommandId("x"), actor=ActorId("b"), at=Instant(31))
    kept = list(export_stream(first, SALE))

    with pytest.raises(StreamExists, match="has gone on here too"):
        read_parcel(export_stream(second, SALE), engines).take_over(first)

    assert list(export_stream(first, SALE)) == kept


def test_what_is_ahead_is_not_taken_back_by_an_older_file():
    first, second = MemoryJournal(), MemoryJournal()
    desk = played(first)
    old = list(export_stream(first, SALE))
    later(desk)

    with pytest.raises(StreamExists):
        read_parcel(old, engines).take_over(first)
    with pytest.raises(Damaged):
        read_parcel(old[:-1], engines).take_over(second)
    assert list(second.headers()) == []
