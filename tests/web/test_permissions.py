"""Every address there is × every role: an address nobody has thought about here fails."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from browser import kinds
from heraut.kernel.names import OFFICIALS, StreamId
from heraut.web import samples
from heraut.web.desk import desk
from heraut.web.models import Stream
from heraut.web.permissions import PERMISSIONS, Action, Role
from heraut.web.rooms.lab.trials import Trials
from web import test_access, test_characters, test_tournament, test_weekend
from web.build import holder, host, passer_by

pytestmark = pytest.mark.django_db
GET, POST = "get", "post"

GAMES = {
    "match:entry": (POST, "g/capture/match/entry"),
    "match:turn": (GET, "g/capture/match/turns/first/1"),
    "match:stand": (GET, "g/capture/match/stand"),
    "match:standing": (POST, "g/capture/match/standing"),
    "match:armies": (GET, "g/capture/match/armies"),
    "match:losses": (POST, "g/capture/match/losses"),
    "match:counted": (POST, "g/capture/match/counted"),
    "match:rules": (GET, "g/capture/match/rules"),
    "match:table": (GET, "g/capture/match/table"),
    "match:verdict": (GET, "g/capture/match/verdict"),
    "campaign:order": (POST, "g/campaign/campaign/order"),
    "campaign:weigh": (POST, "g/campaign/campaign/weigh"),
    "campaign:settle": (POST, "g/campaign/campaign/settle"),
    "campaign:fight": (POST, "g/campaign/campaign/fight"),
    "campaign:tour": (GET, "g/campaign/campaign/tour"),
    "campaign:chronicle": (GET, "g/campaign/campaign/chronicle"),
    "campaign:export": (GET, "g/campaign/campaign/chronicle.html"),
    "campaign:land": (GET, "g/campaign/campaign/land"),
    "campaign:letters": (GET, "g/campaign/campaign/letters"),
    "campaign:write": (POST, "g/campaign/campaign/letters/write"),
    "campaign:allow": (POST, "g/campaign/campaign/letters/telling"),
    "campaign:back": (POST, "g/campaign/campaign/back"),
    "campaign:replace": (POST, "g/campaign/campaign/replace"),
    "campaign:under": (GET, "g/campaign/campaign/map.jpg"),
    "campaign:sheet": (GET, "g/campaign/campaign/sheet"),
    "campaign:order-sheets": (GET, "g/campaign/campaign/orders.pdf"),
    "campaign:rules": (GET, "g/campaign/campaign/rules"),
    "campaign:rules-paper": (GET, "g/campaign/campaign/rules.pdf"),
    "skirmish:screen": (GET, "g/skirmish/skirmish/screen"),
    "skirmish:sheet": (GET, "g/skirmish/skirmish/sheet/{player}"),
    "skirmish:rules-paper": (GET, "g/skirmish/skirmish/rules.pdf"),
    "skirmish:sheets-paper": (GET, "g/skirmish/skirmish/sheets.pdf"),
    "skirmish:deeds": (GET, "g/skirmish/skirmish/do"),
    "skirmish:deed": (GET, "g/skirmish/skirmish/do/Strike"),
    "skirmish:at-once": (POST, "g/skirmish/skirmish/at-once"),
    "skirmish:undo": (POST, "g/skirmish/skirmish/undo"),
    "skirmish:let-play": (POST, "g/skirmish/skirmish/let-play"),
    "skirmish:back": (POST, "g/skirmish/skirmish/back"),
    **{
        f"lab:{kind}{'-' * bool(part)}{part}": (POST if part == "stop" else GET, f"lab/{kind}/{kind_of_game}{path}")
        for kind, kind_of_game in (("event", "tournament"), ("skirmish", "skirmish"))
        for part, path in (("", ""), ("answer", "/answer"), ("stop", "/stop"), ("file", "/file/csv"))
    },
    "odds:luck": (GET, "odds/luck/capture"),
    "odds:luck-note": (POST, "odds/luck/capture/note"),
    "odds:luck-fight": (POST, "odds/luck/capture/fight"),
}
"""The addresses of the rooms whose tests have no table of their own, on the sample games."""
OFFICIALS_ONLY = {"campaign:back", "skirmish:back", "skirmish:let-play"}
"""What the room keeps for its officials, beyond the table."""
OPEN = {
    "odds:fight": "/odds/", "odds:table": "/odds/table", "odds:turn": "/odds/turn", "odds:series": "/odds/series",
    "odds:abuse": "/odds/abuse", "odds:band": "/odds/band",
    "odds:band-sheet": "/odds/band.pdf", "odds:reference": "/odds/reference.pdf",
    "maps:viewer": "/map/", "maps:text": "/map/map.txt",
    "maps:draw": "/map/draw", "maps:check": "/map/check", "maps:starts": "/map/starts",
    "plan:scenarios": "/plan/", "plan:plan": "/plan/clash/", "plan:verdict": "/plan/clash/verdict",
    "plan:picture": "/plan/clash/picture-fr.svg", "characters:rules-paper": "/characters/rules.pdf",
}  # fmt: skip

FOR_ACCOUNTS = {
    "plan:own-new": (POST, "/plan/own/new"), "plan:own": (GET, "/plan/own/none/"),
    "plan:own-file": (GET, "/plan/own/none/file.toml"), "plan:own-sheet": (GET, "/plan/own/none/sheet"),
    "plan:own-delete": (POST, "/plan/own/none/delete"),
    **{
        f"lab:{kind}{'-' * bool(part)}{part}": (POST if part == "stop" else GET, f"/lab/{kind}{path}")
        for kind in ("rounds", "map", "fight")
        for part, path in (("", ""), ("answer", "/answer"), ("stop", "/stop"), ("file", "/file/csv"))
    },
    "maps:keep": (POST, "/map/keep"), "maps:forget": (POST, "/map/forget/none"),
    "maps:under": (GET, "/map/picture/none.jpg"),
    "plan:save": (POST, "/plan/clash/save"), "plan:delete": (POST, "/plan/kept/none/delete"),
}  # fmt: skip
"""What needs an organiser's account: everybody else is turned away."""


@pytest.fixture(autouse=True)
def idle_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for what is knocked at here: the lab need not start its process."""
    monkeypatch.setattr(Trials, "_go_on", lambda _trials: None)


def addresses(patterns: list[URLPattern | URLResolver], room: str = "") -> Iterator[tuple[str, Action | None]]:
    """Every address by its full name, with the action it needs."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, f"{pattern.namespace}:")
        else:
            yield f"{room}{pattern.name}", getattr(pattern.callback, "action", None)


EVERY = dict(addresses(get_resolver().url_patterns))


def test_every_address_stands_in_a_table_and_names_its_action():
    rooms = {"tournament": test_tournament.TRIES, "weekend": test_weekend.TRIES}
    theirs = (f"{room}:{name}" for room, tries in rooms.items() for name in tries)
    tables = (test_access.TRIES, theirs, test_characters.TRIES, GAMES, OPEN, FOR_ACCOUNTS)

    assert {name for table in tables for name in table} == set(EVERY)
    assert [name for name, action in EVERY.items() if not isinstance(action, Action)] == []


def methods() -> dict[str, str]:
    """How each address is knocked at."""
    rooms = {"tournament": test_tournament.TRIES, "weekend": test_weekend.TRIES}
    theirs = {f"{room}:{name}": method for room, tries in rooms.items() for name, (method, _path) in tries.items()}
    plain = {name: method for name, (method, _path) in {**test_characters.TRIES, **GAMES, **FOR_ACCOUNTS}.items()}
    shell = {name: attempt.method for name, attempt in test_access.TRIES.items()}
    return {**shell, **theirs, **plain, **dict.fromkeys(OPEN, GET)}


def test_every_page_is_opened_in_a_browser():
    """An address that answers with a page stands in `browser/kinds.py`, where nothing may be wrong with it."""
    pages = {name for name, method in methods().items() if method.lower() == "get"} - kinds.NO_PAGES

    assert pages - {name_of(path) for path in kinds.every_path()} == set()


def name_of(path: str) -> str:
    """The address a path leads to; nothing for one that is not there."""
    try:
        return resolve(path.partition("?")[0]).view_name
    except Resolver404:
        return ""


def load(name: str, *, public: bool) -> StreamId:
    stream = samples.load(name, (files(samples) / f"{name}.jsonl").read_text(encoding="utf-8"))
    Stream.objects.filter(pk=stream).update(public=public)
    return stream


def visitor(role: Role, stream: StreamId) -> Client:
    if role is Role.ORGANISER:
        return host()
    if role is Role.REFEREE:
        return holder(role, label="Farid", stream=stream)
    if role is Role.PLAYER:
        seats = desk().engine(stream).seats(desk().history(stream).state)
        first = next(seat for seat in seats if seat not in OFFICIALS)
        return holder(role, first, seats[first], stream)
    return passer_by()


@pytest.mark.parametrize("game", ["capture", "campaign", "skirmish"])
@pytest.mark.parametrize("role", Role)
def test_a_role_reaches_a_game_s_address_if_and_only_if_it_may(role: Role, game: str):
    stream = load(game, public=role is not Role.STRANGER)
    client, seats = visitor(role, stream), desk().engine(stream).seats(desk().history(stream).state)
    client.raise_request_exception = False
    player = next(seat for seat in seats if seat not in OFFICIALS)
    wrong = []
    for name, (method, path) in GAMES.items():
        if f"/{game}" not in path:
            continue
        official = role in (Role.ORGANISER, Role.REFEREE)
        allowed = EVERY[name] in PERMISSIONS[role] and (official or name not in OFFICIALS_ONLY)
        status = getattr(client, method)(f"/{path.format(player=player)}").status_code
        refused = 404 if role is Role.STRANGER else 403
        if (status == refused) == allowed or status >= 500:
            wrong.append((name, status))

    assert wrong == []


@pytest.mark.parametrize("name", OPEN)
def test_what_belongs_to_no_game_is_open_to_all(name: str):
    assert EVERY[name] is Action.VISIT
    assert passer_by().get(OPEN[name]).status_code in (200, 400, 405)


@pytest.mark.parametrize("name", FOR_ACCOUNTS)
def test_what_belongs_to_an_account_is_for_accounts(name: str):
    method, path = FOR_ACCOUNTS[name]

    assert EVERY[name] is Action.CREATE
    assert getattr(passer_by(), method)(path).status_code == 403
    assert getattr(host(), method)(path).status_code != 403
