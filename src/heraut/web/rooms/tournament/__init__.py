"""A tournament's pages: the organiser's desk, the players' phones, the screens of the hall."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from heraut.tournament.commands import CorrectResult, Disqualify, HandInBand, HandInLists
from heraut.web.rooms.room import Room
from heraut.web.rooms.tournament import desk, pages, phone, screen

ROOM = Room(
    title=_("Tournoi"),
    about=_("SAGA ou Steamroller : inscriptions, appariements, résultats, classement."),
    symbol="swords",
    template="tournament/game.html",
    context=pages.context,
    previews=(CorrectResult, Disqualify),
    proxies=(HandInBand, HandInLists),
    pages=(
        path("entries", desk.enter, name="enter"),
        path("swap", desk.swap, name="swap"),
        path("result", desk.result, name="result"),
        path("band", phone.band, name="band"),
        path("report", phone.report, name="report"),
        path("screen", screen.screen, name="screen"),
    ),
)
