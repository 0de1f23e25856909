"""What may happen: each command goes to the step it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut.campaign import commands as do
from heraut.campaign.decide import (
    absent,
    around,
    arrivals,
    build,
    combat,
    declare,
    determine,
    initiative,
    invasion,
    paying,
    prepare,
    setup,
)
from heraut.campaign.decide.flow import carry_on
from heraut.campaign.decide.story import Story
from heraut.campaign.events import CampaignEvent
from heraut.campaign.state import Finished, Rolling, Setup, State
from heraut.kernel import FATE, ORGANISER, Command, HouseCode, Instant, Refusal, Roll, Tick, house

_ORDERS: Mapping[type, Callable[[Story, Any], Refusal | None]] = {
    do.ComposeBands: setup.compose,
    do.ChooseVillage: arrivals.choose,
    do.PlaceBid: initiative.bid,
    do.OrderTies: initiative.order_ties,
    do.Prepare: prepare.prepare,
    do.DeclareMove: declare.declare,
    do.PassMoves: declare.pass_moves,
    do.DefendVillage: determine.defend,
    do.YieldVillage: determine.yield_village,
    do.FieldForce: combat.field,
    do.Concede: combat.concede,
    do.ProposeResult: combat.propose,
    do.ConfirmResult: combat.confirm,
    do.RejectResult: combat.reject,
    do.Demobilise: paying.demobilise,
    do.Build: build.build,
    do.Invade: invasion.invade,
    do.DeclineInvasion: invasion.decline,
    do.DescribeLord: around.describe,
    do.NameStandIn: around.name_stand_in,
    do.VotePause: around.vote_pause,
}

_ORGANISERS: Mapping[type, Callable[[Story, Any], Refusal | None]] = {
    do.AssignStarts: setup.assign,
    do.CloseStep: absent.close,
    do.ExtendDeadline: absent.extend,
    do.SetPause: around.set_pause,
    do.ReplacePlayer: around.replace_player,
}

_ALSO_ORGANISER = (do.ProposeResult, do.ConfirmResult, do.RejectResult, do.NameStandIn)


def decide(state: State, command: Command) -> tuple[CampaignEvent, ...] | Refusal:
    """What the command leads to, up to the next moment somebody is awaited, or why it is refused."""
    story = Story(state)
    if (refusal := _order(story, command)) is not None:
        return refusal
    carry_on(story)
    absent.set_deadline(story, getattr(command, "at", Instant(0)))
    return tuple(story.events)


def _order(story: Story, command: Command) -> Refusal | None:
    if (fault := _wrong_seat(story.state, command)) is not None:
        return fault
    if isinstance(story.state.phase, Finished) and type(command) not in (do.DescribeLord, Tick):
        return house(HouseCode.WRONG_PHASE, "finished")
    if isinstance(command, Roll):
        return _roll(story, command)
    if isinstance(command, Tick):
        return absent.tick(story, command)
    return (_ORDERS.get(type(command)) or _ORGANISERS[type(command)])(story, command)


def _wrong_seat(state: State, command: Command) -> Refusal | None:
    """Players speak for themselves, the organiser where the rules say so [HOUSE-SEAT-1, HOUSE-SEAT-2]."""
    if type(command) in _ORGANISERS:
        return None if command.seat == ORGANISER else house(HouseCode.NOT_YOUR_SEAT, command.seat)
    if type(command) in _ORDERS and command.seat not in state.game.seats:
        if command.seat == ORGANISER and isinstance(command, _ALSO_ORGANISER):
            return None
        return house(HouseCode.UNKNOWN_SEAT, command.seat)
    if isinstance(command, Roll) and command.seat != FATE:
        return house(HouseCode.NOT_YOUR_SEAT, command.seat)
    return None


def _roll(story: Story, command: Roll) -> Refusal | None:
    phase = story.state.phase
    if isinstance(phase, Setup) and not phase.starts and story.state.game.settings.start_assignment == "draw":
        return setup.draw(story, command)
    if isinstance(phase, Rolling):
        return initiative.roll(story, command)
    return house(HouseCode.WRONG_PHASE, "dice")
