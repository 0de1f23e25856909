"""
The one-line text form of commands and events: `PlaceBid seat=ana amount=2`.

It reads back to itself. A value is written bare when it is a plain word or number, as JSON otherwise; fields
at their default are left out.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import msgspec

from heraut.kernel.bounds import TOO_DEEP
from heraut.kernel.codec import Malformed, from_plain, to_plain

_BARE = re.compile(r"[A-Za-z_][\w.:/-]*\Z", re.ASCII)
_FIELD = re.compile(r"\s*([A-Za-z_]\w*)=")
_WORDS = {"true", "false", "null"}


def to_line(message: msgspec.Struct) -> str:
    """The line of a command or an event."""
    plain = to_plain(message)
    kind = plain.pop("type")
    defaults = _defaults(type(message))
    fields = [f"{key}={_write(value)}" for key, value in plain.items() if key not in defaults or value != defaults[key]]
    return " ".join([kind, *fields])


def from_line(line: str, kind: Any) -> Any:
    """The message of this type (a union of commands or events) that the line stands for; every field is known."""
    return from_plain(plain_line(line), kind, forbid_unknown=True)


def plain_line(line: str) -> dict[str, object]:
    """What a line says, as plain values."""
    name, _, rest = line.strip().partition(" ")
    plain: dict[str, object] = {"type": name}
    while rest.strip():
        found = _FIELD.match(rest)
        if found is None:
            raise Malformed(f"expected field=value at “{rest.strip()[:80]}”")
        value, rest = _read(rest[found.end() :])
        plain[found.group(1)] = value
    return plain


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, object]:
    return {
        field.encode_name: to_plain(field.default)
        for field in msgspec.structs.fields(kind)
        if field.default is not msgspec.NODEFAULT
    }


def _write(value: object) -> str:
    if isinstance(value, str) and _BARE.match(value) and value not in _WORDS:
        return value
    return msgspec.json.encode(value).decode()


def _read(rest: str) -> tuple[object, str]:
    word = re.match(r"[^\s\"\[{]\S*", rest)
    if word and _BARE.match(word.group()) and word.group() not in _WORDS:
        return word.group(), rest[word.end() :]
    try:
        value, end = json.JSONDecoder().raw_decode(rest)
    except RecursionError as error:
        raise Malformed(TOO_DEEP) from error
    except ValueError as error:  # a number of more digits than Python reads is one too
        raise Malformed(f"cannot read the value “{rest[:80]}”") from error
    return value, rest[end:]
