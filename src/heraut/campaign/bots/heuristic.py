"""
The heuristic bot: prestige first, then land, then a village; it attacks what it can beat.

Its judgement of a situation serves the bots that look ahead as well. Their model of a battle, where nobody plays it at
a table: a force counts the square of its points. One battle in ten is a draw of all; otherwise the winner is drawn with
these weights. Each unit then comes out whole, halved or gone, and each lord alive or dead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from msgspec.structs import replace

from heraut.campaign.bands import bought, militia, new_band
from heraut.campaign.bids import OrderTies, PlaceBid
from heraut.campaign.board import BandId, BandPlan, Left, LordId, MapBand, MapUnit, TerritoryMuster, UnitId, worth
from heraut.campaign.building import Build, choices, may_resurge
from heraut.campaign.claims import DefendVillage, YieldVillage
from heraut.campaign.combats import FieldForce, strongest
from heraut.campaign.initiative import ties
from heraut.campaign.invasions import DeclineInvasion, Invade, left_for_a_band, place_fault
from heraut.campaign.marches import DeclareMove, PassMoves, Path, moves
from heraut.campaign.musters import Prepare
from heraut.campaign.results import ProposeResult, fielded_units
from heraut.campaign.sequence import answers
from heraut.campaign.state import Combat, Finished, State, Tied
from heraut.campaign.subject import place_of
from heraut.campaign.tables import Points, TerritoryId, cost, numbers, upkeep_rows
from heraut.campaign.upkeep import income, territory_incomes
from heraut.dice import Law
from heraut.kernel.message import Awaited, Command
from heraut.kernel.names import ORGANISER, Seat
from heraut.pseudorandom import Below

DRAWS = Fraction(1, 10)
OUT_OF = 20
PRESTIGE, LAND, RAZE, VICTORY, DEFEAT, WAY, STAY = 12.0, 2.0, 5.0, 4.0, 6.0, 0.8, 0.0
"""What a move may bring: prestige, a power point a turn, a razed village, a battle; and each road from prestige."""
NOISE = 64
WON = 1000.0
FAME = 60.0
"""What a whole set of memory points is worth; a part of it counts less, since it can be forgotten."""
RESTING, AWAY = 0.4, 0.6
"""Troops in a reserve or off the map do not score, but come back."""


class Toll(NamedTuple):
    """What a battle does to one side: units whole, halved or gone, lords killed, out of twenty."""

    whole: int
    halved: int
    fallen: int


WINNER = Toll(whole=14, halved=5, fallen=1)
TIED = Toll(whole=10, halved=8, fallen=2)
LOSER = Toll(whole=8, halved=8, fallen=3)


def odds(points: Mapping[Seat, Points]) -> Law[tuple[Seat, ...]]:
    """The law of the winners: one of them, or all in a draw."""
    squares = {seat: Fraction(value) ** 2 for seat, value in points.items()}
    total = sum(squares.values())
    alone = {(seat,): (1 - DRAWS) * square / total for seat, square in squares.items() if square}
    return Law({**alone, tuple(points): DRAWS})


def strengths(units: Mapping[UnitId, MapUnit], combat: Combat) -> dict[Seat, Points]:
    """The points each participant fields."""
    return {seat: worth(units[id] for id in combat.forces[seat].units) for seat in combat.standing()}


def settle(units: Mapping[UnitId, MapUnit], combat: Combat, seat: Seat, below: Below) -> ProposeResult:
    """A result drawn by the model for the units that fight, proposed by a participant."""
    winners = _drawn(odds(strengths(units, combat)), below)
    left: list[Left] = []
    fallen: list[LordId] = []
    for side in combat.standing():
        toll = LOSER if side not in winners else WINNER if len(winners) == 1 else TIED
        force = combat.forces[side]
        left += [Left(id, _figures(units[id], toll, below)) for id in force.units]
        fallen += [lord for lord in force.lords if below(OUT_OF) < toll.fallen]
    return ProposeResult(seat, territory=combat.territory, winners=winners, left=tuple(left), fallen=tuple(fallen))


def _drawn(law: Law[tuple[Seat, ...]], below: Below) -> tuple[Seat, ...]:
    """One outcome, as likely as the law says: a whole number below the common denominator of its chances."""
    chances = [(outcome, Fraction(weight)) for outcome, weight in law]
    whole = lcm(*(chance.denominator for _, chance in chances))
    roll = below(whole)
    for outcome, chance in chances:
        roll -= int(chance * whole)
        if roll < 0:
            return outcome
    raise AssertionError("the chances of a law add up to one")


def _figures(unit: MapUnit, toll: Toll, below: Below) -> int:
    roll = below(OUT_OF)
    if roll < toll.whole:
        return unit.figures
    return min(1, unit.figures) if roll < toll.whole + toll.halved else 0


def value(state: State, seat: Seat) -> float:
    """What a player has, less what the best of the others has."""
    if isinstance(state.phase, Finished):
        return WON if state.phase.ranking[0].seat == seat else -WON
    own = worth_of(state, seat)
    return own - max(worth_of(state, other) for other in state.game.seats if other != seat)


def worth_of(state: State, seat: Seat) -> float:
    """The final score to be expected, and the fame gathered."""
    game, board = state.game, state.board
    turns_left = game.turns - board.turn
    standing = board.standing(seat)
    resting = sum(float(worth(village.units)) for village in board.villages.values() if village.owner == seat)
    away = sum(float(army.points()) for army in board.armies.values() if army.owner == seat)
    earned = income(game, board, seat) - cost(standing, game.settings.upkeep_rule)
    fame = min(1.0, board.memory.count(seat) / game.prestige_to_win)
    return (
        board.stocks[seat]
        + float(standing)
        + RESTING * resting
        + AWAY * away
        + numbers().village_score * len(board.villages_of(seat))
        + earned * turns_left
        + FAME * fame * fame
    )


def advise(state: State, awaited: Awaited, below: Below) -> Command:
    """A sound answer; chance only breaks near ties."""
    return _ANSWERS.get(awaited.code, _first)(state, awaited, below)


def _first(state: State, awaited: Awaited, _below: Below) -> Command:
    """The answer the rules list first: the nearest village, the suggested units, agreement."""
    return next(answers(state, awaited))


def _bid(state: State, awaited: Awaited, below: Below) -> Command:
    """A little, more often than not: speaking last is worth something."""
    stock = state.board.stocks[awaited.seat]
    return PlaceBid(awaited.seat, amount=min(below(3), stock // 3))


def _ties(state: State, awaited: Awaited, _below: Below) -> Command:
    """Oneself first, then those with least fame."""
    assert isinstance(state.phase, Tied)
    memory = state.board.memory

    def rank(seat: Seat) -> tuple[bool, int]:
        return (seat != awaited.seat, memory.count(seat))

    orders = tuple(tuple(sorted(group, key=rank)) for group in ties(state.phase.groups))
    return OrderTies(awaited.seat, orders=orders)


def _prepare(state: State, awaited: Awaited, _below: Below) -> Command:
    """As many troops as the income keeps: a new band where it can be raised, else stronger ones."""
    seat, board, game = awaited.seat, state.board, state.game
    room = int(_affordable(state, seat) - board.standing(seat))
    for at in board.villages_of(seat):
        if board.enemy_at(at, seat) or room <= 0:
            continue
        for size in (7, 6, 5, 4):
            plan = new_band(game, board, seat, board.villages[at], size)
            if plan is not None and size <= room:
                return Prepare(seat, musters=(TerritoryMuster(at, (plan,)),))
        for band in board.own_at(at, seat):
            points = min(int(numbers().band_most - band.points()), board.stocks[seat], room)
            if points > 0:
                own = tuple(unit.id for unit in band.units)
                plan = BandPlan(band.id, units=own, recruits=bought(game, points))
                return Prepare(seat, musters=(TerritoryMuster(at, (plan,)),))
    return Prepare(seat)


def _affordable(state: State, seat: Seat) -> int:
    """The points whose upkeep takes at most half the income."""
    budget = income(state.game, state.board, seat) / 2
    return max((row.threshold for row in upkeep_rows() if row.cost <= budget + 1), default=6)


def _declare(state: State, awaited: Awaited, below: Below) -> Command:
    """The move that promises most; chance is asked only where it may decide, among those nearly as good."""
    moves = list(scored_moves(state, awaited.seat))
    if not moves:
        return PassMoves(awaited.seat)
    least = max([worth for worth, _, _ in moves]) - 1
    scored = [(worth + below(NOISE) / NOISE, band, path) for worth, band, path in moves if worth > least]
    worth, band, path = max(scored, key=lambda one: one[0])
    if worth <= STAY:
        return PassMoves(awaited.seat)
    return DeclareMove(awaited.seat, band=band.id, path=path)


def scored_moves(state: State, seat: Seat) -> Iterator[tuple[float, MapBand, Path]]:
    """Every move with what it promises, compared with staying."""
    outlook = _Outlook(state, seat)
    for band in state.board.bands_of(seat):
        yield from _scored(state, outlook, band)


def _scored(state: State, outlook: _Outlook, band: MapBand) -> Iterator[tuple[float, MapBand, Path]]:
    paths = tuple(moves(state.game, state.board, band))
    if paths:
        here = outlook.promise(band, band.territory)
        promises = {end: outlook.promise(band, end) - here for end in {path[-1] for path in paths}}
        yield from ((promises[path[-1]], band, path) for path in paths)


def hurried(state: State, awaited: Awaited, below: Below) -> Command:
    """
    Much the same answer for less: for programs that imagine many futures.

    Bands march one after the other instead of the best first, and a battle is settled as the organiser would: at once.
    """
    match awaited.code:
        case "campaign-declare":
            return _next_march(state, awaited.seat, below)
        case "campaign-result":
            return replace(_result(state, awaited, below), seat=ORGANISER)
        case _:
            return advise(state, awaited, below)


def _next_march(state: State, seat: Seat, below: Below) -> Command:
    """The best move of the oldest band that has one."""
    outlook = _Outlook(state, seat)
    for band in state.board.bands_of(seat):
        scored = [
            (worth + below(NOISE) / NOISE, path)
            for worth, _, path in _scored(state, outlook, band)
            if worth > STAY - 1  # chance adds less than one
        ]
        worth, path = max(scored, default=(STAY, ()))
        if worth > STAY:
            return DeclareMove(seat, band=band.id, path=path)
    return PassMoves(seat)


class _Outlook:
    """The map as one player judges it, worked out once for all the moves of a moment."""

    __slots__ = ("_board", "_empty", "_game", "_goals", "_incomes", "_points", "_seat", "_there")

    def __init__(self, state: State, seat: Seat) -> None:
        self._game, self._board, self._seat = state.game, state.board, seat
        self._incomes = territory_incomes(state.game, state.board)
        self._goals = [at for at in state.game.map.prestige if state.board.control.get(at) != seat]
        self._empty: dict[TerritoryId, float] = {}
        self._points: dict[BandId, float] = {}
        self._there: dict[TerritoryId, list[MapBand]] = {}
        for band in state.board.bands.values():
            self._there.setdefault(band.territory, []).append(band)

    def promise(self, band: MapBand, at: TerritoryId) -> float:
        """What a band may hope for on a territory: its capture, a fight won or lost, the way to prestige."""
        standing = self._there.get(at)
        if standing is None:
            return self._unheld(at)
        enemies = [other for other in standing if other.owner != self._seat]
        friends = any(other.owner == self._seat and other.id != band.id for other in standing)
        gain = 0.0 if friends else self._capture(at)
        if enemies:
            gain = self._fight(band, enemies, gain)
        return gain - self._way(at)

    def _unheld(self, at: TerritoryId) -> float:
        """Where nobody stands, every band may hope for the same."""
        if (known := self._empty.get(at)) is None:
            known = self._empty[at] = self._capture(at) - self._way(at)
        return known

    def _way(self, at: TerritoryId) -> float:
        distances = self._game.map.distances[at]
        return WAY * min([distances[goal] for goal in self._goals], default=0)

    def _capture(self, at: TerritoryId) -> float:
        if self._board.control.get(at) == self._seat:
            return 0.0
        prestige = at in self._game.map.prestige
        land = PRESTIGE if prestige else LAND * self._incomes[at]
        return land + (RAZE if at in self._board.villages else 0.0)

    def _fight(self, band: MapBand, enemies: list[MapBand], gain: float) -> float:
        """The odds of the model, roughly: squares of points."""
        own = self._strength(band) ** 2
        other = max([self._strength(enemy) for enemy in enemies]) ** 2
        chance = own / (own + other * len({enemy.owner for enemy in enemies}))
        return chance * (gain + VICTORY) - (1 - chance) * DEFEAT

    def _strength(self, band: MapBand) -> float:
        if (known := self._points.get(band.id)) is None:
            known = self._points[band.id] = float(band.points())
        return known


def _militia(state: State, awaited: Awaited, _below: Below) -> Command:
    """Fight when the reserve is not much weaker than the strongest attacker."""
    at = place_of(awaited)
    attackers = max(band.points() for band in state.board.bands_at(at))
    chosen = militia(state.board.villages[at])
    if chosen is None or 2 * worth(state.board.villages[at].units) < attackers:
        return YieldVillage(awaited.seat, territory=at)
    units, lords = chosen
    wanted = lords[:1] if state.game.settings.reserve_needs_lord else ()
    return DefendVillage(awaited.seat, territory=at, units=units, lords=wanted)


def _field(state: State, awaited: Awaited, _below: Below) -> Command:
    at = place_of(awaited)
    return FieldForce(awaited.seat, territory=at, band=strongest(state.board, at, awaited.seat).id)


def _result(state: State, awaited: Awaited, below: Below) -> Command:
    combat = state.combat(place_of(awaited))
    return settle(fielded_units(state.board, combat), combat, awaited.seat, below)


def _build(state: State, awaited: Awaited, _below: Below) -> Command:
    """A village where no enemy is near; who comes back by it looks for income there as well [SC-HOM-5]."""
    seat = awaited.seat
    places = [order.villages[0] for order in choices(state, seat) if order.villages]
    if not places:
        return Build(seat)
    incomes = territory_incomes(state.game, state.board) if may_resurge(state, seat) else {}
    best = max(places, key=lambda at: (_quiet(state, seat, at), incomes.get(at, 0)))
    return Build(seat, villages=(best,))


def _quiet(state: State, seat: Seat, at: TerritoryId) -> int:
    """The distance of the nearest enemy band, no further than it matters."""
    distances = state.game.map.distances[at]
    others = (band.territory for band in state.board.bands.values() if band.owner != seat)
    return min((distances[other] for other in others), default=9)


def _invade(state: State, awaited: Awaited, _below: Below) -> Command:
    """A free prestige territory of somebody else or of nobody is worth a portal."""
    seat, board, game = awaited.seat, state.board, state.game
    goals = [
        at for at in sorted(game.map.prestige) if board.control.get(at) != seat and place_fault(board, seat, at) is None
    ]
    if not goals:
        return DeclineInvasion(seat)
    return Invade(seat, territory=goals[0], recruits=bought(game, min(left_for_a_band(state, seat), 6)))


_ANSWERS: Mapping[str, Callable[[State, Awaited, Below], Command]] = {
    "campaign-bid": _bid,
    "campaign-ties": _ties,
    "campaign-prepare": _prepare,
    "campaign-declare": _declare,
    "campaign-militia": _militia,
    "campaign-field": _field,
    "campaign-result": _result,
    "campaign-build": _build,
    "campaign-invade": _invade,
}
