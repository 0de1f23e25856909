"""
The desk's drawers: what officials seldom need.

A form of a drawer that is refused is shown again with its drawer open, the fault at its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel.message import Command
from heraut.kernel.refusal import Refusal
from heraut.tournament.lists import RevealLists
from heraut.tournament.officials import Rule
from heraut.tournament.planning import SetTables
from heraut.tournament.results import EndEvent
from heraut.tournament.view import View
from heraut.web.commands import Offer, events, offer
from heraut.web.forms import Field, say_fault, with_fault
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action, Role
from heraut.web.views.game import Page, page_with, take_form


def rare(game: VisitedGame) -> list[Offer]:
    """
    The forms of the last drawer: never the next thing to do, and none that would be refused as things are.

    Those about a player are on the player's page.
    """
    view: View = game.view
    if view.stage == "over":
        return [offer(Rule, language())]
    at_once: list[type[Command]] = [RevealLists, *([EndEvent] if view.played else [])]
    may = [kind for kind in at_once if not isinstance(events(game, kind(seat=game.visitor.speaker)), Refusal)]
    kinds: list[type[Command]] = [Rule]
    if game.visitor.role is Role.ORGANISER:
        kinds += [SetTables, *may]
    return [offer(kind, language()) for kind in kinds]


def written_forms() -> dict[str, tuple[Field, ...]]:
    """The forms that templates lay out by hand, by the names they have there."""
    return {
        "swap_players": (Field("one", _("Échanger"), "text"), Field("two", _("avec"), "text")),
        "swap_tables": (Field("one", _("Table"), "text"), Field("two", _("avec la table"), "text")),
        "late_entry": (Field("names", _("Inscription tardive"), "text"),),
        "ticked_tables": (Field("table", _("Table"), "several"),),
    }


def refused(form: str) -> Page:
    """The desk again, with what is wrong with that form."""

    def filled(_game: VisitedGame, _sent: QueryDict, fault: str) -> Mapping[str, Any]:
        again = with_fault(written_forms()[form], fault, language())
        return {"refused": form, form: again, "fault": say_fault(fault, language(), shown=again)}

    return page_with(filled)


@require_POST
@needs(Action.SPEAK, officials=True)
def other_action(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A form of the last drawer, handed in."""
    return take_form(request, game, page=page_with(_rare_filled))


def _rare_filled(game: VisitedGame, sent: QueryDict, fault: str) -> Mapping[str, Any]:
    again = [each.again(sent, fault, language()) for each in rare(game)]
    return {"rare": again, "refused": sent.get("type", "")}
