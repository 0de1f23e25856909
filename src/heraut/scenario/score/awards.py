"""What each side of a Steamroller scenario earns at a scoring moment: conditions, locks, limits."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.scenario.facts import Facts
from heraut.scenario.score.sheet import Tally
from heraut.scenario.scoring import Award, Awards
from heraut.scenario.sides import Side


def rules_of(sheet: Tally) -> Awards:
    """The scenario's awards."""
    assert isinstance(sheet.scenario.scoring, Awards)
    return sheet.scenario.scoring


def earned(sheet: Tally, facts: Facts, side: Side) -> list[tuple[Award, int]]:
    """What the side scores now, its limits applied."""
    rules = rules_of(sheet)
    if is_locked(sheet, facts, side):
        return []
    earned = [(award, points) for award in rules.awards if (points := _worth(sheet, facts, side, award))]
    if rules.caps is None or rules.caps.per_turn is None or len(earned) <= rules.caps.per_turn:
        return earned
    chosen = facts.zone.get(side)
    earned.sort(key=lambda one: (one[0].element != chosen, (side.other, one[0].element) in sheet.spent))
    return earned[: rules.caps.per_turn]


def is_locked(sheet: Tally, facts: Facts, side: Side) -> bool:
    """Whether the enemy contests the zone without which the side scores nothing [SR-S04-3]."""
    lock = rules_of(sheet).lock
    return lock is not None and lock.zone(side) in _contested(facts, side.other)


def _contested(facts: Facts, side: Side) -> set[str]:
    """What the side contests: who controls something has a model there, which contests it [SR-CTRL-4, SR-CTRL-7]."""
    return {*facts.contests.get(side, ()), *facts.controls.get(side, ())}


def _worth(sheet: Tally, facts: Facts, side: Side, award: Award) -> int:
    if not award.is_for(side) or award.element in sheet.gone or not _is_open(sheet, facts, side, award):
        return 0
    match award.by:
        case "control":
            met = award.element in facts.controls.get(side, ()) and all(_needs(facts, side, award))
            return award.points if met else 0
        case "objective":
            return award.points * sum(1 for zone in facts.objectives.values() if zone == award.element)
        case _:
            return 0


def _needs(facts: Facts, side: Side, award: Award) -> Iterator[bool]:
    """What must hold besides the usual conditions [SR-S13-2, SR-S14-2, SR-S16-2]."""
    yield award.contesting is None or award.contesting in _contested(facts, side)
    yield award.touching is None or award.touching in facts.touches.get(side, ())
    yield not award.caster_at or any(flag in award.caster_at for flag in facts.caster_contests.get(side, ()))


def _is_open(sheet: Tally, facts: Facts, side: Side, award: Award) -> bool:
    """Whether the element may still, or already, score for the side [SR-S05-3, SR-S06-3, SR-S06-4]."""
    rules = rules_of(sheet)
    early = sheet.opened is None or facts.index <= sheet.opened
    if rules.later is not None and award.element != sheet.first_flag and early:
        return False
    most = None if rules.caps is None or sheet.lifted else rules.caps.per_element
    return most is None or sheet.spent.count((side, award.element)) < most
