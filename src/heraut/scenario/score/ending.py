"""The end of a SAGA game: massacre points as the scenario takes them, the last dice lost, and the winner."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel import ClauseId, Refusal
from heraut.scenario.facts import Facts
from heraut.scenario.score.saga import enemy_markers, pay_dice
from heraut.scenario.score.sheet import Ending, Tally, Win, WinKind
from heraut.scenario.scoring import Awards, Capped, Control, MassacreOnly, Presence
from heraut.scenario.sides import SIDES, Side


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
    last = Facts(by=Side.SECOND, turn=max(1, sheet.turns // 2))
    match scoring:
        case Capped():
            return _capped(sheet, scoring, side, massacre, last)
        case Presence(massacre="added") | Control(massacre="added") | MassacreOnly():
            return sheet.score(last, side, massacre, ClauseId("ST-PTS-8"), "massacre-added", massacre=massacre)
        case _:
            return sheet


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
    scoring = sheet.scenario.scoring
    if not isinstance(scoring, Control) or scoring.lost_dice is None or sheet.options.lost_dice_scoring != "once":
        return sheet
    for side in SIDES:
        now = ending.dice.get(side.other)
        if now is not None and side.other in sheet.dice:
            last = Facts(by=Side.SECOND, turn=max(1, sheet.turns // 2), dice=now)
            sheet = pay_dice(sheet, last, scoring.lost_dice, side, scoring.lost_dice.end_clause)
    return sheet
