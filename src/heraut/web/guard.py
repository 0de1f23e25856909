"""The door of every view: who is asking, about which game, and may they?"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponseBase

from heraut.kernel.journal import JournalError
from heraut.web.access import Action, Role, Visitor
from heraut.web.game import Game, account_role
from heraut.web.throttle import guessing
from heraut.web.views import faults

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


class TooMany(Http404):
    """Nothing is there, and it was asked for too often."""


def needs(action: Action) -> Callable[[V], V]:
    """
    Let a view be reached only by those who may do this.

    On an address with a `stream`, the view receives the `Game` as this visitor meets it; elsewhere the request
    alone.
    """

    def guard(view: V) -> V:
        @wraps(view)
        def guarded(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            try:
                return _let_in(view, request, action, **parts)
            except TooMany:
                return faults.too_many(request)
            except JournalError as error:
                return faults.unreadable(request, error)
            except OperationalError as error:
                return faults.no_database(request, error)

        guarded.action = action  # type: ignore[attr-defined]  # read by the test that walks the addresses
        return cast(V, guarded)

    return guard


def _let_in(view: V, request: HttpRequest, action: Action, **parts: Any) -> HttpResponseBase:
    stream = parts.pop("stream", None)
    if stream is None:
        check(Visitor(account_role(request)), action)
        return view(request, **parts)
    return view(request, admitted(request, stream, action), **parts)


def admitted(request: HttpRequest, stream: str, action: Action) -> Game:
    """The game, if its visitor may do this; 404 to a stranger, who should not learn that it exists."""
    game = Game.of(request, stream)
    if game.visitor.role is Role.STRANGER:
        if "Authorization" in request.headers and guessing(request):
            raise TooMany(stream)
        raise Http404(stream)
    check(game.visitor, action)
    return game


def check(visitor: Visitor, action: Action) -> None:
    if not visitor.may(action):
        raise PermissionDenied(action.value)
