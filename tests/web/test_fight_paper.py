"""A fight on paper: the rules of its table, and the sheets of those one plays."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.kernel.names import ORGANISER, Seat
from heraut.press.rules import PRINTED, fight_rules
from heraut.rulesets.clauses import clauses
from heraut.skirmish import engine
from heraut.skirmish.settings import FightOptions
from heraut.skirmish.sheet_text import ambush, duel_of_warriors
from heraut.speech.sentences import LANGUAGES, Language
from heraut.web.rooms.skirmish.paper import fighter_sheets, rules_sheet
from skirmish.build import two
from web.build import host, passer_by, player
from web.test_skirmish import FIGHT, fight

pytestmark = pytest.mark.django_db
ANA = Seat("ana")
GIVEN = re.compile(r"\*\*SK-[A-Z]+-\d+\*\* \((?:G|R)\)")


def with_tables(language: Language) -> set[str]:
    """The clauses of the booklet that have a table."""
    found = (clause for id, clause in clauses(language).items() if id.startswith("SK-"))
    return {clause.id for clause in found if GIVEN.search(clause.text) and "\n|" in clause.text}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_of_the_booklet_is_printed_row_by_row(language: Language):
    printed = {id for ids in PRINTED.fight.values() for id in ids}
    tables = [rule.table for section in fight_rules(language) for rule in section.rules if rule.table]

    assert with_tables(language) - printed == set()
    assert len(tables) == len(with_tables(language) & printed)
    assert [table for table in tables if len({len(row) for row in table}) != 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_of_a_clause_no_code_and_no_mark_is_printed(language: Language):
    rules = [rule for section in fight_rules(language) for rule in section.rules]
    told = [rule.text for rule in rules] + [cell for rule in rules for row in rule.table for cell in row]

    assert [text for text in told if re.search(r"SK-|[`{*_]|\(G\)|\(I\)", text)] == []
    assert all(rule.text for rule in rules)


@pytest.mark.clause("SK-DECL-2", "SK-CRI-1")
def test_tables_are_printed_as_the_sheet_has_them():
    tables = {rule.table[0][0]: rule.table for section in fight_rules("fr") for rule in section.rules if rule.table}

    assert tables["Déclarées"][3] == ("3", "X", "-", "X", "-", "X", "−2d")
    assert tables["Résultat"][1] == ("5 ou moins", "rien", "")
    assert len(tables["Résultat"]) == 16


@pytest.mark.clause("SK-TER-1", "SK-CMD-4")
@pytest.mark.parametrize("celtic", [True, False])
def test_terror_and_heads_are_printed_for_a_celtic_table_only(celtic: bool):
    sheet = rules_sheet("Le gué", FightOptions(celtic=celtic))
    headings = [section.heading for section in sheet.sections]
    told = " ".join(rule.text for section in sheet.sections for rule in section.rules)

    assert ("Terreur et têtes" in headings) is celtic
    assert ("s’évanouit" in told) is celtic


def test_the_settings_a_table_has_changed_stand_on_its_rules():
    sheet = rules_sheet("Le gué", FightOptions(two_weapon_malus=-3, tie_succeeds=False))

    assert [(one.label, one.text) for one in sheet.settings] == [
        ("Égaler la difficulté réussit", "non"),
        ("Malus des deux armes", "−3"),
    ]


def sheets_of(viewer: Seat | None) -> dict[str, tuple[str, str, bool]]:
    found = fighter_sheets("Le gué", engine.view(engine.start(ambush(), engine.rules), viewer), {ANA: "Ana"})
    return {one.person.name: (one.player, one.side, one.chief) for one in found}


def test_a_player_prints_his_own_the_game_master_all_and_a_spectator_none():
    assert sheets_of(ANA) == {"Ambiorix": ("Ana", "Éburons", False)}
    assert len(sheets_of(ORGANISER)) == 11
    assert sheets_of(ORGANISER)["Chef"] == (ORGANISER, "Pillards", True)
    assert sheets_of(None) == {}


@pytest.mark.clause("SK-DICE-22")
def test_levels_already_lost_are_crossed_on_the_sheet():
    view = engine.view(two().set("Ari", wounds=2, fatigue=1).state, ORGANISER)

    assert next(fighter_sheets("Le gué", view, {})).lost == (2, 1)


def test_both_papers_are_found_from_the_fight():
    fight(duel_of_warriors())

    def pages(client: Client, name: str) -> int:
        answer = client.get(f"/g/{FIGHT}/skirmish/{name}.pdf")
        return int(re.findall(rb"/Count (\d+)", answer.content)[0]) if answer.status_code == 200 else 0

    assert [pages(one, "sheets") for one in (host(), player(ANA, FIGHT), passer_by())] == [2, 1, 0]
    assert pages(passer_by(), "rules") == 4
    assert 'href="/g/combat/skirmish/rules.pdf"' in host().get(f"/g/{FIGHT}/").content.decode()
    assert "sheets.pdf" not in passer_by().get(f"/g/{FIGHT}/").content.decode()
