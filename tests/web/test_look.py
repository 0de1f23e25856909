"""The look, as far as a program can judge it: contrast, no inline code, complete words."""

from __future__ import annotations

import gettext
import re
from itertools import product
from pathlib import Path

import pytest

import heraut.web
from heraut.web import translations
from heraut.web.middleware import POLICY
from web.build import ANA, bid, host, passer_by, player, sale
from web.test_access import TRIES

HERE = Path(heraut.web.__file__).parent
LONGEST_LINE = 120
LIGHT, DARK = ((HERE / "static" / "heraut" / f"{name}.css").read_text(encoding="utf-8") for name in ("tokens", "dark"))
TEXT, PARTS = 4.5, 3.0
"""WCAG AA: text, and the parts of controls."""

PAIRS = [
    *(
        (ink, ground, TEXT)
        for ink, ground in product(("ink", "quiet", "link", "wrong", "settled"), ("paper", "surface"))
    ),
    *((ink, "sunk", TEXT) for ink in ("ink", "quiet")),
    ("on-waits", "waits", TEXT),
    ("on-action", "action", TEXT),
    ("on-action", "or", TEXT),
    ("paper", "wrong", TEXT),
    ("edge", "surface", PARTS),
    ("edge", "paper", PARTS),
    ("focus", "paper", PARTS),
    ("focus", "surface", PARTS),
    ("first", "paper", PARTS),
    ("second", "paper", PARTS),
    ("action", "on-action", PARTS),
]


def tokens(theme: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", LIGHT + DARK if theme == "dark" else LIGHT))


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_what_is_written_can_be_read(theme: str, ink: str, ground: str, least: float):
    colours = tokens(theme)

    assert contrast(colours[ink], colours[ground]) >= least


def test_black_on_white_is_21():
    assert round(contrast("#000000", "#ffffff"), 2) == 21.0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("theme", "media"),
    [("", ["screen and (prefers-color-scheme: dark)"]), ("dark", ["screen"]), ("light", [])],
)
def test_the_night_is_as_the_device_prefers_or_as_was_chosen(theme: str, media: list[str]):
    client = passer_by()
    client.post("/theme", {"theme": theme})

    assert re.findall(r'heraut/dark\.css[^"]*"\s+media="([^"]*)"', client.get("/").content.decode()) == media


def test_the_night_has_no_token_of_its_own():
    assert set(re.findall(r"(--[\w-]+):", DARK)) <= set(re.findall(r"(--[\w-]+):", LIGHT))


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere():
    assert "unsafe" not in POLICY
    assert "http" not in POLICY
    assert POLICY.startswith("default-src 'none'")


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name, attempt in TRIES.items() if attempt.method == "get"])
def test_no_page_has_inline_code_or_asks_elsewhere(name: str):
    if name in {"live", "export", "seat", "help-picture"} or name.startswith("api-"):
        return
    sale()
    bid(player(ANA), 3)
    answer = host().get(TRIES[name].path)
    page = answer.content.decode()

    assert answer.headers["Content-Security-Policy"] == POLICY
    assert re.findall(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|javascript:", page) == []
    assert re.findall(r'(?:src|href|action)="(?:https?:)?//(?!testserver|[\d.]+(?::\d+)?/(?:s|g)/)[^"]*"', page) == []


@pytest.mark.django_db
def test_every_control_has_a_name():
    sale()
    page = host().get("/new/auction/").content.decode()
    ids = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\bid="([^"]+)"', page)

    assert ids
    assert [id for id in ids if f'for="{id}"' not in page] == []


@pytest.mark.parametrize("room", translations.rooms(), ids=lambda room: room.name)
def test_every_message_has_its_english_compiled(room: Path):
    wanted, known = translations.used(room), translations.english(room)

    assert translations.missing(room) == []
    assert set(known) == wanted, "run `python -m heraut.web.translations`"
    with translations.compiled(room, "en").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for key, english in known.items():
        if isinstance(key, str):
            assert compiled.gettext(key) == english
        else:
            assert tuple(compiled.ngettext(*key, number) for number in (1, 2)) == english


def test_the_compiled_file_is_one_gettext_reads():
    with translations.compiled(HERE, "en").open("rb") as file:
        english = gettext.GNUTranslations(file)

    assert english.gettext("Accueil") == "Home"
    assert english.ngettext("et %(rest)s autre", "et %(rest)s autres", 3) == "and %(rest)s more"


@pytest.mark.django_db
def test_pages_are_whole_in_english():
    sale()
    client = passer_by()
    client.post("/language", {"language": "en"})

    assert "Ana has to seal a bid." in client.get("/g/sale/").content.decode()


def test_no_paragraph_holds_a_panel_which_would_end_it():
    """A browser ends a `<p>` where `<details>` begins: words with a “Pourquoi ?” among them stand in a `.para`."""
    panel = re.compile(r"<p\b[^>]*>(?:(?!</p>).)*?\{% (?:why|because)\b", re.DOTALL)

    assert [page.name for page in HERE.rglob("*.html") if panel.search(page.read_text(encoding="utf-8"))] == []


def test_no_line_of_a_template_is_long():
    """djLint breaks lines at tags only; a long sentence is a `blocktranslate trimmed` over several lines."""
    pages = sorted(HERE.rglob("*.html"))
    lines = [(page, at, line) for page in pages for at, line in enumerate(page.read_text("utf-8").split("\n"), 1)]

    assert len(pages) > 100
    assert [f"{page.relative_to(HERE)}:{at}" for page, at, line in lines if len(line) > LONGEST_LINE] == []


def test_scripts_have_no_words_of_their_own():
    """What a script says is handed to it by its page, which has it in one language or the other."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in HERE.rglob("*.js")}

    assert [name for name, text in scripts.items() if "documentElement.lang" in text] == []
