"""The chronicle: every turn told in sentences, the map taken back to any moment, a page to share, a guided tour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.campaign.absence import DeadlineSet, PauseVoted
from heraut.campaign.bids import BiddingOpened
from heraut.campaign.invasions import InvasionDeclined
from heraut.campaign.marches import MovesPassed
from heraut.campaign.results import ResultConfirmed, ResultProposed
from heraut.campaign.settings import TurnStep
from heraut.campaign.turns import StepOpened, TurnBegan
from heraut.campaign.view import CampaignView
from heraut.journal.log import LogLine, log_of, newest_of
from heraut.kernel.bounds import whole
from heraut.kernel.journal import Undone
from heraut.kernel.message import Event, Outline
from heraut.speech.sentences import Language
from heraut.web import downloads
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.models import Stream
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.campaign.log import Lords, Teller
from heraut.web.rooms.campaign.map_editor import enclosed, with_picture
from heraut.web.rooms.campaign.map_picture import DrawnMap, picture, walked
from heraut.web.rooms.campaign.map_svg import drawn, signs
from heraut.web.rooms.campaign.names import known_names
from heraut.web.rooms.campaign.rules import LESSONS, lesson_of
from heraut.web.views.game import common

PASSER_BY = None
SILENT = (
    Outline,
    Undone,
    BiddingOpened,
    DeadlineSet,
    InvasionDeclined,
    MovesPassed,
    PauseVoted,
    ResultConfirmed,
    ResultProposed,
    StepOpened,
)
"""What a chronicle passes over: who has sealed something, who passes, which step it is."""
SAMPLE = "campaign"
"""The sample campaign's name, on servers that began with the samples."""
MOST_SENTENCES = 8


@dataclass(frozen=True, slots=True)
class ChronicleEntry:
    """One thing that happened: its turn, the entry of the journal, and what is told of it."""

    turn: int
    sequence: int
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One turn of the chronicle, from the setting up (0) on."""

    turn: int
    moments: tuple[ChronicleEntry, ...]


def moments(game: VisitedGame, spoken: Language) -> tuple[ChronicleEntry, ...]:
    """
    The story so far, oldest first; the first moment is the empty map.

    It is told as a passer-by may know it, whoever asks: what somebody has sealed stays sealed.
    """
    log = log_of(game.history, PASSER_BY)
    return ChronicleEntry(0, 0, ()), *_told(log, Teller(spoken, known_names(game, spoken), Lords(game.view, log[::-1])))


def _told(log: tuple[LogLine, ...], teller: Teller) -> Iterator[ChronicleEntry]:
    """What was taken back is not told, nor what only leads to something else; what came of it is."""
    for (turn, entry), events in groupby(_by_turn(log), key=lambda told: told[:2]):
        told = [sentence for *_, event in events if not isinstance(event, SILENT) for sentence in teller.tell(event)]
        if told:
            yield ChronicleEntry(turn, entry, tuple(told))


def _by_turn(log: Iterable[LogLine]) -> Iterator[tuple[int, int, Event | Outline]]:
    """Everything that stands, in order: in which turn it happened, after which entry of the journal, and what."""
    turn = 0
    for line in log:
        for event in () if line.undone else line.events:
            if isinstance(event, TurnBegan):
                turn = event.turn
            else:
                yield turn, line.entry, event


def chapters(told: tuple[ChronicleEntry, ...]) -> tuple[Chapter, ...]:
    """The moments by turns."""
    turns = dict.fromkeys(moment.turn for moment in told)
    return tuple(Chapter(turn, tuple(one for one in told if one.turn == turn)) for turn in turns)


def picture_at(game: VisitedGame, sequence: int, spoken: Language) -> DrawnMap:
    """The map right after an entry."""
    view: CampaignView = game.view_at(sequence, PASSER_BY)
    before = (line for line in newest_of(game.history, PASSER_BY) if line.entry <= sequence)
    return with_picture(game, picture(view, spoken, game.people, walked(view, before)))


@require_safe
@needs(Action.WATCH)
def chronicle(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The story, with a slider that takes the map back to any moment since the first day."""
    spoken = language()
    told = moments(game, spoken)
    place = _asked(request, told)
    chosen = told[place]
    context = {
        "moment": chosen,
        "place": place,
        "last": len(told) - 1,
        "so_far": [one for one in told[: place + 1] if one.turn == chosen.turn and one.sentences],
        "turns": [(chapter.turn, told.index(chapter.moments[-1])) for chapter in chapters(told)],
        "map": drawn(picture_at(game, chosen.sequence, spoken), spoken),
    }
    return render(request, "campaign/chronicle.html", {**common(game), **context})


def _asked(request: HttpRequest, told: tuple[ChronicleEntry, ...]) -> int:
    """Which moment the address asks for; today's without a word."""
    last = len(told) - 1
    asked = query_of(request).get("at", "")
    number = whole(asked)
    return last if number is None else max(0, min(number, last))


@require_safe
@needs(Action.WATCH)
def export(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The whole chronicle as one page to share: pictures and sentences, nothing to load."""
    spoken = language()
    found = chapters(moments(game, spoken))
    pictures = [picture_at(game, chapter.moments[-1].sequence, spoken) for chapter in found]
    context = {
        "told": [(chapter, drawn(one, spoken, whole=False)) for chapter, one in zip(found, pictures, strict=True)],
        "signs": signs(enclosed(game, pictures[-1])),
        "style": _written("heraut/tokens.css", "campaign/campaign.css", "campaign/shared.css"),
        "dark": _written("heraut/dark.css"),
        "script": _written("campaign/shared.js", "campaign/campaign.js"),
    }
    response = render(request, "campaign/export.html", {**common(game), **context})
    return downloads.named(response, downloads.file_name(game.header.title, _("Chronique"), "html"))


def _written(*assets: str) -> SafeString:
    """Our own style sheets or scripts, to stand inside a page that has no server."""
    return mark_safe("\n".join(Path(str(finders.find(asset))).read_text(encoding="utf-8") for asset in assets))


@dataclass(frozen=True, slots=True)
class MapStop:
    """A step the first time it came up: its turn, and the entry after which the map stood so."""

    turn: int
    step: TurnStep
    sequence: int

    @property
    def bids(self) -> bool:
        """Initiative is rolled for in the first turn and bid for later [SC-SEQ-3]."""
        return self.step is TurnStep.INITIATIVE and self.turn > 1


def stops(game: VisitedGame) -> tuple[MapStop, ...]:
    """Every step there is something to learn about; bids come up in the second turn, and are a stop of their own."""
    found: dict[tuple[TurnStep, bool], MapStop] = {}
    for stop in _opened(game):
        if stop.step in LESSONS:
            found.setdefault((stop.step, stop.bids), stop)
    return tuple(found.values())


def _opened(game: VisitedGame) -> Iterator[MapStop]:
    yield MapStop(0, TurnStep.SETUP, 0)
    for turn, entry, event in _by_turn(log_of(game.history, PASSER_BY)):
        if isinstance(event, StepOpened):
            yield MapStop(max(1, turn), event.step, entry)


def sample() -> str:
    """The address's part of the sample campaign; empty where there is none."""
    return SAMPLE if Stream.objects.filter(pk=SAMPLE, engine="campaign", public=True).exists() else ""


@require_safe
@needs(Action.WATCH)
def tour(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """One stop of the tour, told from one's own place, or from the first player's."""
    spoken, all_stops = language(), stops(game)
    asked = whole(query_of(request).get("stop", "")) or 1
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


def _happened(game: VisitedGame, all_stops: tuple[MapStop, ...], place: int) -> tuple[str, ...]:
    """What came next, as the chronicle tells it: up to where the next stop begins."""
    last = game.history.sequence + 1
    begins = [*(stop.sequence for stop in all_stops), last]
    first, until = list(pairwise(begins))[place - 1]
    told = (moment for moment in moments(game, language()) if first < moment.sequence <= max(until, first + 1))
    return tuple(sentence for moment in told for sentence in moment.sentences)[:MOST_SENTENCES]
