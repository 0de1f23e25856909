"""The state of a match: a union of its phases over what they share; what may be said in each, the dice that are due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

import msgspec

from heraut.battle.ledger import Rolled
from heraut.kernel.engine import ImpossibleEvent, Outcome
from heraut.kernel.message import Awaited, Chance, Command
from heraut.kernel.names import FATE, OFFICIALS, ClauseId, Instant, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.scenario import saga
from heraut.scenario.armies import Armies, MatchOutcome
from heraut.scenario.definition import DrawStep, Property, Scenario, Size
from heraut.scenario.facts import SIDES, Facts, FieldedEntry, ScoringUnit, Side, joined, turn_at
from heraut.scenario.library import Layout
from heraut.scenario.scoring import Awards, Capped
from heraut.scenario.settings import MatchOptions, Settings
from heraut.scenario.sheet import Ending, Score, Tally, Win, WinKind, remembering
from heraut.scenario.tally import Rules, rules_of
from heraut.scenario.terrain import Piece, PlacedMarker

Edge = Literal["near", "far"]


class ChosenPiece(msgspec.Struct, frozen=True):
    """A piece that was chosen and not yet placed."""

    id: str
    side: Side
    kind: str
    size: Size
    properties: tuple[Property, ...] = ()


class MatchClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a match of no event: since when it runs, seconds it stood still, and since when it stands."""

    started: Instant
    stood: int = 0
    paused: Instant | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """What all phases share."""

    settings: Settings
    scenario: Scenario
    first: Seat | None = None
    roll_winner: Seat | None = None
    edges: Mapping[Seat, Edge] = field(default_factory=dict)
    rolls: tuple[Rolled, ...] = ()
    """The luck ledger: dice rolled at the table, in order."""
    left: Mapping[int, int] = field(default_factory=dict)
    fallen: tuple[int, ...] = ()
    """What is left of the units of the bands, and the lords who are dead."""
    clock: MatchClock | None = None

    @property
    def options(self) -> MatchOptions:
        """The event's options."""
        return self.settings.options

    @property
    def rules(self) -> Rules:
        """The rules of the scenario's source."""
        return rules_of(self.scenario)

    @property
    def layout(self) -> Layout:
        """Where everything of the scenario is, at the event's sizes."""
        return Layout(self.scenario, self.options.marker_mm)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The two players, in the order of the settings."""
        return tuple(self.settings.players)

    def opponent(self, seat: Seat) -> Seat:
        """The other player."""
        one, two = self.players
        return two if seat == one else one

    def seat(self, side: Side) -> Seat:
        """Who plays that side; roles must be settled."""
        assert self.first is not None
        return self.first if side is Side.FIRST else self.opponent(self.first)

    def side(self, seat: Seat | None) -> Side | None:
        """Which side a player plays, once roles are settled."""
        if self.first is None or seat not in self.players:
            return None
        return Side.FIRST if seat == self.first else Side.SECOND


@dataclass(frozen=True, slots=True)
class Tabletop:
    """What lies on the table, and what is on its way there."""

    chosen: tuple[ChosenPiece, ...] = ()
    lost: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    markers: tuple[PlacedMarker, ...] = ()
    mustered: Mapping[Side, int] = field(default_factory=dict)
    deployed: Mapping[Side, int] = field(default_factory=dict)
    dice: Mapping[Side, int] = field(default_factory=dict)
    first_flag: str | None = None

    def waiting(self, side: Side | None = None) -> tuple[ChosenPiece, ...]:
        """Pieces chosen, not placed and not lost."""
        placed = {piece.id for piece in self.pieces}
        return tuple(
            piece
            for piece in self.chosen
            if piece.id not in placed and piece.id not in self.lost and side in (None, piece.side)
        )

    def of(self, side: Side) -> tuple[ChosenPiece, ...]:
        """Every piece the side chose."""
        return tuple(piece for piece in self.chosen if piece.side is side)


@dataclass(frozen=True, slots=True)
class RollingOff:
    """Roles are not settled yet."""

    game: Match


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The steps of the set-up."""

    game: Match
    ground: Tabletop
    step: int = 0
    acted: bool = False
    """A step with one optional act has had it, or was ended."""
    ready: tuple[Seat, ...] = ()
    """Who has said that the table is ready, where both must."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """Facts of a turn that another keeper has otherwise, and where everyone stood if that is what they entered."""

    seat: Seat
    facts: Facts
    units: tuple[ScoringUnit, ...] = ()
    entries: tuple[FieldedEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnSheet:
    """The sheet: turns on it, the score they give, the turn under way, and what is disputed."""

    sheet: Tally
    begun: Score
    """The score before the first turn, and what was drawn by lot since."""
    turns: tuple[Facts, ...] = ()
    keepers: tuple[Seat, ...] = ()
    """Who wrote each turn."""
    units: tuple[ScoringUnit, ...] = ()
    entries: tuple[FieldedEntry, ...] = ()
    """Where everyone stood when that was last entered."""
    during: Facts | None = None
    """What happened in the turn under way."""
    at_once: Tally | None = None
    """The sheet with what counts at once in that turn, if anything was lost in it."""
    charge: tuple[str, int] | None = None
    """A marker hit so many times whose defence dice are due."""
    disputes: Mapping[int, Dispute] = field(default_factory=dict)
    """By the place of the turn in the game."""
    more: bool | None = None
    """Whether there is a sixth turn, once it has been rolled for."""
    timed_at: int | None = None
    """How many turns had ended when time was called."""
    swept: tuple[str, ...] | None = None
    ending: Ending | None = None
    armies: Armies | None = None
    before_end: Tally | None = None
    """The sheet before the turn that the end of the game broke off, if anything counted in it."""
    unset: int | None = None
    """The step of the set-up at which the game was given up."""
    bonuses: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """What the players have earned of the event's bonuses [ST-PTS-11]."""

    def standing(self, units: tuple[ScoringUnit, ...], entries: tuple[FieldedEntry, ...]) -> TurnSheet:
        """The same with everyone there, if that was entered."""
        return replace(self, units=units or self.units, entries=entries or self.entries)

    @property
    def is_turn_begun(self) -> bool:
        """Whether something has happened in the turn under way, as far as the sheet knows."""
        return self.during is not None or self.charge is not None

    def under_way(self) -> Facts:
        """The facts of the turn under way, so far."""
        return self.during or self.now()

    def now(self, **facts: Any) -> Facts:
        """These facts and no others, in the turn under way."""
        side, turn = self.sheet.next_turn
        return Facts(by=side, turn=turn, **facts)

    def with_during(self, facts: Facts) -> TurnSheet:
        """The same with something more in the turn under way."""
        return replace(self, during=joined(self.under_way(), facts))


def first_sheet(game: Match, score: Score) -> Tally:
    """The sheet before the first turn."""
    return remembering(Tally(scenario=game.scenario, options=game.options), score, ())


def first_play(game: Match, score: Score) -> TurnSheet:
    """The play before the first turn."""
    return TurnSheet(first_sheet(game, score), score)


@dataclass(frozen=True, slots=True)
class PlayingTurns:
    """Turns are being played."""

    game: Match
    ground: Tabletop
    play: TurnSheet


@dataclass(frozen=True, slots=True)
class Stop:
    """Why there are no more turns, and who won by that, if anybody did."""

    clause: ClauseId
    kind: WinKind | None = None
    side: Side | None = None

    @property
    def win(self) -> Win | None:
        """The victory that ended the game."""
        return None if self.kind is None or self.side is None else Win(self.side, self.kind, self.clause)


@dataclass(frozen=True, slots=True)
class Counting:
    """Play has ended; massacre points or armies are counted."""

    game: Match
    ground: Tabletop
    play: TurnSheet
    stop: Stop


@dataclass(frozen=True, slots=True)
class Signing:
    """The result stands and waits for both signatures."""

    game: Match
    ground: Tabletop
    play: TurnSheet
    stop: Stop
    outcome: MatchOutcome
    signed: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    settled: bool = False


State = RollingOff | SettingUp | PlayingTurns | Counting | Signing
Over = Counting | Signing
"""The phases after the last turn."""


SIX = 6

P = TypeVar("P", bound=State)
Q = TypeVar("Q", bound=State)
M = TypeVar("M")


def during(
    phase: type[P], rule: Callable[[P | Q, M], Outcome], *, or_in: type[Q] | None = None
) -> Callable[[State, M], Outcome]:
    """The rule of a command that belongs to one phase, or to two."""

    def judge(state: State, command: M) -> Outcome:
        return rule(state, command) if isinstance(state, (phase, or_in or phase)) else wrong_phase(state)

    return judge


def in_turn(rule: Callable[[PlayingTurns, M], Outcome]) -> Callable[[State, M], Outcome]:
    """The rule of a command that belongs to the turn under way, unless dice are due first."""

    def judge(state: PlayingTurns, command: M) -> Outcome:
        return rule(state, command) if turn_dice(state) is None else wrong_phase(state)

    return during(PlayingTurns, judge)


def only(
    phase: type[P], change: Callable[[P | Q, M], State], *, or_in: type[Q] | None = None
) -> Callable[[State, M], State]:
    """What an event changes that can happen in one phase only, or in two."""

    def apply(state: State, event: M) -> State:
        if not isinstance(state, (phase, or_in or phase)):
            raise ImpossibleEvent(state, event)
        return change(state, event)

    return apply


def trying(
    phase: type[P], tries: Callable[[P | Q, Seat], Iterable[Command]], *, or_in: type[Q] | None = None
) -> Callable[[State, Seat], Iterable[Command]]:
    """What somebody could try in one phase only, or in two."""

    def listed(state: State, seat: Seat) -> Iterable[Command]:
        return tries(state, seat) if isinstance(state, (phase, or_in or phase)) else ()

    return listed


def is_closed(state: State, seat: Seat) -> bool:
    """A settled sheet only officials change; both then sign again."""
    return isinstance(state, Signing) and state.settled and seat not in OFFICIALS


def wrong_phase(state: State) -> Refusal:
    """Not now: what the match is about instead."""
    match state:
        case RollingOff():
            return house(HouseCode.WRONG_PHASE, "match-roles")
        case SettingUp(game=game, step=step):
            return house(HouseCode.WRONG_PHASE, f"step-{game.scenario.setup[step].clause}")
        case PlayingTurns():
            return house(HouseCode.WRONG_PHASE, "match-turn" if turn_dice(state) is None else "match-dice")
        case Signing(settled=True):
            return Refusal(state.game.rules.AGREE, "sheet-settled")
        case Signing():
            return house(HouseCode.WRONG_PHASE, "match-sign")
        case _:
            return house(HouseCode.WRONG_PHASE, "match-count")


def dice_due(state: State) -> Awaited | None:
    """The dice that are due, if any: first whose they are, then the opponent, who may type them as keeper."""
    match state:
        case RollingOff(game) if game.roll_winner is None:
            return _due("match-roll", game.rules.ROLL[0], (SIX, SIX), game.players)
        case SettingUp(game, step=step) if isinstance(now := game.scenario.setup[step], DrawStep):
            return _due("match-draw", now.clause, (len(now.among),), game.players)
        case PlayingTurns():
            return turn_dice(state)
        case _:
            return None


def _due(code: str, clause: ClauseId, sides: tuple[int, ...], rollers: tuple[Seat, ...]) -> Awaited:
    return Awaited(FATE, code, clause, chance=Chance(sides, roller=rollers))


def turn_dice(state: PlayingTurns) -> Awaited | None:
    """The dice due before the turn under way goes on."""
    return _defence_dice(state) or _length_dice(state) or _removal_draw(state)


def _defence_dice(state: PlayingTurns) -> Awaited | None:
    """The defence dice of a marker: twice the hits it took [ST-DES-18]."""
    scoring = state.game.scenario.scoring
    if state.play.charge is None or not isinstance(scoring, Capped):
        return None
    side, _ = state.play.sheet.next_turn
    dice = state.play.charge[1] * scoring.defence_dice_per_hit
    rollers = (state.game.seat(side.other), state.game.seat(side))
    return _due("match-defence", ClauseId("ST-DES-18"), (SIX,) * dice, rollers)


def _length_dice(state: PlayingTurns) -> Awaited | None:
    """The dice for a sixth turn [ST-GAM-9]."""
    play = state.play
    dice = saga.dice_for_length(play.sheet, timed_at=play.timed_at, more=play.more)
    rollers = tuple(state.game.seat(side) for side in SIDES)
    return _due("match-length", ClauseId("ST-GAM-9"), (SIX,) * dice, rollers) if dice else None


def _removal_draw(state: PlayingTurns) -> Awaited | None:
    """The lot for the flag that leaves the table [SR-S07-2]."""
    scoring, play = state.game.scenario.scoring, state.play
    if not isinstance(scoring, Awards) or scoring.removal is None or play.begun.removed is not None:
        return None
    due = play.sheet.turns > 0 and turn_at(play.sheet.turns) == (scoring.removal.after, scoring.removal.turn)
    among = len(scoring.removal.among)
    return _due("match-removal", ClauseId("SR-S07-2"), (among,), state.game.players) if due else None
