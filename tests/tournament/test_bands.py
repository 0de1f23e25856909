from fractions import Fraction

import pytest

from heraut.kernel.refusal import Reason, Refusal
from heraut.tournament.saga.band_text import price_text, read_band
from heraut.tournament.saga.bands import (
    Age,
    FiguresLine,
    Priced,
    SagaBand,
    SagaBandRules,
    TroopClass,
    ages_of_group,
    check_band,
    write_band,
)

WARLORD = FiguresLine(TroopClass.WARLORD, 1)


def band(*lines, age=Age.VIKINGS, **more):
    return SagaBand((WARLORD, *lines), age, **more)


def costs(text, rules=None, age=Age.VIKINGS):
    priced = price_text(text, rules or SagaBandRules(), age=age)
    assert isinstance(priced, Priced), priced
    return [(line.line.troop.value, line.line.figures, line.points) for line in priced.lines]


def codes(outcome):
    assert isinstance(outcome, Refusal), outcome
    return [fault.code for fault in outcome.all()]


def warnings(outcome):
    assert isinstance(outcome, Priced), outcome
    return [warning.code for warning in outcome.warnings]


@pytest.mark.clause("ST-BND-6", "ST-BND-2")
@pytest.mark.parametrize(
    "text",
    [
        "Un Seigneur, 8 Gardes, 24 Guerriers et 12 Levées",
        "un seigneur ; 8 GARDES ; vingt-quatre guerriers ; douze levees",
        "Warlord, 8 hearthguards, twenty-four warriors and 12 levies",
        "- 12 Levées\n- 8 Gardes\n- Un Seigneur\n- 16 Guerriers\n- 8 Guerriers",
        "Seigneur, Gardes : 8, Guerriers x24, 12 x Levées",
        "1 Seigneur + 8 Gardes (2 pts) + 24 Guerriers (3 pts) + 12 Levées (1 pt).",
    ],
)
def test_the_guides_list_costs_six_points_however_it_is_written(text):
    assert sorted(costs(text)) == [("hearthguard", 8, 2), ("levy", 12, 1), ("warlord", 1, 0), ("warrior", 24, 3)]


@pytest.mark.clause("ST-BND-2")
@pytest.mark.parametrize(
    ("troop", "figures"), [(TroopClass.HEARTHGUARD, 4), (TroopClass.WARRIOR, 8), (TroopClass.LEVY, 12)]
)
def test_a_point_buys_four_eight_or_twelve(troop, figures):
    assert check_band(band(FiguresLine(troop, figures)), SagaBandRules()).points == 1
    assert codes(check_band(band(FiguresLine(troop, figures - 1)), SagaBandRules())) == ["saga-band-line-not-whole"]


@pytest.mark.clause("ST-BND-3")
@pytest.mark.parametrize("leaders", [0, 2])
def test_a_band_has_exactly_one_warlord(leaders):
    outcome = check_band(
        SagaBand((FiguresLine(TroopClass.WARLORD, leaders), FiguresLine(TroopClass.WARRIOR, 48)), Age.VIKINGS),
        SagaBandRules(),
    )

    assert outcome == Refusal("ST-BND-3", "saga-band-warlords", asked=leaders, allowed=1)


@pytest.mark.clause("ST-BND-4")
def test_twenty_warriors_need_a_special_line_worth_half_a_point():
    engine = FiguresLine(TroopClass.SPECIAL, 1, "machine de guerre", Fraction(1, 2))

    assert codes(check_band(band(FiguresLine(TroopClass.WARRIOR, 20)), SagaBandRules())) == ["saga-band-line-not-whole"]
    assert check_band(band(FiguresLine(TroopClass.WARRIOR, 20), engine), SagaBandRules()).points == 3


@pytest.mark.clause("ST-BND-4")
def test_beside_a_special_line_the_total_must_still_be_whole():
    elephants = FiguresLine(TroopClass.SPECIAL, 1, "éléphant", Fraction(1))

    assert codes(check_band(band(FiguresLine(TroopClass.WARRIOR, 20), elephants), SagaBandRules())) == [
        "saga-band-total-not-whole"
    ]
    assert codes(check_band(band(FiguresLine(TroopClass.WARRIOR, 22), elephants), SagaBandRules())) == [
        "saga-band-line-not-whole"
    ]


@pytest.mark.clause("ST-BND-4")
def test_with_partial_points_any_fraction_is_accepted():
    assert check_band(band(FiguresLine(TroopClass.LEVY, 4)), SagaBandRules(partial_points=True)).points == Fraction(
        1, 3
    )


@pytest.mark.clause("ST-BND-5", "ST-BND-1")
def test_above_the_budget_is_refused_and_below_it_is_only_a_warning():
    assert codes(check_band(band(FiguresLine(TroopClass.WARRIOR, 56)), SagaBandRules())) == ["saga-band-over-budget"]
    assert warnings(check_band(band(FiguresLine(TroopClass.WARRIOR, 48)), SagaBandRules())) == []
    assert warnings(check_band(band(FiguresLine(TroopClass.WARRIOR, 40)), SagaBandRules())) == [
        "saga-band-under-budget"
    ]
    assert warnings(check_band(band(FiguresLine(TroopClass.WARRIOR, 8)), SagaBandRules(budget=1))) == []


@pytest.mark.clause("ST-BND-7", "ST-BND-8")
def test_special_lines_are_named_with_their_figures_and_declare_their_cost():
    text = "Un Seigneur, 2 Eléphant (2 pts), 4 Chars légers (1 point), 16 Guerriers, 12 Levées"

    assert costs(text) == [
        ("warlord", 1, 0), ("special", 2, 2), ("special", 4, 1), ("warrior", 16, 2), ("levy", 12, 1),
    ]  # fmt: skip


GUIDES_MODEL = "Un Seigneur, 2 Éléphants, 4 Chars légers, 16 Guerriers, 12 Levées"


@pytest.mark.clause("ST-BND-7", "ST-BND-8")
def test_the_guides_model_list_is_read_and_its_unknown_costs_are_asked_for():
    outcome = price_text(GUIDES_MODEL, SagaBandRules(), age=Age.HANNIBAL)

    assert costs(GUIDES_MODEL) == [
        ("warlord", 1, 0), ("special", 2, None), ("special", 4, None), ("warrior", 16, 2), ("levy", 12, 1),
    ]  # fmt: skip
    assert outcome.points == 3
    assert outcome.warnings == (
        Reason("ST-BND-8", "saga-band-special-cost-missing", {"name": "Éléphants", "left": 3}),
        Reason("ST-BND-8", "saga-band-special-cost-missing", {"name": "Chars légers", "left": 3}),
    )


@pytest.mark.clause("ST-BND-5", "ST-BND-8")
def test_what_is_known_of_a_list_may_not_exceed_the_budget_even_while_a_cost_is_missing():
    assert codes(price_text("Seigneur, 1 char, 56 guerriers", SagaBandRules())) == ["saga-band-over-budget"]


@pytest.mark.clause("ST-BND-10", "ST-BND-12")
def test_spells_and_a_legendary_band_given_beside_the_text_count_with_it():
    text, rules = "Seigneur, 48 guerriers\nSortilèges : Brume", SagaBandRules(legendary_bands=True)

    assert codes(price_text("Seigneur, 48 guerriers", rules, age=Age.VIKINGS, spells=("Brume",))) == [
        "saga-band-spells"
    ]
    assert price_text(text, rules, age=Age.VIKINGS, spells=("Tempête",)).asked == ("Brume", "Tempête")
    assert codes(price_text("Seigneur, 48 guerriers", SagaBandRules(), age=Age.MAGIC, legendary_band="Ost")) == [
        "saga-band-legendary-band"
    ]
    assert warnings(price_text("Seigneur, 48 guerriers", rules, age=Age.MAGIC, spells=("Brume",))) == []


@pytest.mark.clause("ST-BND-8")
def test_the_organisers_table_gives_known_special_costs_per_figure():
    rules = SagaBandRules(special_costs={"Éléphants": Fraction(1)})

    assert costs("Seigneur, 2 éléphants, 32 guerriers", rules)[1] == ("special", 2, 2)


@pytest.mark.clause("ST-BND-8")
@pytest.mark.parametrize("cost", [Fraction(1, 3), Fraction(-1)])
def test_a_special_line_costs_points_or_half_points(cost):
    assert codes(check_band(band(FiguresLine(TroopClass.SPECIAL, 1, "char", cost)), SagaBandRules())) == [
        "saga-band-special-cost"
    ]


@pytest.mark.clause("ST-BND-7")
def test_a_special_line_without_a_name_is_refused():
    assert codes(check_band(band(FiguresLine(TroopClass.SPECIAL, 2, "", Fraction(1))), SagaBandRules())) == [
        "saga-band-special-unnamed"
    ]


@pytest.mark.clause("ST-BND-6")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Un Seigneur, 2 points de Gardes", "saga-band-points-written"),
        ("Un Seigneur, 2 unités de 8 Guerriers", "saga-band-units-written"),
        ("Un Seigneur, 3 x 8 Guerriers", "saga-band-units-written"),
        ("Un Seigneur, Guerriers", "saga-band-number-missing"),
        ("Un Seigneur, 99999999999 Guerriers", "saga-band-number-long"),
        ("Un Seigneur, 8", "saga-band-name-missing"),
        ("", "saga-band-empty"),
    ],
)
def test_a_list_states_figures_per_class_and_nothing_else(text, code):
    assert codes(price_text(text, SagaBandRules())) == [code]


@pytest.mark.clause("ST-BND-6")
def test_every_typo_is_pointed_at_together_with_the_faults_of_the_lines_that_can_be_read():
    outcome = price_text("Un Seigneur, 8 Gardse, 24 Gueriers et 12 Levés, 9 warriors", SagaBandRules())

    assert [(fault.code, fault.asked, fault.allowed) for fault in outcome.all()] == [
        ("saga-band-typo", "Gardse", "gardes"),
        ("saga-band-typo", "Gueriers", "guerriers"),
        ("saga-band-typo", "Levés", "levées"),
        ("saga-band-line-not-whole", 9, 8),
    ]


@pytest.mark.clause("ST-BND-9")
def test_equipment_is_left_aside_with_a_warning():
    reading = read_band("Un Seigneur, 8 Gardes montés")

    assert reading.band.lines[1] == FiguresLine(TroopClass.HEARTHGUARD, 8)
    assert reading.warnings == (
        Reason("ST-BND-9", "saga-band-equipment", {"text": "montés", "line": "8 Gardes montés"}),
    )  # fmt: skip


@pytest.mark.clause("ST-BND-10")
def test_spells_stand_on_an_age_of_magic_list_and_nowhere_else():
    text = "Un Seigneur, 48 Guerriers. Sortilèges : Brume, Tempête"

    assert read_band(text).band.spells == ("Brume", "Tempête")
    assert warnings(price_text(text, SagaBandRules(), age=Age.MAGIC)) == []
    assert codes(price_text(text, SagaBandRules(), age=Age.VIKINGS)) == ["saga-band-spells"]


@pytest.mark.clause("ST-BND-10")
def test_an_age_of_magic_list_without_spells_gets_a_warning_unless_the_setting_is_off():
    text = "Un Seigneur, 48 Guerriers"

    assert warnings(price_text(text, SagaBandRules(), age=Age.MAGIC)) == ["saga-band-no-spells"]
    assert warnings(price_text(text, SagaBandRules(spells_on_list=False), age=Age.MAGIC)) == []


@pytest.mark.clause("ST-BND-11")
def test_legendary_units_are_forbidden_by_default():
    text = "Un Seigneur, 1 Dragon légendaire (1 pt), 40 Guerriers"

    assert codes(price_text(text, SagaBandRules(), age=Age.MAGIC)) == ["saga-band-legendary-unit"]
    assert costs(text, SagaBandRules(legendary_units=True))[1] == ("special", 1, 1)


@pytest.mark.clause("ST-BND-12")
@pytest.mark.parametrize(("age", "allowed", "accepted"), [
    (Age.MAGIC, True, True), (Age.MAGIC, False, False), (Age.VIKINGS, True, False),
])  # fmt: skip
def test_legendary_bands_are_an_option_of_the_age_of_magic_only(age, allowed, accepted):
    outcome = price_text(
        "Seigneur, 48 guerriers. Bande légendaire : Les Immortels", SagaBandRules(legendary_bands=allowed), age=age
    )

    assert isinstance(outcome, Priced) == accepted


@pytest.mark.clause("ST-BND-14")
def test_a_list_is_printed_in_the_order_of_the_sheet_without_empty_classes():
    chariot, elephant = (
        FiguresLine(TroopClass.SPECIAL, 2, "char", Fraction(1)),
        FiguresLine(TroopClass.SPECIAL, 1, "éléphant", Fraction(1)),
    )
    entered = SagaBand(
        (
            FiguresLine(TroopClass.LEVY, 12),
            chariot,
            FiguresLine(TroopClass.WARRIOR, 0),
            elephant,
            FiguresLine(TroopClass.HEARTHGUARD, 4),
            WARLORD,
        )
    )

    assert write_band(entered).lines == (
        WARLORD,
        chariot,
        elephant,
        FiguresLine(TroopClass.HEARTHGUARD, 4),
        FiguresLine(TroopClass.LEVY, 12),
    )


@pytest.mark.clause("ST-ORG-2")
def test_ages_stand_in_four_groups():
    groups = ("ancient", "dark", "medieval", "fantasy")

    assert [len(ages_of_group(group)) for group in groups] == [3, 2, 2, 1]
    assert sorted(age for group in groups for age in ages_of_group(group)) == sorted(Age)


@pytest.mark.clause("ST-ORG-3")
def test_a_band_of_an_age_that_is_not_played_is_refused():
    rules = SagaBandRules(allowed_ages=frozenset(ages_of_group("dark")))

    assert isinstance(check_band(band(FiguresLine(TroopClass.WARRIOR, 48), age=Age.INVASIONS), rules), Priced)
    assert codes(check_band(band(FiguresLine(TroopClass.WARRIOR, 48), age=Age.CRUSADES), rules)) == ["saga-band-age"]


def test_all_faults_of_a_band_come_at_once():
    faulty = SagaBand(
        (FiguresLine(TroopClass.WARRIOR, 57), FiguresLine(TroopClass.LEVY, 1)), Age.CRUSADES, spells=("Brume",)
    )
    outcome = check_band(faulty, SagaBandRules(allowed_ages=frozenset({Age.VIKINGS})))

    assert codes(outcome) == [
        "saga-band-line-not-whole",
        "saga-band-line-not-whole",
        "saga-band-warlords",
        "saga-band-over-budget",
        "saga-band-age",
        "saga-band-spells",
    ]


ROSTER = """++ Warband (Saga) [6 Points] ++

+ Warlord +

Warlord

+ Hearthguards +

Hearthguards [2 Points]: 8x Hearthguard

+ Warriors +

Warriors [1 Points]
. 8x Warrior

+ Levy +

Levies [1 Points]: 12x Levy, Bow
Siege engine [1 Points]

++ Total: [6 Points] ++

Created with BattleScribe (https://battlescribe.net)
"""
"""In the layout of BattleScribe; the units are ours."""


def test_a_roster_of_a_builder_is_read_and_a_unit_without_figures_is_named():
    reading = read_band(ROSTER)

    assert [(line.troop, line.figures) for line in reading.band.lines] == [
        (TroopClass.WARLORD, 1), (TroopClass.HEARTHGUARD, 8), (TroopClass.WARRIOR, 8), (TroopClass.LEVY, 12),
    ]  # fmt: skip
    assert [(fault.code, fault.subject) for fault in reading.faults] == [("saga-band-number-missing", "Siege engine")]
