"""
The keys of the envelopes in which letters are stored (`journal.envelope`).

A stream's key is made from the server's key whenever it is needed, so a stolen copy of the database opens no letter. A
stream that came from another machine with its links brought its key along; it is kept covered.
"""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

from heraut.journal.envelope import Envelope
from heraut.kernel import StreamId
from heraut.web.models import Stream

KEY = 32
"""Bytes of a key, and of the salt that covers one."""


def envelope(stream: StreamId) -> Envelope:
    """What closes and opens the letters of a stream."""
    return Envelope(key(stream))


def key(stream: StreamId) -> bytes:
    """The stream's key: its own of before, or this server's."""
    carried = Stream.objects.filter(pk=stream).values_list("envelope_key", flat=True).first()
    if carried:
        stored = bytes.fromhex(carried)
        return _covered(stored[KEY:], stored[:KEY])
    return _own(stream)


def carry(stream: StreamId, brought: bytes) -> None:
    """Let the stream keep a key made on another machine: letters written there open here too."""
    salt = secrets.token_bytes(KEY)
    kept = "" if brought == _own(stream) else (salt + _covered(brought, salt)).hex()
    Stream.objects.filter(pk=stream).update(envelope_key=kept)


def _own(stream: StreamId) -> bytes:
    return salted_hmac("heraut.envelope", stream, algorithm="sha256").digest()


def _covered(text: bytes, salt: bytes) -> bytes:
    """The key under a pad made from the server's key and a salt used once; the same again uncovers it."""
    pad = salted_hmac("heraut.envelope.carried", salt.hex(), algorithm="sha256").digest()
    return bytes(letter ^ cover for letter, cover in zip(text, pad, strict=True))
