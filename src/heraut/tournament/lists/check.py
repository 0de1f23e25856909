"""Everything that is wrong with a player's lists [SR-LIST, SR-VLIST]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from heraut.kernel import ClauseId, Refusal, together
from heraut.rulesets import Span
from heraut.tournament.lists.army import ArmyList
from heraut.tournament.printed import printed
from heraut.tournament.variants import Variants
from heraut.tournament.wording import plain


class ListRules(msgspec.Struct, frozen=True):
    """What the event asks of a list."""

    size: int
    variants: Variants = Variants()
    casters_per_list: int = 1


class _Window(msgspec.Struct, frozen=True):
    clause: ClauseId
    below: int


class _Lists(msgspec.Struct, frozen=True):
    clause: ClauseId
    least: int
    most: int


class _Tiers(msgspec.Struct, frozen=True):
    clause: ClauseId
    values: Span


def check_lists(lists: tuple[ArmyList, ...], rules: ListRules) -> Refusal | None:
    """All faults of a player's lists at once, or None."""
    return together((
        *_count(lists, rules),
        *(fault for number, army in enumerate(lists, start=1) for fault in _one(number, army, rules)),
        *_across(lists, rules.variants),
    ))  # fmt: skip


def window(army: ArmyList, size: int) -> tuple[int, int]:
    """The least and the most points this list may cost, both included [SR-LIST-2]."""
    below = printed("steamroller_2011", "army", "window", _Window).below
    return size - below + army.bonus, size + army.bonus


def how_many(variants: Variants) -> tuple[int, int]:
    """The least and the most lists a player hands in [SR-LIST-1, SR-VLIST-2]."""
    if variants.lists is not None:
        return variants.lists, variants.lists
    row = printed("steamroller_2011", "army", "lists", _Lists)
    return row.least, row.most


def _count(lists: tuple[ArmyList, ...], rules: ListRules) -> Iterator[Refusal]:
    least, most = how_many(rules.variants)
    if least <= len(lists) <= most:
        return
    if rules.variants.lists is not None:
        yield Refusal(ClauseId("SR-VLIST-2"), "lists-exactly", asked=len(lists), allowed=most)
    else:
        yield Refusal(ClauseId("SR-LIST-1"), "lists-number", asked=len(lists), allowed=(least, most))


def _one(number: int, army: ArmyList, rules: ListRules) -> Iterator[Refusal]:
    yield from _points(number, army, rules)
    yield from _theme(number, army, rules)
    if len(army.casters) != rules.casters_per_list:
        allowed = rules.casters_per_list
        yield Refusal(ClauseId("SR-LIST-11"), "list-casters", number, asked=len(army.casters), allowed=allowed)
    for entry in army.entries:
        strength = (entry.figures, *(part.figures for part in entry.attachments))
        if entry.cost < 0 or entry.value < 0 or min(strength) < 1:
            yield Refusal(ClauseId("SR-DUTY-4"), "list-entry", entry.name, asked=entry.cost)


def _points(number: int, army: ArmyList, rules: ListRules) -> Iterator[Refusal]:
    least, most = window(army, rules.size)
    if not least <= army.total <= most:
        yield Refusal(ClauseId("SR-LIST-2"), "list-points", number, asked=army.total, allowed=(least, most))
    for caster in army.casters:
        spent = army.battlegroup_cost(caster)
        if spent < caster.bonus:
            subject = f"{number} ({caster.name})"
            yield Refusal(ClauseId("SR-LIST-3"), "list-bonus-unused", subject, asked=spent, allowed=caster.bonus)


def _theme(number: int, army: ArmyList, rules: ListRules) -> Iterator[Refusal]:
    tiers = printed("steamroller_2011", "army", "tiers", _Tiers).values
    if army.tier is not None and (army.tier not in tiers or not army.theme):
        yield Refusal(
            ClauseId("SR-LIST-8"), "list-tier", number, asked=army.tier, allowed=(tiers.first, tiers.last or 0)
        )
    wanted = rules.variants.theme_tier
    if wanted is not None and (army.tier or 0) < wanted:
        yield Refusal(ClauseId("SR-VLIST-1"), "list-theme-tier", number, asked=army.tier or 0, allowed=wanted)


def _across(lists: tuple[ArmyList, ...], variants: Variants) -> Iterator[Refusal]:
    factions = tuple(dict.fromkeys(army.faction for army in lists))
    if len({plain(faction) for faction in factions}) > 1:
        yield Refusal(ClauseId("SR-LIST-6"), "lists-factions", asked=factions)
    for name in _shared([caster.name for caster in army.casters] for army in lists):
        yield Refusal(ClauseId("SR-LIST-5"), "lists-same-caster", name)
    if variants.character_casters:
        characters = ([caster.character or caster.name for caster in army.casters] for army in lists)
        for name in _shared(characters):
            yield Refusal(ClauseId("SR-VLIST-3"), "lists-same-character", name)
    if variants.character_models:
        figures = ([entry.character for entry in army.entries if entry.character] for army in lists)
        for name in _shared(figures):
            yield Refusal(ClauseId("SR-VLIST-4"), "lists-same-character", name)


def _shared(names: Iterable[list[str]]) -> list[str]:
    """The names that stand in more than one list."""
    counts = Counter(name for per_list in names for name in {plain(name): name for name in per_list}.values())
    folded = Counter[str]()
    for name, count in counts.items():
        folded[plain(name)] += count
    return [name for name in {plain(name): name for name in counts}.values() if folded[plain(name)] > 1]
