"""What standings are made of: entrants and games, in exact numbers."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import Seat

Number = int | Fraction


class Standing(StrEnum):
    """How an entrant counts."""

    ACTIVE = "active"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"
    SPARE = "spare"


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    A player, with the draw number [ST-PAIR-2] and the TP taken by penalties [ST-PTS-10].

    A dropped player keeps points and rank; a disqualified one has no place [SR-RANK-7]; a spare player is left out of
    the standings [ST-PAIR-9]. The points of all of them count for those they met.
    """

    id: Seat
    number: int = 0
    penalty: Number = 0
    standing: Standing = Standing.ACTIVE


class Score(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One player's side of a game.

    `points` are tournament points, bonuses included; `victory_points` serve SAGA, the rest Steamroller.
    """

    seat: Seat
    points: Number = 0
    victory_points: int = 0
    control_points: int = 0
    destroyed: int = 0
    surviving: int = 0


class Game(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    A finished game, or a bye when there is no second side.

    `winner` is None for a draw and for a bye that counts as no win; `kind` says how it was won [SR-SHEET-7].
    """

    round: int
    first: Score
    second: Score | None = None
    winner: Seat | None = None
    kind: str | None = None
