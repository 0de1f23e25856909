"""The form of a player's turn: the one under way, and those to come when the network is away."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from heraut.scenario.data import Scenario
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.view import MatchView


@dataclass(frozen=True, slots=True)
class Turn:
    """One player's turn on the sheet: whose, which, the enemy markers that stand, the dice the enemy had."""

    side: Side
    name: str
    number: int
    targets: tuple[tuple[str, str], ...] = ()
    foe_dice: int | str = ""


def turns(view: MatchView, scenario: Scenario) -> tuple[Turn, ...]:
    """The turn under way, then the next of each side."""
    if view.sheet is None:
        return ()
    now = view.sheet.turn
    return tuple(_turn(view, scenario, side, now) for side in (view.sheet.by, *SIDES))


def _turn(view: MatchView, scenario: Scenario, side: Side, number: int) -> Turn:
    assert view.sheet is not None
    assert view.first is not None
    seat = view.first if side is Side.FIRST else next(seat for seat in view.players if seat != view.first)
    foe_dice = view.sheet.dice.get(side.other, "")
    return Turn(side, view.players[seat], number, _targets(view, scenario, side.other), foe_dice)


def _targets(view: MatchView, scenario: Scenario, foe: Side) -> tuple[tuple[str, str], ...]:
    """The enemy markers that still stand, by id and by name (Desecration)."""
    found = ((f"{foe}_{number}", f"{_('Objectif')} {number}") for number in range(1, scenario.markers_each + 1))
    gone = view.sheet.gone if view.sheet else ()
    return tuple(one for one in found if one[0] not in gone)
