"""Paper for the day: each sheet filled from what its reader may see, as PDF."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from heraut.web import printing
from heraut.web.access import Action
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.rooms.room import Text
from heraut.web.rooms.tournament.exports import FILES
from heraut.web.rooms.tournament.papers import people, rounds, scenario
from heraut.web.rooms.tournament.papers.desk import Desk, Fill
from heraut.web.views.game import common

PAPERS: Mapping[str, tuple[Text, Fill]] = {
    "welcome": (gettext_lazy("Feuille d'accueil : ce qu'il faut apporter"), people.welcome),
    "pairings": (gettext_lazy("Appariements par table"), rounds.pairings_by_table),
    "names": (gettext_lazy("Appariements par nom"), rounds.pairings_by_name),
    "slips": (gettext_lazy("Bulletins de résultat"), rounds.slips),
    "scores": (gettext_lazy("Feuilles de score, deux par table"), rounds.scores),
    "scenario": (gettext_lazy("Le scénario et son plan"), scenario.scenario),
    "standings": (gettext_lazy("Classement"), rounds.standing_sheet),
    "bands": (gettext_lazy("Feuilles de bande, en deux exemplaires"), people.bands),
    "records": (gettext_lazy("Feuilles de route Steamroller"), people.records),
    "badges": (gettext_lazy("Badges avec les liens des joueurs"), people.badges),
    "certificates": (gettext_lazy("Diplômes"), people.certificates),
    "emergency": (gettext_lazy("Trousse de secours : tout pour finir sur papier"), rounds.emergency),
}
"""Every paper by the name of its address."""


@require_safe
@needs(Action.WATCH)
def papers(request: HttpRequest, game: Game) -> HttpResponse:
    """What can be printed now."""
    desk = Desk(request, game)
    ready = [(name, title) for name, (title, fill) in PAPERS.items() if next(fill(desk), None) is not None]
    sealed = game.visitor.official and any(player.has_lists and player.lists is None for player in desk.view.players)
    shown = {"papers": ready, "files": tuple(FILES), "sealed": sealed and desk.view.lists_asked is None}
    return render(request, "tournament/papers.html", {**common(game), **shown})


@require_safe
@needs(Action.WATCH)
def printed(request: HttpRequest, game: Game, name: str) -> HttpResponse:
    """One paper as PDF; 404 while there is nothing on it."""
    if name not in PAPERS:
        raise Http404
    sheets = tuple(PAPERS[name][1](Desk(request, game)))
    if not sheets:
        raise Http404
    return printing.printed(request, f"{game.stream}-{name}", *sheets)
