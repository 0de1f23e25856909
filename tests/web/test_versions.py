"""The version of a page: it changes whenever what its visitor sees does, in every game we ship."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest

from heraut.journal.history import History
from heraut.journal.log import version_of as version
from heraut.kernel.codec import encode
from heraut.kernel.names import OFFICIALS, Seat, StreamId
from heraut.web import samples
from heraut.web.desk import desk, journal

pytestmark = pytest.mark.django_db
SHIPPED = sorted(file.name for file in files(samples).iterdir() if file.name.endswith(".jsonl"))


def moments(stream: StreamId) -> Iterator[History]:
    """The game after each of its entries."""
    whole = desk().history(stream)
    growing = History(whole.engine, whole.header)
    for entry in journal().read(stream):
        growing.take([entry])
        yield growing


@pytest.mark.parametrize("name", SHIPPED)
def test_what_somebody_sees_never_changes_without_its_version(name: str):
    text = (files(samples) / name).read_text(encoding="utf-8")
    stream = samples.load(name.removesuffix(".jsonl"), text)
    players = [seat for seat in desk().engine(stream).seats(desk().history(stream).state) if seat not in OFFICIALS]
    watchers: tuple[Seat | None, ...] = (None, *OFFICIALS, *players[:3])
    seen: dict[tuple[Seat | None, str], bytes] = {}

    stale = []
    for history in moments(stream):
        for seat in watchers:
            told = encode((history.engine.view(history.state, seat), history.engine.awaits(history.state, seat)))
            if seen.setdefault((seat, version(history, seat)), told) != told:
                stale.append((history.sequence, seat, type(history.deeds[-1].command).__name__))

    assert stale == []
