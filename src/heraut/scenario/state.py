"""The state of a match: a union of its phases over what they share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import msgspec

from heraut.battle.ledger import Rolled
from heraut.kernel import Audience, ClauseId, Event, Instant, Seat
from heraut.scenario.armies import Armies, MatchOutcome
from heraut.scenario.definition import Property, Scenario, Size
from heraut.scenario.facts import Entry, Facts, Side, Unit, joined
from heraut.scenario.settings import Options, Settings
from heraut.scenario.sheet import Ending, Score, Tally, Win, WinKind, remembering
from heraut.scenario.terrain import Piece, PlacedMarker

Edge = Literal["near", "far"]


class Public(Event, frozen=True):
    """An event of a match: everything on a table is public."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


class ChosenPiece(msgspec.Struct, frozen=True):
    """A piece that was chosen and not yet placed."""

    id: str
    side: Side
    kind: str
    size: Size
    properties: tuple[Property, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a match of no event: since when it runs, seconds it stood still, and since when it stands."""

    started: Instant
    stood: int = 0
    paused: Instant | None = None


@dataclass(frozen=True, slots=True)
class Game:
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
    clock: Clock | None = None

    @property
    def options(self) -> Options:
        """The event's options."""
        return self.settings.options

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
class Ground:
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

    game: Game


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The steps of the set-up."""

    game: Game
    ground: Ground
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
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """The sheet: turns on it, the score they give, the turn under way, and what is disputed."""

    sheet: Tally
    begun: Score
    """The score before the first turn, and what was drawn by lot since."""
    turns: tuple[Facts, ...] = ()
    keepers: tuple[Seat, ...] = ()
    """Who wrote each turn."""
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()
    """Where everyone stood when that was last entered."""
    during: Facts | None = None
    """What happened in the turn under way."""
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

    def standing(self, units: tuple[Unit, ...], entries: tuple[Entry, ...]) -> Play:
        """The same with everyone there, if that was entered."""
        return replace(self, units=units or self.units, entries=entries or self.entries)

    def under_way(self) -> Facts:
        """The facts of the turn under way, so far."""
        side, turn = self.sheet.next_turn
        return self.during or Facts(by=side, turn=turn)

    def with_during(self, facts: Facts) -> Play:
        """The same with something more in the turn under way."""
        return replace(self, during=joined(self.under_way(), facts))


def first_sheet(game: Game, score: Score) -> Tally:
    """The sheet before the first turn."""
    return remembering(Tally(scenario=game.scenario, options=game.options), score)


def first_play(game: Game, score: Score) -> Play:
    """The play before the first turn."""
    return Play(first_sheet(game, score), score)


@dataclass(frozen=True, slots=True)
class Playing:
    """Turns are being played."""

    game: Game
    ground: Ground
    play: Play


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

    game: Game
    ground: Ground
    play: Play
    stop: Stop


@dataclass(frozen=True, slots=True)
class Signing:
    """The result stands and waits for both signatures."""

    game: Game
    ground: Ground
    play: Play
    stop: Stop
    outcome: MatchOutcome
    signed: Mapping[Seat, tuple[int, int]] = field(default_factory=dict)
    settled: bool = False


State = RollingOff | SettingUp | Playing | Counting | Signing
