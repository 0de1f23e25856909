"""
What the open pages of an event are told at once, and what those who asked for notices are told besides their turn.

A thousand pages cannot all ask for themselves in a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string

from heraut.kernel.message import Event, Outline
from heraut.kernel.names import OFFICIALS, Seat
from heraut.tournament.officials import RefereeCalled
from heraut.tournament.pairing.contender import Pair
from heraut.tournament.repairs import TablesRepaired
from heraut.tournament.results import ReportsDiffer
from heraut.tournament.rounds import RoundPublished
from heraut.tournament.state import remembered
from heraut.tournament.view import TableView, View, public_view, seating
from heraut.web.game import VisitedGame
from heraut.web.notices.occasions import NoticeKind
from heraut.web.permissions import Role
from heraut.web.rooms.definition import News
from heraut.web.rooms.tournament import pages
from heraut.web.rooms.tournament.display import FEW, SHOWN, round_lines, scenario_name


@dataclass(frozen=True, slots=True)
class PublicNews:
    """What everybody may see of an event, gathered once for all its pages; and where each player sits now."""

    view: View
    tables: Mapping[Seat, TableView]
    people: tuple[str, ...]


@remembered
def _public(seen: View) -> PublicNews:
    tables = seen.played[-1].tables if seen.played else ()
    people = tuple(player.name for player in seen.players)
    return PublicNews(seen, {seat: table for table in tables for seat in table.seats}, people)


def news(game: VisitedGame, events: Sequence[Event | Outline]) -> News:
    """
    A published round shows itself: to players their table, to passers-by the first tables.

    Officials ask for the whole page at once, and so do those whom the news are about; all others when their turn comes.
    """
    if game.visitor.official:
        return News()
    me = game.visitor.seat
    if not any(isinstance(event, RoundPublished) for event in events):
        return _prompt(game, events)
    public = _public(game.seen(public_view))
    if public.view.stage != "playing":
        return _prompt(game, events)
    own = None if me is None else public.tables.get(me)
    player = game.visitor.role is Role.PLAYER
    shown = _table(public.view, me, own) if player else _tables(game, public.view)
    return News(_rendered(game, public, shown) if shown else "", prompt=False)


def _prompt(game: VisitedGame, events: Sequence[Event | Outline]) -> News:
    """Most news: all they ask for is where the visitor sits, without a view of the event."""
    me = game.visitor.seat
    own = None if me is None else game.seen(seating).get(me)
    return News(prompt=any(_concerns(event, me, own) for event in events))


def _concerns(event: Event | Outline, me: Seat | None, own: int | None) -> bool:
    """Whether an event names the visitor or their table."""
    named = {getattr(event, "seat", None), getattr(event, "player", None), *getattr(event, "seats", ())}
    tables = {getattr(event, "table", None), *(getattr(event, "tables", None) or ())}
    return me is not None and (me in named or (own is not None and own in tables))


def _rendered(game: VisitedGame, public: PublicNews, shown: Mapping[str, Any]) -> str:
    played = public.view.played[-1]
    shared = {
        "game": game, "view": public.view, "visitor": game.visitor, "names": game.names, "people": public.people,
        "shown": played, "scenario": scenario_name(played.scenario),
    }  # fmt: skip
    return render_to_string("tournament/now.html", {**shared, **shown})


def _table(view: View, me: Seat | None, own: TableView | None) -> Mapping[str, Any]:
    """A player's table and opponent; whoever has none this round learns what to do from the page itself."""
    if own is not None:
        return {"table": own, "opponent": next(seat for seat in own.seats if seat != me)}
    return {"bye": True} if view.played[-1].bye == me else {}


def _tables(game: VisitedGame, view: View) -> Mapping[str, Any]:
    """The first tables, as everybody sees them; the rest of the page points at the shields drawn here."""
    tables, drawn = view.played[-1].tables, set[str]()
    shown = tables if len(tables) <= FEW else tables[:SHOWN]
    return {
        "lines_of_round": round_lines(game, view.played[-1], shown, drawn),
        "more_tables": len(tables) - len(shown),
        "stages": pages.stages(view),
        "brief": True,
        "coats_once": drawn,
    }


def meaning(event: Event | Outline, seat: Seat) -> NoticeKind | None:
    """A round with a table or a bye for the seat, a call for a judge, reports that differ."""
    match event:
        case RoundPublished(pairing=pairing) if seat in (*_seats(pairing.pairs), pairing.bye):
            return NoticeKind.ROUND
        case TablesRepaired(pairs=pairs) if seat in _seats(pairs):
            return NoticeKind.ROUND
        case RefereeCalled() if seat in OFFICIALS:
            return NoticeKind.CALLED
        case ReportsDiffer(seats=seats) if seat in (*seats, *OFFICIALS):
            return NoticeKind.DISPUTED
        case _:
            return None


def _seats(pairs: tuple[Pair, ...]) -> set[Seat]:
    return {seat for pair in pairs for seat in (pair.first, pair.second)}
