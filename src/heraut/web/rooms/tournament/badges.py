"""
Check-in by badge: the code on it is the player's own link.

Opened with an official's phone it shows whose badge it is, with one button. A hand scanner, which types what it reads,
is understood on the desk's lines, even one that takes a French keyboard for an American one.
"""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import CommandId, Refusal, Seat
from heraut.tournament.entries import CheckIn
from heraut.tournament.view import View
from heraut.web import links
from heraut.web.access import Action, Role
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.models import Slot
from heraut.web.offers import new_id
from heraut.web.rooms.tournament.officials import for_officials, speaker
from heraut.web.says import faults, names
from heraut.web.views.game import common, hand_in, show

_CODE = re.compile(r"/s/([A-Za-z0-9_-]{22})/?\Z")
_AZERTY = str.maketrans(
    "&é\"'(-è_çà)°!M:;,?mqawzQAWZ",
    "1234567890-_/:.,mM;aqzwAQZW",
)
"""What an American scanner's keys write on a French keyboard, and what they meant."""


def scanned(line: str) -> str | None:
    """The secret of a badge that a scanner typed; None for what people type."""
    text = line.strip()
    found = _CODE.search(text) or _CODE.search(text.translate(_AZERTY))
    return found[1] if found else None


def show_badge(request: HttpRequest, game: Game, seat: Seat, refusal: Refusal | None = None) -> HttpResponse:
    """A player's badge before an official: who it is, and whether they are here yet."""
    view: View = game.view
    told = faults(refusal, language(), names(game, language()))
    shown = {
        **common(game),
        "player": next((player for player in view.players if player.seat == seat), None),
        "here": sum(player.status == "present" for player in view.players),
        "faults": told,
    }
    return render(request, "tournament/badge.html", shown, status=409 if refusal else 200)


@require_POST
@needs(Action.SPEAK)
@for_officials
def tap(request: HttpRequest, game: Game) -> HttpResponse:
    """The one button of a badge: this player is here."""
    seat = Seat(request.POST.get("player", ""))
    command = CheckIn(seat=speaker(game), player=seat)
    sent = CommandId(request.POST.get("command_id") or new_id())
    outcome = submit(game.stream, command, command_id=sent, actor=game.visitor.actor, sender=game.visitor.sender)
    return show_badge(request, Game.of(request, game.stream), seat, outcome if isinstance(outcome, Refusal) else None)


@require_POST
@needs(Action.SPEAK)
@for_officials
def scan(request: HttpRequest, game: Game) -> HttpResponse:
    """A badge read by a hand scanner, or the player's number or name typed in: this player is here."""
    return check_in_by(request, game, request.POST.get("line", "").strip())


def check_in_by(request: HttpRequest, game: Game, line: str) -> HttpResponse:
    """Check in whom the line means; nothing of a code that opens another place is shown."""
    seat = seat_of(game, line)
    if seat is not None:
        return hand_in(request, game, CheckIn(seat=speaker(game), player=seat))
    unknown = _("Ce code n'est pas un badge de ce tournoi.")
    fault = unknown if scanned(line) else _("Personne ne s'appelle « %s » ici.") % line
    return show(request, game, fault=fault, status=400)


def seat_of(game: Game, line: str) -> Seat | None:
    """Whom a line means: the code of a badge, a number, a name or its beginning if one alone begins so."""
    code, view = scanned(line), game.view
    if code is not None:
        return _holder(game, code)
    typed = line.casefold()
    exact = [player.seat for player in view.players if typed in (str(player.number), player.name.casefold())]
    begun = [player.seat for player in view.players if typed and player.name.casefold().startswith(typed)]
    found = exact or begun
    return found[0] if len(found) == 1 else None


def _holder(game: Game, code: str) -> Seat | None:
    """Whose badge it is at this event: of the event itself, or of the weekend it belongs to."""
    link, guest = links.find(code), links.find_guest(code)
    if link is not None:
        return Seat(link.seat) if link.stream_id == game.stream and link.role == Role.PLAYER else None
    if guest is None or not Slot.objects.filter(weekend=guest.weekend_id, stream_id=game.stream).exists():
        return None
    return Seat(guest.seat) if guest.seat in game.names else None
