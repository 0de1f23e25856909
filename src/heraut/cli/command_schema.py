"""`heraut play ENGINE --schema`: settings and commands with their fields, types, examples, and the words for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

import msgspec
from msgspec import inspect

from heraut.ask.schema import schema
from heraut.kernel.codec import Malformed, from_plain, to_plain
from heraut.kernel.engine import AnyEngine
from heraut.kernel.journal import Undo
from heraut.kernel.message import Command
from heraut.kernel.text import to_line
from heraut.library.game import sample
from heraut.speech.sentences import LANGUAGES, phrases, say_command


def describe(engine: AnyEngine) -> Iterator[dict[str, Any]]:
    """First the settings, then each command."""
    yield {
        "settings": schema(engine.settings),
        "fields": {kind.__name__: _fields(kind) for kind in get_args(engine.settings) or (engine.settings,)},
        "example": _sample(engine),
    }
    for kind in commands_of(engine):
        yield {
            "command": kind.__name__,
            "about": " ".join((kind.__doc__ or "").split()),
            "say": {language: say_command(kind, language) for language in LANGUAGES},
            "fields": _fields(kind),
            "example": to_line(example(kind)),
            "schema": schema(kind),
        }


def commands_of(engine: AnyEngine) -> tuple[type[Command], ...]:
    """Every command of an engine, and Undo."""
    return (*get_args(engine.commands), Undo)


def _sample(engine: AnyEngine) -> Mapping[str, Any] | None:
    try:
        return sample(engine.id)
    except Malformed:  # an engine that is not shipped has no sample
        return None


def _fields(kind: type[msgspec.Struct]) -> list[dict[str, Any]]:
    return [_field(kind, field) for field in msgspec.structs.fields(kind)]


def _field(kind: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    described: dict[str, Any] = {"name": field.encode_name, "type": type_name(inspect.type_info(field.type))}
    if field.default is not msgspec.NODEFAULT:
        described["default"] = to_plain(field.default)
    described["required"] = field.required
    said = {language: label for language in LANGUAGES if (label := _label(kind, field.name, language))}
    return described | ({"say": said} if said else {})


def _label(kind: type, name: str, language: Any) -> str | None:
    labels = phrases(language).get("fields", {})
    return labels.get(f"{kind.__name__}.{name}") or labels.get(name)


def type_name(kind: inspect.Type) -> str:
    """A type in a few words, such as `whole number`, `list of seat names` or `one of first, second`."""
    match kind:
        case inspect.EnumType(cls=cls):
            return "one of " + ", ".join(str(member.value) for member in cls)
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case inspect.UnionType(types=types):
            named = [type_name(one) for one in types if not isinstance(one, inspect.NoneType)]
            return " or ".join(dict.fromkeys(named)) + (", or null" if kind.includes_none else "")
        case (
            inspect.VarTupleType(item_type=item)
            | inspect.ListType(item_type=item)
            | inspect.FrozenSetType(item_type=item)
        ):
            return f"list of ({type_name(item)})"
        case inspect.TupleType(item_types=items):
            return "[" + ", ".join(map(type_name, items)) + "]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"object of ({type_name(key)}: {type_name(value)})"
        case inspect.StructType(cls=cls):
            return cls.__name__
        case _:
            return _PLAIN.get(type(kind), type(kind).__name__.removesuffix("Type").lower())


_PLAIN: Mapping[type, str] = {
    inspect.IntType: "whole number",
    inspect.StrType: "text",
    inspect.BoolType: "true or false",
    inspect.FloatType: "number",
    inspect.CustomType: "fraction such as 7/2",
}


def example(kind: type[Command]) -> Command:
    """A command of this type that can be read: every field that must be there, and no other."""
    plain = {"type": kind.__name__} | _required(msgspec.structs.fields(kind), {})
    made: Command = from_plain(plain, kind)
    return made


def _required(fields: Any, known: dict[str, Any]) -> dict[str, Any]:
    return known | {
        field.encode_name: _NAMED.get(field.encode_name) or _value(inspect.type_info(field.type))
        for field in fields
        if field.required
    }


_NAMED = {"seat": "ana", "player": "ana"}


def _value(kind: inspect.Type) -> Any:
    for matched, make in _VALUES.items():
        if isinstance(kind, matched):
            return make(kind)
    return None


def _struct(kind: Any) -> Any:
    tag = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    made = _required(msgspec.structs.fields(kind.cls), tag)
    return list(made.values()) if kind.array_like else made


def _first(kind: Any) -> Any:
    return _value(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))


_VALUES: Mapping[type, Callable[[Any], Any]] = {
    inspect.EnumType: lambda kind: next(iter(kind.cls)).value,
    inspect.LiteralType: lambda kind: kind.values[0],
    inspect.BoolType: lambda _kind: True,
    inspect.IntType: lambda kind: max(1, kind.ge or 0),
    inspect.FloatType: lambda _kind: 1.0,
    inspect.StrType: lambda _kind: "ana",
    inspect.CustomType: lambda _kind: "1",
    inspect.UnionType: _first,
    inspect.StructType: _struct,
    inspect.TupleType: lambda kind: [_value(item) for item in kind.item_types],
    inspect.NamedTupleType: lambda kind: [_value(field.type) for field in kind.fields],
    inspect.VarTupleType: lambda kind: [_value(kind.item_type)] * max(1, kind.min_length or 0),
    inspect.ListType: lambda kind: [_value(kind.item_type)],
    inspect.FrozenSetType: lambda kind: [_value(kind.item_type)],
    inspect.DictType: lambda kind: {_value(kind.key_type): _value(kind.value_type)},
}
