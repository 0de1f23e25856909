"""What pairing answers: who plays whom, where, who sits out, and why."""

from __future__ import annotations

import msgspec

from heraut.kernel import Reason, Seat


class Pair(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Two players at a table; `first` is the one the walk had reached."""

    table: int
    first: Seat
    second: Seat
    reasons: tuple[Reason, ...] = ()


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    A round.

    `rematches` counts earlier games between opponents of this round; `reasons` says why the bye is whose it is and
    what could not be avoided, `unmet` names the wishes that could not be met, `order` is the order the players
    were walked through, shuffled where the format shuffles [SR-PAIR-10].
    """

    pairs: tuple[Pair, ...]
    bye: Seat | None = None
    rematches: int = 0
    reasons: tuple[Reason, ...] = ()
    unmet: tuple[Reason, ...] = ()
    order: tuple[Seat, ...] = ()
