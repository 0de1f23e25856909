"""
The proxies of `deploy/` in front of a real server, by HTTPS with a certificate made for the test.

Pages, cookies, news as they happen, and whose address counts.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import heraut

pytestmark = pytest.mark.slow  # it starts a server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NAME = "heraut.example"
SERVE = [sys.executable, "-c", "import sys; from heraut.cli import main; sys.exit(main())", "serve"]
GUESSERS = {"nginx": "127.0.0.6", "caddy": "127.0.0.7"}
MOST_GUESSES = 30
"""What `heraut.web.rate_limit.LINKS` allows in a minute."""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def started(command: list[str], **more: Any) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(command, text=True, **more) as process:
        try:
            yield process
        finally:
            process.kill()  # a proxy waits for those who listen
            process.communicate(timeout=15)


class Answer(NamedTuple):
    status: int
    cookies: list[str]
    text: str


class Visitor:
    """Somebody at an address of this machine, who speaks HTTPS to the proxy by the server's name."""

    def __init__(self, port: int, address: str) -> None:
        self._port, self._address, self.cookies = port, address, ""

    @contextmanager
    def opened(self, method: str, path: str, body: str | None, **headers: str) -> Iterator[http.client.HTTPResponse]:
        unverified = ssl.create_default_context()
        unverified.check_hostname, unverified.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPConnection(NAME)
        raw = socket.create_connection(("127.0.0.1", self._port), 20, (self._address, 0))
        with unverified.wrap_socket(raw, server_hostname=NAME) as connection.sock:
            connection.request(method, path, body, {"Host": NAME, "Cookie": self.cookies, **headers})
            with connection.getresponse() as answer:
                yield answer

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> Answer:
        with self.opened(method, path, body, **headers) as answer:
            return Answer(answer.status, answer.headers.get_all("Set-Cookie") or [], answer.read().decode())

    def told(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        data = None if body is None else json.dumps(body)
        return json.loads(self.ask(method, path, data, **{"Content-Type": "application/json", **headers}).text)

    def sign_in(self, path: str) -> None:
        """The button of the organiser's link, as a browser presses it."""
        page = self.ask("GET", path)
        (key, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
        self._keep(page)
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://{NAME}"}
        answer = self.ask("POST", path, f"csrfmiddlewaretoken={key}", **form)
        assert (answer.status, all("Secure" in one for one in answer.cookies)) == (302, True)
        self._keep(answer)

    def _keep(self, answer: Answer) -> None:
        self.cookies = "; ".join(one.partition(";")[0] for one in answer.cookies)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, dict[str, str]]]:
    """A server as the unit starts it, on SQLite: its port, the organiser's link, and the cookies it brought."""
    port, folder = free_port(), tmp_path_factory.mktemp("data")
    environment = {name: value for name, value in os.environ.items() if "DATABASE_URL" not in name} | {
        "PYTHONPATH": str(ROOT / "src"), "HERAUT_DATA": str(folder), "HERAUT_HTTPS": "1", "HERAUT_HOSTS": NAME,
        "HERAUT_PROXIES": "127.0.0.1",
    }  # fmt: skip
    command = [*SERVE, "--host", "127.0.0.1", "--port", str(port)]
    with started(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        link = next(found for line in process.stdout if (found := re.search(r"/sign-in/\S+", line)))
        yield port, {"link": link.group()}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={NAME}", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder


def nginx(folder: Path, certificate: Path, port: int, server: int) -> list[str]:
    """nginx with our file: other ports, another certificate, no rights needed."""
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"listen 443\b", f"listen 127.0.0.1:{port}", re.sub(r"listen 80;", f"listen {free_port()};", site))
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{server}").replace(
        f"/etc/letsencrypt/live/{NAME}", str(certificate)
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"pid {folder}/pid; daemon off; worker_processes 1; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 64; }} http {{ access_log off; {places}\n{site}\n}}\n",
        encoding="utf-8",
    )
    return ["nginx", "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, certificate: Path, port: int, server: int) -> list[str]:
    """Caddy with our file: another port, our certificate instead of one from Let's Encrypt."""
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8").replace("heraut:8000", f"127.0.0.1:{server}")
    site = site.replace("{$HERAUT_HOSTS}", f"{NAME}:{port}").replace(
        "\tencode", f"\ttls {certificate}/fullchain.pem {certificate}/privkey.pem\n\tencode"
    )
    options = f"{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + site, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def is_open(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


Proxy = Callable[[Path, Path, int, int], list[str]]


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=lambda one: one.__name__)
def test_a_club_is_served_by_https_through_the_proxy(
    proxy: Proxy, server: tuple[int, dict[str, str]], certificate: Path, tmp_path: Path
):
    if shutil.which(proxy.__name__) is None:
        pytest.skip(f"there is no {proxy.__name__} here: its file was not tried")
    port, behind = free_port(), server[0]
    command, environment = proxy(tmp_path, certificate, port, behind), {**os.environ, "HOME": str(tmp_path)}
    with started(command, env=environment, stderr=subprocess.PIPE) as running:
        while not is_open(port):
            assert running.poll() is None, running.communicate()[1]
            time.sleep(0.02)
        _tried(Visitor(port, "127.0.0.5"), Visitor(port, GUESSERS[proxy.__name__]), server[1])


def _tried(organiser: Visitor, guesser: Visitor, known: dict[str, str]) -> None:
    if "cookies" not in known:  # the link is good for once
        organiser.sign_in(known["link"])
        known["cookies"] = organiser.cookies
    organiser.cookies = known["cookies"]
    page = organiser.ask("GET", "/")
    assert (page.status, f"http://{NAME}" in page.text) == (200, False)

    opening = {"engine": "campaign", "title": "Proxy", "settings": heraut.sample("campaign")}
    stream = organiser.told("POST", "/api/streams", opening)["stream"]
    bearer = {"Authorization": f"Bearer {organiser.told('GET', f'/api/streams/{stream}/tokens')['write']}"}
    with organiser.opened("GET", f"/api/streams/{stream}/live", None, **bearer) as news:
        done = organiser.told("POST", f"/api/streams/{stream}/commands", {"type": "Roll", "faces": [2]}, **bearer)
        assert done["events"][0]["type"] == "StartsAssigned"
        assert next(line for line in news if line.startswith(b"event: changed"))  # before the connection ends

    # Who guesses too often waits, by their own address; what they say about it themselves does not count.
    said = {"X-Forwarded-For": "10.9.8.7"}
    tries = [guesser.ask("GET", f"/s/no-{n}", **said).status for n in range(MOST_GUESSES + 1)]
    assert (set(tries[: MOST_GUESSES - 1]), tries[-1]) == ({404}, 429)
    assert organiser.ask("GET", "/s/no-such-link").status == 404
