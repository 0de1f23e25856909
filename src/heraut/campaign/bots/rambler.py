"""The random bot: any legal answer, unwise ones included."""

from __future__ import annotations

from itertools import islice

from heraut.campaign import commands as do
from heraut.campaign.bots.battle import settle
from heraut.campaign.chance import Below, pick, shuffle
from heraut.campaign.decide.prepare import work_out
from heraut.campaign.legal import answers, bought
from heraut.campaign.names import TerritoryId
from heraut.campaign.state import Fighting, State
from heraut.kernel import Awaited, Command, Refusal

CONSIDERED = 200


def ramble(state: State, awaited: Awaited, below: Below) -> Command:
    """One of the legal answers; battles by the model, and now and then troops shuffled at random."""
    if awaited.code == "campaign-result" and isinstance(state.phase, Fighting):
        combat = state.phase.combats[TerritoryId(str(awaited.subject))]
        if below(8):
            return settle(state.board, combat, awaited.seat, below)
        return do.Concede(awaited.seat, territory=combat.territory)
    if awaited.code == "campaign-prepare" and below(2):
        return _shuffled(state, awaited, below)
    if awaited.code == "campaign-bid" and not below(12) and state.game.settings.overbid == "penalise":
        return do.PlaceBid(awaited.seat, amount=state.board.stocks[awaited.seat] + 1, beyond_stock=True)
    if awaited.code == "campaign-review":
        return do.ConfirmResult(awaited.seat, territory=TerritoryId(str(awaited.subject)))
    return pick(below, list(islice(answers(state, awaited), CONSIDERED)))


def _shuffled(state: State, awaited: Awaited, below: Below) -> Command:
    """Random new bands and transfers; if they turn out illegal, nothing."""
    seat, board = awaited.seat, state.board
    places = {band.territory for band in board.bands_of(seat)} | set(board.villages_of(seat))
    musters = tuple(_muster(state, awaited, at, below) for at in sorted(places) if below(2))
    asked = do.Prepare(seat, musters=musters)
    legal = not isinstance(work_out(state, seat, musters, board.serial), Refusal)
    return asked if legal else do.Prepare(seat)


def _muster(state: State, awaited: Awaited, at: TerritoryId, below: Below) -> do.Muster:
    board = state.board
    bands = [band for band in board.bands_at(at) if band.owner == awaited.seat]
    village = board.villages.get(at)
    own = village is not None and village.owner == awaited.seat
    pool = [unit.id for band in bands for unit in band.units]
    pool += [unit.id for unit in village.units] if own and village is not None else []
    shuffle(below, pool)
    stock = board.stocks[awaited.seat] if own and not board.enemy_at(at, awaited.seat) else 0
    plans = [do.BandPlan(band.id) for band in bands]
    if own and village is not None and village.lords and below(2):
        plans.append(do.BandPlan(None, village.lords[0].id))
    hands = len(plans) + own
    shares = [pool[place::hands] for place in range(len(plans))] if hands else []
    extra = bought(state.game, below(stock + 1)) if stock else ()
    filled = tuple(
        do.BandPlan(plan.band, plan.lord, None, tuple(share), extra if place == 0 else ())
        for place, (plan, share) in enumerate(zip(plans, shares, strict=True))
    )
    return do.Muster(at, filled, () if filled else extra)
