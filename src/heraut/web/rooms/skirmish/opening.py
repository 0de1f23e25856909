"""Opening a fight: a sample or a roster, the seats, the options of section 36."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, to_plain
from heraut.kernel.names import ORGANISER, ClauseId, one_line
from heraut.skirmish.model import MODELS
from heraut.skirmish.settings import OPTION_CLAUSES, FightOptions
from heraut.skirmish.sheet import CharacterSheet
from heraut.skirmish.sheet_text import ANA, BEN, ambush, duel_of_warriors, read_character, sample_texts, samples
from heraut.speech.sentences import Language, phrases
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import account, language
from heraut.web.request_data import form_of
from heraut.web.rooms.skirmish.characters import kept_by, kept_under, told

PREFIX = "options."


def settings(fields: tuple[Field, ...], spoken: Language) -> tuple[Field, ...]:
    """Every setting of section 36 with what was chosen, the clause it changes and its default."""
    made = {part.name: part for field in fields for part in field.parts}
    return tuple(_setting(made[PREFIX + name], name, clause, spoken) for name, clause in OPTION_CLAUSES.items())


def _setting(field: Field, name: str, clause: ClauseId, spoken: Language) -> Field:
    if name == "dice_model":
        words = phrases(spoken)["choices"]
        models = tuple((model, words.get(f"dice_model:{model}", model)) for model in MODELS)
        field = replace(field, kind="choice", choices=models)
    default: Any = getattr(FightOptions(), name)
    usual = forms.value_words(field, default, spoken)
    if name == "escape_difficulty":
        value, usual = "" if field.value == default else field.value, gettext("le total de la prise")
        return replace(field, kind="number", value=value, least=0, most=100, usual=usual, clause=clause)
    return replace(field, required=True, usual=usual, clause=clause)


def read_options(posted: QueryDict) -> dict[str, Any]:
    """The settings chosen, as plain values; what the form does not send keeps its default."""
    found = forms.read(FightOptions, posted, prefix=PREFIX)
    return {name: value for name, value in found.items() if name in OPTION_CLAUSES and value != ""}


FIGHTS = {"duel": duel_of_warriors, "ambush": ambush}
OWN = "own"
ROWS = range(1, 25)
SPARE = 3
"""Empty lines shown after the last one filled in."""
PLAYERS = 4
"""Places for names shown at first: there is always an empty one after the last name."""
MOST_PLAYERS = 200


@dataclass(frozen=True, slots=True)
class OpeningRow:
    """A line of one's own fight, as it was typed."""

    number: int
    name: str = ""
    sheet: str = ""
    text: str = ""
    count: str = "1"
    side: str = ""
    seat: str = ""
    chief: str = ""
    unit: str = ""
    hidden: bool = False
    faults: tuple[str, ...] = ()


def context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The lines with what is wrong with them, one's own characters and the ready-made ones, and every setting."""
    posted = form_of(request)
    rows = tuple(_row(posted, number) for number in ROWS)
    return {
        "rows": rows,
        "filled": _shown(posted, rows),
        "kept": kept_by(account(request)),
        "settings": settings(fields, language()),
        "players": tuple(_places(posted)),
        "sheets": tuple((name, sheet.name, sample_texts()[name]) for name, sheet in samples().items()),
    }


def _shown(posted: QueryDict, rows: tuple[OpeningRow, ...]) -> int:
    """How many lines are shown: some more than are filled in, or than there were where more was asked for."""
    last = max((row.number for row in rows if row.name), default=0)
    return min(max(last, whole(posted.get("more", "")) or 0) + SPARE, len(rows))


def read(posted: QueryDict) -> Any:
    """The settings as plain values; `Malformed` names every fault of every sheet."""
    plain = _own(posted) if posted.get("fight") == OWN else _sample(posted)
    way = {name: posted[name] for name in ("rolls", "segments") if posted.get(name)}
    plain["options"] = {"rulings": "ask" if "rulings" in posted else "sheet", **way, **read_options(posted)}
    return plain


def _sample(posted: QueryDict) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(FIGHTS.get(posted.get("fight", ""), duel_of_warriors)())
    for seat, number in ((ANA, 1), (BEN, 2)):
        plain["players"][seat] = posted.get(f"player-{number}", "").strip() or plain["players"][seat]
    return plain


def _own(posted: QueryDict) -> dict[str, Any]:
    rows = [row for row in (_row(posted, number) for number in ROWS) if row.name]
    faults = [f"{row.name}{gettext(' : ')}{fault}" for row in rows for fault in row.faults]
    if wrong := [*faults, *_at_odds(rows)]:
        raise Malformed(" · ".join(wrong))
    return {"players": dict(_players(posted)), "fighters": [_enlisted(row) for row in rows]}


def _at_odds(rows: list[OpeningRow]) -> Iterator[str]:
    """What cannot be mended once the fight is open: nobody to fight, or a chief who is an enemy or oneself."""
    sides = {name: row.side for row in rows for name in (row.name, *_copies(row))}
    if rows and len({row.side for row in rows}) == 1 and rows[0].side:
        yield gettext("Tous sont du camp %s. Mettez quelqu'un en face.") % rows[0].side
    for row in rows:
        named = {"name": row.name, "chief": row.chief}
        if row.chief and sides.get(row.chief, row.side) != row.side:
            yield gettext("%(name)s : le chef %(chief)s est d'un autre camp. Choisissez-en un du sien.") % named
        elif row.chief == row.name:
            yield gettext("%(name)s : personne n'est son propre chef. Laissez ce champ vide.") % named


def _copies(row: OpeningRow) -> Iterator[str]:
    return (f"{row.name} {number}" for number in range(1, min(whole(row.count) or 0, MOST_PLAYERS) + 1))


def _players(posted: QueryDict) -> Iterator[tuple[str, str]]:
    """The seats that were given a name, however many."""
    for number in forms.numbered(posted, "player-"):
        if 1 <= number <= MOST_PLAYERS:
            yield f"player-{number}", posted.get(f"player-{number}", "").strip()


def _places(posted: QueryDict) -> Iterator[tuple[str, int, str]]:
    """The places for names: seat, number, and what was typed."""
    last = max(forms.numbered(posted, "player-"), default=0)
    shown = max(PLAYERS, min(last, MOST_PLAYERS) + (SPARE if "more" in posted else 1))
    for number in range(1, shown + 1):
        yield f"player-{number}", number, posted.get(f"player-{number}", "")


def _row(posted: QueryDict, number: int) -> OpeningRow:
    def typed(field: str, otherwise: str = "") -> str:
        return posted.get(f"{field}-{number}", otherwise).strip()

    def named(field: str) -> str:
        return one_line(typed(field))

    row = OpeningRow(
        number=number,
        name=named("name"),
        sheet=typed("sheet"),
        text=typed("text"),
        count=typed("count", "1"),
        side=named("side"),
        seat=typed("seat"),
        chief=named("chief"),
        unit=named("unit"),
        hidden=f"hidden-{number}" in posted,
    )
    return replace(row, faults=tuple(_faults(row)))


def _faults(row: OpeningRow) -> Iterator[str]:
    if not row.name:
        return
    if row.text:
        yield from (str(one) for one in told(row.text, language()))
    elif _sheet(row) is None:
        yield gettext("choisissez un personnage, ou écrivez sa fiche")
    if whole(row.count) is None:
        yield gettext("le nombre d'exemplaires doit être un nombre entier")


def _enlisted(row: OpeningRow) -> dict[str, Any]:
    return {
        "name": row.name,
        "side": row.side,
        "sheet": to_plain(_sheet(row)),
        "seat": row.seat or ORGANISER,
        "count": whole(row.count),
        "chief": row.chief,
        "unit": row.unit,
        "hidden": row.hidden,
    }


def _sheet(row: OpeningRow) -> CharacterSheet | None:
    """The sheet of a line: its own text, a ready-made character, or one the game master keeps."""
    return read_character(row.text) if row.text else samples().get(row.sheet) or kept_under(row.sheet)
