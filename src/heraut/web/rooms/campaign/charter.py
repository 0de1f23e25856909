"""
What a group chooses before its campaign: every setting of the sheet with its clause and its default, in words.

The form's fields are those of `Settings`, but for times, which people give in hours, and for the kinds of units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from heraut.campaign.names import Step
from heraut.campaign.settings import Settings
from heraut.campaign.tables import BAND_LEAST, BAND_MOST, catalogue, players_row
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

Words = Mapping[str, str | Promise]


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting to choose: its clause, what it asks, and the answers in words or the numbers it may be."""

    name: str
    clause: str
    asks: str | Promise
    answers: Words | None = None
    least: int = 0
    most: int | None = None


_BY_PLAYERS = (
    Choice("turns", "SC-PLY-1", _("Tours"), least=1),
    Choice("prestige_to_win", "SC-PLY-1", _("Points de mémoire pour gagner par la gloire"), least=1),
    Choice("max_lords", "SC-PLY-1", _("Seigneurs au plus"), least=1),
    Choice("starting_bands", "SC-PLY-1", _("Bandes de départ"), least=1),
    Choice("max_villages", "SC-PLY-1", _("Villages au plus"), least=1),
)
_START = (
    Choice(
        "start_assignment",
        "SC-SET-2",
        _("Territoires de départ"),
        {"draw": _("tirés au sort"), "manual": _("donnés par l'organisation")},
    ),
    Choice("starting_band_points", "SC-SET-4", _("Points d'une bande de départ"), least=BAND_LEAST, most=BAND_MOST),
    Choice("starting_pp", "SC-SET-6", _("PP au départ"), most=30),
)
_MARCH = (
    Choice(
        "dice",
        "SC-INI-2",
        _("Dés d'initiative"),
        {"software": _("tirés par Héraut"), "typed": _("lancés à la table et saisis")},
    ),
    Choice(
        "overbid",
        "SC-INI-8",
        _("Une mise au-dessus du stock"),
        {"penalise": _("vaut zéro et met dernier"), "refuse": _("est refusée")},
    ),
    Choice(
        "declaration_order",
        "SC-DEC-1",
        _("Ordre des déclarations"),
        {"reverse": _("le dernier de l'initiative d'abord"), "initiative": _("le premier d'abord")},
    ),
    Choice(
        "engagement",
        "SC-MOV-8",
        _("Une bande rejointe par un ennemi"),
        {"free": _("peut encore partir"), "pinned": _("est fixée sur place")},
    ),
    Choice("fast_max_points", "SC-MOV-2", _("Une bande est rapide jusqu'à"), least=BAND_LEAST, most=BAND_MOST),
)
_MONEY = (
    Choice(
        "upkeep_rule",
        "SC-UPK-3",
        _("L'entretien augmente quand le seuil"),
        {"exceed": _("est dépassé"), "reach": _("est atteint")},
    ),
    Choice("prestige_income", "SC-PP-1", _("PP d'un territoire prestigieux"), most=3),
    Choice("lord_cost", "SC-LRD-1", _("PP pour un nouveau seigneur"), most=5),
)
_WAR = (
    Choice(
        "odd_half",
        "SC-LOS-2",
        _("La moitié d'un nombre impair"),
        {"down": _("s'arrondit vers le bas"), "up": _("s'arrondit vers le haut")},
    ),
    Choice(
        "reserve_needs_lord",
        "SC-RSV-6",
        _("Une milice sans seigneur"),
        {"": _("peut combattre"), "on": _("ne combat pas")},
    ),
    Choice(
        "reserve_on_loss",
        "SC-RSV-9",
        _("La réserve d'un village perdu"),
        {"flee": _("s'enfuit"), "lost": _("est perdue")},
    ),
    Choice(
        "homeless_scope",
        "SC-HOM-3",
        _("Sans village, se dispersent"),
        {"offmap": _("les armées hors de la carte"), "all": _("toutes les troupes")},
    ),
)
_AWAY = (
    Choice(
        "on_deadline",
        "SC-ABS-4",
        _("Le délai et la grâce passés"),
        {"default": _("la réponse manquante est remplie"), "wait": _("on attend l'organisation")},
    ),
    Choice("stand_ins", "SC-ABS-6", _("Remplaçants"), {"on": _("permis"), "": _("non")}),
    Choice(
        "pause_vote",
        "SC-ABS-7",
        _("Pause par vote"),
        {"majority": _("à la majorité"), "all": _("à l'unanimité"), "never": _("jamais")},
    ),
)
GROUPS: tuple[tuple[str | Promise, tuple[Choice, ...]], ...] = (
    (_("Durée et limites"), _BY_PLAYERS),
    (_("Départ"), _START),
    (_("Initiative et marches"), _MARCH),
    (_("Puissance"), _MONEY),
    (_("Combats et réserves"), _WAR),
    (_("Absences"), _AWAY),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A setting as the form shows it: its present value, and its default in words."""

    choice: Choice
    value: str
    default: str


def groups(typed: QueryDict) -> list[tuple[str | Promise, list[Asked]]]:
    """Every setting, as it was typed or at its default."""
    plain = Settings(players=())
    return [(title, [_asked(choice, typed, plain) for choice in choices]) for title, choices in GROUPS]


def _asked(choice: Choice, typed: QueryDict, plain: Settings) -> Asked:
    usual = getattr(plain, choice.name)
    value = "" if usual is None else ("on" if usual else "") if isinstance(usual, bool) else str(usual)
    return Asked(choice, typed.get(choice.name, value), _default(choice, value))


def _default(choice: Choice, value: str) -> str:
    """The default in words; what depends on the number of players, for each number."""
    if choice.answers is not None:
        return str(choice.answers[value])
    if value:
        return value
    return " · ".join(f"{count} : {getattr(players_row(count), choice.name)}" for count in range(2, 7))


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
    try:
        return max(0, int(Fraction(hours.replace(",", ".").strip() or "0") * HOUR))
    except (ValueError, ZeroDivisionError):
        return 0


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
