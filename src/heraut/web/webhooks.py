"""
Whoever asked to be told: every entry that everybody may see is posted to the addresses an organiser named.

What is posted is what a spectator's log shows, and nothing else. How far an address has been told is kept with it, so
nothing is left out when it or we are away; it may be told twice, and knows an entry by its number. Only hosts named in
`HERAUT_WEBHOOKS` are called: a server must not be made to knock at its neighbours' doors.
"""

from __future__ import annotations

import hmac
import logging
from collections.abc import Mapping
from email.message import Message
from functools import partial
from hashlib import sha256
from http.client import HTTPException
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from django.conf import settings
from django.utils.crypto import salted_hmac

from heraut.journal.history import History
from heraut.journal.log import as_told, lines
from heraut.kernel.codec import encode, with_decimals
from heraut.kernel.names import Instant, StreamId
from heraut.web import isolation
from heraut.web.desk import desk
from heraut.web.models import Webhook

PATIENCE = 5
"""Seconds an address has to answer."""
LONGEST_WAIT = 3600
MOST_AT_ONCE = 100
SIGNATURE = "X-Heraut-Signature"
logger = logging.getLogger(__name__)


def is_allowed(address: str) -> bool:
    """Whether the address may be called: HTTP or HTTPS, of a host that was named."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and not parts.username and parts.hostname in settings.HERAUT_WEBHOOKS


def secret(hook: Webhook) -> str:
    """What the receiver checks signatures with; made from the server's key whenever it is shown, never stored."""
    return salted_hmac("heraut.webhook", f"{hook.stream_id}/{hook.address}", algorithm="sha256").hexdigest()


def pay(at: Instant) -> None:
    """Tell every address that is due what it has not been told."""
    for hook in Webhook.objects.filter(due__lte=at, stream__moved_to="").order_by("pk"):
        list(isolation.each("webhooks", [StreamId(hook.stream_id)], partial(_pay, hook, at)))


def _pay(hook: Webhook, at: Instant, stream: StreamId) -> None:
    history = desk().history(stream)
    entries = lines(history, None)
    waiting = [(number, entry) for number, entry in enumerate(entries, start=1) if entry > hook.told]
    for number, entry in waiting[:MOST_AT_ONCE]:
        if not _post(hook, _body(history, number, entry)):
            hook.attempts += 1
            hook.due = at + min(LONGEST_WAIT, 2**hook.attempts)
            hook.save(update_fields=["attempts", "due"])
            return
        hook.told, hook.attempts, hook.due = entry, 0, 0
        hook.save(update_fields=["told", "attempts", "due"])


def _body(history: History, number: int, entry: int) -> bytes:
    deed = history.deeds[entry - 1]
    told = [event for each in deed.events if (event := as_told(history, None, each)) is not None]
    published = {"stream": history.header.stream, "sequence": number, "at": deed.at, "events": told}
    return encode(with_decimals(published))


def _post(hook: Webhook, body: bytes) -> bool:
    """Whether the address took it. What it answers is nobody's business but its own."""
    if not is_allowed(hook.address):
        return False
    signed = hmac.new(secret(hook).encode(), body, sha256).hexdigest()
    headers = {"Content-Type": "application/json", SIGNATURE: f"sha256={signed}"}
    return 200 <= post(hook.address, body, headers) < 300


def post(address: str, body: bytes, headers: Mapping[str, str]) -> int:
    """What an address that may be called answers, as its status; 0 when it does not. No redirect is followed."""
    try:
        with build_opener(_NoRedirect).open(Request(address, body, dict(headers)), timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (URLError, OSError, ValueError, HTTPException):
        return 0


class _NoRedirect(HTTPRedirectHandler):
    """A host that was named may not send us on to one that was not."""

    def redirect_request(  # noqa: PLR0913, PLR0917  # Python's own
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Any:
        del req, fp, code, msg, headers, newurl
