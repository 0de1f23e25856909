"""Which arms a name is granted: the compositions, all within the rule of tincture, drawn the same on every machine."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import TypeVar

from heraut.press.heraldry import (
    COLOURS,
    METALS,
    Arms,
    ChargeId,
    Charges,
    Division,
    EdgeLine,
    Ordinary,
    OrdinaryKind,
    PartedField,
    PlainField,
    Tincture,
    Variation,
    VariedField,
    charges,
    heraldry,
)

T = TypeVar("T")


def same_name(name: str) -> str:
    """The name as it counts: however it is encoded, capitalised or spaced."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class NameDraw:
    """A bag of choices filled by a name; each draw uses up a part of it."""

    __slots__ = ("_left",)

    def __init__(self, name: str, attempt: int = 0) -> None:
        self._left = int.from_bytes(blake2b(f"{attempt}\n{same_name(name)}".encode(), digest_size=32).digest())

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, each as likely."""
        self._left, place = divmod(self._left, len(options))
        return options[place]

    def weigh(self, options: Mapping[T, int]) -> T:
        """One of the options, as likely as its weight."""
        self._left, place = divmod(self._left, sum(options.values()))
        for option, weight in options.items():
            if place < weight:
                return option
            place -= weight
        raise AssertionError("the weights sum to more than they hold")


_COLOUR_WEIGHTS = dict(zip(COLOURS, (4, 4, 3, 3, 2), strict=True))
_LINES = {EdgeLine.PLAIN: 6, EdgeLine.WAVY: 1, EdgeLine.ENGRAILED: 1, EdgeLine.INDENTED: 1, EdgeLine.EMBATTLED: 1}

_ATTEMPTS = 100

_STRAIGHT = frozenset(
    {OrdinaryKind.BORDURE, OrdinaryKind.CROSS, OrdinaryKind.PALL, OrdinaryKind.PILE, OrdinaryKind.SALTIRE}
)
"""The ordinaries whose edges stay plain: shaped ones would leave their charges no room."""

_COUNTERCHANGING = tuple(division for division in Division if division is not Division.PER_SALTIRE)
"""The divisions that leave a counterchanged charge readable."""


def coat_of_arms(name: str) -> Arms:
    """The arms of a name: the same for ever, and for every spelling of its spaces and capitals."""
    return _grant(name, 0)


def coats_of_arms(names: Sequence[str]) -> dict[str, Arms]:
    """
    The arms of everyone at an event, no two alike at a glance.

    Whoever is named first keeps the arms of their name; who would look the same draws again. So a late entry
    appended to the names changes nobody's arms. Spellings of one name share their arms. In a crowd of many
    thousands, where nothing new is left to draw, likeness is accepted.
    """
    granted: dict[str, Arms] = {}
    taken: set[tuple[object, ...]] = set()
    for name in names:
        key = same_name(name)
        if key not in granted:
            attempts = (_grant(name, attempt) for attempt in range(_ATTEMPTS))
            granted[key] = next((arms for arms in attempts if glance(arms) not in taken), coat_of_arms(name))
            taken.add(glance(granted[key]))
    return {name: granted[same_name(name)] for name in names}


def glance(arms: Arms) -> tuple[object, ...]:
    """
    What the eye keeps of the arms at 24 px: two arms that share it could be taken for one another.

    Of edges it keeps nothing; of charges on an ordinary their number, around it their tincture too, and their
    shape where they are large.
    """
    ordinary, group = arms.ordinary, arms.charges
    bears = ordinary and ordinary.bears
    large = group and (ordinary is None or group.count == 1)
    return (
        arms.field,
        ordinary and (ordinary.kind, ordinary.tincture),
        bears and bears.count,
        group and (group.count, group.tincture),
        charges()[group.charge].looks if group and large else None,
    )


def _grant(name: str, attempt: int) -> Arms:
    lot = NameDraw(name, attempt)
    composition: Callable[[NameDraw], Arms] = lot.weigh(_COMPOSITIONS)
    return composition(lot)


def _charges_alone(lot: NameDraw) -> Arms:
    field, over = _contrast(lot)
    return Arms(PlainField(field), charges=Charges(_charge(lot), lot.weigh({1: 4, 2: 1, 3: 3, 6: 1}), over))


def _ordinary_between_charges(lot: NameDraw) -> Arms:
    field, over = _contrast(lot)
    kind = lot.pick(tuple(heraldry().ordinaries))
    other = lot.pick((over, _against(lot, field)))
    around = Charges(_charge(lot), len(heraldry().ordinaries[kind].around), other)
    return Arms(PlainField(field), Ordinary(kind, over, _line(lot, kind)), around)


def _charged_ordinary(lot: NameDraw) -> Arms:
    field, over = _contrast(lot)
    kind, count = lot.pick(_room_upon())
    bears = Charges(_charge(lot), count, lot.pick((field, _against(lot, over))))
    return Arms(PlainField(field), Ordinary(kind, over, _line(lot, kind), bears))


def _counterchanged(lot: NameDraw) -> Arms:
    first, second = _contrast(lot)
    return Arms(PartedField(lot.pick(_COUNTERCHANGING), first, second), charges=Charges(_charge(lot), 1, None))


def _over_two_colours(lot: NameDraw) -> Arms:
    first = lot.weigh(_COLOUR_WEIGHTS)
    second = lot.pick([colour for colour in COLOURS if colour is not first])
    over = Charges(_charge(lot), lot.pick((1, 3)), lot.pick(METALS))
    return Arms(PartedField(lot.pick(tuple(Division)), first, second), charges=over)


def _varied_under_a_chief(lot: NameDraw) -> Arms:
    first, second = _contrast(lot)
    colour = second if first.is_metal else first
    chief = lot.pick([other for other in COLOURS if other is not colour])
    bears = Charges(_charge(lot), lot.pick((1, 3)), lot.pick(METALS))
    return Arms(
        VariedField(lot.pick(tuple(Variation)), first, second), Ordinary(OrdinaryKind.CHIEF, chief, bears=bears)
    )


_COMPOSITIONS: Mapping[Callable[[NameDraw], Arms], int] = {
    _ordinary_between_charges: 8,
    _charges_alone: 6,
    _charged_ordinary: 3,
    _counterchanged: 4,
    _over_two_colours: 3,
    _varied_under_a_chief: 3,
}


def _contrast(lot: NameDraw) -> tuple[Tincture, Tincture]:
    """A metal and a colour, or a colour and a metal."""
    metal, colour = lot.pick(METALS), lot.weigh(_COLOUR_WEIGHTS)
    return lot.pick(((metal, colour), (colour, metal), (colour, metal)))


def _against(lot: NameDraw, under: Tincture) -> Tincture:
    """A tincture that may lie upon that one."""
    return lot.weigh(_COLOUR_WEIGHTS) if under.is_metal else lot.pick(METALS)


@cache
def _room_upon() -> tuple[tuple[OrdinaryKind, int], ...]:
    """The ordinaries that bear charges, with each number of them they have room for."""
    return tuple((kind, len(places)) for kind, row in heraldry().ordinaries.items() for places in row.upon)


@cache
def _often() -> dict[ChargeId, int]:
    return {id: charge.often for id, charge in charges().items()}


def _charge(lot: NameDraw) -> ChargeId:
    return lot.weigh(_often())


def _line(lot: NameDraw, kind: OrdinaryKind) -> EdgeLine:
    line: EdgeLine = lot.weigh(_LINES)
    if kind in _STRAIGHT or (kind is OrdinaryKind.CHIEF and line is EdgeLine.EMBATTLED):
        return EdgeLine.PLAIN
    return line
