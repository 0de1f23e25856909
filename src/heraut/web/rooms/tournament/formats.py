"""The formats this room has pages for, by their ids; every other has the plain ones."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.tournament.format import Format
from heraut.tournament.formats import FORMATS
from heraut.web.game import VisitedGame
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.tournament.display import last_round, scenario_name
from heraut.web.rooms.tournament.format_form import FormatForm
from heraut.web.rooms.tournament.format_pages import FormatPages, WeekendPreset
from heraut.web.rooms.tournament.saga import SagaPages
from heraut.web.rooms.tournament.steamroller import SteamrollerPages
from heraut.web.views.game import common

PAGES: Mapping[str, type[FormatPages]] = {"saga": SagaPages, "steamroller": SteamrollerPages}


def pages_of(game: VisitedGame) -> FormatPages:
    """The pages of the format that is played."""
    return pages_for(game.settings)


def pages_for(settings: Format) -> FormatPages:
    """The pages of the format these settings are of."""
    return kind_of_pages(settings.name())(settings)


def kind_of_pages(format: str) -> type[FormatPages]:
    """The pages of the format with that id."""
    return PAGES.get(format, FormatPages)


def format_forms() -> list[FormatForm]:
    """The forms of the settings of every format."""
    return [kind_of_pages(kind.name()).form(kind) for kind in FORMATS]


def plainest() -> Format:
    """The settings of the first format, where nothing is said."""
    found = format_forms()[0].preset("")
    assert found is not None, "what is said of nothing is known to every format"
    return found


def weekends() -> list[WeekendPreset]:
    """The weekends that each format has ready to open."""
    return [weekend for kind in FORMATS for weekend in kind_of_pages(kind.name()).weekends()]


def form_for(format: str) -> FormatForm | None:
    """The form of the settings of the format with that id."""
    return next((form for form in format_forms() if form.kind.name() == format), None)


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Everything the event asks, the scenario being played and what all scenarios share, to read on a phone."""
    pages = pages_of(game)
    shown = last_round(game.view)
    parts = []
    if shown is not None and (sections := pages.scenario_rules(shown.scenario)):
        parts.append(("scenario", scenario_name(shown.scenario), sections))
    if sections := pages.reference_rules():
        parts.append(("reference", _("Fiche de référence des scénarios"), sections))
    if sections := pages.event_rules():
        parts.append(("event", _("Règles du tournoi"), sections))
    if not parts:
        raise Http404
    return render(request, "tournament/rules_page.html", {**common(game), "parts": parts, "shown": shown})
