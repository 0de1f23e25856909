"""The campaign's pages: the living map, orders with their price, the chronicle, a sheet to print."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from heraut.campaign.absence import CloseStep
from heraut.campaign.bids import OrderTies, PlaceBid
from heraut.campaign.building import Build
from heraut.campaign.claims import YieldVillage
from heraut.campaign.combats import Concede
from heraut.campaign.invasions import DeclineInvasion, Invade
from heraut.campaign.marches import DeclareMove, PassMoves
from heraut.campaign.musters import Prepare
from heraut.campaign.results import ConfirmResult, RejectResult
from heraut.web.rooms.campaign import (
    battle_sheet,
    bots,
    chronicle,
    letters,
    log,
    map_editor,
    map_viewer,
    names,
    orders,
    pages,
    paper,
    rules,
    settings_form,
)
from heraut.web.rooms.definition import Room

ROOM = Room(
    title=_("Campagne"),
    about=_("Une carte, des seigneurs, des mises secrètes : une guerre de plusieurs semaines."),
    symbol="map-pin",
    template="campaign/game.html",
    context=pages.context,
    names=names.known_names,
    tells=log.tells,
    lines=lambda _visitor: log.LINES,
    new_template="campaign/new.html",
    begin=settings_form.begin,
    new_context=settings_form.context,
    read_settings=settings_form.read,
    opened=map_editor.bring,
    companions=battle_sheet.sheets,
    meaning=log.meaning,
    deadline=log.deadline,
    plays=bots.play,
    previews=(Concede, CloseStep),
    moment=pages.moment,
    momentary=(
        Build,
        CloseStep,
        ConfirmResult,
        DeclareMove,
        DeclineInvasion,
        Invade,
        OrderTies,
        PassMoves,
        PlaceBid,
        Prepare,
        RejectResult,
        YieldVillage,
    ),
    pages=(
        path("order", orders.order, name="order"),
        path("weigh", orders.price_order, name="weigh"),
        path("replace", orders.replace, name="replace"),
        path("settle", orders.settle, name="settle"),
        path("fight", battle_sheet.open_sheet, name="fight"),
        path("chronicle", chronicle.chronicle, name="chronicle"),
        path("chronicle.html", chronicle.export, name="export"),
        path("tour", chronicle.tour, name="tour"),
        path("land", pages.land, name="land"),
        path("letters", letters.box, name="letters"),
        path("letters/write", letters.write, name="write"),
        path("letters/telling", letters.allow, name="allow"),
        path("back", log.go_back, name="back"),
        path("map.jpg", map_editor.under, name="under"),
        path("sheet", paper.sheet, name="sheet"),
        path("orders.pdf", paper.order_sheets, name="order-sheets"),
        path("rules", rules.rules, name="rules"),
        path("rules.pdf", rules.rules_paper, name="rules-paper"),
    ),
)

PAGES: list[URLPattern] = [
    path("", map_viewer.viewer, name="viewer"),
    path("map.txt", map_viewer.text, name="text"),
    path("draw", map_editor.editor, name="draw"),
    path("check", map_editor.check, name="check"),
    path("starts", map_editor.starts, name="starts"),
    path("keep", map_editor.keep, name="keep"),
    path("forget/<str:id>", map_editor.forget, name="forget"),
    path("picture/<str:id>.jpg", map_editor.under_own, name="under"),
]
"""Maps outside a campaign: `/map/`."""
