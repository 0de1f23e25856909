"""What stops a visitor on the way to a page, each with its own answer; the middleware `answer_exceptions` gives it."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from heraut.kernel.codec import encode
from heraut.kernel.journal import JournalError
from heraut.web.game import VisitedGame
from heraut.web.models import Stream
from heraut.web.permissions import Action, Visitor
from heraut.web.views import faults


class AnsweredException(Exception):
    """One that is told by an answer of its own."""

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """The page, or what a program is told in its place."""
        raise NotImplementedError


class TooMany(AnsweredException):
    """Nothing is there, and it was asked for too often."""

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        return faults.too_many(request)


class LinkLost(AnsweredException):
    """It was for the holder of a place whose link has been renewed since, or withdrawn."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        return faults.link_lost(request, self.status)


class UnreadableGame(AnsweredException):
    """The game is there, and its visitor may come in, but it cannot be read."""

    def __init__(self, row: Stream, visitor: Visitor, error: JournalError) -> None:
        super().__init__(row.pk)
        self.row, self.visitor, self.error = row, visitor, error

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        return faults.unreadable(request, self.error, self.row, self.visitor)


class MovedAway(AnsweredException):
    """Another machine has taken the game over: what was asked for is there now."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """A page that goes there by itself; programs get the address, and those who send along are sent along."""
        if request.path.startswith("/api/"):
            return HttpResponse(status=307, headers={"Location": self.address})
        page = render(request, "moved.html", {"address": self.address})
        page["HX-Redirect"] = page["Heraut-Moved"] = self.address
        return page


class Away(AnsweredException):
    """The game was handed over, and something that would have to be written came here all the same."""

    def __init__(self, game: VisitedGame, address: str) -> None:
        super().__init__(game.stream)
        self.game, self.address = game, address

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing was written, and where it can be; a program is sent along, or told to come back."""
        if request.path.startswith("/api/"):
            said = encode({"error": _("Un autre ordinateur prend la suite : rien n'a été enregistré.")})
            told = HttpResponse(said, content_type="application/json", status=307 if self.address else 409)
            if self.address:
                told["Location"] = self.address
            return told
        shown = {"game": self.game, "address": self.address, "may_export": self.game.visitor.may(Action.EXPORT)}
        return render(request, "not_recorded.html", shown, status=409)
