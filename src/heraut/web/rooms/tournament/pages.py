"""What the page of an event needs, by who is looking: officials a desk, players a phone, others the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.tournament.view import View
from heraut.web.access import Role
from heraut.web.game import Game, language
from heraut.web.rooms.tournament import desk, phone
from heraut.web.rooms.tournament.board import standings
from heraut.web.rooms.tournament.words import scenario_name


def context(game: Game) -> Mapping[str, Any]:
    """The shared parts, and those of the visitor's role."""
    view: View = game.view
    shown = view.played[-1] if view.played else None
    whole: dict[str, Any] = {
        "shown": shown,
        "stages": desk.stages(view),
        "scenario": scenario_name(shown.scenario, language()) if shown else "",
        "ranked": any(played.complete for played in view.played),
        "standings": standings(view),
        "plain_view": None,
        "few": len(view.players) <= FEW,
    }
    if game.visitor.official:
        return {**whole, **desk.context(game, shown)}
    if game.visitor.role is Role.PLAYER:
        return {**whole, "waiting": phone.own_waiting(game), **phone.context(game, shown)}
    return whole


FEW = 96
"""Up to how many players every name has its shield; beyond, shields stay with oneself and the hall's screens."""
