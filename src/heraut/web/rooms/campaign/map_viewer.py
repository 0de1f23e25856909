"""
A map outside a campaign: Héraut's own, a new one from a number, or a text somebody wrote, and how fair it is.

New maps are drawn from their numbers one after the other in a process of their own, so that nobody else's page is slow.
A page waits a moment, then shows how far its map is.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections import Counter, OrderedDict
from dataclasses import dataclass
from fractions import Fraction
from http import HTTPStatus
from queue import SimpleQueue
from subprocess import PIPE, Popen
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from heraut.campaign.map import Map, default_text, parse, write
from heraut.campaign.map_fairness import StartMeasures, measures, unfairness
from heraut.campaign.map_generator import generate, wanted
from heraut.campaign.settings import starts
from heraut.campaign.tables import Category, TerritoryId
from heraut.kernel.bounds import whole
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import Language
from heraut.web import sentences
from heraut.web.downloads import named
from heraut.web.game import account, language
from heraut.web.guard import needs
from heraut.web.models import OwnMap
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.campaign.map_picture import bare
from heraut.web.rooms.campaign.map_svg import drawn
from heraut.web.rooms.campaign.names import halves, name_of

PATIENCE = 0.4
"""Seconds a page waits for its map before it shows the progress instead."""
FORGOTTEN = 10.0
"""Seconds after which a map nobody has asked for again is not begun."""
KEPT = 64
"""Maps that are kept, for people go back and forth between them."""
_PROGRESS = re.compile(r"(\d+) ?(\d+(?:/\d+)?)?")
LEAST_PLAYERS, MOST_PLAYERS = 2, 6
MOST_TEXT = 20_000
"""Letters of a pasted map; the standard one has fewer than three thousand."""
MOST_DIGITS = 9


class MapDrawing:
    """A map from its number: its text once it is drawn; before, the layouts tried and the fairest so far."""

    def __init__(self, players: int, seed: int) -> None:
        self.players, self.seed = players, seed
        self.text = ""
        self.tried = 0
        self.gap: Fraction | None = None
        self.asked = monotonic()
        self._done = Event()

    @property
    def wanted(self) -> Fraction:
        """The difference between starts that is small enough."""
        return wanted(self.players)

    def wait(self) -> str:
        """The text, if it is there within a moment; empty while it is not."""
        self.asked = monotonic()
        self._done.wait(PATIENCE)
        return self.text

    def draw(self) -> None:
        """Work it out: elsewhere, or here where no other process can be had."""
        self.text = self._apart() or write(generate(self.players, self.seed))
        self._done.set()

    def _apart(self) -> str:
        """The text as a process of its own writes it, noting how far it is; empty if that goes wrong."""
        asked = [sys.executable, "-m", "heraut.campaign.map_generator", str(self.players), str(self.seed)]
        home = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with Popen(asked, stdout=PIPE, stderr=PIPE, encoding="utf-8", env=home) as working:
            assert working.stdout is not None
            assert working.stderr is not None
            for line in working.stderr:
                self._note(line)
            text = working.stdout.read()
        return "" if working.returncode else text

    def _note(self, line: str) -> None:
        if found := _PROGRESS.fullmatch(line.strip()):
            self.tried, self.gap = int(found[1]), Fraction(found[2]) if found[2] else None


_kept: OrderedDict[tuple[int, int], MapDrawing] = OrderedDict()
_queue: SimpleQueue[MapDrawing] = SimpleQueue()
_lock = Lock()
_drawers: list[Thread] = []


def drawing(players: int, seed: int) -> MapDrawing:
    """The map of this number, begun if it is new."""
    with _lock:
        found = _kept.get((players, seed))
        if found is None:
            found = _kept[players, seed] = MapDrawing(players, seed)
            _queue.put(found)
        _kept.move_to_end((players, seed))
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
        if not _drawers:
            _drawers.append(Thread(target=_draw, name="maps", daemon=True))
            _drawers[0].start()
    return found


def _draw() -> None:
    while True:
        one = _queue.get()
        try:
            if monotonic() - one.asked > FORGOTTEN:
                _forget(one)
            else:
                one.draw()
        except Exception:  # one map's fault must not stop the drawing of all others
            logging.getLogger(__name__).exception("a map was not drawn; the next one is begun")
            _forget(one)


def _forget(one: MapDrawing) -> None:
    with _lock:
        _kept.pop((one.players, one.seed), None)


@dataclass(frozen=True, slots=True)
class MapRequest:
    """Which map, and for how many players; without a seed it is Héraut's own."""

    players: int
    seed: int | None

    @property
    def query(self) -> str:
        """What an address says to mean this map; nothing for Héraut's own."""
        return "" if self.seed is None else f"?players={self.players}&seed={self.seed}"


@dataclass(frozen=True, slots=True)
class MeasuredStart:
    """One start and what lies around it, as people read it."""

    name: str
    prestige: str
    income: int
    rival: int
    land: str
    land_income: str
    land_prestige: str


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.VISIT)
def viewer(request: HttpRequest) -> HttpResponse:
    """The address says which map, so that it can be kept and sent; a written text is posted."""
    asked, posted = asked_for(request), form_of(request).get("map")
    written = text_of(asked) if posted is None else lines(posted)
    if isinstance(written, MapDrawing):
        return show_progress(request, written)
    shown, status = _shown(written, asked.players, language())
    context = {
        "own_maps": own_maps(request),
        "asked": asked,
        "text": written,
        "pasted": posted is not None,
        "kept": form_of(request).get("kept", ""),
        "counts": range(LEAST_PLAYERS, MOST_PLAYERS + 1),
        "may_create": account(request),
        **shown,
    }
    return render(request, "campaign/viewer.html", context, status=status)


@require_safe
@needs(Action.VISIT)
def text(request: HttpRequest) -> HttpResponse:
    """The map as a file, to change and to bring back."""
    written = text_of(asked_for(request))
    if isinstance(written, MapDrawing):
        return show_progress(request, written)
    return named(HttpResponse(written, content_type="text/plain; charset=utf-8"), "carte.txt")


def own_maps(request: HttpRequest) -> QuerySet[OwnMap]:
    """The maps of whoever is signed in."""
    user = account(request)
    return OwnMap.objects.none() if user is None else OwnMap.objects.filter(owner=user)


def asked_for(request: HttpRequest) -> MapRequest:
    values = form_of(request) if request.method == "POST" else query_of(request)
    players = whole(values.get("players", "")) or LEAST_PLAYERS
    return MapRequest(min(MOST_PLAYERS, max(LEAST_PLAYERS, players)), seed_of(values.get("seed", "")))


def seed_of(written: str) -> int | None:
    """The number a map is drawn from, if it is one that fits on a line."""
    found = whole(written)
    return found if found is not None and 0 <= found < 10**MOST_DIGITS else None


def lines(posted: str) -> str:
    """A text as a form sends it, with plain ends of lines."""
    return "\n".join(posted.splitlines()) + "\n"


def text_of(asked: MapRequest) -> str | MapDrawing:
    """The text of the map, or the drawing that is not finished yet."""
    if asked.seed is None:
        return default_text()
    begun = drawing(asked.players, asked.seed)
    return begun.wait() or begun


def show_progress(request: HttpRequest, begun: MapDrawing) -> HttpResponse:
    """How far the map is; the page asks again by itself."""
    page = render(request, "campaign/map_progress_page.html", {"drawing": told(begun)}, status=HTTPStatus.ACCEPTED)
    page["Refresh"] = "0"  # the answer waits a moment for the map, so that asking at once is asking now and then
    return page


def told(begun: MapDrawing) -> dict[str, Any]:
    """A drawing as people read it."""
    gap = "" if begun.gap is None else halves(begun.gap)
    return {"tried": begun.tried, "gap": gap, "wanted": halves(begun.wanted)}


def preview(written: str, players: int, seed: str, spoken: Language) -> dict[str, Any]:
    """The picture of the map a form asks for, or how far it is; nothing for a text that is no map."""
    text = written or text_of(MapRequest(players, seed_of(seed)))
    if isinstance(text, MapDrawing):
        return {"drawing": told(text)}
    found = parse(text)
    return {} if isinstance(found, Refusal) else {"map": _drawn(found, players, spoken)}


def _drawn(map: Map, players: int, spoken: Language) -> SafeString:
    return drawn(bare(map, starts(map, players), spoken), spoken)


def _shown(written: str, players: int, spoken: Language) -> tuple[dict[str, Any], int]:
    """The map of a text, or what is wrong with it, line by line."""
    if len(written) > MOST_TEXT:
        too_long = _("Ce texte est trop long pour une carte : gardez-en moins de %(most)d caractères.")
        return {"fault": too_long % {"most": MOST_TEXT}, "text": written[:MOST_TEXT]}, 422
    found = parse(written)
    if isinstance(found, Refusal):
        return {"faults": sentences.faults(found, spoken), "wrong_lines": _wrong_lines(written, found)}, 422
    return _told(found, players, spoken), 200


def _wrong_lines(written: str, refusal: Refusal) -> tuple[tuple[int, str], ...]:
    """The lines something is wrong with, as they were written."""
    lines = dict(enumerate(written.splitlines(), start=1))
    wrong = sorted({fault.subject for fault in refusal.all() if isinstance(fault.subject, int)})
    return tuple((number, lines[number]) for number in wrong if number in lines)


def _told(map: Map, players: int, spoken: Language) -> dict[str, Any]:
    """The picture, the counts of the sheet, and the fairness of the starts for this number of players."""
    counted = Counter(land.category for land in map.territories.values())
    return {
        "map": _drawn(map, players, spoken),
        "name": map.name_en if spoken == "en" else map.name_fr,
        "kinds": tuple((category, counted[category]) for category in Category),
        "territories": len(map.territories),
        "roads": len(map.roads),
        **fairness(map, players, spoken),
    }


def fairness(map: Map, players: int, spoken: Language) -> dict[str, Any]:
    """What lies around each start for this number of players, and how far the best is from the worst."""
    places = tuple(TerritoryId(at) for at in starts(map, players))
    return {
        "starts": tuple(_measured(map, one, spoken) for one in measures(map, places)),
        "unfairness": halves(unfairness(map, places)) if places else "",
    }


def _measured(map: Map, one: StartMeasures, spoken: Language) -> MeasuredStart:
    return MeasuredStart(
        name_of(map.territories[one.start], spoken),
        " · ".join(str(far) for far in one.prestige[:2]),
        one.income_in_reach,
        min(one.rivals, default=0),
        halves(one.share),
        halves(one.share_income),
        halves(one.share_prestige),
    )
