"""
What nobody should send, to every field of every form and every parameter of every address.

Forms are read from the pages themselves, as host and as a player of each game, beginning with every address of the URL
table; commands and settings from their types.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from importlib.resources import files
from inspect import getmodule, getsource, unwrap
from time import process_time
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from django.core.signals import got_request_exception
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve

from heraut import catalogue
from heraut.kernel.bounds import LARGEST
from heraut.kernel.names import OFFICIALS, StreamId
from heraut.web import commands, forms, samples
from heraut.web.desk import desk
from heraut.web.forms import Field
from heraut.web.models import Link
from heraut.web.permissions import Role
from pace import is_late
from web import test_access, test_characters, test_tournament, test_weekend
from web.build import SALE, holder, host, sale

NUMBERS = (
    "9" * 5000, "1e999999999", "-1", "0", str(2**63), str(LARGEST), str(-LARGEST), "999999999", "nan", "٣", "²", "1/0",
    "0x10", "½", "1e1000000000", "3.7", "-", "+5",
)  # fmt: skip
TEXTS = (
    "", " ", "\x00", "a\x00b", "\u202eevil", "\ud7ff\ue000\uffff", "x" * 3_000, "é\r\n\tb", "<b>&amp;'\"", "../../etc",
    "%00%ff", "🛡" * 200, "fate", "organiser", "a b/c?d#e", "{{ x }} {% x %}",
)  # fmt: skip
DATES = ("0001-01-01", "9999-12-31", "2026-02-30", "99999-01-01", "23:59:60", "-1-1-1", "24:00", "00:00")
NESTS = ("[" * 5000, '{"a":' * 3000, "a = " + "[" * 3000, "[]", "{}", '{"a": 1e999}', '"\\ud800"', "null", "[[[]]]")
VALUES = (*NUMBERS, *TEXTS, *DATES, *NESTS)
VERY_LONG = "x" * 1_000_000
"""For forms only: an address is as long as its server lets it be."""

ENOUGH = 3
"""Pages of one address that are looked at for each visitor."""
NOT_CALLED = {"sign-out", "live", "api-live", "language"}
"""What ends the visit, or never ends by itself."""


@dataclass(frozen=True, slots=True)
class Form:
    """Something that can be sent: where, and what it would send as it stands."""

    client: Client = field(compare=False, repr=False)
    method: str
    path: str
    values: tuple[tuple[str, str], ...]

    @property
    def key(self) -> tuple[str, ...]:
        """Forms alike in this are one form."""
        return (self.method, _name(self.path), dict(self.values).get("type", ""), *sorted({n for n, _ in self.values}))

    def sent(self, name: str, value: str) -> Form:
        """The form with one field filled in otherwise."""
        rest = tuple(pair for pair in self.values if pair[0] != name)
        return replace(self, values=(*rest, (name, value)))

    def send(self) -> Any:
        data: dict[str, list[str]] = {}
        for name, value in self.values:
            data.setdefault(name, []).append(value)
        if self.method == "get":
            return self.client.get(f"{self.path}?{urlencode(data, doseq=True, errors='replace')}")
        return self.client.post(self.path, data)


class _Forms(HTMLParser):
    """The forms and the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.links: list[str] = []
        self._open = False
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for name in ("href", "hx-get", "src"):
            if given.get(name, "").startswith(("/", "?", ".")):
                self.links.append(given[name])
        if given.get("hx-post"):
            self.forms.append(("post", given["hx-post"], []))
            self._open = tag == "form"
        elif tag == "form":
            self.forms.append((given.get("method", "get").lower(), given.get("action", ""), []))
            self._open = True
        if not self.forms or not self._open:
            return
        fields, name = self.forms[-1][2], given.get("name", "")
        if tag in ("input", "textarea", "button") and name and given.get("type") != "file":
            fields.append((name, given.get("value", "on" if given.get("type") == "checkbox" else "")))
        elif tag == "select" and name:
            self._select = name
            fields.append((name, ""))
        elif tag == "option" and self._select and ("selected" in given or fields[-1] == (self._select, "")):
            fields[-1] = (self._select, given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._select = None


def _name(path: str) -> str:
    """The address by its name in the URL table."""
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return path
    return found.view_name or path


def world() -> dict[str, str]:
    """Games of every kind under way, a weekend, a character, a scenario; what the addresses need to name them."""
    sale()
    for name in ("campaign", "capture", "clash", "skirmish", "tournament"):
        samples.load(name, (files(samples) / f"{name}.jsonl").read_text(encoding="utf-8"))
    test_tournament.playing()
    row = test_weekend.weekend()
    test_weekend.enter(row, "Ana\nBen\nChloé\nDavid", test_weekend.streams(row))
    character = host().post("/characters/archer/copy")["Location"].split("/")[2]
    host().post("/plan/own/new", {"copy": "clash"})
    holder(Role.REFEREE, label="Farid")
    link = Link.objects.first()
    assert link is not None
    return {
        "weekend": row.pk, "stream": test_weekend.streams(row)[0], "id": character, "link": str(link.pk),
        "player": "Ambiorix",
    }  # fmt: skip


def addresses(patterns: Iterable[URLPattern | URLResolver], room: str = "") -> Iterator[tuple[str, Any]]:
    """Every address of the URL table by its full name, with its view."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, f"{pattern.namespace}:")
        else:
            yield f"{room}{pattern.name}", pattern.callback


def seeds(made: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Every address with what it takes to reach something there: by its name, the method and the path."""
    from web import test_permissions as table  # it reads the URL table while it is imported

    games = {name: (method, f"/{path}") for name, (method, path) in table.GAMES.items()}
    cup = {
        f"tournament:{name}": (how, f"/g/cup/tournament/{path}") for name, (how, path) in test_tournament.TRIES.items()
    }
    found = {
        **{name: (one.method, one.path) for name, one in test_access.TRIES.items()},
        **cup,
        **{f"weekend:{name}": one for name, one in test_weekend.TRIES.items()},
        **test_characters.TRIES, **games,
        **{name: ("get", path) for name, path in table.OPEN.items()}, **table.FOR_ACCOUNTS,
    }  # fmt: skip
    return {name: (method, path.format(**made)) for name, (method, path) in found.items()}


def parameters() -> dict[str, set[str]]:
    """The parameters each address reads, as far as the module of its view names them."""
    found: dict[str, set[str]] = {}
    for name, view in addresses(get_resolver().url_patterns):
        module = getmodule(unwrap(view))
        text = getsource(module) if module is not None and module.__name__.startswith("heraut") else ""
        read = re.findall(r"""(?:GET|POST|posted|typed|fields|request)[\w.]*[.\[(]+["']([\w.-]+)["']""", text)
        found[name] = {*read, "page", "next"}
    return found


@dataclass(slots=True)
class Survey:
    """All forms that can be found, each once."""

    made: dict[str, str]
    forms: dict[tuple[str, ...], Form] = field(default_factory=dict)
    _seen: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, form: Form) -> None:
        if _name(form.path) not in NOT_CALLED and not form.path.startswith(("/sign-out", "/static")):
            self.forms.setdefault(form.key, form)

    def look(self, who: str, client: Client, paths: Iterable[str]) -> None:
        """Read pages from these on, following links as far as they lead to something new."""
        waiting = list(paths)
        while waiting:
            path = waiting.pop()
            name = _name(path)
            times = self._seen.get((who, name), 0)
            if name in NOT_CALLED or times >= ENOUGH or name == path:
                continue
            self._seen[who, name] = times + 1
            answer = client.get(path, follow=True)
            if "html" not in answer.headers.get("Content-Type", ""):
                continue
            found = _Forms()
            found.feed(answer.content.decode(errors="replace"))
            for method, action, values in found.forms:
                self.add(Form(client, method, urljoin(path, action or path), tuple(values)))
            for link in found.links:
                whole = urljoin(path, link)
                self.add(Form(client, "get", urlsplit(whole).path, tuple(parse_qsl(urlsplit(whole).query))))
                waiting.append(whole)

    def commands(self, client: Client, stream: str) -> None:
        """Every command of a game's engine, with every field of its type."""
        for name, kind in commands.kinds(desk().engine(StreamId(stream))).items():
            shown = forms.fields(kind, "en", skip=("seat", "at"))
            values = [("type", name), ("seat", "organiser"), *_flat(shown)]
            self.add(Form(client, "post", f"/g/{stream}/send", tuple(values)))

    def settings(self, client: Client) -> None:
        """Every kind of settings, with every field."""
        for engine in catalogue.ENGINES:
            for variant, kind in forms.variants(catalogue.engine(engine).settings).items():
                values = [("title", ""), *_flat(forms.fields(kind, "en"))]
                self.add(Form(client, "post", f"/new/{engine}/?variant={variant}", tuple(values)))


def _flat(shown: Iterable[Field]) -> Iterator[tuple[str, str]]:
    for one in shown:
        if one.parts:
            yield from _flat(one.parts)
        else:
            yield one.name, "" if isinstance(one.value, tuple) else str(one.value)


def survey() -> Survey:
    """Every form there is: of the pages, of the types, and each address with the parameters its module reads."""
    made = world()
    found, master, known = Survey(made), host(), parameters()
    table = seeds(made)
    found.look("host", master, [path for _, path in table.values()])
    for stream in (SALE, "capture", "clash", "campaign", "skirmish", "tournament", "cup"):
        found.commands(master, stream)
        state = desk().history(StreamId(stream)).state
        seats = [seat for seat in desk().engine(StreamId(stream)).seats(state) if seat not in OFFICIALS]
        if seats:
            client = holder(Role.PLAYER, seats[0], stream=StreamId(stream))
            found.look(stream, client, [f"/g/{stream}/", f"/g/{stream}/log"])
    found.settings(master)
    for name, (method, path) in table.items():
        for way in {method, "get"}:
            found.add(Form(master, way, path, tuple((each, "") for each in sorted(known.get(name, ())))))
    return found


@dataclass(frozen=True, slots=True)
class Fault:
    """An answer we should not have given."""

    path: str
    name: str
    value: str
    what: str

    def __str__(self) -> str:
        return f"{self.path} {self.name}={self.value[:24]!r}: {self.what}"


def tried(form: Form, name: str, value: str) -> Fault | None:
    """What is wrong with the answer to the form with that field filled in so."""
    raised: list[str] = []

    def note(**_: Any) -> None:
        raised.append(_where())

    form.client.raise_request_exception = False
    got_request_exception.connect(note)
    began = process_time()  # a machine that does other things meanwhile is no fault of ours
    try:
        status = form.sent(name, value).send().status_code
    finally:
        got_request_exception.disconnect(note)
    took = process_time() - began
    if status >= 500:
        return Fault(form.path, name, value, f"{status} {' '.join(raised)}")
    if is_late(took):
        return Fault(form.path, name, value, f"took {took:.1f} s")
    return None


def _where() -> str:
    """What was raised, and the last line of ours it came through."""
    kind, error, trace = sys.exc_info()
    lines = [one for one in traceback.extract_tb(trace) if "heraut" in one.filename]
    place = f"{lines[-1].filename.rpartition('heraut/')[2]}:{lines[-1].lineno}" if lines else ""
    return f"{kind.__name__ if kind else ''} {str(error)[:80]} {place}"
