"""The form of a player's turn: the one under way, and those to come when the network is away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from heraut.kernel import Seat
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import SIDES, Facts, Side
from heraut.scenario.view import MatchView
from heraut.speech import Language
from heraut.web.rooms.match.turn_form import facts_words


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


@dataclass(frozen=True, slots=True)
class Written:
    """A turn on the sheet as people read it; `other` is what another keeper wrote of it."""

    side: Side
    number: int
    name: str
    told: str
    keeper: str
    keeper_seat: Seat
    other: str = ""
    other_keeper: str = ""
    other_seat: Seat | None = None


def written(view: MatchView, names: Mapping[str, str], spoken: Language) -> tuple[Written, ...]:
    """The turns on the sheet, the latest first."""
    turns = view.sheet.turns if view.sheet else ()
    return tuple(
        Written(
            one.by,
            one.turn,
            names[one.by],
            facts_words(one.facts, names, spoken),
            names[one.keeper],
            one.keeper,
            facts_words(one.disputed, names, spoken) if one.disputed else "",
            names[one.disputed_by] if one.disputed_by else "",
            one.disputed_by,
        )
        for one in reversed(turns)
    )


def turn_at(view: MatchView, scenario: Scenario, side: Side, number: int) -> tuple[Turn, Facts] | None:
    """The form of a turn already on the sheet, and what stands there."""
    found = [one for one in (view.sheet.turns if view.sheet else ()) if (one.by, one.turn) == (side, number)]
    return (_turn(view, scenario, side, number), found[0].facts) if found else None


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
