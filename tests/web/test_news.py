"""A published round shows itself on open pages: each is told what it may see, and the rest is asked for in turn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from heraut.journal.log import version_of
from heraut.kernel.names import OFFICIALS, Seat
from heraut.tournament.entries import CheckIn, CloseRegistration, Drop
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.web.desk import desk
from heraut.web.game import VisitedGame
from heraut.web.models import Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.views import live
from web.build import SALE, bid, laid_out, player, sale
from web.test_tournament import CUP, NAMES, ORGANISER, cup, phone, playing, saga, say, text, view

pytestmark = pytest.mark.django_db
ANA, BEN, CHLOE, DAVID = NAMES


def told(seat: Seat | None, after: int, spoken: str = "fr") -> dict[str, Any]:
    """What the open page of that seat is told of all that came after this entry."""
    role = Role(seat) if seat in OFFICIALS else Role.PLAYER if seat else Role.SPECTATOR
    history, visitor = desk().history(CUP), Visitor(role, seat)
    game = VisitedGame(Stream.objects.get(pk=CUP), history, visitor, (visitor,))
    message = live._told(live.Look(history, ""), version_of(history, seat), game, after, spoken)
    found: dict[str, Any] = json.loads(message.removeprefix(b"event: changed\ndata: "))
    return found


def before_the_round() -> int:
    """How many entries there were when the first round was published."""
    playing()
    return desk().history(CUP).sequence - 1


def table_of(seat: Seat) -> tuple[int, str]:
    table = next(table for table in view().played[0].tables if seat in table.seats)
    return table.number, next(NAMES[each] for each in table.seats if each != seat)


@pytest.mark.parametrize("seat", NAMES)
def test_a_phone_is_told_its_own_table_and_opponent(seat: Seat):
    shown = told(seat, before_the_round())["now"]
    number, opponent = table_of(seat)

    assert f"<b>{number}</b>" in shown
    assert f"contre <b>{opponent}</b>" in shown
    assert [name for name in NAMES.values() if f"<b>{name}</b>" in shown] == [opponent]


def test_in_the_language_of_the_page():
    shown = told(ANA, before_the_round(), "en")["now"]

    assert "against <b>" in shown
    assert "Round 1" in shown


def test_a_passer_by_is_told_the_tables():
    shown = told(None, before_the_round())["now"]

    assert [name for name in NAMES.values() if name not in shown] == []
    assert "Ronde 1" in shown


def test_officials_are_told_to_ask_at_once():
    assert set(told(ORGANISER, before_the_round())) == {"version"}


def test_whoever_sits_out_is_told_so():
    cup(saga(players={ANA: "Ana", BEN: "Ben", CHLOE: "Chloé"}, lists_required=False))
    for seat in (ANA, BEN, CHLOE):
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    before = desk().history(CUP).sequence
    say(PublishRound(seat=ORGANISER))
    bye = view().played[0].bye

    assert "Pas de partie cette ronde" in told(bye, before)["now"]


def test_a_page_of_nobody_in_the_round_is_told_nothing_but_that_there_are_news():
    playing()
    say(Drop(seat=ORGANISER, player=ANA))
    before = desk().history(CUP).sequence
    for table in view().played[0].tables:
        report = SagaReport({table.seats[0]: 20, table.seats[1]: 9}, first_player=table.seats[0])
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER, confirm_rematches=True))

    assert "now" not in told(ANA, before)


def test_a_result_is_asked_for_at_once_by_its_table_and_in_turn_by_all_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("heraut.web.broadcast.waiting", lambda _stream: 1000)
    before_the_round()
    before = desk().history(CUP).sequence
    one = view().played[0].tables[0]
    report = SagaReport({one.seats[0]: 20, one.seats[1]: 9}, first_player=one.seats[0])
    say(SettleResult(seat=ORGANISER, round=1, table=one.number, report=report))
    others = [seat for seat in NAMES if seat not in one.seats]

    assert [set(told(seat, before)) for seat in one.seats] == [{"version"}] * 2
    assert [told(seat, before)["within"] for seat in (*others, None)] == [30.0] * 3


def test_what_is_shown_at_once_is_what_the_page_itself_shows():
    before = before_the_round()
    page, shown = text(phone(ANA).get("/g/cup/")), laid_out(told(ANA, before)["now"])
    section = shown[shown.index('<section class="where">') : shown.index("</section>")]

    assert section in page


def test_a_page_that_only_hears_the_version_asks_at_once():
    """Other games know no turns: their pages ask as soon as they hear."""
    sale()
    bid(player(ANA), 3)
    history, visitor = desk().history(SALE), Visitor(Role.SPECTATOR, None)
    game = VisitedGame(Stream.objects.get(pk=SALE), history, visitor, (visitor,))

    assert live._told(live.Look(history, ""), "v", game, 0, "fr") == b'event: changed\ndata: {"version":"v"}\n\n'
