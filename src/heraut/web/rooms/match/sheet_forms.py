"""
The forms of the score sheet: what a turn asks for, what its player must know, what was written of it in words; what
they send as plain values for its commands, facts as the fields of a form.

Only what can still change the score is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from heraut.kernel.codec import Malformed
from heraut.kernel.message import Command
from heraut.kernel.names import ClauseId
from heraut.scenario.definition import ElementKind, FirstTurn, Scenario
from heraut.scenario.deployment import DeployUnits
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.ending import CorrectEnd, Forfeit
from heraut.scenario.facts import SIDES, Facts, Side, place_of
from heraut.scenario.library import number as printed
from heraut.scenario.scoring import Awards, Capped, Held
from heraut.scenario.settings import MatchOptions
from heraut.scenario.signing import CountArmies, CountEnd, NoteBonuses
from heraut.scenario.turns import EndTurn, ReportLoss
from heraut.scenario.view import MatchView, TurnView
from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import colon
from heraut.web import commands, forms

Names = Mapping[str, str]
AT_SCORING = frozenset(
    {"near", "controlled", "dice", "controls", "contests", "touches", "caster_contests", "objectives", "zone"}
)
"""Facts that count only at the end of a turn that scores."""
WORTH_POINTS = AT_SCORING | {"claimed", "attacks", "destroyed", "casters_out"}
"""A turn that asks for none of these brings nobody anything."""
BY_SIDE = ("contests", "touches", "caster_contests")
MOST_UNITS = 60
TOTALS = ("lost", "surviving", "in_area", "at_home")


def asked_now(view: MatchView, scenario: Scenario) -> frozenset[str]:
    """The facts that matter at the end of the turn under way."""
    sheet = view.sheet
    if sheet is None:
        return frozenset()
    idle = frozenset() if sheet.scores_now else AT_SCORING
    return in_time(frozenset(sheet.asks) - idle, scenario, sheet.turn)


@dataclass(frozen=True, slots=True)
class Beginning:
    """The turn with which a fact begins, and by which clause."""

    fact: str
    turn: int
    clause: ClauseId


def in_time(asks: frozenset[str], scenario: Scenario, turn: int) -> frozenset[str]:
    """The facts that can be of a turn: those that begin with a later one cannot."""
    return asks.difference(one.fact for one in too_early(asks, scenario, turn))


def too_early(asks: frozenset[str], scenario: Scenario, turn: int) -> tuple[Beginning, ...]:
    """What is asked for, but only of a later turn."""
    return tuple(one for one in _beginnings(scenario) if one.fact in asks and turn < one.turn)


def _beginnings(scenario: Scenario) -> Iterator[Beginning]:
    match scenario.scoring:
        case Held(claim_from=begins):
            yield Beginning("claimed", begins, ClauseId("ST-CAP-9"))
        case Capped(charge_from=begins, charge_clause=clause):
            yield Beginning("attacks", begins, clause)
        case Awards(cage=cage):
            shield = printed("shielded-turns")
            yield Beginning("destroyed", shield.value + 1, shield.clause)
            if cage is not None:
                yield Beginning("casters_out", cage.from_turn, cage.clause)


def has_moments(scenario: Scenario) -> bool:
    """Whether turns score as they end: not where all points count at once, or there are none [SR-S11-3, SR-S02-1]."""
    scoring = scenario.scoring
    return not isinstance(scoring, Awards) or any(award.by != "destroyed" for award in scoring.awards)


def places(scenario: Scenario) -> Iterator[tuple[str, tuple[Side, ...]]]:
    """The zones and flags that score by being controlled, in the order of the picture, and for which sides."""
    awards = scenario.scoring.awards if isinstance(scenario.scoring, Awards) else ()
    for one in scenario.of_kind(ElementKind.ZONE, ElementKind.FLAG):
        here = [award for award in awards if award.element == one.id]
        if any(award.by == "control" for award in here):
            yield one.id, tuple(side for side in SIDES if any(award.is_for(side) for award in here))


def contested(scenario: Scenario, side: Side) -> tuple[str, ...]:
    """The zones that change something when the side contests them without controlling them."""
    scoring = scenario.scoring
    if not isinstance(scoring, Awards):
        return ()
    needed = [award.contesting for award in scoring.awards if award.contesting and award.is_for(side)]
    return (*needed, *((scoring.lock.zone(side.other),) if scoring.lock else ()))


def third_area(scenario: Scenario, side: Side, away: frozenset[str]) -> tuple[tuple[str, ...], bool]:
    """What the third condition looks at for that side, and whether near it or in it [SR-WIN-6]."""
    scoring = scenario.scoring
    ids = scoring.third.area(side) if isinstance(scoring, Awards) else ()
    near = any(one.id in ids for one in scenario.of_kind(ElementKind.FLAG, ElementKind.OBJECTIVE))
    return tuple(id for id in ids if id not in away), near


def opening(view: MatchView, scenario: Scenario, options: MatchOptions) -> tuple[FirstTurn, int] | None:
    """What sets the first turn apart, while it is being played, and how many dice [ST-GAM-6]."""
    sheet = view.sheet
    first = sheet is not None and (sheet.by, sheet.turn) == (Side.FIRST, 1) and view.phase == "playing"
    return (scenario.opening, options.half_budget()) if first and scenario.opening else None


def facts_words(facts: Facts, names: Mapping[str, str], spoken: Language) -> str:
    """Everything somebody wrote of the turn, in one line."""
    words = phrases(spoken)["words"]
    told = []
    for field in msgspec.structs.fields(Facts):
        value = getattr(facts, field.name)
        if field.name in facts.given():
            label = words.get(f"scenario:fact-{field.name}") or words.get(f"scenario:{field.name}", field.name)
            text = _say(msgspec.to_builtins(value), names, words)
            told.append(f"{label}{colon(spoken)}{text}" if text else label)
    return " · ".join(told) or words["scenario:fact-none"]


def _say(value: Any, names: Mapping[str, str], words: Mapping[str, str]) -> str:
    match value:
        case bool():
            return ""
        case {"marker": str() as marker, **rest}:
            end = words["scenario:fact-fell" if rest.get("destroyed") else "scenario:fact-held"]
            return f"{names.get(marker, marker)} ({end})"
        case dict():
            return ", ".join(f"{names.get(key, key)} {_inner(part, names, words)}" for key, part in value.items())
        case list() | tuple():
            return ", ".join(_say(part, names, words) for part in value)
        case _:
            return names.get(str(value), str(value))


def _inner(value: Any, names: Mapping[str, str], words: Mapping[str, str]) -> str:
    return f"({value})" if isinstance(value, int) else _say(value, names, words)


@dataclass(frozen=True, slots=True)
class LossTick:
    """A loss that may be ticked for a turn: what the form sends, what it says, whether it is written already."""

    name: str
    value: str
    label: str
    written: bool


def loss_ticks(facts: Facts, asks: Iterable[str], objectives: Iterable[str], names: Names) -> Iterator[LossTick]:
    """What was destroyed in a turn already written, what fell together as one, and what may be added."""
    together = facts.destroyed if "destroyed" in asks else ()
    fallen = {id for ids in together for id in ids}
    for ids in (*together, *((id,) for id in objectives if "destroyed" in asks and id not in fallen)):
        yield LossTick("destroyed_together", " ".join(ids), _several(ids, names), ids in together)
    casters = facts.casters_lost if "casters_lost" in asks else ()
    for place, lost in enumerate((*casters, *({side: 1} for side in SIDES if "casters_lost" in asks))):
        value = " ".join(f"{side}:{number}" for side, number in lost.items())
        told = [names.get(side, side) + (f" ({number})" if number > 1 else "") for side, number in lost.items()]
        label = _("warcaster ou warlock : %(names)s") % {"names": ", ".join(told)}
        yield LossTick("casters_together", value, label, place < len(casters))
    for side in SIDES if "wiped_out" in asks else ():
        label = _("armée anéantie : %(name)s") % {"name": names.get(side, side)}
        yield LossTick("wiped_out", side, label, side in facts.wiped_out)


def _several(ids: Iterable[str], names: Names) -> str:
    return ", ".join(names.get(id, id) for id in ids)


def away_before(view: MatchView, side: Side, number: int) -> frozenset[str]:
    """What had left the table before a turn already written: what fell in it or later was still there."""
    if view.sheet is None:
        return frozenset()
    first = place_of(side, number)
    later = [one.facts for one in view.sheet.turns if one.facts.index >= first]
    fell = {attack.marker for facts in later for attack in facts.attacks if attack.destroyed}
    return frozenset(view.sheet.gone) - fell - {id for facts in later for ids in facts.destroyed for id in ids}


@dataclass(frozen=True, slots=True)
class SheetTurn:
    """One player's turn on the sheet: whose, which, the enemy markers that stand, the dice the enemy had."""

    side: Side
    name: str
    number: int
    targets: tuple[tuple[str, str], ...] = ()
    foe_dice: int | str = ""


def turns(view: MatchView, scenario: Scenario) -> tuple[SheetTurn, ...]:
    """The turn under way, then the next of each side."""
    if view.sheet is None:
        return ()
    now, away = view.sheet.turn, frozenset((*view.sheet.gone, *view.sheet.noted))
    return tuple(_turn(view, scenario, side, now, away) for side in (view.sheet.by, *SIDES))


def written(view: MatchView, names: Mapping[str, str], spoken: Language) -> tuple[tuple[TurnView, str, str], ...]:
    """The turns on the sheet, the latest first, each in the words of its keeper and, where they differ, of another."""
    return tuple(
        (
            one,
            facts_words(one.facts, names, spoken),
            facts_words(one.disputed, names, spoken) if one.disputed else "",
        )
        for one in reversed(view.sheet.turns if view.sheet else ())
    )


def turn_at(view: MatchView, scenario: Scenario, side: Side, number: int) -> tuple[SheetTurn, Facts] | None:
    """The form of a turn already on the sheet, and what stands there."""
    found = [one for one in (view.sheet.turns if view.sheet else ()) if (one.by, one.turn) == (side, number)]
    away = away_before(view, side, number)
    return (_turn(view, scenario, side, number, away), found[0].facts) if found else None


def _turn(view: MatchView, scenario: Scenario, side: Side, number: int, away: frozenset[str]) -> SheetTurn:
    assert view.sheet is not None
    foe_dice = view.sheet.dice.get(side.other, "")
    return SheetTurn(side, view.players[view.seat(side)], number, _targets(scenario, side.other, away), foe_dice)


def _targets(scenario: Scenario, foe: Side, away: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """The enemy markers that stand, by id and by name (Desecration)."""
    found = ((f"{foe}_{number}", f"{_('Objectif')} {number}") for number in range(1, scenario.markers_each + 1))
    return tuple(one for one in found if one[0] not in away)


def read_sheet(kind: type[Command], posted: QueryDict) -> dict[str, Any]:
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
        return {"earned": {seat: posted.getlist(f"bonus:{seat}") for seat in forms.prefixed(posted, "bonus:")}}
    if kind is DeployUnits and "count" in posted:
        count = forms.whole_number(posted, "count")
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
    return _given(forms.prefixed(posted, f"{name}:"))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in; the rest keeps the command's defaults."""
    return {name: value for name, value in values.items() if value}


def form_fields(facts: Facts) -> dict[str, str | tuple[str, ...]]:
    """The boxes that are ticked and the figures written where the turn's form says these facts."""
    found: dict[str, str | tuple[str, ...]] = {"claimed": facts.claimed, "controlled": facts.controlled}
    found |= {f"near:{id}": str(number) for id, number in facts.near.items()}
    found |= {f"attack:{one.marker}": ("fell" if one.destroyed else "held",) for one in facts.attacks}
    found |= {f"control:{id}": (side.value,) for side, ids in facts.controls.items() for id in ids}
    found |= {f"objective:{id}": (zone,) for id, zone in facts.objectives.items()}
    found |= {f"zone:{side}": (zone,) for side, zone in facts.zone.items()}
    for name in BY_SIDE:
        found |= {f"{name}.{side}": ids for side, ids in getattr(facts, name).items()}
    if facts.dice is not None:
        found["dice"] = str(facts.dice)
    return {**found, "casters_out": ("on",)} if facts.casters_out else found
