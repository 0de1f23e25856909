"""Many at once, in its short form, and that its checker bites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from auction.build import settings
from auction.engine import PlaceBid
from heraut.journal.desk import Desk
from heraut.journal.stores import MemoryJournal
from heraut.kernel.names import CommandId, Instant, Seat, SenderId, StreamId
from torture.kills import Broken
from torture.test_kills import torture
from torture.writers import Told, _send, check

SALE = StreamId("sale")


@pytest.mark.parametrize("store", ["file", pytest.param("sqlite", marks=pytest.mark.slow)])
def test_what_many_writers_do_at_once_equals_one_after_the_other(store: str):
    done = torture("writers", store, "--writers", "24")

    assert done.returncode == 0, done.stderr
    assert done.stdout.count("equal to one after the other") >= 2


def told() -> tuple[MemoryJournal, list[Told]]:
    """Three commands, one of them sent twice."""
    journal = MemoryJournal()
    desk = Desk(journal)
    desk.open(stream=SALE, engine="auction", title="", settings=settings(), at=Instant(0))
    sent = [("ana", "c0", 1), ("ben", "c0", 2), ("ana", "c0", 1), ("ana", "c1", 3)]
    return journal, [
        _send(desk, SALE, SenderId(f"link:{seat}"), CommandId(id), PlaceBid(Seat(seat), amount))
        for seat, id, amount in sent
    ]


LIES: dict[str, tuple[Callable[[list[Told]], list[Told]], str]] = {
    "yes for what is absent": (lambda t: [*t, replace(t[0], id="c9")], "told yes and absent"),
    "no for what is there": (lambda t: [replace(t[0], sequence=0), replace(t[2], sequence=0), *t[3:], t[1]], "told no"),
    "another's answer": (lambda t: [replace(t[0], events=t[3].events), *t[1:]], "another entry than its own"),
    "new twice": (lambda t: [*t[:2], replace(t[2], repeated=False), t[3]], "more than once"),
    "out of time": (lambda t: [replace(t[0], began=t[3].ended + 1, ended=t[3].ended + 2), *t[1:]], "had begun"),
}


def test_the_truth_passes():
    check(*told())


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_out(lie: str):
    journal, said = told()
    changed, sentence = LIES[lie]

    with pytest.raises(Broken, match=sentence):
        check(journal, changed(said))
