"""Taking back by deed: the last one, with all that came of it; or everything since a chosen one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from heraut.journal import LogLine
from heraut.kernel.bounds import whole
from heraut.skirmish.turn import TurnBegan
from heraut.speech import Language, say_event
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.skirmish.cards import bare, deeds
from heraut.web.rooms.skirmish.log import is_noise, names
from heraut.web.views import back
from heraut.web.views.back import Past, Way
from heraut.web.views.game import show, show_again

Deed = tuple[LogLine, ...]


@require_POST
@needs(Action.SPEAK)
def undo_deed(request: HttpRequest, game: Game) -> HttpResponse:
    """Take back the last deed; one that is no longer the last was taken back already, or something came after it."""
    last = next(deeds(game.log), None)
    if last is None or last[0].number != whole(request.POST.get("deed", "")):
        said = _("Ce n'est plus la dernière action. Regardez où en est le combat.")
        return show(request, game, fault=said, status=409)
    refusal = back.take_back(game, _newest_first([last]))
    if refusal is not None:
        return show(request, Game.of(request, game.stream), refusal=refusal, status=409)
    return show_again(request, game, _("C'est annulé."))


def _newest_first(taken: Iterable[Deed]) -> list[int]:
    """The entries of deeds that stand newest first, each with its lines as they were written."""
    return [line.entry for deed in taken for line in reversed(deed)]


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def go_back(request: HttpRequest, game: Game) -> HttpResponse:
    """Choose a deed; see what would be taken back with it; take it back."""
    return back.go_back(request, game, WAY, _("Le combat reprend de là."))


def _past(game: Game) -> list[Past]:
    spoken = language()
    known = names(game, spoken)
    return [_past_deed(deed, spoken, known) for deed in deeds(game.log)]


def _past_deed(deed: Deed, spoken: Language, known: Mapping[str, str]) -> Past:
    events = [event for line in deed for event in line.events]
    told = (say_event(bare(event), spoken, known) for event in events if not is_noise(event))
    return Past(deed[0].number, (" ".join(told),), any(isinstance(bare(event), TurnBegan) for event in events))


def _entries(game: Game, number: int) -> list[int]:
    return _newest_first(deed for deed in deeds(game.log) if deed[0].number >= number)


WAY = Way(_past, _entries, most=200)
