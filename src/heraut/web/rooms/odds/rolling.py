"""A fight of the odds fought out: faces typed or drawn, pool after pool, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from heraut.ask.units import DiceDue, RollAsked, rolled
from heraut.battle import marker, melee, shooting
from heraut.battle.casualties import Aftermath
from heraut.battle.marker import MarkerCharge, MarkerEnd
from heraut.battle.melee import Clash, Melee
from heraut.battle.shooting import Shooting, Volley
from heraut.dice import Dice, PoolRoll
from heraut.kernel import Refusal

O = TypeVar("O")  # noqa: E741  # the outcome


@dataclass(frozen=True, slots=True)
class Unit:
    """What is left of a unit."""

    side: str
    key: str
    end: Aftermath


@dataclass(frozen=True, slots=True)
class Fought:
    """The pools rolled so far, and the dice due next or how it ended; `word` says it for both."""

    steps: tuple[PoolRoll, ...]
    due: DiceDue | None = None
    units: tuple[Unit, ...] = ()
    word: str = ""


def fight(described: Melee | Shooting | MarkerCharge, faces: tuple[int, ...] | None) -> Fought | Refusal:
    """Fight it out with these faces, in the order of the pools; without them the dice are drawn."""
    match described:
        case Melee():
            return melee.refusal(described) or _melee(described, faces)
        case Shooting():
            return shooting.refusal(described) or _shot(described, faces)
        case MarkerCharge():
            return marker.refusal(described) or _marker(described, faces)


def _melee(described: Melee, faces: tuple[int, ...] | None) -> Fought | Refusal:
    def told(steps: tuple[PoolRoll, ...], clash: Clash) -> Fought:
        attacker, defender = clash.attacker.outcome, clash.defender.outcome
        units = (
            Unit("attacker", described.attacker.unit.profile.key, attacker),
            Unit("defender", described.defender.unit.profile.key, defender),
        )
        return Fought(steps, None, units, f"odds-withdraws-{melee.withdraws(attacker, defender) or 'nobody'}")

    numbers = melee.form(described)
    return _rolled(faces, lambda dice: melee.resolve(dice, numbers), told)


def _shot(described: Shooting, faces: tuple[int, ...] | None) -> Fought | Refusal:
    def told(steps: tuple[PoolRoll, ...], end: Volley) -> Fought:
        units = (
            Unit("shooter", described.shooter.profile.key, end.shooter),
            Unit("target", described.target.profile.key, end.target),
        )
        return Fought(steps, None, units)

    numbers = shooting.form(described)
    return _rolled(faces, lambda dice: shooting.resolve(dice, numbers).outcome, told)


def _marker(described: MarkerCharge, faces: tuple[int, ...] | None) -> Fought | Refusal:
    def told(steps: tuple[PoolRoll, ...], end: MarkerEnd) -> Fought:
        return Fought(steps, word="odds-destroyed" if end.destroyed else "odds-marker-stands")

    numbers = marker.form(described)
    return _rolled(faces, lambda dice: marker.resolve(dice, numbers).outcome, told)


def _rolled(
    faces: tuple[int, ...] | None, resolve: Callable[[Dice], O], told: Callable[[tuple[PoolRoll, ...], O], Fought]
) -> Fought | Refusal:
    found = rolled(RollAsked(roll=True, faces=faces), resolve)
    if isinstance(found, Refusal):
        return found
    steps, end = found
    return Fought(tuple(steps), due=end) if isinstance(end, DiceDue) else told(tuple(steps), end)


def typed_faces(text: str) -> tuple[int, ...] | None:
    """Faces as people write them, with or without spaces; None if something else stands there."""
    if not re.fullmatch(r"[1-6\s,;+]*", text):
        return None
    return tuple(int(face) for face in re.findall(r"[1-6]", text))
