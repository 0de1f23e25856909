"""The forms of the score sheet: what they send as plain values for its commands; facts as the fields of a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed
from heraut.kernel.message import Command
from heraut.scenario.deployment import DeployUnits
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.ending import CorrectEnd, Forfeit
from heraut.scenario.facts import SIDES, Facts
from heraut.scenario.signing import CountArmies, CountEnd, NoteBonuses
from heraut.scenario.turns import EndTurn, ReportLoss
from heraut.web import commands

BY_SIDE = ("contests", "touches", "caster_contests")
MOST_UNITS = 60
TOTALS = ("lost", "surviving", "in_area", "at_home")


def read(kind: type[Command], posted: QueryDict) -> dict[str, Any]:
    """What a form of the sheet sent, as plain values for its command; others carry the command's own fields."""
    plain = commands.read_form(kind, posted)
    if kind in (EndTurn, CorrectTurn):
        return {**plain, "facts": {**plain["facts"], **_facts(posted)}}
    if kind is CountEnd:
        return {**plain, **_given({"dice": _keyed(posted, "dice"), **_massacre(posted)})}
    if kind is CountArmies:
        return {**plain, "armies": {**plain["armies"], **_given({name: _keyed(posted, name) for name in TOTALS})}}
    if kind is CorrectEnd:
        ended, _colon, loser = posted.get("end", "").partition(":")
        return {**plain, **_given({"kind": ended, "loser": loser})}
    if kind is NoteBonuses:
        return {"earned": {key.partition(":")[2]: posted.getlist(key) for key in posted if key.startswith("bonus:")}}
    if kind is DeployUnits and "count" in posted:
        count = whole(posted.get("count", "")) or 0
        return {"units": [{"id": f"unit-{place}"} for place in range(1, min(count, MOST_UNITS) + 1)]}
    if kind is Forfeit:
        ended, _colon, loser = posted.get("against", "").partition(":")
        return {**plain, **_given({"kind": ended, "side": loser})}
    if kind is ReportLoss:
        return {**plain, "casters": dict.fromkeys(posted.getlist("caster"), 1)}
    return plain


def _massacre(posted: QueryDict) -> dict[str, Any]:
    """The points of massacre, or the figures eliminated by class, from which they are worked out [ST-GAM-14]."""
    points, by_class = _keyed(posted, "massacre"), _keyed(posted, "eliminated")
    if not any(number != "0" for number in by_class.values()):
        return {"massacre": points}
    if any(number != "0" for number in points.values()):
        raise Malformed(_("Comptez les figurines par classe, ou écrivez le total, pas les deux."))
    sides: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for key, number in by_class.items():
        side, _colon, name = key.partition(":")
        sides.setdefault(side, {})[name] = number
    return {"eliminated": sides}


def _facts(posted: QueryDict) -> dict[str, Any]:
    attacks = [{"marker": id, "destroyed": end == "fell"} for id, end in _keyed(posted, "attack").items()]
    control = _keyed(posted, "control")
    found = {
        "claimed": posted.getlist("claimed"),
        "controlled": posted.getlist("controlled"),
        "near": {id: number for id, number in _keyed(posted, "near").items() if number != "0"},
        "attacks": attacks,
        "objectives": _keyed(posted, "objective"),
        "controls": _given({side: [id for id, owner in control.items() if owner == side] for side in SIDES}),
        "zone": _keyed(posted, "zone"),
        **{fact: _given({side: posted.getlist(f"{fact}.{side}") for side in SIDES}) for fact in BY_SIDE},
        "dice": posted.get("dice"),
        "casters_out": "casters_out" in posted,
        "destroyed": [ids.split() for ids in posted.getlist("destroyed_together")],
        "casters_lost": [
            dict(lost.split(":", 1) for lost in event.split() if ":" in lost)
            for event in posted.getlist("casters_together")
        ],
        "wiped_out": posted.getlist("wiped_out"),
    }
    return _given(found)


def _keyed(posted: QueryDict, name: str) -> dict[str, str]:
    """What stands in the fields `name:ID` that are filled in, by ID."""
    return {key.partition(":")[2]: str(posted[key]) for key in posted if key.startswith(f"{name}:") and posted[key]}


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in; the rest keeps the command's defaults."""
    return {name: value for name, value in values.items() if value}


def form_fields(facts: Facts) -> list[tuple[str, str]]:
    """The boxes and figures of the turn's form that say these facts."""
    found = [*_many("claimed", facts.claimed), *_many("controlled", facts.controlled)]
    found += [(f"near:{id}", str(number)) for id, number in facts.near.items()]
    found += [(f"attack:{one.marker}", "fell" if one.destroyed else "held") for one in facts.attacks]
    found += [(f"control:{id}", side.value) for side, ids in facts.controls.items() for id in ids]
    found += [(f"objective:{id}", zone) for id, zone in facts.objectives.items()]
    found += [(f"zone:{side}", zone) for side, zone in facts.zone.items()]
    for name in BY_SIDE:
        found += [each for side, ids in getattr(facts, name).items() for each in _many(f"{name}.{side}", ids)]
    if facts.dice is not None:
        found.append(("dice", str(facts.dice)))
    return [*found, ("casters_out", "on")] if facts.casters_out else found


def _many(name: str, ids: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, id) for id in ids]
