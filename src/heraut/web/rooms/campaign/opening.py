"""Opening a campaign: how many players and who, the map with its picture, then every setting of the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from heraut.campaign.settings import Settings
from heraut.kernel import Malformed, slug
from heraut.kernel.bounds import whole
from heraut.web import forms
from heraut.web.game import language
from heraut.web.rooms.campaign import charter, viewer
from heraut.web.rooms.campaign.mapmaking import drawing

LEAST_PLAYERS, MOST_PLAYERS = viewer.LEAST_PLAYERS, viewer.MOST_PLAYERS
ROWS = range(1, MOST_PLAYERS + 1)


def begin(request: HttpRequest) -> Settings | None:
    """The settings the form begins with: a map brought from the viewer."""
    text = request.GET.get("map", "")
    return Settings(players=(), map=text) if text else None


def context(request: HttpRequest, fields: tuple[forms.Field, ...]) -> Mapping[str, Any]:
    """The rows as they were typed, the map and its picture, the settings by groups."""
    typed, count = request.POST, _count(request.POST or request.GET)
    text = next(field.value for field in fields if field.name == "map")
    seed = request.POST.get("seed", request.GET.get("seed", ""))
    return {
        "count": count,
        "counts": range(LEAST_PLAYERS, MOST_PLAYERS + 1),
        "rows": [_row(typed, row) for row in ROWS],
        "seed": seed,
        "map_text": text,
        "map_kind": "text" if text else "new" if seed else "own",
        **viewer.preview(text, count, seed, language()),
        "groups": charter.groups(typed, language()),
        "times": charter.times(typed),
        "units": charter.units(typed, language()),
    }


def _count(typed: QueryDict) -> int:
    """How many players the form shows: as asked, or as many as were named."""
    asked = typed.get("count", typed.get("players", ""))
    named = max((row for row in ROWS if typed.get(f"name-{row}")), default=LEAST_PLAYERS)
    return min(MOST_PLAYERS, max(LEAST_PLAYERS, whole(asked) or named))


def _row(typed: QueryDict, row: int) -> Mapping[str, Any]:
    """One row of the form again, after a refusal."""
    return {
        "place": row,
        "name": typed.get(f"name-{row}", ""),
        "faction": typed.get(f"faction-{row}", ""),
        "outer": f"outer-{row}" in typed,
        "bot": typed.get(f"bot-{row}", ""),
    }


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings as plain values; a row without a name is an empty chair, a seed asks for a new map."""
    players = _players(posted)
    plain: dict[str, Any] = {**charter.read(posted, language()), "players": players}
    text = "\n".join(posted.get("map", "").strip().splitlines())
    kind = posted.get("map-kind", "text" if text else "new")
    if kind == "text" and text:
        return plain | {"map": text + "\n"}
    seed = viewer.whole(posted.get("seed", ""))
    if kind == "new" and seed is not None and MOST_PLAYERS >= len(players) >= LEAST_PLAYERS:
        return plain | {"map": _drawn(len(players), seed)}
    return plain


def _drawn(players: int, seed: int) -> str:
    """The text of a new map; a form that comes before it is drawn comes back with the progress."""
    text = drawing(players, seed).wait()
    if not text:
        raise Malformed(_("La carte se dessine encore : ouvrez la partie quand vous la voyez."))
    return text


def _players(posted: QueryDict) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = []
    shown = _count(posted) if "count" in posted else MOST_PLAYERS
    for row in ROWS[:shown]:
        bot = posted.get(f"bot-{row}", "")
        name = posted.get(f"name-{row}", "").strip() or (_("Automate %(n)d") % {"n": row} if bot else "")
        if name:
            taken = {player["seat"] for player in players}
            players.append(
                {
                    "seat": slug(name, taken),
                    "name": name,
                    "faction": posted.get(f"faction-{row}", "").strip(),
                    "outer": f"outer-{row}" in posted,
                    "bot": bot,
                }
            )
    return players
