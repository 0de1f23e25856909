"""The skirmish's pages: the timeline of five segments, one tap per usual action, dice with their reasons."""

from __future__ import annotations

from django.urls import path
from django.utils.translation import gettext_lazy as _

from heraut.skirmish.announcements import Announce, AnnounceAll
from heraut.web.rooms.definition import Room
from heraut.web.rooms.skirmish import bots, command_forms, log, opening, pages, paper

ROOM = Room(
    title=_("Escarmouche"),
    about=_("Un combat seconde par seconde : cinq segments par tour, des coups, des blessures, des chefs."),
    symbol="crossed-swords",
    template="skirmish/game.html",
    context=pages.context,
    moment=pages.moment,
    momentary=(Announce, AnnounceAll),
    completes=bots.complete,
    plays=bots.play,
    new_template="skirmish/new.html",
    new_context=opening.context,
    read_settings=opening.read,
    pages=(
        path("screen", pages.screen, name="screen"),
        path("sheet/<path:who>", pages.sheet, name="sheet"),
        path("rules.pdf", paper.rules, name="rules-paper"),
        path("sheets.pdf", paper.sheets, name="sheets-paper"),
        path("at-once", bots.at_once, name="at-once"),
        path("undo", log.undo_deed, name="undo"),
        path("let-play", bots.let_play, name="let-play"),
        path("back", log.go_back, name="back"),
        path("do", command_forms.deeds, name="deeds"),
        path("do/<str:name>", command_forms.deed, name="deed"),
    ),
)
