"""
What a sheet says that cannot be, beyond the limits of its numbers: words no table knows, hands too few.

It looks at plain values and passes over what is no value of its kind: that is the business of `faults`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from heraut.skirmish.tables import draws, sizes, zones

ATTRIBUTES = ("strength", "agility", "perception", "presence", "endurance")
STRIKES = ("power", "acrobatic", "trip", "grapple", "throw", "charge", "precision")
"""The special strikes of martial arts and specialties [SK-SPC-1, SK-SPC-2]."""
HANDS, RANGES = 2, 4
Place = tuple[str | int, ...]


class Fault(NamedTuple):
    """Something wrong with a sheet: where, what, what was written and what could be."""

    place: Place
    code: str
    asked: str = ""
    allowed: str = ""

    @property
    def path(self) -> str:
        """The place in one word."""
        return ".".join(map(str, self.place))


def contradictions(plain: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything that cannot be."""
    weapons = [one for one in _list(plain, "weapons") if isinstance(one, dict)]
    for table, known in (("attributes", ATTRIBUTES), ("martial_arts", STRIKES)):
        for key in _keys(plain, table):
            yield from _unknown((table, key), (key,), known)
    yield from _unknown(("specialties",), _list(plain, "specialties"), STRIKES)
    yield from _unknown(("size",), _word(plain, "size"), sizes())
    armour = plain.get("armour")
    if isinstance(armour, dict):
        yield from _unknown(("armour", "zones"), _list(armour, "zones"), zones())
    for index, weapon in enumerate(weapons):
        yield from _weapon(("weapons", index), weapon)
    yield from _hands(_list(plain, "in_hand"), weapons)
    named = [str(weapon.get("id")) for weapon in weapons]
    yield from (
        Fault(("weapons", index, "id"), "twice", name) for index, name in enumerate(named) if name in named[:index]
    )


def _weapon(place: Place, weapon: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _unknown((*place, "place"), _word(weapon, "place"), draws())
    limits = _list(weapon, "ranges")
    whole = len(limits) == RANGES and all(isinstance(limit, int) for limit in limits)
    if whole and limits != sorted(limits):
        yield Fault((*place, "ranges"), "ranges", " ".join(map(str, limits)))
    if weapon.get("delivery", "melee") != "melee" and not limits:
        yield Fault((*place, "ranges"), "missing")


def _hands(held: list[Any], weapons: list[dict[str, Any]]) -> Iterator[Fault]:
    """What is in hand is on the sheet, and fills no more than two hands."""
    known = {weapon.get("id"): weapon for weapon in weapons}
    for item in held:
        if item not in known and item != "unarmed":
            yield Fault(("in_hand",), "not-a-weapon", str(item), ", ".join(map(str, known)))
    needed = sum(2 if known.get(item, {}).get("two_handed") is True else 1 for item in held)
    if needed > HANDS:
        yield Fault(("in_hand",), "hands", str(needed), str(HANDS))


def _unknown(place: Place, words: Iterable[Any], known: Collection[str]) -> Iterator[Fault]:
    return (Fault(place, "word", str(word), ", ".join(known)) for word in words if word not in known)


def _keys(plain: Mapping[str, Any], name: str) -> list[Any]:
    found = plain.get(name)
    return list(found) if isinstance(found, dict) else []


def _list(plain: Mapping[str, Any], name: str) -> list[Any]:
    found = plain.get(name)
    return [one for one in found if not isinstance(one, list)] if isinstance(found, list | tuple) else []


def _word(plain: Mapping[str, Any], name: str) -> list[str]:
    found = plain.get(name)
    return [found] if isinstance(found, str) else []
