"""The test suite every journal store is held to: `class TestMemory(JournalSuite)` gives its `journal` fixture."""

from __future__ import annotations

import msgspec
import pytest

from heraut.journal.entry import numbered, seed
from heraut.kernel.journal import FORMAT, Behind, Damaged, Draft, Entry, Header, Journal, NoSuchStream, StreamExists
from heraut.kernel.names import ActorId, CommandId, EngineId, Instant, RulesVersion, SenderId, StreamId
from journal.chain import verified

SPRING = StreamId("spring")


def header(stream: str = "spring", created: int = 1) -> Header:
    return Header(
        stream=StreamId(stream),
        engine=EngineId("auction"),
        rules=RulesVersion("auction/1"),
        title="Vente de printemps",
        settings=msgspec.Raw(b'{"bidders":{},"lots":[]}'),
        created=Instant(created),
    )


def draft(command_id: str, note: str = "é", sender: str = "link:1") -> Draft:
    return Draft(
        command_id=CommandId(command_id),
        sender=SenderId(sender),
        actor=ActorId("ana"),
        at=Instant(5),
        command=msgspec.Raw(f'{{"type":"Note","text":"{note}"}}'.encode()),
        events=msgspec.Raw(b"[]"),
        form=FORMAT,
    )


def append(journal: Journal, stream: StreamId, one: Draft, *, expected: int, next_tick: Instant | None = None) -> Entry:
    [entry] = journal.extend(stream, (one,), expected=expected, next_tick=next_tick)
    return entry


def chain_of(drafts: list[Draft]) -> list[Entry]:
    """The drafts as the entries of a stream."""
    entries: list[Entry] = []
    for draft in drafts:
        before = entries[-1].chain if entries else seed(header())
        entries.append(numbered(before, draft, len(entries) + 1))
    return entries


class JournalSuite:
    @pytest.fixture
    def stream(self, journal: Journal) -> StreamId:
        journal.create(header())
        return SPRING

    def test_a_stream_keeps_its_first_line(self, journal: Journal) -> None:
        journal.create(header())

        assert journal.header(SPRING) == header()

    def test_a_stream_is_created_once(self, journal: Journal, stream: StreamId) -> None:
        with pytest.raises(StreamExists):
            journal.create(header())

    def test_streams_are_listed_oldest_first(self, journal: Journal) -> None:
        for name, created in (("b", 1), ("a", 2)):
            journal.create(header(name, created))

        assert [found.stream for found in journal.headers()] == ["b", "a"]

    def test_an_unknown_stream_is_said_to_be_unknown(self, journal: Journal) -> None:
        for ask in (journal.header, lambda name: list(journal.read(name))):
            with pytest.raises(NoSuchStream):
                ask(StreamId("nowhere"))
        with pytest.raises(NoSuchStream):
            append(journal, StreamId("nowhere"), draft("x"), expected=0)

    def test_an_appended_entry_reads_back_whole(self, journal: Journal, stream: StreamId) -> None:
        entry = append(journal, stream, draft("one"), expected=0)

        assert entry.sequence == 1
        assert [_plain(found) for found in journal.read(stream)] == [_plain(entry)]

    def test_reading_starts_after_a_sequence(self, journal: Journal, stream: StreamId) -> None:
        for number in range(4):
            append(journal, stream, draft(str(number)), expected=number)

        assert [entry.command_id for entry in journal.read(stream, 2)] == ["2", "3"]
        assert list(journal.read(stream, 4)) == []

    def test_several_are_appended_at_once_and_read_back_as_if_one_by_one(
        self, journal: Journal, stream: StreamId
    ) -> None:
        drafts = [draft("one"), draft("two"), draft("three")]
        first, *later = journal.extend(stream, drafts, expected=0)
        append(journal, stream, draft("four"), expected=3)

        assert [_plain(entry) for entry in (first, *later)] == [_plain(entry) for entry in chain_of(drafts)]
        stored = list(verified(journal.header(stream), journal.read(stream)))
        assert [entry.command_id for entry in stored] == ["one", "two", "three", "four"]

    @pytest.mark.parametrize(
        ("ids", "expected"),
        [(["two", "one"], 1), (["two", "three"], 0), (["two", "three"], 2), (["two", "three", "two"], 1)],
    )
    def test_of_several_all_are_stored_or_none(
        self, journal: Journal, stream: StreamId, ids: list[str], expected: int
    ) -> None:
        append(journal, stream, draft("one"), expected=0)

        with pytest.raises(Behind):
            journal.extend(stream, [draft(each) for each in ids], expected=expected)
        assert [entry.command_id for entry in journal.read(stream)] == ["one"]

    @pytest.mark.parametrize("expected", [0, 1, 2])
    def test_a_stream_holds_an_id_of_a_sender_once(self, journal: Journal, stream: StreamId, expected: int) -> None:
        append(journal, stream, draft("one"), expected=0)
        append(journal, stream, draft("two"), expected=1)

        with pytest.raises(Behind):
            append(journal, stream, draft("one", note="another"), expected=expected)
        assert [entry.command_id for entry in journal.read(stream)] == ["one", "two"]

    def test_ids_of_different_senders_never_meet(self, journal: Journal, stream: StreamId) -> None:
        append(journal, stream, draft("clock-1", sender="link:1"), expected=0)
        append(journal, stream, draft("clock-1", sender="server:clock"), expected=1)

        assert [entry.sender for entry in journal.read(stream)] == ["link:1", "server:clock"]

    def test_a_stream_begins_with_entries_whole_or_not_at_all(self, journal: Journal) -> None:
        entries = chain_of([draft("one"), draft("two"), draft("three")])
        journal.create(header(), entries)

        assert [_plain(entry) for entry in journal.read(SPRING)] == [_plain(entry) for entry in entries]
        with pytest.raises(StreamExists):
            journal.create(header(), entries[:1])
        assert len(list(journal.read(SPRING))) == 3

    def test_entries_are_chained_and_a_changed_one_is_named(self, journal: Journal, stream: StreamId) -> None:
        for number in range(3):
            append(journal, stream, draft(str(number)), expected=number)
        stored = list(verified(journal.header(stream), journal.read(stream)))
        changed = msgspec.structs.replace(stored[1], at=Instant(6))

        assert len({entry.chain for entry in stored}) == 3
        with pytest.raises(Damaged, match="entry 2 of spring is not what was stored") as told:
            list(verified(header(), [stored[0], changed, stored[2]]))
        assert told.value.entry == 2
        with pytest.raises(Damaged, match="has entry 3 where entry 2 should be"):
            list(verified(header(), [stored[0], stored[2]]))

    @pytest.mark.parametrize("expected", [0, 2])
    def test_appending_at_the_wrong_place_stores_nothing(
        self, journal: Journal, stream: StreamId, expected: int
    ) -> None:
        append(journal, stream, draft("one"), expected=0)

        with pytest.raises(Behind):
            append(journal, stream, draft("two"), expected=expected)
        assert [entry.command_id for entry in journal.read(stream)] == ["one"]

    def test_streams_do_not_mix(self, journal: Journal, stream: StreamId) -> None:
        journal.create(header("autumn", created=2))
        append(journal, stream, draft("one"), expected=0)
        append(journal, StreamId("autumn"), draft("one"), expected=0)

        assert [entry.sequence for entry in journal.read(StreamId("autumn"))] == [1]


def _plain(entry: Entry) -> tuple[object, ...]:
    return (
        entry.sequence, entry.sender, entry.command_id, entry.actor, entry.at, bytes(entry.command),
        bytes(entry.events), entry.form, entry.chain,
    )  # fmt: skip
