"""What a band sheet says: figures per class, special lines, spells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId, Fact, Reason, Refusal, exact, together
from heraut.rulesets import per_edition, rows
from heraut.tournament.wording import words


class Age(StrEnum):
    """A published universe [ST-ORG-2]."""

    HANNIBAL = "hannibal"
    ALEXANDER = "alexander"
    CAESARS = "caesars"
    VIKINGS = "vikings"
    INVASIONS = "invasions"
    CRUSADES = "crusades"
    CHIVALRY = "chivalry"
    MAGIC = "magic"


class Troop(StrEnum):
    """The four ordinary classes, and the special lines that a list names one by one [ST-BND-7]."""

    WARLORD = "warlord"
    HEARTHGUARD = "hearthguard"
    WARRIOR = "warrior"
    LEVY = "levy"
    SPECIAL = "special"


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a list: a class and its figures; a special line has a name and a declared cost [ST-BND-8]."""

    troop: Troop = msgspec.field(name="class")
    figures: int
    name: str = ""
    points: Fraction | None = None
    legendary: bool = False


class Band(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player's list [ST-BND-6]: numbers of figures, never units nor equipment."""

    lines: tuple[Line, ...]
    age: Age | None = None
    faction: str = ""
    spells: tuple[str, ...] = ()
    legendary_band: str = ""


class _AgeRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    id: Age
    group: str


class TroopRow(msgspec.Struct, frozen=True):
    """What a point buys of a class, and the words for it."""

    clause: ClauseId
    id: Troop
    words: tuple[str, ...]
    figures_per_point: int | None = None


def troops() -> tuple[TroopRow, ...]:
    """The ordinary classes, in the order of a sheet."""
    return rows("saga_tournament", "troops", "troop", TroopRow)


@per_edition
def figures_per_point() -> dict[Troop, int]:
    """How many figures a point buys [ST-BND-2]; the warlord is free and is not here."""
    return {row.id: row.figures_per_point for row in troops() if row.figures_per_point is not None}


def ages_of_group(group: str) -> tuple[Age, ...]:
    """The ages of a group such as `dark` [ST-ORG-2]; none for an unknown group."""
    return tuple(row.id for row in rows("saga_tournament", "ages", "age", _AgeRow) if row.group == group)


HALF = Fraction(1, 2)


class BandRules(msgspec.Struct, frozen=True):
    """What the organiser decided about bands."""

    budget: int = 6
    allowed_ages: frozenset[Age] | None = None
    partial_points: bool = False
    special_costs: Mapping[str, Fraction] = {}
    spells_on_list: bool = True
    legendary_units: bool = False
    legendary_bands: bool = False


class PricedLine(msgspec.Struct, frozen=True):
    """A line with what it costs; None while nobody has said so [ST-BND-8]."""

    line: Line
    points: Fraction | None


class Priced(msgspec.Struct, frozen=True):
    """A band that may be played: its cost as far as it is known, and what the organiser may want to know."""

    points: Fraction
    lines: tuple[PricedLine, ...]
    warnings: tuple[Reason, ...] = ()


def check_band(band: Band, rules: BandRules) -> Priced | Refusal:
    """The price of a band, or all its faults at once."""
    faults = together(band_faults(band, rules))
    if faults is not None:
        return faults
    priced = tuple(PricedLine(line, line_cost(line, rules)) for line in band.lines)
    return Priced(_known_total(band, rules), priced, tuple(_warnings(band, rules)))


def band_faults(band: Band, rules: BandRules, *, whole: bool = True) -> tuple[Refusal, ...]:
    """Everything wrong with a band; of a list that was not read whole, only what the missing lines cannot mend."""
    sums = (*_warlord_faults(band), *_total_faults(band, rules)) if whole else _over_budget(band, rules)
    return (*_line_faults(band, rules), *sums, *_age_faults(band, rules))


def line_cost(line: Line, rules: BandRules) -> Fraction | None:
    """Figures divided by figures per point, exactly [ST-BND-4]; None for a special line nobody priced."""
    match line.troop:
        case Troop.WARLORD:
            return Fraction(0)
        case Troop.SPECIAL:
            return line.points if line.points is not None else _known_cost(line, rules)
        case ordinary:
            return Fraction(line.figures, figures_per_point()[ordinary])


def _known_cost(line: Line, rules: BandRules) -> Fraction | None:
    """The organiser's cost per figure of this special troop, times its figures [ST-BND-8]."""
    costs = {words(name): cost for name, cost in rules.special_costs.items()}
    cost = costs.get(words(line.name))
    return None if cost is None else cost * line.figures


def _warlord_faults(band: Band) -> Iterator[Refusal]:
    leaders = sum(line.figures for line in band.lines if line.troop is Troop.WARLORD)
    if leaders != 1:
        yield Refusal(ClauseId("ST-BND-3"), "saga-band-warlords", asked=leaders, allowed=1)


def _line_faults(band: Band, rules: BandRules) -> Iterator[Refusal]:
    with_special = any(line.troop is Troop.SPECIAL for line in band.lines)
    for line in band.lines:
        subject = line.name or str(line.troop)
        cost = line_cost(line, rules)
        if line.figures < 0 or (line.figures == 0 and line.troop is Troop.SPECIAL):
            yield Refusal(ClauseId("ST-BND-6"), "saga-band-figures", subject, asked=line.figures, allowed=1)
        elif line.troop is Troop.SPECIAL and not line.name.strip():
            yield Refusal(ClauseId("ST-BND-7"), "saga-band-special-unnamed", asked=line.figures)
        elif cost is None:
            pass  # it is asked for, not refused
        elif line.troop is Troop.SPECIAL and (cost < 0 or not _fits(cost, HALF, rules)):
            yield Refusal(ClauseId("ST-BND-8"), "saga-band-special-cost", subject, asked=exact(cost))
        elif line.troop is not Troop.SPECIAL and not _fits(cost, HALF if with_special else Fraction(1), rules):
            step = figures_per_point()[line.troop]
            yield Refusal(ClauseId("ST-BND-4"), "saga-band-line-not-whole", subject, asked=line.figures, allowed=step)
        if line.legendary and not rules.legendary_units:
            yield Refusal(ClauseId("ST-BND-11"), "saga-band-legendary-unit", subject)


def _fits(cost: Fraction, step: Fraction, rules: BandRules) -> bool:
    return rules.partial_points or (cost / step).denominator == 1


def _known_total(band: Band, rules: BandRules) -> Fraction:
    return sum((line_cost(line, rules) or Fraction(0) for line in band.lines), Fraction(0))


def _over_budget(band: Band, rules: BandRules) -> Iterator[Refusal]:
    total = _known_total(band, rules)
    if total > rules.budget:
        yield Refusal(ClauseId("ST-BND-5"), "saga-band-over-budget", asked=exact(total), allowed=rules.budget)


def _total_faults(band: Band, rules: BandRules) -> Iterator[Refusal]:
    yield from _over_budget(band, rules)
    total = _known_total(band, rules)
    priced = all(line_cost(line, rules) is not None for line in band.lines)
    if priced and not rules.partial_points and _halves_only(band, rules) and total.denominator != 1:
        yield Refusal(ClauseId("ST-BND-4"), "saga-band-total-not-whole", asked=exact(total))


def _halves_only(band: Band, rules: BandRules) -> bool:
    """Whether the lines are all right by themselves, so that only their sum can be wrong."""
    with_special = any(line.troop is Troop.SPECIAL for line in band.lines)
    return with_special and all(_fits(line_cost(line, rules) or HALF, HALF, rules) for line in band.lines)


def _age_faults(band: Band, rules: BandRules) -> Iterator[Refusal]:
    if rules.allowed_ages is not None and band.age not in rules.allowed_ages:
        allowed = tuple(sorted(rules.allowed_ages))
        yield Refusal(ClauseId("ST-ORG-3"), "saga-band-age", asked=band.age or "age-unknown", allowed=allowed)
    if band.spells and band.age is not Age.MAGIC:
        yield Refusal(ClauseId("ST-BND-10"), "saga-band-spells", asked=band.spells)
    if band.legendary_band and (band.age is not Age.MAGIC or not rules.legendary_bands):
        yield Refusal(ClauseId("ST-BND-12"), "saga-band-legendary-band", band.legendary_band)


def _warnings(band: Band, rules: BandRules) -> Iterator[Reason]:
    total = _known_total(band, rules)
    unpriced = [line.name for line in band.lines if line_cost(line, rules) is None]
    for name in unpriced:
        facts: dict[str, Fact] = {"name": name, "left": exact(rules.budget - total)}
        yield Reason(ClauseId("ST-BND-8"), "saga-band-special-cost-missing", facts)
    if total < rules.budget and not unpriced:
        yield Reason(ClauseId("ST-BND-5"), "saga-band-under-budget", {"points": exact(total), "budget": rules.budget})
    if band.age is Age.MAGIC and rules.spells_on_list and not band.spells:
        yield Reason(ClauseId("ST-BND-10"), "saga-band-no-spells")


_ORDER = (Troop.WARLORD, Troop.SPECIAL, Troop.HEARTHGUARD, Troop.WARRIOR, Troop.LEVY)


def write_band(band: Band) -> Band:
    """The same band as it is printed: warlord, special lines as entered, the classes; no line without figures."""
    lines = sorted((line for line in band.lines if line.figures), key=lambda line: _ORDER.index(line.troop))
    return msgspec.structs.replace(band, lines=tuple(lines))
