"""Changing the settings or the name of an event that is open: the same form, and first a look at what would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from heraut.kernel import Command, Malformed, Refusal, from_plain, to_plain
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.planning import ChangeSettings, ListReturned, RenameEvent, changed_fields, open_fields
from heraut.tournament.rounds import DraftDiscarded
from heraut.web import commands, forms
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.tournament import settings_form, settings_layout
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.officials import speaker
from heraut.web.rooms.tournament.settings_words import said
from heraut.web.sentences import faults, names
from heraut.web.views.game import common


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.EXPORT)
def change(request: HttpRequest, game: Game) -> HttpResponse:
    """The form filled with what is so; sent, what would change; confirmed, it changes."""
    if request.method != "POST":
        return _page(request, game)
    title = request.POST.get("title", "").strip()
    try:
        settings = _read(game, request.POST)
    except Malformed as error:
        return _page(request, game, fault=str(error), status=400)
    wanted = _wanted(game, title, settings)
    if not wanted:
        return _page(request, game, fault=_("Rien n'est changé."))
    coming = commands.events(game, *wanted)
    if isinstance(coming, Refusal):
        return _page(request, game, refusal=coming, status=409)
    if "confirmed" not in request.POST:
        events, _opens = coming
        told = list(_differences(game, title, settings))
        return _page(request, game, changes=told, follows=list(_follows(game, events)))
    for command in wanted:
        outcome = game.submit(command)
        if isinstance(outcome, Refusal):  # something was published between the look and the word
            return _page(request, Game.of(request, game.stream), refusal=outcome, status=409)
    return redirect("game", stream=game.stream)


def _read(game: Game, posted: QueryDict) -> Format:
    """The settings of the form; those that can no longer change are not on it and stay."""
    still = game.seen(open_fields)
    kept = {name: value for name, value in to_plain(game.settings).items() if name not in still}
    typed = {name: value for name, value in settings_form.read(posted).items() if name in still}
    settings: Format = from_plain({**kept, **typed}, AnySettings, strict=False)
    return pages_of(game).as_written(settings)


def _wanted(game: Game, title: str, settings: Any) -> list[Command]:
    wanted: list[Command] = []
    if title and title != game.header.title:
        wanted.append(RenameEvent(speaker(game), title=title))
    if changed_fields(game.settings, settings):
        wanted.append(ChangeSettings(speaker(game), settings=settings))
    return wanted


def _differences(game: Game, title: str, settings: Format) -> Iterator[tuple[str, str, str]]:
    """What it is called, what it was, what it would be."""
    if title and title != game.header.title:
        yield _("Nom du tournoi"), game.header.title, title
    for name in sorted(changed_fields(game.settings, settings)):
        yield said(name, game.settings, settings)


def _follows(game: Game, coming: Iterable[object]) -> Iterator[str]:
    """What else would come of it."""
    called = names(game, language())
    for event in coming:
        if isinstance(event, ListReturned):
            yield _("%s : la liste ne conviendra plus et sera rendue.") % called.get(event.player, event.player)
        if isinstance(event, DraftDiscarded):
            yield _("Le projet de la ronde sera jeté : il faudra apparier de nouveau.")


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: Game,
    *,
    fault: str = "",
    refusal: Refusal | None = None,
    changes: list[tuple[str, str, str]] | None = None,
    follows: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    settings: Format = game.settings
    posted = request.POST if request.method == "POST" else None
    fields = forms.fields(type(settings), language(), start=settings)
    if posted is not None:
        fields = forms.refilled(fields, posted, fault, language())
    shown = settings_layout.layout(settings, fields, posted)
    still = game.seen(open_fields)
    return render(
        request,
        "tournament/settings_page.html",
        {
            **common(game),
            **shown,
            "groups": settings_layout.only(shown["groups"], still),
            "still": still,
            "variant": settings.name(),
            "title": posted.get("title", "") if posted is not None else game.header.title,
            "fault": forms.say_fault(fault, language()),
            "faults": faults(refusal, language(), names(game, language())),
            "changes": changes,
            "follows": follows,
            "carried": list(_carried(posted)) if changes else [],
        },
        status=status,
    )


def _carried(posted: QueryDict | None) -> Iterator[tuple[str, str]]:
    """What was typed, to be sent again with the confirmation."""
    for name, values in posted.lists() if posted is not None else ():
        if name not in ("csrfmiddlewaretoken", "command_id", "moment", "type", "confirmed"):
            yield from ((name, value) for value in values)
