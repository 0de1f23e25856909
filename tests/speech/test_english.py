"""English with the care French has: its typography, its articles, no word twice, and numbers that agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from heraut.scenario.library import every as scenarios
from heraut.speech.sentences import counted, phrases
from heraut.speech.typography import colon, semicolon
from heraut.web import translations

DOCS = Path(__file__).parents[2] / "docs"
PLACE = re.compile(r"\{(\w+)(?::[^{}|]+\|[^{}|]+|:range|:typed)?\}")
PAIR = re.compile(r"\{\w+:([^{}|]+)\|([^{}|]+)\}")
HOLE = re.compile(r"%(?:\(\w+\))?[sd]")
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|https?:\S+", re.DOTALL)

FRENCH_SPACES = re.compile(r"(?<=\w) [:;?!](?=\s|$)|[«»’\u202f]|\d \d{3}\b|\d,\d{1,2}\b(?! \d)")
"""A space before a mark, French quotes, an apostrophe that is not ours, a decimal comma, a space inside a number."""
TWICE = re.compile(r"\b([A-Za-z][a-z]+) \1\b")
A_BEFORE_A_VOWEL = re.compile(r"(?<![(,] )\ba (?!uni|use|usu|uti|one\b|once|eu)(?<!\(a )[aeiou]\w*")
AN_BEFORE_A_CONSONANT = re.compile(r"\b[Aa]n (?!hour|honest|hono|heir|https)[b-df-hj-np-tv-z]\w*")

NAMES = {
    "seat",
    "who",
    "target",
    "territory",
    "subject",
    "side",
    "edge",
    "unit",
    "player",
    "former",
    "name",
    "winner",
    "start",
}
NEVER_ONE = (
    *(
        "appears {asked} times",
        "paired {times} times",
        "appears {times} times",
        "planned {count} times",
    ),  # twice or more
    *("{asked} warcasters", "{casters} warcasters", "%(number)s warcasters"),  # said of several alone
    *("%(count)s players", "(%(n)d players)", "For %(players)s players", "%(n)s bands", "%(needed)s actions"),  # so too
    *("%s characters", "%(most)d characters", "%s scenarios", "%(dice)d dice", "as %(n)s figures"),  # limits of ours
    *("%(fast)d points", "%(needed)s points", "%(n)s points on", "%(least)d points", "%(most)d points"),  # of the rules
    *(
        "exactly %(points)s points",
        "exactly %(points)d points",
        "%(score)d points",
        "%(goal)s points",
        "%(size)s points",
    ),
    *(
        "{given} characters",
        "{most} characters",
        "{most} levels",
        "{most} turns",
        "{seconds} seconds",
        "{turns} turns on",
    ),
    *("%(points)d points", "%(places)d places", "%(most)d players", "at %(n)s fatigues"),  # of the rules
    *("a {asked} piece", "list {list_number} face"),  # no numbers of what follows
)
"""What is more than one wherever it is said, as it stands in its phrase."""


def told(text: str) -> Iterator[str]:
    yield from (text,) if isinstance(text, str) else text


@cache
def said() -> tuple[tuple[str, str], ...]:
    """Every English phrase of the tables, of the pages and of the scenarios, with the place where it stands."""
    tables = [(f"{table} {key}", text) for table, found in phrases("en").items() for key, text in found.items()]
    pages = [
        (f"{room.name}: {text}", text)
        for room in translations.rooms()
        for english in translations.english(room).values()
        for text in told(english)
    ]
    names = [(one.id, words["en"]) for one in scenarios() for words in (one.names, one.summary, one.legend) if words]
    return (*(found for found in tables if not found[0].startswith("rooms ")), *pages, *names)


@cache
def written() -> tuple[tuple[str, str], ...]:
    """The lines of the English guides and sheets, without code and without the French they quote in tables."""
    files = [*(DOCS / "guide").glob("*.en.md"), *(DOCS / "rules").glob("*.md")]
    return tuple(
        (f"{file.name}:{number}", line)
        for file in sorted(files)
        for number, line in enumerate(CODE.sub("…", file.read_text(encoding="utf-8")).splitlines(), start=1)
        if not line.startswith("|")
    )


def faults(pattern: re.Pattern[str], texts: tuple[tuple[str, str], ...]) -> list[str]:
    return [f"{place}: {found[0]!r} in {text}" for place, text in texts if (found := pattern.search(text))]


def test_no_english_phrase_has_french_spaces_quotes_or_commas():
    assert faults(FRENCH_SPACES, said()) == []


def test_no_english_guide_or_sheet_has_a_space_before_a_mark():
    assert faults(re.compile(r"(?<=\w) [:;?!](?=\s|$)"), written()) == []


def test_a_refusal_about_a_unit_says_it_of_warriors_as_of_a_monster():
    """« Warriors has no weapon » is no English: the unit is named, what is told of it follows."""
    about = {key: text for key, text in phrases("en")["refusals"].items() if re.match(r"(battle|band)-", key)}

    assert [key for key, text in about.items() if re.match(r"\{subject\}(?!:)", text)] == []


@pytest.mark.parametrize("pattern", [TWICE, A_BEFORE_A_VOWEL, AN_BEFORE_A_CONSONANT], ids=["twice", "a", "an"])
def test_no_word_stands_twice_and_articles_fit(pattern: re.Pattern[str]):
    assert faults(pattern, (*said(), *written())) == []


@cache
def nouns() -> tuple[tuple[str, str], ...]:
    """What is counted anywhere, one and many: the first words in which two forms of a phrase differ."""
    tables = [pair for found in phrases("en").values() for text in found.values() for pair in PAIR.findall(text)]
    pages = [
        english
        for room in translations.rooms()
        for english in translations.english(room).values()
        if not isinstance(english, str)
    ]
    differ = (next(((a, b) for a, b in zip(one.split(), many.split(), strict=False) if a != b), None)
              for one, many in (*tables, *pages))  # fmt: skip
    found = {tuple(re.sub(r"\W", "", word).lower() for word in pair) for pair in differ if pair is not None}
    return tuple(sorted((one, many) for one, many in found if many.startswith(one[:2]) and len(one) > 2))


def miscounts(text: str, number: int) -> list[str]:
    """The nouns that stand in the wrong number right after this one; in “2 wound levels” the last word counts."""
    one, many = {one for one, _ in nouns()}, {many for _, many in nouns()}
    wrong, right = (many, one) if number == 1 else (one, many)
    following = re.findall(rf"(?<![\w,.½−+/:-]){number} ([A-Za-z]+)(?: ([A-Za-z]+))?", text)
    return [first for first, second in following if first.lower() in wrong - right and second.lower() not in many]


def rendered(text: str, number: int) -> str:
    """The phrase with this number wherever one may stand, and a name where somebody is named."""
    for fragment in NEVER_ONE:
        text = text.replace(fragment, HOLE.sub("7", PLACE.sub("7", fragment)))
    text = text.replace("{}", "{n}")
    named = PLACE.sub(lambda place: "Ana" if place[1] in NAMES else place[0].replace(place[1], "n", 1), text)
    told = named.format(n=counted(number, "en")) if PLACE.search(text) else named
    return HOLE.sub(lambda hole: "Ana" if hole[0][2:-2] in NAMES else str(number), told)


def shown() -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Every phrase of the pages with the numbers it may be shown with."""
    for room in translations.rooms():
        for english in translations.english(room).values():
            if isinstance(english, str):
                yield room.name, english, (0, 1, 2)
            else:
                yield room.name, english[0], (1,)
                yield room.name, english[1], (0, 2)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_english_agrees_with_its_numbers(number: int):
    phrased = [
        (table, text) for table in sorted(phrases("en").keys() - {"rooms"}) for text in phrases("en")[table].values()
    ]
    paged = [(room, text) for room, text, numbers in shown() if number in numbers]
    wrong = [(place, text) for place, text in phrased + paged if miscounts(rendered(text, number), number)]

    assert wrong == []


def test_the_small_eye_sees_what_it_is_for():
    assert miscounts("1 players", 1) == ["players"]
    assert miscounts("2 player of 3", 2) == ["player"]
    assert miscounts("1 player, 2 players", 1) == miscounts("1 player, 2 players", 2) == []
    assert miscounts("2 wound levels", 2) == []
    assert [pattern.search(text) is not None for pattern, text in SEEN] == [True, False] * 4


SEEN = [
    *((A_BEFORE_A_VOWEL, "a opponent"), (A_BEFORE_A_VOWEL, "a unit, a used one")),
    *((AN_BEFORE_A_CONSONANT, "an player"), (AN_BEFORE_A_CONSONANT, "an hour, an XLSX file")),
    *((TWICE, "the the"), (TWICE, "the others")),
    *((FRENCH_SPACES, "Wood : 3, 2,5 points"), (FRENCH_SPACES, "10:30, 1,000 dice; 2.5 points")),
]
"""What each pattern is for, and what it must let pass."""


def test_a_line_is_put_together_as_each_language_does():
    assert [f"Bois{colon('fr')}3{semicolon('fr')}grand", f"Wood{colon('en')}3{semicolon('en')}large"] == [
        "Bois\xa0: 3\u202f; grand",
        "Wood: 3; large",
    ]
