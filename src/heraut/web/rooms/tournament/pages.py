"""What the page of an event needs, by who is looking: officials a desk, players a phone, others the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from heraut.tournament.view import View
from heraut.web.access import Role
from heraut.web.game import Game
from heraut.web.rooms.tournament import desk, phone
from heraut.web.rooms.tournament.board import standings


def context(game: Game) -> Mapping[str, Any]:
    """The shared parts, and those of the visitor's role."""
    view: View = game.view
    shown = view.played[-1] if view.played else None
    whole: dict[str, Any] = {
        "shown": shown,
        "playing": shown if view.stage == "playing" else None,
        "players": {player.seat: player for player in view.players},
        "standings": standings(view),
    }
    if game.visitor.official:
        return {**whole, **desk.context(game, shown)}
    if game.visitor.role is Role.PLAYER:
        return {**whole, **phone.context(game, shown)}
    return whole
