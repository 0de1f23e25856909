"""The form of a SAGA event's settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.kernel.codec import to_plain
from heraut.kernel.names import ClauseId
from heraut.speech.typography import colon
from heraut.tournament.format import Format
from heraut.tournament.saga.bands import Age, ages_of_group
from heraut.tournament.saga.organisation import presets as round_presets
from heraut.tournament.saga.organisation import saga_scenarios
from heraut.tournament.saga.scoring import ForfeitPoints, PointsRow, points_table, sudden_loss_points
from heraut.tournament.saga.settings import SagaSettings
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.match import options_form, own_scenarios
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.rooms.tournament.format_form import (
    FormatForm,
    Line,
    LittleTable,
    Preset,
    SettingGroup,
    TableColumn,
    brought,
    joined,
    named_scenarios,
    planned,
    written,
)
from heraut.web.sentences import word

AGE_GROUPS = ("ancient", "dark", "medieval", "fantasy")
MOST_PLANNED = 6
CLAUSES = {
    "round_minutes": "ST-ORG-7", "budget": "ST-BND-1", "late_entry": "ST-PAIR-14", "partial_points": "ST-BND-4",
    "spells_on_list": "ST-BND-10", "lists_required": "ST-BND-6", "legendary_units": "ST-BND-11",
    "legendary_bands": "ST-BND-12", "band_sheet_copies": "ST-BND-13", "pairing_order": "ST-PAIR-3",
    "clubs_apart": "ST-PAIR-13", "odd_field": "ST-PAIR-9", "bye_points": "ST-PAIR-8", "bye_is_win": "ST-PAIR-8",
    "bye_resistance": "ST-RNK-6", "standings_order": "ST-RNK-17", "material": "ST-MAT-2", "half_rounding": "ST-GAM-7",
    "special_terrain": "ST-SPT-1", "marker_diameter_cm": "ST-MRK-1", "lost_dice_scoring": "ST-ADV-10",
    "failed_attack_bonus": "ST-DES-24", "diagonal_direction": "ST-DIA-2", "diagonal_pieces": "ST-DIA-4",
}  # fmt: skip

NAMED = TableColumn("label", gettext_lazy("Nom"), numeric=False)
POINTS = TableColumn("points", gettext_lazy("Points"))
WINNER, LOSER = TableColumn("winner", gettext_lazy("Vainqueur")), TableColumn("loser", gettext_lazy("Perdant"))
POINTS_TABLE = LittleTable(
    "points_table", gettext_lazy("Selon la différence de points de victoire. Chaque ligne vaut jusqu'à la suivante."),
    (TableColumn("first", gettext_lazy("À partir de")), WINNER, LOSER), ClauseId("ST-PTS-2"),
)  # fmt: skip
BONUS_POINTS = LittleTable(
    "bonus_points",
    gettext_lazy("Des points de tournoi en plus, comme pour un Seigneur abattu. Chacun se coche avec le résultat."),
    (NAMED, POINTS), ClauseId("ST-PTS-11"),
)  # fmt: skip
FORFEIT_POINTS = LittleTable(
    "forfeit_points", gettext_lazy("Les points de tournoi d'une partie qui n'est pas jouée jusqu'au bout."),
    (WINNER, LOSER), ClauseId("ST-LOSS-8"), grows=False,
)  # fmt: skip
SPECIAL_COSTS = LittleTable(
    "special_costs", gettext_lazy("Ce que coûtent les troupes que le guide ne nomme pas, en points de bande."),
    (NAMED, POINTS), ClauseId("ST-BND-8"),
)  # fmt: skip


class SagaForm(FormatForm):
    """SAGA: rounds and ages, what a band may hold, what a game is worth, what the guide leaves to the organiser."""

    template = "tournament/settings_saga.html"
    source = "saga_tournament"
    clauses = CLAUSES
    apart = (
        *options_form.IN_WORDS, "scenario_layouts", "own_scenarios", "points_table", "bonus_points", "forfeit_points",
        "special_costs",
    )  # fmt: skip
    unsaid = ("terrain_table", "massacre_scale", "table_size", "scenario_layouts", "own_scenarios")

    def presets(self) -> list[Preset]:
        """The two rhythms of the guide."""
        return [
            Preset("saga-one_day", _("SAGA, un jour"), _("Trois rondes suisses."), ClauseId("ST-RND-1")),
            Preset("saga-two_days", _("SAGA, deux jours"), _("Quatre rondes suisses, puis une ronde de classement."),
                   ClauseId("ST-RND-2")),
        ]  # fmt: skip

    def preset(self, name: str, /) -> Format | None:
        """One of the two; one day where nothing is said."""
        known = name in ("", "one_day", "two_days")
        return SagaSettings(allowed_ages=("dark",), preset=name or "one_day") if known else None

    def controls(self, settings: SagaSettings, named: Mapping[str, Field], /) -> Mapping[str, Any]:
        """Rounds, ages and scenarios; then the groups."""
        drawn = {
            **named,
            "clubs_apart": replace(named["clubs_apart"], value=settings.wishes(()).clubs_apart.value),
            "standings_order": _order(settings, named["standings_order"]),
        }
        ages = [(age.value, word(age), age in settings.ages) for group in AGE_GROUPS for age in ages_of_group(group)]
        return {
            **options_form.context(to_plain(settings)),
            "swiss_rounds": replace(named["swiss_rounds"], value=settings.swiss),
            "ranking_round": settings.has_ranking_round,
            "preset": settings.preset,
            "ages": ages,
            "plan": planned(settings.scenario_by_round, MOST_PLANNED),
            "scenarios": named_scenarios(row.id for row in saga_scenarios()),
            "brought": brought(settings.own_scenarios),
            "groups": self._groups(drawn, {table.name: table for table in shown_tables(settings)}),
        }

    def _groups(self, named: Mapping[str, Field], tables: Mapping[str, LittleTable]) -> tuple[SettingGroup, ...]:
        return (
            SettingGroup(
                _("Inscriptions"), _("Ce qu'un joueur remet et apporte, et jusqu'à quand on peut entrer."),
                self.settled(named, tables, "lists_required", "self_check_in", "late_entry", "material"),
            ),
            SettingGroup(
                _("Bandes"), _("Ce qu'une bande peut contenir, et ce qu'elle coûte."),
                self.settled(named, tables, "partial_points", "spells_on_list", "legendary_units", "legendary_bands",
                             "special_costs", "band_sheet_copies"),
            ),
            self.pairing_group(named, ("pairing_order",), ("odd_field", "bye_points", "bye_is_win", "bye_resistance")),
            SettingGroup(
                _("Points et classement"), _("Ce que vaut une partie, et dans quel ordre on départage."),
                self.settled(named, tables, "points_table", "bonus_points", "forfeit_points", "standings_order"),
            ),
            SettingGroup(
                _("À la table de jeu"),
                _("Les points que le guide laisse à l'organisateur : décors, objectifs, massacre."),
                self.settled(named, tables, "half_rounding", "marker_diameter_cm", "special_terrain",
                             "lost_dice_scoring", "failed_attack_bonus", "diagonal_direction", "diagonal_pieces"),
                "match/options_fields.html",
            ),
            self.vote_group(named),
        )  # fmt: skip

    def read(self, posted: QueryDict) -> dict[str, Any]:
        """Ages, scenarios and little tables have controls of their own."""
        scenarios, own = own_scenarios.brought(posted)
        controls = {
            "allowed_ages": [age for age in posted.getlist("age") if age in set(Age)],
            "scenario_by_round": scenarios,
            "own_scenarios": own,
        }
        return _rounds(super().read(posted)) | controls | read_tables(posted) | options_form.read(posted)

    def own_words(self, settings: SagaSettings, /) -> Mapping[str, Callable[[Any], str]]:
        """Ages, scenarios, criteria, and the little tables."""
        return {
            **super().own_words(settings),
            "allowed_ages": _ages,
            "scenario_by_round": lambda slugs: joined(scenario_name(slug) for slug in slugs),
            "standings_order": lambda order: joined(
                forms.choice_words("standings_order", each, language()) for each in order
            ),
            "special_costs": lambda costs: joined(f"{label} {written(points)}" for label, points in costs.items()),
            "bonus_points": lambda bonuses: joined(f"{each.label} {written(each.points)}" for each in bonuses),
            "forfeit_points": lambda worth: "–" if worth is None else _worth(worth),
            "points_table": lambda rows: joined(
                f"{row.difference.first}{colon(language())}{_worth(row)}" for row in rows or ()
            ),
            "swiss_rounds": lambda _typed: str(settings.swiss),
            "ranking_round": lambda _chosen: word(str(settings.has_ranking_round).lower()),
            "preset": lambda id: {"one_day": _("un jour"), "two_days": _("deux jours")}.get(id, id),
        }


def _worth(row: PointsRow | ForfeitPoints) -> str:
    return f"{written(row.winner)} – {written(row.loser)}"


def _ages(named: Sequence[str]) -> str:
    return joined(word(f"group-{name}") if word(f"group-{name}") != f"group-{name}" else word(name) for name in named)


def _order(settings: SagaSettings, field: Field) -> Field:
    """The criteria of the standings, one list each."""
    known, chosen = tuple(each.value for each in settings.criteria), settings.standings_order
    places = tuple(
        (str(place), chosen[place - 1] if place <= len(chosen) else "") for place in range(1, len(known) + 1)
    )
    choices = tuple((name, forms.choice_words("standings_order", name, language())) for name in known)
    return replace(field, value=places, choices=choices)


def _rounds(plain: dict[str, Any]) -> dict[str, Any]:
    """Rounds that are those of the preset are left to it [ST-RND-4]."""
    model = next((row for row in round_presets() if row.id == plain.get("preset", "one_day")), None)
    if model is not None and plain.get("swiss_rounds") == str(model.swiss_rounds):
        del plain["swiss_rounds"]
    if model is not None and plain.get("ranking_round") == str(model.ranking_round).lower():
        del plain["ranking_round"]
    return plain


def shown_tables(settings: SagaSettings) -> tuple[LittleTable, ...]:
    """The tables as the settings fill them."""
    loss = settings.forfeit
    steps = [(str(row.difference.first), written(row.winner), written(row.loser)) for row in settings.table]
    return (
        POINTS_TABLE.filled(steps),
        BONUS_POINTS.filled([(bonus.label, written(bonus.points)) for bonus in settings.bonus_points]),
        FORFEIT_POINTS.filled([(written(loss.winner), written(loss.loser))]),
        SPECIAL_COSTS.filled([(name, written(cost)) for name, cost in settings.special_costs.items()]),
    )


def read_tables(posted: QueryDict) -> dict[str, Any]:
    """What the tables say, as plain values; what is the guide's own is left out."""
    found: dict[str, Any] = {}
    if steps := POINTS_TABLE.read(posted):
        found |= _read_points(steps)
    if bonuses := BONUS_POINTS.named_points(posted):
        found["bonus_points"] = [{"label": label, "points": points} for label, points in bonuses]
    if forfeit := FORFEIT_POINTS.read(posted):
        worth = tuple(map(FORFEIT_POINTS.points, forfeit[0]))
        if worth != (str(sudden_loss_points().winner), str(sudden_loss_points().loser)):
            found["forfeit_points"] = dict(zip(("winner", "loser"), worth, strict=True))
    if costs := SPECIAL_COSTS.named_points(posted):
        found["special_costs"] = dict(costs)
    return found


def _read_points(steps: list[Line]) -> dict[str, Any]:
    """Each line from its difference to the one before the next; the last has no end [ST-PTS-9]."""
    table = POINTS_TABLE
    rows = sorted((table.whole(first), table.points(winner), table.points(loser)) for first, winner, loser in steps)
    twice = next((one[0] for one, other in pairwise(rows) if one[0] == other[0]), None)
    if twice is not None:
        raise table.wrong(_("deux lignes commencent à %s") % twice)
    if rows == [(row.difference.first, str(row.winner), str(row.loser)) for row in points_table()]:
        return {}
    ends = [*(first - 1 for first, *_worth in rows[1:]), None]
    told = [
        {"difference": [first, end], "winner": winner, "loser": loser}
        for (first, winner, loser), end in zip(rows, ends, strict=True)
    ]
    return {"points_table": told}
