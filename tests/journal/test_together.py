"""Commands that come while the disk is waited for are settled together: one wait, the same answers as one by one."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest

from auction import engine
from auction.build import ANA, BEN, settings
from auction.engine import BidsRevealed, DraftBid, PlaceBid
from heraut.journal.desk import Accepted, Desk
from heraut.journal.stores import MemoryJournal
from heraut.kernel.journal import Draft, Entry
from heraut.kernel.message import Command
from heraut.kernel.names import ActorId, CommandId, Instant, SenderId, StreamId
from heraut.kernel.refusal import HouseCode, Refusal
from journal.chain import verified

SALE = StreamId("sale")


class SlowDisk(MemoryJournal):
    """The first append waits until it is let go; each is noted by how many entries it stores."""

    def __init__(self) -> None:
        super().__init__()
        self.go = Event()
        self.stored: list[int] = []
        self.fault: Exception | None = None
        """Raised by the next append of several."""

    def extend(self, stream: StreamId, drafts: Sequence[Draft], /, **named: Any) -> tuple[Entry, ...]:
        self.stored.append(len(drafts))
        if len(self.stored) == 1:
            assert self.go.wait(20)
        if len(drafts) > 1 and self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        return super().extend(stream, drafts, **named)


class Hall:
    """Somebody's command is on its way to the disk while the others' come in, in order."""

    def __init__(self) -> None:
        self.disk = SlowDisk()
        self.desk = Desk(self.disk, {"auction": engine}.__getitem__)
        self.desk.open(stream=SALE, engine="auction", title="Vente", settings=settings(), at=Instant(0))
        self.threads = ThreadPoolExecutor(8)

    def send(self, command: Command, id: str) -> Future[Accepted | Refusal]:
        sent = {"command_id": CommandId(id), "actor": ActorId("a"), "at": Instant(1), "sender": SenderId("link:1")}
        return self.threads.submit(self.desk.submit, SALE, command, **sent)  # type: ignore[arg-type]

    def all_at_once(self, *commands: tuple[Command, str]) -> list[Any]:
        """What came of them: outcomes, or what was raised."""
        first = self.send(DraftBid(ANA, 1), "first")
        until(lambda: self.disk.stored == [1])
        sent = []
        for number, (command, id) in enumerate(commands, 1):
            sent.append(self.send(command, id))
            until(lambda number=number: len(self.desk._open[SALE].waiting) == number)
        assert not any(each.done() for each in (first, *sent))
        self.disk.go.set()
        assert isinstance(first.result(20), Accepted)
        return [each.exception(20) or each.result() for each in sent]

    def ids(self) -> list[str]:
        return [entry.command_id for entry in verified(self.disk.header(SALE), self.disk.read(SALE))]


def until(so: Any) -> None:
    end = monotonic() + 20
    while not so():
        assert monotonic() < end
        sleep(0.001)


def test_those_who_wait_are_stored_at_once_each_judged_upon_the_one_before():
    hall = Hall()

    placed, again, other, poor, last = hall.all_at_once(
        (PlaceBid(ANA, 3), "a"),
        (PlaceBid(ANA, 3), "a"),  # sent twice
        (PlaceBid(ANA, 4), "a"),  # another command under its id
        (PlaceBid(BEN, 1000), "c"),  # more than there is
        (PlaceBid(BEN, 2), "b"),  # the last one, for the first is in by then
    )

    assert hall.disk.stored == [1, 2]
    assert hall.ids() == ["first", "a", "b"]
    assert [(each.sequence, each.repeated) for each in (placed, again, last)] == [(2, False), (2, True), (3, False)]
    assert again.events == placed.events
    assert other.code == HouseCode.ID_TAKEN
    assert isinstance(poor, Refusal)
    assert any(isinstance(event, BidsRevealed) for event in last.events)
    assert hall.desk.history(SALE).sequence == 3


@pytest.mark.parametrize("fault", [OSError("the disk is full"), RuntimeError("the connection is lost")])
def test_when_storing_them_at_once_fails_each_is_stored_alone(fault: Exception):
    hall = Hall()
    hall.disk.fault = fault

    outcomes = hall.all_at_once((DraftBid(BEN, 2), "a"), (DraftBid(BEN, 3), "b"))

    assert hall.disk.stored == [1, 2, 1, 1]
    assert [outcome.sequence for outcome in outcomes] == [2, 3]
    assert hall.ids() == ["first", "a", "b"]


def test_one_that_breaks_an_engine_is_told_so_and_the_others_count(monkeypatch: pytest.MonkeyPatch):
    hall = Hall()
    decide = engine.decide

    def broken(state: Any, command: Command) -> Any:
        if isinstance(command, DraftBid) and command.amount == 5:
            raise ZeroDivisionError
        return decide(state, command)

    monkeypatch.setattr(engine, "decide", broken)
    hall.desk.forget(SALE)

    good, bad, other = hall.all_at_once((DraftBid(BEN, 2), "a"), (DraftBid(BEN, 5), "b"), (DraftBid(BEN, 3), "c"))

    assert isinstance(bad, ZeroDivisionError)
    assert [good.sequence, other.sequence] == [2, 3]
    assert hall.ids() == ["first", "a", "c"]


def test_inside_a_transaction_of_its_own_a_command_waits_for_nobody_else(monkeypatch: pytest.MonkeyPatch):
    hall = Hall()
    hall.disk.go.set()
    monkeypatch.setattr(hall.disk, "is_enclosed", lambda: True)
    hall.desk._known(SALE).waiting.append(object())  # type: ignore[arg-type]  # somebody's, which it must not touch

    assert isinstance(hall.send(DraftBid(ANA, 1), "a").result(20), Accepted)
    assert len(hall.desk._known(SALE).waiting) == 1
