"""A player's phone: where do I play, whom, and what do I have to do now."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import FATE, Malformed, Seat, together
from heraut.tournament import commands as c
from heraut.tournament.bands import Age, Band, read_band
from heraut.tournament.lists import ArmyList, Caster, Kind, ListEntry
from heraut.tournament.results.report import WinKind
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.tournament.officials import speaker
from heraut.web.rooms.tournament.results import filled, read_report
from heraut.web.rooms.tournament.words import band_words
from heraut.web.says import Waiting, waiting
from heraut.web.views.game import hand_in, show

_ENTRY = re.compile(r"(?P<name>.+?)[\s:,;=(]+(?P<cost>\d+)\s*(?:pts?|points?)?\)?\s*$", re.IGNORECASE)


def context(game: Game, shown: RoundView | None) -> Mapping[str, Any]:
    """The player's own table, opponent, list and report."""
    view: View = game.view
    me = game.visitor.seat
    table = own_table(shown, me)
    players = {player.seat: player for player in view.players}
    mine = players.get(me) if me else None
    opponent = None if table is None else next(seat for seat in table.seats if seat != me)
    theirs = players[opponent].lists if opponent else None
    told = None if table is None or me is None else table.reports.get(me)
    return {
        "me": mine,
        "table": table,
        "opponent": opponent,
        "bye": shown is not None and shown.bye == me and view.stage == "playing",
        "my_row": next((row for row in view.standings if row.id == me), None),
        "told": told is not None,
        "filled": filled(told),
        "my_lists": lists_shown(mine.lists) if mine else (),
        "their_lists": lists_shown(theirs),
        "may_hand_in": mine is not None and view.stage != "over" and (not view.played or not mine.has_lists),
        "may_leave": mine is not None and mine.status in ("registered", "present") and view.stage != "over",
        "open_call": next((call for call in view.calls if call.seat == me and call.answered is None), None),
        "list_slots": slots(mine.lists if mine else None),
        "ages": [age.value for age in Age],
        "win_kinds": [kind.value for kind in WinKind],
    }


def own_waiting(game: Game) -> tuple[Waiting, ...]:
    """What is awaited from this player; otherwise that nothing is."""
    me = speaker(game)
    own = tuple(each for each in waiting(game, language(), of=(me, FATE)) if each.yours)
    if own or not game.awaits:
        return own
    nothing = _("On n'attend rien de vous pour l'instant.")
    return (Waiting(nothing, me, game.awaits[0].clause, None, yours=False),)


def own_table(shown: RoundView | None, me: Seat | None) -> TableView | None:
    """The player's table of a round."""
    if shown is None:
        return None
    return next((table for table in shown.tables if me in table.seats), None)


def lists_shown(lists: Band | tuple[ArmyList, ...] | None) -> tuple[tuple[str, str], ...]:
    """Each list as a heading and the text that would hand it in again."""
    match lists:
        case None:
            return ()
        case Band():
            return ((lists.faction, band_words(lists)),)
        case _:
            return tuple((army.faction, army_words(army)) for army in lists)


LISTS = 2
"""How many lists a Steamroller player may hand in unless the event says otherwise; empty ones are left out."""


def slots(lists: Band | tuple[ArmyList, ...] | None) -> list[tuple[int, str, str]]:
    """A place for each list: those handed in, then empty ones."""
    known = [] if isinstance(lists, Band) else list(lists_shown(lists))
    known += [("", "")] * (LISTS + 1 - len(known))
    return [(place, faction, text) for place, (faction, text) in enumerate(known, start=1)]


def army_words(army: ArmyList) -> str:
    """An army list as it is typed: casters first, then each entry with its cost."""
    casters = (f"* {caster.name}" + (f" +{caster.bonus}" if caster.bonus else "") for caster in army.casters)
    return "\n".join([*casters, *(f"{entry.name} {entry.paid}" for entry in army.entries)])


@require_POST
@needs(Action.SPEAK)
def band(request: HttpRequest, game: Game) -> HttpResponse:
    """A SAGA band as people write it; every slip is pointed at, and nothing typed is lost."""
    chosen = request.POST.get("age", "")
    age = Age(chosen) if chosen in set(Age) else None
    read = read_band(request.POST.get("text", ""), age=age, faction=request.POST.get("faction", ""))
    faults = together(read.faults)
    if faults is not None:
        return show(request, game, refusal=faults, status=409, typed=request.POST)
    return hand_in(request, game, c.HandInBand(seat=speaker(game), band=read.band, **_for_whom(request, game)))


@require_POST
@needs(Action.SPEAK)
def lists(request: HttpRequest, game: Game) -> HttpResponse:
    """Steamroller lists: a line per entry with its cost, casters marked by a star."""
    posted = request.POST
    armies = [
        read_army(faction, text)
        for faction, text in zip(posted.getlist("faction"), posted.getlist("text"), strict=False)
        if text.strip()
    ]
    if not armies or any(army is None for army in armies):
        fault = _("Une ligne ne se lit pas : écrivez un nom et son coût (« Cavaliers 10 »), « * » devant le warcaster.")
        return show(request, game, fault=fault, status=400, typed=posted)
    told = tuple(army for army in armies if army is not None)
    return hand_in(request, game, c.HandInLists(seat=speaker(game), lists=told, **_for_whom(request, game)))


def _for_whom(request: HttpRequest, game: Game) -> Mapping[str, Any]:
    """Officials hand in for a player, and say why once lists are frozen."""
    if not game.visitor.official:
        return {}
    return {"player": Seat(request.POST.get("player", "")), "reason": request.POST.get("reason", "")}


def read_army(faction: str, text: str) -> ArmyList | None:
    """An army as it is typed; None where a line cannot be read."""
    casters, entries = list[Caster](), list[ListEntry]()
    for line in filter(None, (line.strip() for line in text.splitlines())):
        if line.startswith("*"):
            name, _plus, bonus = line.removeprefix("*").partition("+")
            casters.append(Caster(name.strip(), int(bonus) if bonus.strip().isdecimal() else 0))
        elif found := _ENTRY.match(line):
            entries.append(ListEntry(found["name"].strip(), Kind.UNIT, int(found["cost"])))
        else:
            return None
    return ArmyList(faction.strip(), tuple(casters), tuple(entries))


@require_POST
@needs(Action.SPEAK)
def report(request: HttpRequest, game: Game) -> HttpResponse:
    """One's word on one's game: both players' points, who went first, how it ended."""
    view: View = game.view
    table = own_table(view.played[-1] if view.played else None, game.visitor.seat)
    if table is None:
        return show(request, game, fault=_("Vous n'avez pas de partie à rapporter."), status=409)
    try:
        told = read_report(request.POST, view, table.seats)
    except (Malformed, ValueError):
        fault = _("Écrivez les points des deux joueurs en nombres entiers.")
        return show(request, game, fault=fault, status=400, typed=request.POST)
    return hand_in(request, game, c.ReportResult(seat=speaker(game), report=told))
