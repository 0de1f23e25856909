"""Events that move the campaign from step to step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from heraut.campaign import events as ev
from heraut.campaign.combat import Militia
from heraut.campaign.forces import Village
from heraut.campaign.names import Step
from heraut.campaign.state import (
    Arriving,
    Bidding,
    Building,
    BuildOrder,
    Declaring,
    Determining,
    Fighting,
    Finished,
    Invading,
    Passing,
    Paying,
    Phase,
    Preparing,
    Rolling,
    Setup,
    State,
    Tied,
)
from heraut.kernel import Box, ImpossibleEvent


def _starts(state: State, event: ev.StartsAssigned) -> State:
    board = replace(
        state.board,
        control={at: seat for seat, at in event.starts.items()},
        villages={at: Village(seat) for seat, at in event.starts.items()},
    )
    return replace(state, board=board, phase=Setup(event.starts))


def _composed(state: State, event: ev.StartingBandsComposed) -> State:
    phase = _as(state.phase, Setup)
    others = {id: band for id, band in state.board.bands.items() if band.owner != event.seat}
    board = replace(state.board, bands=others | {band.id: band for band in event.bands}, serial=event.serial)
    return replace(state, board=board, phase=replace(phase, composed=phase.composed | {event.seat}))


def _turn(state: State, event: ev.TurnBegan) -> State:
    bands = {
        id: replace(band, moved=False, came=None) if band.moved or band.came else band
        for id, band in state.board.bands.items()
    }
    board = replace(state.board, turn=event.turn, bands=bands)
    return replace(state, board=board, phase=Passing(Step.TURN_END, done=True))


def _opened(state: State, event: ev.StepOpened) -> State:
    people = state.people if state.people.watch is None else replace(state.people, watch=None)
    return replace(state, phase=_phase(event), people=people)


def _phase(event: ev.StepOpened) -> Phase:
    match event.step:
        case Step.TURN_START | Step.TURN_END:
            return Arriving(event.step)
        case Step.PREPARE:
            return Preparing(Box.of(event.seats))
        case Step.DECLARE:
            return Declaring(event.seats, event.seats)
        case Step.DETERMINE:
            return Determining(event.villages)
        case Step.COMBATS:
            return Fighting({})
        case Step.BUILD:
            return Building(Box.of(event.seats))
        case Step.INVASION:
            return Invading(event.seats)
        case _:
            return Passing(event.step)


def _rolling(state: State, event: ev.RollsCalled) -> State:
    return replace(state, phase=Rolling(event.groups))


def _rolled(state: State, event: ev.DiceRolled) -> State:
    phase = _as(state.phase, Rolling)
    totals = {**phase.totals, event.seat: sum(event.faces)}
    return replace(state, phase=replace(phase, totals=totals))


def _bidding(state: State, event: ev.BiddingOpened) -> State:
    return replace(state, phase=Bidding(Box.of(event.seats)))


def _bid(state: State, event: ev.BidPlaced) -> State:
    return replace(state, phase=Bidding(_as(state.phase, Bidding).box.seal(event.seat, event.amount)))


def _bid_defaulted(state: State, event: ev.BidDefaulted) -> State:
    return replace(state, phase=Bidding(_as(state.phase, Bidding).box.default(event.seat, 0)))


def _bids(state: State, event: ev.BidsRevealed) -> State:
    stocks = {seat: stock - event.paid.get(seat, 0) for seat, stock in state.board.stocks.items()}
    return replace(state, board=replace(state.board, stocks=stocks), phase=Tied(event.groups))


def _ties(state: State, event: ev.TiesOrdered) -> State:
    ordered = {frozenset(order): order for order in event.orders}
    groups = _as(state.phase, Tied).groups
    strict = tuple((seat,) for group in groups for seat in ordered.get(frozenset(group), group))
    return replace(state, phase=Tied(strict))


def _initiative(state: State, event: ev.InitiativeSet) -> State:
    board = replace(state.board, order=event.order, favour_holder=event.favour_holder)
    return replace(state, board=board, phase=Passing(Step.INITIATIVE, done=True))


def _drafted(state: State, event: ev.PreparationDrafted) -> State:
    return replace(state, phase=Preparing(_as(state.phase, Preparing).box.draft(event.seat, event.musters)))


def _sealed(state: State, event: ev.PreparationSealed) -> State:
    return replace(state, phase=Preparing(_as(state.phase, Preparing).box.seal(event.seat, event.musters)))


def _defaulted(state: State, event: ev.PreparationDefaulted) -> State:
    return replace(state, phase=Preparing(_as(state.phase, Preparing).box.default(event.seat, ())))


def _passed(state: State, event: ev.MovesPassed) -> State:
    phase = _as(state.phase, Declaring)
    return replace(state, phase=spoken(replace(phase, passed=phase.passed | {event.seat})))


def spoken(phase: Declaring) -> Declaring:
    """The first of the queue has spoken; after the last, a new round for those who have not passed [SC-DEC-1]."""
    if queue := phase.queue[1:]:
        return replace(phase, queue=queue)
    queue = tuple(seat for seat in phase.speakers if seat not in phase.passed)
    return replace(phase, queue=queue, round=phase.round + 1)


def _defended(state: State, event: ev.VillageDefended) -> State:
    phase = _as(state.phase, Determining)
    answers = {**phase.answers, event.territory: Militia(event.units, event.lords)}
    return replace(state, phase=replace(phase, answers=answers))


def _yielded(state: State, event: ev.VillageYielded) -> State:
    phase = _as(state.phase, Determining)
    return replace(state, phase=replace(phase, answers={**phase.answers, event.territory: None}))


def _delayed(state: State, event: ev.ArmyDelayed) -> State:
    phase = _as(state.phase, Arriving)
    return replace(state, phase=replace(phase, delayed=phase.delayed | {event.army}))


def _owing(state: State, event: ev.UpkeepOwed) -> State:
    return replace(state, phase=Paying(event.seats))


def _build_drafted(state: State, event: ev.BuildingDrafted) -> State:
    return replace(state, phase=Building(_as(state.phase, Building).box.draft(event.seat, event.order)))


def _build_sealed(state: State, event: ev.BuildingSealed) -> State:
    return replace(state, phase=Building(_as(state.phase, Building).box.seal(event.seat, event.order)))


def _build_defaulted(state: State, event: ev.BuildingDefaulted) -> State:
    return replace(state, phase=Building(_as(state.phase, Building).box.default(event.seat, _NOTHING)))


def _declined(state: State, event: ev.InvasionDeclined) -> State:
    queue = _as(state.phase, Invading).queue
    return replace(state, phase=Invading(tuple(seat for seat in queue if seat != event.seat)))


def _ended(state: State, event: ev.CampaignEnded) -> State:
    return replace(state, phase=Finished(event.by, event.ranking))


def _as(phase: Phase, kind: Any) -> Any:
    if type(phase) is not kind:
        raise ImpossibleEvent(phase, kind)
    return phase


_NOTHING = BuildOrder()

HANDLERS: Mapping[type, Callable[[State, Any], State]] = {
    ev.StartsAssigned: _starts,
    ev.StartingBandsComposed: _composed,
    ev.TurnBegan: _turn,
    ev.StepOpened: _opened,
    ev.RollsCalled: _rolling,
    ev.DiceRolled: _rolled,
    ev.BiddingOpened: _bidding,
    ev.BidPlaced: _bid,
    ev.BidDefaulted: _bid_defaulted,
    ev.BidsRevealed: _bids,
    ev.TiesOrdered: _ties,
    ev.InitiativeSet: _initiative,
    ev.PreparationDrafted: _drafted,
    ev.PreparationSealed: _sealed,
    ev.PreparationDefaulted: _defaulted,
    ev.MovesPassed: _passed,
    ev.VillageDefended: _defended,
    ev.VillageYielded: _yielded,
    ev.ArmyDelayed: _delayed,
    ev.UpkeepOwed: _owing,
    ev.BuildingDrafted: _build_drafted,
    ev.BuildingSealed: _build_sealed,
    ev.BuildingDefaulted: _build_defaulted,
    ev.InvasionDeclined: _declined,
    ev.CampaignEnded: _ended,
}
