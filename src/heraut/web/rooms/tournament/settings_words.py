"""A setting of an event in words: what it is called and what it says, so that a change can be read beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from heraut.speech.typography import colon
from heraut.tournament.format import Format
from heraut.tournament.saga.scoring import Bonus, Forfeit, PointsRow
from heraut.tournament.steamroller.settings import OwnTimes, SteamrollerSettings
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.rooms.tournament.formats import SteamrollerPages
from heraut.web.rooms.tournament.little_tables import written
from heraut.web.sentences import word

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
        "scenario_by_round": lambda slugs: _joined(scenario_name(slug, language()) for slug in slugs),
        "standings_order": lambda order: _joined(forms.choice_words(name, each, language()) for each in order),
        "special_costs": lambda costs: _joined(f"{label} {written(points)}" for label, points in costs.items()),
        "played_on": lambda day: date_format(date.fromisoformat(day)) if day else "–",
        "variants": lambda _variants: _variants_of(settings),
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
    scenarios = [scenario_name(slug, language()) for slug in settings.variants.scenarios]
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
        case Forfeit():
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
