"""
A page of the lab: a question that its address asks, and the trial that answers it bit by bit.

Its four addresses are made from what it asks: the page, how far the answer is, a button that stops it, and what came of
it as a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.lab.trials import TRIALS, Run

TYPES = {
    "html": "text/html; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Enquiry:
    """A question as its address asks it; without a question only its form is shown."""

    sent: bytes | None
    """The question as the lab gets it."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What an address carries to ask the same again."""
    shows: Mapping[str, Any] = field(default_factory=dict)
    """What the page shows besides."""

    @property
    def address(self) -> str:
        return urlencode(self.fields)

    def look(self) -> Run | None:
        """How far its answer is; None where nothing is asked."""
        return None if self.sent is None else TRIALS.look(self.sent, language())


_both_ways = require_http_methods(["GET", "HEAD", "POST"])
Game = tuple[VisitedGame, ...]
"""The game of a page that belongs to one; empty for the others."""


@dataclass(frozen=True, slots=True)
class EnquiryPage:
    """A page of the lab by its name, and what its address asks; `brought` takes in what another page's form sent."""

    name: str
    asks: Callable[..., Enquiry]
    """The question, from the fields of the address and the game, if the page has one."""
    brought: Callable[[HttpRequest], HttpResponse] | None = None
    of_a_game: bool = False

    @property
    def addresses(self) -> list[URLPattern]:
        """The page, how far it is, a button that stops it, and the files of its answer."""
        guarded = needs(Action.EXPORT if self.of_a_game else Action.CREATE)  # nobody else keeps the lab busy
        where = f"{self.name}/<slug:stream>" if self.of_a_game else self.name
        taken = require_safe if self.brought is None else _both_ways
        return [
            path(where, guarded(taken(self.page)), name=self.name),
            path(f"{where}/answer", guarded(require_safe(self.answer)), name=f"{self.name}-answer"),
            path(f"{where}/stop", guarded(require_POST(self.stop)), name=f"{self.name}-stop"),
            path(f"{where}/file/<slug:form>", guarded(require_safe(self.file)), name=f"{self.name}-file"),
        ]

    def page(self, request: HttpRequest, *game: VisitedGame) -> HttpResponse:
        """The page; with its answer, or how far that is, once there is a question."""
        if self.brought is not None and request.method == "POST":
            return self.brought(request)
        found = self.asks(query_of(request), *game)
        context = self._context(found, game)
        if found.sent is not None:
            TRIALS.again(found.sent, language())  # who opens the page asks anew
            context["run"] = found.look()
        return render(request, f"lab/{self.name}.html", context)

    def answer(self, request: HttpRequest, *game: VisitedGame) -> HttpResponse:
        """How far the answer is."""
        return self._part(request, self.asks(query_of(request), *game), game)

    def stop(self, request: HttpRequest, *game: VisitedGame) -> HttpResponse:
        """Leave it at what is done."""
        found = self.asks(form_of(request), *game)
        if found.sent is not None:
            TRIALS.stop(found.sent, language())
        if "HX-Request" not in request.headers:
            return redirect(f"{self._to('answer', game)}?{found.address}")
        return self._part(request, found, game)

    def file(self, request: HttpRequest, *game: VisitedGame, form: str) -> HttpResponse:
        """The answer as a file of that form."""
        found = self.asks(query_of(request), *game)
        if form not in TYPES:
            raise Http404
        run = found.look()
        if run is None or run.told is None or form not in run.told.files:
            return redirect(f"{self._to('', game)}?{found.address}")  # it is on its way there
        answer = HttpResponse(run.told.files[form], content_type=TYPES[form])
        answer["Content-Disposition"] = f'attachment; filename="heraut-lab-{self.name}.{form}"'
        return answer

    def _part(self, request: HttpRequest, found: Enquiry, game: Game) -> HttpResponse:
        """The part of the page that is asked for again and again; without scripts, all of it."""
        run = found.look()
        whole = run is None or "HX-Request" not in request.headers
        template = f"lab/{self.name}.html" if whole else "lab/answer.html"
        return render(request, template, {**self._context(found, game), "run": run})

    def _context(self, found: Enquiry, game: Game) -> dict[str, Any]:
        return {
            "page": self._to("", game),
            "answer_at": f"{self._to('answer', game)}?{found.address}",
            "stop_at": self._to("stop", game),
            "files": [(form, f"{self._to('file', game, form)}?{found.address}") for form in TYPES],
            "fields": found.fields,
            **found.shows,
        }

    def _to(self, part: str, game: Game, *more: str) -> str:
        """The address of the page, or of a part of it."""
        named = f"{self.name}-{part}" if part else self.name
        return reverse(f"lab:{named}", args=[*(one.stream for one in game), *more])
