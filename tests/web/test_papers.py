"""Who prints what: sealed bands, one's own sheet, the rules of a scenario, colour."""

from __future__ import annotations

import re

import pytest

from heraut.kernel import ClauseId
from heraut.rulesets.clauses import clauses
from heraut.tournament import commands as c
from heraut.web.rooms.tournament.papers import scenario_rules
from web.build import host
from web.test_tournament import NAMES, ORGANISER, phone, playing, say, text

pytestmark = pytest.mark.django_db

ANA = next(iter(NAMES))
BANDS = "/g/cup/tournament/papers/bands.pdf"


def pages(pdf: bytes) -> int:
    return int(re.findall(rb"/Count (\d+)", pdf)[0])


@pytest.mark.clause("HOUSE-SEAL-1", "ST-BND-13")
def test_a_sealed_band_is_printed_by_its_owner_alone_until_the_reveal():
    playing()

    assert host().get(BANDS).status_code == 404
    assert "Les feuilles de bande sont scellées" in text(host().get("/g/cup/tournament/papers"))
    assert phone(ANA).get(f"{BANDS}?mine").status_code == 200
    say(c.RevealLists(seat=ORGANISER))
    assert host().get(BANDS).status_code == 200
    assert "scellées" not in text(host().get("/g/cup/tournament/papers"))


def test_a_player_prints_their_own_sheet_though_the_opponents_may_be_seen():
    playing()
    ana = phone(ANA)

    assert pages(ana.get(f"{BANDS}?mine").content) == 1
    assert pages(ana.get(BANDS).content) == 2
    assert f"{BANDS}?mine" in text(ana.get("/g/cup/"))


def test_colour_is_a_link_on_the_page():
    playing()
    page = text(host().get("/g/cup/tournament/papers"))
    address = "/g/cup/tournament/papers/pairings.pdf"

    assert f'href="{address}?ink=colour"' in page
    assert host().get(f"{address}?ink=colour").content != host().get(address).content


def test_a_scenario_sheet_tells_its_clauses_in_plain_words_with_its_table():
    told = [part for section in scenario_rules(ClauseId("ST-CAP-14"), "en") for part in section.paragraphs]

    assert len(told) >= len([id for id in clauses() if id.startswith("ST-CAP-")])
    assert not [part for part in told if re.search(r"\*\*|`|ST-CAP-\d+\*|\(q_", part)]
    assert "3 · 12" in told
