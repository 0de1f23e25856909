"""
Forms made from types: a `msgspec.Struct` in, fields out; what people typed in, plain values out.

Labels are phrases `[fields]` of `speech`, keyed `Type.field` or by the field's name alone; what a field offers is named
by `[choices]`, keyed `field:value`; either by a plain word where there is none of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import inspect

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, decode, to_plain
from heraut.kernel.message import room_of
from heraut.kernel.names import one_line
from heraut.kernel.slugs import slug
from heraut.speech.faults import say_wrong
from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import decimal, minus

NUMBERS = (inspect.IntType, inspect.FloatType)
SEQUENCES = (inspect.VarTupleType, inspect.ListType, inspect.SetType, inspect.FrozenSetType)
LISTED = (inspect.EnumType, inspect.LiteralType)
TICKED = ("on", "true", "1")


def variants(kind: Any) -> Mapping[str, Any]:
    """The types one may choose from: those of a union by their tags, or the one there is."""
    types = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return {str(each.__struct_config__.tag or each.__name__): each for each in types}


def is_several(kind: Any, name: str) -> bool:
    """Any of a list of known values, to be ticked; where their order counts they are written down."""
    return isinstance(kind, SEQUENCES) and isinstance(kind.item_type, LISTED) and not name.endswith("order")


def is_number_or_word(kind: Any) -> bool:
    """A number, or one of a few words in its place."""
    return isinstance(kind, inspect.UnionType) and all(isinstance(part, (*NUMBERS, *LISTED)) for part in kind.types)


def is_names(kind: Any) -> bool:
    """A map of names by seat: typed in as a list of names, each making its own seat."""
    return (
        isinstance(kind, inspect.DictType)
        and isinstance(kind.key_type, inspect.StrType)
        and isinstance(kind.value_type, inspect.StrType)
    )


def without_none(kind: Any) -> tuple[Any, bool]:
    """The kind itself, and whether it may be left out."""
    if isinstance(kind, inspect.UnionType):
        rest = tuple(part for part in kind.types if not isinstance(part, inspect.NoneType))
        return (rest[0] if len(rest) == 1 else inspect.UnionType(rest)), len(rest) < len(kind.types)
    return kind, False


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
    usual: str = ""
    """What it is when nobody touches it, in words, where the form says so."""
    clause: str = ""
    of: str = ""
    """Which of the page's forms it is in, where others have fields of the same names."""

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
        return bool(self.faults)

    @property
    def faults(self) -> str:
        """What is wrong with it and with its parts, where one control stands for all of them."""
        return " ".join(filter(None, (self.fault, *(part.faults for part in self.parts))))

    @property
    def id(self) -> str:
        return "-".join(filter(None, ("field", self.of, self.name.replace(".", "-"))))

    def within(self, form: str) -> Field:
        """The same, and its parts, as fields of that form."""
        return replace(self, of=form, parts=tuple(part.within(form) for part in self.parts))


def fields(kind: Any, language: Language, *, start: Any = None, skip: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """The fields of a Struct type, filled from a value of it or from its defaults."""
    values = {} if start is None else to_plain(start)
    return _fields(inspect.type_info(kind), values, "", language, skip)


def wrong(what: object, name: str) -> Malformed:
    """What is wrong with a field, to be said beside it; where in its text is left out."""
    return Malformed(f"{str(what).partition(' - at `')[0]} - at `$.{name}`")


def within(group: str, fault: Malformed) -> Malformed:
    """The same fault, of a form whose fields are a group of the whole."""
    return Malformed(str(fault).replace(" - at `$.", f" - at `$.{group}."))


def say_fault(fault: Malformed | str, language: Language, of: str = "", shown: Iterable[Field] = ()) -> str:
    """
    What is wrong with a form, its fields called by their labels.

    They are those `shown`, where a room has made the form; otherwise those of the type it is `of`, if that is known.
    """
    labels = {part.name: part.label for field in shown for part in (field, *field.parts)}
    return say_wrong(fault, language, lambda name: labels.get(name) or _label(of, name, language))


def with_fault(shown: tuple[Field, ...], fault: str, language: Language) -> tuple[Field, ...]:
    """The same fields, and the fault beside the one it names; what was typed into them the form's tag puts in."""
    return tuple(_with_fault(field, fault, language) for field in shown)


def _with_fault(field: Field, fault: str, language: Language) -> Field:
    told = say_wrong(fault, language, lambda _name: field.label) if _is_at(field, fault) else field.fault
    return replace(field, parts=with_fault(field.parts, fault, language), fault=told)


def _is_at(field: Field, fault: str) -> bool:
    """Whether a fault stands at that field: what is wrong with a part of a group stands at the part."""
    ends = "`" if field.parts else r"(?![\w-])"
    return re.search(rf"\$\.{re.escape(field.name)}{ends}", fault) is not None


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
    listed = tuple((str(value), choice_words(name, str(value), language, room)) for value in values)
    return (("", "–"), *listed) if optional else listed


def value_words(field: Field, value: Any, language: Language) -> str:
    """A value of that field as people read it: as its form offers it, a number as it is written, – for nothing."""
    name, offered = field.name.rpartition(".")[2], dict(field.choices)
    match value:
        case None | () | "":
            return offered.get("", "–")
        case bool():
            return choice_words(name, str(value).lower(), language)
        case int() | Fraction():
            return minus(written(value, language))
        case tuple():
            return ", ".join(value_words(field, each, language) for each in value)
        case _:
            return offered.get(str(value)) or phrases(language)["choices"].get(f"{name}:{value}") or str(value)


def written(number: Any, language: Language) -> str:
    """A number as people type it: 10,5 in French, 10.5 in English; a third stays 1/3."""
    exact = Fraction(str(number))
    places = next((places for places in range(4) if (exact * 10**places).denominator == 1), None)
    return str(exact) if places is None else decimal(f"{float(exact):.{places}f}", language)


def choice_words(field: str, value: str, language: Language, room: str = "") -> str:
    """What a value of that field is called, by the words of a room where it has its own."""
    said, words = phrases(language)["choices"], phrases(language)["words"]
    return said.get(f"{field}:{value}") or words.get(f"{room}:{value}") or words.get(value) or _readable(value)


def _label(owner: str, name: str, language: Language) -> str:
    said, word = phrases(language).get("fields", {}), phrases(language)["words"].get(name, "")
    return said.get(f"{owner}.{name}") or said.get(name) or word[:1].upper() + word[1:] or _readable(name)


def _readable(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


_SPLIT = re.compile(r"[\s,;]+")


def read(kind: Any, posted: QueryDict, *, prefix: str = "", skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """What people typed in for a Struct type, as plain values for `from_plain(…, strict=False)`."""
    return _read_struct(inspect.type_info(kind), posted, prefix, skip)


def number(text: str) -> int | str:
    """A whole number; what is none, and nothing at all, stays as it was typed, for its fault to say so."""
    found = whole(text.strip())
    return text.strip() if found is None else found


def whole_number(posted: QueryDict, name: str) -> int:
    """The whole number typed in that field; nothing typed is never nought. `Malformed` names the field."""
    found = number(posted.get(name, ""))
    if not isinstance(found, int):
        raise wrong(_("écrivez un nombre entier."), name)
    return found


def count(text: str, name: str) -> int:
    """How many, as typed; nothing typed is none. `Malformed` names the field of what is no number of things."""
    found = number(text or "0")
    if not isinstance(found, int):
        raise wrong("Expected `int`, got `str`", name)
    if found < 0:
        raise wrong("Expected `int` >= 0", name)
    return found


def rows(posted: QueryDict, names: Sequence[str], prefix: str = "") -> list[dict[str, str]]:
    """The lines of a table whose columns are each sent under one name; what a line lacks is empty."""
    columns = (posted.getlist(prefix + name) for name in names)
    return [dict(zip(names, line, strict=True)) for line in zip_longest(*columns, fillvalue="")]


def row(posted: QueryDict, names: Sequence[str], number: int) -> dict[str, str]:
    """A line of a table whose fields are sent as `name-NUMBER`."""
    return {name: posted.get(f"{name}-{number}", "").strip() for name in names}


def numbered(posted: QueryDict, before: str, after: str = "") -> list[int]:
    """The numbers under which a field `beforeNUMBERafter` is filled in."""
    name = re.compile(rf"{re.escape(before)}(0|[1-9][0-9]{{0,2}}){re.escape(after)}")
    found = ((name.fullmatch(key), str(text).strip()) for key, text in posted.items())
    return sorted(int(number[1]) for number, text in found if number is not None and text)


def prefixed(posted: QueryDict, prefix: str) -> dict[str, str]:
    """What stands in the fields `prefix…`, by the rest of their names."""
    return {name.removeprefix(prefix): str(text) for name, text in posted.items() if name.startswith(prefix)}


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
        return number(text)
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
        raise wrong(error, name) from error


def _read_names(text: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for line in filter(None, (line.strip() for line in text.split("\n"))):
        key, given, name = line.partition("=")
        names[key.strip() if given else slug(line, names)] = one_line(name if given else line)
    return names
