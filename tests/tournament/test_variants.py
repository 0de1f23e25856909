import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.kernel.refusal import Refusal
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.variants import Variants, check_variants, keyword_rows, notices, ready_made
from heraut.tournament.steamroller.variants_text import read_variants, write_variants


def faults(variants, **event):
    refusal = check_variants(variants, **event)
    return [] if refusal is None else [fault.clause for fault in refusal.all()]


def noticed(variants, **event):
    return [reason.clause for reason in notices(variants, **event)]


@pytest.mark.clause("SR-KEY-1", "SR-KEY-3")
def test_the_printed_line_is_read():
    keywords = "Tournoi en 3 rondes, Classement aux points de contrôle, Temps limité « Jeu accéléré »"

    assert read_variants(f"Règles annexes SR2011 : {keywords}") == Variants(rounds=3, rank_control=True, time_fast=True)


@pytest.mark.clause("SR-VAR-1", "SR-KEY-3", "SR-KEY-6")
def test_every_keyword_of_the_table_is_read_by_its_french_and_english_names():
    for row in keyword_rows():
        for name in (row.french, row.english):
            text = name.replace("X", "Incursion, Grind" if row.id == "scenarios" else "2")
            expected = (
                Variants(scenarios=("incursion", "grind")) if row.id == "scenarios"
                else Variants(**{row.id: 2 if row.values else True})
            )  # fmt: skip
            assert read_variants(text) == expected, name
    assert len(keyword_rows()) == 24


@pytest.mark.clause("SR-KEY-2")
def test_the_bulleted_form_ends_with_its_bullets():
    text = """Samedi, 50 points.
Règles annexes SR2011 :
- Mort subite
• 1 liste
Repas fourni, tables en bois"""

    assert read_variants(text) == Variants(sudden_death=True, lists=1)
    assert read_variants("Règles annexes SR2011 : Mort subite ; 1 liste\nRepas fourni") == Variants(
        sudden_death=True, lists=1
    )


@pytest.mark.clause("SR-KEY-4", "SR-VAR-2")
def test_no_keyword_means_the_base_rules_and_no_line():
    assert read_variants("") == Variants()
    assert write_variants(Variants()) == ""


@pytest.mark.clause("SR-KEY-5")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 liste", Variants(lists=1)),
        ("Trois listes", Variants(lists=3)),
        ("TEMPS LIMITE JEU PEPERE", Variants(time_easy=True)),
        ('Temps limité "Jeu accéléré"', Variants(time_fast=True)),
        ("Scénario (La Cage)", Variants(scenarios=("kill_box",))),
        ("Scénario (Kill Box)", Variants(scenarios=("kill_box",))),
        ("Restrictions sur les personnages warcaster/warlocks", Variants(character_casters=True)),
        ("Événement à 4 rondes", Variants(rounds=4)),
        ("Règles annexes SR2010 : Mort subite", Variants(sudden_death=True)),
        ("Règle annexe SR 2011 : pas d’extension", Variants(no_extensions=True)),
    ],
)
def test_reading_is_tolerant(text, expected):
    assert read_variants(text) == expected


@pytest.mark.clause("SR-KEY-3")
def test_the_title_that_holds_commas_is_recognised_whole():
    french = "Scénarios (Incursion, Dépasser, Défaire, Durer ; Grind)"
    english = "Scénarios (Incursion; Outflank, Outfight, Outlast, Grind)"

    assert read_variants(french).scenarios == ("incursion", "outflank_outfight_outlast", "grind")
    assert read_variants(english).scenarios == ("incursion", "outflank_outfight_outlast", "grind")


@pytest.mark.clause("SR-KEY-7", "SR-VSCEN-1")
def test_a_public_order_of_play_is_said_in_words():
    variants = read_variants("Scénarios (Incursion, Grind, dans cet ordre)")

    assert variants == Variants(scenarios=("incursion", "grind"), scenarios_in_order=True)
    assert write_variants(variants) == "Règles annexes SR2011 : Scénarios (Incursion, Grind, dans cet ordre)"
    assert read_variants("Scénarios (Incursion, Grind)").scenarios_in_order is False


@pytest.mark.clause("SR-KEY-8")
def test_an_unknown_keyword_is_named_with_the_nearest_one():
    refusal = read_variants("Règles annexes SR2011 : Mort subitte, Peinture minimal")

    assert refusal.all() == (
        Refusal("SR-KEY-8", "keyword-unknown", asked="Mort subitte", allowed="Mort subite"),
        Refusal("SR-KEY-8", "keyword-unknown", asked="Peinture minimal", allowed="Peinture minimale"),
    )


@pytest.mark.clause("SR-VLIST-1", "SR-COMBO-10")
@pytest.mark.parametrize(("text", "fine"), [
    ("Forces thématiques : Palier 1 obligatoire", True), ("Forces thématiques : Palier 4 obligatoire", True),
    ("Forces thématiques : Palier 0 obligatoire", False), ("Forces thématiques : Palier 5 obligatoire", False),
    ("0 liste", False), ("Tournoi en zéro rondes", False),
])  # fmt: skip
def test_a_parameter_out_of_range_is_refused(text, fine):
    outcome = read_variants(text)

    assert isinstance(outcome, Variants) == fine
    assert fine or outcome.clause == "SR-COMBO-10"
    assert faults(Variants(theme_tier=5, rounds=0)) == ["SR-COMBO-10", "SR-COMBO-10"]


FLAGS = [row.id for row in keyword_rows() if row.values is None and row.id != "scenarios"]


@pytest.mark.clause("SR-KEY-6")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    flags=st.sets(st.sampled_from(FLAGS)),
    numbers=st.fixed_dictionaries(
        {}, optional={"theme_tier": st.integers(1, 4), "lists": st.integers(1, 9), "rounds": st.integers(1, 70)}
    ),
    scenarios=st.lists(st.sampled_from([row.id for row in rotation.scenarios()]), unique=True, max_size=5),
    in_order=st.booleans(),
)
def test_what_is_written_reads_back_to_itself(flags, numbers, scenarios, in_order):
    variants = Variants(
        **dict.fromkeys(flags, True), **numbers,
        scenarios=tuple(scenarios), scenarios_in_order=in_order and bool(scenarios),
    )  # fmt: skip

    assert read_variants(write_variants(variants)) == variants
    shuffled = write_variants(variants).partition(" : ")[2]
    assert read_variants(shuffled) == variants


@pytest.mark.clause("SR-PRESET-1", "SR-PRESET-2", "SR-PRESET-3", "SR-PRESET-4")
def test_the_ready_made_combinations_are_those_of_the_annex():
    hardcore = Variants(
        paint_hardcore=True, rank_assassination=True, time_hardcore=True, lists=1, scenarios=("kill_box",)
    )

    assert {row.id: (row.size, read_variants(row.keywords)) for row in ready_made()} == {
        "hardcore": (None, hardcore),
        "limited_room_time": (None, Variants(rounds=3, rank_control=True, time_fast=True)),
        "easy_going": (None, Variants(rank_scenario=True, no_time_limit=True, no_assassination=True)),
        "weekend_friday": (50, Variants(rank_attrition=True, time_fast=True, lists=1, scenarios=("gauntlet",))),
        "weekend_saturday": (75, hardcore),
        "weekend_sunday": (35, Variants(rounds=4, lists=3, character_casters=True, divide=True)),
    }


@pytest.mark.clause("SR-PRESET-5")
@pytest.mark.parametrize("row", ready_made(), ids=lambda row: row.id)
@pytest.mark.parametrize("players", [None, 8, 16])
def test_no_ready_made_combination_is_refused(row, players):
    assert faults(read_variants(row.keywords), size=row.size or 35, players=players) == []


@pytest.mark.clause("SR-COMBO-1")
def test_final_tables_go_with_no_other_ranking():
    assert faults(Variants(final_tables=True, rank_attrition=True)) == ["SR-COMBO-1"]
    assert faults(Variants(final_tables=True)) == []


@pytest.mark.clause("SR-COMBO-2")
def test_final_tables_need_the_printed_number_of_rounds():
    variants = Variants(final_tables=True, rounds=4)

    assert faults(variants, players=16) == []
    assert faults(variants, players=17) == ["SR-COMBO-2"]
    assert "SR-COMBO-2" in noticed(variants)


@pytest.mark.clause("SR-COMBO-3")
@pytest.mark.parametrize(
    "variants",
    [Variants(rank_control=True, rank_attrition=True), Variants(paint_minimal=True, paint_hardcore=True)],
)
def test_one_keyword_of_a_family_is_enough(variants):
    assert faults(variants) == ["SR-COMBO-3"]


@pytest.mark.clause("SR-COMBO-3")
@pytest.mark.parametrize(
    "text", ["2 listes, 3 listes", "Mort subite; mort subite", "Scénarios (Grind), Scénarios (Incursion)"]
)
def test_a_keyword_stands_once_even_with_another_parameter(text):
    assert read_variants(text).clause == "SR-COMBO-3"


@pytest.mark.clause("SR-COMBO-4")
@pytest.mark.parametrize("other", ["time_easy", "time_hardcore", "reserve", "sudden_death"])
def test_no_time_limit_goes_with_no_clock(other):
    assert faults(Variants(no_time_limit=True, **{other: True})) == ["SR-COMBO-4"]


@pytest.mark.clause("SR-COMBO-4")
def test_two_shifts_of_the_times_clash():
    assert faults(Variants(time_easy=True, time_fast=True)) == ["SR-COMBO-4"]


@pytest.mark.clause("SR-COMBO-5", "SR-VRANK-3")
def test_kill_box_has_no_place_in_a_control_point_ranking():
    assert faults(Variants(rank_control=True, scenarios=("kill_box", "grind"))) == ["SR-COMBO-5"]


@pytest.mark.clause("SR-COMBO-6", "SR-S15-1")
def test_announced_scenarios_must_be_playable():
    assert faults(Variants(scenarios=("diversion",)), size=34) == ["SR-COMBO-6"]
    assert faults(Variants(scenarios=("diversion",)), size=35) == []
    assert faults(Variants(scenarios=("demolition",)), size=50) == ["SR-COMBO-6"]
    assert faults(Variants(scenarios=("demolition",)), size=50, own_demolition=True) == []


@pytest.mark.clause("SR-VSCEN-2")
def test_a_scenario_named_twice_or_unknown_is_refused():
    assert faults(Variants(scenarios=("grind", "grind"))) == ["SR-VSCEN-2"]
    assert faults(Variants(scenarios=("nowhere",))) == ["SR-VSCEN-2"]
    assert read_variants("Scénarios (Grnd)") == Refusal(
        "SR-VSCEN-2", "event-scenario-unknown", asked="grnd", allowed="Grind"
    )


@pytest.mark.clause("SR-COMBO-7")
def test_divide_needs_at_least_two_lists():
    assert faults(Variants(divide=True)) == ["SR-COMBO-7"]
    assert faults(Variants(divide=True, lists=1)) == ["SR-COMBO-7"]
    assert faults(Variants(divide=True, lists=2)) == []


@pytest.mark.clause("SR-COMBO-8")
def test_no_more_lists_than_rounds():
    assert faults(Variants(lists=4, rounds=3)) == ["SR-COMBO-8"]
    assert faults(Variants(lists=4), players=8) == ["SR-COMBO-8"]
    assert faults(Variants(lists=4), players=9) == []


@pytest.mark.clause("SR-COMBO-9")
def test_an_assassination_ranking_needs_assassinations():
    assert faults(Variants(rank_assassination=True, no_assassination=True)) == ["SR-COMBO-9"]


@pytest.mark.clause("SR-COMBO-10", "SR-VTIME-8")
def test_a_shift_that_leaves_the_table_is_refused():
    assert faults(Variants(time_hardcore=True), size=15) == ["SR-VTIME-8"]
    assert faults(Variants(time_easy=True), size=201) == ["SR-VTIME-8"]
    assert faults(Variants(time_easy=True), size=200) == []


@pytest.mark.clause("SR-COMBO-11")
def test_sudden_death_contains_the_reserve_and_goes_with_a_shift():
    both = Variants(reserve=True, sudden_death=True, time_fast=True)

    assert faults(both, size=50) == []
    assert Variants(sudden_death=True).has_reserve is True


@pytest.mark.clause("SR-COMBO-12", "SR-COMBO-13", "SR-COMBO-14", "SR-VROUND-2")
def test_notices_about_rounds_and_rankings():
    assert noticed(Variants(final_tables=True)) == ["SR-COMBO-12"]
    assert noticed(Variants(rounds=3), players=16) == ["SR-COMBO-13"]
    assert noticed(Variants(rounds=3, rank_control=True), players=16) == []
    assert noticed(Variants(rounds=4), players=16) == []
    assert noticed(Variants(divide=True, lists=2)) == ["SR-COMBO-14"]


@pytest.mark.clause("SR-COMBO-15", "SR-COMBO-17", "SR-COMBO-18")
def test_notices_about_scenarios():
    assert [reason.code for reason in notices(Variants(no_assassination=True))] == ["notice-kill-box-leaves"]
    announced = Variants(no_assassination=True, scenarios=("kill_box",))
    assert [reason.code for reason in notices(announced)] == ["notice-kill-box-ends-nothing"]
    assert noticed(Variants(no_assassination=True, scenarios=("grind",))) == []
    assert noticed(Variants(rank_scenario=True, scenarios=("kill_box",))) == ["SR-COMBO-17"]
    assert noticed(Variants(rank_control=True, scenarios=("grind", "overrun"))) == ["SR-COMBO-18"]
    assert noticed(Variants(rank_control=True, scenarios=("grind", "incursion"))) == []


@pytest.mark.clause("SR-COMBO-16")
@pytest.mark.parametrize(
    ("variants", "idle"),
    [
        (Variants(no_extensions=True, reserve=True), 1),
        (Variants(no_extensions=True, sudden_death=True), 1),
        (Variants(no_extensions=True, no_time_limit=True), 1),
        (Variants(no_tiebreak=True, no_time_limit=True), 1),
        (Variants(no_tiebreak=True, sudden_death=True, no_extensions=True), 2),
        (Variants(no_tiebreak=True, reserve=True), 0),
        (Variants(no_extensions=True), 0),
    ],
)
def test_keywords_without_effect_are_pointed_out(variants, idle):
    assert noticed(variants) == ["SR-COMBO-16"] * idle
    assert check_variants(variants, size=50) is None


@pytest.mark.clause("SR-VAR-1")
def test_two_compatible_keywords_of_different_families_are_always_fine():
    pairs = [(one, other) for one in keyword_rows() for other in keyword_rows() if one.family < other.family]
    clashing = {frozenset(("rank_assassination", "no_assassination")), frozenset(("divide",))}
    for one, other in pairs:
        chosen = {row.id: 1 if row.values else True for row in (one, other) if row.id != "scenarios"}
        variants = msgspec.convert(chosen, Variants)
        expected = frozenset(chosen) in clashing or "divide" in chosen
        assert (check_variants(variants) is not None) == expected, chosen
