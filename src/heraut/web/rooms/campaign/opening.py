"""Opening a campaign: players by rows, the settings below them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.text import slugify

from heraut.campaign.maps import write
from heraut.campaign.maps.generate import generate
from heraut.campaign.settings import Settings
from heraut.web import forms

LEAST_PLAYERS, MOST_PLAYERS = 2, 6
ROWS = range(1, MOST_PLAYERS + 1)


def begin(request: HttpRequest) -> Settings | None:
    """The settings the form begins with: a map brought from the viewer."""
    text = request.GET.get("map", "")
    return Settings(players=(), map=text) if text else None


def context(request: HttpRequest, fields: tuple[forms.Field, ...]) -> Mapping[str, Any]:
    """The map and the seed apart from the other settings, and the rows as they were typed."""
    return {
        "map_field": next(field for field in fields if field.name == "map"),
        "settings": [field for field in fields if field.name not in ("players", "map")],
        "seed": request.POST.get("seed", request.GET.get("seed", "")),
        "rows": [_row(request.POST, row) for row in ROWS],
    }


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
    plain = {key: value for key, value in forms.read(Settings, posted, skip=("players",)).items() if value != ""}
    players = _players(posted)
    seed = posted.get("seed", "").strip()
    if seed.isdecimal() and MOST_PLAYERS >= len(players) >= LEAST_PLAYERS:
        plain["map"] = write(generate(len(players), int(seed)))
    return plain | {"players": players}


def _players(posted: QueryDict) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = []
    for row in ROWS:
        if name := posted.get(f"name-{row}", "").strip():
            seat = slugify(name) or f"player-{row}"
            taken = {player["seat"] for player in players}
            players.append(
                {
                    "seat": f"{seat}-{row}" if seat in taken else seat,
                    "name": name,
                    "faction": posted.get(f"faction-{row}", "").strip(),
                    "outer": f"outer-{row}" in posted,
                    "bot": posted.get(f"bot-{row}", ""),
                }
            )
    return players
