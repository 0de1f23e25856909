"""
An army list from the text people write, a line for each choice with its cost at the end.

A star marks a caster and its bonus ("* Haley +6"), a dash what is in its battlegroup ("- Ironclad 7"), a plus what is
attached to the line above ("+ Officier 2"); "x10" counts figures, "=9" is the value on the card where less was paid,
"[solo]" says what a line is, "@Haley" names the character behind it. Every line that cannot be read is pointed at.

What the builders players use write is put line by line into this notation. War Room: a caster ends in "- WJ: +6" or
"- WB: +6", what costs points in "- PC: 4" or, for a unit, in its make-up and cost, "- Leader & 9 Grunts: 9"; five
characters indent what belongs to the line above. Conflict Chamber: a cost stands in square brackets at the end, that
of a caster with a plus, and a dash marks what belongs to the line above. Neither says everything: what a builder's
text leaves open is named as a fault, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.tournament.steamroller.army import ArmyList, Caster
from heraut.tournament.wording import plain
from heraut.warband.army_line import Attachment, EntryKind, ListEntry

_CASTER = re.compile(
    r"\*\s*(?P<name>[^+@*]+?)\s*(?:\+\s*(?P<bonus>\d{1,3}))?\s*(?:@\s*(?P<character>[^@+]+?))?\s*(?:\+\s*(?P<last>\d{1,3}))?\s*\Z"
)
_ENTRY = re.compile(
    r"(?P<mark>[-–•+])?\s*(?P<name>\S.*?)(?:\s+[x×]\s?(?P<figures>\d{1,3}))?[\s:,;(]+(?<!\d,)(?P<cost>\d{1,3})\s*(?:pts?|points?)?\)?"
    r"(?:\s*=\s*(?P<printed>\d{1,3}))?(?:\s*\[(?P<kind>[^\]]+)\])?(?:\s*@\s*(?P<character>[^@]+?))?\s*\Z",
    re.IGNORECASE,
)
_TYPE = re.compile(r"\[([^\]]+)\]")
_LETTER = re.compile(r"[^\W\d_]")
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
        if found is None or not _LETTER.search(found["name"]):
            return False
        return self._attachment(found) if found["mark"] == "+" else self._entry(found)

    def _caster(self, line: str) -> bool:
        found = _CASTER.match(line)
        if found is not None:
            bonus = int(found["bonus"] or found["last"] or 0)
            self.casters.append(Caster(found["name"], bonus, found["character"] or ""))
        return found is not None

    def _attachment(self, found: re.Match[str]) -> bool:
        if not self.entries:
            return False
        last = self.entries[-1]
        part = Attachment(found["name"], int(found["cost"]), int(found["figures"] or 1))
        self.entries[-1] = msgspec.structs.replace(last, attachments=(*last.attachments, part))
        return True

    def _entry(self, found: re.Match[str]) -> bool:
        name, kind = self._kind(found)
        if kind is None or not name:
            return False
        group = self.casters[-1].name if kind in _BATTLEGROUP and self.casters else ""
        printed = None if found["printed"] is None else int(found["printed"])
        self.entries.append(
            ListEntry(
                name, kind, int(found["cost"]), int(found["figures"] or 1),
                battlegroup=group, character=found["character"] or "", printed=printed,
            )
        )  # fmt: skip
        return True

    @staticmethod
    def _kind(found: re.Match[str]) -> tuple[str, EntryKind | None]:
        """The name, and the type as it is said, before the cost too; else a dash is a warjack, all else a unit."""
        name = found["name"]
        if found["kind"] is not None:
            return name, _SAID.get(plain(found["kind"]))
        said = _TYPE.search(name)
        if said is not None and (kind := _SAID.get(plain(said[1]))) is not None:
            return f"{name[: said.start()].rstrip()} {name[said.end() :].lstrip()}".strip(), kind
        return name, EntryKind.UNIT if found["mark"] is None else EntryKind.WARJACK


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


def _filled(given: Mapping[str, object], told: ListHeader) -> dict[str, object]:
    """What was written beside the text counts; what was left empty there is taken from it."""
    read = {"contract": told.contract, "theme": told.theme, "tier": told.tier}
    return {**given, **{name: value for name, value in read.items() if value and not given.get(name)}}


def _faults(reading: _Reading, lines: Iterable[tuple[int, str]], number: int) -> Iterator[Refusal]:
    for place, line in lines:
        if line.strip() and not reading.take(line.strip()):
            yield _unread(line, place, number)


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


class ListHeader(msgspec.Struct):
    """What stands above and below the choices."""

    faction: str = ""
    contract: str = ""
    theme: str = ""
    tier: int | None = None


class Builder(msgspec.Struct):
    """A text in the notation: each line with its place in the original, and what could not be told."""

    header: ListHeader
    lines: list[tuple[int, str]]
    faults: list[Refusal]


def from_builder(text: str, number: int) -> Builder | None:
    """The same list in the notation, or None for a text that no builder wrote; `number` is the player's list it is."""
    for known, read in ((_WAR_ROOM, _war_room), (_CONFLICT_CHAMBER, _conflict_chamber)):
        if known.search(text):
            return read(text, number)
    return None


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    for place, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield place, line.rstrip().replace("\N{NO-BREAK SPACE}", " ")


def _unread(line: str, place: int, number: int, code: str = "list-line") -> Refusal:
    return Refusal(ClauseId("SR-SHEET-2"), code, line.strip()[:60], asked=place, allowed=number)


_WAR_ROOM = re.compile(r"^\s*War Room Army\s*$|\s-\s+PC:\s*\d|\s-\s+W[JB]:\s*\+\d", re.MULTILINE | re.IGNORECASE)
_TOTALS = re.compile(r"\d+ / \d+\b")
_THEME = re.compile(r"theme\s*:\s*(?P<theme>.+?)(?:\s+-\s+tier\s+(?P<tier>[1-4]))?", re.IGNORECASE)
_LEADS = re.compile(r"(?P<name>.+?)\s+-\s+(?P<group>W[JB]):\s*\+(?P<bonus>\d{1,3})")
_COSTS = re.compile(
    r"(?P<mark>-\s+)?(?P<name>.+?)\s+-\s+(?:PC:\s*|(?P<made>[^:]+?):?\s+)(?P<cost>\d{1,3})"
    r"(?:\s+\(Battlegroup Points Used:\s*\d+\))?"
)
_FREE = re.compile(r"-\s+(?P<name>.+)")
_WARNING = re.compile(r"\s*<!.*?!>")


def _war_room(text: str, number: int) -> Builder:
    """Its header ends where the first choice begins, its choices where the theme or three dashes follow them."""
    found = Builder(ListHeader(), [], [])
    said, above, titled = "", "", False
    for place, line in _numbered(text):
        bare = _WARNING.sub("", line).strip()
        theme = _THEME.fullmatch(bare)
        if found.lines and (theme or bare.startswith("---")):
            _read_theme(found.header, theme)
            break
        if bare.casefold() == "war room army" or _TOTALS.match(bare):
            titled = titled or not _TOTALS.match(bare)
            continue
        if titled and not said:  # whatever it looks like: a title may end in a number
            said = bare
            continue
        if theme:
            _read_theme(found.header, theme)
        elif (leads := _LEADS.fullmatch(bare)) and not bare.startswith("-"):
            above = leads["group"].upper()
            found.lines.append((place, f"* {leads['name']} +{leads['bonus']}"))
        elif costs := _COSTS.fullmatch(bare):
            above = above if costs["mark"] else ""
            found.lines.append((place, _war_room_line(costs, above)))
        elif (free := _FREE.fullmatch(bare)) and found.lines:
            found.lines.append((place, f"{free['name']} 0 [companion]" if above else f"+ {free['name']} 0"))
        elif not found.lines and not said:
            said = bare
        else:
            found.faults.append(_unread(line, place, number))
    _read_heading(found.header, said)
    return found


def _read_theme(header: ListHeader, theme: re.Match[str] | None) -> None:
    if theme is not None:
        header.theme = theme["theme"]
        header.tier = int(theme["tier"]) if theme["tier"] else header.tier


def _read_heading(header: ListHeader, said: str) -> None:
    """The faction and the list's title; mercenaries and minions name their contract or pact between the two."""
    parts = re.split(r"\s+-\s+", said)
    header.faction = parts[0]
    if parts[0] in ("Mercenaries", "Minions") and len(parts) > 2:
        header.contract = parts[1]


def _war_room_line(costs: re.Match[str], above: str) -> str:
    """Under a caster a warjack or warbeast, under anything else an attachment; alone a unit if it says its make-up."""
    figures = _strength(costs["made"]) if costs["made"] else 1
    named = f"{costs['name']} x{figures}" if figures > 1 else costs["name"]
    if not costs["mark"]:
        return f"{named} {costs['cost']}" + ("" if costs["made"] else " [solo]")
    if above:
        return f"- {named} {costs['cost']} [{'warbeast' if above == 'WB' else 'warjack'}]"
    return f"+ {named} {costs['cost']}"


def _strength(made: str) -> int:
    """ "Leader & 9 Grunts" are ten, "Sevryn, Rhylyss, and Vysarr" three."""
    parts = [part.strip() for part in re.split(r"&|,|\band\b", made) if part.strip()]
    return sum(int(count[1]) if (count := re.match(r"(\d{1,3})\b", part)) else 1 for part in parts)


_CONFLICT_CHAMBER = re.compile(
    r"conflictchamber\.com|^\s*\[theme\]\s|^\s*(?:\[[^\]\n]+\]\s*)?[^\[\n*]+\[\+\d+\]\s*$", re.MULTILINE | re.IGNORECASE
)
_ASIDE = re.compile(r"https?://\S+|```\w*|!!!.*")
_CC_THEME = re.compile(r"\[theme\]\s*(?P<theme>.+)", re.IGNORECASE)
_CC_LEADS = re.compile(r"(?:\[[^\]]+\]\s*)?(?P<name>[^\[]+?)\s*\[\+(?P<bonus>\d{1,3})\]")
_CC_COSTS = re.compile(
    r"(?P<mark>-\s+)?(?P<name>[^\[]+?)(?P<size>\s*\((?:min|max)\))?\s*\[(?P<cost>\d{1,3})\]", re.IGNORECASE
)


def _conflict_chamber(text: str, number: int) -> Builder:
    """The faction, the theme, then the choices; warnings of the builder and its address are passed over."""
    found = Builder(ListHeader(), [], [])
    led = False
    for place, line in _numbered(text):
        bare = line.strip()
        if _ASIDE.fullmatch(bare):
            continue
        if theme := _CC_THEME.fullmatch(bare):
            found.header.theme = theme["theme"]
        elif leads := _CC_LEADS.fullmatch(bare):
            led = True
            found.lines.append((place, f"* {leads['name']} +{leads['bonus']}"))
        elif costs := _CC_COSTS.fullmatch(bare):
            led = led if costs["mark"] else False
            if costs["size"]:
                found.faults.append(_unread(line, place, number, "list-figures"))
            else:
                found.lines.append((place, _cc_line(costs, led=led)))
        elif not found.lines and not found.header.faction and "[" not in bare:
            found.header.faction = bare
        else:
            found.faults.append(_unread(line, place, number))
    return found


def _cc_line(costs: re.Match[str], *, led: bool) -> str:
    if not costs["mark"]:
        return f"{costs['name']} {costs['cost']} [solo]"
    return f"- {costs['name']} {costs['cost']}" if led else f"+ {costs['name']} {costs['cost']}"
