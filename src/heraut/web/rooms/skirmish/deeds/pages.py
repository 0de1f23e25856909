"""The pages of the deeds: what a character may do in every way, what the game master decides, one form each."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from heraut.kernel import ORGANISER, CommandId, Malformed, Refusal
from heraut.skirmish.view import FighterView
from heraut.web import commands, forms, says
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.offers import new_id
from heraut.web.rooms.skirmish.deeds.form import Form, form, listed, read, refilled
from heraut.web.rooms.skirmish.deeds.kinds import NAMED, Deed
from heraut.web.views.game import common


@require_safe
@needs(Action.SPEAK)
def deeds(request: HttpRequest, game: Game) -> HttpResponse:
    """All the deeds of one character, or those that concern the whole table."""
    who = _about(request, game)
    groups = [group for group in listed(game.view, who, game.visitor.seat, language()) if group[1]]
    return render(request, "skirmish/deeds.html", {**common(game), "who": who, "groups": groups})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
def deed(request: HttpRequest, game: Game, name: str) -> HttpResponse:
    """One deed; what is refused is shown again with what was chosen."""
    found, who = NAMED.get(name), _about(request, game)
    if found is None or (found.of_one and who is None) or (found.masters and game.visitor.seat != ORGANISER):
        raise Http404(name)
    if request.method == "POST":
        return _handed_in(request, game, found, who)
    return _shown(request, game, form(found, game.view, who, language()), who)


def _handed_in(request: HttpRequest, game: Game, found: Deed, who: FighterView | None) -> HttpResponse:
    blank = form(found, game.view, who, language())
    try:
        command = commands.read(game, read(found.kind, request.POST), strict=False)
    except Malformed as error:
        again = refilled(blank, request.POST, str(error), language())
        return _shown(request, game, again, who, fault=str(error), status=400)
    outcome: object = command
    if not isinstance(command, Refusal):
        command_id = CommandId(request.POST.get("command_id") or new_id())
        outcome = submit(
            game.stream, command, command_id=command_id, actor=game.visitor.actor, sender=game.visitor.sender
        )
    if isinstance(outcome, Refusal):
        again = refilled(blank, request.POST, "", language())
        return _shown(request, game, again, who, refusal=outcome, status=409)
    return redirect("game", stream=game.stream)


def _shown(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: Game,
    shown: Form,
    who: FighterView | None,
    *,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    back = reverse("skirmish:deeds", args=[game.stream]) + (f"?{urlencode({'who': who.id})}" if who else "")
    shared = common(game)
    context = {
        **shared,
        "who": who,
        "form": shown,
        "back": back,
        "faults": says.faults(refusal, language(), shared["names"]),
        "fault": forms.say_fault(fault, language()),
    }
    return render(request, "skirmish/deed.html", context, status=status)


def _about(request: HttpRequest, game: Game) -> FighterView | None:
    """The character the address names, if the visitor speaks for him."""
    named = request.GET.get("who", "")
    if not named:
        return None
    found: FighterView | None = next((one for one in game.view.fighters if one.id == named), None)
    if found is None or found.own is None:
        raise Http404(named)
    return found
