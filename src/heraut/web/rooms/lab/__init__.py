"""The lab on a page: whether an event has rounds enough, tried before the day. Pages of no game: `/lab/…`."""

from __future__ import annotations

from django.urls import URLPattern, path

from heraut.web.rooms.lab import pages

PAGES: list[URLPattern] = [
    path("rounds", pages.rounds, name="rounds"),
    path("rounds/answer", pages.answer, name="answer"),
    path("rounds/stop", pages.stop, name="stop"),
]
