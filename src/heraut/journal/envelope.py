"""
Envelopes: what people write to one another is stored so that whoever holds the file cannot simply read it.

A message that is `enveloped` keeps its `text` in memory and is stored with `sealed` in its place, by a journal that has
a key for the stream. The same text between the same people always has the same envelope, so an entry read on a machine
without the key is still judged by the rules: command and event hold the same. The mark of the envelope is made from the
text and its people; an envelope cut out of the file and put between other people does not open.

What everybody may read by now, such as a letter told at the end, is stored open beside its envelope: a machine without
the key shows it, one with the key reads the envelope, which nobody can have written but the journal.

SHAKE-256 under a key makes the pad, HMAC-SHA-256 the mark from which the pad is drawn (the shape of SIV, RFC 5297).
"""

from __future__ import annotations

import binascii
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256, shake_256
from typing import Any, TypeVar

import msgspec

from heraut.kernel.codec import encode
from heraut.kernel.message import Audience, Command, Event

M = TypeVar("M", bound=Command | Event)
MARK = 16
"""Bytes of the mark: 128 bits."""


def covered(message: M) -> M:
    """The message by its envelope alone, where it has one: what a machine without the key can judge."""
    letter: Any = message
    return msgspec.structs.replace(message, text="") if message.enveloped and letter.sealed else message


def _is_public(message: Command | Event) -> bool:
    return isinstance(message, Event) and message.audience is Audience.EVERYBODY


class Envelope:
    """Seals and opens what is written in one stream."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self._mark_key, self._pad_key = (hmac.digest(key, use, sha256) for use in (b"mark", b"pad"))

    def close(self, message: M) -> M:
        """The message as it is stored."""
        letter: Any = message
        if not message.enveloped or not letter.text:
            return message
        sealed = self._sealed(letter.text.encode(), self._people(letter))
        return msgspec.structs.replace(message, text=letter.text if _is_public(message) else "", sealed=sealed)

    def open(self, message: M) -> M:
        """The message as it was sent; one that is not ours to open stays closed."""
        letter: Any = message
        if not message.enveloped or not letter.sealed:
            return message
        text = self._opened(letter.sealed, self._people(letter))
        return message if text is None else msgspec.structs.replace(message, text=text, sealed="")

    @staticmethod
    def _people(letter: Any) -> bytes:
        return encode((letter.seat, letter.to))

    def _sealed(self, text: bytes, people: bytes) -> str:
        mark = self._mark(text, people)
        return urlsafe_b64encode(mark + self._covered(text, mark)).decode()

    def _opened(self, sealed: str, people: bytes) -> str | None:
        try:
            stored = urlsafe_b64decode(sealed.encode())
        except (binascii.Error, ValueError):
            return None
        mark, text = stored[:MARK], self._covered(stored[MARK:], stored[:MARK])
        return text.decode() if hmac.compare_digest(mark, self._mark(text, people)) else None

    def _mark(self, text: bytes, people: bytes) -> bytes:
        return hmac.digest(self._mark_key, len(people).to_bytes(4) + people + text, sha256)[:MARK]

    def _covered(self, text: bytes, mark: bytes) -> bytes:
        """The text under its pad; the same again uncovers it."""
        pad = shake_256(self._pad_key + mark).digest(len(text))
        return bytes(letter ^ cover for letter, cover in zip(text, pad, strict=True))
