"""A fight on paper: the rules as its table plays them, and a sheet for each character the visitor may read."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from heraut.press import paper
from heraut.press.rules import fight_rules
from heraut.skirmish.settings import OPTION_CLAUSES, Options
from heraut.skirmish.view import FighterView, FightView
from heraut.speech import phrases
from heraut.web import forms
from heraut.web.downloads import printed
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.skirmish.character_paper import on_paper


@require_safe
@needs(Action.VISIT)
def all_rules(request: HttpRequest) -> HttpResponse:
    """The rules as they are printed, for no fight in particular."""
    return printed(request, _("Règles de l'escarmouche"), rules_sheet(_("Escarmouche"), Options()))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    """The rules as this table plays them."""
    return printed(request, _("Règles de l'escarmouche"), rules_sheet(game.header.title, game.view.options))


@require_safe
@needs(Action.WATCH)
def sheets(request: HttpRequest, game: Game) -> HttpResponse:
    """A sheet for each character whose sheet the visitor may read, as it is now."""
    found = tuple(fighter_sheets(game.header.title, game.view))
    if not found:
        raise Http404
    return printed(request, game.header.title, *found)


def rules_sheet(title: str, options: Options) -> paper.FightRules:
    """Every rule one looks up, and the settings that are not as the sheet has them."""
    return paper.FightRules(
        event=paper.Occasion(title),
        title=_("Règles de l'escarmouche"),
        sections=fight_rules(language(), celtic=options.celtic),
        settings=tuple(_changed(options)),
    )


def _changed(options: Options) -> Iterator[paper.Fact]:
    """The settings of section 36 that this table has changed, as their form says them."""
    words = phrases(language())["words"]
    for field in forms.fields(Options, language()):
        value = getattr(options, field.name)
        if field.name in OPTION_CLAUSES and value != getattr(Options(), field.name):
            said = words[str(value).lower()] if isinstance(value, bool) else dict(field.choices).get(str(value), value)
            yield paper.Fact(field.label, str(said))


def fighter_sheets(title: str, view: FightView) -> Iterator[paper.CharacterSheet]:
    """The sheets of those the viewer plays: who they are in this fight, and the levels they have lost."""
    for one in view.fighters:
        if one.own is not None:
            yield _fighter_sheet(title, one, leads={other.chief for other in view.fighters})


def _fighter_sheet(title: str, fighter: FighterView, leads: set[str]) -> paper.CharacterSheet:
    assert fighter.own is not None
    return replace(
        on_paper(fighter.own.sheet),
        event=paper.Occasion(title),
        person=paper.Person(fighter.name),
        side=fighter.side_name,
        chief=fighter.id in leads,
        lost=(fighter.wounds, fighter.fatigue),
    )
