"""The server's mail relay: `HERAUT_SMTP_URL=smtp://user:password@host:587?from=…`."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qs, unquote, urlsplit

PATIENCE = 15
"""Seconds the relay has to answer."""
PORTS = {"smtp": 587, "smtps": 465}
NO_RELAY = (
    "HERAUT_SMTP_URL is not the address of a mail relay, so no mail is sent: "
    "write it as smtp://user:password@host:587?from=heraut@club.example."
)


@dataclass(frozen=True, slots=True)
class Relay:
    """Whom we hand e-mail to."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    wrapped: bool = False
    """TLS from the first byte (`smtps`); otherwise it is begun if the relay offers it, and before any password."""


class BadRelay(ValueError):
    """`HERAUT_SMTP_URL` cannot be read."""


@cache
def read_relay(url: str) -> Relay:
    """The relay of an address; `BadRelay` says what is missing, and shows nothing of a password."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadRelay(NO_RELAY) from None
    if parts.scheme not in PORTS or not parts.hostname:
        raise BadRelay(NO_RELAY)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if "@" not in sender:
        raise BadRelay("HERAUT_SMTP_URL names no sender, so no mail is sent: add ?from=heraut@club.example.")
    return Relay(
        parts.hostname,
        port or PORTS[parts.scheme],
        sender,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        parts.scheme == "smtps",
    )


def connected(via: Relay) -> smtplib.SMTP:
    """A conversation with the relay, signed in."""
    secure = ssl.create_default_context()
    if via.wrapped:
        server: smtplib.SMTP = smtplib.SMTP_SSL(via.host, via.port, timeout=PATIENCE, context=secure)
    else:
        server = smtplib.SMTP(via.host, via.port, timeout=PATIENCE)
    try:
        if not via.wrapped and (via.user or _offers_tls(server)):
            server.starttls(context=secure)
        if via.user:
            server.login(via.user, via.password)
    except BaseException:
        server.close()
        raise
    return server


def _offers_tls(server: smtplib.SMTP) -> bool:
    server.ehlo_or_helo_if_needed()
    return server.has_extn("starttls")


def trial(via: Relay) -> str:
    """A sentence of `[faults]` when the relay does not take our mail; nothing is sent."""
    try:
        connected(via).quit()
    except smtplib.SMTPAuthenticationError:
        return f"The mail relay {via.host} refuses the user or the password of HERAUT_SMTP_URL: correct them."
    except (OSError, smtplib.SMTPException) as error:
        why = getattr(error, "strerror", None) or error
        return f"The mail relay {via.host}:{via.port} cannot be used ({why}): start it, or correct HERAUT_SMTP_URL."
    return ""
