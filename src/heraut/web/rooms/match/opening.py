"""Opening a match: a scenario from the list, two names, and the few options a single table needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.text import slugify

from heraut.scenario.definition import Source
from heraut.scenario.library import every
from heraut.web.forms import Field
from heraut.web.game import language
from heraut.web.rooms.room import Room


@dataclass(frozen=True, kw_only=True)
class MatchRoom(Room):
    """The match's room; its opening page lists the scenarios."""

    def scenarios(self) -> tuple[tuple[Source, tuple[tuple[str, str], ...]], ...]:
        """Every described scenario, by source: id and name."""
        spoken = language()
        listed = [one for one in every() if one.available]
        sources = dict.fromkeys(one.source for one in listed)
        return tuple(
            (source, tuple((one.id, one.names[spoken]) for one in listed if one.source == source)) for source in sources
        )


def again(request: HttpRequest, _fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """What was chosen and typed before, when the page comes back with what is wrong."""
    return {"chosen": request.POST.get("scenario", ""), "players": request.POST.getlist("player")}


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings from what the page sends; two players of one name keep two seats."""
    names = [name.strip() for name in posted.getlist("player") if name.strip()]
    players = {_seat(name, place): name for place, name in enumerate(names, start=1)}
    options: dict[str, Any] = {"special_terrain": "special_terrain" in posted}
    if marker := posted.get("marker_mm", "").strip():
        options["marker_mm"] = marker
    return {"scenario": posted.get("scenario", ""), "players": players, "options": options}


def _seat(name: str, place: int) -> str:
    return f"{slugify(name) or 'player'}-{place}"
