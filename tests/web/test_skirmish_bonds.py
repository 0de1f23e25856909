"""What ties a character to others stands in his row, as far as the reader may know it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce, Announced
from heraut.skirmish.entrust import Weighed
from heraut.skirmish.fighter import Effect, Moment, Until
from heraut.skirmish.moves import Falling, Slow
from heraut.skirmish.sheet_text import duel_of_warriors
from heraut.skirmish.slots import BeginLong
from heraut.skirmish.state import Duel, FightStep, Hold, Stuck, Tactic
from heraut.skirmish.turn import BeginFight, CloseSegment, Proceed
from heraut.skirmish.view import FighterView, FightView
from heraut.speech.sentences import say_event
from heraut.web.desk import desk
from heraut.web.rooms.skirmish import command_choices
from heraut.web.rooms.skirmish.conditions import bonds, conditions
from heraut.web.sentences import room_words
from web.build import passer_by, player
from web.test_skirmish import FIGHT, fight, in_english, roll_all, send, text
from web.test_skirmish import told as buttons

pytestmark = pytest.mark.django_db
SPACE = "\N{NO-BREAK SPACE}"
ONE, OTHER = "Ambiorix", "Brennos"


def seen(viewer: Seat | None, **facts: object) -> FightView:
    state = engine.start(duel_of_warriors(), engine.rules)
    return replace(engine.view(state, viewer), **facts)


def told(view: FightView, who: str, **changes: object) -> list[str]:
    fighter: FighterView = next(one for one in view.fighters if one.id == who)
    found = bonds(view, replace(fighter, **changes), room_words("skirmish", "fr"))
    return [each.replace(SPACE, " ") for each in found]


@pytest.mark.clause("SK-MOV-7")
def test_everybody_sees_a_lowered_speed_as_soon_as_it_is_entered():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    send(Slow(by=Fraction(3, 2)))

    assert text(passer_by()).replace(SPACE, " ").count("vitesse réduite de 1½ m") == 2


def test_a_grip_and_a_duel_are_told_from_both_sides():
    view = seen(None, holds=(Hold(ONE, OTHER, 12, 2),), duel=Duel(ONE, OTHER, "sword", "spear", 2))

    assert told(view, ONE) == [f"tient {OTHER}", f"en duel avec {OTHER}"]
    assert told(view, OTHER) == [f"dans la prise d’{ONE}", f"en duel avec {ONE}"]


@pytest.mark.clause("SK-IMP-8")
def test_a_weapon_that_stayed_in_a_body_is_told_from_both_sides():
    view = seen(None, stuck=(Stuck(ONE, "javelin", OTHER),))

    assert told(view, ONE) == [f"javelot : reste dans le corps de {OTHER}"]
    assert told(view, OTHER) == ["dans le corps : javelot"]


@pytest.mark.clause("SK-CRI-9")
def test_first_aid_is_called_by_its_name():
    assert told(seen(None), ONE, long="first-aid") == ["action longue : premiers soins"]
    assert told(seen(None), ONE, long="first-aid", long_left=1) == ["action longue : premiers soins, encore 1 segment"]


@pytest.mark.clause("SK-LNG-4")
def test_a_lane_tells_passers_by_how_much_of_a_long_action_is_left():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    while (due := desk().awaits(FIGHT, ORGANISER)[0]).code == "skirmish-announce":
        send(Announce(seat=ORGANISER, who=str(due.subject), actions=0))
    send(BeginLong(seat=ORGANISER, who=ONE, name="Charger l'arbalète", segments=3))
    reader = passer_by()

    assert "action longue : Charger l'arbalète, encore 3 segments" in text(reader).replace(SPACE, " ")
    reader.post("/language", {"language": "en"})
    assert "long action: Charger l'arbalète, 3 more segments" in text(reader)


def next_turn() -> None:
    """To the announcements of the turn that follows; nobody loses anything."""
    turn = desk().state(FIGHT).turn
    while desk().state(FIGHT).turn == turn:
        send(Proceed() if desk().state(FIGHT).step is FightStep.OPENING else CloseSegment())
    roll_all()


@pytest.mark.clause("SK-LNG-1", "SK-LNG-2", "SK-LNG-4")
def test_whoever_goes_on_with_a_long_action_reads_on_the_button_how_much_of_it_is_left():
    fight(duel_of_warriors())
    send(BeginFight())
    roll_all()
    for who in (ONE, OTHER):
        send(Announce(seat=ORGANISER, who=who, actions=0))
    ana = player(Seat("ana"), FIGHT)
    begun = ana.post(f"/g/{FIGHT}/skirmish/do/BeginLong?who={ONE}", {"who": ONE, "name": "Grimper", "segments": "7"})
    assert begun.status_code == 302
    assert "action longue : Grimper, encore 7 segments" in text(ana).replace(SPACE, " ")
    next_turn()

    page = text(ana)
    assert buttons(page, "Poursuivre") == ["encore 2 segments"]
    assert buttons(page, "Cesser") == []
    assert buttons(text(in_english(ana)), "Continue") == ["2 more segments"]
    assert ana.post(f"/g/{FIGHT}/send", {"type": "GoOn", "who": ONE, "on": "on"}).status_code == 302
    send(Announce(seat=ORGANISER, who=OTHER, actions=0))
    for step in (Proceed(), CloseSegment(), Proceed()):
        send(step)
    assert "long action: Grimper, 1 more segment<" in text(ana)
    send(CloseSegment())
    assert "Ambiorix’s long action is over." in text(ana).replace("'", "’")
    assert "more segment" not in text(ana)


def test_tactics_are_told_of_the_men_they_help():
    view = seen(None, tactics=((ONE, Tactic("attack", 2, (OTHER,))),))

    assert told(view, ONE) == []
    assert told(view, OTHER) == [f"tactique d’{ONE} : attaque +2"]


def test_what_lies_on_the_ground_a_dodge_and_lost_command_are_told():
    view = seen(None)

    assert told(view, ONE, dropped=("sword",), dodged=True, uncommanded=True) == [
        "sans commandement, à reprendre en main", "à terre : épée", "a déjà esquivé",
    ]  # fmt: skip


def test_a_long_action_a_fall_and_getting_up_are_told_while_they_last():
    assert told(seen(None), ONE, long="Escalader", falling=2, rising=1) == [
        "action longue : Escalader", "en chute : 20 m, 15 m/s", "debout dans 1 segment",
    ]  # fmt: skip


def test_what_he_prepares_is_told_to_whoever_sees_his_sheet_only():
    own = next(one.own for one in seen(ORGANISER).fighters if one.id == ONE)
    assert own is not None
    full = replace(own, prepared="power", orders_spent=1, orders_needed=3, losses=1, survival_due=True)

    assert told(seen(ORGANISER), ONE, own=full) == [
        "prépare : coup en force", "ordre en cours : 1 / 3 actions", "actions à perdre : 1", "passera en survie",
    ]  # fmt: skip
    assert told(seen(None), ONE) == []


@pytest.mark.clause("SK-CHG-3")
def test_the_impetus_of_a_charge_is_told_with_whom_it_counts_against():
    clash = Effect(code="clash", clause=ClauseId("SK-CHG-2"), since=Moment(1, 1), until=Until.SEGMENT, flat=2, of=OTHER)
    view = seen(ORGANISER)
    fighter = next(one for one in view.fighters if one.id == ONE)
    own = replace(fighter.own, effects=(clash,))

    told = conditions(view, replace(fighter, own=own), room_words("skirmish", "fr"))

    assert told == (f"élan de la charge contre {OTHER} +2, jusqu’à la fin du segment",)


def test_whoever_fell_before_survival_mode_began_is_not_told_to_go_into_it():
    view = seen(ORGANISER)
    fighter = next(one for one in view.fighters if one.id == ONE)
    due = replace(fighter.own, survival_due=True)

    assert told(view, ONE, own=due) == ["passera en survie"]
    assert told(view, ONE, own=due, out="unconscious") == []


@pytest.mark.parametrize(("actions", "price"), [(0, "attendre"), (1, "segment 3"), (2, "segments 2 4, −1 dé")])
def test_the_price_of_an_announcement_counts_its_segments(actions: int, price: str):
    assert command_choices.price(Announce(seat=ORGANISER, who=ONE, actions=actions)) == price


def test_the_log_tells_only_what_there_is_to_tell():
    said = [
        say_event(event, "fr")
        for event in (
            Announced(who="Bo", actions=0, segments=()),
            Announced(who="Bo", actions=1, segments=(3,)),
            Weighed(who="Bo", why="why-hide"),
            Weighed(who="Bo", why="why-blow", chance=40),
            Falling(who="Bo", segments=2),
            Falling(who="Bo", segments=0),
        )
    ]

    assert [each.replace(SPACE, " ").replace("\u202f", " ") for each in said] == [
        "Bo : 0 action annoncée.",
        "Bo : 1 action annoncée (seg. 3).",
        "Héraut joue Bo : aucune action, pour mieux esquiver.",
        "Héraut joue Bo : le coup qui a le plus de chances de blesser (40 %).",
        "Bo tombe depuis 2 segments.",
        "La chute de Bo est finie.",
    ]


def test_several_are_called_by_their_names_though_one_of_them_has_his_name_for_an_id():
    event = Announced(who="Chef, man-1, man-2", actions=3, segments=(1, 3, 5))

    assert say_event(event, "en", {"man-1": "Man 1", "man-2": "Man 2"}).startswith("Chef, Man 1, Man 2: 3 actions")
