"""Which arms a name is granted: the compositions, all within the rule of tincture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from heraut.press.arms.heraldry import (
    COLOURS,
    METALS,
    Arms,
    ChargeId,
    Charges,
    Division,
    Line,
    Ordinary,
    OrdinaryKind,
    Parted,
    Plain,
    Tincture,
    Variation,
    Varied,
    charges,
)
from heraut.press.arms.layout import AROUND, UPON
from heraut.press.arms.lot import Lot, same_name

_COLOUR_WEIGHTS = dict(zip(COLOURS, (4, 4, 3, 3, 2), strict=True))
_LINES = {Line.PLAIN: 6, Line.WAVY: 1, Line.ENGRAILED: 1, Line.INDENTED: 1, Line.EMBATTLED: 1}

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
    lot = Lot(name, attempt)
    composition: Callable[[Lot], Arms] = lot.weigh(_COMPOSITIONS)
    return composition(lot)


def _charges_alone(lot: Lot) -> Arms:
    field, over = _contrast(lot)
    return Arms(Plain(field), charges=Charges(_charge(lot), lot.weigh({1: 4, 2: 1, 3: 3, 6: 1}), over))


def _ordinary_between_charges(lot: Lot) -> Arms:
    field, over = _contrast(lot)
    kind = lot.pick(tuple(AROUND))
    other = lot.pick((over, _against(lot, field)))
    around = Charges(_charge(lot), len(AROUND[kind]), other)
    return Arms(Plain(field), Ordinary(kind, over, _line(lot, kind)), around)


def _charged_ordinary(lot: Lot) -> Arms:
    field, over = _contrast(lot)
    kind, count = lot.pick(tuple(UPON))
    bears = Charges(_charge(lot), count, lot.pick((field, _against(lot, over))))
    return Arms(Plain(field), Ordinary(kind, over, _line(lot, kind), bears))


def _counterchanged(lot: Lot) -> Arms:
    first, second = _contrast(lot)
    return Arms(Parted(lot.pick(_COUNTERCHANGING), first, second), charges=Charges(_charge(lot), 1, None))


def _over_two_colours(lot: Lot) -> Arms:
    first = lot.weigh(_COLOUR_WEIGHTS)
    second = lot.pick([colour for colour in COLOURS if colour is not first])
    over = Charges(_charge(lot), lot.pick((1, 3)), lot.pick(METALS))
    return Arms(Parted(lot.pick(tuple(Division)), first, second), charges=over)


def _varied_under_a_chief(lot: Lot) -> Arms:
    first, second = _contrast(lot)
    colour = second if first.is_metal else first
    chief = lot.pick([other for other in COLOURS if other is not colour])
    bears = Charges(_charge(lot), lot.pick((1, 3)), lot.pick(METALS))
    return Arms(Varied(lot.pick(tuple(Variation)), first, second), Ordinary(OrdinaryKind.CHIEF, chief, bears=bears))


_COMPOSITIONS: Mapping[Callable[[Lot], Arms], int] = {
    _ordinary_between_charges: 8,
    _charges_alone: 6,
    _charged_ordinary: 3,
    _counterchanged: 4,
    _over_two_colours: 3,
    _varied_under_a_chief: 3,
}


def _contrast(lot: Lot) -> tuple[Tincture, Tincture]:
    """A metal and a colour, or a colour and a metal."""
    metal, colour = lot.pick(METALS), lot.weigh(_COLOUR_WEIGHTS)
    return lot.pick(((metal, colour), (colour, metal), (colour, metal)))


def _against(lot: Lot, under: Tincture) -> Tincture:
    """A tincture that may lie upon that one."""
    return lot.weigh(_COLOUR_WEIGHTS) if under.is_metal else lot.pick(METALS)


@cache
def _often() -> dict[ChargeId, int]:
    return {id: charge.often for id, charge in charges().items()}


def _charge(lot: Lot) -> ChargeId:
    return lot.weigh(_often())


def _line(lot: Lot, kind: OrdinaryKind) -> Line:
    line: Line = lot.weigh(_LINES)
    if kind in _STRAIGHT or (kind is OrdinaryKind.CHIEF and line is Line.EMBATTLED):
        return Line.PLAIN
    return line
