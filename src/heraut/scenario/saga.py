"""SAGA scenarios: what is claimed and attacked, and who scores what at the end of a turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import assert_never, get_args

from msgspec.structs import replace

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario.armies import Armies, MatchOutcome
from heraut.scenario.control import controlled, holds, presence
from heraut.scenario.definition import ElementKind, Scenario
from heraut.scenario.facts import SIDES, Attack, Claim, Facts, Side
from heraut.scenario.scoring import Awards, Capped, Control, CountRow, Held, LostDice, MassacreOnly, Presence
from heraut.scenario.settings import MassacreScale, MatchOptions
from heraut.scenario.sheet import Ended, Ending, Tally, Win, WinKind

ROLL: tuple[ClauseId, ...] = (ClauseId("ST-GAM-1"), ClauseId("ST-GAM-2"))
"""Who is first."""
AGREE = ClauseId("ST-MAT-5")
"""Two sheets that say the same."""
ORDER = ClauseId("ST-GAM-5")
"""Turns are played one after another."""
EDGES = ClauseId("ST-GAM-4")
"""Who lost the roll chooses the edge, if players disagree."""
ON_TABLE = ClauseId("ST-GEO-11")
"""What is placed lies on the table."""
MUSTERS = True
COUNTS_AT_ONCE = False
CALLED: Mapping[str, str] = {}
ENDS: frozenset[Ended] = frozenset(get_args(Ended))
_ASKS: dict[type, frozenset[str]] = {
    Held: frozenset({"claimed", "claims"}),
    Presence: frozenset({"near", "units"}),
    Control: frozenset({"controlled", "units", "dice"}),
    Capped: frozenset({"attacks"}),
    MassacreOnly: frozenset(),
}
"""The facts each kind of scenario asks for at the end of a turn."""
SCORING: tuple[type, ...] = tuple(_ASKS)


def edge_chooser(_first: Seat, loser: Seat | None) -> Seat | None:
    """Who lost the opening roll; anybody where the roles were settled without one [ST-GAM-4]."""
    return loser


def asks(sheet: Tally) -> frozenset[str]:
    """The facts the scenario asks for at the end of a turn."""
    return _ASKS[type(sheet.scenario.scoring)]


def scores_at(scenario: Scenario, by: Side, turn: int) -> bool:
    """Whether the end of that turn scores."""
    match scenario.scoring:
        case Held(window=window) | Presence(window=window) | Control(window=window):
            return window.has(by, turn)
        case _:
            return False


def moments(scenario: Scenario, turns: Iterable[int]) -> Iterator[tuple[int, Side | None]]:
    """A player has one moment in each turn in which either may score."""
    return ((turn, None) for turn in turns if any(scores_at(scenario, side, turn) for side in SIDES))


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
    facts = plain(sheet, facts)
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
    if facts.units is not None and facts.given() - {"units", "dice"}:
        return Refusal(sheet.scenario.clause, "facts-both-ways")
    named = (*facts.captured, *facts.near, *facts.controlled)
    if (fault := sheet.scenario.unknown(named, ElementKind.MARKER)) is not None:
        return fault
    if len(set(facts.controlled)) < len(facts.controlled):
        return Refusal(sheet.scenario.clause, "element-twice", subject=facts.controlled)
    return None


def _points(table: tuple[CountRow, ...], markers: int) -> int:
    return next(row.points for row in table if row.markers == markers)


def _claimed(sheet: Tally, scoring: Held, facts: Facts) -> Tally | Refusal:
    claimed = facts.captured
    if claimed and facts.turn < scoring.claim_from:
        return Refusal(
            ClauseId("ST-CAP-9"), "claim-too-early", claimed[0], asked=facts.turn, allowed=scoring.claim_from
        )
    for claim in facts.claims:
        if not _may_claim(sheet, scoring, claim, facts.by):
            return Refusal(scoring.claim_clause, "claim-not-met", claim.marker)
    return replace(sheet, held={**sheet.held, **dict.fromkeys(claimed, facts.by)})


def _may_claim(sheet: Tally, scoring: Held, claim: Claim, side: Side) -> bool:
    """Whether the side meets the conditions to capture the marker at that moment [ST-CAP-10]."""
    place = sheet.layout.elements[claim.marker]
    return holds(claim.units, side, place, scoring.holder, scoring.contester)


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
        return sheet.scenario.not_asked("dice")
    if lost is None or sheet.options.lost_dice_scoring == "off" or not scoring.window.has(facts.by, facts.turn):
        return None
    if facts.by.other not in sheet.dice:
        return Refusal(lost.clause, "starting-dice-needed", subject=facts.by.other.value)
    if facts.dice is None and facts.units is None:
        return Refusal(lost.clause, "dice-needed", subject=facts.by.other.value)
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


def finish(sheet: Tally, ending: Ending) -> Tally | Refusal:
    """Massacre points as the scenario takes them, dice lost since the last scoring, and the winner [ST-PTS-8]."""
    if (fault := _ending_fault(sheet, ending)) is not None:
        return fault
    sheet = _last_dice(sheet, ending)
    for side in SIDES:
        sheet = _massacred(sheet, side, ending.massacre.get(side, 0))
    first, second = (sheet.points[side] for side in SIDES)
    winner = Side.SECOND if second > first else Side.FIRST
    clause = ClauseId("ST-PTS-3" if first == second else "ST-PTS-1")
    return replace(sheet, over=True, win=Win(winner, WinKind.POINTS, clause))


def _ending_fault(sheet: Tally, ending: Ending) -> Refusal | None:
    scoring = sheet.scenario.scoring
    if sheet.over:
        return Refusal(sheet.scenario.clause, "match-over")
    for side, points in ending.massacre.items():
        if points < 0:
            return Refusal(ClauseId("ST-PTS-6"), "match-points-below-zero", subject=side.value, asked=points)
    if scoring is not None and not isinstance(scoring, Awards) and scoring.massacre == "none" and ending.massacre:
        return Refusal(ClauseId("ST-PTS-8"), "massacre-not-used")
    return None


def _massacred(sheet: Tally, side: Side, massacre: int) -> Tally:
    scoring = sheet.scenario.scoring
    last = _last_turn(sheet)
    match scoring:
        case Capped():
            return _capped(sheet, scoring, side, massacre, last)
        case Presence(massacre="added") | Control(massacre="added") | MassacreOnly():
            return sheet.score(last, side, massacre, ClauseId("ST-PTS-8"), "massacre-added", massacre=massacre)
        case _:
            return sheet


def _last_turn(sheet: Tally) -> Facts:
    """The turn whose lines the count at the end is written under."""
    return Facts(by=Side.SECOND, turn=max(1, sheet.turns // 2))


def _capped(sheet: Tally, scoring: Capped, side: Side, massacre: int, last: Facts) -> Tally:
    left = sum(1 for marker in enemy_markers(sheet, side) if marker not in sheet.gone)
    row = next(row for row in scoring.table if row.left == left)
    if row.cap is None:
        return sheet.score(last, side, massacre, scoring.clause, "massacre-added", massacre=massacre)
    bonus = cap_bonus(sheet, side)
    points = min(massacre, row.cap + bonus)
    said = {"massacre": massacre, "cap": row.cap, "bonus": bonus, "left": left}
    return sheet.score(last, side, points, scoring.clause, "massacre-capped", **said)


def cap_bonus(sheet: Tally, side: Side) -> int:
    """What failed attacks add to the cap: 1 each, once or at the end of each later turn [ST-DES-24]."""
    turns = [turn for by, turn in sheet.notes if by is side]
    if sheet.options.failed_attack_bonus == "once":
        return len(turns)
    played = (sheet.turns + 1) // 2 if side is Side.FIRST else sheet.turns // 2
    return sum(max(0, played - turn + 1) for turn in turns)


def _last_dice(sheet: Tally, ending: Ending) -> Tally:
    """Dice lost since a player's last scoring are paid when the game ends [ST-ADV-11]."""
    lost = sheet.scenario.lost_dice
    if lost is None or sheet.options.lost_dice_scoring != "once":
        return sheet
    for side in SIDES:
        now = ending.dice.get(side.other)
        if now is not None and side.other in sheet.dice:
            sheet = pay_dice(sheet, replace(_last_turn(sheet), dice=now), lost, side, lost.end_clause)
    return sheet


def massacre_points(scale: MassacreScale, eliminated: Mapping[str, int]) -> int | Refusal:
    """The total of points per figure, rounded as the scale says; a class without a value is refused."""
    unknown = sorted(set(eliminated) - set(scale.points))
    if unknown:
        return Refusal(ClauseId("ST-GAM-14"), "massacre-class", subject=unknown[0], allowed=tuple(scale.points))
    total = sum((scale.points[kind] * figures for kind, figures in eliminated.items()), Fraction(0))
    return math.ceil(total) if scale.rounding == "up" else math.floor(total)


def plain(sheet: Tally, facts: Facts) -> Facts:
    """The facts of a turn from where the units stand at its end, without these."""
    if facts.units is None:
        return facts
    layout, units = sheet.layout, facts.units
    match sheet.scenario.scoring:
        case Presence(counted=bodies, most_per_marker=most):
            return replace(facts, near=presence(layout, units, facts.by, bodies, most), units=None)
        case Control(holder=holder, contester=contester, lost_dice=lost):
            held = controlled(layout, units, facts.by, holder, contester)
            enemy_dice = sum(unit.dice for unit in units if unit.side is facts.by.other)
            dice = facts.dice if lost is None or facts.dice is not None else enemy_dice
            return replace(facts, controlled=held, dice=dice, units=None)
        case _:
            return facts


def dice_for_length(sheet: Tally, *, timed_at: int | None, more: bool | None) -> int:
    """How many dice are due for a sixth turn, once both players have completed the fifth [ST-GAM-9]."""
    length = sheet.scenario.length
    if length is None or length.turns is None or more is not None or timed_at is not None:
        return 0
    return length.dice if sheet.turns == 2 * length.turns else 0


def ended(sheet: Tally, *, timed_at: int | None, more: bool | None) -> ClauseId | None:
    """By its length, or by time once both have played the same number of turns [ST-GAM-8, ST-ORG-7]."""
    if timed_at is not None and sheet.turns % 2 == 0:
        return ClauseId("ST-ORG-7")
    length = sheet.scenario.length
    if length is None or length.turns is None:
        return None
    done = sheet.turns >= 2 * (length.turns + (1 if more else 0))
    return length.clause if done and not dice_for_length(sheet, timed_at=timed_at, more=more) else None


def end_clause(kind: Ended) -> ClauseId:
    """The clause by which a game ends against one side."""
    return ClauseId("ST-LOSS-1" if kind == "sudden_loss" else "ST-LOSS-8")


def is_counted(sheet: Tally, *, decided: bool) -> bool:
    """Whether something is left to count: not after a sudden loss [ST-LOSS-3]."""
    return not decided and counts_at_end(sheet.scenario, sheet.options)


def counts_at_end(scenario: Scenario, options: MatchOptions) -> bool:
    """Whether massacre points, or dice lost since the last scoring, are counted after the last turn."""
    return scenario.counts_massacre or (scenario.lost_dice is not None and options.lost_dice_scoring == "once")


def outcome(sheet: Tally, stated: Win | None, ending: Ending | None, left: Armies | None) -> MatchOutcome:  # noqa: ARG001  # one shape
    """The end that was stated, or the points with those of the end."""
    if stated is not None:
        return MatchOutcome(win=sheet.win or stated)
    final = finish(sheet, ending or Ending())
    assert isinstance(final, Tally)
    return MatchOutcome(lines=final.lines[len(sheet.lines) :], win=final.win)


def examples(sheet: Tally) -> Iterator[Facts]:
    """Some things the sheet could say of the turn under way."""
    (side, turn), scoring = sheet.next_turn, sheet.scenario.scoring
    markers = tuple(marker.id for marker in sheet.scenario.of_kind(ElementKind.MARKER))
    dice = 3 if sheet.scenario.lost_dice else None
    yield Facts(by=side, turn=turn, dice=dice)
    match scoring:
        case Held():
            yield Facts(by=side, turn=turn, claimed=markers[:1])
        case Presence():
            yield Facts(by=side, turn=turn, near=dict.fromkeys(markers, 2))
        case Control():
            yield Facts(by=side, turn=turn, controlled=markers[:2], dice=dice)
        case _:
            return
