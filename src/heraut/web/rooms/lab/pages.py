"""Would four rounds do? From the form of a new event, with what was typed there; the answer comes while one looks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel import Malformed, from_plain, to_plain
from heraut.lab.rounds import RUNS, RoundsQuestion, encoded, rounds_of, with_rounds
from heraut.lab.trial import MOST_ROUNDS
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web import forms
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.lab.trials import TRIALS, Run
from heraut.web.rooms.tournament import settings_form

PLAYERS, MOST_PLAYERS, MOST_HOURS = 24, 500, 72
LONGEST = 6_000
"""Characters of an address that carries settings."""

MATTER = (
    "format", "allowed_ages", "preset", "swiss_rounds", "ranking_round", "round_minutes", "pairing_order", "odd_field",
    "bye_points", "bye_is_win", "bye_resistance", "points_table", "bonus_points", "standings_order", "clubs_apart",
    "teams_apart", "no_repeated_table", "size", "variants", "own_times", "early_end", "play_until_sole_leader",
    "final_tie", "dropped_ranked",
)  # fmt: skip
"""The settings that change who meets whom, what it counts or how long it lasts; the others stay at home."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page asks about."""

    settings: Format
    players: int
    hours: float | None

    @property
    def rounds(self) -> int:
        return rounds_of(self.settings, self.players)

    @property
    def question(self) -> bytes:
        return encoded(RoundsQuestion(self.settings, self.players, self.hours, RUNS))

    @property
    def written(self) -> str:
        """The settings as an address carries them."""
        plain = to_plain(self.settings)
        return json.dumps({name: plain[name] for name in MATTER if name in plain}, separators=(",", ":"))

    @property
    def typed_hours(self) -> str:
        return "" if self.hours is None else f"{self.hours:g}"

    def address(self, rounds: int | None = None) -> str:
        """What asks the same again, or with another number of rounds."""
        kept = {"settings": self.written, "players": str(self.players), "rounds": str(rounds or self.rounds)}
        return urlencode(kept | ({} if self.hours is None else {"hours": self.typed_hours}))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.CREATE)
def rounds(request: HttpRequest) -> HttpResponse:
    """The question; with `rounds` in the address, its answer too."""
    if request.method == "POST":
        return _from_the_form(request)
    asked = _asked(request.GET)
    context = _context(asked)
    if "rounds" in request.GET:
        TRIALS.again(asked.question, language())  # who opens the page asks anew
        context["run"] = TRIALS.look(asked.question, language())
    return render(request, "lab/rounds.html", context)


def _from_the_form(request: HttpRequest) -> HttpResponse:
    """What was typed into the form of a new event, as far as it can be read."""
    try:
        settings: Format = from_plain(settings_form.read(request.POST), AnySettings, strict=False)
    except Malformed as error:
        messages.warning(request, _("Réglages pas encore lisibles : %s") % forms.say_fault(str(error), language()))
        settings = settings_form.begin(request) or SagaSettings(allowed_ages=("dark",))
    written = Asked(settings, PLAYERS, None).written
    return redirect(f"{reverse('lab:rounds')}?{urlencode({'settings': written})}")


@require_safe
@needs(Action.CREATE)
def answer(request: HttpRequest) -> HttpResponse:
    """How far it is, or what came of it: the part of the page that is asked for again and again."""
    asked = _asked(request.GET)
    return _part(request, asked, TRIALS.look(asked.question, language()))


@require_POST
@needs(Action.CREATE)
def stop(request: HttpRequest) -> HttpResponse:
    """Leave it at what is done."""
    asked = _asked(request.POST)
    run = TRIALS.stop(asked.question, language())
    if "HX-Request" not in request.headers:
        return redirect(f"{reverse('lab:answer')}?{asked.address()}")
    return _part(request, asked, run)


def _part(request: HttpRequest, asked: Asked, run: Run) -> HttpResponse:
    whole = "HX-Request" not in request.headers
    return render(request, "lab/rounds.html" if whole else "lab/answer.html", {**_context(asked), "run": run})


def _asked(given: QueryDict) -> Asked:
    """What an address asks: strange numbers are brought within bounds, strange settings are told."""
    settings = _settings(given.get("settings", ""))
    players = _whole(given, "players", PLAYERS, 2, MOST_PLAYERS)
    typed = _whole(given, "rounds", rounds_of(settings, players), 1, MOST_ROUNDS)
    hours = _hours(given.get("hours", ""))
    return Asked(settings if typed == rounds_of(settings, players) else with_rounds(settings, typed), players, hours)


def _settings(written: str) -> Format:
    if not written or len(written) > LONGEST:
        return SagaSettings(allowed_ages=("dark",))
    try:
        plain: Any = msgspec.json.decode(written)
        if isinstance(plain, dict):
            plain = {name: value for name, value in plain.items() if name in MATTER}
        settings: Format = from_plain(plain, AnySettings)
    except msgspec.DecodeError as error:
        raise Malformed(str(error)) from None
    return settings


def _whole(given: QueryDict, name: str, otherwise: int, least: int, most: int) -> int:
    typed = given.get(name, "").strip()
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else otherwise
    return max(least, min(most, number))


def _hours(typed: str) -> float | None:
    try:
        hours = float(typed.strip().replace(",", "."))
    except ValueError:
        return None
    return hours if 0 < hours <= MOST_HOURS else None


def _context(asked: Asked) -> dict[str, Any]:
    format = "steamroller" if isinstance(asked.settings, SteamrollerSettings) else "saga"
    return {
        "asked": asked,
        "format": format,
        "address": asked.address(),
        "fewer": asked.address(asked.rounds - 1) if asked.rounds > 1 else "",
        "more": asked.address(asked.rounds + 1),
        "most": {"players": MOST_PLAYERS, "rounds": MOST_ROUNDS, "hours": MOST_HOURS},
    }
