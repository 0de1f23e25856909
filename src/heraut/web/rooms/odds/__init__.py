"""The odds of Age of Magic: a fight, a table of fights, an abuse of power, a band. Pages of no game: `/odds/…`."""

from __future__ import annotations

from django.urls import URLPattern, path

from heraut.web.rooms.odds import abuse, armies, band, fight, luck, reference, series, turn

PAGES: list[URLPattern] = [
    path("", fight.fight, name="fight"),
    path("table", armies.table, name="table"),
    path("series", series.series, name="series"),
    path("turn", turn.turn, name="turn"),
    path("abuse", abuse.abuse_of_power, name="abuse"),
    path("luck/<slug:stream>", luck.ledger, name="luck"),
    path("luck/<slug:stream>/note", luck.note, name="luck-note"),
    path("luck/<slug:stream>/fight", luck.fight_out, name="luck-fight"),
    path("band", band.band, name="band"),
    path("band.pdf", band.sheet, name="band-sheet"),
    path("reference.pdf", reference.reference, name="reference"),
]
