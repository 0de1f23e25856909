"""A form that is refused comes back where it was sent from, with what was typed; forms sent twice count once."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.officials import Disqualify
from heraut.tournament.results import SettleResult
from heraut.tournament.saga.scoring import SagaReport
from heraut.web.desk import desk
from heraut.web.models import Link
from web.build import BEN, bid, host, laid_out, player, sale
from web.test_skirmish_pace import FIGHT, fight, forms, page, post
from web.test_tournament import CUP, ORGANISER, playing, say, view
from web.war import ANA, WAR, advance, filled_in, stand, war

pytestmark = pytest.mark.django_db
REASON = "Encore un lancer de dés"


def written(answer: Any) -> str:
    return laid_out(unescape(answer.content.decode()))


def test_a_second_disqualification_comes_back_on_the_page_of_the_player_with_its_reason():
    playing()
    say(Disqualify(seat=ORGANISER, player=Seat("ana"), reason="Triche"))
    sent = {"type": "Disqualify", "player": "ana", "reason": REASON}
    answer = host().post(f"/g/{CUP}/tournament/players/ana", sent)

    assert answer.status_code == 409
    assert f'action="/g/{CUP}/tournament/players/ana"' in written(answer)
    assert REASON in written(answer)


def test_an_invitation_without_a_name_keeps_the_role_that_was_chosen():
    sale()
    answer = host().post("/g/sale/seats/invite", {"label": " ", "role": "spectator"})

    assert answer.status_code == 400
    assert 'id="field-label-fault">Donnez un nom et un rôle' in written(answer)
    assert '<option value="spectator" selected' in written(answer)


def test_an_invitation_to_a_role_nobody_is_invited_to_keeps_the_name():
    sale()
    answer = host().post("/g/sale/seats/invite", {"label": "Farid", "role": "player"})

    assert answer.status_code == 400
    assert 'value="Farid"' in written(answer)
    assert not Link.objects.filter(label="Farid").exists()


def test_a_form_for_somebody_else_s_seat_comes_back_with_what_was_typed():
    sale()
    answer = bid(player(BEN), 7, seat="ana")

    assert answer.status_code == 403
    assert 'value="7"' in written(answer)


def test_a_deed_that_does_not_exist_rolls_none_of_the_dice_that_are_due():
    fight()
    master = host()
    post(master, "send", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    before = desk().history(FIGHT).sequence
    answer = master.post(f"/g/{FIGHT}/skirmish/at-once", {"type": "Strik"})

    assert answer.status_code == 400
    assert "Cette action n’existe pas ici" in written(answer)
    assert desk().history(FIGHT).sequence == before


def test_characters_left_to_heraut_without_saying_who_are_asked_for_in_a_whole_sentence():
    fight()
    answer = host().post(f"/g/{FIGHT}/send", {"type": "Entrust", "temperament": "bold"})

    assert answer.status_code == 409
    assert "Cela ne change rien pour personne. Choisissez" in written(answer)


def test_a_correction_that_is_refused_comes_back_with_what_was_typed():
    playing()
    table = view().played[0].tables[0]
    report = SagaReport({table.seats[0]: 20, table.seats[1]: 9}, first_player=table.seats[0])
    say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    answer = host().post(f"/g/{CUP}/tournament/rounds/1/tables/{table.number}", {"reason": REASON, "confirmed": "1"})

    assert answer.status_code == 409
    assert REASON in written(answer)


def again(answer: Any, kind: str) -> list[tuple[str, list[str]]]:
    """What the form of that command sends as it stands on the page."""
    found = next(sent for sent in filled_in(answer.content.decode()) if sent.get("type") == kind)
    return sorted((name, values) for name, values in found.lists() if name not in ("csrfmiddlewaretoken", "command_id"))


def test_a_refused_order_comes_back_as_it_was_written_also_without_scripts():
    war()
    advance("campaign-compose")
    ana = player(ANA, WAR)
    sent = dict(again(ana.get(f"/g/{WAR}/"), "ComposeBands"))
    sent |= {"lord-1": ['Isaut <la "Rousse">'], "band-1-hearthguards-4": ["9"], "band-2-levies-12": [""]}
    answer = ana.post(f"/g/{WAR}/campaign/order", sent)

    assert answer.status_code == 409
    assert again(answer, "ComposeBands") == sorted(sent.items())


def test_a_choice_and_a_box_come_back_as_they_were_in_the_one_form_that_was_sent():
    stand("upkeep", villages={"T02": "ana: 50> 2 2 lords 91"}, bands=["1 ana T02: 2 2 2"])
    ana = player(ANA, WAR)
    sent = dict(again(ana.get(f"/g/{WAR}/"), "DescribeLord")) | {"lord": ["91"], "name": ["Aude"], "experience": ["x"]}
    answer = ana.post(f"/g/{WAR}/send", sent)

    assert answer.status_code == 400
    assert again(answer, "DescribeLord") == sorted(sent.items())


def test_an_agreement_that_cannot_be_read_is_told_in_the_letter_box():
    war(letters="open")
    answer = player(ANA, WAR).post(f"/g/{WAR}/campaign/letters/telling", {"number": "x"})

    assert answer.status_code == 400
    assert f'action="/g/{WAR}/campaign/letters/write"' in written(answer)


def test_the_old_links_of_a_replaced_player_are_renewed_also_where_the_answer_is_a_page():
    war()
    ana = player(ANA, WAR)
    sent = {"player": "ana", "name": "Alix"}
    host().post(f"/g/{WAR}/campaign/replace", sent, headers={"HX-Request": "true"})

    assert ana.get(f"/g/{WAR}/campaign/letters").status_code != 200
    assert Link.objects.get(stream_id=WAR, seat="ana").label == "Alix"
