"""No page of an event is heavy, whatever its size: under 100 kB without its pictures."""

from __future__ import annotations

import re

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.web.permissions import Role
from heraut.web.rooms.tournament.display import FEW
from web.build import holder, host, passer_by
from web.test_tournament import CUP, ORGANISER, cup, playing, saga, say, text, view

pytestmark = pytest.mark.django_db
LIMIT = 100_000
PATHS = (
    "", "log", "seats", "tournament/players", "tournament/players/p1", "tournament/standings", "tournament/rounds/1",
    "tournament/papers", "tournament/screen",
)  # fmt: skip


def heavy(*paths: str) -> list[tuple[str, str, int]]:
    """The pages above the limit, for the organiser, a player and a passer-by."""
    people = {
        "organiser": host(), "player": holder(Role.PLAYER, Seat("p1"), "Joueur 1", CUP), "passer-by": passer_by(),
    }  # fmt: skip
    weights = [
        (who, path, len(re.sub(r"<svg.*?</svg>", "", text(client.get(f"/g/cup/{path}")), flags=re.S).encode()))
        for who, client in people.items()
        for path in paths
    ]
    return [each for each in weights if each[2] > LIMIT]


@pytest.mark.parametrize("players", [FEW, FEW + 1, 220])
def test_no_page_of_a_large_event_is_heavy(players: int):
    names = {Seat(f"p{number}"): f"Emma-Charlotte de la Tour n° {number}" for number in range(1, players + 1)}
    cup(saga(players=names, lists_required=False))
    entering = heavy("", "seats", "tournament/players")
    for seat in names:
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    drafted = heavy("", "tournament/project")
    say(PublishRound(seat=ORGANISER))

    assert [*entering, *drafted, *heavy(*PATHS)] == []


def test_a_shield_is_drawn_once_and_pointed_at_again():
    playing()

    page = text(host().get("/g/cup/"))
    pointed_at = re.findall(r'<use href="#(arms-\w+)"', page)

    assert pointed_at
    assert all(page.count(f'id="{each}"') == 1 for each in pointed_at)


@pytest.mark.parametrize(
    ("place", "shown"), [(1, [1, 2, 3]), (4, [1, 2, 3, 4, 5, 6]), (20, [1, 2, 3, 18, 19, 20, 21, 22])]
)
def test_a_phone_shows_the_first_places_and_those_around_its_own(place: int, shown: list[int]):
    names = {Seat(f"p{number}"): f"Joueur {number}" for number in range(1, 27)}
    cup(saga(players=names, lists_required=False))
    for seat in names:
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))
    for table in view().played[0].tables:
        points = dict(zip(table.seats, (20 + table.number, table.number), strict=True))
        report = SagaReport(points, first_player=table.seats[0])
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    ranked = [row.id for row in view().standings]
    me = ranked[place - 1]

    page = text(holder(Role.PLAYER, me, names[me], CUP).get("/g/cup/"))

    table = page[page.index('<table class="standings">') :].split("</table>")[0]
    assert re.findall(r'<td class="name">(?:<span.*?</span> )?(Joueur \d+)</td>', table) == [
        names[ranked[each - 1]] for each in shown
    ]
