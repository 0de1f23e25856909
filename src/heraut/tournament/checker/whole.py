"""Is the round a round at all: everyone once, a bye exactly when the number is odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heraut.kernel import ClauseId, Reason, Seat
from heraut.tournament.checker.participants import Participant

Couple = tuple[Seat, Seat]


def broken(players: Sequence[Participant], couples: Sequence[Couple], bye: Seat | None) -> Iterator[Reason]:
    """Whoever is left out, there twice, or unknown."""
    named = Counter(seat for couple in couples for seat in couple)
    if bye is not None:
        named[bye] += 1
    for player in players:
        times = named.pop(player.id, 0)
        if times != 1:
            yield Reason(ClauseId("SR-ROUND-1"), "check-once", {"seat": player.id, "times": times})
    for stranger in named:
        yield Reason(ClauseId("ST-PAIR-12"), "check-stranger", {"seat": stranger})
