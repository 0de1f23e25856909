"""The match's pages: the score sheet on a phone, the table builder, the result to sign."""

from __future__ import annotations

from django.urls import path
from django.utils.translation import gettext_lazy as _

from heraut.scenario.ending import Concede, Forfeit, OrdersWithoutDice
from heraut.scenario.signing import ResultSettled
from heraut.scenario.turns import CallTime
from heraut.web.rooms.definition import Room
from heraut.web.rooms.match import armies, battle, delivery, pages, scenario, table

ROOM = Room(
    title=_("Partie"),
    about=_("Une table, deux joueurs, un scénario : la feuille de score jusqu'aux signatures."),
    symbol="field",
    template="match/game.html",
    context=pages.context,
    names=scenario.names,
    new_template="match/new.html",
    new_context=scenario.opening_context,
    read_settings=scenario.read_opening,
    named=scenario.players_named,
    previews=(CallTime, Concede, Forfeit, OrdersWithoutDice),
    delivers=(ResultSettled,),
    deliver=delivery.delivered,
    pages=(
        path("entry", pages.entry, name="entry"),
        path("turns/<slug:side>/<int:number>", pages.turn, name="turn"),
        path("stand", table.stand, name="stand"),
        path("standing", table.standing, name="standing"),
        path("armies", armies.armies, name="armies"),
        path("losses", battle.record_losses, name="losses"),
        path("counted", armies.counted, name="counted"),
        path("rules", scenario.rules, name="rules"),
        path("table", table.table, name="table"),
        path("verdict", table.verdict, name="verdict"),
    ),
)
