"""
Web push: a notice to a browser that is closed, through the service its maker runs (RFC 8030).

The notice is encrypted for that browser alone (RFC 8291, RFC 8188) and signed by this server (VAPID, RFC 8292). The
ciphers are `cryptography`'s (the extra `push`); without it nobody is offered a push.
"""

from __future__ import annotations

import binascii
import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

from heraut.web import webhooks
from heraut.web.models import Subscription
from heraut.web.notices.occasions import Message, Sent

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""The services of the browsers, their sub-domains included: a server must not be made to knock at other doors."""
PUBLIC, SECRET = 65, 16
"""Bytes of a browser's public key (a point of P-256, uncompressed) and of the secret it shares with us."""
RECORD = 4096
KEPT = 24 * 3600
"""Seconds a service keeps a notice for a browser that is away."""
SIGNED = 12 * 3600
"""Seconds for which a signature holds; services take at most a day."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of P-256: a private key is below it."""


def is_offered() -> bool:
    """Whether this server can push."""
    return find_spec("cryptography") is not None


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
    try:
        sizes = len(_bytes(public)), len(_bytes(secret))
    except (binascii.Error, ValueError):
        return None
    return f"{public} {secret}" if sizes == (PUBLIC, SECRET) and _is_point(_bytes(public)) else None


def _is_point(public: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # only where it is installed

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        return False
    return True


@cache
def _signing_key(server_key: str) -> EllipticCurvePrivateKey:
    """This server's own, made from its secret key: browsers that trusted it still do after a restart."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    drawn = salted_hmac("heraut.push", "signing key", secret=server_key, algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """What a browser knows this server by."""
    return _text(_point(_signing_key(settings.SECRET_KEY)))


def _point(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def send(one: Subscription, message: Message) -> Sent:
    """Hand the notice to the browser's service; one that knows the browser no more says so."""
    if not is_offered() or not is_allowed(one.address):
        return Sent.LATER
    public, secret = map(_bytes, one.keys.split(" "))
    headers = {
        "Authorization": f"vapid t={_signature(one.address, one.site)}, k={public_key()}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": _text(sha256(f"{one.pk}/{message.kind}".encode()).digest()[:18]),  # the newest takes the older's place
    }
    return Sent.by(webhooks.post(one.address, encrypted(_payload(message), public, secret), headers))


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


def encrypted(text: bytes, public: bytes, secret: bytes) -> bytes:
    """The text for the browser with these keys, in one record."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    ours = ec.generate_private_key(ec.SECP256R1())
    ours_public, salt = _point(ours), os.urandom(16)
    shared = ours.exchange(ec.ECDH(), theirs)
    key, nonce = content_keys(shared, secret, salt, public, ours_public)
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02", None)  # 2: the last record
    return salt + RECORD.to_bytes(4) + len(ours_public).to_bytes(1) + ours_public + sealed


def content_keys(shared: bytes, secret: bytes, salt: bytes, theirs: bytes, ours: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of one notice (RFC 8291, section 3.4)."""
    master = _expanded(shared, secret, b"WebPush: info\0" + theirs + ours, 32)
    return (
        _expanded(master, salt, b"Content-Encoding: aes128gcm\0", 16),
        _expanded(master, salt, b"Content-Encoding: nonce\0", 12),
    )


def _expanded(secret: bytes, salt: bytes, use: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(SHA256(), length, salt, use).derive(secret)


def _signature(address: str, site: str) -> str:
    """Who sends it, to whom, until when: a token of ES256."""
    from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415

    parts = urlsplit(address)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED, "sub": site}
    said = ".".join(_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = utils.decode_dss_signature(_signing_key(settings.SECRET_KEY).sign(said.encode(), ec.ECDSA(SHA256())))
    return f"{said}.{_text(r.to_bytes(32) + s.to_bytes(32))}"


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
