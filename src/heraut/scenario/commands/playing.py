"""Turns: what happens in them, their ends, and how play may stop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from heraut.battle.ledger import Rolled
from heraut.kernel import Command
from heraut.scenario.facts import Facts
from heraut.scenario.sides import Side
from heraut.scenario.units import Unit


class CountDice(Command, frozen=True):
    """Saga dice each band generates once deployed (Advance)."""

    first: int
    second: int


class ClaimMarker(Command, frozen=True):
    """Capture a marker now; with units, the conditions are checked."""

    marker: str
    units: tuple[Unit, ...] = ()


class ChargeMarker(Command, frozen=True):
    """A melee against an enemy marker scored so many hits; the marker's dice follow."""

    marker: str
    hits: int


class ReportLoss(Command, frozen=True):
    """Something was destroyed just now: objectives, casters, a whole army. It may end the game."""

    destroyed: tuple[str, ...] = ()
    casters: Mapping[Side, int] = {}
    wiped_out: tuple[Side, ...] = ()


class EndTurn(Command, frozen=True):
    """The facts at the end of a player's turn. For a turn already on the sheet: the same confirms, others dispute."""

    facts: Facts


class AcceptReport(Command, frozen=True):
    """A disputed turn: agree with what the other keeper wrote."""

    by: Side
    turn: int


class CorrectTurn(Command, frozen=True):
    """An official states the facts of a turn already on the sheet."""

    facts: Facts


class CallTime(Command, frozen=True):
    """Time is up: dice down, or the last turns are being played."""


class OrdersWithoutDice(Command, frozen=True):
    """A band begins its Orders phase with no die to roll; `generated` is what its surviving units generate."""

    side: Side
    generated: int = 0


class RecordRolls(Command, frozen=True):
    """Dice rolled at the table, for the luck ledger; `player` is the seat whose dice they are [HOUSE-DICE-2]."""

    rolls: Annotated[tuple[Rolled, ...], msgspec.Meta(min_length=1, max_length=20)]


class Concede(Command, frozen=True):
    """A player gives the game up."""


class Forfeit(Command, frozen=True):
    """An official ends the game against a side: absent, disqualified, or out of time on the clock."""

    side: Side
    kind: Literal["forfeit", "clock"] = "forfeit"
