"""
The form of a Steamroller event's settings, and its rules in words, each variant in the place of what it replaces
[SR-VAR-2].

Demolition is as the organiser defines it [SR-S15-1]: in words, for players to read, or whole, so that its score is
kept. Whole means the form of `rulesets/steamroller_2011/scenarios/*.toml`: a `[[scenario]]` with its elements and
scoring; the deployment zones of radial scenarios are there by themselves [SR-S15-2].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel.codec import Malformed, from_plain, to_plain
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.press.paper import Section
from heraut.press.rules import rules_in_words
from heraut.rulesets.tables import rows
from heraut.scenario import library
from heraut.scenario.arrangement import arranged
from heraut.scenario.definition import Element, Scenario
from heraut.scenario.own import scenario_row
from heraut.scenario.settings import Settings
from heraut.speech.sentences import counted, say_refusal
from heraut.tournament.format import Format
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.army import points_below
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Keyword, KeywordRow, ReadyMade, keyword_rows, keywords_of, ready_made
from heraut.tournament.steamroller.variants_text import read_variants
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.match import own_scenarios
from heraut.web.rooms.tournament.display import column, scenario_name
from heraut.web.rooms.tournament.format_form import (
    EventSetting,
    FormatForm,
    LittleTable,
    Preset,
    SettingGroup,
    TableColumn,
    brought,
    joined,
    named_scenarios,
    planned,
)
from heraut.web.rooms.tournament.format_pages import Clauses
from heraut.web.sentences import word

OWN_WORDS: Mapping[str, str] = {
    "SR-DUTY-2": "damage", "SR-DUTY-4": "copies", "SR-LIST-1": "two-lists", "SR-LIST-2": "points",
    "SR-LIST-11": "casters", "SR-VLIST-1": "tier", "SR-VLIST-5": "divide", "SR-VLIST-7": "no-choice",
    "SR-MODEL-3": "painting", "SR-VPAINT-3": "painting-hardcore", "SR-VPAINT-4": "painting-refused",
    "SR-CONV-6": "exceptions", "SR-CLOCK-1": "turn", "SR-EXT-1": "extension",
    "SR-EXT-3": "extension-runs", "SR-VTIME-11": "reserve", "SR-VTIME-15": "reserve-over",
    "SR-VTIME-18": "sudden-death", "SR-RANK-2": "order", "SR-VRANK-8": "final-tables",
    "SR-VRANK-9": "final-tables-drawn", "SR-VROUND-1": "fixed-rounds", "SR-ROUND-8": "goes-on",
    "SR-ROUND-9": "late-entry",
}  # fmt: skip
"""The words of `speech` for clauses that give a formula, a table or a choice."""
DEMOLITION = "demolition"
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
    "own_times", gettext_lazy("En minutes. Vide : les durées du règlement pour cette taille d'armée."),
    (
        TableColumn("base", gettext_lazy("Partie")), TableColumn("turn", gettext_lazy("Séquence")),
        TableColumn("extension", gettext_lazy("Extension")),
    ),
    ClauseId("SR-TIME-5"), grows=False,
)  # fmt: skip


def keywords_in_words(settings: SteamrollerSettings) -> Clauses:
    """The keywords but the scenarios, which stand by themselves [SR-VAR-3]."""
    rows = {row.id: row for row in keyword_rows()}
    in_force = [one for one in keywords_of(settings.variants) if one.id != "scenarios"]
    return [(keyword_words(rows[one.id], one), rows[one.id].clause) for one in in_force]


def variants_in_words(settings: SteamrollerSettings) -> list[str]:
    """The keywords, then the scenarios announced."""
    labels = [label for label, _clause in keywords_in_words(settings)]
    return [*labels, *(scenario_name(slug) for slug in settings.variants.scenarios)]


def keyword_words(row: KeywordRow, keyword: Keyword) -> str:
    """A variant in the reader's words, with its number in place of the X of the notation [SR-KEY-1]."""
    titles = ", ".join(scenario_name(slug) for slug in keyword.scenarios)
    told = (row.french if language() == "fr" else row.english).replace("X", titles or str(keyword.value))
    return told if keyword.value != 1 else told.removesuffix("s")


def event_rules(settings: SteamrollerSettings) -> tuple[Section, ...]:
    """The rules of the event by subject [SR-VAR-2, SR-VAR-3]."""
    parts = (
        (word("event-rules-lists"), tuple(_lists(settings))),
        (word("event-rules-figures"), tuple(_figures(settings))),
        (word("event-rules-choice"), ("SR-DUTY-5", "SR-PICK-1", "SR-PICK-2", "SR-PICK-4")),
        (word("event-rules-time"), tuple(_time(settings))),
        (word("event-rules-rounds"), tuple(_rounds(settings))),
        (word("event-rules-ranking"), tuple(_ranking(settings))),
        (word("event-rules-conduct"), tuple(f"SR-FAIR-{number}" for number in range(1, 6))),
    )
    return rules_in_words(parts, _own_words(settings), language())


def _lists(settings: SteamrollerSettings) -> Iterator[str]:
    variants = settings.variants
    yield from ("SR-DUTY-4", "SR-LIST-1" if variants.lists is None else "SR-VLIST-2", "SR-LIST-2", "SR-LIST-3")
    yield "SR-VLIST-3" if variants.character_casters else "SR-LIST-5"
    yield from ("SR-LIST-6", "SR-LIST-7", "SR-LIST-8")
    asked = {
        "SR-LIST-11": settings.casters_per_list > 1,
        "SR-VLIST-1": variants.theme_tier is not None,
        "SR-VLIST-4": variants.character_models,
        "SR-VLIST-5": variants.divide,
        "SR-VLIST-7": variants.divide,
    }
    yield from (id for id, is_asked in asked.items() if is_asked)


def _figures(settings: SteamrollerSettings) -> Iterator[str]:
    yield from ("SR-DUTY-2", "SR-MODEL-1", "SR-MODEL-2")
    if settings.variants.paint_hardcore:
        yield from ("SR-VPAINT-3", "SR-VPAINT-4")
    else:
        yield "SR-VPAINT-2" if settings.variants.paint_minimal else "SR-MODEL-3"
    yield "SR-MODEL-4"
    yield from (f"SR-CONV-{number}" for number in range(1, 7))


def _time(settings: SteamrollerSettings) -> Iterator[str]:
    variants = settings.variants
    if variants.no_time_limit:
        yield "SR-VTIME-3"
        return
    yield "SR-VTIME-18" if variants.sudden_death else "SR-TIME-1"
    if variants.has_reserve:
        yield from ("SR-VTIME-11", "SR-VTIME-14", "SR-VTIME-15", "SR-VTIME-17")
    else:
        yield from (f"SR-CLOCK-{number}" for number in range(1, 7))
        if not variants.no_extensions:
            yield from (f"SR-EXT-{number}" for number in range(1, 6))
    if variants.has_secret_length:
        yield from ("SR-DICE-1", "SR-DICE-2", "SR-DICE-3")


def _rounds(settings: SteamrollerSettings) -> Iterator[str]:
    yield "SR-ROUND-2" if settings.variants.rounds is None else "SR-VROUND-1"
    yield from ("SR-PAIR-1", "SR-BYE-1", "SR-BYE-2", "SR-BYE-5")
    ending = settings.ending
    asked = {"SR-ROUND-5": ending.with_leader, "SR-ROUND-8": ending.goes_on, "SR-ROUND-9": settings.late_entry}
    yield from (id for id, is_asked in asked.items() if is_asked)


def _ranking(settings: SteamrollerSettings) -> Iterator[str]:
    yield from ("SR-RANK-1", "SR-RANK-2", "SR-RANK-3")
    if settings.variants.final_tables:
        yield from ("SR-VRANK-7", "SR-VRANK-8", "SR-VRANK-9")
    yield from ("SR-RANK-4", "SR-RANK-7")


def _own_words(settings: SteamrollerSettings) -> Mapping[str, str]:
    """What the event says where a clause gives a formula, a table or a choice."""
    variants = settings.variants
    times = None if variants.no_time_limit else settings.times
    criteria = settings.ranking.criteria
    told = {id: f"event-rules-{key}" for id, key in OWN_WORDS.items()} | {
        "SR-VLIST-2": f"event-rules-{'one-list' if variants.lists == 1 else 'number-of-lists'}",
        "SR-TIME-1": f"event-rules-length{'-no-assassination' if variants.no_assassination else ''}",
        "SR-RANK-4": f"event-rules-tie-{settings.final_tie}",
        "SR-RANK-7": f"event-rules-dropped-{'ranked' if settings.dropped_ranked else 'unranked'}",
        "SR-DICE-2": "scenario:rules-dice-down",
    }
    numbers = {
        "least": settings.size - points_below(),
        "size": settings.size,
        "lists": variants.lists,
        "rounds": variants.rounds,
        "casters": settings.casters_per_list,
        "tier": variants.theme_tier,
        "order": " → ".join(column(one) for one in criteria),
        **{name: 0 if times is None else getattr(times, name) for name in ("base", "turn", "extension", "reserve")},
    }
    said = {
        name: number if isinstance(number, str) else counted(number or 0, language())
        for name, number in numbers.items()
    }
    return {id: word(key).format_map(said) for id, key in told.items()}


def demolition(text: str) -> Scenario | None:
    """The scenario a text defines whole; None for words. `Malformed` says what is missing."""
    if "[scenario" not in text:
        return None
    listed = library.find(DEMOLITION)
    assert listed is not None
    try:
        found: Scenario = from_plain({**to_plain(listed), "available": True, **scenario_row(text)}, Scenario)
    except Malformed as error:
        raise forms.wrong(error, "scenario_15") from error
    return msgspec.structs.replace(found, elements=(*found.elements, *_zones(found)))


def _zones(found: Scenario) -> tuple[Element, ...]:
    own = {element.id for element in found.elements}
    return tuple(zone for zone in rows("steamroller_2011", "deployment", "radial", Element) if zone.id not in own)


def check_demolition(text: str) -> None:
    """Refuse at once a definition that could not be played, with what is missing."""
    found = demolition(text)
    played = None if found is None else arranged(as_played(found))
    if isinstance(played, Refusal):
        raise forms.wrong(say_refusal(played, language()), "scenario_15")


def as_played(found: Scenario) -> Settings:
    """A match of it between two players."""
    return Settings(scenario=DEMOLITION, players={Seat("one"): "1", Seat("two"): "2"}, definition=found)


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

    def controls(self, settings: SteamrollerSettings, named: Mapping[str, Field], /) -> Mapping[str, Any]:
        """Rounds and announced scenarios; then the groups."""
        variants = {part.name.removeprefix("variants."): part for part in named["variants"].parts}
        kill_box = replace(named["kill_box_counts_as"], kind="choice", choices=(
            ("assassination", _("une victoire par assassinat")), ("scenario", _("une victoire au scénario")),
        ))  # fmt: skip
        return {
            "variants": variants,
            "plan": planned(settings.variants.scenarios, MOST_ANNOUNCED),
            "scenarios": named_scenarios(row.id for row in rotation.pool(1000, kill_box=True, demolition=True)),
            "brought": brought(settings.own_scenarios),
            "groups": self._groups({**named, "kill_box_counts_as": kill_box}, variants, _times(settings)),
        }

    def _groups(
        self, named: Mapping[str, Field], variants: Mapping[str, Field], times: LittleTable
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
                (*_variants(variants, 1, 2), *lists),
            ),
            SettingGroup(
                _("Le temps"), _("Les durées du règlement, ou les vôtres."),
                (*_variants(variants, 4), *self.settled(named, tables, "own_times")),
            ),
            self.pairing_group(named),
            SettingGroup(
                _("Victoire et classement"), _("Ce qui fait gagner une partie, et le tournoi."),
                (*_variants(variants, 6, 7), *ranking),
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


def _variants(variants: Mapping[str, Field], *families: int) -> Iterator[EventSetting]:
    """The variants of these families; rounds and announced scenarios are asked for first."""
    for row in keyword_rows():
        if row.family in families and row.id not in ("rounds", "scenarios"):
            field = replace(variants[row.id], label=row.french if language() == "fr" else row.english)
            yield EventSetting(field.name, "check" if row.values is None else "number", field, clause=row.clause)


def _times(settings: SteamrollerSettings) -> LittleTable:
    own = settings.own_times
    lengths = ("", "", "") if own is None else (str(own.base), str(own.turn), str(own.extension))
    return OWN_TIMES.filled([lengths])


def _read_times(posted: QueryDict) -> dict[str, Any]:
    """The lengths set by hand: all three or none."""
    lengths = OWN_TIMES.read(posted)
    names = [column.name for column in OWN_TIMES.columns]
    return {"own_times": dict(zip(names, map(OWN_TIMES.whole, lengths[0]), strict=True))} if lengths else {}
