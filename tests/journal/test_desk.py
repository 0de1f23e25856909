from __future__ import annotations

from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from auction import engine
from auction.build import ANA, BEN, CHLOE, settings
from auction.engine import BidPlaced, BidsRevealed, CloseBidding, DraftBid, LotSold, PlaceBid
from heraut.journal.desk import Accepted, Desk
from heraut.journal.history import History
from heraut.journal.stores import MemoryJournal
from heraut.journal.undo import dependants
from heraut.kernel.journal import Damaged, Header, JournalError, StreamExists, Undo, Undone
from heraut.kernel.message import Command, Outline, Roll
from heraut.kernel.names import FATE, LOCAL, ORGANISER, ActorId, CommandId, Instant, Seat, SenderId, StreamId
from heraut.kernel.refusal import HouseCode, Refusal

SALE = StreamId("sale")


class Table:
    """A desk with one auction and numbered commands."""

    def __init__(self, **chosen: int) -> None:
        self.desk = Desk(MemoryJournal(), {"auction": engine}.__getitem__)
        opened = self.desk.open(
            stream=SALE, engine="auction", title="Vente", settings=settings(**chosen), at=Instant(0)
        )
        assert isinstance(opened, Header)
        self._ids = count(1)

    def play(self, *commands: Command) -> list[Accepted | Refusal]:
        return [self.submit(command) for command in commands]

    def submit(self, command: Command, command_id: str = "", sender: str = LOCAL) -> Accepted | Refusal:
        id = CommandId(command_id or f"c{next(self._ids)}")
        by = {"actor": ActorId(command.seat), "sender": SenderId(sender), "at": Instant(7)}
        return self.desk.submit(SALE, command, command_id=id, **by)  # type: ignore[arg-type]

    def undo(self, seat: Seat, entry: int) -> Accepted | Refusal:
        id = CommandId(f"u{next(self._ids)}")
        return self.desk.undo(SALE, Undo(seat, entry), command_id=id, actor=ActorId(seat), at=Instant(8))


def code(outcome: Accepted | Refusal) -> str:
    assert isinstance(outcome, Refusal)
    return outcome.code


@pytest.mark.parametrize("name", ["", "x y", "x/y", "<b>", "é", "a" * 65, "../x", "a\n"])
def test_a_stream_has_a_narrow_name(name: str):
    desk = Table().desk

    with pytest.raises(JournalError, match="cannot name a stream"):
        desk.open(stream=StreamId(name), engine="auction", title="", settings=settings(), at=Instant(0))


def test_a_title_is_free_and_harmless():
    desk = Table().desk
    sold = desk.open(
        stream=StreamId("x"), engine="auction", title="<b>Vente\u202e\n de 1/2 ", settings=settings(), at=Instant(0)
    )

    assert isinstance(sold, Header)
    assert sold.title == "<b>Vente de 1/2"


def test_a_command_appends_what_the_engine_decides():
    table = Table()

    assert table.submit(PlaceBid(ANA, 3)) == Accepted(1, (BidPlaced(ANA, 3),))
    assert table.desk.view(SALE, ANA).bids[0].value == 3


@pytest.mark.clause("HOUSE-PHASE-2")
def test_a_command_sent_twice_counts_once_and_gets_the_same_answer():
    table = Table()
    first = table.submit(PlaceBid(ANA, 3), "same")

    assert table.submit(PlaceBid(ANA, 3), "same") == Accepted(1, (BidPlaced(ANA, 3),), repeated=True)
    assert isinstance(first, Accepted)
    assert table.desk.history(SALE).sequence == 1


@pytest.mark.clause("HOUSE-PHASE-3")
def test_another_command_under_a_known_id_is_refused_and_counts_for_nothing():
    table = Table()
    table.submit(PlaceBid(ANA, 3), "same")

    refusal = table.submit(PlaceBid(ANA, 4), "same")

    assert (code(refusal), refusal.subject) == (HouseCode.ID_TAKEN, "PlaceBid")  # type: ignore[union-attr]
    assert table.desk.history(SALE).sequence == 1


@pytest.mark.clause("HOUSE-PHASE-3")
def test_the_same_id_of_another_sender_is_another_id():
    table = Table()
    table.submit(PlaceBid(ANA, 3), "clock-1", sender="link:1")

    assert table.submit(PlaceBid(ANA, 4), "clock-1", sender="server:clock") == Accepted(2, (BidPlaced(ANA, 4),))


def test_a_refused_command_leaves_no_trace():
    table = Table()

    assert code(table.submit(PlaceBid(ANA, 11))) == "auction-too-much"
    assert table.desk.history(SALE).sequence == 0


@pytest.mark.clause("HOUSE-PHASE-1")
def test_a_command_from_an_old_page_is_judged_on_the_present_state():
    table = Table()
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4))

    assert isinstance(table.submit(PlaceBid(ANA, 3)), Accepted)  # meant for the first lot, fine for the second
    table.play(PlaceBid(BEN, 5))
    assert code(table.submit(PlaceBid(ANA, 3))) == HouseCode.WRONG_PHASE


def test_two_desks_on_one_journal_never_collide():
    journal = MemoryJournal()
    one, two = (Desk(journal, {"auction": engine}.__getitem__) for _ in range(2))
    one.open(stream=SALE, engine="auction", title="Vente", settings=settings(), at=Instant(0))
    assert two.state(SALE) == one.state(SALE)

    one.submit(SALE, PlaceBid(ANA, 1), command_id=CommandId("a"), actor=ActorId("ana"), at=Instant(1))
    outcome = two.submit(SALE, PlaceBid(BEN, 2), command_id=CommandId("b"), actor=ActorId("ben"), at=Instant(1))

    assert isinstance(outcome, Accepted)
    assert outcome.sequence == 2
    assert one.state(SALE) == two.state(SALE)


def test_settings_the_rules_refuse_open_no_stream():
    desk = Desk(MemoryJournal(), {"auction": engine}.__getitem__)

    refused = desk.open(stream=SALE, engine="auction", title="", settings=settings(bidders=1), at=Instant(0))

    assert isinstance(refused, Refusal)
    assert refused.code == "auction-few-bidders"
    desk.open(stream=SALE, engine="auction", title="", settings=settings(), at=Instant(0))
    with pytest.raises(StreamExists):
        desk.open(stream=SALE, engine="auction", title="", settings=settings(), at=Instant(0))


@pytest.mark.clause("HOUSE-SEAL-1")
def test_the_log_shows_each_viewer_what_is_theirs():
    table = Table()
    table.play(DraftBid(ANA, 1), PlaceBid(ANA, 3))

    assert [line.events for line in table.desk.log(SALE, BEN)] == [(Outline("auction", "BidPlaced", (ANA,)),)]
    assert [line.events for line in table.desk.log(SALE, ORGANISER)] == [(Outline("auction", "BidPlaced", (ANA,)),)]
    assert table.desk.log(SALE, ANA)[1].events == (BidPlaced(ANA, 3),)


@pytest.mark.clause("HOUSE-UNDO-1")
def test_undo_takes_back_a_whole_command_with_its_effects():
    table = Table()
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4))
    sold = table.desk.state(SALE)
    assert table.desk.view(SALE, None).sold == (("helm", BEN),)

    assert table.undo(ORGANISER, 2) == Accepted(3, (Undone(ORGANISER, 2),))

    assert table.desk.view(SALE, None).sold == ()
    assert [line.undone for line in table.desk.log(SALE, ORGANISER)] == [False, True, False]
    assert isinstance(table.undo(ORGANISER, 3), Accepted)
    assert table.desk.state(SALE) == sold


@pytest.mark.clause("HOUSE-UNDO-1")
@pytest.mark.parametrize("entry", [0, 2, -1])
def test_there_is_nothing_to_undo_outside_the_log(entry: int):
    table = Table()
    table.play(PlaceBid(ANA, 3))

    assert code(table.undo(ORGANISER, entry)) == HouseCode.NOTHING_TO_UNDO


@pytest.mark.clause("HOUSE-UNDO-1")
def test_what_is_undone_cannot_be_undone_again():
    table = Table()
    table.play(PlaceBid(ANA, 3))
    table.undo(ANA, 1)

    assert code(table.undo(ORGANISER, 1)) == HouseCode.NOTHING_TO_UNDO


@pytest.mark.clause("HOUSE-UNDO-2")
def test_undo_is_refused_when_something_later_depends_on_it_and_names_it():
    table = Table()
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4))

    refusal = table.undo(ORGANISER, 1)

    assert code(refusal) == HouseCode.UNDO_BLOCKED
    assert isinstance(refusal, Refusal)
    assert (refusal.subject, refusal.asked) == (1, 2)


@pytest.mark.clause("HOUSE-UNDO-5")
def test_all_that_stands_in_the_way_is_found_at_once_and_goes_newest_first():
    table = Table(bidders=3)
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4), PlaceBid(CHLOE, 5))
    history = table.desk.history(SALE)

    assert dependants(history, Undo(ORGANISER, 2)) == (3,)
    assert [code(table.undo(ORGANISER, 2))] == [HouseCode.UNDO_BLOCKED]
    assert [isinstance(table.undo(ORGANISER, entry), Accepted) for entry in (3, 2)] == [True, True]
    assert dependants(table.desk.history(SALE), Undo(ORGANISER, 1)) == ()


@pytest.mark.clause("HOUSE-UNDO-5", "HOUSE-UNDO-2")
def test_what_can_no_longer_come_back_is_named_and_not_taken_back_again():
    table = Table()
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4))
    for entry in (2, 1):
        assert isinstance(table.undo(ORGANISER, entry), Accepted)

    refusal = table.undo(ORGANISER, 3)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.subject, refusal.asked) == (HouseCode.UNDO_BLOCKED, 3, 2)
    assert dependants(table.desk.history(SALE), Undo(ORGANISER, 3)) == ()


@pytest.mark.clause("HOUSE-UNDO-2")
def test_undo_in_the_middle_is_fine_when_nothing_depends_on_it():
    table = Table(bidders=3)
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4), PlaceBid(ANA, 5))

    assert isinstance(table.undo(ORGANISER, 1), Accepted)
    assert table.desk.view(SALE, ANA).bids[0].value == 5


@pytest.mark.clause("HOUSE-UNDO-3")
def test_a_player_takes_back_only_their_own_last_command():
    table = Table(bidders=3)
    table.play(PlaceBid(ANA, 3))
    assert code(table.undo(BEN, 1)) == HouseCode.UNDO_NOT_YOURS
    table.play(PlaceBid(BEN, 4))

    assert code(table.undo(ANA, 1)) == HouseCode.UNDO_NOT_YOURS
    assert isinstance(table.undo(BEN, 2), Accepted)
    assert isinstance(table.undo(ANA, 1), Accepted)


@pytest.mark.clause("HOUSE-UNDO-4")
def test_a_player_cannot_take_back_what_revealed_a_secret_and_officials_can():
    table = Table()
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 4))

    assert code(table.undo(BEN, 2)) == HouseCode.UNDO_AFTER_REVEAL
    assert code(table.undo(ANA, 1)) == HouseCode.UNDO_AFTER_REVEAL
    assert isinstance(table.undo(ORGANISER, 2), Accepted)


@pytest.mark.clause("HOUSE-UNDO-4")
def test_a_player_cannot_take_back_dice():
    table = Table()
    table.play(PlaceBid(ANA, 4), CloseBidding(ORGANISER), PlaceBid(ANA, 0), PlaceBid(BEN, 0), Roll(faces=(1,)))

    assert code(table.undo(FATE, 5)) == HouseCode.UNDO_AFTER_REVEAL


def test_looking_back_and_long_histories_agree_with_a_plain_fold():
    table = Table(purse=1)
    for number in range(230):
        table.play(DraftBid(ANA, number % 2))
        if number in (60, 149):
            table.undo(ORGANISER, table.desk.history(SALE).sequence)
    history = table.desk.history(SALE)

    for sequence in (0, 1, 49, 50, 51, 100, 151, history.sequence):
        assert history.at(sequence) == _slow(history, sequence)
    assert history.state == _slow(history, history.sequence)


def _slow(history: History, sequence: int) -> object:
    state = engine.start(settings(purse=1), engine.rules)
    for deed in history.deeds[:sequence]:
        if deed.sequence not in history.dead and not isinstance(deed.command, Undo):
            for event in deed.events:
                state = engine.evolve(state, event)
    return state


def test_the_sale_runs_to_its_end():
    table = Table()
    table.play(PlaceBid(ANA, 3), PlaceBid(BEN, 3))
    assert [awaited.seat for awaited in table.desk.awaits(SALE, None)] == [FATE]

    assert table.submit(Roll(faces=(2,))) == Accepted(3, (LotSold(BEN, "helm", 3, (2,)),))
    last = table.submit(CloseBidding(ORGANISER))

    assert isinstance(last, Accepted)
    assert BidsRevealed({ANA: 0, BEN: 0}, (ANA, BEN)) in last.events
    table.play(Roll(faces=(1,)))
    assert table.desk.awaits(SALE, None) == ()
    assert table.desk.view(SALE, None).sold == (("helm", BEN), ("sword", ANA))


def broken(event: type, *, fault: Exception) -> Any:
    """The auction with an `evolve` that fails on one kind of event."""

    def evolve(state: Any, happened: Any) -> Any:
        if isinstance(happened, event):
            raise fault
        return engine.evolve(state, happened)

    return SimpleNamespace(**{**vars(engine), "evolve": evolve})


def stored(*commands: Command) -> MemoryJournal:
    """A journal in which these happened."""
    journal = MemoryJournal()
    desk = Desk(journal, {"auction": engine}.__getitem__)
    desk.open(stream=SALE, engine="auction", title="Vente", settings=settings(), at=Instant(0))
    for number, command in enumerate(commands):
        sent = {"command_id": CommandId(str(number)), "actor": ActorId("a"), "at": Instant(1)}
        (desk.undo if isinstance(command, Undo) else desk.submit)(SALE, command, **sent)  # type: ignore[operator]
    return journal


@pytest.mark.parametrize("fault", [ValueError("twice"), KeyError("ana"), ZeroDivisionError()])
def test_an_entry_that_cannot_be_folded_is_named_and_harms_no_other(fault: Exception):
    journal = stored(DraftBid(ANA, 1), PlaceBid(ANA, 3), PlaceBid(BEN, 4), DraftBid(ANA, 2))
    told: list[Damaged] = []
    desk = Desk(journal, lambda _id: broken(LotSold, fault=fault), damaged=told.append)

    for _again in range(3):  # it stays so: nothing after it is taken in, nothing is accepted
        with pytest.raises(
            Damaged, match=rf"entry 3 of sale cannot follow \({type(fault).__name__}.*--until 2"
        ) as said:
            desk.history(SALE)
        assert (said.value.stream, said.value.entry) == (SALE, 3)
    with pytest.raises(Damaged):
        desk.submit(SALE, PlaceBid(ANA, 1), command_id=CommandId("x"), actor=ActorId("a"), at=Instant(1))
    assert [str(damage.entry) for damage in told] == ["3"]
    assert len(list(journal.read(SALE))) == 4


def test_a_history_is_as_it_was_before_an_entry_that_cannot_be_folded():
    journal = stored(DraftBid(ANA, 1), PlaceBid(ANA, 3), PlaceBid(BEN, 4))
    history = History(broken(LotSold, fault=ValueError()), journal.header(SALE))
    history.take(list(journal.read(SALE))[:2])
    before = (history.sequence, history.state, history.dead, history.chain)

    with pytest.raises(Damaged):
        history.take(journal.read(SALE, 2))

    assert (history.sequence, history.state, history.dead, history.chain) == before
    assert history.find(LOCAL, CommandId("2")) is None


def test_an_undo_that_cannot_be_folded_leaves_the_history_as_it_was():
    journal = stored(PlaceBid(ANA, 3), PlaceBid(ANA, 2), Undo(ANA, 2))
    calls: list[int] = []

    def evolve(state: Any, event: Any) -> Any:
        calls.append(event.amount)
        if len(calls) == 3:  # the replay of what is left after the undo
            raise RuntimeError("out of luck")
        return engine.evolve(state, event)

    unlucky = broken(LotSold, fault=ValueError())
    unlucky.evolve = evolve
    history = History(unlucky, journal.header(SALE))
    history.take(list(journal.read(SALE))[:2])
    state = history.state

    with pytest.raises(Damaged, match=r"entry 3 of sale cannot follow \(RuntimeError: out of luck\)"):
        history.take(journal.read(SALE, 2))
    assert (history.sequence, history.state, history.dead) == (2, state, frozenset())


def test_what_the_engine_cannot_fold_is_never_stored():
    journal = MemoryJournal()
    desk = Desk(journal, lambda _id: broken(BidPlaced, fault=ValueError("our fault")))
    desk.open(stream=SALE, engine="auction", title="", settings=settings(), at=Instant(0))

    with pytest.raises(ValueError, match="our fault"):
        desk.submit(SALE, PlaceBid(ANA, 1), command_id=CommandId("x"), actor=ActorId("a"), at=Instant(1))
    assert list(journal.read(SALE)) == []
    assert desk.history(SALE).damage is None


def test_what_was_remembered_and_never_stored_is_forgotten():
    journal = stored(DraftBid(ANA, 1))
    desk = Desk(journal, {"auction": engine}.__getitem__)
    sent = {"actor": ActorId("a"), "at": Instant(1)}
    desk.submit(SALE, DraftBid(ANA, 2), command_id=CommandId("lost"), **sent)  # type: ignore[arg-type]
    del journal._streams[SALE].entries[1:]  # the transaction around the desk was taken back
    journal._streams[SALE]._ids.discard((LOCAL, CommandId("lost")))

    outcome = desk.submit(SALE, DraftBid(ANA, 3), command_id=CommandId("next"), **sent)  # type: ignore[arg-type]

    assert isinstance(outcome, Accepted)
    assert outcome.sequence == 2
    assert desk.history(SALE).find(LOCAL, CommandId("lost")) is None
