"""What only officials may do on these pages; the engine says so too, for its commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from heraut.kernel import Seat
from heraut.web.game import Game

V = TypeVar("V", bound=Callable[..., HttpResponseBase])


def for_officials(view: V) -> V:
    """Let only the organiser and the referees through; beneath `needs`."""

    @wraps(view)
    def guarded(request: HttpRequest, game: Game, **parts: Any) -> HttpResponseBase:
        if not game.visitor.official:
            raise PermissionDenied
        return view(request, game, **parts)

    return cast(V, guarded)


def speaker(game: Game) -> Seat:
    """The seat the visitor speaks for."""
    assert game.visitor.seat is not None, "only seats may speak"
    return game.visitor.seat
