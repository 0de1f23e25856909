"""The players' pages for officials, and the bands and army lists handed in by or for a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.bounds import whole
from heraut.kernel.codec import to_plain
from heraut.kernel.message import Command
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal, together
from heraut.tournament.entries import EditPlayer, PlayerView
from heraut.tournament.lists import CHECKS, HandInBand, HandInLists, RecordCheck
from heraut.tournament.officials import Disqualify, Penalise, Warn
from heraut.tournament.saga.band_text import read_band
from heraut.tournament.saga.bands import Age, SagaBand
from heraut.tournament.steamroller.army import ArmyList
from heraut.tournament.steamroller.army_text import read_army, write_army
from heraut.tournament.view import View
from heraut.web.commands import Offer, offer
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.tournament.display import FEW, band_words, player_of, told
from heraut.web.rooms.tournament.entries import correction
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.sentences import word
from heraut.web.templating import leaf
from heraut.web.views.game import common, show, take_form


def entry_context(game: VisitedGame, player: PlayerView | None) -> Mapping[str, Any]:
    """
    What a phone and the officials' page show of an entry: its lists, with what is still to be said of them.

    A band may be of the ages this event is played in [ST-ORG-3].
    """
    lists, view, ages = player.lists if player else None, game.view, game.settings.band_ages
    return {
        "me": player,
        "hands_in": game.settings.list_kind is not None,
        "my_lists": lists_shown(lists),
        "list_notices": told(game, pages_of(game).list_notices(lists)),
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


ABOUT: tuple[type[Command], ...] = (EditPlayer, RecordCheck, Warn, Penalise, Disqualify)
"""What officials may say about a player."""


def _about(game: VisitedGame, player: PlayerView, typed: QueryDict | None, fault: str) -> Iterator[Offer]:
    """The forms about the player of the page: everything but whom; one that was refused as it was sent."""
    checks, entry = tuple((item, word(item)) for item in CHECKS), correction(game.visitor.speaker, player)
    for kind in ABOUT:
        form = offer(kind, language(), start=entry if kind is EditPlayer else None).again(typed, fault, language())
        fields = (replace(each, kind="choice", choices=checks) if each.name == "item" else each for each in form.fields)
        yield replace(form, fields=tuple(each for each in fields if each.name != "player"))


def _player_page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    seat: str,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
    typed: QueryDict | None = None,
    more: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """A player's entry, list and checks; and what was refused."""
    found = player_of(game.view, Seat(seat))
    if found is None:
        raise Http404
    sent = "" if typed is None else typed.get("type", "")
    shown = {
        **common(game, refusal=refusal, fault=fault, of=sent),
        "format": pages_of(game),
        **entry_context(game, found),
        "about": list(_about(game, found, typed, fault)),
        "opened": sent or "EditPlayer",
        **(more or {}),
    }
    return render(request, "tournament/player.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK, officials=True)
def player(request: HttpRequest, game: VisitedGame, seat: str) -> HttpResponse:
    """A player's page, and what officials say on it about the player."""
    page = partial(_player_page, seat=seat)
    return page(request, game) if request.method != "POST" else take_form(request, game, page=page, stay=request.path)


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

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any] | Refusal:
        chosen = posted.get("age", "")
        age = Age(chosen) if chosen in set(Age) else None
        read = read_band(posted.get("text", ""), age=age, faction=posted.get("faction", ""))
        return together(read.faults) or {"band": to_plain(read.band), **_for_whom(game, posted)}

    return take_form(request, game, read, HandInBand, page=_form_again)


@require_POST
@needs(Action.SPEAK)
def lists(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Steamroller lists, a line per choice: all lines that cannot be read, otherwise all that the rules refuse."""

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any] | Refusal:
        read = [
            read_army(slot.text, number=slot.place, faction=slot.faction, contract=slot.contract.strip(),
                      theme=slot.theme.strip(), tier=slot.tier)
            for slot in typed_slots(game.view, posted) if slot.text.strip()
        ]  # fmt: skip
        unread = together(tuple(fault for each in read for fault in each.faults))
        return unread or {"lists": to_plain([each.army for each in read]), **_for_whom(game, posted)}

    return take_form(request, game, read, HandInLists, page=_form_again)


def _for_whom(game: VisitedGame, posted: QueryDict) -> Mapping[str, str]:
    """Officials hand in for a player, and say why once lists are frozen."""
    return {name: posted.get(name, "") for name in ("player", "reason")} if game.visitor.official else {}


def _form_again(
    request: HttpRequest, game: VisitedGame, *, typed: QueryDict | None = None, **said: Any
) -> HttpResponse:
    """The form with what was typed and what is wrong; for an official on the page of that player."""
    posted = form_of(request)
    more = {"opened": "lists", "list_slots": typed_slots(game.view, posted), "typed": posted}
    named = Seat(posted.get("player", ""))
    if game.visitor.official and named in game.names:
        return _player_page(request, game, named, typed=typed, more=more, **said)
    return show(request, game, typed=typed, more=more, **said)
