"""
The form of an event's settings as a conversation: what most people need first, the rest in groups, each with its
sentence. The same form opens an event and changes one.

Each format has its own, with a place in words for every setting; those with a control of their own say so. A format
without one has a field for each setting.

The little tables (what a difference is worth, bonuses, costs, forfeits, the lengths of a game) have a field per column,
all of one name (`bonus_points.label`, `bonus_points.points`); an empty line is left out. What such a table says is read
into plain values of the settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed
from heraut.kernel.names import ClauseId
from heraut.scenario.own import own_scenario
from heraut.tournament.format import Format, FormatOf
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.definition import Text
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.sentences import word

EMPTY_LINES = 2
"""How many lines stand open below those that are filled in."""
_POINTS = re.compile(r"\d{1,4}(?:[.,]\d{1,3}|/[1-9]\d?)?\Z")
Line = tuple[str, ...]
PAIRING = ("clubs_apart", "teams_apart", "no_repeated_table", "tables")
CLAUSES = {"self_check_in": "HOUSE-ENTRY-1", "vote_counts": "HOUSE-AWARD-4"}
KINDS = {"standings_order": "order", "scenario_15": "prose", "material": "prose", "tables": "line"}
"""How a setting is drawn that is no plain field."""
HINTS: Mapping[str, Text] = {
    "material": gettext_lazy("Une chose par ligne. Vide : la liste du guide."),
    "tables": gettext_lazy("Les numéros des tables, séparés par des espaces. Vide : 1, 2, 3…"),
    "teams_apart": gettext_lazy("Deux joueurs d'une même équipe ne se rencontrent pas, si c'est possible."),
    "clubs_apart": gettext_lazy("Deux joueurs d'un même club ne se rencontrent pas, si c'est possible."),
    "bye_resistance": gettext_lazy(
        "Ce que l'exemption apporte à la Résistance : la moyenne de ses adversaires, ou rien."
    ),
    "standings_order": gettext_lazy("Le premier critère décide ; le suivant départage."),
    "scenario_15": gettext_lazy("En toutes lettres, pour que les joueurs la lisent. Vide : Démolition ne se joue pas."),
    "edges_assigned": gettext_lazy("Sinon, le joueur qui commence choisit le sien."),
}


@dataclass(frozen=True, slots=True)
class TableColumn:
    """What a column is called, and whether it holds numbers."""

    name: str
    label: Text
    numeric: bool = True


@dataclass(frozen=True, slots=True)
class FieldCell:
    """A field of a line."""

    column: TableColumn
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class LittleTable:
    """A table to fill in on the form."""

    name: str
    sentence: Text
    columns: tuple[TableColumn, ...]
    clause: ClauseId
    grows: bool = True
    """Whether lines may be added."""
    lines: tuple[Line, ...] = ()

    @property
    def rows(self) -> list[list[FieldCell]]:
        """The fields, line by line."""
        return [
            [
                FieldCell(column, f"{self.name}.{column.name}", value)
                for column, value in zip(self.columns, line, strict=True)
            ]
            for line in self.lines
        ]

    def filled(self, lines: Iterable[Line]) -> LittleTable:
        """The same with these lines, and with room for more where lines may be added."""
        empty = [("",) * len(self.columns)] * EMPTY_LINES if self.grows else []
        return replace(self, lines=(*lines, *empty))

    def read(self, posted: QueryDict) -> list[Line]:
        """The lines that say something."""
        typed = forms.rows(posted, [column.name for column in self.columns], f"{self.name}.")
        lines = (tuple(text.strip() for text in line.values()) for line in typed)
        return [line for line in lines if any(line)]

    def named_points(self, posted: QueryDict) -> list[tuple[str, str]]:
        """Names and points; each name once."""
        lines = self.read(posted)
        if len({label for label, _points_typed in lines}) < len(lines):
            raise self.wrong(_("deux lignes portent le même nom"))
        if any(not label for label, _points_typed in lines):
            raise self.wrong(_("une ligne n'a pas de nom"))
        return [(label, self.points(points)) for label, points in lines]

    def points(self, text: str) -> str:
        """A number of points, exact."""
        if not text:
            raise self.wrong(_("il manque un nombre"))
        if not _POINTS.match(text):
            raise self.wrong(_("« %s » n'est pas un nombre de points") % text)
        return str(Fraction(text.replace(",", ".")))

    def whole(self, text: str) -> int:
        """A whole number."""
        found = whole(text)
        if not text:
            raise self.wrong(_("il manque un nombre"))
        if found is None:
            raise self.wrong(_("« %s » n'est pas un nombre entier") % text)
        return found

    def wrong(self, what: str) -> Malformed:
        """What is wrong with the table, said beside it."""
        return forms.wrong(f"{what}.", self.name)


def written(number: Any) -> str:
    """A number as the reader types it."""
    return forms.written(number, language())


@dataclass(frozen=True, slots=True)
class Preset:
    """A card of the page that opens an event."""

    id: str
    title: str
    about: str
    clause: ClauseId | None = None


@dataclass(frozen=True, slots=True)
class EventSetting:
    """One thing to settle: a field, drawn as a little table where it has one; with its clause and a word to help."""

    name: str
    kind: str
    """How it is drawn: field, line, prose, table, order; a variant of Steamroller as check or number."""
    field: Field
    table: LittleTable | None = None
    clause: ClauseId | None = None
    hint: Text = ""


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Settings that belong together, told by a sentence."""

    title: str
    sentence: str
    settings: tuple[EventSetting, ...]
    part: str = ""
    """A template with more of them; it comes and goes with the group."""


@dataclass(frozen=True, slots=True)
class FormatForm:
    """The form of the plainest format, and what all of them share."""

    kind: type[Format]

    template: ClassVar[str] = "tournament/settings_plain.html"
    """What most people need first."""
    source: ClassVar[str] = ""
    """Whose scenarios its events play; empty: none."""
    clauses: ClassVar[Mapping[str, str]] = {}
    apart: ClassVar[tuple[str, ...]] = ()
    """Settings that are not read from one field of their name."""
    unsaid: ClassVar[tuple[str, ...]] = ()
    """Settings too long to be told in a line: that they change is."""

    def presets(self) -> list[Preset]:
        """What is ready to open, each by an id that begins with the format's."""
        return [Preset(self.kind.name(), word(self.kind.name()).capitalize(), "")]

    def preset(self, _name: str, /) -> Format | None:
        """The settings of a preset by the rest of its id; None for an unknown one."""
        return self.kind()

    def layout(self, settings: Format, fields: Sequence[Field]) -> Mapping[str, Any]:
        """What the template needs, filled from the settings."""
        named = {field.name: field for field in fields}
        return {"format_form": self, "named": named, **self.controls(settings, named)}

    def controls(self, _settings: Any, named: Mapping[str, Field], /) -> Mapping[str, Any]:
        """What its own template shows, and the groups of settings below it."""
        own = [name for name in self.kind.__struct_fields__ if name not in FormatOf.__struct_fields__]
        groups = (
            SettingGroup(_("Inscriptions"), "", self.settled(named, {}, "self_check_in", "late_entry")),
            self.pairing_group(named),
            SettingGroup(word(self.kind.name()).capitalize(), "", self.settled(named, {}, *own)),
            self.vote_group(named),
        )
        return {"groups": [group for group in groups if group.settings]}

    def settled(
        self, named: Mapping[str, Field], tables: Mapping[str, LittleTable], *names: str
    ) -> tuple[EventSetting, ...]:
        """These settings, each as it is drawn, with its clause."""
        clauses = {**CLAUSES, **self.clauses}

        def setting(name: str) -> EventSetting:
            if name in tables:
                return EventSetting(name, "table", named[name], tables[name], tables[name].clause)
            clause = ClauseId(clauses[name]) if name in clauses else None
            return EventSetting(name, KINDS.get(name, "field"), named[name], clause=clause, hint=HINTS.get(name, ""))

        return tuple(map(setting, names))

    def pairing_group(
        self, named: Mapping[str, Field], before: tuple[str, ...] = (), after: tuple[str, ...] = ()
    ) -> SettingGroup:
        """Who meets whom: what every format asks, and more."""
        settings = self.settled(named, {}, *before, *PAIRING, *after)
        return SettingGroup(_("Appariements et tables"), _("Qui rencontre qui, et où."), settings)

    def vote_group(self, named: Mapping[str, Field]) -> SettingGroup:
        """What every format asks about the players' vote."""
        return SettingGroup(
            _("Vote"), _("Qui voit combien de voix chacun a reçues."), self.settled(named, {}, "vote_counts")
        )

    def read(self, posted: QueryDict) -> dict[str, Any]:
        """The settings as plain values."""
        return forms.read(self.kind, posted, skip=("played_on", *self.apart)) | _day(posted)

    def said(self, name: str, old: Format, new: Format) -> tuple[str, str, str]:
        """What the setting is called, what it says now, and what it would say."""
        field = next(field for field in forms.fields(self.kind, language(), start=old) if field.name == name)
        if name in self.unsaid:
            return field.label, "", _("changé")
        return field.label, self._words(field, old), self._words(field, new)

    def _words(self, field: Field, settings: Format) -> str:
        value = getattr(settings, field.name)
        own = self.own_words(settings)
        if field.name in own:
            return own[field.name](value)
        return forms.value_words(field, value, language())

    def own_words(self, _settings: Any, /) -> Mapping[str, Callable[[Any], str]]:
        """How settings are told whose values need words of their own."""
        return {"played_on": lambda day: date_format(date.fromisoformat(day)) if day else "–"}


def _day(posted: QueryDict) -> dict[str, str]:
    typed = posted.get("played_on", "").strip()
    if not typed:
        return {}
    try:
        return {"played_on": date.fromisoformat(typed).isoformat()}
    except ValueError:
        raise forms.wrong(_("« %s » n'est pas une date. Écrivez-la comme 2026-11-21.") % typed, "played_on") from None


def joined(parts: Iterable[str]) -> str:
    """Several values in a line."""
    return ", ".join(parts) or "–"


def brought(own: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """The organiser's own scenarios the event has: the id, the name and the text of each."""
    read = ((slug, own_scenario(text), text) for slug, text in own.items())
    return tuple((slug, slug if found is None else found.name(language()), text) for slug, found, text in read)


def planned(slugs: Sequence[str], most: int) -> list[tuple[int, str]]:
    """The scenarios by their places, with room for so many."""
    return [(place, slugs[place - 1] if place <= len(slugs) else "") for place in range(1, max(most, len(slugs)) + 1)]


def named_scenarios(slugs: Iterable[str]) -> list[tuple[str, str]]:
    """Each with its name, to choose from."""
    return [(slug, scenario_name(slug)) for slug in slugs]


def only(groups: Sequence[SettingGroup], still: Collection[str]) -> list[SettingGroup]:
    """The groups with what may still be settled."""
    kept = (
        replace(group, settings=tuple(each for each in group.settings if each.name.partition(".")[0] in still))
        for group in groups
    )
    return [group for group in kept if group.settings]
