"""A tour of a campaign that has been played: each step where it first came up, its lesson, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.campaign.settings import Step
from heraut.campaign.turns import StepOpened, TurnBegan
from heraut.campaign.view import CampaignView
from heraut.journal import log_of
from heraut.kernel.bounds import whole
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.models import Stream
from heraut.web.permissions import Action
from heraut.web.rooms.campaign.chronicle import PASSER_BY, moments, picture_at
from heraut.web.rooms.campaign.lessons import LESSONS, lesson_of
from heraut.web.rooms.campaign.map_svg import drawn
from heraut.web.rooms.campaign.names import known_names
from heraut.web.views.game import common

SAMPLE = "campaign"
"""The sample campaign's name, on servers that began with the samples."""
MOST_SENTENCES = 8


@dataclass(frozen=True, slots=True)
class Stop:
    """A step the first time it came up: its turn, and the entry after which the map stood so."""

    turn: int
    step: Step
    sequence: int

    @property
    def bids(self) -> bool:
        """Initiative is rolled for in the first turn and bid for later [SC-SEQ-3]."""
        return self.step is Step.INITIATIVE and self.turn > 1


def stops(game: Game) -> tuple[Stop, ...]:
    """Every step there is something to learn about; bids come up in the second turn, and are a stop of their own."""
    found: dict[tuple[Step, bool], Stop] = {}
    for stop in _opened(game):
        if stop.step in LESSONS:
            found.setdefault((stop.step, stop.bids), stop)
    return tuple(found.values())


def _opened(game: Game) -> Iterator[Stop]:
    turn = 0
    yield Stop(0, Step.SETUP, 0)
    for line in log_of(game.history, PASSER_BY):
        for event in () if line.undone else line.events:
            if isinstance(event, TurnBegan):
                turn = event.turn
            elif isinstance(event, StepOpened):
                turn = max(1, turn)
                yield Stop(turn, event.step, line.entry)


def sample() -> str:
    """The address's part of the sample campaign; empty where there is none."""
    return SAMPLE if Stream.objects.filter(pk=SAMPLE, engine="campaign", public=True).exists() else ""


@require_safe
@needs(Action.WATCH)
def tour(request: HttpRequest, game: Game) -> HttpResponse:
    """One stop of the tour, told from one's own place, or from the first player's."""
    spoken, all_stops = language(), stops(game)
    asked = whole(request.GET.get("stop", "")) or 1
    place = max(1, min(asked, len(all_stops)))
    stop = all_stops[place - 1]
    view: CampaignView = game.view_at(stop.sequence, PASSER_BY)
    seat = game.visitor.seat if game.visitor.seat in game.names else view.players[0].seat
    names = known_names(game, spoken)
    context = {
        "stop": stop,
        "place": place,
        "stops": all_stops,
        "before": place - 1,
        "after": place + 1 if place < len(all_stops) else 0,
        "told_for": seat,
        "lesson": lesson_of(stop.step, view, game.settings, seat, names),
        "happened": _happened(game, all_stops, place),
        "map": drawn(picture_at(game, stop.sequence, spoken), spoken),
    }
    return render(request, "campaign/tour.html", {**common(game), **context})


def _happened(game: Game, all_stops: tuple[Stop, ...], place: int) -> tuple[str, ...]:
    """What came next, as the chronicle tells it: up to where the next stop begins."""
    last = game.history.sequence + 1
    begins = [*(stop.sequence for stop in all_stops), last]
    first, until = list(pairwise(begins))[place - 1]
    told = (moment for moment in moments(game, language()) if first < moment.sequence <= max(until, first + 1))
    return tuple(sentence for moment in told for sentence in moment.sentences)[:MOST_SENTENCES]
