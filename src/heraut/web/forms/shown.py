"""The fields of a form, made from a type."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.http import QueryDict
from msgspec import inspect

from heraut.kernel import Malformed, room_of, slug, to_plain
from heraut.speech import Language, phrases, say_wrong
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


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in. `kind` is the template's choice of control."""

    name: str
    label: str
    kind: str
    value: Any = ""
    required: bool = True
    choices: tuple[tuple[str, str], ...] = ()
    parts: tuple[Field, ...] = ()
    least: float | None = None
    most: float | None = None
    fault: str = ""

    @property
    def first(self) -> bool:
        """Whether a form asks for it first: what must be filled in, and who takes part."""
        return self.required or self.kind == "pairs"

    @property
    def aside(self) -> bool:
        """Whether a group may stay folded: nothing in it must be filled in, and nothing in it is wrong."""
        return self.kind == "group" and not self.required and not any(part.wrong for part in self.parts)

    @property
    def wrong(self) -> bool:
        return bool(self.fault) or any(part.wrong for part in self.parts)

    @property
    def id(self) -> str:
        return "field-" + self.name.replace(".", "-")


def fields(kind: Any, language: Language, *, start: Any = None, skip: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """The fields of a Struct type, filled from a value of it or from its defaults."""
    values = {} if start is None else to_plain(start)
    return _fields(inspect.type_info(kind), values, "", language, skip)


def say_fault(fault: Malformed | str, language: Language) -> str:
    """What is wrong with a form, its fields called by their labels."""
    return say_wrong(fault, language, lambda name: _label("", name, language))


def refilled(
    shown: tuple[Field, ...], posted: QueryDict, fault: str = "", language: Language = "fr"
) -> tuple[Field, ...]:
    """The same fields with what was typed in, and the fault beside the field it names."""
    return tuple(_refilled(field, posted, fault, language) for field in shown)


def _refilled(field: Field, posted: QueryDict, fault: str, language: Language) -> Field:
    parts = refilled(field.parts, posted, fault, language)
    value = posted.get(field.name, field.value)
    if field.kind == "check" and field.name in posted:
        value = value in TICKED
    if field.kind == "several" and field.name in posted:
        value = tuple(posted.getlist(field.name))
    named = re.search(rf"\$\.{re.escape(field.name)}\b", fault) is not None and not parts
    return replace(field, value=value, parts=parts, fault=say_fault(fault, language) if named else "")


def _fields(
    info: Any, values: Mapping[str, Any], prefix: str, language: Language, skip: tuple[str, ...]
) -> tuple[Field, ...]:
    return tuple(
        _field(info.cls.__name__, part, values, prefix, language) for part in info.fields if part.name not in skip
    )


def _field(owner: str, part: inspect.Field, values: Mapping[str, Any], prefix: str, language: Language) -> Field:
    kind, optional = without_none(part.type)
    default = to_plain(part.default) if part.default is not msgspec.NODEFAULT else _made(part)
    value = values.get(part.encode_name, default)
    field = Field(prefix + part.encode_name, _label(owner, part.name, language), "text", value, part.required)
    return _shaped(field, kind, value, optional, language)


def _shaped(field: Field, kind: Any, value: Any, optional: bool, language: Language) -> Field:
    if isinstance(kind, NUMBERS):
        shown = "" if value is None else value
        return replace(field, kind="number", value=shown, least=kind.ge, most=kind.le)
    if isinstance(kind, inspect.BoolType) and optional:
        words = phrases(language)["words"]
        choices = (("", "–"), ("true", words["true"]), ("false", words["false"]))
        return replace(field, kind="choice", value="" if value is None else str(value).lower(), choices=choices)
    if isinstance(kind, inspect.BoolType):
        return replace(field, kind="check", value=bool(value), required=False)
    if isinstance(kind, LISTED):
        return replace(field, kind="choice", choices=_choices(field, kind, optional, language))
    if is_several(kind, field.name):
        offered = _choices(field, kind.item_type, optional=False, language=language)
        return replace(field, kind="several", value=tuple(map(str, value or ())), choices=offered)
    if is_number_or_word(kind):
        return replace(field, value="" if value is None else value)
    if isinstance(kind, inspect.StructType) and not kind.array_like:
        parts = _fields(kind, value if isinstance(value, dict) else {}, field.name + ".", language, ())
        return replace(field, kind="group", parts=parts)
    if isinstance(kind, SEQUENCES) and isinstance(kind.item_type, (inspect.StrType, *LISTED, *NUMBERS)):
        numbers = isinstance(kind.item_type, NUMBERS)
        joined = (" " if numbers else "\n").join(str(item) for item in value or ())
        return replace(field, kind="numbers" if numbers else "lines", value=joined)
    if is_names(kind):
        joined = "\n".join(name if slug(name) == key else f"{key} = {name}" for key, name in (value or {}).items())
        return replace(field, kind="pairs", value=joined)
    if isinstance(kind, inspect.StrType | inspect.CustomType):
        return replace(field, value="" if value is None else value)
    return replace(field, kind="json", value=json.dumps(value, ensure_ascii=False) if value else "")


def _made(part: inspect.Field) -> Any:
    return None if part.default_factory is msgspec.NODEFAULT else to_plain(part.default_factory())


def _choices(field: Field, kind: Any, optional: bool, language: Language) -> tuple[tuple[str, str], ...]:
    values = [member.value for member in kind.cls] if isinstance(kind, inspect.EnumType) else list(kind.values)
    room = room_of(kind.cls) if isinstance(kind, inspect.EnumType) else ""
    name = field.name.rpartition(".")[2]
    listed = tuple((str(value), _choice(name, room, str(value), language)) for value in values)
    return (("", "–"), *listed) if optional else listed


def _choice(field: str, room: str, value: str, language: Language) -> str:
    said, words = phrases(language)["choices"], phrases(language)["words"]
    return said.get(f"{field}:{value}") or words.get(f"{room}:{value}") or words.get(value) or _readable(value)


def _label(owner: str, name: str, language: Language) -> str:
    said = phrases(language).get("fields", {})
    return said.get(f"{owner}.{name}") or said.get(name) or _readable(name)


def _readable(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()
