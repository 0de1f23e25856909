"""What other programs are given: tokens of an event, webhooks, CORS."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.test import Client

from heraut.kernel.names import Instant
from heraut.web import webhooks
from heraut.web.desk import now
from heraut.web.models import Webhook
from web.build import ANA, BEN, bid, host, passer_by, player, sale

pytestmark = pytest.mark.django_db
JSON = "application/json"


class Receiver(HTTPServer):
    """A real one, which keeps what it is sent and may be out of order."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Door)
        self.taken: list[tuple[dict[str, str], bytes]] = []
        self.status = 204

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/heraut"


class Door(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.status < 300:
            self.server.taken.append((dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", self.server.address)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.HERAUT_WEBHOOKS = {"127.0.0.1"}
    server = Receiver()
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def post(client: Client, path: str, **body: object) -> Any:
    return client.post(f"/api/streams/sale/{path}", json.dumps(body), content_type=JSON)


def told(receiver: Receiver) -> list[dict[str, Any]]:
    return [json.loads(body) for _, body in receiver.taken]


def test_what_everybody_may_see_is_posted_signed_and_nothing_else(receiver: Receiver):
    sale()
    (hook,) = post(host(), "webhooks", address=receiver.address).json()["webhooks"]
    bid(player(ANA), 3)
    webhooks.pay(now())
    assert "3" not in json.dumps([one["events"] for one in told(receiver)])
    bid(player(BEN), 2)
    webhooks.pay(now())
    webhooks.pay(now())

    events = [event["type"] for one in told(receiver) for event in one["events"]]
    assert events[-2:] == ["BidsRevealed", "LotSold"]
    assert [one["sequence"] for one in told(receiver)] == [1, 2]
    headers, body = receiver.taken[-1]
    expected = hmac.new(hook["secret"].encode(), body, sha256).hexdigest()
    assert headers["X-Heraut-Signature"] == f"sha256={expected}"


def test_an_address_that_is_away_is_told_later_and_everything(receiver: Receiver):
    sale()
    post(host(), "webhooks", address=receiver.address)
    receiver.status = 500
    bid(player(ANA), 3)
    webhooks.pay(now())
    failing = Webhook.objects.get()
    assert (failing.attempts, failing.told) == (1, 0)
    webhooks.pay(Instant(failing.due - 1))
    assert Webhook.objects.get().attempts == 1

    receiver.status = 200
    bid(player(BEN), 2)
    webhooks.pay(Instant(failing.due))

    assert [one["sequence"] for one in told(receiver)] == [1, 2]
    assert Webhook.objects.get().attempts == 0


def test_a_redirect_is_not_followed(receiver: Receiver):
    sale()
    post(host(), "webhooks", address=receiver.address)
    receiver.status = 302
    bid(player(ANA), 3)
    webhooks.pay(now())

    assert Webhook.objects.get().attempts == 1


@pytest.mark.parametrize(
    "address", ["http://10.0.0.1/", "ftp://127.0.0.1/", "http://x:y@127.0.0.1/", "file:///etc/passwd", "127.0.0.1"]
)
def test_only_named_hosts_are_called(receiver: Receiver, address: str):
    sale()

    assert post(host(), "webhooks", address=address).status_code == 403
    assert Webhook.objects.count() == 0


def test_more_addresses_than_a_game_may_have_are_told_so(receiver: Receiver):
    sale()
    added = [post(host(), "webhooks", address=f"{receiver.address}/{number}").status_code for number in range(11)]

    assert added == [200] * 10 + [409]
    again = post(host(), "webhooks", address=f"{receiver.address}/10").json()
    assert again == {"error": "Il y a déjà 10 adresses\u00a0: retirez-en une d’abord."}
    assert post(host(), "webhooks", address=f"{receiver.address}/3").status_code == 200


def test_a_webhook_is_removed(receiver: Receiver):
    sale()
    post(host(), "webhooks", address=receiver.address)

    assert post(host(), "webhooks", address=receiver.address, remove=True).json() == {"webhooks": []}


def test_the_read_token_reads_and_the_write_token_speaks_for_the_organiser():
    sale(public=False)
    held = host().get("/api/streams/sale/tokens").json()
    read, write = ({"Authorization": f"Bearer {held[kind]}"} for kind in ("read", "write"))
    command = json.dumps({"type": "CloseBidding"})
    path = "/api/streams/sale/commands"

    assert passer_by().get("/api/streams/sale/view").status_code == 404
    assert passer_by().get("/api/streams/sale/view", headers=read).json()["role"] == "spectator"
    assert passer_by().get("/api/streams/sale/tokens", headers=read).status_code == 403
    assert passer_by().post(path, command, content_type=JSON, headers=read).status_code == 403
    assert passer_by().post(path, command, content_type=JSON, headers=write).status_code == 200
    assert passer_by().get("/api/streams/sale/log", headers=read).json()["log"][0]["actor"] == "API"


def test_a_renewed_token_opens_nothing_any_more():
    sale(public=False)
    before = host().get("/api/streams/sale/tokens").json()
    after = post(host(), "tokens", renew="read").json()
    old = {"Authorization": f"Bearer {before['read']}"}

    assert (before["read"] != after["read"], before["write"] == after["write"]) == (True, True)
    assert passer_by().get("/api/streams/sale/view", headers=old).status_code == 404


def test_cors_is_off_unless_an_origin_is_named(settings: Any):
    ours = {"Origin": "https://club.example"}
    asked = {**ours, "Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in passer_by().get("/api/openapi.json", headers=ours).headers
    assert passer_by().options("/api/ask/dice.pool", headers=asked).status_code == 405

    settings.HERAUT_CORS = {"https://club.example"}

    answer = passer_by().get("/api/openapi.json", headers=ours)
    assert answer.headers["Access-Control-Allow-Origin"] == "https://club.example"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    assert passer_by().options("/api/ask/dice.pool", headers=asked).status_code == 204
    other = {"Origin": "https://elsewhere.example"}
    assert "Access-Control-Allow-Origin" not in passer_by().get("/api/openapi.json", headers=other).headers
    assert "Access-Control-Allow-Origin" not in passer_by().get("/", headers=ours).headers
