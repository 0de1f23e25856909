"""
Several players at one browser, a hot seat: between two of them a curtain falls.

While it is down no page of the game is shown, whatever address is asked for. The place is the next player's already:
what a page would show is what whoever lifts the curtain sees.
"""

from __future__ import annotations

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from heraut.kernel import Seat

LIFT = "lift"
"""The field of the form that lifts it."""


class CurtainDown(PermissionDenied):
    """Somebody has left the place to another player, who has not taken it yet."""

    def __init__(self, stream: str, name: str) -> None:
        super().__init__(stream)
        self.stream, self.name = stream, name

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The curtain, with the name of whoever is to lift it; what is sent before that is not taken."""
        if request.path.startswith("/api/"):
            raise self
        taken = HTTPStatus.OK if request.method in ("GET", "HEAD") else HTTPStatus.CONFLICT
        return render(request, "curtain.html", {"stream": self.stream, "name": self.name}, status=taken)


def lower(request: HttpRequest, stream: str, name: str) -> None:
    """Let the curtain fall before the place of that player."""
    request.session[_key(stream)] = name


def lift(request: HttpRequest, stream: str) -> None:
    """The next player is there."""
    request.session.pop(_key(stream), None)


def check(request: HttpRequest, stream: str, seats: set[Seat | None]) -> None:
    """Nothing of a game is shown while its curtain is down; a browser left with one place has no use for one."""
    name = request.session.get(_key(stream), "")
    if name and len(seats) > 1 and not (request.method == "POST" and LIFT in request.POST):
        raise CurtainDown(stream, name)


def _key(stream: str) -> str:
    return f"curtain-{stream}"
