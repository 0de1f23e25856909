"""What the sheets are filled from: the game as its reader sees it, and the address people reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse

from heraut.kernel import Seat
from heraut.press import paper
from heraut.tournament.entries import PlayerView
from heraut.tournament.view import RoundView, View
from heraut.web.address import for_others
from heraut.web.arms import granted
from heraut.web.game import Game
from heraut.web.rooms.tournament.formats import Pages, pages_of
from heraut.web.says import moment


@dataclass(frozen=True)
class Desk:
    """What the sheets are filled from: the game as its reader sees it, and the address people reach."""

    request: HttpRequest
    game: Game

    @property
    def view(self) -> View:
        view: View = self.game.view
        return view

    @cached_property
    def pages(self) -> Pages:
        """What the papers ask of the format."""
        return pages_of(self.game)

    @property
    def event(self) -> paper.Occasion:
        day = moment(self.game.header.created)
        return paper.Occasion(self.game.header.title, "", f"{day:%d/%m/%Y}")

    @property
    def last(self) -> RoundView | None:
        return self.view.played[-1] if self.view.played else None

    @cached_property
    def people(self) -> Mapping[Seat, paper.Person]:
        """Everybody with the arms they have on screen."""
        arms = granted(self.game.people)
        return {
            player.seat: paper.Person(player.name, player.number, club=player.club, arms=arms.get(player.name))
            for player in self.view.players
        }

    def readers(self, players: tuple[PlayerView, ...]) -> tuple[PlayerView, ...]:
        """Everybody, or the reader alone where `?mine` asks for one's own."""
        mine = "mine" in self.request.GET
        return tuple(player for player in players if not mine or player.seat == self.game.visitor.seat)

    @cached_property
    def link(self) -> paper.Link:
        return paper.Link(for_others(self.request, reverse("game", args=[self.game.stream])))

    def games(self, shown: RoundView) -> tuple[paper.Seating, ...]:
        seated = [
            paper.Seating(table.number, self.people[table.seats[0]], self.people[table.seats[1]], self.link)
            for table in shown.tables
        ]
        return (*seated, paper.Seating(0, self.people[shown.bye])) if shown.bye else tuple(seated)


Fill = Callable[[Desk], Iterator[paper.Sheet]]
