"""
Web push: a notice to a browser that is closed, through the service its maker runs (RFC 8030).

It is wrapped up by `encryption`, whose ciphers are an extra (`push`): without it nobody is offered a push.
"""

from __future__ import annotations

import binascii
import json
from hashlib import sha256
from importlib.util import find_spec
from types import ModuleType
from urllib.parse import urlsplit

from django.conf import settings

from heraut.web import webhooks
from heraut.web.models import Subscription
from heraut.web.notices.occasions import Message, Sent

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""The services of the browsers, their sub-domains included: a server must not be made to knock at other doors."""
SECRET = 16
"""Bytes of the secret a browser shares with us."""
KEPT = 24 * 3600
"""Seconds a service keeps a notice for a browser that is away."""


def is_offered() -> bool:
    """Whether this server can push."""
    return find_spec("cryptography") is not None


def _encryption() -> ModuleType:
    from heraut.web.notices import encryption  # noqa: PLC0415  # an extra: heraut[push]

    return encryption


def public_key() -> str:
    """What a browser knows this server by."""
    known: str = _encryption().public_key()
    return known


def is_allowed(address: str) -> bool:
    """Whether the address is of a browser's service, by HTTPS, or of a host named in `HERAUT_PUSH`."""
    try:
        parts = urlsplit(address)
        host, usual = parts.hostname or "", parts.scheme == "https" and parts.port in (None, 443)
    except ValueError:
        return False
    if parts.username or parts.scheme not in ("http", "https"):
        return False
    known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return (known and usual) or host in settings.HERAUT_PUSH


def read_keys(public: str, secret: str) -> str | None:
    """The two keys of a browser, checked, as they are stored; None if they are none."""
    ciphers = _encryption()
    try:
        point, shared = ciphers.bytes_of(public), ciphers.bytes_of(secret)
    except (binascii.Error, ValueError):
        return None
    return f"{public} {secret}" if len(shared) == SECRET and ciphers.is_point(point) else None


def send(one: Subscription, message: Message) -> Sent:
    """Hand the notice to the browser's service; one that knows the browser no more says so."""
    if not is_offered() or not is_allowed(one.address):
        return Sent.LATER
    ciphers = _encryption()
    public, secret = map(ciphers.bytes_of, one.keys.split(" "))
    headers = {
        "Authorization": f"vapid t={ciphers.signature(one.address, one.site)}, k={public_key()}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": ciphers.text_of(_topic(one, message)),  # the newest takes the older's place
    }
    return Sent.by(webhooks.post(one.address, ciphers.encrypted(_payload(message), public, secret), headers))


def _topic(one: Subscription, message: Message) -> bytes:
    return sha256(f"{one.pk}/{message.kind}".encode()).digest()[:18]


def _payload(message: Message) -> bytes:
    told = {
        "title": message.title,
        "body": message.sentence,
        "address": message.address,
        "off": message.off,
        "off_label": message.off_label,
        "tag": message.name.rpartition(".")[0],
    }
    return json.dumps(told).encode()
