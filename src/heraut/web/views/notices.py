"""Where people say how they want to hear that a game waits for them; and the address that switches it off."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel.journal import JournalError
from heraut.kernel.names import StreamId
from heraut.web import rate_limit, webhooks
from heraut.web.desk import desk, now
from heraut.web.downloads import named
from heraut.web.game import VisitedGame, language, title_of
from heraut.web.guard import needs
from heraut.web.links import for_others
from heraut.web.models import Subscription
from heraut.web.notices import mail, push, subscriptions
from heraut.web.notices.occasions import own_token
from heraut.web.notices.subscriptions import CALENDAR, CHANNELS, MAIL, PUSH
from heraut.web.permissions import Action
from heraut.web.rate_limit import Throttle
from heraut.web.request_data import form_of
from heraut.web.views import faults
from heraut.web.views.game import common

ADDRESSES = Throttle(most=8, within=3600)
"""E-mail addresses somebody names within an hour: each is written to once, whoever reads there."""
WORKER = "heraut/push_worker.js"


@require_safe
@needs(Action.SPEAK)
def page(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The ways one is told, each to be switched on and off."""
    mine = list(subscriptions.own(game))
    calendars = [one for one in mine if one.way == CALENDAR]
    context = {
        **common(game),
        "mails": [one for one in mine if one.way == MAIL],
        "pushes": [one for one in mine if one.way == PUSH],
        "calendar": calendars[0] if calendars else None,
        "calendar_address": _own_address(request, calendars[0]) + ".ics" if calendars else "",
        "may_mail": mail.relay() is not None,
        "push_key": push.public_key() if push.is_offered() else "",
        "kinds": CHANNELS,
        "may_call": bool(settings.HERAUT_WEBHOOKS),
        "channels": [(one, urlsplit(one.address).hostname) for one in subscriptions.channels(game)],
    }
    return render(request, "notices.html", context)


def _own_address(request: HttpRequest, one: Subscription) -> str:
    return for_others(request, f"/n/{own_token(one)}")


@require_POST
@needs(Action.SPEAK)
def add(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Switch one way on."""
    way = form_of(request).get("way", "")
    fault = _READ[way](request, game) if way in _READ else _("Choisissez comment recevoir vos avis.")
    if fault:
        messages.error(request, fault)
    return redirect("notices", stream=game.stream)


def _add_mail(request: HttpRequest, game: VisitedGame) -> str:
    address = form_of(request).get("address", "").strip()
    try:
        validate_email(address)
    except ValidationError:
        return _("Cette adresse n'est pas une adresse e-mail. Corrigez-la.")
    guesser = f"{game.stream} {game.visitor.sender}"
    if mail.relay() is None or len(address) > 254 or ADDRESSES.is_full(guesser):
        return _("Trop d'adresses en une heure, ou aucun courrier sur ce serveur. Réessayez plus tard.")
    ADDRESSES.note(guesser)
    said = _subscribe(request, game, MAIL, address)
    if not said:
        messages.success(request, _("Un message part vers cette adresse : suivez son lien pour confirmer."))
    return said


def _add_push(request: HttpRequest, game: VisitedGame) -> str:
    address = form_of(request).get("address", "")
    keys = (
        push.read_keys(form_of(request).get("p256dh", ""), form_of(request).get("auth", ""))
        if push.is_offered()
        else None
    )
    if keys is None or len(address) > 1000 or not push.is_allowed(address):
        return _("Ce navigateur n'a pas donné d'adresse que ce serveur puisse joindre. Choisissez une autre voie.")
    return _subscribe(request, game, PUSH, address, keys)


def _add_calendar(request: HttpRequest, game: VisitedGame) -> str:
    return _subscribe(request, game, CALENDAR, "")


_READ = {MAIL: _add_mail, PUSH: _add_push, CALENDAR: _add_calendar}


def _subscribe(request: HttpRequest, game: VisitedGame, way: str, address: str, keys: str = "") -> str:
    """What is in the way of it, if something is."""
    site = for_others(request, "/").rstrip("/")
    made = subscriptions.subscribe(game, way, address, language=language(), site=site, keys=keys)
    return "" if made is not None else _("C'est déjà beaucoup : retirez d'abord un des avis de cette liste.")


@require_POST
@needs(Action.SPEAK)
def remove(request: HttpRequest, game: VisitedGame, number: int) -> HttpResponse:
    """Switch one way off: one's own, or a channel of a game one runs."""
    known = get_object_or_404(Subscription, pk=number, stream_id=game.stream)
    mine = subscriptions.channels(game) if known.way in CHANNELS else subscriptions.own(game)
    if known.way in CHANNELS and not game.visitor.may(Action.SEAT):
        raise PermissionDenied("only who runs the game")
    get_object_or_404(mine, pk=number).delete()
    messages.success(request, _("Plus aucun avis ne viendra par cette voie."))
    return redirect("notices", stream=game.stream)


@require_POST
@needs(Action.SEAT)
def channel(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The game's own channel: whose turn it is, for all who read there."""
    kind, address = form_of(request).get("way", ""), form_of(request).get("address", "").strip()
    if kind not in CHANNELS or len(address) > 1000 or not webhooks.is_allowed(address):
        messages.error(request, _("Cette adresse ne peut pas être appelée : HERAUT_WEBHOOKS ne nomme pas sa machine."))
    elif said := _subscribe(request, game, kind, address):
        messages.error(request, said)
    return redirect("notices", stream=game.stream)


def _found(request: HttpRequest, token: str) -> Subscription | HttpResponse:
    known = subscriptions.find(token)
    if known is None and rate_limit.guessing(request):
        return faults.too_many(request)
    if known is None:
        raise Http404
    return known


def _title(stream: StreamId) -> str:
    """What the game is called; its id where it cannot be read, which keeps nobody from switching off."""
    try:
        return title_of(desk().history(stream))
    except JournalError:
        return stream


@csrf_exempt  # its address is the key, and a mail program switches off with one click (RFC 8058)
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.VISIT)
def own(request: HttpRequest, token: str) -> HttpResponseBase:
    """The address every notice carries: confirm, or switch off. A look changes nothing: programs look at links."""
    one = _found(request, token)
    if isinstance(one, HttpResponse):
        return one
    context = {"one": one, "title": _title(StreamId(one.stream_id)), "done": ""}
    if request.method == "POST" and "confirm" in form_of(request):
        subscriptions.confirm(one)
        context["done"] = "confirmed"
    elif request.method == "POST":
        one.delete()
        context["done"] = "off"
    return render(request, "notice.html", context)


@require_safe
@needs(Action.VISIT)
def own_calendar(request: HttpRequest, token: str) -> HttpResponseBase:
    """The calendar of a subscription."""
    one = _found(request, token)
    if isinstance(one, HttpResponse):
        return one
    if one.way != CALENDAR:
        raise Http404
    answer = HttpResponse(subscriptions.calendar(one, now()), content_type=subscriptions.CALENDAR_TYPE)
    answer["Cache-Control"] = "private, max-age=300"
    return named(answer, "heraut.ics", attached=False)


@require_safe
@needs(Action.VISIT)
def worker(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """The script that shows a push while no page is open; from the root, since it speaks for all pages."""
    return HttpResponse(Path(str(finders.find(WORKER))).read_bytes(), content_type="text/javascript")
