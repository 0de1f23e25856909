"""The fast way on the pages: a blow in one go with its card, announcements of many, undo by deed."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from django.test import Client
from msgspec.structs import replace

from heraut.kernel.journal import Header
from heraut.kernel.names import LOCAL, ORGANISER, ActorId, CommandId, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.answers import DiceRolled
from heraut.skirmish.game_master import PutAside
from heraut.skirmish.playing import RollAll
from heraut.skirmish.settings import Enlisted, FightOptions, Rolls, Rulings, Settings
from heraut.skirmish.sheet import Trait
from heraut.skirmish.sheet_text import samples
from heraut.skirmish.state import FightStep, side_id
from heraut.web.desk import desk, now, submit
from heraut.web.game import new_id
from heraut.web.models import Stream
from heraut.web.rooms.skirmish.bots import play
from web.build import host, laid_out, player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that fall the same each time."""
    dice = Random(3).randrange
    monkeypatch.setattr("heraut.web.rooms.skirmish.bots.randbelow", dice)


FIGHT = StreamId("combat")
BEN = Seat("ben")


def fight(*, men: int = 3, rolls: Rolls = Rolls.AT_ONCE, spies: int = 0) -> None:
    sheets = samples()
    slow = replace(sheets["celtic-warrior"], traits={**sheets["celtic-warrior"].traits, "reaction": Trait(1, 0)})
    settings = Settings(
        players={BEN: "Ben"},
        fighters=(
            Enlisted(id="Ambiorix", side="Éburons", seat=BEN, sheet=slow),
            Enlisted(id="Homme", side="Pillards", sheet=sheets["man-at-arms"], count=men),
            *(Enlisted(id=f"Espion{place}", side="Pillards", sheet=slow, hidden=True) for place in range(spies)),
        ),
        options=FightOptions(rulings=Rulings.SHEET, rolls=rolls),
    )
    header = desk().open(stream=FIGHT, engine="skirmish", title="Le gué", settings=settings, at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=FIGHT).update(public=True)


def heraut_plays() -> None:
    """All that is Héraut's to do, however long the machine takes."""
    while play(FIGHT, now()) is not None:
        pass


def page(client: Client) -> str:
    answer = client.get(f"/g/{FIGHT}/")
    assert answer.status_code == 200
    return laid_out(unescape(answer.content.decode())).replace("\u202f", " ").replace("\xa0", " ")


def forms(text: str, address: str, type: str) -> list[dict[str, list[str]]]:
    """What each form of the page that goes there would send for that command."""
    found = re.findall(rf'<form[^>]*action="/g/{FIGHT}/{address}"[^>]*>(.*?)</form>', text, flags=re.S)
    sent = []
    for form in found:
        fields: dict[str, list[str]] = {}
        for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
            fields.setdefault(name, []).append(value)
        sent.append(fields)
    return [fields for fields in sent if fields.get("type", [""]) == [type] or (not type and "type" not in fields)]


def post(client: Client, address: str, fields: dict[str, list[str]], **more: str) -> int:
    return int(client.post(f"/g/{FIGHT}/{address}", {**fields, **more}).status_code)


def to_blows() -> Client:
    """The fight at the actions of segment 3, everybody with one."""
    master = host()
    assert post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0]) == 302
    assert desk().state(FIGHT).step is FightStep.ANNOUNCING
    while desk().state(FIGHT).step is FightStep.ANNOUNCING:
        for client in (player(BEN, FIGHT), master):
            for form in forms(page(client), "send", "Announce"):
                if form.get("actions") == ["1"] and desk().state(FIGHT).step is FightStep.ANNOUNCING:
                    post(client, "send", form)
    while desk().state(FIGHT).segment < 3 or desk().state(FIGHT).step is FightStep.OPENING:
        text = page(master)
        assert post(master, "skirmish/at-once", forms(text, "skirmish/at-once", "PassOn")[0]) == 302
    return master


def blow(client: Client, target: str = "Ambiorix") -> dict[str, list[str]]:
    return next(
        form
        for form in forms(page(client), "skirmish/at-once", "Strike")
        if form["target"] == [target] and "style" not in form and "aim" not in form
    )


def struck(master: Client) -> None:
    """A man strikes until the blow is done: one tap, and Ben's choice if there is one."""
    assert post(master, "skirmish/at-once", blow(master)) == 302
    if desk().state(FIGHT).pending is not None:
        ben = player(BEN, FIGHT)
        choices = forms(page(ben), "skirmish/at-once", "Choose")
        assert post(ben, "skirmish/at-once", next(form for form in choices if form["option"] == ["none"])) == 302


def test_a_blow_is_one_tap_and_the_choice_of_whoever_may_dodge_with_the_odds_of_each():
    fight()
    master = to_blows()
    before = desk().history(FIGHT).sequence
    assert post(master, "skirmish/at-once", blow(master)) == 302

    assert desk().state(FIGHT).pending is not None  # not yet in melee, he may always step aside
    ben = player(BEN, FIGHT)
    text = page(ben)
    assert re.search(r"Homme \d attaque Ambiorix : \d+ contre \d+", text)
    assert re.search(r"Rien</span> <span class=\"skirmish-odds\">touché \d+\s%, blessé \d+\s%", text)
    assert re.search(r"Esquive</span> <span class=\"skirmish-odds\">touché \d+\s%, blessé \d+\s%, puis −1 dé", text)
    post(ben, "skirmish/at-once", forms(text, "skirmish/at-once", "Choose")[0])
    assert desk().state(FIGHT).pending is None
    assert desk().history(FIGHT).sequence == before + 2


@pytest.mark.clause("SK-TRP-4")
def test_whoever_may_dodge_a_trip_reads_what_it_is_and_how_likely_he_falls():
    fight()
    master = to_blows()
    trips = (form for form in forms(page(master), "skirmish/at-once", "Strike") if form.get("contest") == ["strength"])
    assert post(master, "skirmish/at-once", next(trips)) == 302

    text = page(player(BEN, FIGHT))

    assert re.search(r"Homme \d attaque Ambiorix : \d+ contre \d+ · faire tomber, de force", text)
    assert re.search(r"Homme \d · Faire tomber, de force", text)  # the card
    assert re.search(r"Rien</span> <span class=\"skirmish-odds\">touché \d+ %, à terre \d+ %", text)
    assert re.search(r"Mode survie</span> <span class=\"skirmish-odds\">réaction 15, puis segments 1 2 3 4 5", text)


def test_before_the_actions_a_player_is_not_told_that_it_is_his_turn_to_act():
    fight()
    master = to_blows()
    post(master, "skirmish/undo", forms(page(master), "skirmish/undo", "")[0])
    assert desk().state(FIGHT).step is FightStep.OPENING
    ben = player(BEN, FIGHT)

    assert "Avant les actions : Ambiorix" in page(ben)
    assert 'class="skirmish-lead skirmish-calm"' in page(ben)
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "PassOn")[0])
    assert "À vous : Ambiorix" in page(ben)


def test_a_fight_in_which_one_side_is_left_may_be_ended_where_one_looks():
    fight()
    master = to_blows()
    assert "Il ne reste que" not in page(master)
    gone = PutAside(who="Ambiorix", how="gone")
    submit(FIGHT, gone, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)

    text = page(master)

    assert "Il ne reste que le camp Pillards : le combat peut finir." in text
    assert "Il ne reste que" not in page(player(BEN, FIGHT))
    ends = forms(text, "skirmish/at-once", "EndFight")
    assert len(ends) == 1
    assert post(master, "skirmish/at-once", ends[0]) == 302
    assert desk().state(FIGHT).step is FightStep.OVER


def test_the_card_shows_every_die_and_sum_to_whoever_looks_on():
    fight()
    master = to_blows()
    struck(master)
    since = [deed for deed in desk().history(FIGHT).live() if deed.seat != "fate"][-2:]
    thrown = [event for deed in since for event in deed.events if isinstance(event, DiceRolled)]
    assert thrown
    for client in (master, player(BEN, FIGHT)):
        card = page(client).split('<section class="skirmish-card')[1].split("</section>")[0]
        for roll in (one for one in thrown if one.roll == "attack"):
            assert "".join(f'<i class="die">{face}</i>' for face in roll.faces) in card.replace("> <", "><")
            assert f"= <b>{roll.total}</b>" in card
        assert re.search(r"<b> *(Touché|Manqué) *</b>", card)


def test_nobody_brings_dice_of_their_own_and_a_blow_sent_twice_counts_once():
    fight()
    master = to_blows()
    sent = blow(master)
    forged = {**sent, "answers": ['[["Faces", [6, 6, 6]]]']}
    assert post(master, "skirmish/at-once", forged) == 302
    before = desk().history(FIGHT).sequence
    assert post(master, "skirmish/at-once", forged) == 302  # the same id: it is known, though its dice would differ
    assert desk().history(FIGHT).sequence == before
    body = {"type": "RollAll", "command": None, "answers": [["Faces", [1]]]}
    answer = master.post(f"/api/streams/{FIGHT}/commands", body, content_type="application/json")
    assert answer.status_code in (200, 409)  # whatever is due, the dice are ours
    told = [event for deed in desk().history(FIGHT).live() for event in deed.events if isinstance(event, DiceRolled)]
    assert (1,) not in [event.faces for event in told if event.roll == "attack"]


def test_undo_steps_back_deed_by_deed_as_often_as_wanted():
    fight()
    master = to_blows()
    states = [desk().state(FIGHT)]
    for _ in range(2):
        struck(master)
        states.append(desk().state(FIGHT))
    for wanted in (states[1], states[0]):
        form = forms(page(master), "skirmish/undo", "")[0]
        assert post(master, "skirmish/undo", form) == 302
        assert desk().state(FIGHT) == wanted
        assert post(master, "skirmish/undo", form) == 409  # the same button once more: it was another deed
        assert desk().state(FIGHT) == wanted


def test_going_back_names_what_is_taken_back_and_takes_it_back():
    fight()
    master = to_blows()
    wanted = desk().state(FIGHT)
    for _ in range(2):
        struck(master)
    text = laid_out(unescape(master.get(f"/g/{FIGHT}/skirmish/back").content.decode()))
    numbers = [int(number) for number in re.findall(r'href="\?entry=(\d+)"', text)]
    assert numbers == sorted(numbers, reverse=True)
    confirm = laid_out(unescape(master.get(f"/g/{FIGHT}/skirmish/back?entry={numbers[1]}").content.decode()))
    assert "Ces 2 actions seront annulées" in confirm
    last = re.search(r'name="last" value="(\d+)"', confirm)
    assert last is not None
    sent = {"entry": str(numbers[1]), "last": last[1]}
    assert master.post(f"/g/{FIGHT}/skirmish/back", sent).status_code == 302
    assert desk().state(FIGHT) == wanted
    assert player(BEN, FIGHT).get(f"/g/{FIGHT}/skirmish/back").status_code == 403


def test_closing_a_segment_names_the_actions_that_would_be_lost():
    fight()
    master = to_blows()
    text = page(master)
    assert "ferait perdre 4 actions" in text
    assert "<b>Ambiorix, Homme 1, Homme 2, Homme 3</b>" in text
    old = forms(text, "skirmish/at-once", "PassOn")[0]
    assert sorted(old["losing"]) == ["Ambiorix", "Homme-1", "Homme-2", "Homme-3"]
    assert post(master, "skirmish/at-once", {**old, "losing": ["Homme-1"]}, command_id=new_id()) == 409
    assert post(master, "skirmish/at-once", old) == 302
    state = desk().state(FIGHT)
    assert (state.turn, state.step) == (2, FightStep.ANNOUNCING)  # nobody has anything to do in segments 4 and 5
    assert "Le temps passe jusqu’à la fin du segment 5 : personne n’a d’action." in page(master)
    post(master, "skirmish/undo", forms(page(master), "skirmish/undo", "")[0])
    step = forms(page(master), "skirmish/at-once", "CloseSegment")[0]
    assert post(master, "skirmish/at-once", step) == 302
    assert (desk().state(FIGHT).turn, desk().state(FIGHT).segment) == (1, 4)
    assert "ferait perdre" not in page(master)


def test_a_turn_of_eleven_with_nothing_happening_is_three_taps_and_as_many_steps_back():
    fight(men=10)
    master, ben = host(), player(BEN, FIGHT)
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    for turn in (1, 2):
        before = desk().state(FIGHT)
        groups = forms(page(master), "send", "AnnounceAll")
        assert post(master, "send", max(groups, key=lambda form: len(form["fighters"])), actions="0") == 302
        assert re.search(r"Homme \d+, Homme \d+.* : 0 action (annoncée|prévue)", page(master))
        post(ben, "send", {"type": ["AnnounceAll"], "fighters": ["Ambiorix"], "actions": ["0"]})
        text = page(master)
        assert 'Continuer</span> <span class="skirmish-odds">au tour' in text
        assert post(master, "skirmish/at-once", forms(text, "skirmish/at-once", "PassOn")[0]) == 302
        assert desk().state(FIGHT).turn == turn + 1
    for _ in range(3):
        assert post(master, "skirmish/undo", forms(page(master), "skirmish/undo", "")[0]) == 302
    assert desk().state(FIGHT) == before


def test_heraut_passes_its_own_segments_with_the_masters_tap_and_leaves_him_the_end_of_the_turn():
    fight(men=2)
    master, ben = host(), player(BEN, FIGHT)
    post(master, "send", forms(page(master), "send", "Entrust")[0], side=side_id("Pillards"), temperament="cowardly")
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    for turn in range(1, 4):
        post(ben, "send", {"type": ["AnnounceAll"], "fighters": ["Ambiorix"], "actions": ["0"]})
        heraut_plays()
        assert desk().state(FIGHT).segment == 1
        taps = 0
        while desk().state(FIGHT).turn == turn:
            post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "PassOn")[0])
            heraut_plays()
            taps += 1
        assert taps <= 2
    text = page(master)
    assert "3 tours sans un coup : plus personne ne frappe." in text
    assert post(master, "skirmish/at-once", forms(text, "skirmish/at-once", "CallOff")[0]) == 302
    assert desk().state(FIGHT).step is FightStep.OVER
    assert "Le combat s’arrête sans vainqueur : 3 tours sans un coup." in page(ben)


def test_a_turn_of_herauts_own_who_fight_is_two_taps():
    fight(men=4)
    master, ben = host(), player(BEN, FIGHT)
    post(master, "send", forms(page(master), "send", "Entrust")[0], side=side_id("Pillards"), temperament="bold")
    post(ben, "send", forms(page(ben), "send", "SetReflex")[0], reflex="never")
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    post(ben, "send", {"type": ["AnnounceAll"], "fighters": ["Ambiorix"], "actions": ["0"]})
    heraut_plays()
    taps = 0
    while desk().state(FIGHT).turn == 1:
        text = page(master)
        assert "Héraut joue ses personnages" not in text
        post(master, "skirmish/at-once", forms(text, "skirmish/at-once", "PassOn")[0])
        heraut_plays()
        taps += 1
    assert desk().state(FIGHT).last_blow == 1
    assert taps <= 2


def test_a_segment_is_not_closed_over_what_heraut_is_about_to_do():
    fight(men=2)
    master, ben = host(), player(BEN, FIGHT)
    post(master, "send", forms(page(master), "send", "Entrust")[0], side=side_id("Pillards"), temperament="bold")
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    post(ben, "send", {"type": ["AnnounceAll"], "fighters": ["Ambiorix"], "actions": ["0"]})
    heraut_plays()
    while desk().state(FIGHT).step is not FightStep.ACTING:
        post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "PassOn")[0])
    text = page(master)
    assert "Héraut joue ses personnages…" in text
    assert "ferait perdre" in text


def test_a_player_leaves_his_character_to_heraut_and_takes_him_back():
    fight()
    master, ben = host(), player(BEN, FIGHT)
    form = forms(page(ben), "send", "Entrust")[0]
    assert form["who"] == ["Ambiorix"]
    assert post(ben, "send", form, temperament="careful") == 302
    assert "aux mains de Héraut : prudent" in page(ben)
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    post(master, "send", {"type": ["AnnounceAll"], "fighters": ["Homme-1", "Homme-2", "Homme-3"], "actions": ["0"]})
    heraut_plays()
    assert desk().state(FIGHT).fighters["Ambiorix"].declared is not None
    assert "Héraut joue Ambiorix" in page(ben)
    assert post(ben, "send", forms(page(ben), "send", "Entrust")[0]) == 302
    assert desk().state(FIGHT).fighters["Ambiorix"].entrusted is None
    assert "Héraut ne joue plus Ambiorix." in page(ben)


def test_the_tables_screen_shows_the_card_of_the_last_roll():
    fight()
    master = to_blows()
    struck(master)
    text = laid_out(unescape(master.get(f"/g/{FIGHT}/skirmish/screen").content.decode()))
    card = text.split('<section class="skirmish-card')[1].split("</section>")[0]
    assert '<i class="die">' in card
    assert re.search(r"<b> *(Touché|Manqué) *</b>", card)


def test_a_turn_of_eleven_is_opened_with_three_taps_by_real_dice_or_drawn():
    fight(men=11, rolls=Rolls.ASKED)
    master = host()
    assert post(master, "send", forms(page(master), "send", "BeginFight")[0]) == 302
    assert post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "")[0]) == 302
    groups = forms(page(master), "send", "AnnounceAll")
    assert groups[0]["fighters"] == [f"Homme-{number}" for number in range(1, 12)]
    assert post(master, "send", groups[0], actions="2") == 302
    ben = player(BEN, FIGHT)
    if desk().state(FIGHT).step is FightStep.ANNOUNCING:
        post(ben, "send", next(f for f in forms(page(ben), "send", "Announce") if f["actions"] == ["1"]))

    state = desk().state(FIGHT)
    assert (state.step, state.segment) == (FightStep.OPENING, 1)
    assert {one.declared for one in state.fighters.values() if one.seat == ORGANISER} == {2}
    assert forms(page(ben), "send", "AnnounceAll") == []


def test_the_table_may_choose_its_pace_and_a_player_may_not():
    fight(rolls=Rolls.ASKED)
    master, ben = host(), player(BEN, FIGHT)
    assert "Cadence : un jet à la fois" in page(master)
    assert "Cadence" not in page(ben)
    assert post(master, "send", forms(page(master), "send", "SetRolls")[0]) == 302
    assert desk().state(FIGHT).rolls_at_once
    assert "Cadence : Héraut lance tous les dés" in page(master)
    refused = submit(FIGHT, RollAll(seat=BEN), command_id=CommandId(new_id()), actor=ActorId("ben"), sender=LOCAL)
    assert isinstance(refused, Refusal)


@pytest.mark.clause("SK-TURN-10")
def test_the_master_goes_one_segment_at_a_time_where_somebody_hidden_would_be_passed_over():
    fight(men=1, spies=1)
    master, ben = host(), player(BEN, FIGHT)
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    for client, who, actions in ((master, "Espion0", "2"), (ben, "Ambiorix", "1"), (master, "Homme", "1")):
        post(client, "send", {"type": ["AnnounceAll"], "fighters": [who], "actions": [actions]})
    text = page(master)
    assert "Dès le segment 2, quelqu’un de caché a quelque chose à faire : Espion0." in text
    assert forms(text, "skirmish/at-once", "PassOn")[0]["losing"] == ["Espion0"]  # to give it up
    assert re.search(r'class="action"\s+data-key="Enter">\s*<span>Avancer d’un seul segment', text)
    assert "caché" not in page(ben)
    assert "Espion" not in page(ben)
    for segment, kind in ((1, "Proceed"), (1, "CloseSegment"), (2, "Proceed")):
        assert desk().state(FIGHT).segment == segment
        assert post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", kind)[0]) == 302
    text = page(master)  # at his actions: to close the segment he must be named
    assert "ferait perdre une action" in text
    assert post(master, "skirmish/at-once", forms(text, "skirmish/at-once", "PassOn")[0]) == 302
    assert desk().state(FIGHT).segment == 3


@pytest.mark.clause("SK-TURN-10")
def test_a_table_goes_on_segment_by_segment_from_its_opening_or_from_any_moment_and_heraut_leaves_it_to_the_master():
    fight(men=1, spies=1)
    master, ben = host(), player(BEN, FIGHT)
    post(master, "send", forms(page(master), "send", "SetSegments")[0])
    assert "Le temps avance segment par segment : oui." in page(ben)
    assert "SetSegments" not in page(ben)
    post(master, "send", forms(page(master), "send", "Entrust")[0], side=side_id("Pillards"), temperament="cowardly")
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    post(ben, "send", {"type": ["AnnounceAll"], "fighters": ["Ambiorix"], "actions": ["0"]})
    heraut_plays()
    for segment in range(1, 6):
        for step in (FightStep.OPENING, FightStep.ACTING):
            assert (desk().state(FIGHT).segment, desk().state(FIGHT).step) == (segment, step)
            assert post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "PassOn")[0]) == 302
            heraut_plays()
    assert desk().state(FIGHT).turn == 2
    opening = unescape(master.get("/new/skirmish/").content.decode())
    assert 'name="segments" value="one_by_one"' in opening
    opened = master.post("/new/skirmish/", {"fight": "ambush", "segments": "one_by_one"})["Location"].split("/")[2]
    assert desk().state(StreamId(opened)).stops_everywhere


def test_a_side_left_to_heraut_plays_by_itself_deed_by_deed_and_tells_the_master_why():
    fight(men=4)
    master = host()
    side = next(form for form in forms(page(master), "send", "Entrust") if form["side"] == [side_id("Pillards")])
    assert post(master, "send", side, temperament="bold") == 302
    assert "aux mains de Héraut : hardi" in page(master)
    assert post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0]) == 302
    assert forms(page(master), "send", "AnnounceAll") == []  # nobody is left to announce for
    ben = player(BEN, FIGHT)
    for _ in range(40):
        heraut_plays()
        state = desk().state(FIGHT)
        if state.step is FightStep.ACTING and any(one.wounds or one.fatigue for one in state.fighters.values()):
            break
        if state.pending is not None:
            choices = forms(page(ben), "skirmish/at-once", "Choose")
            post(ben, "skirmish/at-once", next(form for form in choices if form["option"] == ["none"]))
        elif state.step is FightStep.ANNOUNCING:
            post(ben, "send", next(f for f in forms(page(ben), "send", "Announce") if f["actions"] == ["0"]))
        else:
            text = page(master)
            post(master, "skirmish/at-once", forms(text, "skirmish/at-once", "PassOn")[0])
    assert desk().state(FIGHT).fighters["Ambiorix"].wounds
    assert re.search(r"Héraut joue Homme \d : .* \(\d+ %\)", page(master))
    assert "Héraut joue" not in page(ben)


def test_what_the_master_takes_back_from_heraut_is_not_done_again_until_he_says_so():
    fight(men=2)
    master = host()
    post(master, "send", forms(page(master), "send", "Entrust")[0], side=side_id("Pillards"), temperament="bold")
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    ben = player(BEN, FIGHT)
    post(ben, "send", next(form for form in forms(page(ben), "send", "Announce") if form["actions"] == ["0"]))
    heraut_plays()
    done = desk().state(FIGHT)
    assert done.step is FightStep.OPENING  # Héraut has announced for both
    post(master, "skirmish/undo", forms(page(master), "skirmish/undo", "")[0])
    taken_back = desk().state(FIGHT)
    assert taken_back.step is FightStep.ANNOUNCING
    assert play(FIGHT, now()) is None
    assert desk().state(FIGHT) == taken_back
    assert "Laisser Héraut reprendre" in page(master)
    assert post(master, "skirmish/let-play", {}) == 302
    assert desk().state(FIGHT) == done


def test_a_player_says_once_what_to_do_about_blows_and_is_asked_no_more():
    fight()
    master, ben = to_blows(), player(BEN, FIGHT)
    order = forms(page(ben), "send", "SetReflex")
    assert [form["who"] for form in order] == [["Ambiorix"]]
    assert forms(page(master), "send", "SetReflex") == []
    assert post(ben, "send", order[0], reflex="never") == 302
    assert re.search(r'value="never" aria-pressed="true"', page(ben))
    before = desk().history(FIGHT).sequence
    assert post(master, "skirmish/at-once", blow(master)) == 302
    assert desk().history(FIGHT).sequence == before + 1
    assert desk().state(FIGHT).pending is None


@pytest.mark.parametrize(("rolls", "buttons"), [(Rolls.AT_ONCE, 3), (Rolls.ASKED, 1)])
def test_where_all_is_rolled_at_once_each_target_has_its_button(rolls: Rolls, buttons: int):
    fight(rolls=rolls)
    state_of_blows(rolls)
    lead = page(player(BEN, FIGHT)).split('class="skirmish-lead')[1].split("</section>")[0]
    strike = lead.split('data-of="1"')[1].split('data-of="2"')[0]
    shown = [go for go in re.findall(r'<div class="skirmish-go"[^>]*>', strike) if "hidden" not in go]
    assert len(shown) == buttons


def state_of_blows(rolls: Rolls) -> None:
    """Ben is the only one with an action."""
    master = host()
    post(master, "send", {"type": ["BeginFight"]})
    post(master, "skirmish/at-once", {})
    post(player(BEN, FIGHT), "send", {"type": ["AnnounceAll"], "fighters": ["Ambiorix"], "actions": ["5"]})
    post(master, "send", {"type": ["AnnounceAll"], "fighters": ["Homme-1", "Homme-2", "Homme-3"], "actions": ["0"]})
    post(master, "send", {"type": ["Proceed"]})
    assert (desk().state(FIGHT).step, desk().state(FIGHT).rolls_at_once) == (FightStep.ACTING, rolls is Rolls.AT_ONCE)
