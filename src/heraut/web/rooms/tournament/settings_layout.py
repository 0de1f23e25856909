"""
The form of an event as a conversation: what most people need first, the rest in groups, each with its sentence.

Every setting has one place here, in words; those with a control of their own say so. The same form opens an event and
changes one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel.codec import to_plain
from heraut.kernel.names import ClauseId
from heraut.scenario.own import own_scenario
from heraut.tournament.format import Format
from heraut.tournament.pairing.contender import Apart
from heraut.tournament.saga.bands import ages_of_group
from heraut.tournament.saga.organisation import saga_scenarios
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import keyword_rows
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.match import options_form
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.rooms.tournament.little_tables import LittleTable, saga_tables, steamroller_tables
from heraut.web.sentences import word

AGE_GROUPS = ("ancient", "dark", "medieval", "fantasy")
MOST_PLANNED = 6
MOST_ANNOUNCED = 8
"""How many scenarios the form has room to announce: more than an event of 128 players has rounds."""

SAGA_CLAUSES = {
    "self_check_in": "HOUSE-ENTRY-1", "round_minutes": "ST-ORG-7", "budget": "ST-BND-1", "late_entry": "ST-PAIR-14",
    "partial_points": "ST-BND-4", "spells_on_list": "ST-BND-10", "lists_required": "ST-BND-6",
    "legendary_units": "ST-BND-11", "legendary_bands": "ST-BND-12", "band_sheet_copies": "ST-BND-13",
    "pairing_order": "ST-PAIR-3", "clubs_apart": "ST-PAIR-13", "odd_field": "ST-PAIR-9", "bye_points": "ST-PAIR-8",
    "bye_is_win": "ST-PAIR-8", "bye_resistance": "ST-RNK-6", "standings_order": "ST-RNK-17", "material": "ST-MAT-2",
    "half_rounding": "ST-GAM-7", "special_terrain": "ST-SPT-1", "marker_diameter_cm": "ST-MRK-1",
    "lost_dice_scoring": "ST-ADV-10", "failed_attack_bonus": "ST-DES-24", "diagonal_direction": "ST-DIA-2",
    "diagonal_pieces": "ST-DIA-4", "vote_counts": "HOUSE-AWARD-4",
}  # fmt: skip
STEAMROLLER_CLAUSES = {
    "self_check_in": "HOUSE-ENTRY-1", "lists_required": "SR-LIST-9", "size": "SR-TIME-5",
    "casters_per_list": "SR-LIST-11", "late_entry": "SR-ROUND-9", "early_end": "SR-ROUND-6",
    "play_until_sole_leader": "SR-ROUND-8", "final_tie": "SR-RANK-4", "dropped_ranked": "SR-RANK-7",
    "kill_box_counts_as": "SR-S02-3", "scenario_15": "SR-S15-1", "edges_assigned": "SR-DEPL-2",
    "skip_condition_1": "SR-VWIN-3", "vote_counts": "HOUSE-AWARD-4",
}  # fmt: skip
PAIRING = ("clubs_apart", "teams_apart", "no_repeated_table", "tables")


@dataclass(frozen=True, slots=True)
class EventSetting:
    """One thing to settle: a field, or a little table, or an order; with its clause and a word to help."""

    name: str
    kind: str
    """How it is drawn: field, line, prose, table, order; a variant of Steamroller as check or number."""
    field: Field | None = None
    table: LittleTable | None = None
    clause: ClauseId | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SettingGroup:
    """Settings that belong together, told by a sentence."""

    title: str
    sentence: str
    settings: tuple[EventSetting, ...]
    part: str = ""
    """A template with more of them."""

    @property
    def wrong(self) -> bool:
        """Whether it is shown open, because something in it is wrong."""
        return any(each.field is not None and each.field.wrong for each in self.settings)


def layout(settings: Format, fields: Sequence[Field], posted: QueryDict | None) -> Mapping[str, Any]:
    """What the template needs: filled from the settings, or with what was just typed."""
    named = {field.name: field for field in fields}
    date = posted.get("played_on", "") if posted is not None else settings.played_on
    laid_out = LAYOUTS[type(settings)](settings, named, posted)
    return {"saga": type(settings) is SagaSettings, "named": named, "played_on": date, **laid_out}


def _saga(settings: SagaSettings, named: Mapping[str, Field], posted: QueryDict | None) -> Mapping[str, Any]:
    ages = set(posted.getlist("age")) if posted is not None else settings.ages
    planned = posted.getlist("scenario") if posted is not None else settings.scenario_by_round
    tables = saga_tables(settings, posted)
    clubs = replace(named["clubs_apart"], value=settings.wishes(()).clubs_apart.value if posted is None else
                    posted.get("clubs_apart", Apart.OFF.value))  # fmt: skip
    drawn = {**named, "clubs_apart": clubs, "standings_order": _order(settings, named["standings_order"], posted)}
    return {
        **options_form.context(to_plain(settings), posted),
        "swiss_rounds": posted.get("swiss_rounds", "") if posted is not None else settings.swiss,
        "ranking_round": settings.has_ranking_round if posted is None else "true" in posted.getlist("ranking_round"),
        "preset": posted.get("preset", "") if posted is not None else settings.preset,
        "ages": [(age.value, word(age), age in ages) for group in AGE_GROUPS for age in ages_of_group(group)],
        "plan": _plan(planned, MOST_PLANNED),
        "scenarios": [(row.id, scenario_name(row.id)) for row in saga_scenarios()],
        "brought": _brought(settings.own_scenarios),
        "groups": _saga_groups(drawn, tables),
    }  # fmt: skip


def _brought(own: Mapping[str, str]) -> tuple[tuple[str, str, str], ...]:
    """The organiser's own scenarios the event has: the id, the name and the text of each."""
    read = ((slug, own_scenario(text), text) for slug, text in own.items())
    return tuple((slug, slug if found is None else found.name(language()), text) for slug, found, text in read)


def _plan(slugs: Sequence[str], most: int) -> list[tuple[int, str]]:
    return [(place, slugs[place - 1] if place <= len(slugs) else "") for place in range(1, max(most, len(slugs)) + 1)]


def _order(settings: SagaSettings, field: Field, posted: QueryDict | None) -> Field:
    """The criteria of the standings, one list each."""
    known = tuple(each.value for each in settings.criteria)
    typed = posted.getlist("standings_order") if posted is not None else list(settings.standings_order)
    places = tuple((str(place), typed[place - 1] if place <= len(typed) else "") for place in range(1, len(known) + 1))
    choices = tuple((name, forms.choice_words("standings_order", name, language())) for name in known)
    return replace(field, value=places, choices=choices)


def _saga_groups(named: Mapping[str, Field], tables: Mapping[str, LittleTable]) -> tuple[SettingGroup, ...]:
    def settled(*names: str) -> tuple[EventSetting, ...]:
        return tuple(_setting(name, named, tables, SAGA_CLAUSES) for name in names)

    return (
        SettingGroup(
            _("Inscriptions"), _("Ce qu'un joueur remet et apporte, et jusqu'à quand on peut entrer."),
            settled("lists_required", "self_check_in", "late_entry", "material"),
        ),
        SettingGroup(
            _("Bandes"), _("Ce qu'une bande peut contenir, et ce qu'elle coûte."),
            settled("partial_points", "spells_on_list", "legendary_units", "legendary_bands", "special_costs",
                    "band_sheet_copies"),
        ),
        SettingGroup(
            _("Appariements et tables"), _("Qui rencontre qui, et où."),
            settled("pairing_order", *PAIRING, "odd_field", "bye_points", "bye_is_win", "bye_resistance"),
        ),
        SettingGroup(
            _("Points et classement"), _("Ce que vaut une partie, et dans quel ordre on départage."),
            settled("points_table", "bonus_points", "forfeit_points", "standings_order"),
        ),
        SettingGroup(
            _("À la table de jeu"), _("Les points que le guide laisse à l'organisateur : décors, objectifs, massacre."),
            settled("half_rounding", "marker_diameter_cm", "special_terrain", "lost_dice_scoring",
                    "failed_attack_bonus", "diagonal_direction", "diagonal_pieces"),
            "match/options_fields.html",
        ),
        SettingGroup(_("Vote"), _("Qui voit combien de voix chacun a reçues."), settled("vote_counts")),
    )  # fmt: skip


def _steamroller(
    settings: SteamrollerSettings, named: Mapping[str, Field], posted: QueryDict | None
) -> Mapping[str, Any]:
    parts = {part.name.removeprefix("variants."): part.value for part in named["variants"].parts}
    slugs = posted.getlist("scenario") if posted is not None else settings.variants.scenarios
    kill_box = replace(named["kill_box_counts_as"], kind="choice", choices=(
        ("assassination", _("une victoire par assassinat")), ("scenario", _("une victoire au scénario")),
    ))  # fmt: skip
    pool = rotation.pool(1000, kill_box=True, demolition=True)
    return {
        "rounds": parts.get("rounds"),
        "plan": _plan(slugs, MOST_ANNOUNCED),
        "scenarios": [(row.id, scenario_name(row.id)) for row in pool],
        "brought": _brought(settings.own_scenarios),
        "in_order": parts.get("scenarios_in_order"),
        "groups": _steamroller_groups(
            {**named, "kill_box_counts_as": kill_box}, steamroller_tables(settings, posted), parts
        ),
    }


def _keywords(parts: Mapping[str, Any], *families: int) -> tuple[EventSetting, ...]:
    """The variants of these families; rounds and announced scenarios are asked for first."""
    return tuple(
        EventSetting(
            f"variants.{row.id}", "number" if row.values is not None else "check",
            Field(f"variants.{row.id}", row.french if language() == "fr" else row.english, "", parts.get(row.id)),
            clause=row.clause,
        )
        for row in keyword_rows() if row.family in families and row.id not in ("rounds", "scenarios")
    )  # fmt: skip


def _steamroller_groups(
    named: Mapping[str, Field], tables: Mapping[str, LittleTable], parts: Mapping[str, Any]
) -> tuple[SettingGroup, ...]:
    def settled(*names: str) -> tuple[EventSetting, ...]:
        return tuple(_setting(name, named, tables, STEAMROLLER_CLAUSES) for name in names)

    return (
        SettingGroup(
            _("Listes et peinture"), _("Combien de listes, lesquelles, et dans quel état."),
            (*_keywords(parts, 1, 2), *settled("casters_per_list", "lists_required", "self_check_in", "late_entry")),
        ),
        SettingGroup(
            _("Le temps"), _("Les durées du règlement, ou les vôtres."),
            (*_keywords(parts, 4), *settled("own_times")),
        ),
        SettingGroup(_("Appariements et tables"), _("Qui rencontre qui, et où."), settled(*PAIRING)),
        SettingGroup(
            _("Victoire et classement"), _("Ce qui fait gagner une partie, et le tournoi."),
            (*_keywords(parts, 6, 7), *settled("early_end", "play_until_sole_leader", "final_tie", "dropped_ranked",
                                               "kill_box_counts_as", "skip_condition_1")),
        ),
        SettingGroup(
            _("À la table de jeu"), _("Ce que le règlement laisse à l'organisateur."),
            settled("edges_assigned", "scenario_15"),
        ),
        SettingGroup(_("Vote"), _("Qui voit combien de voix chacun a reçues."), settled("vote_counts")),
    )  # fmt: skip


def only(groups: Sequence[SettingGroup], still: Collection[str]) -> list[SettingGroup]:
    """The groups with what may still be settled; further templates go with their whole group."""
    kept = [
        replace(
            group, settings=tuple(each for each in group.settings if each.name.partition(".")[0] in still),
            part=group.part if "terrain_table" in still else "",
        )
        for group in groups
    ]  # fmt: skip
    return [group for group in kept if group.settings]


def _hints() -> Mapping[str, str]:
    return {
        "material": _("Une chose par ligne. Vide : la liste du guide."),
        "tables": _("Les numéros des tables, séparés par des espaces. Vide : 1, 2, 3…"),
        "teams_apart": _("Deux joueurs d'une même équipe ne se rencontrent pas, si c'est possible."),
        "clubs_apart": _("Deux joueurs d'un même club ne se rencontrent pas, si c'est possible."),
        "bye_resistance": _("Ce que l'exemption apporte à la Résistance : la moyenne de ses adversaires, ou rien."),
        "standings_order": _("Le premier critère décide ; le suivant départage."),
        "scenario_15": _("En toutes lettres, pour que les joueurs la lisent. Vide : Démolition ne se joue pas."),
        "edges_assigned": _("Sinon, le joueur qui commence choisit le sien."),
    }


def _setting(
    name: str, named: Mapping[str, Field], tables: Mapping[str, LittleTable], clauses: Mapping[str, str]
) -> EventSetting:
    clause = ClauseId(clauses[name]) if name in clauses else None
    if name in tables:
        return EventSetting(name, "table", table=tables[name], clause=tables[name].clause)
    kind = {"standings_order": "order", "scenario_15": "prose", "material": "prose", "tables": "line"}.get(
        name, "field"
    )
    return EventSetting(name, kind, named[name], clause=clause, hint=_hints().get(name, ""))


LAYOUTS: Mapping[type[Format], Callable[[Any, Mapping[str, Field], QueryDict | None], Mapping[str, Any]]] = {
    SagaSettings: _saga,
    SteamrollerSettings: _steamroller,
}
