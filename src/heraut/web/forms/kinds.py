"""The kinds of values a form knows: what is shown one way and read the same way."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import inspect

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
