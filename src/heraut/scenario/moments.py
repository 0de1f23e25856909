"""The turns whose end scores: known from the scenario alone."""

from __future__ import annotations

from heraut.scenario.data import Scenario
from heraut.scenario.score import steamroller
from heraut.scenario.scoring import Awards, Window
from heraut.scenario.sides import SIDES, Side

WRITTEN_TURNS = 7
"""How many turns a sheet of paper has room for, where only victory or time ends a game."""


def scores_at(scenario: Scenario, by: Side, turn: int) -> bool:
    """Whether the end of that turn can score."""
    if isinstance(scenario.scoring, Awards):
        return steamroller.scores_at(2 * (turn - 1) + (1 if by is Side.FIRST else 2))
    window: Window | None = getattr(scenario.scoring, "window", None)
    return window is not None and window.has(by, turn)


def last_turn(scenario: Scenario) -> int | None:
    """The last turn a game may have, one that is diced for included; None where nothing limits it."""
    length = scenario.length
    return None if length is None or length.turns is None else length.turns + (1 if length.dice else 0)


def scoring_turns(scenario: Scenario) -> tuple[int, ...]:
    """The turns in which either side may score, as a score sheet on paper lists them [ST-MAT-5]."""
    turns = range(1, (last_turn(scenario) or WRITTEN_TURNS) + 1)
    return tuple(turn for turn in turns if any(scores_at(scenario, side, turn) for side in SIDES))
