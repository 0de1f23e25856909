"""What the page of an event needs, by who is looking: officials a desk, players a phone, others the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heraut.kernel.message import Awaited
from heraut.kernel.names import FATE, OFFICIALS, REFEREE, ClauseId
from heraut.speech.sentences import say_awaited
from heraut.tournament.entries import PlayerView
from heraut.tournament.format import Material
from heraut.tournament.lists import may_hand_in
from heraut.tournament.planning import open_scenarios
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.view import RoundView, TableView, View, rounds_view
from heraut.web.game import VisitedGame, language
from heraut.web.models import Weekend
from heraut.web.permissions import Role, Visitor
from heraut.web.rooms.tournament import awards, drawers
from heraut.web.rooms.tournament.clocks import elapsed, time_is_over, time_was_called, turn_clock
from heraut.web.rooms.tournament.display import (
    AROUND,
    FEW,
    FIRST,
    SHOWN,
    draft_lines,
    event_day,
    here,
    last_round,
    places,
    playing_round,
    rematch_tables,
    round_lines,
    scenario_name,
    standings,
    told,
)
from heraut.web.rooms.tournament.format_pages import FormatPages
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.players import entry_context
from heraut.web.rooms.tournament.results import announced, own_table, report_form
from heraut.web.rooms.tournament.rounds import conflicts, late_roll
from heraut.web.rooms.weekend.hall import awaited_twice, weekend_of
from heraut.web.sentences import Waiting, names, waiting, word


def moment(game: VisitedGame) -> str:
    """The round its page shows; asked of each form that is sent too, so without a view of the event."""
    return str(len(game.seen(rounds_view, None)))


def context(game: VisitedGame) -> Mapping[str, Any]:
    """The shared parts, and those of the visitor's role."""
    view: View = game.view
    shown = last_round(view)
    table = own_table(shown, game.visitor.seat)
    pages, few = pages_of(game), len(view.players) <= FEW
    weekend, unlisted = weekend_of(game.stream), _unlisted(game)
    tables = _tables(shown.tables if shown else (), waiting_first=game.visitor.official)
    rows, drawn = _rows(view, game.visitor), set[str]()
    board = standings(game, rows)
    whole: dict[str, Any] = {
        "format": pages,
        "shown": shown,
        "clock": elapsed(shown, game.settings, table) if view.stage == "playing" else None,
        "lines_of_round": partial(round_lines, game, shown, tables, drawn) if shown else (),
        "more_tables": len(shown.tables) - len(tables) if shown else 0,
        "stages": stages(view),
        "day": event_day(game) if game.settings.played_on and not view.played else None,
        "announced_scenarios": [scenario_name(slug) for slug in view.announced],
        "to_bring": [(_brought(each), each.clause) for each in pages.to_bring()] if not view.played else [],
        "scenario": scenario_name(shown.scenario) if shown else "",
        "ranked": any(played.complete for played in view.played),
        "standings": board,
        "places": partial(places, game, board, drawn),
        "more_places": len(view.standings) - len(rows),
        "plain_view": None,
        "coats_once": drawn,  # in the order of the template; not on screens: on a hidden panel a drawing has no outline
        "few": few,
        "weekend": weekend,
        "announced": awards.announced(view),
        "ballot": awards.ballot(view) if few else [],
        "unlisted_seats": {player.seat for player in unlisted} if view.stage == "playing" else set(),
    }
    if game.visitor.official:
        return {**whole, "unlisted": unlisted, **_officials_context(game, pages, weekend, drawn)}
    if game.visitor.role is Role.PLAYER:
        return {**whole, **_player_context(game, pages, shown, table)}
    return whole


def _tables(tables: tuple[TableView, ...], *, waiting_first: bool) -> tuple[TableView, ...]:
    """All tables; of a great many, those still without a result for officials, the first ones for others."""
    if len(tables) <= FEW:
        return tables
    ordered = sorted(tables, key=lambda table: table.result is not None) if waiting_first else tables
    return tuple(ordered[:SHOWN])


def lines(visitor: Visitor) -> int:
    """How much of the log stands beside the event."""
    return 14 if visitor.official else 6


def _rows(view: View, visitor: Visitor) -> tuple[StandingsRow, ...]:
    """All places; of a great many the first, and on a player's phone fewer of them and those around one's own."""
    rows = view.standings
    if visitor.role is not Role.PLAYER:
        return rows if len(rows) <= FEW else rows[:SHOWN]
    if len(rows) <= SHOWN:
        return rows
    own = next((place for place, row in enumerate(rows) if row.id == visitor.seat), 0)
    return tuple(row for place, row in enumerate(rows) if place < FIRST or abs(place - own) <= AROUND)


def _officials_context(
    game: VisitedGame, pages: FormatPages, weekend: Weekend | None, drawn: set[str]
) -> Mapping[str, Any]:
    """What waits at the desk."""
    view: View = game.view
    organiser = game.visitor.role is Role.ORGANISER
    playing = playing_round(view)
    settings = game.settings
    to_tick = [player for player in view.players if player.status == "registered"]
    at_once = FEW if view.stage == "entering" else SHOWN
    people = view.players if len(view.players) <= at_once else to_tick[:SHOWN]
    return {
        "organiser": organiser,
        "late_roll": late_roll(game) is not None,
        "waiting": _waiting(game, playing),
        "missing": [table for table in playing.tables if table.result is None] if playing else [],
        "untouched": _untouched(view, playing) if organiser and playing else [],
        "disputes": [(table, announced(pages, table)) for table in playing.tables if table.disputed] if playing else [],
        "open_calls": [call for call in view.calls if call.answered is None],
        **_draft(game, drawn),
        "draft_reasons": told(game, view.draft.pairing.reasons) if view.draft else [],
        "draft_breaks": told(game, (*view.draft.breaks, *view.draft.pairing.unmet)) if view.draft else [],
        "notices": told(game, view.notices),
        "checklist": [] if view.played else [(item, word(item), done) for item, done in view.checklist.items()],
        "absent": len(to_tick),
        "conflicts": conflicts(game, weekend),
        "awaited_twice": awaited_twice(weekend, game.stream) if weekend and view.draft else (),
        "here": here(view),
        "sealed": sum(player.has_lists for player in view.players),
        "time_over": playing is not None and time_is_over(playing),
        "may_end_time": playing is not None and settings.clock.may_end_early and not time_was_called(playing),
        "people_shown": people,
        "more_people": len(view.players) - len(people),
        "rare": drawers.rare(game),
        **drawers.written_forms(),
        "plan": [(number, scenario_name(slug)) for number, slug in view.plan.items()],
        "spares": settings.has_spare,
        "to_plan": organiser and view.stage in ("entering", "preparing") and str(len(view.played) + 1) not in view.plan,
        "next_round": len(view.played) + 1,
        "open_scenarios": _scenarios(game.seen(open_scenarios, game.visitor.seat)),
    }


def _untouched(view: View, playing: RoundView) -> list[TableView]:
    """The tables that may be paired anew: nobody has said a word about their games, and both players are here."""
    present = {player.seat for player in view.players if player.status == "present"}
    begun = (table.result or table.reported or table.chosen or table.clock for table in playing.tables)
    tables = (table for table, word in zip(playing.tables, begun, strict=True) if not word)
    return [table for table in tables if present.issuperset(table.seats)][:SHOWN]


def _draft(game: VisitedGame, drawn: set[str]) -> Mapping[str, Any]:
    """The pairs of the draft: all of them, or of a great many the first; the others have a page."""
    view: View = game.view
    pairs = sorted(view.draft.pairing.pairs, key=lambda pair: pair.table) if view.draft else []
    shown = pairs if len(pairs) <= FEW else pairs[:SHOWN]
    return {
        "draft_lines": partial(draft_lines, game, shown, drawn),
        "more_pairs": len(pairs) - len(shown),
        "rematches": rematch_tables(view),
    }


def _scenarios(slugs: Iterable[str]) -> list[tuple[str, str]]:
    """Each with its name."""
    return [(slug, scenario_name(slug)) for slug in slugs]


def _unlisted(game: VisitedGame) -> list[PlayerView]:
    """Who is here without the list that this event asks for."""
    if not game.settings.asks_lists:
        return []
    return [player for player in game.view.players if player.status == "present" and not player.has_lists]


def _waiting(game: VisitedGame, playing: RoundView | None) -> tuple[Waiting, ...]:
    """What officials are waited for; of the players only how many games are still without a result."""
    ours = waiting(game, language(), of=OFFICIALS if late_roll(game) else (*OFFICIALS, FATE))
    left = sum(table.result is None for table in playing.tables) if playing else 0
    if ours or not left:
        return ours
    sentence = ngettext("Il manque %(left)d résultat.", "Il manque %(left)d résultats.", left) % {"left": left}
    return (Waiting(sentence, game.visitor.seat or FATE, ClauseId("ST-RND-5"), None, yours=False),)


def stages(view: View) -> list[tuple[str, str, int | None]]:
    """The day as a line: entries, each round, the end; what is past, present and to come."""
    last = max(view.rounds, view.round)  # rounds may be added while nobody leads alone [SR-ROUND-8]
    current = {"entering": 0, "over": last + 1}.get(view.stage, view.round)
    rounds = (_("Ronde %s") % number for number in range(1, last + 1))
    names = [_("Inscriptions"), *rounds, _("Classement final")]
    played = len(view.played)
    return [
        (
            name,
            "past" if place < current else "now" if place == current else "later",
            place if 0 < place <= played else None,
        )
        for place, name in enumerate(names)
    ]


def _player_context(
    game: VisitedGame, pages: FormatPages, shown: RoundView | None, table: TableView | None
) -> Mapping[str, Any]:
    """The player's own table, opponent, list and report."""
    view: View = game.view
    me = game.visitor.seat
    players = {player.seat: player for player in view.players}
    mine = players.get(me) if me else None
    opponent = None if table is None else next(seat for seat in table.seats if seat != me)
    theirs = players[opponent].lists if opponent else None
    said = None if table is None or me is None else table.reports.get(me)
    may = mine is not None and game.settings.list_kind is not None and game.seen(may_hand_in, me)
    owes = may and mine is not None and game.settings.asks_lists and not mine.has_lists
    return {
        **entry_context(game, mine),
        "waiting": _own_waiting(game, table, owes_lists=owes),
        "lengths": pages.lengths() if view.stage != "over" else [],
        "markers": pages.markers(shown.scenario) if shown else 0,
        "scenario_rules": pages.scenario_rules(shown.scenario) if shown else (),
        "table": table,
        "sides": () if me is None or opponent is None else (me, opponent),
        "opponent": opponent,
        "bye": shown is not None and shown.bye == me and view.stage == "playing",
        "turns": turn_clock(game, table if view.stage == "playing" else None),
        "my_row": next((row for row in view.standings if row.id == me), None),
        "told": said is not None,
        "report_form": report_form(game, table, shown.scenario, pages.report_fields(said, table.seats) if said else [])
        if shown and table
        else (),
        "their_lists": pages.lists_shown(theirs),
        "owes_lists": owes,
        "may_hand_in": may,
        "may_leave": mine is not None and mine.status in ("registered", "present") and view.stage != "over",
        "open_call": next((call for call in view.calls if call.seat == me and call.answered is None), None),
    }


def _brought(each: Material) -> str:
    return f"{word(each.item)} ({each.count})" if each.count else word(each.item)


def _own_waiting(game: VisitedGame, table: TableView | None, *, owes_lists: bool) -> tuple[Waiting, ...]:
    """
    What is awaited from this player, a list or a ballot too, or what their own table waits for; otherwise that nothing
    is, while the event goes on.
    """
    me, poll, clauses = game.visitor.speaker, game.view.poll, game.settings.clauses
    own = tuple(each for each in waiting(game, language(), of=(me, FATE)) if each.yours)
    if own:
        return own
    if table is not None and table.disputed:
        return (_said(game, Awaited(REFEREE, "tournament-dispute", clauses.dispute, subject=table.number)),)
    if owes_lists:
        return (_said(game, Awaited(me, "tournament-list", clauses.lists)),)
    if poll is not None and poll.may_vote and not poll.voted:
        return (Waiting(_("Votre vote est attendu."), me, ClauseId("HOUSE-AWARD-3"), None, yours=True),)
    if not game.awaits:
        return ()
    nothing = _("Rien à faire pour l'instant.")
    return (Waiting(nothing, me, game.awaits[0].clause, None, yours=False),)


def _said(game: VisitedGame, awaited: Awaited) -> Waiting:
    said = say_awaited(awaited, language(), names(game, language()))
    return Waiting(said, awaited.seat, awaited.clause, None, yours=awaited.seat == game.visitor.speaker)
