"""What players report of a game: the facts only; what they are worth is worked out."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import Seat


class WinKind(StrEnum):
    """How a Steamroller game was won [SR-SHEET-7]."""

    ASSASSINATION = "assassination"
    SCENARIO = "scenario"
    TB1 = "tb1"
    TB2 = "tb2"
    TB3 = "tb3"
    TB4 = "tb4"
    CLOCK = "clock"
    WIPE_OUT = "wipe_out"
    CONCESSION = "concession"
    FORFEIT = "forfeit"


class ByHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tournament points an official enters outright, where no rule gives them; without a winner nobody has won."""

    points: Mapping[Seat, Fraction]
    winner: Seat | None = None


class SagaReport(msgspec.Struct, frozen=True, tag="saga", tag_field="format", omit_defaults=True):
    """Victory points of both players, who went first, and how the game ended if not by the scenario."""

    victory_points: Mapping[Seat, int]
    first_player: Seat | None = None
    sudden_loss: Seat | None = None
    """Who began an Orders phase with no Saga die to roll [ST-LOSS-1]."""
    forfeit: Seat | None = None
    """Who conceded, left the table or did not turn up [ST-LOSS-8]."""
    bonuses: Mapping[Seat, tuple[str, ...]] = {}
    by_hand: ByHand | None = None
    """An official's own points, which replace everything else [ST-ORG-1]."""


class SteamrollerReport(msgspec.Struct, frozen=True, tag="steamroller", tag_field="format", omit_defaults=True):
    """Who won and how, with the control points and the army points destroyed by each player; no winner is a draw."""

    winner: Seat | None = None
    kind: WinKind | None = None
    control_points: Mapping[Seat, int] = {}
    destroyed: Mapping[Seat, int] = {}
    kill_box: bool = False
    """The casters fell to the box: recorded as an assassination with that cause [SR-S02-3]."""


Report = SagaReport | SteamrollerReport
