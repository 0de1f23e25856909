"""
What a pushed notice is wrapped in: encrypted for one browser alone (RFC 8291, RFC 8188), signed by this server (VAPID,
RFC 8292). The ciphers are `cryptography`'s, of the extra `push`: `push` loads this module where it is installed.
"""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac

PUBLIC = 65
RECORD = 4096
"""Bytes of a public key, and of the one record a notice is."""
SIGNED = 12 * 3600
"""Seconds for which a signature holds; services take at most a day."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of P-256: a private key is below it."""


def is_point(public: bytes) -> bool:
    """Whether these bytes are a browser's public key: a point of P-256, uncompressed."""
    if len(public) != PUBLIC:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    except ValueError:
        return False
    return True


@cache
def _signing_key(server_key: str) -> ec.EllipticCurvePrivateKey:
    """This server's own, made from its secret key: browsers that trusted it still do after a restart."""
    drawn = salted_hmac("heraut.push", "signing key", secret=server_key, algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(drawn) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """What a browser knows this server by."""
    return text_of(_point(_signing_key(settings.SECRET_KEY)))


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(text: bytes, public: bytes, secret: bytes) -> bytes:
    """The text for the browser with these keys, in one record."""
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
    return HKDF(SHA256(), length, salt, use).derive(secret)


def signature(address: str, site: str) -> str:
    """Who sends it, to whom, until when: a token of ES256."""
    parts = urlsplit(address)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED, "sub": site}
    said = ".".join(text_of(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = utils.decode_dss_signature(_signing_key(settings.SECRET_KEY).sign(said.encode(), ec.ECDSA(SHA256())))
    return f"{said}.{text_of(r.to_bytes(32) + s.to_bytes(32))}"


def text_of(value: bytes) -> str:
    """Bytes as browsers and their services write them."""
    return urlsafe_b64encode(value).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of such a text."""
    return urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
