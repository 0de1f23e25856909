"""Questions about terror and tactics."""

from __future__ import annotations

import msgspec

from heraut.ask.question import Answer, Question
from heraut.ask.skirmish.parts import MOST, Input, PartRow, because, faults, rows, why, within
from heraut.kernel import Fact, Refusal
from heraut.skirmish.model import level
from heraut.skirmish.refusal import refuse
from heraut.skirmish.settings import Cancel, Rounding
from heraut.skirmish.sums import cancel, check_circumstances, score, tactics_aims
from heraut.skirmish.tables import displays, number


class Shown(Input, frozen=True, kw_only=True):
    """A display and its success level; 0 if it failed."""

    display: str
    level: int = 1


class TerrorInput(Input, frozen=True, kw_only=True):
    """All that a side frightens with, and how many it faces."""

    displays: tuple[Shown, ...] = ()
    heads: int = 0
    unclothed: int = 0
    opponents: int
    rounding: Rounding = Rounding.DOWN


class TerrorOutput(msgspec.Struct, frozen=True):
    """Points of the side, its score, the difficulty its opponents' courage must reach."""

    points: int
    score: int
    difficulty: int


def _terror(asked: TerrorInput) -> Answer[TerrorOutput] | Refusal:
    if (wrong := next((one.display for one in asked.displays if one.display not in displays()), None)) is not None:
        return refuse("SK-TER-1", "no-such-display", wrong)
    if refusal := faults(
        within("opponents", asked.opponents, 1, MOST, "SK-TER-4"),
        within("heads", asked.heads, 0, MOST, "SK-TER-3"),
        within("unclothed", asked.unclothed, 0, MOST, "SK-TER-3"),
        within("displays", len(asked.displays), 0, MOST, "SK-TER-2"),
        *(within("level", one.level, 0, MOST, "SK-TER-1") for one in asked.displays[:MOST]),
    ):
        return refusal
    shown = sum(displays()[one.display].points * one.level for one in asked.displays)
    points = shown + asked.heads + asked.unclothed
    terror = score(points, asked.opponents, asked.rounding)
    facts: dict[str, Fact] = {"points": points, "opponents": asked.opponents, "score": terror}
    output = TerrorOutput(points, terror, number("terror-base") + terror)
    return Answer(output, (why("SK-TER-4", "terror", facts),))


TERROR = Question("skirmish.terror", "How frightening is a side?", TerrorInput, TerrorOutput, _terror)


class TacticsInput(Input, frozen=True, kw_only=True):
    """Circumstances of a tactical change; with a total, what it brings against the enemy's bonus."""

    circumstances: tuple[str, ...] = ()
    plan: int = 0
    total: int | None = None
    enemy_bonus: int = 0
    tactics_cancel: Cancel = Cancel.POINT_FOR_POINT


class TacticsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """The difficulty in its parts; the bonus won and what is left of the enemy's, if the roll was made."""

    difficulty: int
    parts: tuple[PartRow, ...]
    success: bool | None = None
    bonus: int | None = None
    enemy_bonus: int | None = None


def _tactics(asked: TacticsInput) -> Answer[TacticsOutput] | Refusal:
    if refusal := check_circumstances(asked.circumstances, asked.plan) or faults(
        within("total", asked.total or 0, -MOST, MOST, "SK-CMD-14"),
        within("enemy_bonus", asked.enemy_bonus, 0, MOST, "SK-CMD-18"),
    ):
        return refusal
    parts = tactics_aims(asked.circumstances, asked.plan)
    difficulty = sum(part.flat for part in parts)
    if asked.total is None:
        return Answer(TacticsOutput(difficulty, rows(parts)), because(parts))
    won = asked.total >= difficulty
    left, bonus = asked.enemy_bonus, 0
    if won:
        left, bonus = cancel(level(asked.total - difficulty), asked.enemy_bonus, asked.tactics_cancel)
    return Answer(TacticsOutput(difficulty, rows(parts), won, bonus, left), because(parts))


TACTICS = Question(
    "skirmish.tactics", "How hard is a tactical change, and what does it bring?", TacticsInput, TacticsOutput, _tactics
)
