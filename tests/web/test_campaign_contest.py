"""A result that is contested: the proposal is kept, what is wrong is marked, the organiser is told."""

from __future__ import annotations

import re

import pytest

from heraut.web.desk import desk
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, send, spaced, stand, state, text

pytestmark = pytest.mark.django_db

FIGHT = {"control": {"T13": "ana"}, "bands": ["1 ana T13: 2 4", "2 ben T13 from T14: 6"]}
PROPOSED = {"left-10": 5, "left-11": 16, "left-20": 0}


@pytest.fixture
def contested() -> None:
    """Ana says that Ben's unit is gone; Ben says it is not, nor did Ana win."""
    stand("combats", **FIGHT)
    assert send(player(ANA, WAR), type="ProposeResult", territory="T13", winners="ana", **PROPOSED) == 302
    page = text(player(BEN, WAR))
    assert re.findall(r'name="units" value="(\d+)"', page) == ["10", "11", "20"]
    assert send(player(BEN, WAR), type="RejectResult", territory="T13", winners="on", units="20") == 302


@pytest.mark.clause("SC-SEQ-13")
@pytest.mark.usefixtures("contested")
def test_the_proposal_is_kept_with_what_is_marked():
    page = text(player(ANA, WAR))

    assert re.findall(r'name="left-(\d+)" min="0" max="\d+" value="(\d+)"', page) == [
        ("10", "5"), ("11", "16"), ("20", "0"),
    ]  # fmt: skip
    assert 'name="winners" value="ana" checked' in page
    assert len(re.findall(r'class="campaign-left contested"', page)) == 1
    assert len(re.findall(r'class="check contested"', page)) == 2
    assert "Ben conteste ce résultat" in page
    assert 'data-tally=""' in page  # what a device remembers is no longer what is proposed
    contest = desk().history(WAR).engine.view(state(), None).combats[0].contest
    assert (contest.seat, contest.winners, contest.units) == (BEN, True, (20,))


def test_units_of_one_kind_are_told_apart():
    stand("combats", **FIGHT)

    rows = re.findall(r'class="campaign-left">\s*<span>([^<]*)</span>', text(player(ANA, WAR)))
    assert rows == ["gardes 1", "gardes 2", "gardes"]


@pytest.mark.usefixtures("contested")
def test_the_organiser_is_told_and_a_passer_by_is_not_asked():
    told = "Pierres des Géants : Ben conteste le résultat proposé"

    assert told in spaced(text(host()))
    assert told not in spaced(text(passer_by()))
    assert "Ben conteste le résultat (le vainqueur, 1 unité)" in spaced(text(passer_by()))


@pytest.mark.usefixtures("contested")
def test_a_new_proposal_takes_the_place_of_the_contested_one():
    assert (
        send(player(BEN, WAR), type="ProposeResult", territory="T13", winners="ben", **PROPOSED | {"left-20": 9}) == 302
    )

    assert desk().history(WAR).engine.view(state(), None).combats[0].contest is None
    assert "conteste ce résultat. Corrigez" not in text(player(ANA, WAR))


@pytest.mark.clause("SC-CBT-5")
def test_only_what_has_fought_can_be_contested():
    stand("combats", **FIGHT)
    send(player(ANA, WAR), type="ProposeResult", territory="T13", winners="ana", **PROPOSED)

    assert send(player(BEN, WAR), type="RejectResult", territory="T13", units="99") == 409
    assert send(player(BEN, WAR), type="RejectResult", territory="T13", lords="7") == 409


@pytest.mark.clause("SC-CBT-6", "SC-SEQ-13")
def test_who_proposed_a_result_sees_it_and_may_take_it_back_to_correct_it():
    stand("combats", **FIGHT)
    send(player(ANA, WAR), type="ProposeResult", territory="T13", winners="ana", **PROPOSED)
    page = spaced(text(player(ANA, WAR)))
    assert "gardes : 5 sur 8" in page
    assert "Ce résultat attend encore : Ben." in re.sub(r"\s+", " ", page)
    assert 'value="ConfirmResult"' not in page
    assert send(player(ANA, WAR), type="RejectResult", territory="T13") == 302

    assert "Vous contestez ce résultat. Corrigez-le" in text(player(ANA, WAR))
    assert "Ana conteste ce résultat. Voyez ensemble ce qui est faux" in text(player(BEN, WAR))
    assert 'name="left-10" min="0" max="8" value="5"' in text(player(ANA, WAR))


@pytest.mark.clause("HOUSE-PHASE-1")
def test_a_result_is_confirmed_only_by_who_has_seen_it():
    stand("combats", **FIGHT)
    send(player(ANA, WAR), type="ProposeResult", territory="T13", winners="ana", **PROPOSED)
    seen = re.findall(r'name="moment" value="([^"]+)"', text(player(BEN, WAR)))[0]
    send(player(ANA, WAR), type="RejectResult", territory="T13")
    send(player(ANA, WAR), type="ProposeResult", territory="T13", winners="ana", **PROPOSED | {"left-10": 8})

    assert send(player(BEN, WAR), type="ConfirmResult", territory="T13", moment=seen) == 409
    now = re.findall(r'name="moment" value="([^"]+)"', text(player(BEN, WAR)))[0]
    assert send(player(BEN, WAR), type="ConfirmResult", territory="T13", moment=now) == 302
