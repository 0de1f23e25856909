"""The guides are served at /help/, in the language of the visitor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.web.views.guides import GUIDES
from web.build import passer_by

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}
DOCS = Path(__file__).parents[2] / "docs" / "guide"


def test_every_guide_is_listed_and_every_file_is_a_guide():
    page = passer_by().get("/help/").content.decode()

    assert [name for name in GUIDES if f"/help/{name}" not in page] == []
    assert {file.name.split(".")[0] for file in DOCS.glob("*.md")} == set(GUIDES)


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_speaks_the_visitors_language_and_its_links_and_pictures_open(name: str):
    french = passer_by().get(f"/help/{name}").content.decode()
    english = passer_by().get(f"/help/{name}", headers=ENGLISH).content.decode()

    assert (DOCS / f"{name}.md").read_text("utf-8").split("\n")[0][2:].split("'")[0] in french
    assert (DOCS / f"{name}.en.md").read_text("utf-8").split("\n")[0][2:].split("'")[0] in english
    for address in set(re.findall(r'(?:src|href)="(/help/[^"]*)"', french)):
        assert passer_by().get(address).status_code == 200, address


def test_titles_are_typeset_and_a_clause_names_its_sheet_in_words():
    assert "à l’Âge de la Magie" in passer_by().get("/help/").content.decode()
    page = passer_by().get("/why/SC-UPK-2").content.decode()
    assert ("La campagne SAGA sur carte ·" in page, "saga-campaign" in page) == (True, False)
    assert "Campaign rules ·" in passer_by().get("/why/SC-UPK-2", headers=ENGLISH).content.decode()


def test_a_clause_is_shown_without_the_mark_of_its_source():
    """The letters of the tournament's sheet, such as `D` for a decision of ours, are explained in the sheet alone."""
    page = passer_by().get("/why/ST-PAIR-11").content.decode()

    assert ("<p>Corriger un ancien résultat" in page, "<code>D</code>" in page) == (True, False)


def test_there_is_nothing_else():
    assert [passer_by().get(f"/help/{name}").status_code for name in ("secrets", "img/none.png")] == [404, 404]


def test_a_picture_is_kept_for_a_while():
    answer = passer_by().get("/help/img/desk.png")

    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == ("image/png", "public, max-age=3600")
