"""An army list, as a record sheet shows it [SR-SHEET-2]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal, together
from heraut.rulesets.tables import Span, only_row
from heraut.tournament.steamroller.variants import Variants
from heraut.tournament.wording import plain
from heraut.warband.army_line import EntryKind, ListEntry

if TYPE_CHECKING:
    from heraut.tournament.state import State, Table


class Caster(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A leader: a character in one of its versions, with the points it adds for its battlegroup."""

    name: str
    bonus: int = 0
    character: str = ""
    """The person behind all versions, when the name is not it: "Haley" for "Epic Haley"."""


class ArmyList(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A list: its faction, its casters, its entries; casters cost nothing."""

    faction: str
    casters: tuple[Caster, ...]
    entries: tuple[ListEntry, ...] = ()
    contract: str = ""
    """The contract of a Mercenary list or the pact of a Minion one."""
    theme: str = ""
    tier: int | None = None

    @property
    def total(self) -> int:
        """What all entries cost."""
        return sum(entry.paid for entry in self.entries)

    @property
    def bonus(self) -> int:
        """The bonus points of all casters."""
        return sum(caster.bonus for caster in self.casters)

    def battlegroup_cost(self, caster: Caster) -> int:
        """What this caster's warjacks and warbeasts cost."""
        sole = len(self.casters) == 1
        return sum(
            entry.paid
            for entry in self.entries
            if entry.kind in (EntryKind.WARJACK, EntryKind.WARBEAST)
            and (entry.battlegroup == caster.name or (sole and not entry.battlegroup))
        )


class _CasterRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    points: int


def caster_points() -> int:
    """What a caster is worth when it is destroyed, or still stands [SR-DEST-5]."""
    return only_row("steamroller_2011", "army", "caster", _CasterRow).points


def printed_value(army: ArmyList) -> int:
    """The printed values of a list, five for each caster entry [SR-VRANK-6]."""
    return sum(entry.value for entry in army.entries) + caster_points() * len(army.casters)


class ListRules(msgspec.Struct, frozen=True):
    """What the event asks of a list."""

    size: int
    variants: Variants = Variants()
    casters_per_list: int = 1


def without(lists: tuple[ArmyList, ...], number: int, entries: tuple[str, ...]) -> tuple[ArmyList, ...] | None:
    """The lists with these entries left out of one of them; None when it has not all of them."""
    army = lists[number - 1]
    kept = tuple(entry for entry in army.entries if entry.name not in entries)
    if len(army.entries) - len(kept) < len(entries):
        return None
    return (*lists[: number - 1], msgspec.structs.replace(army, entries=kept), *lists[number:])


def example_army(rules: ListRules, number: int) -> ArmyList:
    """An army list that keeps the rules, and shares no caster with one of another number."""
    casters = tuple(Caster(f"Caster {number}-{place}") for place in range(1, rules.casters_per_list + 1))
    tier = rules.variants.theme_tier
    entries = (ListEntry("Troopers", EntryKind.UNIT, rules.size, 10),)
    return ArmyList("Faction", casters, entries, theme="Theme" if tier else "", tier=tier)


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


def points_below() -> int:
    """By how much a list may fall short of the event's size [SR-LIST-2]."""
    return only_row("steamroller_2011", "army", "window", _Window).below


def window(army: ArmyList, size: int) -> tuple[int, int]:
    """The least and the most points this list may cost, both included [SR-LIST-2]."""
    below = points_below()
    return size - below + army.bonus, size + army.bonus


def how_many(variants: Variants) -> tuple[int, int]:
    """The least and the most lists a player hands in [SR-LIST-1, SR-VLIST-2]."""
    if variants.lists is not None:
        return variants.lists, variants.lists
    row = only_row("steamroller_2011", "army", "lists", _Lists)
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
    tiers = only_row("steamroller_2011", "army", "tiers", _Tiers).values
    if army.tier is not None and (army.tier not in tiers or not army.theme):
        known = (tiers.first, tiers.last or 0)
        yield Refusal(ClauseId("SR-LIST-8"), "list-tier", number, asked=army.tier, allowed=known)
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
    spelt: dict[str, str] = {}
    counts = Counter[str]()
    for per_list in names:
        folded = {plain(name): name for name in per_list}
        spelt |= folded
        counts.update(folded.keys())
    return [spelt[name] for name, count in counts.items() if count > 1]


class Quota(msgspec.Struct, frozen=True):
    """How often each list has to be played, and in how many rounds that can still be done."""

    each: int
    rounds_left: int
    """The rounds of the event after this one [SR-VLIST-6]."""


def quota(variants: Variants, *, lists: int, rounds: int, round_number: int, byes: int) -> Quota:
    """
    What the variants ask of a player who chooses for this round.

    Divide and conquer asks for each list as often as the rounds allow, a bye lowering the obligation [SR-VLIST-5,
    SR-VLIST-8]; X lists alone asks for each once; the base rules ask for nothing [SR-LIST-10].
    """
    each = 0
    if variants.divide:
        each = (rounds - byes) // lists
    elif variants.lists is not None:
        each = 1
    return Quota(each, max(0, rounds - round_number))


def owed_after(played: Sequence[int], choice: int, asked: Quota) -> int:
    """The plays still owed once this list (0 is the first) is played this round."""
    return sum(max(0, asked.each - count - (place == choice)) for place, count in enumerate(played))


def allowed_lists(played: Sequence[int], asked: Quota) -> tuple[int, ...]:
    """
    The lists whose choice leaves enough rounds for what is then owed [SR-VLIST-6].

    When byes have made that impossible, the lists that leave the least owed: the rest is excused [SR-VLIST-8].
    """
    owed = [owed_after(played, choice, asked) for choice in range(len(played))]
    limit = max(asked.rounds_left, min(owed))
    return tuple(choice for choice, left in enumerate(owed) if left <= limit)


def army_lists(state: State, seat: Seat) -> tuple[ArmyList, ...]:
    """The lists a player has handed in; a band is none of them."""
    lists = state.lists.get(seat, ())
    return lists if isinstance(lists, tuple) else ()


def list_played(table: Table, seat: Seat, lists: tuple[ArmyList, ...]) -> int | None:
    """The number of the list a player showed at a table; the only list needs no showing [SR-PICK-5]."""
    if not lists:
        return None
    shown = table.choice.values.get(seat) if table.choice is not None and table.choice.opened else None
    return shown if shown is not None and shown <= len(lists) else (1 if len(lists) == 1 else None)


def plays(state: State, seat: Seat, *, before: int) -> list[int]:
    """How often a player has played each of their lists in earlier rounds [SR-PICK-5]."""
    lists = army_lists(state, seat)
    counts = [0] * len(lists)
    for played in state.rounds[: before - 1]:
        table = played.table_of(seat)
        number = None if table is None else list_played(table, seat, lists)
        if number is not None:
            counts[number - 1] += 1
    return counts
