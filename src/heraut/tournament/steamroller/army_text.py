"""
An army list from the text people write, a line for each choice with its cost at the end.

A star marks a caster and its bonus ("* Haley +6"), a dash what is in its battlegroup ("- Ironclad 7"), a plus what is
attached to the line above ("+ Officier 2"); "x10" counts figures, "=9" is the value on the card where less was paid,
"[solo]" says what a line is, "@Haley" names the character behind it. Every line that cannot be read is pointed at.
Texts of War Room and Conflict Chamber are read as well (`builder_text`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from heraut.kernel import ClauseId, Refusal
from heraut.tournament.steamroller.army import ArmyList, Caster
from heraut.tournament.steamroller.builder_text import Header, from_builder
from heraut.tournament.wording import plain
from heraut.warband.army_line import Attachment, EntryKind, ListEntry

_CASTER = re.compile(r"\*\s*(?P<name>[^+@*]+?)\s*(?:\+\s*(?P<bonus>\d{1,3}))?\s*(?:@\s*(?P<character>[^@]+?))?\s*\Z")
_ENTRY = re.compile(
    r"(?P<mark>[-–•+])?\s*(?P<name>\S.*?)(?:\s+[x×]\s?(?P<figures>\d{1,3}))?[\s:,;(]+(?P<cost>\d{1,3})\s*(?:pts?|points?)?\)?"
    r"(?:\s*=\s*(?P<printed>\d{1,3}))?(?:\s*\[(?P<kind>[^\]]+)\])?(?:\s*@\s*(?P<character>[^@]+?))?\s*\Z",
    re.IGNORECASE,
)
_KINDS = {
    EntryKind.WARJACK: ("warjack", "jack"),
    EntryKind.WARBEAST: ("warbeast", "beast", "bete"),
    EntryKind.UNIT: ("unit", "unite"),
    EntryKind.SOLO: ("solo",),
    EntryKind.COMPANION: ("companion", "compagnon"),
}
_SAID = {word: kind for kind, words in _KINDS.items() for word in words}
_BATTLEGROUP = (EntryKind.WARJACK, EntryKind.WARBEAST)


class ReadArmy(msgspec.Struct, frozen=True):
    """What a text says: the list as far as it could be read, and the lines that could not."""

    army: ArmyList
    faults: tuple[Refusal, ...] = ()


class _Reading(msgspec.Struct):
    """What has been read so far, line after line."""

    casters: list[Caster]
    entries: list[ListEntry]

    def take(self, line: str) -> bool:
        """Take in a line; False if it cannot be read here."""
        if line.startswith("*"):
            return self._caster(line)
        found = _ENTRY.match(line)
        if found is None:
            return False
        return self._attachment(found) if found["mark"] == "+" else self._entry(found)

    def _caster(self, line: str) -> bool:
        found = _CASTER.match(line)
        if found is not None:
            self.casters.append(Caster(found["name"], int(found["bonus"] or 0), found["character"] or ""))
        return found is not None

    def _attachment(self, found: re.Match[str]) -> bool:
        if not self.entries:
            return False
        last = self.entries[-1]
        part = Attachment(found["name"], int(found["cost"]), int(found["figures"] or 1))
        self.entries[-1] = msgspec.structs.replace(last, attachments=(*last.attachments, part))
        return True

    def _entry(self, found: re.Match[str]) -> bool:
        kind = self._kind(found)
        if kind is None:
            return False
        group = self.casters[-1].name if kind in _BATTLEGROUP and self.casters else ""
        printed = None if found["printed"] is None else int(found["printed"])
        self.entries.append(
            ListEntry(
                found["name"], kind, int(found["cost"]), int(found["figures"] or 1),
                battlegroup=group, character=found["character"] or "", printed=printed,
            )
        )  # fmt: skip
        return True

    @staticmethod
    def _kind(found: re.Match[str]) -> EntryKind | None:
        """As it is said; otherwise a dash is a warjack, and everything else a unit."""
        if found["kind"] is not None:
            return _SAID.get(plain(found["kind"]))
        return EntryKind.UNIT if found["mark"] is None else EntryKind.WARJACK


def read_army(text: str, *, number: int = 1, faction: str = "", **header: object) -> ReadArmy:
    """The list a text describes, with every line that cannot be read; `number` is the player's list it is."""
    reading = _Reading([], [])
    built = from_builder(text, number)
    if built is None:
        faults = tuple(_faults(reading, enumerate(text.splitlines(), start=1), number))
    else:
        faults = _in_order((*built.faults, *_faults(reading, built.lines, number)))
        faction = faction.strip() or built.header.faction
        header = _filled(header, built.header)
    if len(reading.casters) == 1:
        entries = tuple(msgspec.structs.replace(entry, battlegroup="") for entry in reading.entries)
    else:
        entries = tuple(reading.entries)
    return ReadArmy(ArmyList(faction.strip(), tuple(reading.casters), entries, **header), faults)  # type: ignore[arg-type]


def _in_order(faults: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    return tuple(sorted(faults, key=lambda fault: int(str(fault.asked))))


def _filled(given: Mapping[str, object], told: Header) -> dict[str, object]:
    """What was written beside the text counts; what was left empty there is taken from it."""
    read = {"contract": told.contract, "theme": told.theme, "tier": told.tier}
    return {**given, **{name: value for name, value in read.items() if value and not given.get(name)}}


def _faults(reading: _Reading, lines: Iterable[tuple[int, str]], number: int) -> Iterator[Refusal]:
    for place, line in lines:
        if line.strip() and not reading.take(line.strip()):
            yield Refusal(ClauseId("SR-SHEET-2"), "list-line", line.strip()[:60], asked=place, allowed=number)


def write_army(army: ArmyList) -> str:
    """The same list as text: each caster with its battlegroup, then the rest; it reads back to the same list."""
    lines = [line for caster in army.casters for line in _group(army, caster)]
    grouped = {caster.name for caster in army.casters} | {""}
    rest = (entry for entry in army.entries if entry.kind not in _BATTLEGROUP or entry.battlegroup not in grouped)
    return "\n".join([*lines, *(line for entry in rest for line in _lines(entry))])


def _group(army: ArmyList, caster: Caster) -> Iterator[str]:
    character = f" @{caster.character}" if caster.character else ""
    yield f"* {caster.name}" + (f" +{caster.bonus}" if caster.bonus else "") + character
    sole = len(army.casters) == 1
    for entry in army.entries:
        own = entry.battlegroup == caster.name or (sole and not entry.battlegroup)
        if entry.kind in _BATTLEGROUP and own:
            yield from _lines(entry)


def _lines(entry: ListEntry) -> Iterator[str]:
    said = {EntryKind.UNIT: "", EntryKind.WARJACK: ""}.get(entry.kind, f" [{_KINDS[entry.kind][0]}]")
    printed = "" if entry.printed is None else f" ={entry.printed}"
    character = f" @{entry.character}" if entry.character else ""
    mark = "- " if entry.kind in _BATTLEGROUP else ""
    yield f"{mark}{entry.name}{_figures(entry.figures)} {entry.cost}{printed}{said}{character}"
    for part in entry.attachments:
        yield f"+ {part.name}{_figures(part.figures)} {part.cost}"


def _figures(count: int) -> str:
    return f" x{count}" if count > 1 else ""
