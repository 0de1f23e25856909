"""What people typed in, as plain values."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from django.http import QueryDict
from msgspec import inspect

from heraut.kernel import Malformed, decode, one_line, slug
from heraut.kernel.bounds import whole
from heraut.web.forms.kinds import (
    LISTED,
    NUMBERS,
    SEQUENCES,
    TICKED,
    is_names,
    is_number_or_word,
    is_several,
    without_none,
)

_SPLIT = re.compile(r"[\s,;]+")


def read(kind: Any, posted: QueryDict, *, skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """What people typed in for a Struct type, as plain values for `from_plain(…, strict=False)`."""
    return _read_struct(inspect.type_info(kind), posted, "", skip)


def _read_struct(info: Any, posted: QueryDict, prefix: str, skip: tuple[str, ...]) -> dict[str, Any]:
    plain: dict[str, Any] = {} if info.tag_field is None else {info.tag_field: info.tag}
    for part in info.fields:
        if part.name in skip:
            continue
        name = prefix + part.encode_name
        value = _read(*without_none(part.type), name, posted)
        if value is not None or part.required:
            plain[part.encode_name] = value
    return {key: value for key, value in plain.items() if value is not msgspec.UNSET}


def _read(kind: Any, optional: bool, name: str, posted: QueryDict) -> Any:
    """What a form left out keeps its default; a box that is not ticked was sent empty."""
    if isinstance(kind, inspect.StructType) and not kind.array_like:
        return _read_group(kind, optional, name, posted)
    if name not in posted:
        return msgspec.UNSET
    if isinstance(kind, inspect.BoolType) and not optional:
        return posted[name] in TICKED
    if is_several(kind, name):
        return [value for value in posted.getlist(name) if value]
    text = posted.get(name, "").replace("\r\n", "\n")
    if isinstance(kind, SEQUENCES) and isinstance(kind.item_type, NUMBERS):
        return [part for one in posted.getlist(name) for part in _SPLIT.split(one.strip()) if part]
    if isinstance(kind, SEQUENCES) and isinstance(kind.item_type, (inspect.StrType, *LISTED)):
        return [line.strip() for one in posted.getlist(name) for line in one.split("\n") if line.strip()]
    if is_names(kind):
        return _read_names(text)
    if isinstance(kind, inspect.StrType):
        return None if optional and not text.strip() else text.strip()
    if not text.strip():
        return None if optional else msgspec.UNSET
    if is_number_or_word(kind):
        number = whole(text)
        return text.strip() if number is None else number
    if isinstance(kind, (*NUMBERS, *LISTED, inspect.BoolType, inspect.CustomType)):
        return text.strip()
    return _read_json(text, name)


def _read_group(kind: Any, optional: bool, name: str, posted: QueryDict) -> Any:
    asked = [part.encode_name for part in kind.fields if part.required] or [part.encode_name for part in kind.fields]
    if any(posted.get(f"{name}.{part}") for part in asked) or not optional:
        return _read_struct(kind, posted, name + ".", ())
    return msgspec.UNSET


def _read_json(text: str, name: str) -> Any:
    try:
        return decode(text, Any)
    except Malformed as error:
        raise Malformed(f"{str(error).partition(' - at `')[0]} - at `$.{name}`") from error


def _read_names(text: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for line in filter(None, (line.strip() for line in text.split("\n"))):
        key, given, name = line.partition("=")
        names[key.strip() if given else slug(line, names)] = one_line(name if given else line)
    return names
