"""The odds of Age of Magic: a fight, a table of fights, an abuse of power, a band. Pages of no game: `/odds/…`."""

from __future__ import annotations

from django.urls import URLPattern, path

from heraut.web.rooms.odds import bands, luck, pages, series, turns

PAGES: list[URLPattern] = [
    path("", pages.fight, name="fight"),
    path("table", pages.table, name="table"),
    path("series", series.series, name="series"),
    path("turn", turns.turn, name="turn"),
    path("abuse", pages.abuse_of_power, name="abuse"),
    path("luck/<slug:stream>", luck.ledger, name="luck"),
    path("luck/<slug:stream>/note", luck.note, name="luck-note"),
    path("luck/<slug:stream>/fight", luck.fought, name="luck-fight"),
    path("band", bands.band, name="band"),
    path("band.pdf", bands.sheet, name="band-sheet"),
]
