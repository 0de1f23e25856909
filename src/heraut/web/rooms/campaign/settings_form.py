"""
The form that opens a campaign: players, map, and every setting of the sheet with its clause and its default, in words.

Its fields are those of `Settings`, but for times, which people give in hours, and for the kinds of units.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from heraut.campaign.settings import FIGURES, Range, Settings, ranges
from heraut.campaign.tables import catalogue, players_row
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed
from heraut.kernel.slugs import slug
from heraut.speech.sentences import Language, phrases, say_fault
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.campaign import chronicle, hours, map_viewer
from heraut.web.rooms.campaign.names import bot_levels

LEAST_PLAYERS, MOST_PLAYERS = map_viewer.LEAST_PLAYERS, map_viewer.MOST_PLAYERS
ROWS = range(1, MOST_PLAYERS + 1)


def begin(request: HttpRequest) -> Settings | None:
    """The settings the form begins with: a map brought from the viewer, or one of one's own."""
    kept = map_viewer.own_maps(request).filter(pk=query_of(request).get("kept", "")).first()
    text = query_of(request).get("map", "") if kept is None else kept.text
    return Settings(players=(), map=text) if text else None


def context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The rows, the map and its picture, the settings by groups."""
    typed, count = form_of(request), _count(form_of(request) or query_of(request))
    text = typed.get("map", next(field.value for field in fields if field.name == "map"))
    seed = typed.get("seed", query_of(request).get("seed", ""))
    kind = typed.get("map-kind", "text" if text else "new" if seed else "own")
    return {
        "tour": chronicle.sample(),
        "own_maps": map_viewer.own_maps(request),
        "count": count,
        "counts": range(LEAST_PLAYERS, MOST_PLAYERS + 1),
        "rows": ROWS,
        "bot_levels": bot_levels(),
        "seed": seed,
        "map_text": text,
        "map_kind": kind,
        **map_viewer.preview(text if kind == "text" else "", count, seed if kind == "new" else "", language()),
        "groups": groups(fields, typed, language()),
        "times": hours.fields(typed),
        "units": units(fields, typed, language()),
    }


def _count(typed: QueryDict) -> int:
    """How many players the form shows: as asked, or as many as were named."""
    asked = typed.get("count", typed.get("players", ""))
    named = max(forms.numbered(typed, "name-"), default=LEAST_PLAYERS)
    return min(MOST_PLAYERS, max(LEAST_PLAYERS, whole(asked) or named))


def _row(typed: QueryDict, row: int) -> Mapping[str, Any]:
    """One row of the form."""
    return {**forms.row(typed, ("name", "faction", "bot"), row), "outer": f"outer-{row}" in typed}


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings as plain values; a row without a name is an empty chair, a seed asks for a new map."""
    players = _players(posted)
    plain: dict[str, Any] = {**_read_rules(posted, language()), "players": players}
    text = "\n".join(posted.get("map", "").strip().splitlines())
    kind = posted.get("map-kind", "text" if text else "new")
    if kind == "text" and text:
        return plain | {"map": text + "\n"}
    seed = map_viewer.seed_of(posted.get("seed", ""))
    if kind == "new" and seed is not None and MOST_PLAYERS >= len(players) >= LEAST_PLAYERS:
        return plain | {"map": _generated(len(players), seed)}
    if posted.get("map-kind") == "text":
        raise Malformed(_("Écrivez le texte de la carte, ou choisissez une autre carte."))
    if posted.get("map-kind") == "new" and seed is None:
        raise Malformed(_("Écrivez le nombre dont la carte est tirée, ou choisissez une autre carte."))
    return plain


def _generated(players: int, seed: int) -> str:
    """The text of a new map; a form that comes before it is drawn comes back with the progress."""
    text = map_viewer.drawing(players, seed).wait()
    if not text:
        raise Malformed(_("La carte se dessine encore : ouvrez la partie quand vous la voyez."))
    return text


def _players(posted: QueryDict) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = []
    shown = _count(posted) if "count" in posted else MOST_PLAYERS
    for place in ROWS[:shown]:
        typed = _row(posted, place)
        name = typed["name"] or (_("Automate %(n)d") % {"n": place} if typed["bot"] else "")
        if name:
            seat = slug(name, {player["seat"] for player in players})
            players.append({**typed, "seat": seat, "name": name})
    return players


SKIPPED = ("players", "map", "deadlines", "grace", "reminder", "unit_catalogue")


class CampaignSetting(NamedTuple):
    """A setting to choose, and its clause; its words are the form's own."""

    name: str
    clause: str


GROUPS: tuple[tuple[str | Promise, tuple[CampaignSetting, ...]], ...] = (
    (
        gettext_lazy("Durée et limites"),
        (
            CampaignSetting("turns", "SC-PLY-1"),
            CampaignSetting("prestige_to_win", "SC-PLY-1"),
            CampaignSetting("max_lords", "SC-PLY-1"),
            CampaignSetting("starting_bands", "SC-PLY-1"),
            CampaignSetting("max_villages", "SC-PLY-1"),
        ),
    ),
    (
        gettext_lazy("Départ"),
        (
            CampaignSetting("start_assignment", "SC-SET-2"),
            CampaignSetting("starting_band_points", "SC-SET-4"),
            CampaignSetting("starting_pp", "SC-SET-6"),
        ),
    ),
    (
        gettext_lazy("Initiative et mouvements"),
        (
            CampaignSetting("dice", "SC-INI-2"),
            CampaignSetting("overbid", "SC-INI-8"),
            CampaignSetting("declaration_order", "SC-DEC-1"),
            CampaignSetting("engagement", "SC-MOV-8"),
            CampaignSetting("fast_max_points", "SC-MOV-2"),
        ),
    ),
    (
        gettext_lazy("Points de pouvoir"),
        (
            CampaignSetting("upkeep_rule", "SC-UPK-3"),
            CampaignSetting("prestige_income", "SC-PP-1"),
            CampaignSetting("lord_cost", "SC-LRD-1"),
        ),
    ),
    (
        gettext_lazy("Combats et réserves"),
        (
            CampaignSetting("neutral_draw", "SC-OUT-3"),
            CampaignSetting("odd_half", "SC-LOS-2"),
            CampaignSetting("reserve_needs_lord", "SC-RSV-6"),
            CampaignSetting("reserve_on_loss", "SC-RSV-9"),
            CampaignSetting("homeless_scope", "SC-HOM-3"),
            CampaignSetting("resurgence", "SC-HOM-5"),
        ),
    ),
    (
        gettext_lazy("Absences"),
        (
            CampaignSetting("on_deadline", "SC-ABS-4"),
            CampaignSetting("stand_ins", "SC-ABS-6"),
            CampaignSetting("pause_vote", "SC-ABS-7"),
        ),
    ),
    (gettext_lazy("Lettres"), (CampaignSetting("letters", "SC-LET-3"),)),
)


def groups(fields: tuple[Field, ...], typed: QueryDict, spoken: Language) -> list[tuple[str | Promise, list[Field]]]:
    """Every setting with its clause, its default in words and what is wrong with what was typed."""
    shown = {field.name: field for field in fields}
    usual = {field.name: field for field in forms.fields(Settings, spoken)}
    return [
        (title, [_setting(shown[name], usual[name], typed.get(name, ""), clause, spoken) for name, clause in choices])
        for title, choices in GROUPS
    ]


def _setting(field: Field, usual: Field, typed: str, clause: str, spoken: Language) -> Field:
    if field.kind == "check":
        field, usual = _as_choice(field, spoken), _as_choice(usual, spoken)
    is_open = usual.value == "" and not usual.choices
    limits = ranges().get(field.name)
    if limits is not None:
        field = replace(field, least=limits.least, most=limits.most)
    return replace(
        field,
        choices=tuple(sorted(field.choices, key=lambda answer: answer[0] != usual.value)),
        fault=field.fault or _beyond(limits, field.name, whole(typed), spoken),
        usual=_by_players(field.name) if is_open else forms.value_words(usual, usual.value, spoken),
        clause=clause,
    )


def _as_choice(field: Field, spoken: Language) -> Field:
    """A box to tick, as a choice between what ticked and unticked mean."""
    answers = tuple((sent, forms.value_words(field, bool(sent), spoken)) for sent in ("on", ""))
    return replace(field, kind="choice", choices=answers, value="on" if field.value else "")


def _beyond(limits: Range | None, name: str, number: int | None, spoken: Language) -> str:
    """What is wrong with a number that is out of its range."""
    refused = None if limits is None or number is None else limits.fault(name, number)
    return "" if refused is None else say_fault(refused, spoken)


def _by_players(name: str) -> str:
    """The default of what depends on the number of players, for each number."""
    two, *more = ((count, getattr(players_row(count), name)) for count in range(2, 7))
    first = _("%(value)d (%(n)d joueurs)") % {"n": two[0], "value": two[1]}
    return ", ".join((first, *(f"{value} ({count})" for count, value in more)))


def units(fields: tuple[Field, ...], typed: QueryDict, spoken: Language) -> Field:
    """The kinds of units of the sheet, one a line with the figures of a point; what is wrong with what was typed."""
    words = phrases(spoken)["words"]
    usual = "\n".join(f"{words.get(row.kind, row.kind)} = {row.figures}" for row in catalogue())
    unread = next(field.fault for field in fields if field.name == "unit_catalogue")
    rows = _units(typed.get("units", ""), spoken)
    beyond = (_beyond(FIGURES, f"unit_catalogue.{row['kind']}", whole(row["figures"]), spoken) for row in rows)
    fault = " ".join(filter(None, (unread, *beyond)))
    return Field("units", _("Figurines d'un point, par sorte d'unité"), "lines", usual, fault=fault)


def _read_rules(posted: QueryDict, spoken: Language) -> dict[str, Any]:
    """The settings as plain values; what was left empty keeps its default."""
    found = {key: value for key, value in forms.read(Settings, posted, skip=SKIPPED).items() if value != ""}
    units = _units(posted.get("units", ""), spoken)
    return found | hours.read(posted) | ({"unit_catalogue": units} if units else {})


def _units(text: str, spoken: Language) -> list[dict[str, Any]]:
    """The kinds of units that were written, by their keys; nothing if they are those of the sheet."""
    words = phrases(spoken)["words"]
    keys = {words.get(row.kind, row.kind): row.kind for row in catalogue()}
    pairs = [line.partition("=") for line in text.splitlines() if line.strip()]
    rows = [
        {"kind": keys.get(kind.strip(), kind.strip()), "figures": figures.strip()} for kind, _mark, figures in pairs
    ]
    usual = [{"kind": row.kind, "figures": str(row.figures)} for row in catalogue()]
    return [] if rows == usual else rows
