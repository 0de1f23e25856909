"""What one may try now, lazily: every answer where they can be counted, a good selection where they cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, permutations, product

from heraut.campaign import commands as do
from heraut.campaign.awaiting import awaits
from heraut.campaign.combat import CombatStatus
from heraut.campaign.decide.arrivals import nearest
from heraut.campaign.decide.build import choices
from heraut.campaign.decide.combat import fielded_units
from heraut.campaign.decide.declare import moves
from heraut.campaign.decide.invasion import place_fault
from heraut.campaign.initiative import ties
from heraut.campaign.names import ArmyId, TerritoryId
from heraut.campaign.plans import BandPlan, Left, NewLord, Recruit
from heraut.campaign.raising import bought, militia, musters
from heraut.campaign.settings import starts
from heraut.campaign.state import Bidding, Building, Fighting, Preparing, State, Tied
from heraut.campaign.tables import numbers
from heraut.campaign.upkeep import suggestion
from heraut.kernel import ORGANISER, Awaited, ClauseId, Command, Seat, rolls

MOST_TIE_ORDERS = 720


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """Commands that would not be refused; for recruitment and results, a selection of them."""
    for awaited in (*awaits(state), *_revisable(state, seat)):
        if awaited.seat == seat:
            yield from answers(state, awaited)
    if seat == ORGANISER and any(awaited.seat in state.game.seats for awaited in awaits(state)):
        yield do.CloseStep()
    if isinstance(state.phase, Fighting):
        for combat in state.phase.combats.values():
            if seat in combat.standing() and combat.status in (CombatStatus.ORGANISE, CombatStatus.BATTLE):
                yield do.Concede(seat, territory=combat.territory)


_SEALED = {
    Bidding: ("campaign-bid", "SC-INI-6"),
    Preparing: ("campaign-prepare", "SC-SEQ-4"),
    Building: ("campaign-build", "SC-SEQ-10"),
}


def _revisable(state: State, seat: Seat) -> Iterator[Awaited]:
    """What one has sealed may be replaced until the opening [SC-INI-6]."""
    phase = state.phase
    if isinstance(phase, Bidding | Preparing | Building) and seat in phase.box.values:
        code, clause = _SEALED[type(phase)]
        yield Awaited(seat, code, ClauseId(clause))


def answers(state: State, awaited: Awaited) -> Iterator[Command]:
    """The answers to one thing that is awaited."""
    return _ANSWERS[awaited.code](state, awaited)


def _rolls(_state: State, awaited: Awaited) -> Iterator[Command]:
    assert awaited.chance is not None
    return rolls(awaited.chance)


def _villages(state: State, awaited: Awaited) -> Iterator[Command]:
    army = state.board.armies[ArmyId(int(str(awaited.subject)))]
    for at in nearest(state.game, state.board, army.owner, army.origin):
        yield do.ChooseVillage(awaited.seat, army=army.id, territory=at)


def _bids(state: State, awaited: Awaited) -> Iterator[Command]:
    return (do.PlaceBid(awaited.seat, amount=amount) for amount in range(state.board.stocks[awaited.seat] + 1))


def _demobilisations(state: State, awaited: Awaited) -> Iterator[Command]:
    """The suggestion [SC-UPK-11], with each choice between villages equally near [SC-UPK-8]."""
    seat, rule = awaited.seat, state.game.settings.upkeep_rule
    best = suggestion(tuple(state.board.bands_of(seat)), state.board.stocks[seat], rule)
    origins = sorted({band.territory for band in state.board.bands_of(seat) if best & {one.id for one in band.units}})
    homes = {at: found for at in origins if len(found := nearest(state.game, state.board, seat, at)) > 1}
    for chosen in product(*homes.values()):
        villages = dict(zip(homes, chosen, strict=True))
        yield do.Demobilise(seat, units=tuple(sorted(best)), villages=villages)


def _buildings(state: State, awaited: Awaited) -> Iterator[Command]:
    yield do.Build(awaited.seat)
    for one in choices(state, awaited.seat):
        yield do.Build(awaited.seat, villages=one.villages, sites=one.sites)


def _starts(state: State, _awaited: Awaited) -> Iterator[Command]:
    wanted = [TerritoryId(at) for at in starts(state.game.map, len(state.game.seats))]
    for order in permutations(wanted, len(state.game.seats)):
        yield do.AssignStarts(starts=dict(zip(state.game.seats, order, strict=True)))


def _compositions(state: State, awaited: Awaited) -> Iterator[Command]:
    """Starting bands of one kind of unit each."""
    game = state.game
    points = game.settings.starting_band_points
    for row in game.catalogue:
        plan = BandPlan(new_lord=NewLord(), recruits=(Recruit(row.kind, 1, row.figures),) * points)
        yield do.ComposeBands(awaited.seat, bands=(plan,) * game.starting_bands)


def _tie_orders(state: State, awaited: Awaited) -> Iterator[Command]:
    assert isinstance(state.phase, Tied)
    orders = product(*(permutations(group) for group in ties(state.phase.groups)))
    yield from (do.OrderTies(awaited.seat, orders=order) for order in islice(orders, MOST_TIE_ORDERS))


def _preparations(state: State, awaited: Awaited) -> Iterator[Command]:
    """Nothing; then, in each village open to recruits, units for the reserve or a band there, or a new band."""
    seat, board, game = awaited.seat, state.board, state.game
    yield do.Prepare(seat)
    for at in board.villages_of(seat):
        if not board.enemy_at(at, seat):
            yield from (do.Prepare(seat, musters=(muster,)) for muster in musters(game, board, seat, at))


def _moves(state: State, awaited: Awaited) -> Iterator[Command]:
    seat = awaited.seat
    for band in state.board.bands_of(seat):
        for path in moves(state.game, state.board, band):
            yield do.DeclareMove(seat, band=band.id, path=path)
    yield do.PassMoves(seat)


def _militias(state: State, awaited: Awaited) -> Iterator[Command]:
    seat, at = awaited.seat, TerritoryId(str(awaited.subject))
    yield do.YieldVillage(seat, territory=at)
    best = militia(state.board.villages[at])
    if best is not None:
        yield do.DefendVillage(seat, territory=at, units=best[0], lords=best[1])


def _fieldings(state: State, awaited: Awaited) -> Iterator[Command]:
    at = TerritoryId(str(awaited.subject))
    for band in state.board.bands_at(at):
        if band.owner == awaited.seat:
            yield do.FieldForce(awaited.seat, territory=at, band=band.id)


def _reviews(_state: State, awaited: Awaited) -> Iterator[Command]:
    at = TerritoryId(str(awaited.subject))
    yield do.ConfirmResult(awaited.seat, territory=at)
    yield do.RejectResult(awaited.seat, territory=at)


def _results(state: State, awaited: Awaited) -> Iterator[Command]:
    """Each winner and the draw, with nobody lost, or with the losers cut down to half."""
    assert isinstance(state.phase, Fighting)
    seat, combat = awaited.seat, state.phase.combats[TerritoryId(str(awaited.subject))]
    units = fielded_units(state.board, combat)
    whole = tuple(Left(unit.id, unit.figures) for unit in units.values())
    for winners in (*((one,) for one in combat.standing()), combat.standing()):
        yield do.ProposeResult(seat, territory=combat.territory, winners=winners, left=whole)
        kept = {id for one in winners for id in combat.forces[one].units}
        left = tuple(Left(unit.id, unit.figures if unit.id in kept else unit.figures // 2) for unit in units.values())
        yield do.ProposeResult(seat, territory=combat.territory, winners=winners, left=left)


def _invasions(state: State, awaited: Awaited) -> Iterator[Command]:
    seat = awaited.seat
    yield do.DeclineInvasion(seat)
    spare = state.board.stocks[seat] - numbers().portal_price - state.game.settings.lord_cost
    for at in state.game.map.territories:
        if place_fault(state.board, seat, at) is None:
            for points in range(numbers().band_least, min(numbers().band_most, spare) + 1):
                yield do.Invade(seat, territory=at, recruits=bought(state.game, points))


_ANSWERS: Mapping[str, Callable[[State, Awaited], Iterator[Command]]] = {
    "campaign-draw": _rolls,
    "campaign-starts": _starts,
    "campaign-compose": _compositions,
    "campaign-village": _villages,
    "campaign-dice": _rolls,
    "campaign-bid": _bids,
    "campaign-ties": _tie_orders,
    "campaign-prepare": _preparations,
    "campaign-declare": _moves,
    "campaign-militia": _militias,
    "campaign-field": _fieldings,
    "campaign-result": _results,
    "campaign-review": _reviews,
    "campaign-demobilise": _demobilisations,
    "campaign-build": _buildings,
    "campaign-invade": _invasions,
}
