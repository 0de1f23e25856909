"""The characters a game master keeps: forms, text files, pages to print. Pages of no game: `/characters/…`."""

from __future__ import annotations

from django.urls import URLPattern, path

from heraut.web.rooms.skirmish.characters import pages, paper, texts

PAGES: list[URLPattern] = [
    path("", pages.index, name="index"),
    path("new", pages.new, name="new"),
    path("text", texts.take_in, name="text"),
    path("ready/<slug:ready>/", pages.show_ready, name="ready"),
    path("ready/<slug:ready>.toml", texts.download_ready, name="ready-text"),
    path("ready/<slug:ready>.pdf", paper.ready, name="ready-paper"),
    path("<slug:id>/", pages.show, name="show"),
    path("<slug:id>/edit", pages.edit, name="edit"),
    path("<slug:id>/copy", pages.copy, name="copy"),
    path("<slug:id>/delete", pages.delete, name="delete"),
    path("<slug:id>.pdf", paper.own, name="paper"),
    path("<slug:id>.toml", texts.download, name="download"),
]
