"""
The rules of a campaign as this group plays them: what is looked up between two battles, and the lesson of each step.

Their sentences stand in `rules.toml`; every number comes from the view, the tables and the settings in force, so that
they are right under any settings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from heraut.campaign.settings import Settings, TurnStep, most_lords, most_villages
from heraut.campaign.tables import Category, UpkeepRow, cost, incomes, upkeep_rows
from heraut.campaign.view import CampaignPlayerView, CampaignView, ReserveView
from heraut.kernel.names import Seat
from heraut.press import paper
from heraut.web.downloads import printed
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.campaign.hours import HOUR
from heraut.web.rooms.campaign.names import Names, halves, known_names
from heraut.web.sentences import RuleSentence, word
from heraut.web.views.game import common


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the table says of something, its clauses, and which numbers are meant where a sentence has its own names."""

    clauses: str
    numbers: Mapping[str, str] = {}

    @property
    def named(self) -> tuple[str, ...]:
        """Each clause."""
        return tuple(self.clauses.split())

    def say(self, sentence: str, facts: Mapping[str, Any]) -> str:
        """A sentence in the reader's language."""
        return _(sentence) % {**facts, **{name: facts[known] for name, known in self.numbers.items()}}


class RuleText(Sentences, frozen=True, kw_only=True):
    """A rule, and the setting it is told for."""

    says: str
    when: Mapping[str, str | bool] = {}

    def holds(self, settings: Settings) -> bool:
        """Whether the group plays by it."""
        return all(getattr(settings, name) == chosen for name, chosen in self.when.items())


class SubjectText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of one subject."""

    heading: str
    rule: tuple[RuleText, ...]


class LessonText(Sentences, frozen=True, kw_only=True):
    """The lesson of a step, in the first turn, in later ones or while ties are ordered, where it differs."""

    step: TurnStep
    may: str
    brings: str
    turns: Literal["all", "first", "later", "tied"] = "all"


class AbsentText(Sentences, frozen=True, kw_only=True):
    """What is done where this is awaited from somebody who does not answer, and the event that tells it [SC-GEN-9]."""

    code: str
    event: str
    says: str


class LessonTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is said."""

    section: tuple[SubjectText, ...]
    lesson: tuple[LessonText, ...]
    absent: tuple[AbsentText, ...]


TABLE = msgspec.toml.decode((Path(__file__).parent / "rules.toml").read_text(encoding="utf-8"), type=LessonTexts)
LESSONS = frozenset(row.step for row in TABLE.lesson)
"""The steps there is something to learn about."""


@dataclass(frozen=True, slots=True)
class LessonSection:
    """The rules of one subject."""

    heading: str
    lines: tuple[RuleSentence, ...]


def campaign_rules(view: CampaignView, settings: Settings, names: Names) -> tuple[LessonSection, ...]:
    """Every rule a player looks up, by subject, in the order of a turn."""
    facts = _facts(view, settings, names)
    return tuple(
        LessonSection(
            _(subject.heading),
            tuple(
                RuleSentence(rule.say(rule.says, facts), rule.named) for rule in subject.rule if rule.holds(settings)
            ),
        )
        for subject in TABLE.section
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
        "village_income": numbers.village_income,
        "table": _(" ; ").join(costs),
        "village_price": numbers.village_price,
        "site_price": numbers.site_price,
        "portal": numbers.portal_price,
        "deadlines": ", ".join(f"{word(step)} {_hours(due)}" for step, due in settings.deadlines.items()) or _("aucun"),
        "grace": _hours(settings.grace) if settings.grace else _("aucun"),
    }


def _hours(seconds: int) -> str:
    return _("%(n)s\N{NO-BREAK SPACE}h") % {"n": halves(Fraction(seconds, HOUR))}


def _roads(steps: int) -> str:
    return ngettext("%(n)d route", "%(n)d routes", steps) % {"n": steps}


@dataclass(frozen=True, slots=True)
class Lesson:
    """Two sentences about a step, and the clauses behind them."""

    may: str
    brings: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LessonContext:
    """What a lesson is made from: the campaign as somebody sees it, and whose place it is told for."""

    view: CampaignView
    settings: Settings
    me: CampaignPlayerView
    names: Names

    @property
    def points(self) -> Fraction:
        """The points of one's bands on the map."""
        return sum((seen.points for seen in self.view.bands if seen.band.owner == self.me.seat), Fraction(0))

    @property
    def villages(self) -> Collection[ReserveView]:
        """One's villages."""
        return self.view.villages_of(self.me.seat).values()

    @property
    def turns_left(self) -> int:
        """How often income is collected after this turn."""
        return max(0, self.view.turns - self.view.turn)

    @property
    def figures(self) -> str:
        """What a point buys, by kind of unit."""
        rows = [f"{row.figures} {self.names.get(row.kind, row.kind)}" for row in self.view.catalogue]
        return _(" ou ").join(filter(None, (", ".join(rows[:-1]), rows[-1]))) if rows else ""


def lesson_of(step: TurnStep, view: CampaignView, settings: Settings, seat: Seat | None, names: Names) -> Lesson | None:
    """The lesson of a step for a player, with the numbers of this view; nothing where there is nothing to do."""
    me, turns = view.player(seat), ("all", "first" if view.turn <= 1 else "tied" if view.groups else "later")
    row = next((row for row in TABLE.lesson if row.step is step and row.turns in turns), None)
    if me is None or row is None:
        return None
    facts = _facts(view, settings, names) | _own_facts(LessonContext(view, settings, me, names))
    return Lesson(row.say(row.may, facts), row.say(row.brings, facts), row.named)


def _own_facts(now: LessonContext) -> dict[str, Any]:
    """What a lesson says of the player and the moment."""
    view, settings, me, numbers = now.view, now.settings, now.me, now.view.numbers
    starting = Fraction(view.starting_bands * view.starting_band_points)
    void, up = settings.overbid == "penalise", settings.odd_half == "up"
    return {
        "bands": ngettext("%(n)d bande", "%(n)d bandes", view.starting_bands) % {"n": view.starting_bands},
        "figures": now.figures,
        "start_upkeep": _next_threshold(now, starting),
        "upkeep": _next_threshold(now, now.points),
        "rest": _rest(now),
        "orders": _who_orders(now),
        "stock": me.stock,
        "income": me.income,
        "memory": me.memory,
        "standing": _standing(now),
        "rank": _rank_is_worth(now),
        "risk": _("Miser plus que son stock met derrière tous.") if void else _("Miser plus que son stock est refusé."),
        "open": sum(not village.occupied for village in now.villages),
        "villages": len(now.villages),
        "most_villages": most_villages(settings),
        "met": _when_met(now),
        "half": _("(arrondie au-dessus)") if up else _("(arrondie en dessous)"),
        "stakes": _stakes(now),
        "more": numbers.village_income * now.turns_left,
        "invasion_price": numbers.portal_price + numbers.band_least + view.lord_cost,
    }


def _rest(now: LessonContext) -> str:
    """Whether the bands are paid for: who can pay has paid before anybody is asked [SC-SEQ-9]."""
    owes = any((one.seat, one.code) == (now.me.seat, "campaign-demobilise") for one in now.view.awaits)
    told = (
        _("Vous avez %(stock)d PP : démobilisez juste assez d'unités pour payer le reste.")
        if owes
        else _("C'est payé ; PP qui vous restent : %(stock)d.")
    )
    return told % {"stock": now.me.stock}


def _who_orders(now: LessonContext) -> str:
    """Who orders the ties [SC-INI-10]."""
    if now.view.favour_holder == now.me.seat:
        return _("À vous, favori des dieux, de ranger ceux qui ont misé autant.")
    name = now.names.get(str(now.view.favour_holder), "")
    return _("%(name)s, favori des dieux, range ceux qui ont misé autant.") % {"name": name}


def _next_threshold(now: LessonContext, points: Fraction) -> str:
    """What bands of so many points cost each turn, and from where they cost more."""
    due, rule = cost(points, now.settings.upkeep_rule), now.settings.upkeep_rule
    dearer = next((row for row in upkeep_rows() if row.cost > due), None)
    said = _("Entretien de %(points)s pt : %(due)d PP par tour") % {"points": halves(points), "due": due}
    return said + (_dearer(dearer, reach=rule == "reach") if dearer is not None else ".")


def _dearer(row: UpkeepRow, *, reach: bool) -> str:
    reached, exceeded = (
        _(", et %(cost)d PP à partir de %(threshold)d."),
        _(", et %(cost)d PP au-delà de %(threshold)d."),
    )
    return (reached if reach else exceeded) % {"cost": row.cost, "threshold": row.threshold}


def _standing(now: LessonContext) -> str:
    if now.me.rank is None:
        return ""
    facts = {"rank": now.me.rank, "players": len(now.view.players)}
    first, later = _("Vous êtes au 1er rang sur %(players)d."), _("Vous êtes au rang %(rank)d sur %(players)d.")
    return (first if now.me.rank == 1 else later) % facts


def _rank_is_worth(now: LessonContext) -> str:
    if now.settings.declaration_order == "reverse":
        return _("Le 1er rang déclare ses mouvements en dernier, quand il a vu les autres, et gagne les égalités.")
    return _("Le 1er rang déclare ses mouvements en premier et gagne les égalités.")


def _when_met(now: LessonContext) -> str:
    """What becomes of a band an enemy has come to [SC-MOV-8]."""
    if now.settings.engagement == "pinned":
        return _("Rejointe par un ennemi, une bande ne part plus.")
    return _("Rejointe par un ennemi, une bande qui n'a pas bougé peut encore partir.")


def _stakes(now: LessonContext) -> str:
    """What the territories of one's combats are worth to whoever holds them."""
    own = {sheet.combat.territory for sheet in now.view.combats if now.me.seat in sheet.combat.fighters}
    lands = [land for land in now.view.territories if land.id in own]
    told = [
        _("%(place)s : un point de gloire") % {"place": now.names.get(land.id, land.id)}
        if land.category is Category.PRESTIGE
        else _("%(place)s : %(pp)d PP par tour") % {"place": now.names.get(land.id, land.id), "pp": land.income}
        for land in lands
    ]
    return _("En jeu, %(stakes)s.") % {"stakes": ", ".join(told)} if told else ""


def _sections(game: VisitedGame) -> tuple[LessonSection, ...]:
    return campaign_rules(game.view, game.settings, known_names(game, language()))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The rules of this campaign, to read on a phone."""
    return render(request, "campaign/rules.html", {**common(game), "sections": _sections(game)})


@require_safe
@needs(Action.WATCH)
def rules_paper(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The same on one page of paper."""
    return printed(request, game.header.title, rules_sheet(game), label=_("Règles de la campagne"))


def rules_sheet(game: VisitedGame) -> paper.RulesSheet:
    """The rules of this campaign as a sheet."""
    return paper.RulesSheet(
        event=paper.PaperOccasion(game.header.title),
        title=_("Règles de la campagne"),
        sections=tuple(
            paper.Section(section.heading, tuple(line.sentence for line in section.lines))
            for section in _sections(game)
        ),
    )
