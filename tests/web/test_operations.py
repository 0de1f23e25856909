"""What runs the server needs to know, and what the server believes of those who speak to it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from heraut.web import asgi_middleware, metrics
from heraut.web.asgi_middleware import Proxies, networks
from heraut.web.data_folder import NoData
from heraut.web.serve import GRACE
from web.build import host, passer_by
from web.test_serve import COMMAND, environment, running

FORWARDED = [(b"x-forwarded-for", b"203.0.113.9"), (b"X-Forwarded-Proto", b"https"), (b"accept", b"*/*")]


def seen(peer: str, headers: list[tuple[bytes, bytes]], *, proxies: str = "", https: bool = False) -> dict[str, Any]:
    """The scope as the application gets it."""
    found: list[dict[str, Any]] = []

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        found.append(scope)

    scope = {"type": "http", "client": (peer, 4242), "headers": headers}
    asyncio.run(Proxies(app, networks(proxies), https=https)(scope, None, None))
    return found[0]


def test_nobody_is_believed_about_where_they_come_from():
    scope = seen("127.0.0.1", FORWARDED)

    assert scope["client"] == ("127.0.0.1", 4242)
    assert scope["headers"] == [(b"accept", b"*/*")]
    assert scope[asgi_middleware.FORWARDED]


def test_a_proxy_we_were_told_of_is_believed_about_the_last_stranger_it_saw():
    told = [(b"x-forwarded-for", b"10.9.9.9, 203.0.113.9, 10.0.0.2")]

    assert seen("10.0.0.1", told, proxies="10.0.0.0/24")["client"] == ("203.0.113.9", 0)
    assert seen("10.0.0.1", [(b"x-forwarded-for", b"odd")], proxies="10.0.0.0/24")["client"] == ("10.0.0.1", 0)
    assert seen("192.168.1.5", told, proxies="10.0.0.0/24")["client"] == ("192.168.1.5", 4242)


def test_behind_https_a_proxy_that_was_not_named_still_says_that_it_spoke_https():
    scope = seen("10.0.0.1", FORWARDED, https=True)

    assert (b"X-Forwarded-Proto", b"https") in scope["headers"]
    assert scope["client"] == ("10.0.0.1", 4242)


def test_a_proxy_s_address_that_is_none_is_said():
    with pytest.raises(NoData, match="HERAUT_PROXIES: 'here' does not appear"):
        networks("127.0.0.1, here")


@pytest.mark.django_db
def test_metrics_are_for_this_machine_or_for_a_token(settings: Any):
    settings.HERAUT_METRICS_TOKEN = "m" * 20
    elsewhere = Client(REMOTE_ADDR="192.168.1.7")

    assert elsewhere.get("/metrics").status_code == 403
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer " + "m" * 20}).status_code == 200
    assert passer_by().get("/metrics").status_code == 200
    settings.HERAUT_METRICS_TOKEN = ""
    assert elsewhere.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 403


@pytest.mark.django_db
def test_metrics_are_in_the_form_prometheus_reads():
    metrics.took("heraut_request_seconds", 0.03, lane="page")
    metrics.count("heraut_requests_total", lane="page", status="2xx")
    text = passer_by().get("/metrics").content.decode()
    line = re.compile(r'(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? (NaN|[-+0-9.e]+))\Z')

    assert [each for each in text.splitlines() if not line.match(each)] == []
    assert "# TYPE heraut_request_seconds histogram" in text
    assert 'heraut_request_seconds_bucket{lane="page",le="+Inf"}' in text
    assert re.search(r"^heraut_memory_bytes \d", text, re.MULTILINE)


@pytest.mark.django_db
def test_the_page_that_says_what_to_do_is_linked_from_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("heraut.web.views.home._visible", fails)
    fault = Client(raise_request_exception=False).get("/").content.decode()
    french = unescape(passer_by().get("/trouble").content.decode())
    english = unescape(passer_by().get("/trouble", headers={"Accept-Language": "en"}).content.decode())

    assert 'href="/trouble"' in fault
    assert re.search(r"Quelque chose ne va pas\s:\sque faire", french)
    assert "Something is wrong: what now?" in english


@pytest.mark.django_db
def test_where_the_data_lies_is_for_organisers():
    assert "<code>" in host().get("/trouble").content.decode()
    assert "<code>" not in passer_by().get("/trouble").content.decode()


def address(printed: str) -> tuple[str, int]:
    found = re.search(r"http://localhost:(\d+)", printed)
    assert found is not None
    return found.group(), int(found.group(1))


@contextmanager
def served(folder: Path, **more: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server as a process one may stop, and its port."""
    command = [*COMMAND, "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        command, env=environment(folder, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        printed = ""
        for line in process.stdout:
            printed += line
            if "/sign-in/" in line:
                break
        try:
            yield process, address(printed)[1]
        finally:
            process.kill()


def talk(port: int, text: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.sendall(text.encode())
    return connection


@pytest.mark.slow
def test_half_a_request_is_hung_up_on_and_the_claims_of_a_stranger_are_not_believed(tmp_path: Path):
    with running(tmp_path) as printed:
        base, port = address(printed)
        urllib.request.urlopen(f"{base}/health", timeout=20).read()
        begun = time.monotonic()
        half, nothing = talk(port, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "), talk(port, "")
        claims = urllib.request.Request(f"{base}/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(claims, timeout=20)
        with half, nothing, refused.value:
            assert (half.recv(100), nothing.recv(100)) == (b"", b"")
        took = time.monotonic() - begun

    assert refused.value.code == 403
    assert 10 < took < 25


@pytest.mark.slow
def test_a_stopped_server_finishes_what_it_began_and_lets_open_pages_go(tmp_path: Path):
    with served(tmp_path, HERAUT_LOG="json") as (process, port):
        with talk(port, "GET /g/capture/live HTTP/1.1\r\nHost: localhost\r\n\r\n") as page:
            heard = page.recv(4000)
            while b"event: changed" not in heard:
                heard += page.recv(4000)
            begun = time.monotonic()
            process.send_signal(signal.SIGTERM)
            rest = page.recv(4000)
            while more := page.recv(4000):
                rest += more
        process.wait(timeout=15)
        took = time.monotonic() - begun
        assert process.stderr is not None
        lines = [json.loads(line) for line in process.stderr.read().splitlines()]

    assert rest.endswith(b"0\r\n\r\n")  # the answer is whole: it ended, and was not cut
    assert took < GRACE  # it was not waited for
    assert [line["path"] for line in lines if line["logger"] == "heraut.web.asgi_middleware"] == ["/g/capture/live"]


@pytest.mark.slow
def test_several_processes_need_a_database_they_can_talk_through(tmp_path: Path):
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--workers", "2"], env=environment(tmp_path), capture_output=True, text=True,
        timeout=30, check=False,
    )  # fmt: skip

    assert (done.returncode, done.stderr) == (
        2, "heraut: Plusieurs --workers demandent PostgreSQL. Indiquez HERAUT_DATABASE_URL, ou retirez --workers.\n",
    )  # fmt: skip
