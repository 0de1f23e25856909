"""What an answer of the odds shows: laws to draw, chances to read, reasons to open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from heraut.battle import marker, melee, shooting
from heraut.battle.casualties import Aftermath
from heraut.battle.marker import MarkerCharge
from heraut.battle.melee import Melee
from heraut.battle.reasons import reasons_of_marker, reasons_of_melee, reasons_of_shot
from heraut.battle.shooting import Shooting
from heraut.battle.summary import UnitFate, summarise_marker, summarise_melee, summarise_shot
from heraut.dice import FAST, Law
from heraut.kernel import Reason, Refusal
from heraut.speech import say_because
from heraut.speech.typography import decimal
from heraut.web import says
from heraut.web.charts import percent
from heraut.web.game import language
from heraut.web.rooms.odds.asked import FightForm


@dataclass(frozen=True, slots=True)
class Share:
    """A chance to read: its name, how it is written, how full its bar is (0 to 100)."""

    name: str
    written: str
    full: float


@dataclass(frozen=True, slots=True)
class UnitTold:
    """What becomes of one unit."""

    side: str
    key: str
    lost: str
    law: list[dict[str, Any]]
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, or what is wrong with the question."""

    units: tuple[UnitTold, ...] = ()
    shares: tuple[Share, ...] = ()
    reasons: tuple[says.Fault, ...] = ()
    faults: Any = ()
    bar: tuple[Share, ...] = ()
    """The few chances a thumb wants to see while it changes the question."""


def tell(form: FightForm) -> Told:
    """The answer to one variant."""
    described = form.described()
    match described:
        case Shooting():
            return _shot(described)
        case MarkerCharge():
            return _marker(described)
        case _:
            return _melee(described)


def _melee(described: Melee) -> Told:
    refused = melee.refusal(described)
    if refused is not None:
        return _refused(refused)
    fight = melee.form(described)
    clash = melee.resolve(FAST, fight)
    attacker, defender = described.attacker.unit.profile, described.defender.unit.profile
    summary = summarise_melee(
        clash,
        attacker_threshold=attacker.exhaustion_threshold,
        defender_threshold=defender.exhaustion_threshold,
    )
    units = (
        _unit("defender", defender.key, clash.defender, summary.defender, summary.defender_withdraws),
        _unit("attacker", attacker.key, clash.attacker, summary.attacker, summary.attacker_withdraws),
    )
    shares = (share("odds-wins", summary.attacker_wins), share("odds-tie", summary.tie))
    bar = (
        share("odds-bar-wins", summary.attacker_wins),
        share("odds-bar-eliminates", summary.defender.eliminated),
        share("odds-bar-pushed-back", summary.attacker_withdraws),
    )
    return Told(units, shares, _reasons(reasons_of_melee(described, fight)), bar=bar)


def _shot(described: Shooting) -> Told:
    refused = shooting.refusal(described)
    if refused is not None:
        return _refused(refused)
    shot = shooting.form(described)
    law = shooting.resolve(FAST, shot)
    target, shooter = described.target.profile, described.shooter.profile
    summary = summarise_shot(
        law, target_threshold=target.exhaustion_threshold, shooter_threshold=shooter.exhaustion_threshold
    )
    units = [_unit("target", target.key, law.map(lambda end: end.target), summary.target)]
    if summary.shooter.eliminated:
        units.append(_unit("shooter", shooter.key, law.map(lambda end: end.shooter), summary.shooter))
    hits = 1 - sum(float(weight) for end, weight in law.items() if not end.target.removed)
    bar = (share("odds-bar-hurts", hits), share("odds-bar-eliminates", summary.target.eliminated))
    return Told(tuple(units), (), _reasons(reasons_of_shot(described, shot)), bar=bar)


def _marker(described: MarkerCharge) -> Told:
    refused = marker.refusal(described)
    if refused is not None:
        return _refused(refused)
    fight = marker.form(described)
    summary = summarise_marker(marker.resolve(FAST, fight))
    shares = (share("odds-destroyed", summary.destroyed), share("odds-pushed-back", summary.withdraws))
    return Told((), shares, _reasons(reasons_of_marker(described, fight)), bar=shares)


def _unit(side: str, key: str, law: Law[Aftermath], fate: UnitFate, withdraws: float | None = None) -> UnitTold:
    removed = law.map(lambda end: end.removed)
    rows = [{"value": value, "p": float(weight)} for value, weight in sorted(removed.items())]
    shares = [share("odds-eliminated", fate.eliminated)]
    if withdraws is not None:
        shares.append(share("odds-pushed-back", withdraws))
    shares.append(share("odds-exhausted", fate.exhausted))
    return UnitTold(side, key, decimal(f"{fate.removed:.2f}", language()), rows, tuple(shares))


def share(name: str, p: float) -> Share:
    """A chance with its name, ready to read."""
    return Share(name, percent(p, language()), round(100 * p, 1))


def _refused(refused: Refusal) -> Told:
    return Told(faults=says.faults(refused, language()))


def _reasons(reasons: Iterable[Reason]) -> tuple[says.Fault, ...]:
    return tuple(says.Fault(say_because(reason, language()), reason.clause) for reason in reasons)
