"""
What the lab is asked: are there enough rounds, what was luck, is a map fair, who would win a fight.

A question is asked by the address of its page, and a trial answers it bit by bit. Its four addresses are made from what
it asks: the page, how far the answer is, a button that stops it, and what came of it as a file.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.battle.unit import Unit
from heraut.journal.transfer import export_stream
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, decode, from_plain, to_plain
from heraut.kernel.names import StreamId
from heraut.lab.format_model import model_of
from heraut.lab.questions import GAMES, RUNS, EventQuestion, FightQuestion, MapQuestion, RoundsQuestion, encoded
from heraut.lab.trial import MOST_ROUNDS
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.web import forms
from heraut.web.desk import journal
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.lab.trials import TRIALS, Run
from heraut.web.rooms.odds import form as units_form
from heraut.web.rooms.tournament import settings_form
from heraut.web.rooms.tournament.formats import kind_of_pages, plainest

TYPES = {
    "html": "text/html; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}  # fmt: skip
Game = tuple[VisitedGame, ...]
"""The game of a page that belongs to one; empty for the others."""
PLAYERS, MOST_PLAYERS, MOST_HOURS = 24, 500, 72
LORDS, MOST_LORDS = 2, 6
MOST_UNITS = 10
GO = {"go": "1"}
"""What the address of a game's own page says once somebody has asked: opening it begins nothing."""
LONGEST = 6_000
"""Characters of an address that carries settings."""
SHARED = ("format", "clubs_apart", "teams_apart", "no_repeated_table")
"""The settings of every format that an address carries; each format names those of its own."""
CUT = "Input data was truncated"
"""What is told of an address that lost some of its letters on the way; as parsers tell it."""


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


def number(given: QueryDict, name: str, otherwise: int, least: int, most: int) -> int:
    """A whole number within bounds; what is none is what it would be without."""
    typed = whole(given.get(name, ""))
    return max(least, min(most, otherwise if typed is None else typed))


def settings_brought(request: HttpRequest) -> HttpResponse:
    """Would four rounds do? With what was typed into the form of a new event, as far as it can be read."""
    try:
        settings: Format = from_plain(settings_form.read(form_of(request)), AnySettings, strict=False)
    except Malformed as error:
        messages.warning(request, _("Réglages pas encore lisibles : %s") % forms.say_fault(str(error), language()))
        settings = settings_form.begin(request) or plainest()
    return redirect(f"{reverse('lab:rounds')}?{urlencode({'settings': _written(settings)})}")


def of_rounds(given: QueryDict) -> Enquiry:
    """What an address asks: strange numbers are brought within bounds, strange settings are told."""
    settings = _settings(given.get("settings", ""))
    players = number(given, "players", PLAYERS, 2, MOST_PLAYERS)
    model = model_of(settings)
    asked = number(given, "rounds", model.swiss_rounds(players), 1, MOST_ROUNDS)
    if asked != model.swiss_rounds(players):
        settings = model.with_rounds(asked)
    hours = _hours(given.get("hours", ""))
    fields = {"settings": _written(settings), "players": str(players), "rounds": str(asked)}
    fields |= {} if hours is None else {"hours": f"{hours:g}"}
    sent = encoded(RoundsQuestion(settings, players, hours, RUNS)) if "rounds" in given else None
    return Enquiry(sent, fields, {
        "format": settings.name(),
        "fewer": urlencode(fields | {"rounds": str(asked - 1)}) if asked > 1 else "",
        "more": urlencode(fields | {"rounds": str(asked + 1)}),
        "most": {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS, "hours": MOST_HOURS},
    })  # fmt: skip


def _written(settings: Format) -> str:
    """The settings as an address carries them."""
    plain = to_plain(settings)
    return json.dumps({name: plain[name] for name in _tried(plain) if name in plain}, separators=(",", ":"))


def _tried(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """The settings that change who meets whom, what it counts or how long it lasts; the others stay at home."""
    return (*SHARED, *kind_of_pages(str(plain.get("format"))).tried)


def _settings(written: str) -> Format:
    if not written or len(written) > LONGEST:
        return plainest()
    plain = decode(written, Any)
    if isinstance(plain, dict):
        plain = {name: plain[name] for name in _tried(plain) if name in plain}
    settings: Format = from_plain(plain, AnySettings)
    return settings


def _hours(typed: str) -> float | None:
    try:
        hours = float(typed.strip().replace(",", "."))
    except ValueError:
        return None
    return hours if 0 < hours <= MOST_HOURS else None


def of_event(given: QueryDict, game: VisitedGame) -> Enquiry:
    """What was luck in this event; nothing before it is over."""
    if game.engine.id != "tournament":
        raise Http404
    over = game.view.stage == "over"
    sent = _event(game.stream, game.version) if over and "go" in given else None
    return Enquiry(sent, GO, {"game": game, "over": over})


@lru_cache(maxsize=4)  # the page looks for its answer again and again
def _event(stream: StreamId, _version: str) -> bytes:
    return encoded(EventQuestion.of(b"".join(export_stream(journal(), stream)), stream, RUNS))


def of_skirmish(given: QueryDict, game: VisitedGame) -> Enquiry:
    """Who wins this fight, played on many times from where it stands; from its beginning once it is over."""
    if game.engine.id != "skirmish":
        raise Http404
    stands = bool(game.view.turn) and game.view.step != "over"
    sent = _skirmish(game.stream, game.version) if "go" in given else None
    return Enquiry(sent, GO, {"game": game, "stands": stands})


@lru_cache(maxsize=4)
def _skirmish(stream: StreamId, _version: str) -> bytes:
    return encoded(FightQuestion(b"".join(export_stream(journal(), stream)).decode(), GAMES))


def map_brought(request: HttpRequest) -> HttpResponse:
    """Is a map fair? With what is drawn in the editor."""
    text = form_of(request).get("map", "").replace("\r\n", "\n")
    fields = {"map": _packed(text), "players": form_of(request).get("players", "")}
    if len(fields["map"]) > LONGEST:
        messages.warning(request, _("Cette carte est trop longue pour cette page : jugez-la avec heraut lab campaign."))
        return redirect(reverse("lab:map"))
    return redirect(f"{reverse('lab:map')}?{urlencode(fields)}")


def of_map(given: QueryDict) -> Enquiry:
    """Campaigns among bots on the map that an address carries; on Héraut's own without one."""
    packed, lords = given.get("map", ""), number(given, "players", LORDS, 2, MOST_LORDS)
    fields = {"map": packed, "players": str(lords)}
    sent = encoded(MapQuestion(_unpacked(packed), lords, GAMES)) if "players" in given else None
    return Enquiry(sent, fields, {"most": MOST_LORDS, "own": bool(packed)})


def _packed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode() if text.strip() else ""


def _unpacked(packed: str) -> str:
    """The text that an address carries, whole and of bounded length."""
    if not packed:
        return ""
    unzip = zlib.decompressobj()
    try:
        text = unzip.decompress(base64.b64decode(packed[:LONGEST], b"-_", validate=True), 20_000).decode()
    except (ValueError, zlib.error):  # also of text that is no base64, or no UTF-8
        raise Malformed(CUT) from None
    if not unzip.eof:
        raise Malformed(CUT)
    return text


def of_fight(given: QueryDict) -> Enquiry:
    """Two bands, a unit on each line."""
    mine, wrong = units_form.read_units(given.get("mine", "")[:LONGEST])
    theirs, also = units_form.read_units(given.get("theirs", "")[:LONGEST])
    typed = {"mine": units_form.write_units(mine, wrong), "theirs": units_form.write_units(theirs, also)}
    sent = None
    if mine and theirs and not wrong and not also:
        bands = {"mine": _units(mine), "theirs": _units(theirs)}
        sent = encoded(FightQuestion(msgspec.json.encode(bands).decode(), 10 * GAMES))
    return Enquiry(sent, typed, {"wrong": [*wrong, *also]})


def _units(units: list[Unit]) -> list[dict[str, Any]]:
    return [
        {"unit": unit.profile.unit, "equipment": unit.profile.equipment, "figures": unit.figures}
        for unit in units[:MOST_UNITS]
    ]


PAGES: list[URLPattern] = [
    *EnquiryPage("rounds", of_rounds, brought=settings_brought).addresses,
    *EnquiryPage("map", of_map, brought=map_brought).addresses,
    *EnquiryPage("fight", of_fight).addresses,
    *EnquiryPage("event", of_event, of_a_game=True).addresses,
    *EnquiryPage("skirmish", of_skirmish, of_a_game=True).addresses,
]
