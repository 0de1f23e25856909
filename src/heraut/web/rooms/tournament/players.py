"""The players' pages for officials, and the bands and army lists handed in by or for a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.bounds import whole
from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal, together
from heraut.speech.sentences import say_because
from heraut.tournament.entries import Disqualify, PlayerView
from heraut.tournament.lists import CHECKS, HandInBand, HandInLists, RecordCheck
from heraut.tournament.officials import Penalise, Warn
from heraut.tournament.saga.band_text import read_band
from heraut.tournament.saga.bands import Age, SagaBand
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.army import ArmyList
from heraut.tournament.steamroller.army_text import read_army, write_army
from heraut.tournament.view import View
from heraut.web import commands
from heraut.web.commands import Offer, offer
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.tournament.display import FEW, band_words
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.sentences import faults, names, word
from heraut.web.templating import leaf
from heraut.web.views.game import common, hand_in, show


def entry_context(game: VisitedGame, player: PlayerView | None) -> Mapping[str, Any]:
    """
    What a phone and the officials' page show of an entry: its lists, with what is still to be said of them.

    A band may be of the ages this event is played in [ST-ORG-3].
    """
    lists, view, settings = player.lists if player else None, game.view, game.settings
    ages = settings.ages if isinstance(settings, SagaSettings) else ()
    return {
        "me": player,
        "my_lists": lists_shown(lists),
        "list_notices": [(say_because(one, language()), one.clause) for one in pages_of(game).list_notices(lists)],
        "list_slots": slots(view, lists),
        "sanctions": [each for each in view.sanctions if player and each.player == player.seat],
        "ages": [age.value for age in Age if age in ages],
    }


def lists_shown(lists: SagaBand | tuple[ArmyList, ...] | None) -> tuple[tuple[str, str], ...]:
    """Each list as a heading and the text that would hand it in again."""
    match lists:
        case None:
            return ()
        case SagaBand():
            return ((lists.faction, band_words(lists)),)
        case _:
            return tuple((_heading(army), write_army(army)) for army in lists)


def _heading(army: ArmyList) -> str:
    theme = f"{army.theme} ({army.tier})" if army.tier else army.theme
    return " · ".join(part for part in (army.faction, army.contract, theme) if part)


@dataclass(frozen=True, slots=True)
class ListSlot:
    """A place on the form for one Steamroller list."""

    place: int
    needed: bool
    faction: str = ""
    text: str = ""
    contract: str = ""
    theme: str = ""
    tier: int | None = None


def slots(view: View, lists: SagaBand | tuple[ArmyList, ...] | None) -> list[ListSlot]:
    """A place for each list that may be handed in, with what was handed in before."""
    asked = view.lists_asked
    if asked is None or isinstance(lists, SagaBand):
        return []
    known = dict(enumerate(lists or (), start=1))
    return [_slot(place, known.get(place), needed=place <= asked.least) for place in range(1, asked.most + 1)]


def _slot(place: int, army: ArmyList | None, *, needed: bool) -> ListSlot:
    if army is None:
        return ListSlot(place, needed)
    return ListSlot(place, needed, army.faction, write_army(army), army.contract, army.theme, army.tier)


def typed_slots(view: View, posted: QueryDict) -> list[ListSlot]:
    """The same form as it was sent: nothing typed is lost."""
    asked = view.lists_asked
    rows = zip(*(posted.getlist(name) for name in LIST_FIELDS), strict=False)
    return [
        ListSlot(place, asked is not None and place <= asked.least, faction, text, contract, theme, whole(tier))
        for place, (faction, text, contract, theme, tier) in enumerate(rows, start=1)
    ]


LIST_FIELDS = ("faction", "text", "contract", "theme", "tier")


ABOUT: tuple[type[Command], ...] = (RecordCheck, Warn, Penalise, Disqualify)
"""What officials may say about a player."""


def _about(kind: type[Command]) -> Offer:
    """The form of a command about the player of the page: everything but whom."""
    form = offer(kind, language())
    checks = tuple((item, word(item)) for item in CHECKS)
    fields = (replace(each, kind="choice", choices=checks) if each.name == "item" else each for each in form.fields)
    return replace(form, fields=tuple(each for each in fields if each.name != "player"))


def _player_page(
    request: HttpRequest, game: VisitedGame, seat: str, *, refusal: Refusal | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:  # fmt: skip
    """A player's entry, list and checks; and what was refused."""
    view: View = game.view
    found = next((player for player in view.players if player.seat == seat), None)
    if found is None:
        raise Http404
    shown = {
        **common(game),
        "format": pages_of(game),
        **entry_context(game, found),
        "about": [_about(kind) for kind in ABOUT],
        "faults": faults(refusal, language(), names(game, language())),
        **(more or {}),
    }
    return render(request, "tournament/player.html", shown, status=409 if refusal else 200)


player = require_safe(needs(Action.SPEAK, officials=True)(_player_page))


@require_safe
@needs(Action.SPEAK, officials=True)
def players(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Everybody entered, a page at a time."""
    view: View = game.view
    page = leaf(request, view.players)
    shown = {"people_shown": page.object_list, "leaf": page, "few": len(view.players) <= FEW}
    return render(request, "tournament/players.html", {**common(game), **shown})


@require_POST
@needs(Action.SPEAK)
def band(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A SAGA band as people write it; every slip is pointed at."""
    chosen = form_of(request).get("age", "")
    age = Age(chosen) if chosen in set(Age) else None
    read = read_band(form_of(request).get("text", ""), age=age, faction=form_of(request).get("faction", ""))
    command = HandInBand(seat=game.visitor.speaker, band=read.band, **_for_whom(request, game))
    return _handed_in(request, game, command, together(read.faults))


@require_POST
@needs(Action.SPEAK)
def lists(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Steamroller lists, a line per choice: all lines that cannot be read, otherwise all that the rules refuse."""
    read = [
        read_army(slot.text, number=slot.place, faction=slot.faction, contract=slot.contract.strip(),
                  theme=slot.theme.strip(), tier=slot.tier)
        for slot in typed_slots(game.view, form_of(request)) if slot.text.strip()
    ]  # fmt: skip
    armies = tuple(each.army for each in read)
    command = HandInLists(seat=game.visitor.speaker, lists=armies, **_for_whom(request, game))
    return _handed_in(request, game, command, together(tuple(fault for each in read for fault in each.faults)))


def _for_whom(request: HttpRequest, game: VisitedGame) -> Mapping[str, Any]:
    """Officials hand in for a player, and say why once lists are frozen."""
    if not game.visitor.official:
        return {}
    return {"player": Seat(form_of(request).get("player", "")), "reason": form_of(request).get("reason", "")}


def _handed_in(request: HttpRequest, game: VisitedGame, command: Command, unread: Refusal | None) -> HttpResponse:
    """What was read is handed in; a refusal shows the form again, to an official on the page of that player."""
    outcome = unread or commands.events(game, command)
    if not isinstance(outcome, Refusal):
        return hand_in(request, game, command)
    typed = {"list_slots": typed_slots(game.view, form_of(request)), "typed": form_of(request)}
    named = Seat(form_of(request).get("player", ""))
    if game.visitor.official and named in game.names:
        return _player_page(request, game, named, refusal=outcome, more=typed)
    return show(request, game, refusal=outcome, status=409, more=typed)
