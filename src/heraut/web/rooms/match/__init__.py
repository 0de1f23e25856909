"""The match's pages: the score sheet on a phone, the table builder, the result to sign."""

from __future__ import annotations

from django.urls import path
from django.utils.translation import gettext_lazy as _

from heraut.web.rooms.match import opening, pages, table

ROOM = opening.MatchRoom(
    title=_("Partie"),
    about=_("Une table, deux joueurs, un scénario : la feuille de score jusqu'aux signatures."),
    symbol="field",
    template="match/game.html",
    context=pages.context,
    new_template="match/new.html",
    read_settings=opening.read,
    pages=(
        path("entry", pages.entry, name="entry"),
        path("table", table.table, name="table"),
        path("verdict", table.verdict, name="verdict"),
    ),
)
