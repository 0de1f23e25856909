"""What one Swiss system answers for and the other otherwise: its order, its bye, its pairs, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason
from heraut.tournament.pairing.contender import Contender
from heraut.tournament.pairing.field import Couple, Couples, PairingField

Why = tuple[Reason, ...]


def reason(clause: str, code: str, **facts: Fact) -> Reason:
    """A reason with its facts by name."""
    return Reason(ClauseId(clause), code, facts)


class SwissMethod(Protocol):
    """How a Swiss system pairs a round and judges one that was paired by hand. Players are places in a field."""

    fewest_clause: str
    """By which there are as few rematches as can be."""
    unavoidable_clause: str
    """By which those are told that cannot be avoided."""

    def line(self, contenders: Sequence[Contender], /) -> list[int]:
        """The order in which the contenders are walked through, each by the place in the list."""

    def judged_line(self, contenders: Sequence[Contender], /) -> list[int]:
        """The same for a round that somebody made, in which no lot decides."""

    def choose_bye(self, field: PairingField, /) -> int:
        """Who sits out, of an odd number."""

    def pair_rest(self, field: PairingField, players: Sequence[int], /) -> tuple[Couples, Iterable[Couple]]:
        """The pairs of an even number of players as they are made, and those of them that may be rematches."""

    def weight(self, times: int, /) -> int:
        """What a pair counts for that has met so many times."""

    def bye_reason(self, field: PairingField, bye: int, /) -> Reason:
        """Why the bye is this player's."""

    def pair_reasons(
        self, field: PairingField, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int], /
    ) -> list[Why]:
        """The reason of each pair, in the order they were made; `again`: how often those have met who meet again."""

    def bye_faults(self, field: PairingField, bye: int, /) -> Iterator[Reason]:
        """What is wrong with a bye by hand."""

    def order_faults(self, field: PairingField, couples: Sequence[Couple], best: Couples, /) -> Iterator[Reason]:
        """Where pairs by hand leave the best ones, rematches aside."""
