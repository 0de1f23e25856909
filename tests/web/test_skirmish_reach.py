"""Nothing the skirmish engine can do is out of people's reach: a button says all of a command, or a form asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

import pytest
from django.http import QueryDict

from heraut.kernel.codec import from_plain
from heraut.kernel.message import Roll
from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce, AnnounceAll, GoOn
from heraut.skirmish.answers import Choose, Rule
from heraut.skirmish.ending import CallOff
from heraut.skirmish.engagement import Yield
from heraut.skirmish.fighter import ActionSlot, Dodged, Effect, LongAction, Moment, Out, Posture, Until
from heraut.skirmish.grips import Escape, Extract, Hurl, Release, Tighten
from heraut.skirmish.moves import TakePosture
from heraut.skirmish.orders import KeepOrdering
from heraut.skirmish.pace import PassOn
from heraut.skirmish.playing import RollAll
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.slots import Survive
from heraut.skirmish.standoff import BreakStare, Stare
from heraut.skirmish.state import Hold, Tactic, next_announcer, side_id
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import BeginFight, CloseSegment, Proceed
from heraut.skirmish.weapons import Draw, PickUp
from heraut.speech.sentences import LANGUAGES, Language, phrases
from heraut.web.commands import FILLED_IN, read_form
from heraut.web.rooms.skirmish.buttons import TAPS
from heraut.web.rooms.skirmish.command_forms import NAMED, DeedForm, form, listed
from heraut.web.rooms.skirmish.tracker import destination
from skirmish.build import ANA, Table, clash, man, quick, two

WHOLE = {
    BeginFight, PassOn, CallOff, Announce, GoOn, Choose, Draw, PickUp, Extract, Tighten, Hurl, Release,
    Escape, KeepOrdering, Stare, BreakStare, TakePosture, Survive, Yield, Uncover,
}  # fmt: skip
"""Commands of which the engine lists every way there is as legal: a button each says all of them."""
ON_THE_PAGE = {Roll, RollAll, Rule, AnnounceAll, CloseSegment, Proceed}
"""Dice, the number a game master is asked for, what is said for many: forms of the page itself."""
WRITTEN = {("BeginLong", "name"), ("Improvise", "name")}
"""What people put into words of their own."""


def test_every_command_has_a_button_that_says_all_of_it_or_a_form():
    wanted = set(get_args(engine.commands)) - ON_THE_PAGE

    assert wanted - {deed.kind for deed in NAMED.values()} == WHOLE
    assert set(TAPS) >= WHOLE


def before() -> Table:
    return Table(man("Ari", "one", seat=ANA), man("Bo", "two", count=2))


def led() -> Table:
    return clash(
        man("Ari", "one", traits=quick(20), seat=ANA), man("Man", "one", count=2, chief="Ari"), man("Bo", "two")
    )


def lost() -> Table:
    roster = (man("Ari", "one", chief="Old", traits=quick(20)), man("Old", "one"), man("Man", "one", chief="Old"))
    return clash(*roster, man("Bo", "two")).set("Old", out=Out.DEAD)


def effect(code: str, until: Until = Until.LIFTED, of: str = "Bo") -> Effect:
    return Effect(code=code, clause=ClauseId("SK-BAY-1"), since=Moment(1, 1), until=until, of=of)


def opening() -> Table:
    return two().with_state(step="opening")


def striking() -> Table:
    """The dice of a blow are due."""
    return two().send(Strike(seat=ORGANISER, who="Ari", target="Bo", weapon="sword"))


CASES: dict[str, tuple[Callable[[], Table], dict[str, str | list[str]]]] = {
    "Strike": (two, {"aim": "hand", "hand": "left", "height": "above", "behind": "on"}),
    "Charge": (lambda: two("shield", "sword"), {"weapon": "shield", "shield": "on", "height": "above"}),
    "Shoot": (lambda: two("bow"), {"distance": "37", "aim": "leg", "surface": "10", "crowd": "on", "seen": "on"}),
    "Prepare": (two, {"style": "acrobatic", "distance": "4"}),
    "Move": (opening, {"ground": "dense_crowd", "fast": "on", "trait": "agility"}),
    "Jump": (opening, {"acrobatic": "on", "dodge": "acrobatic"}),
    "BeginLong": (opening, {"name": "fouiller", "segments": "7"}),
    "Dodge": (opening, {"acrobatic": "on"}),
    "GetUp": (lambda: two().set("Ari", posture=Posture.PRONE), {}),
    "Disengage": (lambda: two().engage("Ari", "Bo"), {"acrobatic": "on"}),
    "Delay": (two, {"by": "2"}),
    "Defy": (lambda: two().set("Ari", effects=(effect("at-bay"),)), {"trait": "swords"}),
    "Order": (led, {"order": "tactics", "gain": "defence", "circumstances": ["sun", "unknown"], "plan": "3"}),
    "TakeOver": (lost, {"position": "height"}),
    "Display": (before, {"display": "carnyx", "bonus": "2"}),
    "TakeHead": (lambda: two().set("Bo", out=Out.DEAD, harmed_by=("Ari",)), {}),
    "Embalm": (lambda: two().set("Ari", heads=(TrophyHead(days=3),)), {}),
    "CallRoll": (two, {"trait": "vigilance", "difficulty": "12", "visibility": "poor", "distance": "30"}),
    "Startle": (two, {"difficulty": "20"}),
    "Surprise": (two, {"modifier": "-7"}),
    "FirstAid": (lambda: opening().set("Bo", effects=(effect("trunk-dying", Until.DEADLINE),)), {}),
    "Improvise": (two, {"name": "renverser la table", "attention": "limited", "trait": "strength", "swap": "on"}),
    "Burden": (two, {"dice": "1", "flat": "-2"}),
    "Lift": (lambda: two().set("Ari", effects=(effect("at-bay"),)), {"of": "Bo"}),
    "Mend": (lambda: two().set("Ari", wounds=2), {"wounds": "1"}),
    "StartFall": (two, {}),
    "EndLong": (lambda: two().set("Ari", long=LongAction("run", Moment(1, 1))), {"fatigue": "1"}),
    "PutAside": (two, {"how": "cut-off"}),
    "Frighten": (before, {"side": side_id("two"), "rear": ["Ari"], "bonus": "1"}),
    "Reorder": (lambda: before().begin(), {"order": ["Bo-2", "Ari", "Bo-1"]}),
    "Reroll": (two, {"fighters": ["Ari", "Bo"]}),
    "FaceOff": (two, {"who": "Ari", "target": "Bo", "weapon": "bow", "other_weapon": "javelin", "distance": "20"}),
    "HoldAtBay": (two, {"captor": "Ari", "captive": "Bo"}),
    "ChangeSituation": (lambda: led().with_state(tactics={"Ari": Tactic("attack", 2, ("Man-1",))}), {}),
    "Slow": (two, {"by": "0.5", "who": ""}),
    "EndFight": (two, {}),
    "SetRolls": (two, {"at_once": "on"}),
    "SetSegments": (two, {"one_by_one": "on"}),
    "SetReflex": (two, {"reflex": "never"}),
    "Entrust": (two, {"who": "", "side": side_id("two"), "temperament": "cowardly"}),
    "Override": (striking, {"number": "result", "value": "18"}),
}
"""A moment at which each form is given, and what is chosen on it beside what it proposes."""


def shown(table: Table, name: str, seat: Seat = ORGANISER, spoken: Language = "fr") -> DeedForm | None:
    """The form as that seat finds it on a page."""
    view, deed = engine.view(table.state, seat), NAMED[name]
    who = next(one for one in view.fighters if one.id == "Ari") if deed.of_one else None
    found = (one for _, group in listed(view, who, seat, spoken) for one in group)
    return next((one for one in found if one.deed is deed), None)


@pytest.mark.clause("SK-TER-13")
def test_the_bonus_of_songs_is_asked_of_the_game_master_alone():
    asked = [
        [field.name for field in form.fields] for seat in (ORGANISER, ANA) if (form := shown(before(), "Display", seat))
    ]

    assert asked == [["display", "bonus"], ["display"]]


def filled(form: DeedForm, chosen: dict[str, str | list[str]]) -> QueryDict:
    """What a browser would send: what the form proposes, and what was chosen."""
    sent = QueryDict(mutable=True)
    sent["who"] = "Ari"
    for field in form.fields:
        if field.kind == "several":
            sent.setlist(field.name, list(field.value))
        elif field.kind == "choice":
            values = [value for value, _ in field.choices]
            sent[field.name] = str(field.value) if str(field.value) in values else values[0]
        else:
            sent[field.name] = ("on" if field.value else "") if field.kind == "check" else str(field.value)
    for name, value in chosen.items():
        sent.setlist(name, value if isinstance(value, list) else [value])
    return sent


@pytest.mark.parametrize("name", NAMED)
def test_every_form_is_found_and_what_it_sends_counts(name: str):
    make, chosen = CASES[name]
    table = make()
    found = shown(table, name)
    assert found is not None
    offered = {field.name: {value for value, _ in field.choices} for field in found.fields if field.choices}
    for field, value in chosen.items():
        if field in offered:
            assert set(value if isinstance(value, list) else [value]) <= offered[field]
    plain = read_form(found.deed.kind, filled(found, chosen))

    command = from_plain({"seat": ORGANISER, **plain}, found.deed.kind, strict=False)
    outcome = engine.decide(table.state, command)

    assert not isinstance(outcome, Refusal), outcome


REFUSED: tuple[tuple[str, Callable[[], Table], dict[str, str]], ...] = (
    ("Delay", lambda: two().set("Ari", slots=(ActionSlot(5),)), {"by": "1"}),
    ("Dodge", lambda: opening().set("Ari", dodge=Dodged(12, False)), {}),
    ("Charge", lambda: two("shield", "sword").engage("Ari", "Bo"), {"weapon": "sword"}),
    ("Jump", lambda: opening().engage("Ari", "Bo"), {}),
    ("Jump", lambda: opening().set("Ari", posture=Posture.PRONE), {}),
    ("BeginLong", lambda: opening().engage("Ari", "Bo"), {"name": "fouiller"}),
    ("BeginLong", lambda: opening().set("Ari", rising=1), {"name": "fouiller"}),
    ("Move", lambda: opening().set("Ari", long=LongAction("run", Moment(1, 1))), {}),
    ("Move", lambda: two().set("Ari", rising=1), {}),
    ("Strike", lambda: two().set("Ari", effects=(effect("at-bay"),)), {}),
    ("Strike", lambda: two().set("Ari", posture=Posture.PRONE, rising=1), {}),
    ("GetUp", lambda: two().set("Ari", posture=Posture.PRONE, out=Out.UNCONSCIOUS), {}),
    ("GetUp", lambda: two().set("Ari", posture=Posture.PRONE, rising=1), {}),
    ("GetUp", lambda: fighting(posture=Posture.PRONE, dodge=Dodged(12, False)), {}),
    ("Disengage", lambda: fighting().with_state(holds=(Hold("Bo", "Ari", 12, 2),)), {}),
    ("Disengage", lambda: fighting(dodge=Dodged(12, False)), {}),
    ("Defy", lambda: two().set("Ari", effects=(effect("at-bay"), effect("cowed"))), {"trait": "swords"}),
)
"""A moment at which a form could only be refused."""


def fighting(**fields: object) -> Table:
    """Ari is in melee with Bo."""
    return two().engage("Ari", "Bo").set("Ari", **fields)


@pytest.mark.parametrize(("name", "make", "chosen"), REFUSED)
def test_no_form_is_offered_that_could_only_be_refused(name: str, make: Callable[[], Table], chosen: dict[str, str]):
    table = make()
    view = engine.view(table.state, ORGANISER)
    blank = form(NAMED[name], view, next(one for one in view.fighters if one.id == "Ari"), "fr")
    plain = read_form(NAMED[name].kind, filled(blank, chosen))

    outcome = engine.decide(table.state, from_plain({"seat": ORGANISER, **plain}, NAMED[name].kind, strict=False))

    assert isinstance(outcome, Refusal)
    assert shown(table, name) is None


def test_another_order_of_announcing_is_offered_until_somebody_has_announced():
    table = before().begin()
    assert shown(table, "Reorder") is not None
    first = next_announcer(table.state)
    assert first is not None

    assert shown(table.send(Announce(seat=ORGANISER, who=first.id, actions=1)), "Reorder") is None


def test_the_dead_are_not_among_those_one_may_tend():
    table = opening().set("Bo", effects=(effect("trunk-bleeding"),), out=Out.UNCONSCIOUS)
    assert shown(table, "FirstAid") is not None

    assert shown(table.set("Bo", out=Out.DEAD), "FirstAid") is None


@pytest.mark.clause("SK-PRI-4")
def test_whoever_is_out_by_a_simultaneous_blow_finds_the_forms_to_answer_it_and_no_others():
    table = two()
    standing = table.state
    assert shown(table.set("Ari", out=Out.UNCONSCIOUS), "Strike") is None
    table.with_state(exchanges={("Ari", "Bo"): standing})

    offered = [name for name in NAMED if NAMED[name].of_one and not NAMED[name].masters and shown(table, name)]
    assert offered == ["Strike", "Charge", "Shoot"]


@pytest.mark.parametrize("name", ["Strike", "Order", "Display"])
def test_a_player_finds_the_forms_of_his_own_character_and_none_of_the_game_masters(name: str):
    table = {"Order": led, "Display": before}.get(name, lambda: clash(man("Ari", "one", seat=ANA), man("Bo", "two")))()

    assert shown(table, name, ANA) is not None
    assert shown(table, "Burden", ANA) is None
    assert shown(table, "EndFight", ANA) is None


def texts(language: Language) -> Iterator[tuple[str, str, DeedForm]]:
    for name, (make, _) in CASES.items():
        found = shown(make(), name, spoken=language)
        assert found is not None
        yield language, name, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_has_its_label_and_is_chosen_where_it_can_be(language: Language):
    known = phrases(language)["fields"]
    for _, name, found in texts(language):
        fields = (*found.fields, *([found.places] if found.places else []))
        about = {"who"} if found.deed.of_one else set()
        assert {field.name for field in fields} | about == set(found.deed.kind.__struct_fields__) - set(FILLED_IN)
        for field in fields:
            assert field.label in (known.get(f"{name}.{field.name}"), known.get(field.name)), (name, field.name)
            if field.kind in ("text", "lines", "json"):
                assert (name, field.name) in WRITTEN


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_offered_is_named_and_never_a_code(language: Language):
    """People, sides and the numbers of the rules have their own names; every other value is said in words."""
    own = {"Ari", "Bo", "Bo-1", "Bo-2", "Man", "Man-1", "Man-2", "Old", "one", "two"}
    codes = {
        (name, field.name, value)
        for _, name, found in texts(language)
        for field in found.fields
        for value, label in field.choices
        if value and label == value and value not in own
    }
    words = phrases(language)["words"]

    assert {each for each in codes if each[2] not in words and f"skirmish:{each[2]}" not in words} == set()


def test_forms_of_one_name_are_made_for_whom_they_are_about():
    view = engine.view(two("bow").state, ORGANISER)
    archer = next(one for one in view.fighters if one.id == "Ari")

    weapons = next(field for field in form(NAMED["Shoot"], view, archer, "en").fields if field.name == "weapon")

    assert weapons.choices == (("bow", "bow"), ("javelin", "javelin"))
    assert weapons.value == "bow"


@pytest.mark.clause("SK-TURN-10")
@pytest.mark.parametrize(("hidden", "onward"), [(True, "au tour 2"), (False, "au segment 3")])
def test_going_on_is_said_to_lead_where_everybody_can_see_something_to_do(hidden: bool, onward: str):
    table = Table(man("Ari", "one"), man("Bo", "two", hidden=hidden)).begin().announce(Ari=0, Bo=1)

    assert destination(engine.view(table.state, ORGANISER)) == onward


@pytest.mark.parametrize("at_once", ["asked", "at_once"])
def test_the_form_of_the_pace_proposes_what_is_not_so_yet(at_once: str):
    view = engine.view(Table(man("Ari", "one"), man("Bo", "two"), rolls=at_once).state, ORGANISER)

    (rolls,) = form(NAMED["SetRolls"], view, None, "fr").fields
    (segments,) = form(NAMED["SetSegments"], view, None, "fr").fields

    assert (rolls.value, segments.value) == (at_once == "asked", True)


@pytest.mark.clause("SK-DOD-3", "SK-PRI-5")
def test_no_form_is_listed_that_would_be_refused_whatever_it_says():
    acting = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(rest=5).to(1)
    view = engine.view(acting.state, ORGANISER)

    own = {one.deed.name for _, forms in listed(view, view.fighters[0], ORGANISER, "fr") for one in forms}
    table = {one.deed.name for _, forms in listed(view, None, ORGANISER, "fr") for one in forms}

    assert (view.step, view.segment) == ("acting", 1)
    assert {"Strike", "Move"} <= own
    assert "Dodge" not in own
    assert "Slow" in table
    assert "Reroll" not in table
