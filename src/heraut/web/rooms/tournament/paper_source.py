"""
What the papers of the day are filled from: the event as their reader sees it, its people with their arms.

What each player fields, on paper: bands of SAGA, record sheets of Steamroller with their army lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse

from heraut.kernel.names import Seat
from heraut.press import paper
from heraut.tournament.entries import PlayerView
from heraut.tournament.saga.bands import SagaBand, TroopClass, priced_lines
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.record_sheet import record_sheet
from heraut.tournament.steamroller.scoring import SteamrollerWin
from heraut.tournament.view import RoundView, View
from heraut.web.game import VisitedGame, language
from heraut.web.links import for_others
from heraut.web.pictures import granted
from heraut.web.request_data import query_of
from heraut.web.rooms.tournament.display import event_day, last_round, playing_round
from heraut.web.rooms.tournament.exports import faction
from heraut.web.rooms.tournament.format_pages import FormatPages
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.sentences import amount, word


@dataclass(frozen=True)
class PaperSource:
    """What the sheets are filled from: the game as its reader sees it, and the address people reach."""

    request: HttpRequest
    game: VisitedGame

    @property
    def view(self) -> View:
        view: View = self.game.view
        return view

    @cached_property
    def pages(self) -> FormatPages:
        """What the papers ask of the format."""
        return pages_of(self.game)

    @property
    def event(self) -> paper.PaperOccasion:
        return paper.PaperOccasion(self.game.header.title, "", f"{event_day(self.game):%d/%m/%Y}")

    @property
    def last(self) -> RoundView | None:
        return last_round(self.view)

    @property
    def playing(self) -> RoundView | None:
        """The round being played, whose slips and score sheets are still to be filled in."""
        return playing_round(self.view)

    @cached_property
    def people(self) -> Mapping[Seat, paper.PaperPerson]:
        """Everybody with the arms they have on screen."""
        arms = granted(self.game.people)
        return {
            player.seat: paper.PaperPerson(
                self.game.names[player.seat], player.number, faction(player), player.club,
                arms.get(self.game.names[player.seat]),
            )
            for player in self.view.players
        }  # fmt: skip

    @property
    def mine(self) -> bool:
        """Whether only what is the reader's own is asked for: `?mine`."""
        return "mine" in query_of(self.request)

    @property
    def owners(self) -> tuple[PlayerView, ...]:
        """Those whose lists are asked for: everybody, or the reader alone."""
        own = self.game.visitor.seat
        return tuple(player for player in self.view.players if not self.mine or player.seat == own)

    @cached_property
    def link(self) -> paper.PaperLink:
        return paper.PaperLink(for_others(self.request, reverse("game", args=[self.game.stream])))

    def games(self, shown: RoundView) -> tuple[paper.Seating, ...]:
        seated = [
            paper.Seating(table.number, self.people[table.seats[0]], self.people[table.seats[1]], self.link)
            for table in shown.tables
        ]
        return (*seated, paper.Seating(0, self.people[shown.bye])) if shown.bye else tuple(seated)


def bands(source: PaperSource) -> Iterator[paper.Sheet]:
    """The bands the reader may see, in two copies each [ST-BND-13]: one's own; everybody's after the reveal."""
    for player in source.owners:
        if isinstance(player.lists, SagaBand):
            yield _band(source, player.seat, player.lists)


def _band(source: PaperSource, seat: Seat, band: SagaBand) -> paper.BandSheet:
    """The band with the event's budget; a cost nobody has said yet is left to be written by hand [ST-BND-8]."""
    settings: SagaSettings = source.game.settings
    lines: dict[TroopClass, list[paper.BandLine]] = {troop: [] for troop in TroopClass}
    for priced in priced_lines(band, settings.band_rules()):
        line, points = priced.line, priced.points
        printed = "" if points is None else amount(points, language())
        lines[line.troop].append(paper.BandLine(line.name or word(line.troop), line.figures, printed))
    (warlord,) = lines[TroopClass.WARLORD] or [paper.BandLine(word(TroopClass.WARLORD), 1, "0")]
    return paper.BandSheet(
        event=source.event, person=source.people[seat], age=_band_title(band),
        budget=settings.budget, warlord=warlord, special=tuple(lines[TroopClass.SPECIAL]),
        hearthguards=tuple(lines[TroopClass.HEARTHGUARD]), warriors=tuple(lines[TroopClass.WARRIOR]),
        levies=tuple(lines[TroopClass.LEVY]), spells=band.spells, legendary_band=band.legendary_band,
        copies=settings.band_sheet_copies,
    )  # fmt: skip


def _band_title(band: SagaBand) -> str:
    return " · ".join(filter(None, (word(band.age) if band.age else "", band.faction)))


def records(source: PaperSource) -> Iterator[paper.Sheet]:
    """
    The Steamroller record sheets the reader may see: one's own, and all of them for officials [SR-SHEET-4].

    One's own comes twice: a player brings two copies of the lists it has [SR-DUTY-4].
    """
    visitor = source.game.visitor
    if not source.pages.has_record_sheets:
        return
    for player in source.owners:
        if visitor.official or player.seat == visitor.seat:
            yield from (_record(source, player.seat),) * (2 if source.mine else 1)


def _record(source: PaperSource, seat: Seat) -> paper.RecordPaper:
    sheet = source.game.seen(record_sheet, seat, source.game.visitor.seat)
    played = tuple(
        paper.RecordRow(
            paper.RoundOutcome(row.result),
            paper.PaperPerson(row.opponent, row.opponent_number) if row.opponent else None,
            SteamrollerWin(row.kind) if row.kind else None,
            row.points or 0,
            row.control_points or 0,
            row.destroyed or 0,
        )
        for row in sheet.rows
        if row.result
    )
    lists = tuple(
        paper.PaperList(
            army.faction,
            (*(paper.PaperListEntry(caster.name, 0) for caster in army.casters),
             *(paper.PaperListEntry(entry.name, entry.paid) for entry in army.entries)),
            army.contract,
            army.theme,
            army.tier or 0,  # type: ignore[arg-type]  # a tier is 1 to 4, as checked when the list came in
        )
        for army in sheet.lists
    )  # fmt: skip
    return paper.RecordPaper(
        event=source.event, player=source.people[seat], nickname=sheet.nickname, rounds=len(sheet.rows), played=played,
        lists=lists, lists_asked=source.pages.lists_asked(),
    )  # fmt: skip
