"""
Several players share a browser, and one has left the place to another, who has not taken it yet.

While the curtain is down no page of the game is shown, whatever address is asked for. The place is the next player's
already: what a page would show is what whoever lifts the curtain sees.
"""

from __future__ import annotations

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

from heraut.kernel.names import Seat
from heraut.web.exceptions import AnsweredException
from heraut.web.request_data import form_of

LIFT = "lift"
"""The field of the form that lifts it."""


class CurtainDown(AnsweredException):
    """The next player has not taken the place yet."""

    def __init__(self, stream: str, name: str) -> None:
        super().__init__(stream)
        self.stream, self.name = stream, name

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """The curtain, with the name of whoever is to lift it; what is sent before that is not taken."""
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
    if not name or len(seats) < 2 or (request.method == "POST" and LIFT in form_of(request)):
        return
    if request.path.startswith("/api/"):
        raise PermissionDenied
    raise CurtainDown(stream, name)


def _key(stream: str) -> str:
    return f"curtain-{stream}"
