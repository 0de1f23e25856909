"""What is sent is bounded while it comes: bodies, files, forms, the names tried at the door."""

from __future__ import annotations

import asyncio
import io
import sys
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from heraut.web import handover
from heraut.web.asgi_middleware import MOST_BYTES, BodyLimit
from heraut.web.models import Stream
from heraut.web.priority import PAGE
from heraut.web.rate_limit import PASSWORDS
from web.build import SALE, host, passer_by, sale
from web.test_tournament import playing

pytestmark = pytest.mark.django_db


class Sender:
    """Somebody who sends a body of any length in pieces, and never stops by himself."""

    def __init__(self, pieces: int, size: int = 1_000_000) -> None:
        self.asked, self._pieces, self._piece = 0, pieces, b"x" * size
        self.status, self.body = 0, ""

    async def receive(self) -> dict[str, Any]:
        self.asked += 1
        return {"type": "http.request", "body": self._piece, "more_body": self.asked < self._pieces}

    async def send(self, message: dict[str, Any]) -> None:
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"").decode()


def sent(sender: Sender, path: str = "/", **headers: str) -> int:
    """How many bytes reached the application."""
    kept = 0

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        nonlocal kept
        while (message := await receive())["type"] == "http.request":
            kept += len(message["body"])
            if not message["more_body"]:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                return

    scope = {
        "type": "http",
        "path": path,
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
    }
    asyncio.run(BodyLimit(app)(scope, sender.receive, sender.send))
    return kept


def test_a_body_that_says_how_large_it_is_is_not_even_read():
    sender = Sender(600)

    assert sent(sender, **{"content-length": "600000000"}) == 0
    assert (sender.status, sender.asked) == (413, 0)


def test_a_body_that_does_not_say_is_read_until_it_is_too_large():
    sender = Sender(600)

    assert sent(sender) <= MOST_BYTES
    assert sender.status == 413
    assert sender.asked <= MOST_BYTES // 1_000_000 + 1


def test_an_event_may_be_larger_than_a_form():
    small, large = Sender(20), Sender(20)

    assert (sent(small), small.status) == (MOST_BYTES, 413)
    assert (sent(large, "/import"), large.status) == (20_000_000, 200)


def test_what_is_typed_loses_what_nobody_sees():
    sale()
    answer = host().post(f"/g/{SALE}/seats/invite", {"label": "Fa\u202erid\x00", "role": "referee"}, follow=True)

    assert "Farid" in answer.content.decode()


@pytest.mark.parametrize("path", ["/why/%00", "/g/%E2%80%AEx/", "/s/a%00b", "/ask/%07/"])
def test_an_address_with_what_nobody_sees_leads_nowhere(path: str):
    assert passer_by().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/g/{0}/", "/w/{0}/", "/characters/{0}/", "/plan/{0}/", "/s/{0}", "/why/{0}"])
def test_a_long_name_in_an_address_names_nothing(path: str):
    assert host().get(path.format("a" * 3000)).status_code in (404, 429)


@pytest.mark.parametrize("number", ["9" * 30, "9" * 18, "99999999999"])
@pytest.mark.parametrize("path", ["tournament/rounds/{0}", "tournament/rounds/1/tables/{0}"])
def test_a_number_in_an_address_that_is_none_of_ours_leads_nowhere(path: str, number: str):
    playing()

    assert host().get(f"/g/cup/{path.format(number)}").status_code == 404


@pytest.mark.parametrize("number", ["9" * 30, "9" * 18, "99999999999"])
def test_no_entry_and_no_link_has_such_a_number(number: str):
    sale()

    assert host().post(f"/g/{SALE}/undo/{number}").status_code in (400, 404, 409)
    assert host().post(f"/g/{SALE}/seats/{number}/renew").status_code == 404


def test_names_tried_at_the_door_do_not_fill_the_memory():
    PASSWORDS.clear()
    client = passer_by()
    for number in range(20):
        client.post("/sign-in", {"username": f"{number}" + "x" * 90_000, "password": "y"})

    assert sum(sys.getsizeof(key) for key in PASSWORDS._failed) < 20 * 100
    assert len(PASSWORDS._failed) == 20


def zipped(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return file.getvalue()


def damaged() -> dict[str, bytes]:
    """Files that are nearly, or not at all, an event handed over."""
    playing()
    good = handover.pack("Coupe", ["cup"], with_links=True)
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    stream, manifest = "streams/cup.jsonl", parts["hand-over.json"]
    titled = parts[stream].replace(b'"Coupe"', b'"' + b"x" * 9999 + b'"', 1)
    return {
        "zeros": zipped({**parts, "x": b"0" * (handover.MOST_BYTES + 1)}),
        "many parts": zipped({**parts, **{str(number): b"" for number in range(handover.MOST_PARTS)}}),
        "a nest": zipped({**parts, "hand-over.json": b"[" * 100_000}),
        "a number": zipped({**parts, "hand-over.json": manifest.replace(b'"form":1', b'"form":' + b"9" * 999)}),
        "a large number": zipped({**parts, stream: parts[stream].replace(b'"at":', b'"at":9999999999')}),
        "a direction": zipped({**parts, stream: parts[stream].replace(b"Ana", "A\u202ena".encode())}),
        "a seat": zipped({**parts, stream: parts[stream].replace(b'"ana"', b'"a b"')}),
        "a name": zipped({**parts, stream: titled}),
        "cut": good[: len(good) // 2],
        "a byte": good[:200] + b"\xff" + good[201:],
        "another byte": good[: len(good) // 3] + b"\x00\x01\x02" + good[len(good) // 3 + 3 :],
        "no manifest": zipped({stream: parts[stream]}),
        "no stream": zipped({"hand-over.json": manifest}),
        "empty": zipped({}),
    }  # fmt: skip


def test_an_event_that_came_damaged_is_refused_and_nothing_of_it_stored():
    files = damaged()
    for row in Stream.objects.all():
        row.entries.all().delete()
        row.delete()
    client = host()
    client.raise_request_exception = False
    told = {
        name: client.post("/import", {"file": SimpleUploadedFile("event.heraut", data)}).status_code
        for name, data in files.items()
    }

    assert {name: status for name, status in told.items() if status not in (302, 400)} == {}
    assert list(Stream.objects.values_list("pk", flat=True)) == []
    assert client.get("/").status_code == 200


ENGLISH, FRENCH = "This is too much at once: send less.", "C’est trop à la fois : envoyez-en moins."
BACK = "Revenir à l’accueil"


@pytest.mark.parametrize(
    ("path", "headers", "told"),
    [
        ("/api/ask/dice.pool", {"accept-language": "en-GB,fr;q=0.5"}, f'{{"error":"{ENGLISH}"}}'),
        ("/api/ask/dice.pool", {}, f'{{"error":"{FRENCH}"}}'),
        ("/import", {"accept-language": "en", "cookie": "a=b; heraut_language=fr"}, PAGE.format("fr", FRENCH, BACK)),
    ],
)
def test_too_much_is_told_in_the_sender_s_language_and_to_programs_as_every_fault(path: str, headers: Any, told: str):
    sender = Sender(pieces=1)

    sent(sender, path, **{"content-length": "99000000"}, **headers)

    assert (sender.status, sender.body.replace("\u00a0", " ")) == (413, told)
