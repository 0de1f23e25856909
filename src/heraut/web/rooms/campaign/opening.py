"""Opening a campaign: players by rows, the settings below them."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.text import slugify

from heraut.campaign.maps import write
from heraut.campaign.maps.generate import generate
from heraut.campaign.settings import Settings
from heraut.web import forms

LEAST_PLAYERS, MOST_PLAYERS = 2, 6
ROWS = range(1, MOST_PLAYERS + 1)


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
