"""Every French text people see has the spaces and the apostrophes French typography asks for."""

import gettext
import re
from pathlib import Path

import pytest

from heraut.speech.sentences import phrases
from heraut.speech.typography import NARROW, WIDE, typed, typeset
from heraut.web import translations

WRONG = re.compile(r"[^\s] [;:?!»]|« |\xa0[;?!]|\w'\w")
TEMPLATE_CODE = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<[^>]*>|<!--.*?-->", re.DOTALL)


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Qui ? Moi !", f"Qui{NARROW}? Moi{NARROW}!"),
        ("Il dit : « oui » ; puis 40 %.", f"Il dit{WIDE}: «{WIDE}oui{WIDE}»{NARROW}; puis 40{NARROW}%."),
        ("%(count)s sur %(all)s : fini", f"%(count)s sur %(all)s{WIDE}: fini"),
        (f"Déjà{WIDE}: bien{WIDE}!", f"Déjà{WIDE}: bien{NARROW}!"),
        ("à 10:30, {n:un|deux}", "à 10:30, {n:un|deux}"),
        ("L'arbitre l'a dit d'%(name)s, aujourd'hui", "L’arbitre l’a dit d’%(name)s, aujourd’hui"),
        ("pip install 'heraut[lab]'", "pip install 'heraut[lab]'"),
    ],
)
def test_spaces_that_must_not_break_are_put_in(written: str, printed: str):
    assert typeset(written) == printed


def test_no_french_phrase_has_a_space_that_breaks_or_a_typewriters_apostrophe():
    assert [text for table in phrases("fr").values() for text in table.values() if WRONG.search(text)] == []


@pytest.mark.parametrize("room", translations.rooms(), ids=lambda room: room.name)
def test_the_french_of_the_pages_is_compiled_as_it_is_printed(room: Path):
    file = translations.compiled(room, "fr")
    wanted = translations.catalogue("fr", translations.french(translations.used(room)))

    assert file.read_bytes() == wanted, "run `python -m heraut.web.translations`"
    with file.open("rb") as source:
        said = gettext.GNUTranslations(source)._catalog.values()  # type: ignore[attr-defined]
    assert [text for text in said if isinstance(text, str) and "Plural-Forms" not in text and WRONG.search(text)] == []


@pytest.mark.parametrize("text", ["Dé d’attaque", "dé d'attaque", f" DÉ{WIDE}d’attaque"])
def test_what_people_type_is_compared_without_typography(text: str):
    assert typed(text) == "dé d'attaque"


def test_nought_is_singular_in_french():
    with translations.compiled(translations.HERE, "fr").open("rb") as source:
        french = gettext.GNUTranslations(source)

    assert french.ngettext("et %(rest)s autre", "et %(rest)s autres", 0) == "et %(rest)s autre"


@pytest.mark.parametrize("room", translations.rooms(), ids=lambda room: room.name)
def test_what_a_template_says_without_translation_needs_no_such_space(room: Path):
    said = {
        f"{file.name}: {line.strip()}"
        for file in (room / "templates").rglob("*.html")
        for line in TEMPLATE_CODE.sub("\0", _untranslated(file.read_text(encoding="utf-8"))).splitlines()
        if WRONG.search(line)
    }

    assert said == set()


def _untranslated(text: str) -> str:
    return re.sub(r"{% blocktranslate.*?{% endblocktranslate %}", "\0", text, flags=re.DOTALL)
