"""Who is to be paired, and what the organiser wishes beyond the rules."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason


class Swiss(StrEnum):
    """The two formats whose sheets we follow."""

    SAGA = "saga"
    STEAMROLLER = "steamroller"


class PairingOrder(StrEnum):
    """What SAGA Swiss rounds are paired on first [ST-PAIR-3]."""

    POINTS = "points"
    WINS = "wins"


class Apart(StrEnum):
    """When members of one club (or team) are kept apart."""

    OFF = "off"
    ROUND_ONE = "round_one"
    ALWAYS = "always"

    def holds(self, round: int) -> bool:
        """Whether the wish is in force in that round."""
        return self is Apart.ALWAYS or (self is Apart.ROUND_ONE and round == 1)


class Contender(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One active player as pairing sees them.

    `met` names every opponent so far, once per game, so somebody met twice stands there twice; two who have met
    stand in each other's list. `number` is the
    draw number of ST-PAIR-2, `tables` are the tables played on so far, `fixed_table` is a table the player must
    have (a seat without stairs, a demonstration table).
    """

    id: Seat
    points: int | Fraction = 0
    wins: int = 0
    met: tuple[Seat, ...] = ()
    byes: int = 0
    number: int = 0
    resistance: int | Fraction = 0
    club: str | None = None
    team: str | None = None
    tables: tuple[int, ...] = ()
    fixed_table: int | None = None


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    What the organiser wishes beyond the sheets; each wish yields to the rules, and is named when it cannot be met.

    `pairs` are settled beforehand (final tables, a hand-made pair) and only seated; `bye` names who sits out by
    the organiser's choice; `tables` are the tables in use, in the order they are given out (empty: 1, 2, 3 and
    so on).
    """

    clubs_apart: Apart = Apart.OFF
    teams_apart: Apart = Apart.OFF
    no_repeated_table: bool = False
    tables: tuple[int, ...] = ()
    pairs: tuple[tuple[Seat, Seat], ...] = ()
    bye: Seat | None = None


NO_WISHES = Wishes()


class Pair(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Two players at a table; `first` is the one the walk had reached."""

    table: int
    first: Seat
    second: Seat
    reasons: tuple[Reason, ...] = ()

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both players."""
        return (self.first, self.second)


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
