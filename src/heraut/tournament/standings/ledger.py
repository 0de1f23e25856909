"""What standings are made of: entrants and games, in exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from math import lcm

import msgspec

from heraut.kernel.codec import whole_or_exact
from heraut.kernel.names import ClauseId, Seat
from heraut.rulesets.tables import rows

Number = int | Fraction


class Standing(StrEnum):
    """How an entrant counts."""

    ACTIVE = "active"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"
    SPARE = "spare"


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    A player, with the draw number [ST-PAIR-2] and the TP taken by penalties [ST-PTS-10].

    A dropped player keeps points and rank; a disqualified one has no place [SR-RANK-7]; a spare player is left out of
    the standings [ST-PAIR-9]. The points of all of them count for those they met.
    """

    id: Seat
    number: int = 0
    penalty: Number = 0
    standing: Standing = Standing.ACTIVE


class GameSide(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One player's side of a game.

    `points` are tournament points, bonuses included; `victory_points` serve SAGA, the rest Steamroller.
    """

    seat: Seat
    points: Number = 0
    victory_points: int = 0
    control_points: int = 0
    destroyed: int = 0
    surviving: int = 0


class FinishedGame(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    A finished game, or a bye when there is no second side.

    `winner` is None for a draw and for a bye that counts as no win; `kind` says how it was won [SR-SHEET-7].
    """

    round: int
    first: GameSide
    second: GameSide | None = None
    winner: Seat | None = None
    kind: str | None = None


class Tiebreak(StrEnum):
    """A criterion; the greater value stands first."""

    WINS = "wins"
    POINTS = "points"
    RESISTANCE = "resistance"
    VP_DIFFERENCE = "vp_difference"
    STRENGTH_OF_OPPONENTS = "strength_of_opponents"
    CONTROL_POINTS = "control_points"
    DESTROYED = "destroyed"
    SURVIVING = "surviving"
    SCENARIO_WINS = "scenario_wins"
    ASSASSINATIONS = "assassinations"


class Tie(StrEnum):
    """What happens to players equal on every criterion."""

    LOT = "lot"
    """The draw number decides, and the standings say so [ST-RNK-7]."""
    SHARED = "shared"
    """They share the place, and the next place is skipped [SR-RANK-4]."""


class ByeResistance(StrEnum):
    """What a bye adds to Resistance [ST-RNK-6]."""

    MEAN = "mean"
    ZERO = "zero"


class Ranking(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an event ranks its players."""

    criteria: tuple[Tiebreak, ...]
    clause: ClauseId
    tie: Tie = Tie.LOT
    bye_resistance: ByeResistance = ByeResistance.MEAN
    dropped_ranked: bool = True
    tied: ClauseId | None = None
    """By which those level on every criterion have their places; None: by the same clause."""


class _Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clause: ClauseId
    format: str
    criteria: tuple[Tiebreak, ...]
    variant: str | None = None
    dropped_ranked: bool = True


_TIES = {"saga": (Tie.LOT, ClauseId("ST-RNK-7")), "steamroller": (Tie.SHARED, ClauseId("SR-RANK-4"))}


def ranking_of(format: str, variant: str | None = None, otherwise: str | None = None) -> Ranking:
    """
    The sheet's own ranking, or a variant's: Steamroller's family 7 [SR-VRANK-2], SAGA before a ranking round.

    An edition that does not have the variant ranks as `otherwise` says.
    """
    orders = {(row.format, row.variant): row for row in rows("ranking", "orders", "order", _Order)}
    order = orders.get((format, variant)) or orders[format, otherwise]
    tie, tied = _TIES[format]
    return Ranking(order.criteria, order.clause, tie, dropped_ranked=order.dropped_ranked, tied=tied)


def below_final_tables(own: Ranking) -> Ranking:
    """The order of those whom no place is kept for, in an event ranked like this [SR-VRANK-8]."""
    order = ranking_of("steamroller", "below_final_tables", "final_tables")
    return msgspec.structs.replace(order, tie=own.tie, dropped_ranked=own.dropped_ranked)


def reordered(ranking: Ranking, criteria: tuple[Tiebreak, ...]) -> Ranking:
    """The organiser's own order; draw number always comes last [ST-RNK-17]."""
    return msgspec.structs.replace(ranking, criteria=criteria, clause=ClauseId("ST-RNK-17"))


Column = list[int]

_COUNTED: dict[Tiebreak, Callable[[FinishedGame, GameSide, GameSide | None], int]] = {
    Tiebreak.WINS: lambda game, own, _: int(game.winner == own.seat),
    Tiebreak.VP_DIFFERENCE: lambda _, own, other: own.victory_points - other.victory_points if other else 0,
    Tiebreak.CONTROL_POINTS: lambda _, own, __: own.control_points,
    Tiebreak.DESTROYED: lambda _, own, __: own.destroyed,
    Tiebreak.SURVIVING: lambda _, own, __: own.surviving,
    Tiebreak.SCENARIO_WINS: lambda game, own, _: int(game.winner == own.seat and game.kind == "scenario"),
    Tiebreak.ASSASSINATIONS: lambda game, own, _: int(game.winner == own.seat and game.kind == "assassination"),
}
"""What one game adds to each criterion that is a plain sum."""


class Ledger(msgspec.Struct, frozen=True):
    """
    Columns by player, in the order of the entrants. A correction copies the columns and leaves this ledger as it was.

    `gross` are points before penalties, times `scale`; `met[i]` are the opponents of i, once per game.
    """

    ranking: Ranking
    entrants: tuple[Entrant, ...]
    place: dict[Seat, int]
    scale: int
    gross: Column
    sums: dict[Tiebreak, Column]
    met: list[tuple[int, ...]]
    byes: Column

    @staticmethod
    def of(entrants: Sequence[Entrant], games: Iterable[FinishedGame], ranking: Ranking) -> Ledger:
        """The ledger of these games."""
        games = list(games)
        n = len(entrants)
        counted = {Tiebreak.WINS, *ranking.criteria} & _COUNTED.keys()  # pairing asks for wins whatever the ranking
        sums = {criterion: [0] * n for criterion in counted}
        place = {entrant.id: i for i, entrant in enumerate(entrants)}
        blank = Ledger(ranking, tuple(entrants), place, _scale(games), [0] * n, sums, [()] * n, [0] * n)
        for game in games:
            blank._enter(game, 1)
        return blank

    def corrected(self, old: FinishedGame | None, new: FinishedGame | None) -> tuple[Ledger, frozenset[int]]:
        """The ledger with one game taken out and one put in, and the players whose row that may change."""
        changed = [game for game in (old, new) if game is not None]
        copy = self._rescaled(lcm(self.scale, _scale(changed)))
        for game, sign in ((old, -1), (new, 1)):
            if game is not None:
                copy._enter(game, sign)
        players = {self.place[side.seat] for game in changed for side in (game.first, game.second) if side}
        neighbours = {other for player in players for other in (*self.met[player], *copy.met[player])}
        return copy, frozenset(players | neighbours)

    def _rescaled(self, scale: int) -> Ledger:
        factor = scale // self.scale
        return msgspec.structs.replace(
            self,
            scale=scale,
            gross=[points * factor for points in self.gross],
            sums={criterion: column.copy() for criterion, column in self.sums.items()},
            met=self.met.copy(),
            byes=self.byes.copy(),
        )

    def _enter(self, game: FinishedGame, sign: int) -> None:
        """Add a game, or take it out; only ever on a ledger nobody has seen yet."""
        first, second = game.first, game.second
        i = self.place[first.seat]
        self._side(game, i, first, second, sign)
        if second is None:
            self.byes[i] += sign
            return
        j = self.place[second.seat]
        self._side(game, j, second, first, sign)
        self.met[i] = _with(self.met[i], j, sign)
        self.met[j] = _with(self.met[j], i, sign)

    def _side(self, game: FinishedGame, i: int, own: GameSide, other: GameSide | None, sign: int) -> None:
        self.gross[i] += sign * own.points.numerator * (self.scale // own.points.denominator)
        for criterion, column in self.sums.items():
            column[i] += sign * _COUNTED[criterion](game, own, other)

    def rows(self, players: Sequence[int]) -> list[tuple[Number, ...]]:
        """The values of these players in the order of the criteria; points and what is made of them times `scale`."""
        columns = [self._column(criterion, players) for criterion in self.ranking.criteria]
        return list(zip(*columns, strict=True)) if columns else [()] * len(players)

    def _column(self, criterion: Tiebreak, players: Sequence[int]) -> Sequence[Number]:
        if criterion in _COUNTED:
            sums = self.sums[criterion]
            return [sums[i] for i in players]
        if criterion is Tiebreak.POINTS:
            return [self._points(i) for i in players]
        gross = self.gross
        met = [sum([gross[other] for other in self.met[i]]) for i in players]
        if criterion is Tiebreak.STRENGTH_OF_OPPONENTS:
            return met
        return [
            total + self._bye_resistance(i, total) if self.byes[i] else total
            for i, total in zip(players, met, strict=True)
        ]

    def column(self, criterion: Tiebreak) -> Sequence[Number]:
        """Everybody's values of a criterion as people know them."""
        values = self._column(criterion, range(len(self.entrants)))
        return values if criterion in _COUNTED else [self._unscaled(value) for value in values]

    def known(self, rows: Sequence[tuple[Number, ...]]) -> Sequence[tuple[Number, ...]]:
        """Rows of this ledger as people know them."""
        if self.scale == 1:
            return rows
        plain = [criterion in _COUNTED for criterion in self.ranking.criteria]
        return [
            tuple([value if as_is else self._unscaled(value) for value, as_is in zip(row, plain, strict=True)])
            for row in rows
        ]

    def _unscaled(self, value: Number) -> Number:
        """A value without the scale; whole numbers are integers."""
        whole, rest = divmod(value, self.scale)
        return Fraction(value, self.scale) if rest else whole

    def _points(self, i: int) -> Number:
        """Never below 0 after penalties, which the opponents do not feel [ST-PTS-10]."""
        penalty = self.entrants[i].penalty
        return max(0, self.gross[i] - penalty * self.scale) if penalty else self.gross[i]

    def _bye_resistance(self, i: int, met: int) -> Number:
        """Each bye adds the mean of the real opponents' points, or nothing [ST-RNK-6]."""
        if self.ranking.bye_resistance is ByeResistance.ZERO or not self.met[i]:
            return 0
        return whole_or_exact(Fraction(met * self.byes[i], len(self.met[i])))


def _scale(games: Iterable[FinishedGame]) -> int:
    denominators = {side.points.denominator for game in games for side in (game.first, game.second) if side}
    return lcm(*denominators)


def _with(met: tuple[int, ...], other: int, sign: int) -> tuple[int, ...]:
    if sign > 0:
        return (*met, other)
    place = met.index(other)
    return met[:place] + met[place + 1 :]
