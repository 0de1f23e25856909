"""Bots at the table: the levels, the random one among them, the answer for a seat, and whole games among bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from heraut.campaign.bands import bought
from heraut.campaign.bids import PlaceBid
from heraut.campaign.board import BandPlan, Board, Left, NewLord, Recruit, TerritoryMuster
from heraut.campaign.bots.heuristic import advise, settle
from heraut.campaign.bots.search import foresee, plan
from heraut.campaign.combats import Concede
from heraut.campaign.engine import carried_out
from heraut.campaign.musters import Prepare, work_out
from heraut.campaign.results import ConfirmResult, ProposeResult, RejectResult, fielded_units
from heraut.campaign.sequence import answers, awaits
from heraut.campaign.settings import Level
from heraut.campaign.setup import ComposeBands
from heraut.campaign.state import Combat, Sealing, State
from heraut.campaign.subject import place_of
from heraut.campaign.tables import TerritoryId
from heraut.kernel.message import Awaited, Command, Event, Roll
from heraut.kernel.names import FATE, Seat
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import Below, SplitMix, pick, shuffle
from heraut.rulesets.editions import in_force

CONSIDERED = 200


def ramble(state: State, awaited: Awaited, below: Below) -> Command:
    """One of the legal answers; where the selection of `legal` is poor, something wilder."""
    wild = _WILD.get(awaited.code)
    if wild is not None and (found := wild(state, awaited, below)) is not None:
        return found
    return pick(below, list(islice(answers(state, awaited), CONSIDERED)))


def _composed(state: State, awaited: Awaited, below: Below) -> Command:
    """Starting bands of units of any size."""
    points, bands = state.game.settings.starting_band_points, state.game.starting_bands
    plans = tuple(BandPlan(new_lord=NewLord(), recruits=_parts(state, points, below)) for _ in range(bands))
    return ComposeBands(awaited.seat, bands=plans)


def _parts(state: State, points: int, below: Below) -> tuple[Recruit, ...]:
    parts: list[Recruit] = []
    while points:
        size, row = 1 + below(points), pick(below, state.game.catalogue)
        parts.append(Recruit(row.kind, size, size * row.figures))
        points -= size
    return tuple(parts)


def _overbid(state: State, awaited: Awaited, below: Below) -> Command | None:
    if below(12) or state.game.settings.overbid == "refuse":
        return None
    return PlaceBid(awaited.seat, amount=state.board.stocks[awaited.seat] + 1, beyond_stock=True)


def _result(state: State, awaited: Awaited, below: Below) -> Command:
    """A battle by the model, or any result at all, or giving up."""
    combat = state.combat(place_of(awaited))
    match below(8):
        case 0:
            return Concede(awaited.seat, territory=combat.territory)
        case 1 | 2 | 3:
            return _anything(state.board, combat, awaited, below)
        case _:
            return settle(fielded_units(state.board, combat), combat, awaited.seat, below)


def _anything(board: Board, combat: Combat, awaited: Awaited, below: Below) -> Command:
    first = [seat for seat in combat.standing() if below(2)] or list(combat.standing())
    left = tuple(
        Left(unit.id, below(unit.figures + 1) if below(2) else 0) for unit in fielded_units(board, combat).values()
    )
    lords = (lord for seat in combat.standing() for lord in combat.forces[seat].lords)
    fallen = tuple(lord for lord in lords if below(2))
    return ProposeResult(awaited.seat, territory=combat.territory, winners=tuple(first), left=left, fallen=fallen)


def _agreed(_state: State, awaited: Awaited, below: Below) -> Command:
    at = place_of(awaited)
    kind = ConfirmResult if below(6) else RejectResult
    return kind(awaited.seat, territory=at)


def _shuffled(state: State, awaited: Awaited, below: Below) -> Command | None:
    """Now and then random new bands and transfers; if they turn out illegal, nothing."""
    if below(2):
        return None
    seat, board = awaited.seat, state.board
    places = {band.territory for band in board.bands_of(seat)} | set(board.villages_of(seat))
    musters = tuple(_muster(state, awaited, at, below) for at in sorted(places) if below(2))
    asked = Prepare(seat, musters=musters)
    legal = not isinstance(work_out(state, seat, musters, board.serial), Refusal)
    return asked if legal else Prepare(seat)


def _muster(state: State, awaited: Awaited, at: TerritoryId, below: Below) -> TerritoryMuster:
    board = state.board
    bands = board.own_at(at, awaited.seat)
    village = board.villages.get(at)
    own = village is not None and village.owner == awaited.seat
    pool = [unit.id for band in bands for unit in band.units]
    pool += [unit.id for unit in village.units] if own and village is not None else []
    shuffle(below, pool)
    stock = board.stocks[awaited.seat] if own and not board.enemy_at(at, awaited.seat) else 0
    plans = [BandPlan(band.id) for band in bands]
    if own and village is not None and village.lords and below(2):
        plans.append(BandPlan(None, village.lords[0].id))
    hands = len(plans) + own
    shares = [pool[place::hands] for place in range(len(plans))] if hands else []
    extra = bought(state.game, below(stock + 1)) if stock else ()
    filled = tuple(
        BandPlan(plan.band, plan.lord, None, tuple(share), extra if place == 0 else ())
        for place, (plan, share) in enumerate(zip(plans, shares, strict=True))
    )
    return TerritoryMuster(at, filled, () if filled else extra)


_WILD: Mapping[str, Callable[[State, Awaited, Below], Command | None]] = {
    "campaign-compose": _composed,
    "campaign-bid": _overbid,
    "campaign-prepare": _shuffled,
    "campaign-result": _result,
    "campaign-review": _agreed,
}


LEVELS: Mapping[Level, Callable[[State, Awaited, Below], Command]] = {
    "random": ramble,
    "heuristic": advise,
    "searching": foresee,
    "tree": plan,
}


def answer(level: Level, state: State, awaited: Awaited, below: Below) -> Command:
    """What a bot does about something awaited from its seat; it knows no more than a person there."""
    return LEVELS[level](blinded(state, awaited.seat), awaited, below)


def think(edition: int, level: Level, state: State, awaited: Awaited, seed: int) -> Command:
    """The same worked out anywhere, another process for one: all it depends on comes with it."""
    with in_force(edition):
        return answer(level, state, awaited, SplitMix(seed))


def blinded(state: State, seat: Seat) -> State:
    """
    The state as far as a player may know it: the sealed choices of others are forgotten [SC-GEN-4].

    So are letters, which no bot reads or writes [SC-LET-2], and the clock: it moves no band.
    """
    phase: Any = state.phase
    if isinstance(phase, Sealing):
        own = {one: choice for one, choice in phase.box.choices.items() if one == seat}
        phase = replace(phase, box=replace(phase.box, choices=own))
    return replace(state, phase=phase, letters=(), people=replace(state.people, watch=None))


class BotMove(NamedTuple):
    """One command of a game among bots, and the state it led to."""

    command: Command
    events: tuple[Event, ...]
    state: State


def play(state: State, levels: Mapping[Seat, Level], below: Below) -> Iterator[BotMove]:
    """A game among bots, dice from the same source; it ends when the campaign does."""
    while asked := awaits(state):
        awaited = asked[below(len(asked))]
        command = _next(state, awaited, levels, below)
        state, events = carried_out(state, command)
        yield BotMove(command, events, state)


def _next(state: State, awaited: Awaited, levels: Mapping[Seat, Level], below: Below) -> Command:
    if awaited.seat == FATE and awaited.chance is not None:
        return Roll(faces=awaited.chance.draw(below))
    return answer(levels[awaited.seat], state, awaited, below)
