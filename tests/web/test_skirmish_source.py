"""The source read again sentence by sentence, at the page: what it says, and people once did not meet there."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, ClauseId
from heraut.rulesets.clauses import clauses
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.fighter import Effect, Moment, Motion, Out, Until
from heraut.skirmish.game_master import CallRoll, PutAside
from heraut.skirmish.improvise import Improvise
from heraut.skirmish.need import RulingNeed
from heraut.skirmish.orders import Order, OrderKind
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.slots import Delay, Survive
from heraut.skirmish.state import Duel
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import BeginFight, Proceed
from heraut.speech.sentences import LANGUAGES, Language
from heraut.web.rooms.skirmish.buttons import Tap
from heraut.web.rooms.skirmish.command_choices import price
from heraut.web.rooms.skirmish.command_forms import CELTIC, CLAUSES, NAMED, form, listed
from heraut.web.rooms.skirmish.conditions import care_words, effect_words
from heraut.web.rooms.skirmish.pages import WORDS, losing, question
from heraut.web.rooms.skirmish.tracker import Lane, clock, lanes, queue
from heraut.web.sentences import room_words
from skirmish.build import Table, clash, man, quick, strike, two
from web.build import host
from web.test_skirmish import fight, roll_all, send, text

SPACE = "\N{NO-BREAK SPACE}"


def offered(table: Table, name: str, field: str, spoken: Language = "fr") -> dict[str, str]:
    """What the form of a deed of Ari's offers for one of its fields."""
    view = engine.view(table.state, ORGANISER)
    who = next(one for one in view.fighters if one.id == "Ari")
    found = next(one for one in form(NAMED[name], view, who, spoken).fields if one.name == field)
    return dict(found.choices)


def row_of(table: Table, who: str) -> Lane:
    """His row of the tracker, as the game master reads it."""
    view = engine.view(table.state, ORGANISER)
    return next(row for row in lanes(view, (), "fr") if row.fighter.id == who)


@pytest.mark.clause("SK-PRI-4", "SK-TURN-9")
def test_whoever_a_simultaneous_blow_has_put_out_stands_first_until_he_has_answered_it():
    frail: dict[str, Any] = {"traits": quick(10), "wound_levels": 1}
    table = clash(man("Ari", "one", **frail), man("Bo", "two", **frail), man("Cy", "one"))
    table.send(strike("Ari", "Bo")).flat(6).choose("none").flat(6).flat(1)
    while table.need is not None:
        table.flat(1)
    view = engine.view(table.state, ORGANISER)
    buttons = tuple(Tap("", "Strike", who, "Ari", "blow", "", ()) for who in ("Bo", "Cy"))

    assert table.of("Bo").out is not None
    assert [one.fighter.id for one in lanes(view, buttons, "fr")] == ["Bo", "Cy", "Ari"]
    assert [one.id for one in losing(view)] == ["Bo", "Cy"]
    end = Tap("", "EndFight", "", "", "", "", ())
    assert (clock(view, (end,)).settled, clock(replace(view, actors=("Ari", "Cy")), (end,)).settled) == (None, end)


def plain(*said: str) -> list[str]:
    return [each.replace(SPACE, " ").replace("’", "'") for each in said]


def weighs(code: str, until: Until, *, of: str = "", limit: int = 0) -> Effect:
    return Effect(code=code, clause=ClauseId("SK-CRI-1"), since=Moment(1, 1), until=until, of=of, limit=limit)


# --- forms


@pytest.mark.clause("SK-PRE-5")
def test_a_shot_at_a_zone_is_offered_with_the_size_of_the_zone_and_a_blow_with_its_malus():
    shot, blow = offered(two("bow"), "Shoot", "aim"), offered(two(), "Strike", "aim")

    assert (shot["eye"], shot["head"], shot["torso"]) == ("œil (+20)", "tête (+10)", "torse (+5)")
    assert (blow["eye"], blow["head"], blow["torso"]) == ("œil (−20)", "tête (−15)", "torse (−5)")


@pytest.mark.clause("SK-SIZ-3", "SK-CRW-3")
def test_head_and_shoulders_in_a_crowd_can_be_chosen_between_the_sizes_of_the_table():
    sizes = offered(two("bow"), "Shoot", "surface")

    assert [sizes["10"], sizes["7"], sizes["5"], sizes["0"]] == ["chat (+10)", "+7", "loup (+5)", "humain (+0)"]
    assert [int(size) for size in sizes if size] == list(range(20, -16, -1))


@pytest.mark.clause("SK-TER-1")
def test_each_display_tells_its_difficulty_and_what_a_success_level_scores():
    told = offered(Table(man("Ari", "one"), man("Bo", "two")), "Display", "display")

    assert list(told.values()) == [
        "cri de guerre (difficulté 5, 1 point par niveau)",
        "carnyx (difficulté 10, 2 points par niveau)",
        "contorsions (difficulté 15, 3 points par niveau)",
    ]


@pytest.mark.clause("SK-CMD-10")
def test_where_a_chief_stands_tells_the_difficulty_and_not_a_bonus():
    men = two()

    assert list(offered(men, "TakeOver", "position").values()) == [
        "à la tête de ses hommes (10)", "sur une hauteur (15)", "derrière ses hommes (20)",
    ]  # fmt: skip


@pytest.mark.clause("SK-MOV-1")
def test_each_ground_tells_how_fast_one_walks_there():
    told = offered(two(), "Move", "ground")

    assert (told["flat"], told["rough"], told["stairs_up"], told["crouched"]) == (
        "terrain plat (4 m/s)", "terrain accidenté (2 m/s)", "escalier, montée (1,33 m/s)", "accroupi (1½ m/s)",
    )  # fmt: skip


@pytest.mark.clause("SK-TER-1", "SK-HED-1")
@pytest.mark.parametrize("celtic", [True, False])
def test_terror_and_heads_are_offered_in_the_celtic_setting_only(celtic: bool):
    table = Table(man("Ari", "one"), man("Bo", "two"), celtic=celtic)
    view = engine.view(table.state, ORGANISER)
    ari = next(one for one in view.fighters if one.id == "Ari")
    found = {one.deed.name for who in (ari, None) for _, group in listed(view, who, ORGANISER, "fr") for one in group}

    assert found & set(CELTIC) == ({"Display", "Frighten"} if celtic else set())


def test_every_rule_behind_a_field_is_a_rule_and_its_field_is_there():
    fields = {f"{deed.name}.{name}" for deed in NAMED.values() for name in deed.kind.__struct_fields__}

    assert {key for key in CLAUSES if key not in fields | {each.partition(".")[2] for each in fields}} == set()
    assert {clause for told in CLAUSES.values() for clause in told.split()} - clauses().keys() == set()


@pytest.mark.django_db
@pytest.mark.clause("SK-DBL-3", "SK-DRW-4")
def test_a_form_tells_the_rule_of_each_of_its_fields():
    fight(Table(man("Ari", "one"), man("Bo", "two")).settings)
    send(BeginFight())
    roll_all()
    for who in ("Ari", "Bo"):
        send(Announce(seat=ORGANISER, who=who, actions=5))
    send(Proceed())

    page = host().get("/g/combat/skirmish/do/Strike?who=Ari").content.decode()
    told = set(re.findall(r"/why/([A-Z0-9-]+)", page))

    assert told >= {"SK-STR-1", "SK-SPC-1", "SK-PRE-1", "SK-STR-4", "SK-DRW-2", "SK-DRW-4", "SK-DBL-3", "SK-TRP-1"}


# --- what the game master is asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.clause("SK-ACT-5", "SK-SUR-3", "SK-CMD-21")
def test_a_number_that_stands_for_words_is_asked_in_words(language: Language):
    asked = {
        code: question(RulingNeed(code=code, clause=ClauseId("SK-ACT-5"), offered=1, low=low, high=3), language)
        for code, low in (("skirmish-attention", 1), ("skirmish-freeze", 0), ("skirmish-galvanise-trait", 0))
    }
    words = {
        "fr": (["soutenue : une action déclarée", "non", "fureur guerrière"], "commandement"),
        "en": (["sustained: a declared action", "no", "warrior fury"], "command"),
    }[language]

    assert set(asked) == set(WORDS)
    assert (plain(*(one.choices[0][1] for one in asked.values())), asked["skirmish-galvanise-trait"].said) == words


@pytest.mark.django_db
@pytest.mark.clause("SK-ACT-5")
def test_the_game_master_reads_what_he_rules_on_and_chooses_in_words():
    fight(Table(man("Ari", "one"), man("Bo", "two"), rulings="ask").settings)
    send(BeginFight())
    roll_all()
    for who in ("Ari", "Bo"):
        send(Announce(seat=ORGANISER, who=who, actions=5))
    send(Proceed())
    send(Improvise(seat=ORGANISER, who="Ari", name="renverser la table"))

    page = text(host()).replace(SPACE, " ")

    assert "<b>Renverser la table</b>" in page
    assert '<option value="2">limitée : une action non déclarée</option>' in page


@pytest.mark.django_db
@pytest.mark.clause("SK-DICE-21")
def test_a_trait_the_sheet_does_not_give_is_asked_for_by_its_name():
    fight(Table(man("Ari", "one"), man("Bo", "two"), rulings="ask").settings)
    send(CallRoll(who="Ari", trait="riding", difficulty=10, innate=False))

    page = text(host())

    assert "<b>Équitation</b>" in page
    assert '<input type="number" name="value" value="2" min="1" max="30" inputmode="numeric">' in page


# --- rows of the tracker


@pytest.mark.clause("SK-MOV-2", "SK-STR-2")
def test_a_row_tells_how_fast_he_goes_and_what_is_in_his_hands():
    running = two("sword", "shield").set("Ari", motion=Motion(Fraction(15, 2), fast=True))

    assert "avance à 7½ m/s" in plain(*row_of(running, "Ari").conditions)
    assert row_of(running, "Ari").held == "épée, bouclier"


@pytest.mark.clause("SK-DUE-1")
def test_the_bonus_stared_out_of_an_opponent_is_told():
    duel = two().with_state(duel=Duel("Ari", "Bo", "bow", "bow", 20, bonus=3))

    assert plain(*row_of(duel, "Ari").conditions) == ["en duel avec Bo (ascendant +3)"]
    assert plain(*row_of(duel, "Bo").conditions) == ["en duel avec Ari"]


@pytest.mark.clause("SK-HED-1", "SK-HED-6")
def test_heads_at_a_belt_are_told_with_the_days_they_keep():
    table = two().set("Ari", heads=(TrophyHead(days=3), TrophyHead(days=-1), TrophyHead(days=None)))

    assert plain(*row_of(table, "Ari").conditions) == ["3 têtes à la ceinture (3 jours, gâtée, embaumée)"]


@pytest.mark.clause("SK-CMD-7")
def test_who_was_left_out_is_said_to_be_out_of_command_and_how_it_ends():
    table = two().set("Ari", uncommanded=True)

    assert plain(*row_of(table, "Ari").conditions) == ["sans commandement, à reprendre en main"]


# --- wounds


@pytest.mark.clause("SK-CRI-6")
def test_a_wounded_limb_is_told_with_its_side():
    told = [
        effect_words(weighs("leg-unusable", Until.RECOVERY, of=side, limit=1), room_words("skirmish", "fr"))
        for side in ("left", "right")
    ]

    assert plain(*told) == [
        "jambe inutilisable (à gauche), tant que dure plus de 1 blessure",
        "jambe inutilisable (à droite), tant que dure plus de 1 blessure",
    ]


@pytest.mark.clause("SK-BAY-1")
def test_who_is_held_at_bay_is_told_by_whom():
    table = two().set("Ari", effects=(weighs("at-bay", Until.LIFTED, of="Bo"),))

    assert plain(*row_of(table, "Ari").conditions) == [
        "maintenu en respect, jusqu'à ce que le meneur le lève",
        "sous la menace de Bo",
    ]


@pytest.mark.clause("SK-CRI-1", "SK-CRI-5")
@pytest.mark.parametrize(
    ("effect", "named", "care"),
    [
        (weighs("head-unconscious", Until.LIFTED, limit=4), "tête : sans connaissance, pour 4 heures", ""),
        (
            weighs("trunk-bleeding", Until.LIFTED),
            "tronc : sans connaissance, hémorragie, jusqu'à ce que le meneur le lève",
            "chaque heure : Endurance 15, ou une blessure de plus · soins : difficulté 20",
        ),
        (
            weighs("hand-crushed", Until.RECOVERY, of="left"),
            "main en danger d'amputation (à gauche), tant que durent ses blessures",
            "soins : difficulté 25",
        ),
    ],
)
def test_what_a_wound_still_asks_for_stands_in_the_report(effect: Effect, named: str, care: str):
    words = room_words("skirmish", "fr")

    assert plain(effect_words(effect, words), care_words(effect, words)) == [named, care]


# --- what a button costs, and what a blow has to beat


def cost(command: Command, table: Table) -> str:
    view = engine.view(table.state, ORGANISER)
    fighter = next(one for one in view.fighters if one.id == getattr(command, "who", ""))
    return plain(price(command, fighter))[0]


@pytest.mark.clause("SK-DLY-1", "SK-DLY-2")
def test_a_delay_tells_where_the_actions_go_and_which_are_lost():
    four = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Ari=4).to(1)
    one = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Ari=1).to(3)

    assert cost(Delay(seat=ORGANISER, who="Ari"), four) == "segments 2 3 5, 1 action perdue"
    assert cost(Delay(seat=ORGANISER, who="Ari"), one) == "segment 4"
    assert cost(Delay(seat=ORGANISER, who="Ari", by=3), one) == "1 action perdue"


@pytest.mark.clause("SK-SRV-2", "SK-SRV-4")
def test_survival_mode_tells_its_roll_and_its_price():
    assert cost(Survive(seat=ORGANISER, who="Ari"), two()) == "réaction 15, puis segments 1 2 3 4 5, −4 dés"


@pytest.mark.clause("SK-CMD-6", "SK-CMD-10")
def test_an_order_tells_its_difficulty_and_the_actions_it_takes():
    order = Order(seat=ORGANISER, who="Ari", order=OrderKind.HEARTEN, men=("1", "2", "3"), position="behind")

    assert cost(order, two()) == "difficulté 20, 2 actions"  # level 2 in command


@pytest.mark.clause("SK-ACT-3", "SK-TRP-1", "SK-CMD-20")
def test_the_usual_ways_of_the_source_are_buttons():
    opening = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(rest=5).to(1, acting=False)
    chief = Table(man("Ari", "one"), man("Man", "one", chief="Ari"), man("Bo", "two")).begin().announce().to(3)

    assert Dodge(seat=ORGANISER, who="Ari", swap=True) in set(engine.legal(opening.state, ORGANISER))
    blows = {one for one in engine.legal(two().state, ORGANISER) if isinstance(one, Strike) and one.style == "trip"}
    assert {(one.who, one.contest) for one in blows if one.who == "Ari"} == {("Ari", "agility"), ("Ari", "strength")}
    orders = [one for one in engine.legal(chief.state, ORGANISER) if isinstance(one, Order)]
    assert {one.gain for one in orders if one.order == "galvanise"} == {"fatigue", "wound"}


@pytest.mark.django_db
@pytest.mark.clause("SK-STR-1", "SK-ENG-2")
def test_who_may_dodge_reads_what_his_defence_is_made_of_and_that_a_melee_begins():
    fight(Table(man("Ari", "one"), man("Bo", "two", "sword", "shield")).settings)
    send(BeginFight())
    roll_all()
    for who in ("Ari", "Bo"):
        send(Announce(seat=ORGANISER, who=who, actions=5))
    send(Proceed())
    send(Strike(seat=ORGANISER, who="Ari", target="Bo", weapon="sword"))
    roll_all()

    page = text(host()).replace(SPACE, " ")

    assert "armes et bouclier <b>+5</b>" in page
    assert "Sans esquive réussie, le corps à corps est engagé" in page


@pytest.mark.django_db
@pytest.mark.clause("SK-STR-1")
def test_a_defence_below_nought_is_written_with_a_true_minus():
    fight(Table(man("Ari", "one"), man("Bo", "two")).settings)
    send(BeginFight())
    roll_all()
    for who in ("Ari", "Bo"):
        send(Announce(seat=ORGANISER, who=who, actions=5))
    send(PutAside(who="Bo", how="unaware"))
    send(Proceed())
    send(Strike(seat=ORGANISER, who="Ari", target="Bo", weapon="sword"))
    roll_all()

    page = text(host()).replace(SPACE, " ")

    assert "contre −10" in page
    assert "contre -10" not in page


@pytest.mark.clause("SK-DECL-3", "SK-DICE-22")
def test_the_dice_that_actions_lose_are_those_of_their_number_and_of_lost_levels():
    table = clash(man("Ari", "one", wound_penalties=(0, 1), fatigue_penalties=(2,)), man("Bo", "two"))
    table.set("Ari", effects=(replace(weighs("declared", Until.TURN), dice=1),))

    assert row_of(table, "Ari").malus == 1
    assert row_of(table.set("Ari", wounds=3, fatigue=1), "Ari").malus == 4


@pytest.mark.clause("SK-GEN-9")
def test_whoever_is_out_may_come_back_and_the_others_may_go():
    table = clash(man("Ari", "one"), man("Bo", "two"))

    assert set(offered(table, "PutAside", "how")) == {"gone", "unaware", "cut-off"}
    assert set(offered(table.set("Ari", out=Out.DEAD), "PutAside", "how")) == {"back"}


@pytest.mark.clause("SK-PRI-7", "SK-WPN-3", "SK-WPN-4")
def test_whoever_must_let_another_act_first_stands_behind_him_also_in_the_second_row():
    arms = {"Ari": ("spear", 5), "Bo": ("sword", 20), "Cy": ("harpoon", 6)}
    table = clash(*(man(id, id, weapon, traits=quick(level)) for id, (weapon, level) in arms.items()))

    assert [one.id for one in queue(engine.view(table.state, ORGANISER))] == ["Ari", "Cy", "Bo"]
