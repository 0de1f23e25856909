"""
The form of an event's settings: opened from a preset or like a past event, and changed after a look at what would.

What would change is told in words: what a setting is called, what it says and what it would say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from heraut.kernel.codec import Malformed, decode, from_plain, to_plain
from heraut.kernel.journal import Header
from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.kernel.refusal import Refusal
from heraut.speech.typography import colon
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.planning import ChangeSettings, ListReturned, RenameEvent, changed_fields, open_fields
from heraut.tournament.results import EventEnded
from heraut.tournament.rounds import DraftDiscarded
from heraut.tournament.saga.bands import Age
from heraut.tournament.saga.organisation import presets as round_presets
from heraut.tournament.saga.scoring import Bonus, ForfeitPoints, PointsRow
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import OwnTimes, SteamrollerSettings
from heraut.tournament.steamroller.variants import ReadyMade, keyword_rows, keywords_of, read_variants, ready_made
from heraut.tournament.view import View
from heraut.web import commands, forms
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, hosted, language, settings_in_force, view_of
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.match import options_form, own_scenarios
from heraut.web.rooms.tournament import little_tables, settings_layout
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.rooms.tournament.formats import pages_for, pages_of
from heraut.web.rooms.tournament.little_tables import written
from heraut.web.rooms.tournament.steamroller import SteamrollerPages, check_demolition, keyword_words
from heraut.web.sentences import names, word
from heraut.web.store import of_engines
from heraut.web.views.game import common

MOST_LOOKED_THROUGH, MOST_PAST = 60, 12
SIZES = {"hardcore": 50, "limited_room_time": 35, "easy_going": 35}
"""A size to begin with where the sheet gives none; the organiser changes it on the form."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A card of the page that opens an event."""

    id: str
    title: str
    about: str
    clause: ClauseId | None = None


def presets() -> list[Preset]:
    """What the two sheets recommend, ready to open."""
    return [
        Preset("saga-one_day", _("SAGA, un jour"), _("Trois rondes suisses."), ClauseId("ST-RND-1")),
        Preset("saga-two_days", _("SAGA, deux jours"), _("Quatre rondes suisses, puis une ronde de classement."),
               ClauseId("ST-RND-2")),
        Preset("steamroller", "Steamroller 2011", _("Les règles de base, autant de rondes qu'il faut."),
               ClauseId("SR-ROUND-4")),
        *(Preset(f"steamroller-{row.id}", _combination(row), _keywords(row), row.clause) for row in ready_made()),
    ]  # fmt: skip


def _combination(row: ReadyMade) -> str:
    named = word(f"preset-{row.id}")
    return f"{named} « {row.nickname} »" if row.nickname else named


def _keywords(row: ReadyMade) -> str:
    """The keywords of a combination in the reader's language: the notation itself is French [SR-KEY-1]."""
    variants = read_variants(row.keywords)
    if language() == "fr" or isinstance(variants, Refusal):
        return row.keywords
    rows = {each.id: each for each in keyword_rows()}
    return ", ".join(keyword_words(rows[each.id], each) for each in keywords_of(variants))


def begin(request: HttpRequest) -> Format | None:
    """The settings the form begins with: a preset's, or those of a past event without its players."""
    copied = next((event for event in _past(request) if event.stream == query_of(request).get("copy")), None)
    if copied is not None:
        return settings_again(copied)
    posted = {"saga": "saga-one_day", "steamroller": "steamroller"}.get(form_of(request).get("format", ""), "")
    chosen = preset_settings(query_of(request).get("preset", "") or posted)
    return None if chosen is None else pages_for(chosen).suggested()


def settings_again(past: Header) -> Format:
    """The settings of a past event, its awards as they were in the end, without its players."""
    settings: Format = settings_in_force(past.stream)
    view: View = view_of(past.stream, ORGANISER)
    return msgspec.structs.replace(
        settings, players={}, played_on="", awards=tuple(award.rule for award in view.awards)
    )


def preset_settings(id: str) -> Format | None:
    """The settings of a preset; None for an unknown one."""
    format, _dash, name = id.partition("-")
    if format == "saga" and name in ("one_day", "two_days"):
        return SagaSettings(allowed_ages=("dark",), preset=name)
    if id == "steamroller":
        return SteamrollerSettings(size=35)
    row = next((row for row in ready_made() if format == "steamroller" and row.id == name), None)
    if row is None:
        return None
    variants = read_variants(row.keywords)
    assert not isinstance(variants, Refusal), "ready-made combinations are read by a test [SR-PRESET-5]"
    return SteamrollerSettings(size=row.size or SIZES.get(row.id, 35), variants=variants)


def _past(request: HttpRequest) -> list[Header]:
    """The events whose settings this account may look at: its own, and all of them for the machine's organiser."""
    rows = hosted(request, of_engines("tournament").order_by("-opened"))
    return [decode(row.header, Header) for row in rows[:MOST_LOOKED_THROUGH]]


SOURCES: Mapping[type[Format], str] = {SagaSettings: "saga_tournament", SteamrollerSettings: "steamroller_2011"}
"""Whose scenarios an event of each format plays."""


def context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The cards, or the form with its own controls."""
    begun = begin(request)
    if begun is None:
        return {"chosen": False, "presets": presets(), "past": _past(request)[:MOST_PAST]}
    posted = form_of(request) if request.method == "POST" else None
    awards = next(field.value for field in fields if field.name == "awards")
    return {
        "chosen": True,
        "awards": posted.get("awards", "") if posted is not None else awards,
        **settings_layout.layout(begun, fields, posted),
        "own_scenarios": own_scenarios.choices(request, SOURCES[type(begun)]),
    }


IN_TABLES = ("points_table", "bonus_points", "forfeit_points", "special_costs", "own_times")


def read(posted: QueryDict) -> Any:
    """The settings as plain values; ages, scenarios and little tables have controls of their own."""
    scenarios, brought = own_scenarios.brought(posted)
    if posted.get("format") == "steamroller":
        plain = forms.read(SteamrollerSettings, posted, skip=("played_on", "own_scenarios", *IN_TABLES))
        check_demolition(plain.get("scenario_15") or "")
        own = {
            "variants": {**plain["variants"], "scenarios": scenarios},
            "own_scenarios": brought,
            **little_tables.read_steamroller(posted),
        }
        return plain | own | _date(posted)
    ages = [age for age in posted.getlist("age") if age in set(Age)]
    skipped = (*options_form.IN_WORDS, "scenario_layouts", "own_scenarios", "played_on", *IN_TABLES)
    plain = forms.read(SagaSettings, posted, skip=skipped)
    own = {
        "allowed_ages": ages,
        "scenario_by_round": scenarios,
        "own_scenarios": brought,
        **little_tables.read_saga(posted),
    }
    return _rounds(plain) | own | _date(posted) | options_form.read(posted)


def _date(posted: QueryDict) -> dict[str, str]:
    typed = posted.get("played_on", "").strip()
    if not typed:
        return {}
    try:
        return {"played_on": date.fromisoformat(typed).isoformat()}
    except ValueError:
        raise Malformed(_("« %s » n'est pas une date. Écrivez-la comme 2026-11-21.") % typed) from None


def _rounds(plain: dict[str, Any]) -> dict[str, Any]:
    """Rounds that are those of the preset are left to it [ST-RND-4]."""
    model = next((row for row in round_presets() if row.id == plain.get("preset", "one_day")), None)
    if model is not None and plain.get("swiss_rounds") == str(model.swiss_rounds):
        del plain["swiss_rounds"]
    if model is not None and plain.get("ranking_round") == str(model.ranking_round).lower():
        del plain["ranking_round"]
    return plain


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
    wanted = _wanted(game, title, settings)
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
        outcome = game.submit(command)
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
    for name in sorted(changed_fields(game.settings, settings)):
        yield said(name, game.settings, settings)


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
    posted = form_of(request) if request.method == "POST" else None
    fields = forms.fields(type(settings), language(), start=settings)
    if posted is not None:
        fields = forms.refilled(fields, posted, fault, language())
    shown = settings_layout.layout(settings, fields, posted)
    still = game.seen(open_fields)
    return render(
        request,
        "tournament/settings_page.html",
        {
            **common(game, refusal=refusal, fault=fault, of=type(game.settings).__name__),
            **shown,
            "groups": settings_layout.only(shown["groups"], still),
            "still": still,
            "published": len(game.view.played),
            "variant": settings.name(),
            "title": posted.get("title", "") if posted is not None else game.header.title,
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


UNSAID = ("terrain_table", "massacre_scale", "table_size", "scenario_layouts", "own_scenarios", "scenario_15")
"""Settings too long to be told in a line: that they change is."""


def said(name: str, old: Format, new: Format) -> tuple[str, str, str]:
    """What the setting is called, what it says now, and what it would say."""
    field = next(field for field in forms.fields(type(old), language(), start=old) if field.name == name)
    if name in UNSAID:
        return field.label, "", _("changé")
    return field.label, _words(name, field, old), _words(name, field, new)


def _words(name: str, field: Field, settings: Format) -> str:
    value = getattr(settings, name)
    own: Mapping[str, Callable[[Any], str]] = {
        "allowed_ages": _ages,
        "scenario_by_round": lambda slugs: _joined(scenario_name(slug) for slug in slugs),
        "standings_order": lambda order: _joined(forms.choice_words(name, each, language()) for each in order),
        "special_costs": lambda costs: _joined(f"{label} {written(points)}" for label, points in costs.items()),
        "played_on": lambda day: date_format(date.fromisoformat(day)) if day else "–",
        "variants": lambda _variants: _variants_of(settings),
        "swiss_rounds": lambda typed: str(getattr(settings, "swiss", typed)),
        "preset": lambda id: {"one_day": _("un jour"), "two_days": _("deux jours")}.get(id, id),
    }
    if name in own:
        return own[name](value)
    chosen = dict(field.choices).get(str(value).lower() if isinstance(value, bool) else str(value))
    return chosen if chosen is not None and value is not None else _value(value)


def _ages(named: Sequence[str]) -> str:
    return _joined(word(f"group-{name}") if word(f"group-{name}") != f"group-{name}" else word(name) for name in named)


def _variants_of(settings: Format) -> str:
    assert isinstance(settings, SteamrollerSettings)
    pages = SteamrollerPages(settings)
    scenarios = [scenario_name(slug) for slug in settings.variants.scenarios]
    return _joined([*(label for label, _clause in pages.keywords()), *scenarios])


def _value(value: Any) -> str:
    """Any other value of the settings."""
    match value:
        case None | () | "":
            return "–"
        case bool():
            return word(str(value).lower())
        case int() | Fraction():
            return written(value)
        case Bonus():
            return f"{value.label} {written(value.points)}"
        case ForfeitPoints():
            return f"{written(value.winner)} – {written(value.loser)}"
        case PointsRow():
            return f"{value.difference.first}{colon(language())}{written(value.winner)} – {written(value.loser)}"
        case OwnTimes():
            return f"{value.base} / {value.turn} / {value.extension} min"
        case tuple():
            return _joined(_value(each) for each in value)
        case _:
            return str(value)


def _joined(parts: Any) -> str:
    return ", ".join(parts) or "–"
