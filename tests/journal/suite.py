"""The test suite every journal store is held to: `class TestMemory(JournalSuite)` gives its `journal` fixture."""

from __future__ import annotations

import msgspec
import pytest

from heraut.kernel import ActorId, CommandId, EngineId, Instant, RulesVersion, StreamId
from heraut.kernel.journal import Behind, Draft, Entry, Header, Journal, NoSuchStream, StreamExists

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


def draft(command_id: str, note: str = "é") -> Draft:
    return Draft(
        command_id=CommandId(command_id),
        actor=ActorId("ana"),
        at=Instant(5),
        command=msgspec.Raw(f'{{"type":"Note","text":"{note}"}}'.encode()),
        events=msgspec.Raw(b"[]"),
    )


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
        for ask in (journal.header, lambda name: list(journal.read(name)), lambda name: journal.find(name, "x")):
            with pytest.raises(NoSuchStream):
                ask(StreamId("nowhere"))
        with pytest.raises(NoSuchStream):
            journal.append(StreamId("nowhere"), draft("x"), expected=0)

    def test_an_appended_entry_reads_back_whole(self, journal: Journal, stream: StreamId) -> None:
        entry = journal.append(stream, draft("one"), expected=0)

        assert entry.sequence == 1
        assert [_plain(found) for found in journal.read(stream)] == [_plain(entry)]

    def test_reading_starts_after_a_sequence(self, journal: Journal, stream: StreamId) -> None:
        for number in range(4):
            journal.append(stream, draft(str(number)), expected=number)

        assert [entry.command_id for entry in journal.read(stream, 2)] == ["2", "3"]
        assert list(journal.read(stream, 4)) == []

    def test_the_same_command_counts_once_even_when_expected_is_stale(self, journal: Journal, stream: StreamId) -> None:
        first = journal.append(stream, draft("one"), expected=0)
        journal.append(stream, draft("two"), expected=1)

        assert _plain(journal.append(stream, draft("one"), expected=0)) == _plain(first)
        assert len(list(journal.read(stream))) == 2

    @pytest.mark.parametrize("expected", [0, 2])
    def test_appending_at_the_wrong_place_stores_nothing(
        self, journal: Journal, stream: StreamId, expected: int
    ) -> None:
        journal.append(stream, draft("one"), expected=0)

        with pytest.raises(Behind):
            journal.append(stream, draft("two"), expected=expected)
        assert [entry.command_id for entry in journal.read(stream)] == ["one"]

    def test_streams_do_not_mix(self, journal: Journal, stream: StreamId) -> None:
        journal.create(header("autumn", created=2))
        journal.append(stream, draft("one"), expected=0)
        journal.append(StreamId("autumn"), draft("one"), expected=0)

        assert [entry.sequence for entry in journal.read(StreamId("autumn"))] == [1]

    def test_an_entry_is_found_by_its_command(self, journal: Journal, stream: StreamId) -> None:
        entry = journal.append(stream, draft("one"), expected=0)

        found = journal.find(stream, CommandId("one"))
        assert found is not None
        assert _plain(found) == _plain(entry)
        assert journal.find(stream, CommandId("two")) is None


def _plain(entry: Entry) -> tuple[object, ...]:
    return entry.sequence, entry.command_id, entry.actor, entry.at, bytes(entry.command), bytes(entry.events)
