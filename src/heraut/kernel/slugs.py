"""The id a name makes for itself."""

from __future__ import annotations

import re
from collections.abc import Container
from hashlib import blake2b
from unicodedata import normalize

from heraut.kernel.names import MOST_ID, RESERVED


def slug(name: str, taken: Container[str] = ()) -> str:
    """
    The id a name makes for itself: `Chloé d'Île` is `chloe-dile`, the second one `chloe-dile-2`.

    It is none of those taken and none that is reserved. A name without any letter we can write has an id all the same,
    and its own.
    """
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain)).strip("-_")[: MOST_ID - 8] or _unwritable(name)
    found, number = base, 1
    while found in taken or found in RESERVED:
        number += 1
        found = f"{base}-{number}"
    return found


def lasting_id(name: str) -> str:
    """
    The id a name makes for itself, whoever else is there: `Garde 1/2` is `garde-12-5d9e0e`, today and for ever.

    It tells nothing of others: neither a number nor a gap gives away that somebody hidden has a place, or this name.
    Stored games go by it, so what it makes of a name never changes.
    """
    return f"{slug(name)[:_READABLE]}-{_digest(name, 3)}"


_READABLE = 40


def _unwritable(name: str) -> str:
    return f"x{_digest(name, 6)}"


def _digest(name: str, size: int) -> str:
    return blake2b(name.encode(errors="replace"), digest_size=size).hexdigest()
