"""The form of an event's settings: opened from a preset or like a past event; changed after a look at what would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from heraut.kernel.codec import Malformed, decode, from_plain, to_plain
from heraut.kernel.journal import Header
from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.planning import ChangeSettings, ListReturned, RenameEvent, changed_fields, open_fields
from heraut.tournament.results import EventEnded
from heraut.tournament.rounds import DraftDiscarded
from heraut.tournament.view import View
from heraut.web import commands, forms
from heraut.web.desk import desk
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, hosted, language, new_id, present_settings, view_of
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.match import own_scenarios
from heraut.web.rooms.tournament.format_form import Preset, only
from heraut.web.rooms.tournament.formats import form_for, format_forms, pages_for, pages_of
from heraut.web.sentences import names
from heraut.web.store import of_engines
from heraut.web.views.game import common, show_again

MOST_LOOKED_THROUGH, MOST_PAST = 60, 12


def presets() -> list[Preset]:
    """What each format has ready to open."""
    return [preset for form in format_forms() for preset in form.presets()]


def preset_settings(id: str) -> Format | None:
    """The settings of a preset; None for an unknown one."""
    format, _dash, name = id.partition("-")
    form = form_for(format)
    return None if form is None else form.preset(name)


def begin(request: HttpRequest) -> Format | None:
    """The settings the form begins with: a preset's, or those of a past event without its players."""
    copied = next((event for event in _past(request) if event.stream == query_of(request).get("copy")), None)
    if copied is not None:
        return settings_again(copied)
    chosen = preset_settings(query_of(request).get("preset", "") or form_of(request).get("format", ""))
    return None if chosen is None else pages_for(chosen).suggested()


def settings_again(past: Header) -> Format:
    """The settings of a past event, its awards as they were in the end, without its players."""
    settings: Format = present_settings(desk().history(past.stream))
    view: View = view_of(past.stream, ORGANISER)
    return msgspec.structs.replace(
        settings, players={}, played_on="", awards=tuple(award.rule for award in view.awards)
    )


def _past(request: HttpRequest) -> list[Header]:
    """The events whose settings this account may look at: its own, and all of them for the machine's organiser."""
    rows = hosted(request, of_engines("tournament").order_by("-opened"))
    return [decode(row.header, Header) for row in rows[:MOST_LOOKED_THROUGH]]


def context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The cards, or the form with its own controls."""
    begun = begin(request)
    if begun is None:
        return {"chosen": False, "presets": presets(), "past": _past(request)[:MOST_PAST]}
    form = pages_for(begun).settings_form
    return {
        "chosen": True,
        "awards": next(field.value for field in fields if field.name == "awards"),
        **form.layout(begun, fields),
        "own_scenarios": own_scenarios.choices(request, form.source) if form.source else (),
    }


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings as plain values; a form that names no format is of the first."""
    form = form_for(posted.get("format", "")) or format_forms()[0]
    return form.read(posted)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.EXPORT)
def change(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The form filled with what is so; sent, what would change; confirmed, it changes."""
    if request.method != "POST":
        return _page(request, game)
    title = form_of(request).get("title", "").strip()
    try:
        settings = _read(game, form_of(request))
    except Malformed as error:
        return _page(request, game, fault=str(error), status=400)
    wanted, sent = _wanted(game, title, settings), form_of(request).get("command_id") or new_id()
    if not wanted and any(game.has_sent(f"{sent}-{kind.__name__}") for kind in (RenameEvent, ChangeSettings)):
        return show_again(request, game, _("Déjà enregistré."))
    if not wanted:
        return _page(request, game, fault=_("Rien n'est changé."))
    coming = commands.events(game, *wanted)
    if isinstance(coming, Refusal):
        return _page(request, game, refusal=coming, status=409)
    if "confirmed" not in form_of(request):
        events, _opens = coming
        told = list(_differences(game, title, settings))
        return _page(request, game, changes=told, follows=list(_follows(game, events)))
    for command in wanted:
        outcome = game.submit(command, f"{sent}-{type(command).__name__}")
        if isinstance(outcome, Refusal):  # something was published between the look and the word
            return _page(request, VisitedGame.of(request, game.stream), refusal=outcome, status=409)
    return redirect("game", stream=game.stream)


def _read(game: VisitedGame, posted: QueryDict) -> Format:
    """The settings of the form; those that can no longer change are not on it and stay."""
    still = game.seen(open_fields)
    kept = {name: value for name, value in to_plain(game.settings).items() if name not in still}
    typed = {name: value for name, value in read(posted).items() if name in still}
    settings: Format = from_plain({**kept, **typed}, AnySettings, strict=False)
    return pages_of(game).as_written(settings)


def _wanted(game: VisitedGame, title: str, settings: Any) -> list[Command]:
    wanted: list[Command] = []
    if title and title != game.header.title:
        wanted.append(RenameEvent(game.visitor.speaker, title=title))
    if changed_fields(game.settings, settings):
        wanted.append(ChangeSettings(game.visitor.speaker, settings=settings))
    return wanted


def _differences(game: VisitedGame, title: str, settings: Format) -> Iterator[tuple[str, str, str]]:
    """What it is called, what it was, what it would be."""
    if title and title != game.header.title:
        yield _("Nom du tournoi"), game.header.title, title
    form = pages_for(settings).settings_form
    for name in sorted(changed_fields(game.settings, settings)):
        yield form.said(name, game.settings, settings)


def _follows(game: VisitedGame, coming: Iterable[object]) -> Iterator[str]:
    """What else would come of it."""
    called = names(game, language())
    for event in coming:
        if isinstance(event, ListReturned):
            yield _("%s : la liste ne conviendra plus et sera rendue.") % called.get(event.player, event.player)
        if isinstance(event, DraftDiscarded):
            yield _("Le projet de la ronde sera jeté : il faudra apparier de nouveau.")
        if isinstance(event, EventEnded):
            yield _("Le tournoi sera terminé : il ne restera plus de ronde à jouer.")


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    *,
    fault: str = "",
    refusal: Refusal | None = None,
    changes: list[tuple[str, str, str]] | None = None,
    follows: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    settings: Format = game.settings
    fields = forms.with_fault(forms.fields(type(settings), language(), start=settings), fault, language())
    shown = pages_of(game).settings_form.layout(settings, fields)
    still = game.seen(open_fields)
    return render(
        request,
        "tournament/settings_page.html",
        {
            **common(game, refusal=refusal, fault=fault, of=type(game.settings).__name__),
            **shown,
            "groups": only(shown["groups"], still),
            "still": still,
            "published": len(game.view.played),
            "variant": settings.name(),
            "title": game.header.title,
            "typed": form_of(request),
            "changes": changes,
            "follows": follows,
            "carried": list(_carried(form_of(request))) if changes else [],
        },
        status=status,
    )


def _carried(posted: QueryDict) -> Iterator[tuple[str, str]]:
    """What was typed, to be sent again with the confirmation."""
    for name, values in posted.lists():
        if name not in ("csrfmiddlewaretoken", "command_id", "moment", "type", "confirmed"):
            yield from ((name, value) for value in values)
