"""Everything that is wrong with a sheet, each fault at its place; `speech` has the sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import NODEFAULT, inspect

from heraut.kernel import ClauseId, Refusal
from heraut.skirmish.sheet import Sheet
from heraut.skirmish.sheets.consistency import Fault, Place, contradictions

CLAUSE = ClauseId("SK-DICE-21")


def sheet_faults(plain: Mapping[str, Any]) -> tuple[Fault, ...]:
    """The faults of a sheet in plain values; none for one that can be played."""
    return (*_of(plain, _sheet(), ()), *contradictions(plain))


def refusal(fault: Fault) -> Refusal:
    """A fault as everything else that is refused."""
    return Refusal(CLAUSE, f"skirmish-sheet-{fault.code}", fault.path, fault.asked, fault.allowed)


@cache
def _sheet() -> inspect.Type:
    return inspect.type_info(Sheet)


def _of(value: Any, kind: inspect.Type, place: Place) -> Iterator[Fault]:
    """What keeps a value from being of its kind."""
    match kind:
        case inspect.UnionType(types=types):
            (rest,) = (one for one in types if not isinstance(one, inspect.NoneType))
            yield from () if value is None else _of(value, rest, place)
        case inspect.StructType(fields=fields):
            yield from _struct(value, fields, place) if isinstance(value, dict) else _not("table", value, place)
        case inspect.DictType(value_type=inner):
            yield from _all(value.items(), inner, place) if isinstance(value, dict) else _not("table", value, place)
        case inspect.VarTupleType(item_type=inner):
            listed = isinstance(value, list | tuple)
            yield from _all(enumerate(value), inner, place) if listed else _not("list", value, place)
        case inspect.TupleType(item_types=inners):
            listed = isinstance(value, list | tuple) and len(value) == len(inners)
            yield from _all(enumerate(value), inners[0], place) if listed else _not("ranges", value, place)
        case inspect.EnumType(cls=words):
            if value not in list(words):
                yield Fault(place, "word", str(value), ", ".join(words))
        case _:
            yield from _plain(value, kind, place)


def _plain(value: Any, kind: inspect.Type, place: Place) -> Iterator[Fault]:
    match kind:
        case inspect.IntType(ge=least, le=most):
            if not isinstance(value, int) or isinstance(value, bool) or not _within(value, least, most):
                yield Fault(place, "number", str(value), f"{least}–{most}")
        case inspect.BoolType():
            yield from () if isinstance(value, bool) else _not("yes-no", value, place)
        case inspect.StrType(min_length=least, max_length=most):
            if not isinstance(value, str):
                yield from _not("text", value, place)
            elif not _within(len(value.strip()), least, most):
                yield Fault(place, "length", str(len(value)), f"{least}–{most}")


def _struct(value: dict[str, Any], fields: tuple[inspect.Field, ...], place: Place) -> Iterator[Fault]:
    known = {field.encode_name: field for field in fields}
    for name, found in value.items():
        if name in known:
            yield from _of(found, known[name].type, (*place, name))
        else:
            yield Fault((*place, name), "unknown", name, ", ".join(known))
    for name, field in known.items():
        if name not in value and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield Fault((*place, name), "missing")


def _all(entries: Any, kind: inspect.Type, place: Place) -> Iterator[Fault]:
    for key, value in entries:
        yield from _of(value, kind, (*place, key))


def _not(code: str, value: Any, place: Place) -> Iterator[Fault]:
    yield Fault(place, code, str(value))


def _within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)
