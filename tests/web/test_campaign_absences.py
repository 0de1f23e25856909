"""What is done for whoever does not answer, who plays for whom, and votes on a pause, as the pages tell them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from heraut.campaign import engine
from heraut.campaign.absence import CloseStep, PlayerReplaced
from heraut.campaign.sequence import SUBJECTS
from heraut.campaign.settings import CampaignPlayer
from heraut.kernel.message import Command, Tick
from heraut.kernel.names import CLOCK, LOCAL, ORGANISER, ActorId, Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.web.desk import desk
from heraut.web.game import new_id
from heraut.web.rooms.campaign.absences import BY_CODE
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, advance, let_bots_play, send, spaced, state, text, war

pytestmark = pytest.mark.django_db
CHLOE = Seat("chloe")


def told(client: Client) -> str:
    """What a page says, as one reads it."""
    return spaced(unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text(client)))))


def clauses(page: str, said: str) -> list[str]:
    """The clauses offered beside a sentence."""
    return re.findall(r'href="/why/([A-Z0-9-]+)', page.partition(said)[2].partition("</div></details>")[0])


def done(command: Command, at: int = 1) -> None:
    outcome = desk().submit(WAR, command, command_id=new_id(), actor=ActorId("test"), sender=LOCAL, at=Instant(at))
    assert not isinstance(outcome, Refusal)


def let_the_deadline_pass() -> None:
    done(Tick(seat=CLOCK, at=(due := due_now())), due)


def due_now() -> Instant:
    watch = state().people.watch
    assert watch is not None
    return Instant(watch.due + state().game.settings.grace)


@pytest.mark.clause("SC-GEN-9", "SC-ABS-9")
def test_every_answer_that_is_given_for_the_absent_has_its_sentence_and_its_clauses():
    asked = (question for subject in SUBJECTS for question in subject.questions)
    given = {question.code for question in asked if question.missing is not None}

    assert BY_CODE.keys() == given
    assert [row.code for row in BY_CODE.values() if not row.named] == []


@pytest.mark.clause("SC-GEN-9", "SC-ABS-4")
def test_a_player_reads_before_the_deadline_what_silence_means():
    war(deadlines={"initiative": 3600}, starting_pp=5)
    advance("campaign-bid")

    assert "Sans votre réponse à temps : mise de 0 PP" in told(player(ANA, WAR))
    assert clauses(text(player(ANA, WAR)), "mise de 0 PP") == ["SC-GEN-9"]
    send(player(ANA, WAR), type="PlaceBid", amount=1)
    assert "Sans votre réponse" not in told(player(ANA, WAR))
    assert "Sans votre réponse" not in told(passer_by())


@pytest.mark.clause("SC-ABS-4")
def test_where_the_organiser_decides_the_deadline_promises_nothing():
    war(deadlines={"initiative": 3600}, on_deadline="wait")
    advance("campaign-bid")

    assert "Si l’organisateur clôt l’étape sans votre réponse : mise de 0 PP" in told(player(ANA, WAR))


@pytest.mark.clause("SC-GEN-9", "SC-ABS-4")
def test_what_the_clock_did_is_told_to_the_absent_until_they_act_and_to_the_others_this_turn():
    war(deadlines={"initiative": 3600}, starting_pp=5)
    advance("campaign-bid")
    send(player(BEN, WAR), type="PlaceBid", amount=1)
    let_the_deadline_pass()

    assert re.search(r"Fait en votre absence \(délai passé, .*?\) : mise de 0 PP", told(player(ANA, WAR)))
    assert clauses(text(player(ANA, WAR)), "Fait en votre absence") == ["SC-GEN-9", "SC-ABS-4"]
    for client in (player(BEN, WAR), host(), passer_by()):
        assert "Fait à la place de Ana (délai passé" in told(client)
    advance("campaign-build")
    advance("campaign-bid")
    assert "Fait en votre absence" not in told(player(ANA, WAR))  # she has acted since
    assert "Fait à la place" not in told(player(BEN, WAR))


@pytest.mark.clause("SC-GEN-9")
def test_who_stays_away_for_several_turns_reads_all_of_it():
    war(turns=9)
    advance("campaign-bid")
    done(CloseStep(players=(ANA,)))
    turn = state().board.turn
    while state().board.turn == turn:
        for seat in (BEN, ANA):
            if seat in {one.seat for one in desk().awaits(WAR, ORGANISER)}:
                done(CloseStep(players=(seat,)))

    page = told(player(ANA, WAR))
    assert page.count("Fait en votre absence (étape close par l’organisateur") > 2
    assert "Fait à la place de Ben" not in page
    assert told(passer_by()).count("Fait à la place") == 1  # what ended the last turn


@pytest.mark.clause("SC-ABS-9", "SC-CBT-5")
def test_a_battle_nobody_reported_is_told_as_a_draw_to_both():
    war(turns=9)
    advance("campaign-result", "random", seed=5)
    done(CloseStep())

    for seat in (ANA, BEN):
        assert re.search(
            r"Fait en votre absence[^.]*: [^.]* : bataille à égalité, sans pertes", told(player(seat, WAR))
        )


@pytest.mark.clause("SC-GEN-9")
def test_the_organiser_reads_what_closing_the_step_gives():
    war()
    advance("campaign-build")
    page = told(host())

    assert "la réponse prévue est donnée et écrite au journal : aucune construction, même avec un brouillon" in page


@pytest.mark.clause("SC-ABS-6", "SC-LET-4")
def test_both_pages_say_who_plays_for_whom_and_one_button_takes_the_seat_back():
    war(starting_pp=5)
    advance("campaign-bid")
    ana, ben = player(ANA, WAR), player(BEN, WAR)
    ana.post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": "ben"})
    ben.post(f"/g/{WAR}/place", {"chair": "ana"})

    assert "Vous jouez pour Ana. Ses lettres ne sont pas montrées." in told(ben)
    assert "Laisser l’écran à Ben" not in told(ben)
    assert "Ben joue pour vous." in told(ana)
    form = re.search(r"<form[^>]*>(?:(?!</form>).)*Reprendre ma place", text(ana), re.DOTALL)
    assert form is not None
    fields = dict(re.findall(r'name="(type|player|stand_in)" value="(\w*)"', form[0]))
    assert fields == {"type": "NameStandIn", "player": "ana", "stand_in": ""}
    ana.post(f"/g/{WAR}/send", fields)
    assert "joue pour vous" not in told(ana)
    assert "Ana : plus personne ne joue à sa place." in told(ana)
    assert "Vous jouez pour Ana" not in told(ben)


@pytest.mark.clause("SC-ABS-6")
def test_a_bot_that_plays_for_somebody_is_named_on_their_page():
    war(starting_pp=5)
    advance("campaign-bid")
    ana = player(ANA, WAR)
    ana.post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": "bot:heuristic"})

    assert "L’automate prudent joue pour vous." in told(ana)
    assert "Sans votre réponse" not in told(ana)


@pytest.mark.clause("SC-ABS-7")
@pytest.mark.parametrize(("rule", "needed"), [("majority", 2), ("all", 3)])
def test_a_vote_is_told_at_the_top_with_how_many_it_takes(rule: str, needed: int):
    war(
        players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben"), CampaignPlayer(CHLOE, "Chloé")),
        pause_vote=rule,
    )
    assert "Vote pour une pause" not in told(player(BEN, WAR))
    player(ANA, WAR).post(f"/g/{WAR}/send", {"type": "VotePause", "pause": "on"})

    for client in (player(BEN, WAR), host(), passer_by()):
        assert f"Vote pour une pause : Ana. Voix : 1 sur les {needed} qu’il faut." in told(client)
    assert "Voter pour une pause" in told(player(BEN, WAR))
    assert "Voter pour une pause" not in told(passer_by())


@pytest.mark.clause("SC-ABS-7")
def test_a_seat_a_bot_fills_is_not_counted_in_a_vote():
    war(players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben"), CampaignPlayer(CHLOE, "Chloé")))
    ana = player(ANA, WAR)
    ana.post(f"/g/{WAR}/send", {"type": "VotePause", "pause": "on"})
    assert "1 sur les 2" in told(ana)
    player(BEN, WAR).post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ben", "stand_in": "bot:random"})

    assert "1 sur les 2" in told(ana)  # more than half of two is two
    assert state().people.paused is None


@pytest.mark.clause("SC-ABS-8")
def test_who_takes_over_a_bots_seat_plays_it_themselves():
    war(players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Automate", bot="random")), starting_pp=5)
    organiser = host()
    assert organiser.post(f"/g/{WAR}/campaign/replace", {"player": "ben", "name": "Hugo"}).status_code == 302
    let_bots_play()

    assert {one.seat for one in desk().awaits(WAR, None)} == {ANA, BEN}
    hugo = player(BEN, WAR)
    assert "Vos bandes de départ" in told(hugo)
    assert "Hugo prend pour de bon la place d’Automate, que jouait un automate." in told(hugo)
    organiser.post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ben", "stand_in": "bot:random"})
    let_bots_play()
    assert {one.seat for one in desk().awaits(WAR, None)} == {ANA}  # a bot may still stand in


@pytest.mark.clause("SC-ABS-8")
def test_a_bots_seat_that_was_renamed_under_older_rules_is_still_the_bots():
    war(players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Automate", bot="random")))

    assert engine.evolve(state(), PlayerReplaced(BEN, "Hugo", "Automate")).bots == {BEN: "random"}
    assert engine.evolve(state(), PlayerReplaced(BEN, "Hugo", "Automate", from_bot=True)).bots == {}
