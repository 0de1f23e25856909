import pytest

from heraut.kernel.refusal import Refusal
from heraut.tournament.steamroller.army import (
    ArmyList,
    Caster,
    ListRules,
    allowed_lists,
    check_lists,
    owed_after,
    printed_value,
    quota,
)
from heraut.tournament.steamroller.variants import Variants
from heraut.warband.army_line import Attachment, ListEntry
from heraut.warband.army_line import EntryKind as Kind

HALEY = Caster("Haley", 6, "Haley")
EPIC_HALEY = Caster("Epic Haley", 5, "Haley")
STRYKER = Caster("Stryker", 6)


def army(caster=HALEY, rest=50, jacks=None, **more):
    battlegroup = caster.bonus if jacks is None else jacks
    entries = (ListEntry("Ironclad", Kind.WARJACK, battlegroup), ListEntry("Trenchers", Kind.UNIT, rest, 10))
    return ArmyList("Cygnar", (caster,), more.pop("entries", entries), **more)


def faults(*lists, size=50, **variants):
    refusal = check_lists(lists, ListRules(size, Variants(**variants)))
    return [] if refusal is None else [(fault.clause, fault.code) for fault in refusal.all()]


@pytest.mark.clause("SR-LIST-2", "SR-LIST-4")
@pytest.mark.parametrize(("total", "fine"), [(54, False), (55, True), (56, True), (57, True), (58, False)])
def test_fifty_points_with_seven_bonus_points_is_fifty_five_to_fifty_seven(total, fine):
    kaelyssa = Caster("Kaelyssa", 7)

    assert (faults(army(kaelyssa, rest=total - 7)) == []) == fine


@pytest.mark.clause("SR-LIST-3")
def test_all_bonus_points_must_be_used_by_the_battlegroup():
    caster = Caster("Siege", 5)

    assert faults(army(caster, jacks=4, rest=35), size=35) == [("SR-LIST-3", "list-bonus-unused")]
    assert faults(army(caster, jacks=5, rest=34), size=35) == []


@pytest.mark.clause("SR-LIST-3", "SR-LIST-11")
def test_with_two_casters_each_battlegroup_pays_for_its_own_bonus():
    entries = (
        ListEntry("Ironclad", Kind.WARJACK, 11, battlegroup="Haley"),
        ListEntry("Charger", Kind.WARJACK, 1, battlegroup="Stryker"),
        ListEntry("Trenchers", Kind.UNIT, 98),
    )
    two = ArmyList("Cygnar", (HALEY, STRYKER), entries)
    rules = ListRules(100, casters_per_list=2)

    assert check_lists((two,), rules) == Refusal("SR-LIST-3", "list-bonus-unused", "1 (Stryker)", asked=1, allowed=6)
    assert check_lists((two,), ListRules(100)).all()[-1].code == "list-casters"


@pytest.mark.clause("SR-LIST-1")
@pytest.mark.parametrize(("number", "fine"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_player_registers_one_or_two_lists(number, fine):
    lists = [army(Caster(f"Caster {letter}", 6)) for letter in "abc"[:number]]

    assert faults(*lists) == ([] if fine else [("SR-LIST-1", "lists-number")])


@pytest.mark.clause("SR-LIST-5")
def test_base_and_epic_versions_are_different_casters():
    assert faults(army(HALEY), army(EPIC_HALEY)) == []
    assert faults(army(HALEY), army(Caster("haley", 6))) == [("SR-LIST-5", "lists-same-caster")]


@pytest.mark.clause("SR-LIST-6")
def test_all_lists_are_of_one_faction_and_each_keeps_its_own_window():
    khador = ArmyList("Khador", (Caster("Sorscha", 6),), army().entries)

    assert faults(army(), khador) == [("SR-LIST-6", "lists-factions")]
    assert faults(army(HALEY, rest=50), army(STRYKER, rest=40)) == [("SR-LIST-2", "list-points")]


@pytest.mark.clause("SR-LIST-7")
def test_lists_of_one_player_may_differ_in_contract_pact_and_theme():
    one = ArmyList("Mercenaries", (Caster("Magnus", 6),), army().entries, contract="Four Star")
    other = ArmyList("Mercenaries", (Caster("Gorten", 6),), army().entries, contract="Searforge", theme="Highborn")

    assert faults(one, other) == []


@pytest.mark.clause("SR-LIST-8")
@pytest.mark.parametrize(("theme", "tier", "fine"), [
    ("", None, True), ("Sons of the Tempest", None, True), ("Sons of the Tempest", 1, True),
    ("Sons of the Tempest", 4, True), ("Sons of the Tempest", 5, False), ("Sons of the Tempest", 0, False),
    ("", 2, False),
])  # fmt: skip
def test_a_list_records_its_theme_force_and_tier(theme, tier, fine):
    assert faults(army(theme=theme, tier=tier)) == ([] if fine else [("SR-LIST-8", "list-tier")])


@pytest.mark.clause("SR-DUTY-4")
def test_a_list_has_the_cost_of_every_entry_and_the_total():
    unit = ListEntry("Trenchers", Kind.UNIT, 8, 10, attachments=(Attachment("Officer", 2),))

    assert (unit.paid, ArmyList("Cygnar", (HALEY,), (unit, unit)).total) == (10, 20)
    assert ("SR-DUTY-4", "list-entry") in faults(army(entries=(ListEntry("Nobody", Kind.SOLO, -1),)))
    assert ("SR-DUTY-4", "list-entry") in faults(army(entries=(ListEntry("Nobody", Kind.SOLO, 2, figures=0),)))


@pytest.mark.clause("SR-VLIST-1")
def test_a_required_tier_holds_for_every_list():
    themed = army(HALEY, theme="A", tier=3)

    assert faults(themed, army(STRYKER, theme="B", tier=4), theme_tier=3) == []
    assert faults(themed, army(STRYKER), theme_tier=3) == [("SR-VLIST-1", "list-theme-tier")]
    assert faults(army(HALEY, theme="A", tier=2), theme_tier=3) == [("SR-VLIST-1", "list-theme-tier")]


@pytest.mark.clause("SR-VLIST-2")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_x_lists_means_exactly_x(number):
    lists = [army(Caster(f"Caster {letter}", 6)) for letter in "abcd"[:number]]

    assert faults(*lists, lists=3) == ([] if number == 3 else [("SR-VLIST-2", "lists-exactly")])


@pytest.mark.clause("SR-VLIST-3")
def test_with_the_caster_restriction_all_versions_are_one_character():
    assert faults(army(HALEY), army(EPIC_HALEY), character_casters=True) == [("SR-VLIST-3", "lists-same-character")]
    assert faults(army(HALEY), army(STRYKER), character_casters=True) == []


@pytest.mark.clause("SR-VLIST-4")
def test_with_the_model_restriction_a_character_stands_in_one_list_casters_aside():
    jack = ListEntry("Old Rowdy", Kind.WARJACK, 9, character="Rowdy")
    epic = ListEntry("Epic Rowdy", Kind.WARJACK, 9, character="Rowdy")
    rest = ListEntry("Trenchers", Kind.UNIT, 46)
    one, other = army(HALEY, entries=(jack, rest)), army(EPIC_HALEY, entries=(epic, rest))

    assert faults(one, other, character_models=True) == [("SR-VLIST-4", "lists-same-character")]
    assert faults(one, other) == []
    assert faults(army(HALEY), army(EPIC_HALEY), character_models=True) == []


def test_all_faults_of_all_lists_come_at_once():
    short = army(HALEY, rest=10, jacks=0, tier=7)

    assert [code for _, code in faults(short, short, short)] == [
        "lists-number",
        *["list-points", "list-bonus-unused", "list-tier"] * 3,
        "lists-same-caster",
    ]


def asked(variants, *, lists, rounds, round_number=1, byes=0):
    return quota(variants, lists=lists, rounds=rounds, round_number=round_number, byes=byes)


DIVIDE = Variants(divide=True, lists=2)


@pytest.mark.clause("SR-VLIST-5")
@pytest.mark.parametrize(("rounds", "lists", "each"), [(4, 2, 2), (4, 3, 1), (5, 2, 2)])
def test_divide_asks_for_each_list_rounds_over_lists_times(rounds, lists, each):
    assert asked(DIVIDE, lists=lists, rounds=rounds).each == each


@pytest.mark.clause("SR-VLIST-2", "SR-VLIST-6")
def test_x_lists_alone_asks_for_each_list_once():
    three = asked(Variants(lists=3), lists=3, rounds=3, round_number=2)

    assert three.each == 1
    assert allowed_lists((1, 0, 0), three) == (1, 2)


@pytest.mark.clause("SR-LIST-10")
def test_without_a_variant_the_same_list_may_be_played_all_day():
    free = asked(Variants(), lists=2, rounds=4, round_number=4)

    assert allowed_lists((3, 0), free) == (0, 1)


@pytest.mark.clause("SR-VLIST-6")
@pytest.mark.parametrize(
    ("played", "round_number", "allowed"),
    [((0, 0), 1, (0, 1)), ((1, 0), 2, (0, 1)), ((2, 0), 3, (1,)), ((1, 1), 3, (0, 1)), ((2, 1), 4, (1,))],
)
def test_a_choice_must_leave_enough_rounds_for_what_is_owed(played, round_number, allowed):
    assert allowed_lists(played, asked(DIVIDE, lists=2, rounds=4, round_number=round_number)) == allowed


@pytest.mark.clause("SR-VLIST-8")
def test_a_bye_lowers_the_obligation():
    after_bye = asked(DIVIDE, lists=2, rounds=4, round_number=3, byes=1)

    assert after_bye.each == 1
    assert allowed_lists((1, 0), after_bye) == (0, 1)


@pytest.mark.clause("SR-VLIST-8")
def test_lists_that_cannot_be_played_any_more_are_excused():
    last = asked(Variants(lists=3), lists=3, rounds=3, round_number=3, byes=1)

    assert owed_after((1, 0, 0), 1, last) == 1
    assert allowed_lists((1, 0, 0), last) == (1, 2)


@pytest.mark.clause("SR-VLIST-6", "SR-ROUND-8")
def test_a_round_beyond_those_planned_leaves_none_after_it():
    beyond = asked(Variants(lists=2), lists=2, rounds=3, round_number=5)

    assert beyond.rounds_left == 0
    assert allowed_lists((4, 0), beyond) == (1,)


@pytest.mark.clause("SR-VRANK-6", "SR-DEST-6")
def test_the_printed_value_of_a_list_counts_five_for_each_caster_and_no_discount():
    entries = (ListEntry("Ironclad", Kind.WARJACK, 6, printed=7), ListEntry("Trenchers", Kind.UNIT, 10, 10))

    assert printed_value(ArmyList("Cygnar", (HALEY,), entries)) == 22
