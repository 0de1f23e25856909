"""Opening a fight: a ready-made one with the players' names, or one's own, line by line, sheets included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from heraut.kernel import ORGANISER, Malformed, to_plain
from heraut.skirmish.samples import ANA, BEN, ambush, duel_of_warriors
from heraut.skirmish.sheet import character_faults, read_character, samples
from heraut.speech import say_wrong
from heraut.web.forms import Field
from heraut.web.game import language

FIGHTS = {"duel": duel_of_warriors, "ambush": ambush}
OWN = "own"
ROWS = range(1, 9)
PLAYERS = range(1, 5)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of one's own fight, as it was typed."""

    number: int
    id: str = ""
    sheet: str = ""
    text: str = ""
    count: str = "1"
    side: str = ""
    seat: str = ""
    chief: str = ""
    hidden: bool = False
    faults: tuple[str, ...] = ()


def context(request: HttpRequest, _fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The lines with what was typed, and the ready-made sheets, to choose from and to copy."""
    posted = request.POST
    return {
        "fight": posted.get("fight", "duel"),
        "rulings": "rulings" in posted,
        "rows": tuple(_row(posted, number) for number in ROWS),
        "players": tuple((f"player-{number}", number, posted.get(f"player-{number}", "")) for number in PLAYERS),
        "sheets": tuple((name, sheet.name, _text(name)) for name, sheet in samples().items()),
    }


def read(posted: QueryDict) -> Any:
    """The settings as plain values; `Malformed` names every fault of every sheet."""
    plain = _own(posted) if posted.get("fight") == OWN else _sample(posted)
    plain["options"] = {"rulings": "ask" if "rulings" in posted else "sheet"}
    return plain


def _sample(posted: QueryDict) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(FIGHTS.get(posted.get("fight", ""), duel_of_warriors)())
    for seat, number in ((ANA, 1), (BEN, 2)):
        plain["players"][seat] = posted.get(f"player-{number}", "").strip() or plain["players"][seat]
    return plain


def _told(fault: str) -> str:
    """A fault of a sheet, as its page shows it: the place first, where there is one."""
    place, colon, why = fault.partition(": ")
    if not colon or " - at" in place:
        return say_wrong(fault, language())
    said = say_wrong(why, language())
    return f"{place}{gettext(' : ')}{said[:1].lower()}{said[1:]}"


def _own(posted: QueryDict) -> dict[str, Any]:
    rows = [row for row in (_row(posted, number) for number in ROWS) if row.id]
    if wrong := [f"{row.id}{gettext(' : ')}{fault}" for row in rows for fault in row.faults]:
        raise Malformed(" · ".join(wrong))
    return {"players": dict(_players(posted)), "fighters": [_enlisted(row) for row in rows]}


def _players(posted: QueryDict) -> Iterator[tuple[str, str]]:
    for number in PLAYERS:
        if name := posted.get(f"player-{number}", "").strip():
            yield f"player-{number}", name


def _row(posted: QueryDict, number: int) -> Row:
    def typed(field: str, otherwise: str = "") -> str:
        return posted.get(f"{field}-{number}", otherwise).strip()

    row = Row(
        number=number,
        id=typed("id"),
        sheet=typed("sheet"),
        text=typed("text"),
        count=typed("count", "1"),
        side=typed("side"),
        seat=typed("seat"),
        chief=typed("chief"),
        hidden=f"hidden-{number}" in posted,
    )
    return replace(row, faults=tuple(_faults(row)))


def _faults(row: Row) -> Iterator[str]:
    if not row.id:
        return
    if row.text:
        yield from map(_told, character_faults(row.text))
    elif row.sheet not in samples():
        yield gettext("choisissez un personnage prêt, ou écrivez sa fiche")
    if not row.count.isdecimal():
        yield gettext("le nombre d'exemplaires est un nombre")


def _enlisted(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "side": row.side,
        "sheet": to_plain(read_character(row.text) if row.text else samples()[row.sheet]),
        "seat": row.seat or ORGANISER,
        "count": int(row.count),
        "chief": row.chief,
        "hidden": row.hidden,
    }


def _text(name: str) -> str:
    """The text file of a ready-made character."""
    return (files("heraut.rulesets") / "saga_skirmish" / "samples" / f"{name}.toml").read_text(encoding="utf-8")
