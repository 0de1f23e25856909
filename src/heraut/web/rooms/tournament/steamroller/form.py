"""The form of a Steamroller event's settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.tournament.format import Format
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import ReadyMade, keyword_rows, keywords_of, ready_made
from heraut.tournament.steamroller.variants_text import read_variants
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.match import own_scenarios
from heraut.web.rooms.tournament.format_form import (
    EventSetting,
    FormatForm,
    Preset,
    SettingGroup,
    brought,
    joined,
    named_scenarios,
    planned,
)
from heraut.web.rooms.tournament.little_tables import LittleTable, TableColumn
from heraut.web.rooms.tournament.steamroller.demolition import check_demolition
from heraut.web.rooms.tournament.steamroller.rules import keyword_words, variants_in_words
from heraut.web.sentences import word

MOST_ANNOUNCED = 8
"""How many scenarios the form has room to announce: more than an event of 128 players has rounds."""
CLAUSES = {
    "lists_required": "SR-LIST-9", "size": "SR-TIME-5", "casters_per_list": "SR-LIST-11",
    "late_entry": "SR-ROUND-9", "early_end": "SR-ROUND-6", "play_until_sole_leader": "SR-ROUND-8",
    "final_tie": "SR-RANK-4", "dropped_ranked": "SR-RANK-7", "kill_box_counts_as": "SR-S02-3",
    "scenario_15": "SR-S15-1", "edges_assigned": "SR-DEPL-2", "skip_condition_1": "SR-VWIN-3",
}  # fmt: skip
SIZE = 35
SIZES = {"hardcore": 50}
"""A size to begin with where the sheet gives none; the organiser changes it on the form."""
OWN_TIMES = LittleTable(
    "own_times", gettext_lazy("Durées à vous"),
    gettext_lazy("En minutes. Vide : les durées du règlement pour cette taille d'armée."),
    (
        TableColumn("base", gettext_lazy("Partie")), TableColumn("turn", gettext_lazy("Séquence")),
        TableColumn("extension", gettext_lazy("Extension")),
    ),
    ClauseId("SR-TIME-5"), grows=False,
)  # fmt: skip


class SteamrollerForm(FormatForm):
    """Steamroller: army points and rounds, variants by family, lengths, what the sheet leaves to the organiser."""

    template = "tournament/settings_steamroller.html"
    source = "steamroller_2011"
    clauses = CLAUSES
    apart = ("own_scenarios", "own_times")
    unsaid = ("own_scenarios", "scenario_15")

    def presets(self) -> list[Preset]:
        """The plain rules, then the sheet's combinations of variants."""
        about = _("Les règles de base, autant de rondes qu'il faut.")
        combined = (
            Preset(f"steamroller-{row.id}", _combination(row), _keywords(row), row.clause) for row in ready_made()
        )
        return [Preset("steamroller", "Steamroller 2011", about, ClauseId("SR-ROUND-4")), *combined]

    def preset(self, name: str, /) -> Format | None:
        """The plain rules where nothing is said, or one of the combinations."""
        if not name:
            return SteamrollerSettings(size=SIZE)
        row = next((row for row in ready_made() if row.id == name), None)
        if row is None:
            return None
        variants = read_variants(row.keywords)
        assert not isinstance(variants, Refusal), "ready-made combinations are read by a test [SR-PRESET-5]"
        return SteamrollerSettings(size=row.size or SIZES.get(row.id, SIZE), variants=variants)

    def controls(
        self, settings: SteamrollerSettings, named: Mapping[str, Field], posted: QueryDict | None, /
    ) -> Mapping[str, Any]:
        """Rounds and announced scenarios; then the groups."""
        parts = {part.name.removeprefix("variants."): part.value for part in named["variants"].parts}
        slugs = posted.getlist("scenario") if posted is not None else settings.variants.scenarios
        kill_box = replace(named["kill_box_counts_as"], kind="choice", choices=(
            ("assassination", _("une victoire par assassinat")), ("scenario", _("une victoire au scénario")),
        ))  # fmt: skip
        return {
            "rounds": parts.get("rounds"),
            "plan": planned(slugs, MOST_ANNOUNCED),
            "scenarios": named_scenarios(row.id for row in rotation.pool(1000, kill_box=True, demolition=True)),
            "brought": brought(settings.own_scenarios),
            "in_order": parts.get("scenarios_in_order"),
            "groups": self._groups({**named, "kill_box_counts_as": kill_box}, parts, _times(settings, posted)),
        }

    def _groups(
        self, named: Mapping[str, Field], parts: Mapping[str, Any], times: LittleTable
    ) -> tuple[SettingGroup, ...]:
        tables = {times.name: times}
        lists = self.settled(named, tables, "casters_per_list", "lists_required", "self_check_in", "late_entry")
        ranking = self.settled(
            named, tables, "early_end", "play_until_sole_leader", "final_tie", "dropped_ranked", "kill_box_counts_as",
            "skip_condition_1",
        )  # fmt: skip
        return (
            SettingGroup(
                _("Listes et peinture"), _("Combien de listes, lesquelles, et dans quel état."),
                (*_variants(parts, 1, 2), *lists),
            ),
            SettingGroup(
                _("Le temps"), _("Les durées du règlement, ou les vôtres."),
                (*_variants(parts, 4), *self.settled(named, tables, "own_times")),
            ),
            self.pairing_group(named),
            SettingGroup(
                _("Victoire et classement"), _("Ce qui fait gagner une partie, et le tournoi."),
                (*_variants(parts, 6, 7), *ranking),
            ),
            SettingGroup(
                _("À la table de jeu"), _("Ce que le règlement laisse à l'organisateur."),
                self.settled(named, tables, "edges_assigned", "scenario_15"),
            ),
            self.vote_group(named),
        )  # fmt: skip

    def read(self, posted: QueryDict) -> dict[str, Any]:
        """Announced scenarios and lengths have controls of their own; an own Demolition must be playable."""
        scenarios, own = own_scenarios.brought(posted)
        plain = super().read(posted)
        check_demolition(plain.get("scenario_15") or "")
        variants = {**plain["variants"], "scenarios": scenarios}
        return plain | {"variants": variants, "own_scenarios": own} | _read_times(posted)

    def own_words(self, settings: SteamrollerSettings, /) -> Mapping[str, Callable[[Any], str]]:
        """Variants and lengths."""
        return {
            **super().own_words(settings),
            "variants": lambda _variants: joined(variants_in_words(settings)),
            "own_times": lambda own: "–" if own is None else f"{own.base} / {own.turn} / {own.extension} min",
        }


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


def _variants(parts: Mapping[str, Any], *families: int) -> Iterator[EventSetting]:
    """The variants of these families; rounds and announced scenarios are asked for first."""
    for row in keyword_rows():
        if row.family in families and row.id not in ("rounds", "scenarios"):
            name, label = f"variants.{row.id}", row.french if language() == "fr" else row.english
            kind = "number" if row.values is not None else "check"
            yield EventSetting(name, kind, Field(name, label, "", parts.get(row.id)), clause=row.clause)


def _times(settings: SteamrollerSettings, posted: QueryDict | None) -> LittleTable:
    own = settings.own_times
    lengths = ("", "", "") if own is None else (str(own.base), str(own.turn), str(own.extension))
    return OWN_TIMES.filled([lengths], posted)


def _read_times(posted: QueryDict) -> dict[str, Any]:
    """The lengths set by hand: all three or none."""
    lengths = OWN_TIMES.read(posted)
    names = [column.name for column in OWN_TIMES.columns]
    return {"own_times": dict(zip(names, map(OWN_TIMES.whole, lengths[0]), strict=True))} if lengths else {}
