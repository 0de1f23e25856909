"""The bands of a match as they stand: each unit by its kind and number, and the form that writes their losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST

from heraut.kernel.message import Command
from heraut.scenario.records import RecordLosses
from heraut.scenario.view import MatchView
from heraut.web import forms
from heraut.web.game import VisitedGame
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.views.game import take_form


def band_context(game: VisitedGame, view: MatchView) -> Mapping[str, Any]:
    """Both bands as they stand, by the names of their players, and the campaign they come from."""
    return {
        "battle": game.settings.battle,
        "bands": tuple(
            (
                view.players[seat],
                tuple(zip(band.units, numbered([unit.kind for unit in band.units]), strict=True)),
                band,
            )
            for seat, band in view.bands.items()
        ),
    }


def numbered(kinds: Sequence[str]) -> Iterator[int | None]:
    """The place of each unit among those of its kind, if it is not the only one: two rows alike could not be told."""
    of_kind, met = Counter(kinds), Counter[str]()
    for kind in kinds:
        met[kind] += 1
        yield met[kind] if of_kind[kind] > 1 else None


@require_POST
@needs(Action.SPEAK)
def record_losses(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What is left of both bands, as the form counts it."""
    return take_form(request, game, _read_losses, kind=RecordLosses)


def _read_losses(_kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    left = {name.removeprefix("left-"): str(value) for name, value in posted.items() if name.startswith("left-")}
    return {
        "left": [[forms.number(unit), forms.number(figures)] for unit, figures in left.items()],
        "fallen": [forms.number(lord) for lord in posted.getlist("fallen")],
    }
