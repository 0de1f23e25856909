"""What one sees of a match: everything, for everything lies on the table."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.battle.ledger import Luck, Rolled, luck
from heraut.kernel.names import ClauseId, Seat
from heraut.scenario.armies import Armies, ArmyCount
from heraut.scenario.definition import Step
from heraut.scenario.facts import SIDES, Facts, FieldedEntry, ScoringUnit, Side, turn_at
from heraut.scenario.records import BandLeft, bands_left
from heraut.scenario.sheet import ScoreLine, Tally
from heraut.scenario.signing import MatchResult, final_sheet, result
from heraut.scenario.state import (
    ChosenPiece,
    Counting,
    Edge,
    Match,
    MatchClock,
    PlayingTurns,
    RollingOff,
    SettingUp,
    Signing,
    State,
    Tabletop,
    TurnSheet,
)
from heraut.scenario.tally import last_turn, rules_of, scores_at
from heraut.scenario.terrain import Piece, PlacedMarker


class TurnView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn on the sheet: its facts, who wrote them, and what another keeper has otherwise."""

    by: Side
    turn: int
    facts: Facts
    keeper: Seat
    disputed: Facts | None = None
    disputed_by: Seat | None = None

    @property
    def keepers(self) -> tuple[Seat | None, ...]:
        """Who wrote the turn, and who has it otherwise."""
        return self.keeper, self.disputed_by

    @property
    def corrects_own(self) -> bool:
        """Whether who wrote the turn is who has it otherwise now."""
        return self.disputed_by == self.keeper


class ScoringMoment(msgspec.Struct, frozen=True):
    """The end of a turn that will score."""

    by: Side
    turn: int


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """
    The score sheet: whose turn it is, the points, each line with its reason, what the scenario asks for.

    What is still to be scored: SAGA names the turns (`to_score`), Steamroller the points that win (`goal`). `dice` are
    those the bands generated at first, `used` the elements each side has scored on, `swept` who was near an own edge,
    `noted` what was claimed or destroyed in the turn under way; `units` and `entries` where everyone stood when that
    was last entered.
    """

    by: Side
    turn: int
    points: Mapping[Side, int]
    lines: tuple[ScoreLine, ...]
    asks: tuple[str, ...]
    scores_now: bool
    to_score: tuple[ScoringMoment, ...]
    goal: int
    used: Mapping[Side, tuple[str, ...]]
    dice: Mapping[Side, int]
    swept: tuple[str, ...] | None
    noted: tuple[str, ...]
    held: Mapping[str, Side]
    gone: tuple[str, ...]
    notes: Mapping[Side, int]
    casters: Mapping[Side, int]
    time_called: bool
    turns: tuple[TurnView, ...]
    units: tuple[ScoringUnit, ...] = ()
    entries: tuple[FieldedEntry, ...] = ()


class MatchClockView(MatchClock, frozen=True):
    """The clock with its limit; 0 minutes for none."""

    minutes: int = 0


class MatchView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """
    A match as anybody may see it; `you` is the viewer's side, `kinds` the type of every piece there has been.

    `decided`: play ended with a winner, and no tie-break is needed. `counted` is what people entered of the armies at
    the end, `armies` what that comes to; `ready` are those who have said that the table is.
    """

    scenario: str
    phase: str
    players: Mapping[Seat, str]
    you: Side | None = None
    first: Seat | None = None
    edges: Mapping[Seat, Edge] = {}
    step: Step | None = None
    chosen: tuple[ChosenPiece, ...] = ()
    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()
    lost: tuple[str, ...] = ()
    kinds: Mapping[str, str] = {}
    mustered: Mapping[Side, int] = {}
    deployed: Mapping[Side, int] = {}
    sheet: SheetView | None = None
    reminders: tuple[ClauseId, ...] = ()
    decided: bool = False
    counted: Armies | None = None
    armies: tuple[ArmyCount, ...] = ()
    signed: tuple[Seat, ...] = ()
    differ: tuple[Seat, ...] = ()
    result: MatchResult | None = None
    bonuses: tuple[str, ...] = ()
    """The bonuses the event has."""
    luck: tuple[Luck, ...] = ()
    rolls: tuple[Rolled, ...] = ()
    bands: Mapping[Seat, BandLeft] = {}
    ready: tuple[Seat, ...] = ()
    clock: MatchClockView | None = None

    def seat(self, side: Side) -> Seat:
        """Who plays that side; before the roles are settled, whoever is named first stands for the first player."""
        first = self.first or next(iter(self.players))
        return first if side is Side.FIRST else next(seat for seat in self.players if seat != first)


PHASES = {
    RollingOff: "rolling-off",
    SettingUp: "setting-up",
    PlayingTurns: "playing",
    Counting: "counting",
    Signing: "signing",
}


def view(state: State, viewer: Seat | None) -> MatchView:
    """The match for one viewer."""
    seen, change = _match(state, viewer), msgspec.structs.replace
    match state:
        case RollingOff():
            return seen
        case SettingUp():
            return change(seen, step=state.game.scenario.setup[state.step], ready=state.ready)
        case PlayingTurns(game, _, play):
            return change(seen, sheet=_sheet(play, play.at_once or play.sheet), reminders=game.scenario.reminders)
        case Counting(_, _, play, stop):
            return change(seen, sheet=_sheet(play, play.sheet), decided=stop.kind is not None)
        case Signing():
            return _signed(seen, state)


def _match(state: State, viewer: Seat | None) -> MatchView:
    """What is seen in every phase."""
    game, ground = state.game, Tabletop() if isinstance(state, RollingOff) else state.ground
    return MatchView(
        scenario=game.scenario.id,
        phase="over" if isinstance(state, Signing) and state.settled else PHASES[type(state)],
        players=game.settings.players,
        you=game.side(viewer),
        first=game.first,
        edges=game.edges,
        chosen=ground.waiting(),
        pieces=ground.pieces,
        markers=ground.markers,
        lost=ground.lost,
        kinds={piece.id: piece.kind for piece in ground.chosen} | {piece.id: piece.kind for piece in ground.pieces},
        mustered=ground.mustered,
        deployed=ground.deployed,
        luck=luck(game.rolls),
        rolls=game.rolls,
        bands=bands_left(game),
        clock=_clock(game),
        bonuses=game.settings.bonuses,
    )


def _signed(seen: MatchView, state: Signing) -> MatchView:
    """The sheet with what its end added, the result, and who has signed these points or others."""
    sheet = final_sheet(state)
    points = tuple(sheet.points[side] for side in SIDES)
    return msgspec.structs.replace(
        seen,
        sheet=_sheet(state.play, sheet),
        decided=state.stop.kind is not None,
        counted=state.play.armies,
        armies=state.outcome.armies,
        signed=tuple(seat for seat, theirs in state.signed.items() if theirs == points),
        differ=tuple(seat for seat, theirs in state.signed.items() if theirs != points),
        result=result(state),
    )


def _clock(game: Match) -> MatchClockView | None:
    clock = game.clock
    return None if clock is None else MatchClockView(clock.started, clock.stood, clock.paused, game.settings.minutes)


def _sheet(play: TurnSheet, sheet: Tally) -> SheetView:
    by, turn = play.sheet.next_turn
    return SheetView(
        by=by,
        turn=turn,
        points=sheet.points,
        lines=sheet.lines,
        asks=tuple(sorted(rules_of(play.sheet.scenario).asks(play.sheet))),
        scores_now=scores_at(play.sheet.scenario, by, turn),
        to_score=moments(play.sheet),
        goal=sheet.goal,
        used={side: tuple(dict.fromkeys(id for by, id in sheet.spent if by is side)) for side in SIDES},
        dice=sheet.dice,
        swept=play.swept,
        noted=noted(play.under_way()),
        held=sheet.held,
        gone=tuple(sorted(sheet.gone)),
        notes={side: sum(1 for by, _ in sheet.notes if by is side) for side in SIDES},
        casters=sheet.casters,
        time_called=play.timed_at is not None,
        turns=tuple(_turn(play, index) for index in range(1, len(play.turns) + 1)),
        units=play.units,
        entries=play.entries,
    )


def _turn(play: TurnSheet, index: int) -> TurnView:
    facts, other = play.turns[index - 1], play.disputes.get(index)
    written = TurnView(facts.by, facts.turn, facts, play.keepers[index - 1])
    if other is None:
        return written
    return msgspec.structs.replace(written, disputed=other.facts, disputed_by=other.seat)


def noted(facts: Facts) -> tuple[str, ...]:
    """The markers claimed and what was destroyed so far in the turn."""
    fell = (attack.marker for attack in facts.attacks if attack.destroyed)
    return (*facts.captured, *fell, *(id for ids in facts.destroyed for id in ids))


def moments(sheet: Tally) -> tuple[ScoringMoment, ...]:
    """The turns still to come whose end scores, where the scenario names them; a turn that is diced for included."""
    last = last_turn(sheet.scenario)
    if last is None:
        return ()
    coming = (turn_at(index) for index in range(sheet.turns + 1, 2 * last + 1))
    return tuple(ScoringMoment(side, turn) for side, turn in coming if scores_at(sheet.scenario, side, turn))
