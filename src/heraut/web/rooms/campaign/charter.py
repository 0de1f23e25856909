"""
What a group chooses before its campaign: every setting of the sheet with its clause and its default, in words.

The form's fields are those of `Settings`, but for times, which people give in hours, and for the kinds of units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from heraut.campaign.settings import Settings, Step
from heraut.campaign.tables import catalogue, numbers, players_row
from heraut.kernel.bounds import fraction
from heraut.speech import Language, phrases
from heraut.web import forms

HOUR = 3600
TIMED = (
    Step.SETUP,
    Step.TURN_START,
    Step.INITIATIVE,
    Step.PREPARE,
    Step.DECLARE,
    Step.DETERMINE,
    Step.COMBATS,
    Step.UPKEEP,
    Step.BUILD,
    Step.INVASION,
    Step.TURN_END,
)
"""The steps that may wait for somebody, each with a deadline of its own if the group wishes."""
SKIPPED = ("players", "map", "deadlines", "grace", "reminder", "unit_catalogue")


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting to choose, its clause, and the numbers it may be; its words are the form's own."""

    name: str
    clause: str
    least: int = 0
    most: int | None = None


GROUPS: tuple[tuple[str | Promise, tuple[Choice, ...]], ...] = (
    (
        _("Durée et limites"),
        (
            Choice("turns", "SC-PLY-1", least=1),
            Choice("prestige_to_win", "SC-PLY-1", least=1),
            Choice("max_lords", "SC-PLY-1", least=1),
            Choice("starting_bands", "SC-PLY-1", least=1),
            Choice("max_villages", "SC-PLY-1", least=1),
        ),
    ),
    (
        _("Départ"),
        (
            Choice("start_assignment", "SC-SET-2"),
            Choice("starting_band_points", "SC-SET-4", least=numbers().band_least, most=numbers().band_most),
            Choice("starting_pp", "SC-SET-6", most=30),
        ),
    ),
    (
        _("Initiative et marches"),
        (
            Choice("dice", "SC-INI-2"),
            Choice("overbid", "SC-INI-8"),
            Choice("declaration_order", "SC-DEC-1"),
            Choice("engagement", "SC-MOV-8"),
            Choice("fast_max_points", "SC-MOV-2", least=numbers().band_least, most=numbers().band_most),
        ),
    ),
    (
        _("Puissance"),
        (
            Choice("upkeep_rule", "SC-UPK-3"),
            Choice("prestige_income", "SC-PP-1", most=3),
            Choice("lord_cost", "SC-LRD-1", most=5),
        ),
    ),
    (
        _("Combats et réserves"),
        (
            Choice("odd_half", "SC-LOS-2"),
            Choice("reserve_needs_lord", "SC-RSV-6"),
            Choice("reserve_on_loss", "SC-RSV-9"),
            Choice("homeless_scope", "SC-HOM-3"),
        ),
    ),
    (
        _("Absences"),
        (
            Choice("on_deadline", "SC-ABS-4"),
            Choice("stand_ins", "SC-ABS-6"),
            Choice("pause_vote", "SC-ABS-7"),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A setting as the form shows it: what it asks, what may be answered, what was, and its default in words."""

    choice: Choice
    asks: str
    answers: Mapping[str, str]
    value: str
    default: str


def groups(typed: QueryDict, spoken: Language) -> list[tuple[str | Promise, list[Asked]]]:
    """Every setting, as it was typed or at its default."""
    usual = {field.name: field for field in forms.fields(Settings, spoken)}
    return [
        (title, [_asked(choice, usual[choice.name], typed, spoken) for choice in choices]) for title, choices in GROUPS
    ]


def _asked(choice: Choice, field: forms.Field, typed: QueryDict, spoken: Language) -> Asked:
    answers, value = _answers(field, spoken), str(field.value)
    if field.kind == "check":
        value = "on" if field.value else ""
    default = answers[value] if answers else value or _by_players(choice.name)
    usual_first = dict(sorted(answers.items(), key=lambda answer: answer[0] != value))
    return Asked(choice, field.label, usual_first, typed.get(choice.name, value), default)


def _answers(field: forms.Field, spoken: Language) -> Mapping[str, str]:
    """What may be answered, in words; nothing for a number."""
    if field.kind != "check":
        return dict(field.choices)
    said = phrases(spoken)["choices"]
    return {"on": said[f"{field.name}:true"], "": said[f"{field.name}:false"]}


def _by_players(name: str) -> str:
    """The default of what depends on the number of players, for each number."""
    two, *more = ((count, getattr(players_row(count), name)) for count in range(2, 7))
    first = _("%(value)d (%(n)d joueurs)") % {"n": two[0], "value": two[1]}
    return ", ".join((first, *(f"{value} ({count})" for count, value in more)))


def times(typed: QueryDict) -> Mapping[str, Any]:
    """The deadlines by step, the reminder and the grace, in hours."""
    return {
        "deadlines": [(step, typed.get(f"deadline-{step}", "")) for step in TIMED],
        "reminder": typed.get("reminder-hours", ""),
        "grace": typed.get("grace-hours", ""),
    }


def units(typed: QueryDict, spoken: Language) -> str:
    """The kinds of units, one a line with the figures of a point."""
    words = phrases(spoken)["words"]
    return typed.get("units", "\n".join(f"{words.get(row.kind, row.kind)} = {row.figures}" for row in catalogue()))


def read(posted: QueryDict, spoken: Language) -> dict[str, Any]:
    """The settings as plain values; what was left empty keeps its default."""
    found = {key: value for key, value in forms.read(Settings, posted, skip=SKIPPED).items() if value != ""}
    deadlines = {step: lasting for step in TIMED if (lasting := seconds(posted.get(f"deadline-{step}", "")))}
    more = {
        "deadlines": deadlines,
        "reminder": seconds(posted.get("reminder-hours", "")),
        "grace": seconds(posted.get("grace-hours", "")),
        "unit_catalogue": _units(posted.get("units", ""), spoken),
    }
    return found | {key: value for key, value in more.items() if value}


def seconds(hours: str) -> int:
    """A time given in hours, with a point or a comma; 0 for what is no number."""
    return max(0, int((fraction(hours) or 0) * HOUR))


def _units(text: str, spoken: Language) -> list[dict[str, Any]]:
    """The kinds of units that were written, by their keys; nothing if they are those of the sheet."""
    words = phrases(spoken)["words"]
    keys = {words.get(row.kind, row.kind): row.kind for row in catalogue()}
    pairs = [line.partition("=") for line in text.splitlines() if line.strip()]
    rows = [
        {"kind": keys.get(kind.strip(), kind.strip()), "figures": figures.strip()} for kind, _mark, figures in pairs
    ]
    usual = [{"kind": row.kind, "figures": str(row.figures)} for row in catalogue()]
    return [] if rows == usual else rows
