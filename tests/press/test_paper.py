"""Every sheet as it comes out of the printer: its pages, its words, nothing outside the paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest
import typst

from heraut.press.arms import svg
from heraut.press.fight_paper import CharacterPaper
from heraut.press.heraldry import Arms, Charges, PlainField, Tincture
from heraut.press.paper import (
    Badges,
    BandLine,
    CampaignSheet,
    EmergencyPack,
    Pairings,
    PaperOccasion,
    PaperPerson,
    RecordPaper,
    RecordRow,
    ResultSlips,
    RoundOutcome,
    Seating,
    Sheet,
    StandingsPaper,
    UnitLine,
)
from heraut.press.printing import Ink, pdf, pictures
from heraut.speech.sentences import LANGUAGES, Language, phrases
from heraut.tournament.steamroller.scoring import SteamrollerWin
from press import papers
from press.papers import EVENT, LONG, ONE_PAGE, UNBROKEN

pytestmark = pytest.mark.slow  # Typst sets every sheet

needs_poppler = pytest.mark.skipif(
    shutil.which("pdftotext") is None, reason="pdftotext is absent (Debian: apt-get install poppler-utils)"
)
SMALLEST_MARGIN = 10.0
"""Points; an ink-jet printer leaves about 4 mm of each edge white."""


def words_of(*sheets: Sheet, language: Language = "fr") -> str:
    return text_of(pdf(*sheets, language=language))


def text_of(made: bytes) -> str:
    """The text of the pages, spaces and hyphens of broken words taken out of the way."""
    run = subprocess.run(["pdftotext", "-layout", "-", "-"], input=made, capture_output=True, check=True)
    return " ".join(run.stdout.decode().replace("\xad", "").split())


@cache
def printed(name: str) -> bytes:
    """The PDF of a sample."""
    return pdf(ONE_PAGE[name])


def boxes_of(name: str, folder: Path) -> list[tuple[float, ...]]:
    """Of each word, how far it stays from the left, top, right and bottom edges of its page."""
    file = folder / "sheet.pdf"
    file.write_bytes(printed(name))
    run = subprocess.run(["pdftotext", "-bbox", file, "-"], capture_output=True, check=True, text=True)
    width, height = map(float, re.search(r'<page width="([\d.]+)" height="([\d.]+)"', run.stdout).groups())
    found = re.findall(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)"', run.stdout)
    return [(float(a), float(b), width - float(c), height - float(d)) for a, b, c, d in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ONE_PAGE)
def test_one_page_fits_one_page(name: str, language: Language):
    assert len(pictures(ONE_PAGE[name], language=language)) == 1


@needs_poppler
@pytest.mark.parametrize("name", ONE_PAGE)
def test_nothing_runs_over_the_edge_of_the_paper(name: str, tmp_path: Path):
    boxes = boxes_of(name, tmp_path)

    assert len(boxes) > 10
    assert min(min(box) for box in boxes) >= SMALLEST_MARGIN


@needs_poppler
def test_long_names_stay_inside_their_places_on_the_memory_track(tmp_path: Path):
    """No word stands above the lower edge of the track's heading, or below the next one's upper edge."""
    file = tmp_path / "sheet.pdf"
    file.write_bytes(pdf(papers.campaign(memory=("Maximilienne-Alexandrine de la Rochefoucauld-Montmorency",) * 8)))
    run = subprocess.run(["pdftotext", "-bbox", file, "-"], capture_output=True, check=True, text=True)
    found = re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)<', run.stdout)
    words = [(word, *map(float, box)) for *box, word in found]
    names = [word for word in words if word[0][:4] in {"Maxi", "Alex", "Roch", "Mont"}]
    above = max(bottom for word, *_, bottom in words if word == "mémoire")
    below = min(top for word, _, top, *_ in words if word == "Bandes")

    assert len(names) >= 8
    assert [word for word in names if word[2] < above or word[4] > below] == []
    assert max(right - left for _, left, _, right, _ in names) < 515 / 8


@needs_poppler
@pytest.mark.parametrize("name", [name for name in ONE_PAGE if name.endswith("-long")])
def test_long_names_wrap_and_lose_no_letter(name: str):
    shown = re.sub(r"[\s-]", "", text_of(printed(name)))
    wanted = LONG if name.split("-", maxsplit=1)[0] not in {"campaign", "scenario"} else None

    assert len(LONG) == len(UNBROKEN) == 60
    assert wanted is None or re.sub(r"[\s-]", "", wanted) in shown
    assert name != "campaign-long" or UNBROKEN in shown


def test_the_same_sheet_gives_the_same_bytes():
    assert pdf(papers.slips()) == pdf(papers.slips())


def test_several_people_print_at_once():
    alone = pdf(papers.slips())
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda _: pdf(papers.slips()), range(8)))

    assert together == [alone] * 8


def test_colour_and_black_ink_print_different_arms():
    assert pdf(papers.certificate(), ink=Ink.COLOUR) != pdf(papers.certificate(), ink=Ink.BLACK)


@needs_poppler
@pytest.mark.parametrize("tincture", [tincture for tincture in Tincture if tincture is not Tincture.ARGENT])
def test_hatchings_cover_the_whole_shield_on_paper(tincture: Tincture):
    """Four places around the charge have about as much ink each."""
    arms = Arms(PlainField(tincture), charges=Charges("billet", 1, Tincture.ARGENT))
    picture = '#image(bytes(sys.inputs.arms), format: "svg", width: 120pt)'
    page = f"#set page(width: 120pt, height: 140pt, margin: 0pt)\n{picture}"
    made = typst.compile(page.encode(), format="pdf", sys_inputs={"arms": svg(arms, size=140, hatched=True)})
    run = subprocess.run(["pdftoppm", "-gray", "-r", "288", "-"], input=made, capture_output=True, check=True)
    width, height = 480, 560
    assert run.stdout.split(maxsplit=3)[1:3] == [b"480", b"560"]
    pixels = run.stdout[-width * height :]
    inks = [
        sum(255 - value for y in range(top, top + 64) for value in pixels[y * width + left :][:64])
        for top in (48, 220)
        for left in (48, 368)
    ]

    assert min(inks) > 0.9 * max(inks) > 0.05 * 64 * 64 * 255


def test_sheets_print_one_after_another():
    assert len(pictures(papers.band(), papers.certificate(), papers.slips(9))) == 1 + 1 + 3


def test_four_slips_go_to_a_page_and_a_bye_needs_none():
    with_bye = ResultSlips(event=EVENT, round=1, games=papers.games(8, bye=True), asks=("PV",))

    assert len(pictures(with_bye)) == 2


@needs_poppler
def test_a_slip_names_its_table_its_players_and_asks_who_went_first():
    shown = words_of(papers.slips(1))

    assert "Table 1" in shown
    assert "Ana A." in shown
    assert "Ben A." in shown
    assert shown.count("Points de victoire") == 2
    assert shown.count("Premier joueur") == 2


@needs_poppler
@pytest.mark.clause("SR-DUTY-3")
def test_rules_too_long_for_one_page_run_on_rather_than_shrink(tmp_path: Path):
    file = tmp_path / "rules.pdf"
    file.write_bytes(pdf(papers.LONG_RULES))
    run = subprocess.run(["pdftotext", "-bbox", file, "-"], capture_output=True, check=True, text=True)
    heights = [
        float(low) - float(high)
        for high, low in re.findall(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)"', run.stdout)
    ]

    assert run.stdout.count("<page ") == 2
    assert sorted(heights)[len(heights) // 10] > 8  # points, the page numbers apart


def test_score_sheets_take_one_page_per_table():
    assert len(pictures(papers.scores(3))) == 3


@needs_poppler
def test_both_score_sheets_of_a_table_show_both_players_and_only_the_turns_that_score():
    shown = words_of(papers.scores(1))

    assert shown.count("Table 1") == 2
    assert shown.count("Objectifs") == shown.count("Massacre") == 4
    assert re.findall(
        r"(?<= )[1-9](?= )", shown.partition("Massacre Objectifs Massacre")[2].partition("Total")[0]
    ) == list("3456")


@needs_poppler
def test_pairings_by_name_give_each_person_a_line_in_alphabetical_order():
    games = (
        Seating(1, PaperPerson("Zoé"), PaperPerson("Émile")),
        Seating(2, PaperPerson("emma"), PaperPerson("Ana")),
        Seating(3, PaperPerson("Éa")),
    )
    shown = words_of(Pairings(event=EVENT, round=1, games=games, order="name"))

    assert re.findall(r"(\S+) (\d|–) (\S+)", shown.partition("Contre ")[2])[:5] == [
        ("Ana", "2", "emma"),
        ("Éa", "–", "exempt"),
        ("Émile", "1", "Zoé"),
        ("emma", "2", "Ana"),
        ("Zoé", "1", "Émile"),
    ]


@needs_poppler
def test_a_long_list_runs_over_pages_and_repeats_its_head():
    shown = words_of(papers.standings(120))

    assert "120 " in shown
    assert shown.count("Résistance") == len(pictures(papers.standings(120))) > 3


@pytest.mark.clause("ST-BND-14")
def test_a_band_is_printed_warlord_first_and_without_empty_classes():
    sheet = msgspec.structs.replace(
        papers.band(),
        special=(BandLine("Berserkers", 4, "1"), BandLine("Chiens", 2, "½")),
        warriors=(BandLine("Guerriers", 0, "0"),),
    )

    assert [line.label for line in sheet.lines()] == ["Seigneur", "Berserkers", "Chiens", "Gardes", "Levées"]


@needs_poppler
@pytest.mark.clause("ST-BND-14")
def test_spells_and_the_legendary_band_come_after_the_units():
    shown = words_of(msgspec.structs.replace(papers.band(), legendary_band="Les Varègues", copies=1))
    places = [
        shown.index(text)
        for text in ("Seigneur", "Berserkers", "Gardes", "Guerriers", "Levées", "Brume", "Les Varègues")
    ]

    assert places == sorted(places)
    assert "Levées à pied" not in shown


@needs_poppler
def test_the_units_as_deployed_come_with_their_profile_and_what_they_are_worth():
    units = (UnitLine("Gardes (arme lourde)", 6, "4 (5)", "2 (1)", "fierté"),)
    shown = words_of(msgspec.structs.replace(papers.band(), units=units, totals=("Dés Saga : 7",), copies=1))
    places = [shown.index(text) for text in ("Agressivité", "6 × Gardes (arme lourde)", "4 (5)", "fierté", "Dés Saga")]

    assert places == sorted(places)


@needs_poppler
def test_a_band_sheet_is_printed_in_two_copies_one_for_the_opponent():
    shown = words_of(papers.band())

    assert shown.count("Berserkers") == 2
    assert (shown.count("à garder"), shown.count("pour l’adversaire")) == (1, 1)


@needs_poppler
@pytest.mark.clause("SR-SHEET-1", "SR-SHEET-2")
def test_the_record_sheet_shows_its_player_and_both_lists():
    shown = words_of(papers.record())

    assert all(text in shown for text in ("Ana", "12", "La Corneille"))
    assert shown.count("Cygnar, Contrat de la") == shown.count("Force des forges") == 2
    assert shown.count("1 2 3 4") == 2
    assert shown.count("Unité d’infanterie 9") == 2
    assert re.search(r"Total 45 Total 45", shown)
    assert "Liste 2 (facultative)" in shown


@needs_poppler
@pytest.mark.clause("SR-VLIST-2", "SR-SHEET-2")
def test_the_record_sheet_has_a_place_for_every_list_the_event_asks_for():
    shown = words_of(msgspec.structs.replace(papers.record(), lists_asked=(3, 3)))

    assert ("Liste 3" in shown, "facultative" in shown) == (True, False)
    assert "Liste 2" not in words_of(msgspec.structs.replace(papers.record(), lists_asked=(1, 1)))


@needs_poppler
@pytest.mark.clause("SR-SHEET-3", "SR-SHEET-4", "SR-SHEET-6", "SR-SHEET-7")
def test_the_record_sheet_has_a_row_per_round_with_sub_totals_and_totals():
    shown = words_of(papers.record(rounds=6))
    rows = shown.partition("PA détruits ")[2].partition(" Les cases")[0]

    assert rows == (
        "1 7 Ben V assassinat 1 3 28 "
        "2 21 Farid D départage 2 0 1 1 12 "
        "3 exempt 1 2 0 0 "
        "4 V D É 5 V D É 6 V D É "
        "Total 2 4 40"
    )


@pytest.mark.clause("SR-SHEET-4")
def test_the_sub_total_runs_from_the_second_round():
    win = RecordRow(RoundOutcome.WIN, PaperPerson("Ben", 2), SteamrollerWin.SCENARIO, 1)
    bye = RecordRow(RoundOutcome.BYE, tournament_points=1)
    loss = RecordRow(RoundOutcome.LOSS, PaperPerson("Emma", 3))

    assert papers.record(5, played=(win, win, bye, loss)).subtotals() == (None, 2, 3, 3)
    assert papers.record(5, played=()).subtotals() == ()


@pytest.mark.clause("SR-SHEET-5")
def test_the_cells_of_the_organiser_are_shaded():
    """Result, how, points, sub-total, control points, destroyed in each row; four cells of the totals."""
    drawn = pictures(papers.record(rounds=5))[0].decode()

    assert drawn.count('fill="#dedede"') == 5 * 6 + 4


@needs_poppler
@pytest.mark.clause("SR-SHEET-7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_win_has_its_word(language: Language):
    rows = tuple(RecordRow(RoundOutcome.WIN, PaperPerson("Ben", 2), how, 1) for how in SteamrollerWin)
    shown = words_of(
        RecordPaper(event=PaperOccasion("E"), player=PaperPerson("Ana", 1), rounds=len(rows), played=rows),
        language=language,
    )

    assert all(phrases(language)["words"][f"paper-won-by-{how}"] in shown for how in SteamrollerWin)


@needs_poppler
def test_the_pack_lists_its_parts_with_their_pages():
    shown = words_of(papers.pack())
    contents = re.sub(r"[ .]+", " ", shown.partition("Ce que contient la liasse")[2].partition("Héraut")[0]).strip()

    assert contents == (
        "Ronde 3 · Appariements par nom 2 Ronde 3 · Appariements par table 3 Fiches de résultat · Ronde 3 4 "
        "Classement après la ronde 3 6 Points de tournoi 7 Ronde 4 à remplir 8 Capture 9"
    )
    assert "a rencontré : 2, 5, 12" in shown


@pytest.mark.parametrize(
    "sheet",
    [
        Pairings(event=EVENT, round=1, games=()),
        Pairings(event=EVENT, round=1, games=(), order="name"),
        ResultSlips(event=EVENT, round=1, games=(), asks=("PV",)),
        StandingsPaper(event=EVENT, after_round=1, columns=("Points",), rows=()),
        Badges(event=EVENT, badges=()),
        RecordPaper(event=EVENT, player=PaperPerson(""), rounds=0),
        CharacterPaper(event=PaperOccasion(""), person=PaperPerson("")),
        CampaignSheet(event=PaperOccasion(""), person=PaperPerson(""), turn=1, power_points=0, income=0, initiative=1),
        EmergencyPack(event=EVENT, parts=()),
    ],
    ids=lambda sheet: type(sheet).__name__,
)
def test_a_sheet_with_nothing_on_it_still_prints(sheet: Sheet):
    assert len(pictures(sheet)) == 1


@needs_poppler
@pytest.mark.parametrize("name", ["O'Neill #1", "*Ana* _B_ $x$", "<Zoé> & \\co @x", "Дмитрий", "[a](b) `c`"])
def test_a_name_is_printed_as_it_is_written(name: str):
    assert name in words_of(papers.certificate(PaperPerson(name)))


@needs_poppler
def test_the_same_sheet_speaks_english():
    assert "Round 3 Pairings by table" in words_of(papers.pairings(), language="en")


def test_every_phrase_of_the_templates_is_said_in_both_languages_and_none_is_left_over():
    text = "".join(file.read_text() for file in (files("heraut.press") / "templates").iterdir())
    exact = set(re.findall(r'say\("([\w-]+)"[,)]', text)) | set(re.findall(r'"([a-z][\w-]*)"(?=[,)\s}])', text))
    begun = tuple(re.findall(r'say\("([\w-]+-)" \+', text))

    for language in LANGUAGES:
        said = {key.removeprefix("paper-") for key in phrases(language)["words"] if key.startswith("paper-")}
        assert set(re.findall(r'say\("([\w-]+)"[,)]', text)) - said == set()
        assert {key for key in said if key not in exact and not key.startswith(begun)} == set()
