"""The letter box of a player: what was written to them, what they wrote, and a sheet to write on [SC-LET-1]."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from heraut.campaign.letters import LONGEST, AllowTelling, WriteLetter
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import Letter
from heraut.campaign.view import CampaignPlayerView
from heraut.journal.desk import Accepted
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.web import forms, sentences
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.models import Link
from heraut.web.permissions import Action, Role
from heraut.web.request_data import query_of
from heraut.web.rooms.campaign.names import known_names
from heraut.web.views.game import common, take_form


@dataclass(frozen=True, slots=True)
class ShownLetter:
    """A letter as its page shows it."""

    letter: Letter
    fresh: bool
    mine: bool
    agreed: bool
    """Whether the reader agrees that it is told."""
    missing: tuple[Seat, ...]
    """Whose agreement is missing still."""


def has_box(game: VisitedGame) -> bool:
    """Whether the visitor reads letters here: a player, or the organiser where the group chose so."""
    chosen = game.settings.letters
    return chosen != "off" and (
        game.visitor.role is Role.PLAYER or (chosen == "open" and game.visitor.role is Role.ORGANISER)
    )


def unread(game: VisitedGame) -> int:
    """How many letters came since the visitor last looked into the box."""
    seat = game.visitor.seat
    return sum(letter.seat != seat for letter in game.view.letters[_read(game) :]) if game.view.letters else 0


def _read(game: VisitedGame) -> int:
    """
    How many letters of the box the holder of the link has seen; what was taken back since was none.

    Without a link nothing is remembered: a mark would never go away.
    """
    link, most = game.visitor.link, len(game.view.letters)
    known = Link.objects.filter(token_hash=link).values_list("letters_read", flat=True).first() if link else most
    return min(known or 0, most)


@require_http_methods(["GET", "HEAD"])
@needs(Action.WATCH)
def box(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The letters, newest first; looking at them is reading them."""
    if not has_box(game):
        return redirect("game", stream=game.stream)
    answer = _page(request, game)
    if request.method == "GET" and game.visitor.link and not game.visitor.chair:
        Link.objects.filter(token_hash=game.visitor.link).update(letters_read=len(game.view.letters))
    return answer


@require_POST
@needs(Action.SPEAK)
def write(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Send a letter; one that cannot be sent comes back with what was written."""

    def to_the_box(request: HttpRequest, game: VisitedGame, outcome: Accepted) -> HttpResponse:
        messages.success(request, _("Lettre envoyée."))
        return _to_the_box(request, game, outcome)

    return take_form(request, game, _written, WriteLetter, page=_page, then=to_the_box)


def _written(_kind: type, posted: QueryDict) -> dict[str, object]:
    return {"to": posted.getlist("to"), "text": posted.get("text", "").replace("\r\n", "\n")}


@require_POST
@needs(Action.SPEAK)
def allow(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Agree that a letter is told at the end, or no longer agree."""
    return take_form(request, game, kind=AllowTelling, page=_page, then=_to_the_box)


def _to_the_box(_request: HttpRequest, game: VisitedGame, _outcome: Accepted) -> HttpResponse:
    return redirect("campaign:letters", stream=game.stream)


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    *,
    typed: QueryDict | None = None,
    refusal: Refusal | None = None,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    spoken = language()
    names = known_names(game, spoken)
    view, seat, seen = game.view, game.visitor.seat, _read(game)
    own: CampaignPlayerView | None = view.player(seat)
    silent = {one.seat for one in view.players if one.bot}
    shown = [_shown(letter, seat, silent, fresh=place >= seen) for place, letter in enumerate(view.letters)]
    context = {
        **common(game),
        "names": names,
        "letters": shown[::-1],
        "readers": [one for one in view.players if one.seat != seat and not one.bot],
        "resting": own is not None and own.stand_in is not None and not own.stand_in.startswith("bot:"),
        "open_to_organiser": game.settings.letters == "open",
        "writing": own is not None and view.step is not TurnStep.FINISHED,
        "chosen": typed.getlist("to") if typed is not None else query_of(request).getlist("to"),
        "text": "" if typed is None else typed.get("text", ""),
        "longest": LONGEST,
        "faults": sentences.faults(refusal, spoken, names),
        "fault": forms.say_fault(fault, spoken) if fault else "",
    }
    return render(request, "campaign/letters.html", context, status=status)


def _shown(letter: Letter, seat: Seat | None, silent: set[Seat], *, fresh: bool) -> ShownLetter:
    missing = tuple(one for one in letter.people if one not in {*letter.allowed, *silent})
    return ShownLetter(letter, fresh and letter.seat != seat, letter.seat == seat, seat in letter.allowed, missing)
