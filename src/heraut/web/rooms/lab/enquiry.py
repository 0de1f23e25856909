"""
What every page of the lab does with its question: show how far it is, stop it, hand out what came of it as a file.

A page says what it asks (`Asks`); its four addresses are made from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.bounds import whole
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
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


Asks = Callable[..., Enquiry]
"""What an address asks, from its fields and, of a game's own page, the game."""


def addresses(name: str, asks: Asks, *, page: Callable[..., HttpResponse], of_a_game: bool = False) -> list[URLPattern]:
    """The page of that name, how far it is, a button that stops it, and the files of its answer."""
    action = Action.EXPORT if of_a_game else Action.CREATE  # nobody else keeps the lab busy
    where = f"{name}/<slug:stream>" if of_a_game else name

    def answer(request: HttpRequest, *game: Game) -> HttpResponse:
        return _part(request, name, asks(request.GET, *game), game)

    def stop(request: HttpRequest, *game: Game) -> HttpResponse:
        found = asks(request.POST, *game)
        if found.sent is not None:
            TRIALS.stop(found.sent, language())
        if "HX-Request" not in request.headers:
            return redirect(f"{_to(f'{name}-answer', game)}?{found.address}")
        return _part(request, name, found, game)

    def file(request: HttpRequest, *game: Game, form: str) -> HttpResponse:
        found = asks(request.GET, *game)
        if form not in TYPES:
            raise Http404
        run = None if found.sent is None else TRIALS.look(found.sent, language())
        if run is None or run.told is None or form not in run.told.files:
            return redirect(f"{_to(name, game)}?{found.address}")  # it is on its way there
        answer = HttpResponse(run.told.files[form], content_type=TYPES[form])
        answer["Content-Disposition"] = f'attachment; filename="heraut-lab-{name}.{form}"'
        return answer

    return [
        path(where, needs(action)(page), name=name),
        path(f"{where}/answer", needs(action)(require_safe(answer)), name=f"{name}-answer"),
        path(f"{where}/stop", needs(action)(require_POST(stop)), name=f"{name}-stop"),
        path(f"{where}/file/<slug:form>", needs(action)(require_safe(file)), name=f"{name}-file"),
    ]


def shown(request: HttpRequest, name: str, found: Enquiry, *game: Game) -> HttpResponse:
    """The page; with its answer, or how far that is, once there is a question."""
    context = _context(name, found, game)
    if found.sent is not None:
        TRIALS.again(found.sent, language())  # who opens the page asks anew
        context["run"] = TRIALS.look(found.sent, language())
    return render(request, f"lab/{name}.html", context)


def _part(request: HttpRequest, name: str, found: Enquiry, game: tuple[Game, ...]) -> HttpResponse:
    """The part of the page that is asked for again and again; without scripts, all of it."""
    run: Run | None = None if found.sent is None else TRIALS.look(found.sent, language())
    whole = run is None or "HX-Request" not in request.headers
    template = f"lab/{name}.html" if whole else "lab/answer.html"
    return render(request, template, {**_context(name, found, game), "run": run})


def _context(name: str, found: Enquiry, game: tuple[Game, ...]) -> dict[str, Any]:
    to = {part: _to(f"{name}-{part}" if part else name, game) for part in ("", "answer", "stop")}
    return {
        "page": to[""],
        "answer_at": f"{to['answer']}?{found.address}",
        "stop_at": to["stop"],
        "files": [(form, f"{_to(f'{name}-file', game, form)}?{found.address}") for form in TYPES],
        "fields": found.fields,
        **found.shows,
    }


def _to(name: str, game: tuple[Game, ...], *more: str) -> str:
    return reverse(f"lab:{name}", args=[*(one.stream for one in game), *more])


def number(given: QueryDict, name: str, otherwise: int, least: int, most: int) -> int:
    """A whole number within bounds; what is none is what it would be without."""
    typed = whole(given.get(name, ""))
    return max(least, min(most, otherwise if typed is None else typed))
