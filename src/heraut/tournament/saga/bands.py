"""What a band sheet says: figures per class, special lines, spells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason, Refusal, exact, together
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import rows
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


class TroopClass(StrEnum):
    """The four ordinary classes, and the special lines that a list names one by one [ST-BND-7]."""

    WARLORD = "warlord"
    HEARTHGUARD = "hearthguard"
    WARRIOR = "warrior"
    LEVY = "levy"
    SPECIAL = "special"


class FiguresLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a list: a class and its figures; a special line has a name and a declared cost [ST-BND-8]."""

    troop: TroopClass = msgspec.field(name="class")
    figures: int
    name: str = ""
    points: Fraction | None = None
    legendary: bool = False


class SagaBand(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player's list [ST-BND-6]: numbers of figures, never units nor equipment."""

    lines: tuple[FiguresLine, ...]
    age: Age | None = None
    faction: str = ""
    spells: tuple[str, ...] = ()
    legendary_band: str = ""


class _AgeRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    id: Age
    group: str


class TroopPrice(msgspec.Struct, frozen=True):
    """What a point buys of a class, and the words for it."""

    clause: ClauseId
    id: TroopClass
    words: tuple[str, ...]
    figures_per_point: int | None = None


def troops() -> tuple[TroopPrice, ...]:
    """The ordinary classes, in the order of a sheet."""
    return rows("saga_tournament", "troops", "troop", TroopPrice)


@per_edition
def figures_per_point() -> dict[TroopClass, int]:
    """How many figures a point buys [ST-BND-2]; the warlord is free and is not here."""
    return {row.id: row.figures_per_point for row in troops() if row.figures_per_point is not None}


def ages_of_group(group: str) -> tuple[Age, ...]:
    """The ages of a group such as `dark` [ST-ORG-2]; none for an unknown group."""
    return tuple(row.id for row in rows("saga_tournament", "ages", "age", _AgeRow) if row.group == group)


HALF = Fraction(1, 2)


class SagaBandRules(msgspec.Struct, frozen=True):
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

    line: FiguresLine
    points: Fraction | None


class Priced(msgspec.Struct, frozen=True):
    """A band that may be played: its cost as far as it is known, and what the organiser may want to know."""

    points: Fraction
    lines: tuple[PricedLine, ...]
    warnings: tuple[Reason, ...] = ()


def check_band(band: SagaBand, rules: SagaBandRules) -> Priced | Refusal:
    """The price of a band, or all its faults at once."""
    lines = priced_lines(band, rules)
    faults = together(_faults(band, lines, rules, whole=True))
    return faults or Priced(_known_total(lines), lines, tuple(_warnings(band, lines, rules)))


def priced_lines(band: SagaBand, rules: SagaBandRules) -> tuple[PricedLine, ...]:
    """Each line with its cost: figures divided by figures per point, exactly [ST-BND-4]."""
    bought = figures_per_point()
    special = {words(name): cost for name, cost in rules.special_costs.items()}
    return tuple(PricedLine(line, _cost(line, bought, special)) for line in band.lines)


def _cost(
    line: FiguresLine, bought: Mapping[TroopClass, int], special: Mapping[tuple[str, ...], Fraction]
) -> Fraction | None:
    """A special line costs what it declares, or what the organiser says for each figure [ST-BND-8]."""
    match line.troop:
        case TroopClass.WARLORD:
            return Fraction(0)
        case TroopClass.SPECIAL if line.points is None:
            cost = special.get(words(line.name))
            return None if cost is None else cost * line.figures
        case TroopClass.SPECIAL:
            return line.points
        case ordinary:
            return Fraction(line.figures, bought[ordinary])


def band_faults(band: SagaBand, rules: SagaBandRules, *, whole: bool = True) -> tuple[Refusal, ...]:
    """Everything wrong with a band; of a list that was not read whole, only what the missing lines cannot mend."""
    return _faults(band, priced_lines(band, rules), rules, whole=whole)


def _faults(band: SagaBand, lines: Sequence[PricedLine], rules: SagaBandRules, *, whole: bool) -> tuple[Refusal, ...]:
    return (
        *_line_faults(lines, rules),
        *(_warlord_faults(band) if whole else ()),
        *_total_faults(lines, rules, whole=whole),
        *_age_faults(band, rules),
    )


def _warlord_faults(band: SagaBand) -> Iterator[Refusal]:
    leaders = sum(line.figures for line in band.lines if line.troop is TroopClass.WARLORD)
    if leaders != 1:
        yield Refusal(ClauseId("ST-BND-3"), "saga-band-warlords", asked=leaders, allowed=1)


def _line_faults(lines: Sequence[PricedLine], rules: SagaBandRules) -> Iterator[Refusal]:
    step = HALF if _has_special(lines) else Fraction(1)
    for priced in lines:
        line, cost = priced.line, priced.points
        subject = line.name or str(line.troop)
        if line.figures < 0 or (line.figures == 0 and line.troop is TroopClass.SPECIAL):
            yield Refusal(ClauseId("ST-BND-6"), "saga-band-figures", subject, asked=line.figures, allowed=1)
        elif line.troop is TroopClass.SPECIAL and not line.name.strip():
            yield Refusal(ClauseId("ST-BND-7"), "saga-band-special-unnamed", asked=line.figures)
        elif cost is None:
            pass  # it is asked for, not refused
        elif line.troop is TroopClass.SPECIAL and (cost < 0 or not _fits(cost, HALF, rules)):
            yield Refusal(ClauseId("ST-BND-8"), "saga-band-special-cost", subject, asked=exact(cost))
        elif line.troop is not TroopClass.SPECIAL and not _fits(cost, step, rules):
            bought = figures_per_point()[line.troop]
            yield Refusal(ClauseId("ST-BND-4"), "saga-band-line-not-whole", subject, asked=line.figures, allowed=bought)
        if line.legendary and not rules.legendary_units:
            yield Refusal(ClauseId("ST-BND-11"), "saga-band-legendary-unit", subject)


def _has_special(lines: Sequence[PricedLine]) -> bool:
    return any(priced.line.troop is TroopClass.SPECIAL for priced in lines)


def _fits(cost: Fraction, step: Fraction, rules: SagaBandRules) -> bool:
    return rules.partial_points or (cost / step).denominator == 1


def _known_total(lines: Sequence[PricedLine]) -> Fraction:
    return sum((priced.points or Fraction(0) for priced in lines), Fraction(0))


def _total_faults(lines: Sequence[PricedLine], rules: SagaBandRules, *, whole: bool) -> Iterator[Refusal]:
    total = _known_total(lines)
    if total > rules.budget:
        yield Refusal(ClauseId("ST-BND-5"), "saga-band-over-budget", asked=exact(total), allowed=rules.budget)
    if whole and not rules.partial_points and _halves_only(lines, rules) and total.denominator != 1:
        yield Refusal(ClauseId("ST-BND-4"), "saga-band-total-not-whole", asked=exact(total))


def _halves_only(lines: Sequence[PricedLine], rules: SagaBandRules) -> bool:
    """Whether the lines are all priced and all right by themselves, so that only their sum can be wrong."""
    fit = (priced.points is not None and _fits(priced.points, HALF, rules) for priced in lines)
    return _has_special(lines) and all(fit)


def _age_faults(band: SagaBand, rules: SagaBandRules) -> Iterator[Refusal]:
    if rules.allowed_ages is not None and band.age not in rules.allowed_ages:
        allowed = tuple(sorted(rules.allowed_ages))
        yield Refusal(ClauseId("ST-ORG-3"), "saga-band-age", asked=band.age or "age-unknown", allowed=allowed)
    if band.spells and band.age is not Age.MAGIC:
        yield Refusal(ClauseId("ST-BND-10"), "saga-band-spells", asked=band.spells)
    if band.legendary_band and (band.age is not Age.MAGIC or not rules.legendary_bands):
        yield Refusal(ClauseId("ST-BND-12"), "saga-band-legendary-band", band.legendary_band)


def _warnings(band: SagaBand, lines: Sequence[PricedLine], rules: SagaBandRules) -> Iterator[Reason]:
    total = _known_total(lines)
    unpriced = [priced.line.name for priced in lines if priced.points is None]
    for name in unpriced:
        facts: dict[str, Fact] = {"name": name, "left": exact(rules.budget - total)}
        yield Reason(ClauseId("ST-BND-8"), "saga-band-special-cost-missing", facts)
    if total < rules.budget and not unpriced:
        yield Reason(ClauseId("ST-BND-5"), "saga-band-under-budget", {"points": exact(total), "budget": rules.budget})
    if band.age is Age.MAGIC and rules.spells_on_list and not band.spells:
        yield Reason(ClauseId("ST-BND-10"), "saga-band-no-spells")


_ORDER = (TroopClass.WARLORD, TroopClass.SPECIAL, TroopClass.HEARTHGUARD, TroopClass.WARRIOR, TroopClass.LEVY)


def write_band(band: SagaBand) -> SagaBand:
    """The same band as it is printed: warlord, special lines as entered, the classes; no line without figures."""
    lines = sorted((line for line in band.lines if line.figures), key=lambda line: _ORDER.index(line.troop))
    return msgspec.structs.replace(band, lines=tuple(lines))
