"""Army lists as people write them."""

from __future__ import annotations

import pytest

from heraut.tournament.steamroller.army import ArmyList, Caster, ListRules, check_lists, how_many
from heraut.tournament.steamroller.army_text import read_army, write_army
from heraut.tournament.steamroller.variants import Variants
from heraut.warband.army_line import Attachment, ListEntry
from heraut.warband.army_line import EntryKind as Kind

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


@pytest.mark.parametrize("line", ["[solo] Journeyman 3", "Journeyman [Solo] 3", "Journeyman 3 [solo]"])
def test_the_type_of_an_entry_stands_anywhere_on_its_line(line: str):
    assert read_army(f"* Haley +5\n{line}").army.entries == (ListEntry("Journeyman", Kind.SOLO, 3),)


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


WAR_ROOM = """War Room Army

Circle Orboros - everything

32 / 53 (50+3)    Warlock(s) : 1/1    Warbeast(s) : 3    Battle Engines : 1    Solos : 3    Units : 2

Kaya the Moonhunter - WB: +3
-    Druid Wilder
-    Argus Moonhound - PC: 4

Sacral Vault - PC: 9

Blackclad Wayfarer - PC: 2
Una the Falconer - PC: 3
-    Rotterhorn Griffon - PC: 3
Una the Falconer <! OVER FIELD ALLOWANCE !> - PC: 3

Sentry Stone & Mannikins - Leader & 3 Grunts: 3
Shifting Stones - Leader & 2 Grunts: 2
-    Stone Keeper - Keeper 1

---

GENERATED : 11/10/2014 20:19:18
"""
"""As War Room wrote it in 2014."""


def test_a_list_of_war_room_is_read():
    read = read_army(WAR_ROOM)

    assert read.faults == ()
    assert read.army == ArmyList(
        "Circle Orboros",
        (Caster("Kaya the Moonhunter", 3),),
        (
            ListEntry("Druid Wilder", Kind.COMPANION, 0),
            ListEntry("Argus Moonhound", Kind.WARBEAST, 4),
            ListEntry("Sacral Vault", Kind.SOLO, 9),
            ListEntry("Blackclad Wayfarer", Kind.SOLO, 2),
            ListEntry("Una the Falconer", Kind.SOLO, 3, attachments=(Attachment("Rotterhorn Griffon", 3),)),
            ListEntry("Una the Falconer", Kind.SOLO, 3),
            ListEntry("Sentry Stone & Mannikins", Kind.UNIT, 3, 4),
            ListEntry("Shifting Stones", Kind.UNIT, 2, 3, (Attachment("Stone Keeper", 1),)),
        ),
    )


LATER_WAR_ROOM = """War Room Army

Crucible Guard - Syvestro Rocketmen v3

Theme: Magnum Opus
75 / 75 Army


Aurum Adeptus Syvestro - WJ: +28
-    Toro - PC: 13 (Battlegroup Points Used: 13)
-    Suppressor - PC: 13

Hutchuk, Ogrun Bounty Hunter - PC: 0

Crucible Guard Rocketmen - Leader & 9 Grunts: 15
-    Crucible Guard Rocketman Captain - PC: 4


THEME: Magnum Opus
---

GENERATED : 03/17/2020 22:23:47
BUILD ID : 2099.20-03-03"""
"""As War Room wrote it in 2020, shortened."""


def test_a_later_list_of_war_room_is_read_with_its_theme():
    read = read_army(LATER_WAR_ROOM, theme="", tier=None)

    assert read.faults == ()
    assert (read.army.faction, read.army.theme, read.army.total) == ("Crucible Guard", "Magnum Opus", 45)
    assert [(entry.name, entry.kind, entry.figures) for entry in read.army.entries] == [
        ("Toro", Kind.WARJACK, 1),
        ("Suppressor", Kind.WARJACK, 1),
        ("Hutchuk, Ogrun Bounty Hunter", Kind.SOLO, 1),
        ("Crucible Guard Rocketmen", Kind.UNIT, 10),
    ]


CONFLICT_CHAMBER = """https://conflictchamber.com/?c101b_-0

Cygnar
[Theme] Heavy Metal

!!! Your army is illegal.

[Haley1] Captain Victoria Haley [+28]
 - Squire [5]
 - Ironclad [12]
Journeyman Warcaster [4]
Long Gunner Infantry (max) [18]
 - Long Gunner Infantry Officer & Standard [5]
Something else
"""
"""In the layout its source writes; names and costs are ours."""


def test_a_list_of_conflict_chamber_is_read_and_what_it_leaves_open_is_named():
    read = read_army(CONFLICT_CHAMBER, number=2)

    assert (read.army.faction, read.army.theme) == ("Cygnar", "Heavy Metal")
    assert read.army.casters == (Caster("Captain Victoria Haley", 28),)
    assert [(entry.name, entry.kind) for entry in read.army.entries[:3]] == [
        ("Squire", Kind.WARJACK), ("Ironclad", Kind.WARJACK), ("Journeyman Warcaster", Kind.SOLO),
    ]  # fmt: skip
    assert [(fault.code, fault.asked, fault.allowed) for fault in read.faults] == [
        ("list-figures", 12, 2), ("list-line", 14, 2),
    ]  # fmt: skip


def test_what_was_written_beside_a_builders_text_counts():
    army = read_army(LATER_WAR_ROOM, faction="Mercenaires", theme="La mienne").army

    assert (army.faction, army.theme) == ("Mercenaires", "La mienne")


def test_a_contract_stands_between_faction_and_title():
    army = read_army("War Room Army\n\nMercenaries - Highborn Covenant - mine\n\nMagnus - WJ: +6\n---\n").army

    assert (army.faction, army.contract) == ("Mercenaries", "Highborn Covenant")


@pytest.mark.parametrize("line", ["- 7", "Ironclad 7,5"])
def test_a_line_without_a_name_or_with_half_a_point_is_not_guessed(line: str):
    assert [fault.subject for fault in read_army(f"* Haley +6\n{line}").faults] == [line]


@pytest.mark.parametrize("line", ["* Haley épique +6 @Haley", "* Haley épique @Haley +6"])
def test_a_casters_bonus_and_character_stand_in_either_order(line: str):
    assert read_army(line).army.casters == (Caster("Haley épique", 6, "Haley"),)
