"""
The frame of the odds: a tab for each question, what its form offers, the address that reopens it.

Chances and averages are written in one way on every page of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from heraut.battle.unit import Cover
from heraut.dice import Weight
from heraut.speech.typography import decimal, minus
from heraut.web.game import language
from heraut.web.rooms.odds.form import MOST_FATIGUE, MOST_FIGURES, groups
from heraut.web.rooms.odds.house_rules import HouseRules
from heraut.web.sentences import percent


@dataclass(frozen=True, slots=True)
class Tab:
    """A question: its view and template, what it is called in the row of tabs and above its page."""

    name: str
    label: Promise
    heading: Promise
    picture: str

    @property
    def view(self) -> str:
        """The name of its address."""
        return f"odds:{self.name}"


TABS = (
    Tab("fight", _("Combat"), _("Les chances d'un combat"), "crossed-swords"),
    Tab("series", _("Série"), _("Plusieurs combats"), "crossed-swords"),
    Tab("table", _("Tableau"), _("Qui charge qui ?"), "crossed-swords"),
    Tab("turn", _("Activations"), _("Le tour d'une unité"), "hourglass"),
    Tab("abuse", _("Abus de pouvoir"), _("Abus de pouvoir"), "dice"),
    Tab("band", _("Bande"), _("Composer une bande"), "scroll"),
)


def page(  # noqa: PLR0913  # each by name
    request: HttpRequest,
    name: str,
    context: Mapping[str, Any],
    *,
    house_rules: HouseRules | None = None,
    address: str | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of that question; where its address does not say all, at the one that does."""
    shared = {
        "tabs": TABS,
        "tab": next(tab for tab in TABS if tab.name == name),
        "groups": groups(),
        "covers": list(Cover),
        "most_figures": MOST_FIGURES,
        "most_fatigue": MOST_FATIGUE,
        "house_rules": house_rules,
        "question": address,
    }
    answer = render(request, f"odds/{name}.html", {**shared, **context}, status=status)
    if address is not None:
        answer["HX-Push-Url"] = f"{request.path}?{address}"
    return answer


@dataclass(frozen=True, slots=True)
class Share:
    """A chance to read: its name, how it is written, how full its bar is (0 to 100)."""

    name: str
    written: str
    full: float


def share(name: str, p: Weight) -> Share:
    """A chance with its name, ready to read."""
    return Share(name, percent(p, language()), round(100 * float(p), 1))


def average(number: Weight, places: int = 2) -> str:
    """An average, with so many places."""
    return decimal(f"{float(number):.{places}f}", language())


def signed(balance: Weight) -> str:
    """Points gained less points lost, with its sign."""
    shown = round(float(balance), 1)
    return decimal(minus(f"{shown:+.1f}") if shown else "0.0", language())
