"""
The rules of a campaign as this group plays them, on a page and on paper: what is looked up between two battles.

Their sentences stand in `rules.toml`; every number comes from the tables and the settings in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from heraut.campaign.settings import Settings, most_lords, most_villages
from heraut.campaign.tables import Category, incomes, upkeep_rows
from heraut.campaign.view import CampaignView
from heraut.press import paper
from heraut.web.downloads import printed
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.campaign.names import Names, known_names
from heraut.web.sentences import Rule
from heraut.web.views.game import common


class RuleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule as the table has it: its words, its clauses, the setting it is told for, its own names of numbers."""

    says: str
    clauses: str
    when: Mapping[str, str | bool] = {}
    numbers: Mapping[str, str] = {}

    def holds(self, settings: Settings) -> bool:
        """Whether the group plays by it."""
        return all(getattr(settings, name) == chosen for name, chosen in self.when.items())

    def told(self, facts: Mapping[str, Any]) -> Rule:
        """The rule in the reader's language."""
        named = {**facts, **{name: facts[known] for name, known in self.numbers.items()}}
        return Rule(_(self.says) % named, tuple(self.clauses.split()))


class SubjectText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one subject as the table has them."""

    heading: str
    rule: tuple[RuleText, ...]


@cache
def _table() -> tuple[SubjectText, ...]:
    text = (Path(__file__).parent / "rules.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=dict[str, tuple[SubjectText, ...]])["section"]


@dataclass(frozen=True, slots=True)
class RuleSection:
    """The rules of one subject."""

    heading: str
    lines: tuple[Rule, ...]


def campaign_rules(view: CampaignView, settings: Settings, names: Names) -> tuple[RuleSection, ...]:
    """Every rule a player looks up, by subject, in the order of a turn."""
    facts = _facts(view, settings, names)
    return tuple(
        RuleSection(_(subject.heading), tuple(rule.told(facts) for rule in subject.rule if rule.holds(settings)))
        for subject in _table()
    )


def _facts(view: CampaignView, settings: Settings, names: Names) -> dict[str, Any]:
    """What the sentences of the table are made from."""
    numbers, paid, up = view.numbers, incomes(), settings.odd_half == "up"
    kinds = (f"{row.figures} {names.get(row.kind, row.kind)}" for row in view.catalogue)
    costs = (_("%(points)d points : %(pp)d PP") % {"points": row.threshold, "pp": row.cost} for row in upkeep_rows())
    return {
        "needed": view.prestige_to_win,
        "places": numbers.memory_places,
        "turns": view.turns,
        "score": numbers.village_score,
        "least": numbers.band_least,
        "most": numbers.band_most,
        "figures": _(" ou ").join(kinds),
        "lords": most_lords(settings),
        "villages": most_villages(settings),
        "bands": view.starting_bands,
        "points": view.starting_band_points,
        "pp": settings.starting_pp,
        "dice": numbers.initiative_dice,
        "lord": view.lord_cost,
        "fast": settings.fast_max_points,
        "far": _roads(numbers.fast_steps),
        "near": _roads(numbers.slow_steps),
        "battle": numbers.battle_most,
        "half": _("arrondie au-dessus") if up else _("arrondie en dessous"),
        "normal": paid[Category.NORMAL],
        "developed": paid[Category.DEVELOPED],
        "prestige": settings.prestige_income,
        "village": numbers.village_income,
        "table": " ; ".join(costs),
        "village_price": numbers.village_price,
        "site_price": numbers.site_price,
        "portal": numbers.portal_price,
    }


def _roads(steps: int) -> str:
    return ngettext("%(n)d route", "%(n)d routes", steps) % {"n": steps}


def _sections(game: Game) -> tuple[RuleSection, ...]:
    return campaign_rules(game.view, game.settings, known_names(game, language()))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    """The rules of this campaign, to read on a phone."""
    return render(request, "campaign/rules.html", {**common(game), "sections": _sections(game)})


@require_safe
@needs(Action.WATCH)
def rules_paper(request: HttpRequest, game: Game) -> HttpResponse:
    """The same on one page of paper."""
    return printed(request, game.header.title, rules_sheet(game), label=_("Règles de la campagne"))


def rules_sheet(game: Game) -> paper.RulesSheet:
    """The rules of this campaign as a sheet."""
    return paper.RulesSheet(
        event=paper.Occasion(game.header.title),
        title=_("Règles de la campagne"),
        sections=tuple(
            paper.Section(section.heading, tuple(line.sentence for line in section.lines))
            for section in _sections(game)
        ),
    )
