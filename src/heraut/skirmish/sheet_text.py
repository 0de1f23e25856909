"""Sheets as text files (TOML): everything that is wrong with one, each fault at its line; reading and writing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from msgspec import NODEFAULT, inspect

from heraut.kernel.codec import Malformed, from_plain, from_toml, to_plain
from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish import tables
from heraut.skirmish.settings import Enlisted, FightOptions, Settings
from heraut.skirmish.sheet import CharacterSheet, Place, SheetFault, contradictions

CLAUSE = ClauseId("SK-DICE-21")


def sheet_faults(plain: Mapping[str, Any]) -> tuple[SheetFault, ...]:
    """The faults of a sheet in plain values; none for one that can be played."""
    return (*_of(plain, _sheet(), ()), *contradictions(plain), *_over_trained(plain))


def _over_trained(plain: Mapping[str, Any]) -> Iterator[SheetFault]:
    """Martial arts of more dice than the rules know [SK-SPC-1]; sheets of older fights may still have them."""
    arts, most = plain.get("martial_arts"), tables.number("martial-art-most")
    for strike, dice in arts.items() if isinstance(arts, dict) else ():
        if isinstance(dice, int) and dice > most:
            yield SheetFault(("martial_arts", strike), "number", str(dice), f"0–{most}")


def refusal(fault: SheetFault) -> Refusal:
    """A fault as everything else that is refused."""
    return Refusal(CLAUSE, f"skirmish-sheet-{fault.code}", fault.path, fault.asked, fault.allowed)


@cache
def _sheet() -> inspect.Type:
    return inspect.type_info(CharacterSheet)


def _of(value: Any, kind: inspect.Type, place: Place) -> Iterator[SheetFault]:
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
                yield SheetFault(place, "word", str(value), ", ".join(words))
        case _:
            yield from _plain(value, kind, place)


def _plain(value: Any, kind: inspect.Type, place: Place) -> Iterator[SheetFault]:
    match kind:
        case inspect.IntType(ge=least, le=most):
            if not isinstance(value, int) or isinstance(value, bool) or not _within(value, least, most):
                yield SheetFault(place, "number", str(value), f"{least}–{most}")
        case inspect.BoolType():
            yield from () if isinstance(value, bool) else _not("yes-no", value, place)
        case inspect.StrType(min_length=least, max_length=most):
            if not isinstance(value, str):
                yield from _not("text", value, place)
            elif not _within(len(value.strip()), least, most):
                yield SheetFault(place, "length", str(len(value)), f"{least}–{most}")


def _struct(value: dict[str, Any], fields: tuple[inspect.Field, ...], place: Place) -> Iterator[SheetFault]:
    known = {field.encode_name: field for field in fields}
    for name, found in value.items():
        if name in known:
            yield from _of(found, known[name].type, (*place, name))
        else:
            yield SheetFault((*place, name), "unknown", name, ", ".join(known))
    for name, field in known.items():
        if name not in value and field.default is NODEFAULT and field.default_factory is NODEFAULT:
            yield SheetFault((*place, name), "missing")


def _all(entries: Any, kind: inspect.Type, place: Place) -> Iterator[SheetFault]:
    for key, value in entries:
        yield from _of(value, kind, (*place, key))


def _not(code: str, value: Any, place: Place) -> Iterator[SheetFault]:
    yield SheetFault(place, code, " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value))


def _within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


MOST_TEXT = 50_000
"""Letters of a text that is looked at."""


class Misprint(NamedTuple):
    """A fault of a text, and its line; 0 when it is nowhere, like what is missing."""

    line: int
    fault: SheetFault


def read_character(text: str) -> CharacterSheet:
    """A sheet from its text file; `Malformed` names the place of what is wrong."""
    if wrong := text_faults(text):
        raise Malformed("; ".join(f"{one.fault.path or one.line}: {one.fault.code} {one.fault.asked}" for one in wrong))
    sheet: CharacterSheet = from_plain(from_toml(text), CharacterSheet)
    return sheet


def text_faults(text: str) -> tuple[Misprint, ...]:
    """Everything that is wrong with a sheet's text, each fault with its line; nothing for a good sheet."""
    if len(text) > MOST_TEXT:
        return (Misprint(0, SheetFault((), "too-long", str(len(text)), str(MOST_TEXT))),)
    try:
        plain = from_toml(text)
    except Malformed as error:
        line = re.search(r"line (\d+)", str(error))
        place = int(line[1]) if line else text.count("\n") + 1
        return (Misprint(place, SheetFault((), "not-toml", str(place))),)
    lines = dict(_lines(text))
    return tuple(sorted(Misprint(_line(lines, fault.place), fault) for fault in sheet_faults(plain)))


def _line(lines: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or of the nearest thing around it that has one."""
    return next((lines[place[:end]] for end in range(len(place), 0, -1) if place[:end] in lines), 0)


def _lines(text: str) -> Iterator[tuple[Place, int]]:
    """Where each table and each key begins."""
    table: Place = ()
    counted: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(r"\s*\[\[\s*(\w+)\s*\]\]", line):
            counted[found[1]] = counted.get(found[1], -1) + 1
            table = (found[1], counted[found[1]])
            yield table, number
        elif found := re.match(r"\s*\[\s*([\w.]+)\s*\]", line):
            table = tuple(found[1].split("."))
            yield table, number
        elif found := re.match(r"""\s*["']?([\w -]+?)["']?\s*=""", line):
            yield (*table, found[1]), number


# --- writing


def write_character(sheet: CharacterSheet) -> str:
    """The text file of a sheet; reading it gives the sheet again."""
    plain: dict[str, Any] = to_plain(sheet)
    tables = {key: value for key, value in plain.items() if isinstance(value, dict)}
    weapons = plain.pop("weapons", ())
    heads = plain.pop("heads", ())
    blocks = [_block({key: value for key, value in plain.items() if key not in tables})]
    blocks += [f"[{name}]\n{_block(value)}" for name, value in tables.items() if value]
    blocks += [f"[[weapons]]\n{_block(weapon)}" for weapon in weapons]
    blocks += [f"[[heads]]\n{_block(head)}" for head in heads]
    return "\n".join(blocks)


def _block(plain: Mapping[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in plain.items() if value is not None)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return '"' + "".join(f"\\u{ord(one):04x}" if ord(one) < 32 else one for one in escaped) + '"'
        case dict():
            inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items() if one is not None)
            return f"{{ {inner} }}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:
            return str(value)


@cache
def samples() -> Mapping[str, CharacterSheet]:
    """The ready-made characters, by the name of their file."""
    return {name: read_character(text) for name, text in sample_texts().items()}


@cache
def sample_texts() -> Mapping[str, str]:
    """The text files of the ready-made characters, by name."""
    folder = files("heraut.rulesets") / "saga_skirmish" / "samples"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): file.read_text(encoding="utf-8") for file in found}


ANA, BEN = Seat("ana"), Seat("ben")


def duel_of_warriors() -> Settings:
    """Two Celtic warriors, one for each player: the fight to learn with."""
    sheets = samples()
    return Settings(
        players={ANA: "Ana", BEN: "Ben"},
        fighters=(
            Enlisted(id="Ambiorix", side="Éburons", seat=ANA, sheet=sheets["celtic-warrior"]),
            Enlisted(id="Brennos", side="Sénons", seat=BEN, sheet=sheets["celtic-spearman"]),
        ),
    )


def ambush(options: FightOptions | None = None) -> Settings:
    """Two players' warriors and an archer against a chief, six men and a horseman nobody has seen yet."""
    sheets = samples()
    return Settings(
        players={ANA: "Ana", BEN: "Ben"},
        fighters=(
            Enlisted(id="Ambiorix", side="Éburons", seat=ANA, sheet=sheets["celtic-warrior"]),
            Enlisted(id="Brennos", side="Éburons", seat=BEN, sheet=sheets["celtic-spearman"]),
            Enlisted(id="Archer", side="Éburons", seat=BEN, sheet=sheets["archer"]),
            Enlisted(id="Chef", side="Pillards", seat=ORGANISER, sheet=sheets["chief"]),
            Enlisted(id="Homme", side="Pillards", sheet=sheets["man-at-arms"], count=6, chief="Chef"),
            Enlisted(name="Cavalier", side="Pillards", sheet=sheets["horseman"], chief="Chef", hidden=True),
        ),
        options=options or FightOptions(),
    )
