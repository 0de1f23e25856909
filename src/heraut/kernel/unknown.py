"""
Fields nobody knows: what was sent beside what was understood.

A journal must read what another version wrote, so its types pass over a field they do not know. Whoever writes a
command today means every field: a slip of the pen in an optional one would be a different command.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec


def unknown_field(sent: object, understood: object) -> str | None:
    """The first field of the plain value that the value made of it has no place for, told as msgspec tells it."""
    waiting = [(sent, understood, "$")]
    while waiting:
        plain, value, path = waiting.pop()
        if isinstance(value, msgspec.Struct) and isinstance(plain, dict):
            names = _names(value)
            if strange := next((key for key in plain if key not in names), None):
                return f"Object contains unknown field `{strange}` - at `{path}`"
        waiting += _parts(plain, value, path)
    return None


def _names(value: msgspec.Struct) -> tuple[str, ...]:
    tag = value.__struct_config__.tag_field
    return value.__struct_encode_fields__ if tag is None else (tag, *value.__struct_encode_fields__)


def _parts(plain: Any, value: Any, path: str) -> Iterator[tuple[object, object, str]]:
    """The parts of both, side by side, with the path of each."""
    match plain, value:
        case dict(), msgspec.Struct():
            for name, field in zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True):
                if name in plain:
                    yield plain[name], getattr(value, field), f"{path}.{name}"
        case dict(), Mapping() if len(plain) == len(value):
            for (key, part), made in zip(plain.items(), value.values(), strict=True):
                yield part, made, f"{path}.{str(key)[:40]}"
        case list(), list() | tuple():
            for place, (part, made) in enumerate(zip(plain, value, strict=False)):
                yield part, made, f"{path}[{place}]"
        case _:
            return
