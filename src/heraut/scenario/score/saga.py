"""SAGA scenarios: what is claimed and attacked, and who scores what at the end of a turn."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from heraut.kernel import ClauseId, Refusal
from heraut.scenario.data import Kind
from heraut.scenario.facts import Attack, Facts
from heraut.scenario.score.sheet import Tally
from heraut.scenario.scoring import Awards, Capped, Control, CountRow, Held, LostDice, MassacreOnly, Presence
from heraut.scenario.sides import Side
from heraut.scenario.standing.plain import may_claim, saga_facts

ASKS: dict[type, frozenset[str]] = {
    Held: frozenset({"claimed", "claims"}),
    Presence: frozenset({"near", "units"}),
    Control: frozenset({"controlled", "units", "dice"}),
    Capped: frozenset({"attacks"}),
    MassacreOnly: frozenset(),
}
"""The facts each kind of scenario asks for at the end of a turn."""


def happen(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """Claims and attacks, in the order they were made."""
    if (fault := _facts_fault(sheet, facts)) is not None:
        return fault
    match sheet.scenario.scoring:
        case Held() as scoring:
            return _claimed(sheet, scoring, facts)
        case Capped() as scoring:
            return _attacked(sheet, scoring, facts)
        case _:
            return sheet


def end_turn(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """Points of the player whose turn ends, or of the other, as the scenario says."""
    facts = _worked_out(sheet, facts)
    match sheet.scenario.scoring:
        case Held() as scoring:
            return _held(sheet, scoring, facts)
        case Presence() as scoring:
            return _presence(sheet, scoring, facts)
        case Control() as scoring:
            return _control(sheet, scoring, facts)
        case Capped() | MassacreOnly() | Awards() | None:
            return sheet
        case never:
            assert_never(never)


def _facts_fault(sheet: Tally, facts: Facts) -> Refusal | None:
    scoring = sheet.scenario.scoring
    extra = sorted(facts.given() - ASKS[type(scoring)])
    if extra:
        return Refusal(sheet.scenario.clause, "fact-not-asked", subject=extra[0])
    if facts.units is not None and facts.given() - {"units", "dice"}:
        return Refusal(sheet.scenario.clause, "facts-both-ways")
    markers = {element.id for element in sheet.scenario.of_kind(Kind.MARKER)}
    named = [*facts.claimed, *(claim.marker for claim in facts.claims), *facts.near, *facts.controlled]
    unknown = [id for id in named if id not in markers]
    if unknown:
        return Refusal(sheet.scenario.clause, "unknown-element", subject=unknown[0], allowed=tuple(sorted(markers)))
    if len(set(facts.controlled)) < len(facts.controlled):
        return Refusal(sheet.scenario.clause, "element-twice", subject=facts.controlled)
    return None


def _worked_out(sheet: Tally, facts: Facts) -> Facts:
    """Positions turned into plain facts."""
    if facts.units is None:
        return facts
    return saga_facts(sheet.scenario, sheet.options, facts)


def _points(table: tuple[CountRow, ...], markers: int) -> int:
    return next(row.points for row in table if row.markers == markers)


def _claimed(sheet: Tally, scoring: Held, facts: Facts) -> Tally | Refusal:
    claimed = (*facts.claimed, *(claim.marker for claim in facts.claims))
    if claimed and facts.turn < scoring.claim_from:
        return Refusal(
            ClauseId("ST-CAP-9"), "claim-too-early", claimed[0], asked=facts.turn, allowed=scoring.claim_from
        )
    for claim in facts.claims:
        if not may_claim(sheet.scenario, sheet.options, claim, facts.by):
            return Refusal(scoring.claim_clause, "claim-not-met", claim.marker)
    return replace(sheet, held={**sheet.held, **dict.fromkeys(claimed, facts.by)})


def _held(sheet: Tally, scoring: Held, facts: Facts) -> Tally:
    if not scoring.window.has(facts.by, facts.turn):
        return sheet
    to = facts.by.other
    markers = sum(1 for holder in sheet.held.values() if holder is to)
    points = _points(scoring.table, markers)
    return sheet.score(facts, to, points, scoring.clause, "markers-held", markers=markers)


def _presence(sheet: Tally, scoring: Presence, facts: Facts) -> Tally | Refusal:
    if any(count < 0 for count in facts.near.values()):
        return Refusal(scoring.clause, "match-count-below-zero", subject=min(facts.near, key=lambda id: facts.near[id]))
    if not scoring.window.has(facts.by, facts.turn):
        return sheet
    for marker, count in facts.near.items():
        points = min(count * scoring.per_unit, scoring.most_per_marker)
        clause = scoring.most_clause if points < count else scoring.clause
        sheet = sheet.score(facts, facts.by, points, clause, "units-near", units=count, marker=marker)
    return sheet


def _control(sheet: Tally, scoring: Control, facts: Facts) -> Tally | Refusal:
    if (fault := _dice_fault(sheet, scoring, facts)) is not None:
        return fault
    if not scoring.window.has(facts.by, facts.turn):
        return sheet
    if scoring.values is None:
        count = len(facts.controlled)
        points = _points(scoring.table, count)
        return sheet.score(facts, facts.by, points, scoring.clause, "markers-controlled", markers=count)
    for id in facts.controlled:
        marker = sheet.scenario.element(id)
        owner = marker.owner if marker is not None else None
        values = scoring.values
        points = values.centre if owner is None else values.own if owner is facts.by else values.enemy
        sheet = sheet.score(facts, facts.by, points, scoring.clause, "marker-controlled", marker=id)
    return _lost_dice(sheet, scoring, facts)


def _dice_fault(sheet: Tally, scoring: Control, facts: Facts) -> Refusal | None:
    lost = scoring.lost_dice
    if facts.dice is not None and lost is None:
        return Refusal(sheet.scenario.clause, "fact-not-asked", subject="dice")
    if lost is None or sheet.options.lost_dice_scoring == "off" or not scoring.window.has(facts.by, facts.turn):
        return None
    if facts.dice is None and facts.units is None:
        return Refusal(lost.clause, "dice-needed", subject=facts.by.other.value)
    if facts.by.other not in sheet.dice:
        return Refusal(lost.clause, "starting-dice-needed", subject=facts.by.other.value)
    return None


def _lost_dice(sheet: Tally, scoring: Control, facts: Facts) -> Tally:
    lost = scoring.lost_dice
    if lost is None or sheet.options.lost_dice_scoring == "off" or facts.dice is None:
        return sheet
    return pay_dice(sheet, facts, lost, facts.by, lost.clause)


def pay_dice(sheet: Tally, facts: Facts, lost: LostDice, to: Side, clause: ClauseId) -> Tally:
    """Each die once, the first time it is found lost; or at every scoring [ST-ADV-10]."""
    missing = max(0, sheet.dice[to.other] - (facts.dice or 0))
    due = missing if sheet.options.lost_dice_scoring == "every_turn" else max(0, missing - sheet.paid.get(to, 0))
    if not due:
        return sheet
    paid = {**sheet.paid, to: max(missing, sheet.paid.get(to, 0))}
    return replace(sheet, paid=paid).score(facts, to, due * lost.points, clause, "dice-lost", dice=due)


def _attacked(sheet: Tally, scoring: Capped, facts: Facts) -> Tally | Refusal:
    if facts.attacks and facts.turn < scoring.charge_from:
        clause = ClauseId("ST-GAM-6") if facts.by is Side.FIRST else scoring.charge_clause
        return Refusal(clause, "charge-too-early", facts.attacks[0].marker, facts.turn, scoring.charge_from)
    noted: set[str] = set()
    for attack in facts.attacks:
        if (fault := _attack_fault(sheet, scoring, attack, facts.by)) is not None:
            return fault
        if attack.destroyed:
            sheet = replace(sheet, gone=(*sheet.gone, attack.marker))
        elif attack.marker not in noted:
            noted.add(attack.marker)
            sheet = replace(sheet, notes=(*sheet.notes, (facts.by, facts.turn)))
    return sheet


def _attack_fault(sheet: Tally, scoring: Capped, attack: Attack, by: Side) -> Refusal | None:
    enemy = enemy_markers(sheet, by)
    if attack.marker in sheet.gone:
        return Refusal(scoring.charge_clause, "marker-gone", attack.marker)
    if attack.marker not in enemy:
        return Refusal(scoring.charge_clause, "not-an-enemy-marker", attack.marker, allowed=enemy)
    return None


def enemy_markers(sheet: Tally, side: Side) -> tuple[str, ...]:
    """The names of the opponent's markers in Desecration: `first_1` to `first_3`, `second_1` to `second_3`."""
    return tuple(f"{side.other}_{number}" for number in range(1, sheet.scenario.markers_each + 1))
