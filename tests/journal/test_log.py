"""The log is numbered by what its reader may see, and an undo is answered in these numbers."""

from __future__ import annotations

import pytest

from auction import engine as auction
from auction.engine import Bidding, DraftBid, PlaceBid
from heraut.journal.desk import Accepted, Desk
from heraut.journal.history import History
from heraut.journal.log import entry_of, log_of, number_of, refusal_as_told
from heraut.journal.log import version_of as version
from heraut.journal.stores import MemoryJournal
from heraut.kernel.journal import Undo, Undone
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import HouseCode, Refusal

ANA, BEN, SALE = Seat("ana"), Seat("ben"), StreamId("sale")


class Sale:
    """An auction of one lot between Ana and Ben."""

    def __init__(self) -> None:
        self.desk = Desk(MemoryJournal(), lambda _: auction)
        settings = auction.settings(bidders={ANA: "Ana", BEN: "Ben"}, lots=("helm", "horn"), purse=4)
        self.desk.open(stream=SALE, engine="auction", title="Sale", settings=settings, at=Instant(0))

    @property
    def history(self) -> History:
        return self.desk.history(SALE)

    def send(self, *commands: PlaceBid | DraftBid) -> Sale:
        for command in commands:
            outcome = self.desk.submit(SALE, command, **self._sent())
            assert isinstance(outcome, Accepted), outcome
        return self

    def undo(self, seat: Seat, line: int) -> Accepted | Refusal:
        entry = entry_of(self.history, seat, line)
        assert entry is not None
        outcome = self.desk.undo(SALE, Undo(seat, entry), **self._sent())
        return outcome if isinstance(outcome, Accepted) else refusal_as_told(self.history, seat, outcome)

    def _sent(self) -> dict[str, object]:
        return {"command_id": CommandId(str(self.history.sequence)), "actor": ActorId("x"), "at": Instant(1)}


def numbers(sale: Sale, viewer: Seat | None) -> list[tuple[int, int]]:
    return [(line.number, line.entry) for line in log_of(sale.history, viewer)]


def test_lines_are_numbered_by_what_their_reader_may_see():
    sale = Sale().send(DraftBid(ANA, 1), DraftBid(ANA, 2), PlaceBid(BEN, 3))

    assert numbers(sale, ANA) == [(1, 1), (2, 2), (3, 3)]
    assert numbers(sale, BEN) == numbers(sale, ORGANISER) == numbers(sale, None) == [(1, 3)]
    assert (entry_of(sale.history, BEN, 1), entry_of(sale.history, BEN, 2)) == (3, None)
    assert [number_of(sale.history, BEN, entry) for entry in (1, 2, 3)] == [0, 0, 1]


@pytest.mark.parametrize("viewer", [BEN, ORGANISER, None])
def test_versions_do_not_count_what_others_do_in_secret(viewer: Seat | None):
    quiet, busy = Sale().send(PlaceBid(BEN, 3)), Sale().send(DraftBid(ANA, 1), DraftBid(ANA, 2), PlaceBid(BEN, 3))
    assert version(quiet.history, viewer) == version(busy.history, viewer)
    before = version(busy.history, viewer)
    busy.send(DraftBid(ANA, 0))
    assert version(busy.history, viewer) == before


@pytest.mark.clause("HOUSE-UNDO-3")
def test_what_another_player_does_in_secret_does_not_stand_in_the_way_of_an_undo():
    sale = Sale().send(PlaceBid(BEN, 3), DraftBid(ANA, 1))

    assert isinstance(sale.undo(BEN, 1), Accepted)
    state = sale.history.state
    assert isinstance(state, Bidding)
    assert BEN in state.box.awaited


def test_an_undo_is_told_by_the_numbers_of_its_reader():
    sale = Sale().send(DraftBid(ANA, 1), DraftBid(ANA, 2), PlaceBid(BEN, 3))
    sale.undo(BEN, 1)

    (told,) = log_of(sale.history, BEN)[-1].events
    assert told == Undone(BEN, 1)
    (ana,) = log_of(sale.history, ANA)[-1].events
    assert ana == Undone(BEN, 3)


@pytest.mark.clause("HOUSE-UNDO-2")
def test_what_stands_in_the_way_is_named_by_the_numbers_of_whoever_asks():
    sale = Sale().send(DraftBid(ANA, 1), PlaceBid(BEN, 3), PlaceBid(ANA, 2))

    refusal = sale.undo(ORGANISER, 1)

    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.subject, refusal.asked) == (HouseCode.UNDO_BLOCKED, 1, 2)
