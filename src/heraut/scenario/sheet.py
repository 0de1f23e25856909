"""The score sheet: what the facts of the turns so far amount to."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

import msgspec
from msgspec.structs import asdict, replace

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Fact, Reason
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import SIDES, Facts, Side, turn_at
from heraut.scenario.library import Layout
from heraut.scenario.scoring import Awards
from heraut.scenario.settings import MatchOptions


class WinKind(StrEnum):
    """How a game is won [SR-SHEET-7]; `victory_points` and `sudden_loss` are SAGA's."""

    POINTS = "victory_points"
    SUDDEN_LOSS = "sudden_loss"
    ASSASSINATION = "assassination"
    SCENARIO = "scenario"
    TB1 = "tb1"
    TB2 = "tb2"
    TB3 = "tb3"
    TB4 = "tb4"
    CLOCK = "clock"
    WIPE_OUT = "wipe_out"
    CONCESSION = "concession"
    FORFEIT = "forfeit"


Ended = Literal["concession", "sudden_loss", "forfeit", "clock"]
"""The ends that people state; all others follow from the sheet."""


class Win(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who won, how, and by which clause; `cause` tells a Kill Box assassination from another."""

    side: Side
    kind: WinKind
    clause: ClauseId
    cause: str | None = None

    @property
    def because(self) -> Reason:
        """Why this side has won."""
        return Reason(self.clause, "match-won", {"side": self.side.value, "kind": self.kind.value})


DRAWN = Reason(ClauseId("SR-WIN-13"), "match-drawn")
"""Why nobody has: no condition separates the two."""


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the sheet: points a side got (or not) at the end of a turn, and why."""

    by: Side
    turn: int
    to: Side
    points: int
    because: Reason


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What is counted after the last turn of a SAGA game: massacre points, and the dice the bands generate then."""

    massacre: Mapping[Side, int] = {}
    dice: Mapping[Side, int] = {}


class Score(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """
    What a sheet remembers besides its lines; `turns` counts turns of either player.

    It is stored with the turn that made it, so that nothing is counted again when the match is read.
    """

    turns: int = 0
    held: Mapping[str, Side] = {}
    """Capture: who holds which marker."""
    dice: Mapping[Side, int] = {}
    """Advance: Saga dice each side generated once deployed."""
    paid: Mapping[Side, int] = {}
    """Advance: lost dice each side has been paid for."""
    gone: tuple[str, ...] = ()
    """Markers, flags and objectives that left the table."""
    wrecked: tuple[str, ...] = ()
    """Destruction: objectives destroyed."""
    removed: str | None = None
    """Incursion: the flag drawn to leave the table."""
    notes: tuple[tuple[Side, int], ...] = ()
    """Desecration: failed attacks, by whom and in which turn."""
    spent: tuple[tuple[Side, str], ...] = ()
    """Whose points were scored on which element in this cycle, one by one."""
    goal: int = 0
    """The points that win; a new cycle raises it."""
    lifted: bool = False
    """Revelation: the limits per flag no longer hold."""
    first_flag: str | None = None
    """Revelation: the flag drawn as number 1."""
    opened: int | None = None
    """Revelation: the turn in which flag 1 first scored."""
    casters: Mapping[Side, int] = {}
    win: Win | None = None
    over: bool = False
    """The game has ended, won or to be separated by the tie-break conditions."""


class Tally(Score, frozen=True, kw_only=True):
    """The score sheet under way: its lines, what it remembers, and the rules it is kept by."""

    scenario: Scenario
    options: MatchOptions
    lines: tuple[ScoreLine, ...] = ()

    @property
    def points(self) -> dict[Side, int]:
        """The points of each side: the sum of its lines."""
        return {side: sum(line.points for line in self.lines if line.to is side) for side in SIDES}

    @property
    def memory(self) -> Score:
        """The score alone, to be stored."""
        return Score(**{name: getattr(self, name) for name in Score.__struct_fields__})

    @property
    def layout(self) -> Layout:
        """Where everything of the scenario is, at the event's sizes."""
        return Layout(self.scenario, self.options.marker_mm)

    @property
    def awards(self) -> Awards:
        """The rules of a Steamroller scenario."""
        assert isinstance(self.scenario.scoring, Awards)
        return self.scenario.scoring

    @property
    def next_turn(self) -> tuple[Side, int]:
        """Whose turn is next, and which of theirs."""
        return turn_at(self.turns + 1)

    def score(self, facts: Facts, to: Side, points: int, clause: ClauseId, code: str, **said: Fact) -> Tally:
        """The tally with one more line."""
        reason = Reason(clause, code, {"side": to.value, "points": points, "turn": facts.turn, **said})
        return replace(self, lines=(*self.lines, ScoreLine(facts.by, facts.turn, to, points, reason)))


def remembering(sheet: Tally, score: Score, lines: tuple[ScoreLine, ...]) -> Tally:
    """The sheet with this score and these lines."""
    return replace(sheet, **asdict(score), lines=lines)


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    What is known before the first turn, or drawn by lot early.

    `dice`: Saga dice each side generates once deployed (Advance). `first_flag`: flag 1 (Revelation). `removed`: the
    flag that leaves (Incursion). `casters`: casters each side has in play.
    """

    dice: Mapping[Side, int] = {}
    first_flag: str | None = None
    removed: str | None = None
    casters: Mapping[Side, int] = {}


def begin(scenario: Scenario, options: MatchOptions, start: Start | None = None) -> Tally:
    """The empty sheet."""
    known = start or Start()
    goal = scenario.scoring.victory.points if isinstance(scenario.scoring, Awards) else None
    return Tally(
        scenario=scenario,
        options=options,
        dice=known.dice,
        gone=tuple(element.id for element in scenario.elements if element.later),
        first_flag=known.first_flag,
        removed=known.removed,
        casters={side: known.casters.get(side, 1) for side in SIDES},
        goal=goal or 0,
    )
