"""
The JSON door. Bodies are the types of the core; `openapi` describes them.

A refusal by the rules is `{"refused": …}`: 409 for a command, 422 for a question. Anything else that is wrong is
`{"error": "…"}`. A seat speaks with `Authorization: Bearer TOKEN`, the last part of its link, or from its browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, Literal

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from heraut import catalogue
from heraut.journal.log import as_told, number_of
from heraut.kernel.codec import Malformed, decode, encode, from_plain, with_decimals
from heraut.kernel.former_names import renamed_for
from heraut.kernel.journal import Undo
from heraut.kernel.refusal import Refusal
from heraut.web import commands, links, sentences
from heraut.web import webhooks as hooks
from heraut.web.desk import MOST_TITLE, desk, open_game
from heraut.web.game import VisitedGame, account, language, new_id
from heraut.web.guard import needs
from heraut.web.models import Webhook
from heraut.web.openapi import document
from heraut.web.permissions import Action, Role
from heraut.web.rooms import room
from heraut.web.views import game as pages

MOST_ID = 128
JSON = "application/json"


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to open."""

    engine: str
    title: Annotated[str, msgspec.Meta(max_length=MOST_TITLE)]
    settings: Any
    public: bool = True


def reply(value: Mapping[str, object], status: int = 200) -> HttpResponse:
    return HttpResponse(encode(with_decimals(value)), content_type=JSON, status=status)


def error(sentence: str, status: int = 400) -> HttpResponse:
    return reply({"error": sentence}, status)


def json_door(*methods: str) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """
    Only these methods; what cannot be read is a 400 that names the path.

    A body must say that it is JSON: a form on another site cannot, so a cookie alone is safe here without a token.
    """

    def door(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @csrf_exempt
        @wraps(view)
        def opened(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            if request.method not in methods:
                refused = error(_("Cette adresse attend %s.") % " / ".join(methods), 405)
                refused.headers["Allow"] = ", ".join(methods)
                return refused
            if request.method == "POST" and request.content_type != JSON:
                return error(_("Envoyez le corps de la demande en %s.") % JSON, 415)
            try:
                return view(request, **parts)
            except RequestDataTooBig:
                return error(_("C'est trop à la fois : envoyez-en moins."), 413)

        return opened

    return door


@json_door("GET", "HEAD")
@needs(Action.VISIT)
def openapi(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    return reply(document())


@json_door("POST")
@needs(Action.VISIT)
def ask(request: HttpRequest, name: str) -> HttpResponse:
    if name not in catalogue.QUESTIONS:
        return error(_("Il n'y a pas de question %s : GET /api/openapi.json les nomme toutes.") % name, 404)
    outcome = catalogue.question(name).ask(request.body)
    return reply({"refused": outcome}, 422) if isinstance(outcome, Refusal) else reply(outcome.told())


@json_door("POST")
@needs(Action.CREATE)
def streams(request: HttpRequest) -> HttpResponse:
    """Open a game; 201 with its name."""
    opening: NewGame = decode(request.body, NewGame)
    if opening.engine not in catalogue.ENGINES:
        raise Malformed(f"Invalid value '{opening.engine}': one of {', '.join(catalogue.ENGINES)} - at `$.engine`")
    settings = from_plain(opening.settings, catalogue.engine(opening.engine).settings, forbid_unknown=True)
    user = account(request)
    owner = None if user is None else user.pk
    title = opening.title.strip() or str(room(opening.engine).title)
    header = open_game(opening.engine, title, settings, owner=owner, public=opening.public)
    if isinstance(header, Refusal):
        return reply({"refused": header}, 409)
    return reply({"stream": header.stream}, 201)


@json_door("POST")
@needs(Action.SPEAK)
def send(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """One command, or an undo. `Idempotency-Key` is its id: the same id sent twice counts once."""
    command_id = request.headers.get("Idempotency-Key") or new_id()
    if len(command_id) > MOST_ID:
        return error(_("Idempotency-Key a plus de %s caractères.") % MOST_ID)
    plain, notices = renamed_for(game.engine.id, decode(request.body, Any))
    command = _undo(game, plain) if _is_undo(plain) else commands.read(game, plain, strict=True, sent=command_id)
    if isinstance(command, Refusal):
        return reply({"refused": command}, 403)
    objection = "" if isinstance(command, Undo) else room(game.engine.id).objection(game, command)
    if objection:
        return error(objection, 409)
    outcome = game.take_back(command, command_id) if isinstance(command, Undo) else game.submit(command, command_id)
    if isinstance(outcome, Refusal):
        return reply({"refused": outcome}, 409)
    known = game.history.sequence >= outcome.sequence  # as a rule: the desk keeps one history for all
    history = game.history if known else desk().history(game.stream)
    seat = game.visitor.seat
    seen = [as_told(history, seat, event) for event in outcome.events]
    return reply(
        {
            "events": [event for event in seen if event is not None],
            "sequence": number_of(history, seat, outcome.sequence),
            "repeated": outcome.repeated,
            **({"notices": notices} if notices else {}),
        }
    )


@json_door("GET", "HEAD")
@needs(Action.WATCH)
def view(request: HttpRequest, game: VisitedGame) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    return reply(
        {
            "stream": game.stream,
            "engine": game.engine.id,
            "rules": game.header.rules,
            "title": game.header.title,
            "seat": game.visitor.seat,
            "role": game.visitor.role,
            "seats": game.names,
            "awaits": game.awaits,
            "view": game.view,
        }
    )


@json_door("GET", "HEAD")
@needs(Action.WATCH)
def log(request: HttpRequest, game: VisitedGame) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """What has happened as far as the seat may know, newest first, with the sentences people read."""
    kind, spoken = room(game.engine.id), language()
    known = kind.names(game, spoken)
    told = sentences.log(game, game.log, known, kind.tells(game, spoken, known))
    return reply(
        {
            "log": [
                {
                    "sequence": line.number,
                    "at": line.at,
                    "actor": line.actor,
                    "seat": line.seat,
                    "undone": line.undone,
                    "events": line.events,
                    "sentences": said.sentences,
                }
                for line, said in zip(game.log, told, strict=True)
            ]
        }
    )


@json_door("GET", "HEAD")
@needs(Action.EXPORT, unread=pages.journal_file)
def export(request: HttpRequest, game: VisitedGame) -> HttpResponseBase:  # noqa: ARG001  # every view takes the request
    return pages.journal_file(game.stream)


class Renewal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to be made anew: the old one opens nothing any more."""

    renew: Literal["read", "write"]


TOKENS = {"read": Role.SPECTATOR, "write": Role.ORGANISER}
PROGRAM = "API"
"""The name the log gives to a program that holds a token of the event."""


@json_door("GET", "HEAD", "POST")
@needs(Action.SEAT)
def tokens(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The two tokens of an event for programs: one reads as a spectator does, one speaks for the organiser."""
    if request.method == "POST":
        renewal: Renewal = decode(request.body, Renewal)
        links.renew(links.make(game.stream, TOKENS[renewal.renew], PROGRAM))
    return reply({kind: links.token(links.make(game.stream, role, PROGRAM)) for kind, role in TOKENS.items()})


class Hook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address to be told of every published entry, or no more."""

    address: Annotated[str, msgspec.Meta(max_length=300)]
    remove: bool = False


MOST_HOOKS = 10


@json_door("GET", "HEAD", "POST")
@needs(Action.SEAT)
def webhooks(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The addresses that are told; POST adds one, from now on, or removes one."""
    known = Webhook.objects.filter(stream_id=game.stream).order_by("pk")
    if request.method == "POST":
        hook: Hook = decode(request.body, Hook)
        if hook.remove:
            known.filter(address=hook.address).delete()
        elif not hooks.is_allowed(hook.address):
            return error(_("Cette adresse ne peut pas être appelée : HERAUT_WEBHOOKS ne nomme pas sa machine."), 403)
        elif known.exclude(address=hook.address).count() >= MOST_HOOKS:
            return error(_("Il y a déjà %s adresses : retirez-en une d'abord.") % MOST_HOOKS, 409)
        else:
            here = desk().history(game.stream).sequence
            Webhook.objects.get_or_create(stream_id=game.stream, address=hook.address, defaults={"told": here})
    told = [{"address": one.address, "secret": hooks.secret(one), "failing": one.attempts} for one in known.all()]
    return reply({"webhooks": told})


def _is_undo(plain: Any) -> bool:
    return isinstance(plain, dict) and plain.get("type") == "Undo"


def _undo(game: VisitedGame, plain: dict[str, Any]) -> Undo:
    undo: Undo = from_plain({**plain, "seat": game.visitor.seat}, Undo, forbid_unknown=True)
    return undo
