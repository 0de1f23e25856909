"""
What the program calls things inside stays inside: no id of a seat, no code, no name of a field or a command is read.

The samples of every engine are opened in both languages by an organiser, a player and a passer-by. Every page one can
get to by a link is read as people read it, without attributes, scripts and what is marked as code; so are papers, as
Typst is given them, and files. The codes are those the types of the program know. A code that is also a word of the
language, such as "points", cannot be told from it and is let pass.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from html import unescape
from io import BytesIO
from typing import Any, Literal, get_args, get_origin, get_type_hints
from zipfile import ZipFile

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client

from classes import classes_of
from heraut import catalogue
from heraut.kernel.names import OFFICIALS, Seat, StreamId
from heraut.press import printing
from heraut.press.printing import _inputs
from heraut.rulesets.clauses import clauses
from heraut.scenario.library import every
from heraut.speech.sentences import LANGUAGES, Language, phrases
from heraut.tournament.results import SettleResult
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.web import samples, translations
from heraut.web.desk import desk
from heraut.web.models import Stream
from heraut.web.templatetags.heraut import clause_text
from web import test_tournament
from web.build import host
from web.test_sweep import PAGES

pytestmark = pytest.mark.django_db

CORE = ("kernel", "rulesets", "table", "dice", "warband", "battle", "tournament", "campaign", "skirmish", "scenario")
TOKEN = re.compile(r"(?<![\w\-/.@])[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*(?![\w\-/@])")
HIDDEN = re.compile(r"<(script|style|code|pre|template|textarea)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL)
HOLE = re.compile(r"\{[^{}]*\}|%\(\w+\)s|%s")


@cache
def codes() -> frozenset[str]:
    """Members of closed lists, names of fields, of commands and events, keys of sentences."""
    members = {
        each.value
        for kind in classes_of(CORE)
        if issubclass(kind, Enum)
        for each in kind
        if isinstance(each.value, str)
    }
    structs = [kind for kind in classes_of(CORE) if issubclass(kind, msgspec.Struct)]
    fields = {name for kind in structs for name in kind.__struct_fields__}
    literals = {value for kind in structs for hint in _hints(kind) for value in _literals(hint)}
    names = {kind.__name__ for kind in structs if re.fullmatch(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+", kind.__name__)}
    keys = {key for section in ("refusals", "because") for key in phrases("en").get(section, {})}
    return frozenset(filter(TOKEN.fullmatch, members | fields | literals | names | keys | set(catalogue.QUESTIONS)))


def _hints(kind: Any) -> Iterator[Any]:
    try:
        yield from get_type_hints(kind).values()
    except NameError:  # a type that only the checker imports
        return


def _literals(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from (value for value in get_args(hint) if isinstance(value, str))
    for inner in get_args(hint):
        yield from _literals(inner)


@cache
def vocabulary(language: Language) -> frozenset[str]:
    """The words the program itself says in that language."""
    said = [text for section in phrases(language).values() for text in _texts(section)]
    for room in translations.rooms():
        english = translations.english(room)
        for told in english if language == "fr" else english.values():
            said += (told,) if isinstance(told, str) else told
    said += (re.sub(r"`[^`]*`", " ", clause.text) for clause in clauses(language).values())
    said += (text for found in every() for text in (found.names[language], found.summary[language]))
    return frozenset(word for text in said for word in TOKEN.findall(HOLE.sub(" ", text)))


def _texts(section: Any) -> Iterator[str]:
    if isinstance(section, str):
        yield section
    elif isinstance(section, dict):
        for inner in section.values():
            yield from _texts(inner)


def visible(answer: Any) -> str:
    """What a reader sees of an answer."""
    kind = answer.headers["Content-Type"]
    if "spreadsheetml" in kind:
        with ZipFile(BytesIO(answer.content)) as book:
            shared = [name for name in book.namelist() if name.startswith(("xl/sharedStrings", "xl/worksheets"))]
            return " ".join(HIDDEN.sub(" ", book.read(name).decode()) for name in shared)
    text = answer.content.decode()
    if "pdf" in kind:
        sheets = json.loads(json.loads(text)["sheets"])
        return " ".join(value for value in _values(sheets) if not value.startswith("<svg"))
    return unescape(HIDDEN.sub(" ", text)) if "html" in kind else text


def _values(told: Any, name: str = "") -> Iterator[str]:
    """The texts of a sheet; its own name and the order of its lines are words to the template only."""
    if isinstance(told, dict):
        for key, value in told.items():
            yield from _values(value, key)
    elif isinstance(told, list):
        for value in told:
            yield from _values(value, name)
    elif isinstance(told, str) and name not in ("sheet", "order", "address", "outcome", "won_by"):
        yield told


LINK = re.compile(r'href="(/[^"#]*)')
OTHERS = re.compile(
    r"^/(api|static|help|language|s|why|questions)/"  # for programs, in the guides' own words, or read otherwise below
    r"|\.(json|toml|txt|jsonl|svg)(\?|$)"  # written to be read back by the program, or a picture
    r"|^/lab/.*/file/"  # every estimate by its measure, for programs; and a report in both languages at once
    r"|[?&](page|at|seed|show|from|kind|about|ink|game)="  # the same page again
)


def crawled(client: Client, starts: list[str], within: str, language: Language) -> Iterator[tuple[str, Any]]:
    """Every page within reach of a link, each address once."""
    waiting, seen = list(starts), set(starts)
    while waiting:
        address = waiting.pop(0)
        answer = client.get(address, headers={"accept-language": language}, follow=True)
        if answer.status_code != 200 or answer.streaming:
            continue
        yield address, answer
        if "html" in answer.headers["Content-Type"] and "Content-Disposition" not in answer.headers:
            for found in map(unescape, LINK.findall(answer.content.decode())):
                if found not in seen and found.startswith(within) and not OTHERS.search(found):
                    seen.add(found)
                    waiting.append(found)


@pytest.fixture
def _paper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a paper what Typst is given is read."""
    monkeypatch.setattr(printing, "_printed", lambda sheets, _kind, *how: json.dumps(_inputs(sheets, *how)).encode())


def seats(streams: tuple[StreamId, ...]) -> frozenset[str]:
    named = [seat for stream in streams for seat in desk().engine(stream).seats(desk().history(stream).state)]
    return frozenset(str(seat) for seat in named if seat not in OFFICIALS)


def leaks(client: Client, starts: list[str], language: Language, ids: frozenset[str]) -> list[tuple[str, str]]:
    """Where in reach of these pages something was read that belongs inside."""
    inside = (codes() - vocabulary(language)) | ids
    within = "/" if "/" in starts else "/g/"
    read = {address: visible(answer) for address, answer in crawled(client, starts, within, language)}
    assert len(read) > 20
    return [(address, found) for address, text in read.items() for found in sorted(set(TOKEN.findall(text)) & inside)]


NAMES = {Seat("lea-roux"): "Léa Roux", Seat("jean-paul"): "Jean Paul", Seat("zoe-2"): "Zoé", Seat("ana-b"): "Ana B."}


@pytest.mark.usefixtures("_paper")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_and_no_code_of_a_steamroller_event_reaches_anybody(language: Language, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(test_tournament, "NAMES", NAMES)
    stream = test_tournament.playing(SteamrollerSettings(size=35, players=NAMES))
    first = next(iter(test_tournament.view().played[0].tables))
    report = SteamrollerReport(first.seats[0], SteamrollerWin.SCENARIO, {first.seats[0]: 3}, {first.seats[0]: 12})
    test_tournament.say(SettleResult(seat=Seat("organiser"), round=1, table=first.number, report=report))

    starts = [f"/g/{stream}/{path}" for path in PAGES if not OTHERS.search(path)]
    clients = (host(), test_tournament.phone(Seat("lea-roux")))
    found = [leak for client in clients for leak in leaks(client, starts, language, seats((stream,)))]

    assert found == []


@pytest.mark.usefixtures("_paper")
def test_no_id_and_no_code_of_the_samples_reaches_anybody():
    samples.load_once()
    streams = tuple(StreamId(row.pk) for row in Stream.objects.all())
    games, ids = [f"/g/{stream}/" for stream in streams], seats(streams)
    found = [*leaks(host(), ["/", *games], "fr", ids), *leaks(host(), games, "en", ids)]

    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_ours_has_a_code_in_it(language: Language):
    said = {(table, key): text for table, section in phrases(language).items() for key, text in section.items()}
    typed = ("rooms", "arguments")  # what the program is given in a terminal is said as it is typed
    spoken = {place: HOLE.sub(" ", text) for place, text in said.items() if place[0] not in typed}

    assert [
        (*place, code)
        for place, text in spoken.items()
        for code in TOKEN.findall(text)
        if "_" in code and code in codes()
    ] == []


def test_a_code_on_a_page_is_found():
    text = '<p title="round1_avoid">Il faut <b>round1_avoid</b>, wins ou club. <code>odd_field</code></p>'
    inside = codes() - vocabulary("fr")

    assert set(TOKEN.findall(visible(HttpResponse(text)))) & inside == {"round1_avoid", "wins"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_calls_settings_as_the_forms_do(language: Language):
    shown = {clause.id: unescape(re.sub(r"<[^>]*>", " ", clause_text(clause))) for clause in clauses(language).values()}

    assert [
        (id, code) for id, text in shown.items() for code in TOKEN.findall(text) if "_" in code and code in codes()
    ] == []
