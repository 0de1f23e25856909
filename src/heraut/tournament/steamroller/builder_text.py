"""
Army lists as the builders players use write them, put line by line into the notation of `army_text`.

War Room: a caster ends in "- WJ: +6" or "- WB: +6", what costs points in "- PC: 4" or, for a unit, in its make-up and
cost, "- Leader & 9 Grunts: 9"; five characters indent what belongs to the line above. Conflict Chamber: a cost stands
in square brackets at the end, that of a caster with a plus, and a dash marks what belongs to the line above.

Neither says everything. What a builder's text leaves open is named as a fault, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from heraut.kernel import ClauseId, Refusal


class Header(msgspec.Struct):
    """What stands above and below the choices."""

    faction: str = ""
    contract: str = ""
    theme: str = ""
    tier: int | None = None


class Builder(msgspec.Struct):
    """A text in the notation: each line with its place in the original, and what could not be told."""

    header: Header
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
    found = Builder(Header(), [], [])
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


def _read_theme(header: Header, theme: re.Match[str] | None) -> None:
    if theme is not None:
        header.theme = theme["theme"]
        header.tier = int(theme["tier"]) if theme["tier"] else header.tier


def _read_heading(header: Header, said: str) -> None:
    """The faction and the list's title; mercenaries and minions name their contract or pact between the two."""
    parts = re.split(r"\s+-\s+", said)
    header.faction = parts[0]
    if parts[0] in ("Mercenaries", "Minions") and len(parts) > 2:
        header.contract = parts[1]


def _war_room_line(costs: re.Match[str], above: str) -> str:
    """Under a caster a warjack or warbeast, under anything else an attachment; alone a unit if it says its make-up."""
    figures = _figures(costs["made"]) if costs["made"] else 1
    named = f"{costs['name']} x{figures}" if figures > 1 else costs["name"]
    if not costs["mark"]:
        return f"{named} {costs['cost']}" + ("" if costs["made"] else " [solo]")
    if above:
        return f"- {named} {costs['cost']} [{'warbeast' if above == 'WB' else 'warjack'}]"
    return f"+ {named} {costs['cost']}"


def _figures(made: str) -> int:
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
    found = Builder(Header(), [], [])
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
