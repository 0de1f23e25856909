"""Pictures people bring, as the JPEG their browser makes of them."""

from __future__ import annotations

import binascii
from base64 import b64decode

MOST_BYTES = 1_200_000
HEAD = "data:image/jpeg;base64,"
_JPEG = b"\xff\xd8\xff"


def read_jpeg(address: str) -> bytes | None:
    """The picture of a data address; None for what is none, or too large."""
    try:
        found = b64decode(address.removeprefix(HEAD), validate=True) if address.startswith(HEAD) else b""
    except (binascii.Error, ValueError):
        return None
    return found if is_jpeg(found) else None


def is_jpeg(found: bytes) -> bool:
    """Whether it can be shown as one, and kept."""
    return found.startswith(_JPEG) and len(found) <= MOST_BYTES
