"""What the papers of the day are filled from: the event as their reader sees it, its people with their arms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse

from heraut.kernel.names import Seat
from heraut.press import paper
from heraut.tournament.entries import PlayerView
from heraut.tournament.view import RoundView, View
from heraut.web.game import VisitedGame
from heraut.web.links import for_others
from heraut.web.pictures import granted
from heraut.web.request_data import query_of
from heraut.web.rooms.tournament.display import event_day, faction, last_round, playing_round


@dataclass(frozen=True)
class PaperSource:
    """What the sheets are filled from: the game as its reader sees it, and the address people reach."""

    request: HttpRequest
    game: VisitedGame

    @property
    def view(self) -> View:
        view: View = self.game.view
        return view

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
                self.game.names[player.seat], player.number, faction(self.game, player), player.club,
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


Fill = Callable[[PaperSource], Iterator[paper.Sheet]]
"""What fills a paper: its sheets, none while there is nothing on it."""
