"""Boxes ticked and figures typed on the score sheet, as the fields of the command they mean."""

from __future__ import annotations

import json
from typing import Any

from django.http import QueryDict

from heraut.kernel.bounds import whole

SIDES = ("first", "second")
BY_SIDE = ("contests", "touches", "caster_contests")
TOTALS = ("lost", "surviving", "in_area", "at_home")


def read(posted: QueryDict) -> QueryDict:
    """The command's own fields; what is not of the sheet passes unchanged."""
    plain = posted.copy()
    match posted.get("type"):
        case "EndTurn" | "CorrectTurn":
            _facts(plain)
        case "CountEnd":
            _put(plain, "massacre", _by_side(posted, "massacre"))
            _put(plain, "dice", _by_side(posted, "dice"))
        case "CountArmies":
            for total in TOTALS:
                _put(plain, f"armies.{total}", _by_side(posted, total))
        case "CorrectEnd" if posted.get("end"):
            plain["kind"], plain["loser"] = str(posted["end"]).split(":", 1)
        case "ReportLoss":
            _put(plain, "casters", dict.fromkeys(posted.getlist("caster"), 1))
            plain["destroyed"] = "\n".join(posted.getlist("destroyed"))
    return plain


def _facts(plain: QueryDict) -> None:
    for name in ("claimed", "controlled"):
        if plain.getlist(name):
            plain[f"facts.{name}"] = "\n".join(plain.getlist(name))
    _put(plain, "facts.near", {id: number for id, typed in _keyed(plain, "near") if (number := whole(typed))})
    _put(
        plain,
        "facts.attacks",
        [{"marker": id, "destroyed": end == "fell"} for id, end in _keyed(plain, "attack") if end],
    )
    _put(plain, "facts.objectives", {id: zone for id, zone in _keyed(plain, "objective") if zone})
    controls = {side: [id for id, owner in _keyed(plain, "control") if owner == side] for side in SIDES}
    _put(plain, "facts.controls", {side: ids for side, ids in controls.items() if ids})
    _put(plain, "facts.zone", {side: zone for side, zone in _keyed(plain, "zone") if zone})
    for fact in BY_SIDE:
        ticked = {side: plain.getlist(f"{fact}.{side}") for side in SIDES}
        _put(plain, f"facts.{fact}", {side: ids for side, ids in ticked.items() if ids})
    if plain.get("dice"):
        plain["facts.dice"] = str(plain["dice"])
    if plain.get("casters_out"):
        plain["facts.casters_out"] = "on"


def _keyed(posted: QueryDict, name: str) -> list[tuple[str, str]]:
    """The fields `name:ID` and what stands in them."""
    return [(key.partition(":")[2], str(posted[key])) for key in posted if key.startswith(f"{name}:")]


def _by_side(posted: QueryDict, name: str) -> dict[str, int]:
    return {side: number for side, typed in _keyed(posted, name) if (number := whole(typed)) is not None}


def _put(plain: QueryDict, name: str, value: Any) -> None:
    if value:
        plain[name] = json.dumps(value)
