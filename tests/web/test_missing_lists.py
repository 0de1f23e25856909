"""One missing list does not stop the others: the round is published, and its table is marked."""

from __future__ import annotations

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.entries import CheckIn
from heraut.tournament.results import SettleResult
from heraut.tournament.saga.lists import HandInBand
from heraut.tournament.saga.scoring import SagaReport
from web.build import host, passer_by
from web.test_tournament import NAMES, ORGANISER, band, cup, phone, saga, say, text, view

pytestmark = [pytest.mark.django_db, pytest.mark.clause("ST-BND-15")]


def test_the_round_is_published_without_one_list_and_its_table_is_marked_until_it_comes():
    cup(saga())
    late = Seat("ana")
    for seat in NAMES:
        say(CheckIn(seat=ORGANISER, player=seat))
        if seat != late:
            say(HandInBand(seat=Seat(seat), band=band()))
    host().post("/g/cup/tournament/close")
    host().post("/g/cup/tournament/draft")

    assert "malgré 1 liste manquante" in text(host().get("/g/cup/"))
    host().post("/g/cup/send", {"type": "PublishRound", "confirm_missing_lists": "on"})

    assert view().stage == "playing"
    for looking in (host(), passer_by()):
        assert text(looking.get("/g/cup/")).count("liste manquante") == 1
    assert "Il manque votre bande" in text(phone(late).get("/g/cup/"))
    played = next(table for table in view().played[-1].tables if late in table.seats)
    report = SagaReport(dict(zip(played.seats, (12, 5), strict=True)))
    say(SettleResult(seat=ORGANISER, round=1, table=played.number, report=report))
    assert "Il manque votre bande" in text(phone(late).get("/g/cup/"))
    assert "Rien à faire" not in text(phone(late).get("/g/cup/"))
    say(HandInBand(seat=late, band=band()))
    assert "liste manquante" not in text(host().get("/g/cup/"))
    assert "Il manque votre bande" not in text(phone(late).get("/g/cup/"))


def test_everybody_who_is_registered_is_here_and_paired_with_one_button():
    cup(saga(lists_required=False))

    host().post("/g/cup/tournament/begin", {"command_id": "once"})
    host().post("/g/cup/tournament/begin", {"command_id": "once"})

    draft = view().draft
    assert draft is not None
    assert {player.status for player in view().players} == {"present"}
