"""Army lists as they are typed in, shown and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from heraut.kernel.bounds import whole
from heraut.kernel.codec import to_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal, together
from heraut.press import paper
from heraut.scenario.facts import FieldedEntry, Side
from heraut.scenario.sheet import WinKind
from heraut.tournament.programme import ListsAsked
from heraut.tournament.steamroller.army import ArmyList
from heraut.tournament.steamroller.army_text import read_army, write_army
from heraut.tournament.steamroller.record_sheet import record_sheet
from heraut.warband.army_line import EntryKind, ListEntry
from heraut.web import forms
from heraut.web.rooms.tournament.paper_source import PaperSource

FIELDS = ("faction", "text", "contract", "theme", "tier")


@dataclass(frozen=True, slots=True)
class ListSlot:
    """A place on the form for one list."""

    place: int
    needed: bool
    faction: str = ""
    text: str = ""
    contract: str = ""
    theme: str = ""
    tier: int | None = None


def slots(asked: ListsAsked, lists: tuple[ArmyList, ...] | None) -> list[ListSlot]:
    """A place for each list that may be handed in, with what was handed in before."""
    known = dict(enumerate(lists or (), start=1))
    return [_slot(place, known.get(place), needed=place <= asked.least) for place in range(1, asked.most + 1)]


def _slot(place: int, army: ArmyList | None, *, needed: bool) -> ListSlot:
    if army is None:
        return ListSlot(place, needed)
    return ListSlot(place, needed, army.faction, write_army(army), army.contract, army.theme, army.tier)


def typed_slots(asked: ListsAsked, posted: QueryDict) -> list[ListSlot]:
    """The same form as it was sent."""
    return [
        ListSlot(place, place <= asked.least, tier=whole(row.pop("tier")), **row)
        for place, row in enumerate(forms.rows(posted, FIELDS), start=1)
    ]


def read_slots(slots: Iterable[ListSlot]) -> Mapping[str, Any] | Refusal:
    """Lists, a line per choice: all lines that cannot be read, otherwise all that the rules refuse."""
    read = [
        read_army(slot.text, number=slot.place, faction=slot.faction, contract=slot.contract.strip(),
                  theme=slot.theme.strip(), tier=slot.tier)
        for slot in slots if slot.text.strip()
    ]  # fmt: skip
    unread = together(tuple(fault for each in read for fault in each.faults))
    return unread or {"lists": to_plain([each.army for each in read])}


def heading(army: ArmyList) -> str:
    """Whose list it is: faction, contract, theme."""
    theme = f"{army.theme} ({army.tier})" if army.tier else army.theme
    return " · ".join(part for part in (army.faction, army.contract, theme) if part)


def fielded(army: ArmyList, side: Side, *, led: bool) -> list[FieldedEntry]:
    """The lines that count: a companion comes with its caster and is worth nothing [SR-DEST-5]."""
    left = None if led else 0
    casters = [FieldedEntry(name=caster.name, side=side, kind=EntryKind.CASTER, left=left) for caster in army.casters]
    return casters + [_counts(entry, side) for entry in army.entries if entry.kind is not EntryKind.COMPANION]


def _counts(entry: ListEntry, side: Side) -> FieldedEntry:
    """The line as the list has it, by the value of its card."""
    cost = entry.cost if entry.printed is None else entry.printed
    return FieldedEntry(
        name=entry.name, side=side, kind=entry.kind, cost=cost, figures=entry.figures, attachments=entry.attachments
    )


def records(source: PaperSource) -> Iterator[paper.Sheet]:
    """
    The Steamroller record sheets the reader may see: one's own, and all of them for officials [SR-SHEET-4].

    One's own comes twice: a player brings two copies of the lists it has [SR-DUTY-4].
    """
    visitor = source.game.visitor
    for player in source.owners:
        if visitor.official or player.seat == visitor.seat:
            yield from (_record(source, player.seat),) * (2 if source.mine else 1)


def _record(source: PaperSource, seat: Seat) -> paper.RecordPaper:
    sheet = source.game.seen(record_sheet, seat, source.game.visitor.seat)
    asked = source.game.settings.lists_asked()
    played = tuple(
        paper.RecordRow(
            paper.RoundOutcome(row.result),
            paper.PaperPerson(row.opponent, row.opponent_number) if row.opponent else None,
            WinKind(row.kind) if row.kind else None,
            row.points or 0,
            row.control_points or 0,
            row.destroyed or 0,
        )
        for row in sheet.rows
        if row.result
    )
    lists = tuple(
        paper.PaperList(
            army.faction,
            (*(paper.PaperListEntry(caster.name, 0) for caster in army.casters),
             *(paper.PaperListEntry(entry.name, entry.paid) for entry in army.entries)),
            army.contract,
            army.theme,
            army.tier or 0,  # type: ignore[arg-type]  # a tier is 1 to 4, as checked when the list came in
        )
        for army in sheet.lists
    )  # fmt: skip
    return paper.RecordPaper(
        event=source.event, player=source.people[seat], nickname=sheet.nickname, rounds=len(sheet.rows), played=played,
        lists=lists, lists_asked=(asked.least, asked.most),
    )  # fmt: skip
