"""A form counts for the moment its page showed, and for no other."""

from __future__ import annotations

import re
from html import unescape

import pytest

from heraut.kernel import ORGANISER
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.web.desk import desk
from web.test_tournament import CUP, phone, playing, say, text, view

pytestmark = pytest.mark.django_db


def report_form(page: str) -> dict[str, str]:
    """What the phone's report would send as it stands."""
    inside = re.search(r'<form class="offer" method="post" action="/g/cup/tournament/report".*?</form>', page, re.S)
    assert inside is not None
    found = re.findall(r'<input[^>]*name="([^"]+)"(?:[^>]*value="([^"]*)")?', inside.group())
    return {name: unescape(value) for name, value in found}


def next_round() -> None:
    for table in view().played[-1].tables:
        one, two = table.seats
        points = SagaReport({one: 20, two: 3})
        say(SettleResult(seat=ORGANISER, round=len(view().played), table=table.number, report=points))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))


def filled_in(form: dict[str, str]) -> dict[str, str]:
    return {name: value or "7" for name, value in form.items()}


def test_a_report_of_the_first_round_sent_in_the_second_is_refused_and_explained():
    playing()
    seat = view().played[-1].tables[0].seats[0]
    client = phone(seat)
    form = filled_in(report_form(text(client.get("/g/cup/"))))
    next_round()
    before = desk().history(CUP).sequence

    answer = client.post("/g/cup/tournament/report", form)

    assert answer.status_code == 409
    assert "un autre moment" in text(answer)
    assert desk().history(CUP).sequence == before


def test_the_same_form_counts_in_its_own_round():
    playing()
    seat = view().played[-1].tables[0].seats[0]
    client = phone(seat)
    form = filled_in(report_form(text(client.get("/g/cup/"))))
    before = desk().history(CUP).sequence

    assert client.post("/g/cup/tournament/report", form).status_code == 302
    assert desk().history(CUP).sequence == before + 1
