"""What a format of its own does on the pages stands in its package: no other page asks which one is played."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest

import heraut.web
from heraut.kernel.names import StreamId
from heraut.press import diagram, rules
from heraut.scenario.definition import Source
from heraut.scenario.facts import Side
from heraut.scenario.settings import Settings
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import MatchResult
from heraut.tournament.format import Report
from heraut.tournament.formats import FORMATS
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web.rooms.match import delivery, source_pages
from heraut.web.rooms.tournament.format_pages import FormatPages
from heraut.web.rooms.tournament.formats import PAGES, pages_for
from tournament.round_robin import RoundRobinReport, RoundRobinSettings

WEB = Path(heraut.web.__file__).parent
IDS = "|".join(format.name() for format in FORMATS)
NAMES = {"saga": "SAGA", "steamroller": "Steamroller"}
PACKAGES = tuple(f"rooms/tournament/{format.name()}/" for format in FORMATS)
CALLED = "|".join(name for format in FORMATS for name in (format.name(), NAMES[format.name()]))
NAMED = re.compile(rf"(?<!-)\b({CALLED})\b")
"""Its id, or the name it has on pages; « Saga » is a thing of the game: dice, abilities."""
IMPORTED = re.compile(rf"heraut\.(web\.rooms\.)?tournament\.({IDS})\b")
EXCEPTIONS = {
    "rooms/tournament/formats.py": "the list of the formats that have pages of their own",
    "rooms/tournament/__init__.py": "the sentence that tells people what is played here",
    "rooms/match/templates/match/new.html": "a label of the form that opens a match of any scenario",
}  # fmt: skip

SOURCES_NAMED = {
    "rooms/match/source_pages.py": "what the pages of a match ask of each source",
    "rooms/match/options_form.py": "the options of SAGA's matches, which the form of a SAGA event asks too",
    "rooms/campaign/battle_sheet.py": "a campaign of SAGA is fought by SAGA's scenarios",
}


def parts() -> Iterator[tuple[str, str]]:
    """Every module, template and script of the web outside the packages of the formats, with its text."""
    for path in sorted(path for kind in ("*.py", "*.html", "*.js") for path in WEB.rglob(kind)):
        name = path.relative_to(WEB).as_posix()
        if not name.startswith((*PACKAGES, "migrations/")):
            yield name, path.read_text()


def named_in(name: str, text: str) -> list[str]:
    """The formats it imports, and those it calls by their names; what is told in docstrings is no matter."""
    if not name.endswith(".py"):
        plain = re.sub(r"{% comment .*?endcomment %}|{#.*?#}", "", text, flags=re.DOTALL)
        return NAMED.findall(plain)
    tree = ast.parse(text)
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found += [match[0] for match in [IMPORTED.match(node.module or "")] if match]
        elif isinstance(node, ast.Import):
            found += [each.name for each in node.names if IMPORTED.match(each.name)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            found += NAMED.findall(node.value)
    return found


def test_no_page_outside_a_format_s_package_imports_or_names_a_format():
    found = {name: named for name, text in parts() if (named := named_in(name, text))}

    assert found.keys() == EXCEPTIONS.keys()


def test_no_page_outside_a_format_s_package_asks_where_a_scenario_comes_from():
    found = {name for name, text in parts() if re.search("|".join(get_args(Source)), text)}

    assert found == SOURCES_NAMED.keys()


@pytest.mark.parametrize("table", [source_pages.SOURCES, rules.SOURCES, diagram.SOURCES])
def test_every_table_that_goes_by_the_source_has_them_all(table: Mapping[Source, object]):
    assert set(table) == set(get_args(Source))


def test_the_search_finds_an_import_a_name_and_an_id():
    assert named_in("a.py", "from heraut.tournament.saga.bands import Age\nx = 'steamroller-easy'\n") == [
        "heraut.tournament.saga", "steamroller",
    ]  # fmt: skip
    assert named_in("a.html", '{% if format == "saga" %}') == ["saga"]


POINTS = {Side.FIRST: 3, Side.SECOND: 9}


def told(**said: object) -> MatchResult:
    seats = {Side.FIRST: "ana", Side.SECOND: "ben"}
    plain = {"scenario": "clash", "seats": seats, "winner": Side.SECOND, "kind": WinKind.POINTS, "settled": True}
    return MatchResult(**{**plain, **said})


def test_a_third_format_s_match_is_a_report_of_that_format():
    """It was told to its event as one of SAGA, which the event refused."""
    pages = FormatPages(RoundRobinSettings())

    assert pages.report_of(told()) == RoundRobinReport("ben")
    assert pages.report_of(told(victory_points={Side.FIRST: 3, Side.SECOND: 9})) == RoundRobinReport("ben")


def test_a_format_makes_no_report_of_a_game_it_cannot_read():
    saga, steamroller = pages_for(SagaSettings(allowed_ages=("dark",))), pages_for(SteamrollerSettings(size=35))

    assert saga.report_of(told(victory_points=POINTS)) == SagaReport({"ana": 3, "ben": 9}, first_player="ana")
    assert saga.report_of(told(control_points=POINTS, destroyed=POINTS)) is None
    assert steamroller.report_of(told(victory_points=POINTS)) is None


@pytest.mark.parametrize(
    ("result", "report"),
    [
        (told(victory_points=POINTS), SagaReport({"ana": 3, "ben": 9}, first_player="ana")),
        (
            told(control_points=POINTS, destroyed=POINTS, kind=WinKind.SCENARIO),
            SteamrollerReport("ben", SteamrollerWin.SCENARIO, {"ana": 3, "ben": 9}, {"ana": 3, "ben": 9}),
        ),
    ],
)
def test_a_match_linked_by_hand_is_reported_by_the_format_that_can_read_it(
    monkeypatch: pytest.MonkeyPatch, result: MatchResult, report: Report
):
    """It was opened at no table of an event, so it does not name the one it was linked to."""
    monkeypatch.setattr(delivery, "_settled", lambda _match: result)
    monkeypatch.setattr(delivery, "_settings", lambda _match: Settings(scenario="clash", players={}))

    assert delivery.report_of(StreamId("match")) == report


@pytest.mark.parametrize("pages", PAGES.values(), ids=PAGES)
def test_what_the_lab_tries_are_settings_of_the_format(pages: type[FormatPages]):
    kind = next(format for format in FORMATS if PAGES[format.name()] is pages)

    assert set(pages.tried) <= set(kind.__struct_fields__)


def test_templates_ask_a_format_only_what_its_pages_answer():
    """Django takes what is not there for empty: a page would go on without a word."""
    asked = {
        (file.name, name)
        for file in WEB.rglob("templates/**/*.html")
        for name in re.findall(r"\bformat\.(\w+)", file.read_text(encoding="utf-8"))
    }
    own = {Path(pages.list_template).name: pages for pages in PAGES.values()}

    assert [(file, name) for file, name in sorted(asked) if not hasattr(own.get(file, FormatPages), name)] == []
