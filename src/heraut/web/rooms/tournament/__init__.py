"""A tournament's pages: the officials' desk, the players' phones, the screens of the hall, the papers."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from heraut.tournament.clocks import DiceDownCalled
from heraut.tournament.lists import HandInCommand
from heraut.tournament.officials import Disqualify
from heraut.tournament.results import EndEvent, ReportResult
from heraut.tournament.steamroller.lists import ChooseList
from heraut.web.rooms.definition import Room
from heraut.web.rooms.tournament import (
    awards,
    drawers,
    entries,
    exports,
    formats,
    matches,
    news,
    pages,
    papers,
    players,
    results,
    rounds,
    screen,
    settings_form,
)

ROOM = Room(
    title=_("Tournoi"),
    about=_("SAGA ou Steamroller : inscriptions, appariements, résultats, classement."),
    symbol="cup",
    template="tournament/game.html",
    lines=pages.lines,
    context=pages.context,
    new_template="tournament/new.html",
    begin=settings_form.begin,
    new_context=settings_form.context,
    read_settings=settings_form.read,
    previews=(Disqualify, EndEvent),
    moment=pages.moment,
    momentary=(ChooseList, ReportResult),
    proxies=(HandInCommand,),
    completes=results.complete,
    badge=entries.show_badge,
    objection=rounds.objection,
    companions=matches.linked,
    delivers=(DiceDownCalled,),
    deliver=matches.dice_down,
    news=news.news,
    meaning=news.meaning,
    pages=(
        path("entries", entries.enter, name="enter"),
        path("entries/look", entries.look, name="look"),
        path("entries/take", entries.take, name="take"),
        path("entries/all", entries.check_in_all, name="all-here"),
        path("badges/tap", entries.tap, name="tap"),
        path("badges/scan", entries.scan, name="scan"),
        path("players", players.players, name="players"),
        path("players/<slug:seat>", players.player, name="player"),
        path("close", rounds.close, name="close"),
        path("begin", rounds.begin, name="begin"),
        path("settings", settings_form.change, name="settings"),
        path("draft", rounds.draft, name="draft"),
        path("project", rounds.project, name="project"),
        path("other", drawers.other_action, name="other"),
        path("repair", rounds.repair, name="repair"),
        path("swap", rounds.swap, name="swap"),
        path("swap-tables", rounds.swap_tables, name="swap-tables"),
        path("result", results.typed, name="result"),
        path("rounds/<int:number>", results.round_page, name="round"),
        path("rounds/<int:number>/tables/<int:table>", results.table_page, name="table"),
        path("standings", results.standings_page, name="standings"),
        path("rules", formats.rules, name="rules"),
        path("proof", rounds.proof_page, name="proof"),
        path("matches", matches.open_all, name="matches"),
        path("sheet", matches.sheet, name="sheet"),
        path("lists", players.hand_in, name="lists"),
        path("report", results.report, name="report"),
        path("awards", awards.page, name="awards"),
        path("vote", awards.vote, name="vote"),
        path("papers", papers.papers, name="papers"),
        path("papers/<slug:name>.pdf", papers.printed, name="paper"),
        path("files/<str:name>", exports.file, name="file"),
        path("screen", screen.screen, name="screen"),
        path("scenario/<slug:slug>.svg", screen.picture, name="picture"),
    ),
)
