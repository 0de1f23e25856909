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


def _unwritable(name: str) -> str:
    return "x" + blake2b(name.encode(errors="replace"), digest_size=6).hexdigest()
