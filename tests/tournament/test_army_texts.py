"""Army lists as people write them."""

from __future__ import annotations

import pytest

from heraut.tournament.steamroller.army import (
    ArmyList,
    Attachment,
    Caster,
    Kind,
    ListEntry,
    ListRules,
    check_lists,
    how_many,
)
from heraut.tournament.steamroller.army_text import read_army, write_army
from heraut.tournament.steamroller.variants import Variants

TEXT = """
* Epic Haley +6 @Haley
- Ironclad 7
- Gallant 9 =10 @Gallant
Tranchées x10 9
+ Officier de Tranchées x2 2
+ Grenadier 1
Journeyman 3 [solo]
"""
ARMY = ArmyList(
    "Cygnar",
    (Caster("Epic Haley", 6, "Haley"),),
    (
        ListEntry("Ironclad", Kind.WARJACK, 7),
        ListEntry("Gallant", Kind.WARJACK, 9, character="Gallant", printed=10),
        ListEntry(
            "Tranchées", Kind.UNIT, 9, 10, (Attachment("Officier de Tranchées", 2, 2), Attachment("Grenadier", 1))
        ),
        ListEntry("Journeyman", Kind.SOLO, 3),
    ),
    theme="Tempête",
    tier=3,
)


@pytest.mark.clause("SR-SHEET-2", "SR-DEST-3", "SR-DEST-6")
def test_a_list_is_read_with_its_casters_battlegroup_attachments_and_theme():
    read = read_army(TEXT, faction=" Cygnar ", theme="Tempête", tier=3)

    assert (read.army, read.faults) == (ARMY, ())
    assert (read.army.total, read.army.battlegroup_cost(ARMY.casters[0])) == (31, 16)


def test_what_is_read_is_written_back_to_the_same_list():
    assert write_army(ARMY) == TEXT.strip()


@pytest.mark.clause("SR-LIST-11")
def test_with_two_casters_a_dash_belongs_to_the_caster_above():
    army = read_army("* Haley +6\n- Ironclad 7\n* Stryker +5\n- Lancer 6\nTranchées x10 9").army

    assert [entry.battlegroup for entry in army.entries] == ["Haley", "Stryker", ""]
    assert [army.battlegroup_cost(caster) for caster in army.casters] == [7, 6]
    assert read_army(write_army(army)).army == army


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("Cavaliers 10", ListEntry("Cavaliers", Kind.UNIT, 10)),
        ("Cavaliers (10 pts)", ListEntry("Cavaliers", Kind.UNIT, 10)),
        ("Cavaliers : 10 points", ListEntry("Cavaliers", Kind.UNIT, 10)),
        ("• Ironclad 7", ListEntry("Ironclad", Kind.WARJACK, 7)),
        ("- Mauler 9 [bête]", ListEntry("Mauler", Kind.WARBEAST, 9)),
        ("Bile Thralls × 6 5", ListEntry("Bile Thralls", Kind.UNIT, 5, 6)),
        ("Skarlock 0 [compagnon]", ListEntry("Skarlock", Kind.COMPANION, 0)),
    ],
)
def test_a_line_is_read_as_people_write_it(line: str, entry: ListEntry):
    assert read_army(line).army.entries == (entry,)


def test_every_line_that_cannot_be_read_is_named():
    faults = read_army("* Haley\nTranchées\n\n+ Officier 2\nGorman 2 [dragon]", number=2).faults

    assert [(fault.code, fault.subject, fault.asked, fault.allowed) for fault in faults] == [
        ("list-line", "Tranchées", 2, 2),
        ("list-line", "+ Officier 2", 4, 2),
        ("list-line", "Gorman 2 [dragon]", 5, 2),
    ]


@pytest.mark.clause("SR-LIST-1", "SR-VLIST-2")
@pytest.mark.parametrize(("variants", "asked"), [(Variants(), (1, 2)), (Variants(lists=3), (3, 3))])
def test_the_variant_says_how_many_lists(variants: Variants, asked: tuple[int, int]):
    assert how_many(variants) == asked


@pytest.mark.clause("SR-LIST-3")
def test_units_do_not_use_up_a_casters_bonus():
    lists = (read_army("* Haley +6\nTranchées x10 41").army,)

    refusal = check_lists(lists, ListRules(size=35))

    assert refusal is not None
    assert [fault.code for fault in refusal.all()] == ["list-bonus-unused"]
