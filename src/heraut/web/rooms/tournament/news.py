"""What the open pages of an event are told at once: a thousand of them cannot all ask for themselves in a second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.template.loader import render_to_string

from heraut.kernel import OFFICIALS, Event, Outline, Seat
from heraut.tournament.events import RoundPublished
from heraut.tournament.remembered import remembered
from heraut.tournament.view import TableView, View
from heraut.web.access import Role
from heraut.web.game import Game, language
from heraut.web.rooms.room import News
from heraut.web.rooms.tournament import desk, phone
from heraut.web.rooms.tournament.lengthy import FEW, SHOWN
from heraut.web.rooms.tournament.words import scenario_name


def news(game: Game, events: Sequence[Event | Outline]) -> News:
    """
    A published round shows itself: to players their table, to passers-by the first tables.

    Officials ask for the whole page at once, and so do those whom the news are about; all others when their turn comes.
    """
    if game.visitor.official:
        return News()
    view: View = game.view
    own = phone.own_table(view.played[-1] if view.played else None, game.visitor.seat)
    published = any(isinstance(event, RoundPublished) for event in events) and view.stage == "playing"
    if not published:
        return News(prompt=any(_concerns(event, game.visitor.seat, own) for event in events))
    player = game.visitor.role is Role.PLAYER
    shown = _table(game, view, own) if player else _tables(game, view)
    return News(render_to_string("tournament/now.html", shown) if shown else "", prompt=False)


def _concerns(event: Event | Outline, me: Seat | None, own: TableView | None) -> bool:
    """Whether an event names the visitor or their table."""
    named = {getattr(event, "seat", None), getattr(event, "player", None), *getattr(event, "seats", ())}
    tables = {getattr(event, "table", None), *(getattr(event, "tables", None) or ())}
    return me is not None and (me in named or (own is not None and own.number in tables))


@remembered
def _people(names: Mapping[Seat, str]) -> tuple[str, ...]:
    """The names of the players, gathered once for all their phones."""
    return tuple(name for seat, name in names.items() if seat not in OFFICIALS)


def _shared(game: Game, view: View) -> dict[str, Any]:
    played = view.played[-1]
    return {
        "game": game, "view": view, "visitor": game.visitor, "names": game.names, "people": _people(game.names),
        "shown": played, "scenario": scenario_name(played.scenario, language()),
    }  # fmt: skip


def _table(game: Game, view: View, own: TableView | None) -> Mapping[str, Any]:
    """A player's table and opponent; whoever has none this round learns what to do from the page itself."""
    me = game.visitor.seat
    bye = view.played[-1].bye == me
    if own is None and not bye:
        return {}
    opponent = None if own is None else next(seat for seat in own.seats if seat != me)
    return {**_shared(game, view), "table": own, "opponent": opponent, "bye": bye}


def _tables(game: Game, view: View) -> Mapping[str, Any]:
    """The first tables, as everybody sees them."""
    tables = view.played[-1].tables
    shown = tables if len(tables) <= FEW else tables[:SHOWN]
    return {
        **_shared(game, view),
        "tables": shown,
        "more_tables": len(tables) - len(shown),
        "few": len(view.players) <= FEW,
        "stages": desk.stages(view),
        "brief": True,
        "coats_once": set[str](),  # the rest of the page points at the shields drawn here
    }
