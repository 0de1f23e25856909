"""The step INITIATIVE: dice in turn 1, bids afterwards (chapter 25)."""

from __future__ import annotations

from heraut.campaign.commands import OrderTies, PlaceBid
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    BidDefaulted,
    BiddingOpened,
    BidPlaced,
    BidsRevealed,
    DiceRolled,
    InitiativeSet,
    RollsCalled,
    TiesOrdered,
)
from heraut.campaign.initiative import in_order, open_bids, refine, strict, ties
from heraut.campaign.state import Bidding, Rolling, State, Tied
from heraut.campaign.tables import numbers
from heraut.kernel import Chance, HouseCode, Refusal, Roll, Seat, Stage, house


def begin(story: Story) -> None:
    """Dice in turn 1, bids in every later turn [SC-SEQ-3]."""
    seats = story.state.game.seats
    story.tell(RollsCalled((seats,)) if story.board.turn == 1 else BiddingOpened(seats))


def roller(phase: Rolling) -> Seat | None:
    """Who rolls next: only players tied with others do [SC-INI-3]."""
    rolling = (seat for group in ties(phase.groups) for seat in group)
    return next((seat for seat in rolling if seat not in phase.totals), None)


def dice(state: State, seat: Seat) -> Chance:
    """Three six-sided dice; typed by their player if the group rolls at the table [SC-INI-2]."""
    return Chance((6,) * numbers().initiative_dice, seat if state.game.settings.dice == "typed" else None)


def roll(story: Story, command: Roll) -> Refusal | None:
    """The dice of the next player."""
    phase = story.state.phase
    assert isinstance(phase, Rolling)
    seat = roller(phase)
    assert seat is not None
    if fault := dice(story.state, seat).refusal(command.faces):
        return fault
    story.tell(DiceRolled(seat, command.faces))
    return None


def rolled(story: Story, phase: Rolling) -> None:
    """When all have rolled: the strict order, or another round for those still equal [SC-INI-3, SC-INI-4]."""
    if roller(phase) is None:
        groups = refine(phase.groups, phase.totals)
        story.tell(RollsCalled(groups) if ties(groups) else InitiativeSet(strict(groups), strict(groups)[0]))


def bid(story: Story, command: PlaceBid) -> Refusal | None:
    """A whole number of PP, 0 or more; replaceable until the reveal [SC-INI-5, SC-INI-6, SC-INI-8]."""
    if not isinstance(story.state.phase, Bidding):
        return house(HouseCode.WRONG_PHASE, "bids")
    stock = story.board.stocks[command.seat]
    if command.amount < 0:
        return refuse("SC-INI-5", Code.BID_NEGATIVE, asked=command.amount)
    if command.amount > stock and story.state.game.settings.overbid == "refuse":
        return refuse("SC-INI-8", Code.BID_REFUSED, asked=command.amount, allowed=stock)
    if command.amount > stock and not command.beyond_stock:
        return refuse("SC-INI-8", Code.BID_ABOVE_STOCK, asked=command.amount, allowed=stock)
    story.tell(BidPlaced(command.seat, command.amount))
    return None


def bid_default(story: Story, seat: Seat) -> None:
    """An absent player bids 0 [SC-GEN-9]."""
    story.tell(BidDefaulted(seat))


def reveal(story: Story, phase: Bidding) -> None:
    """All bids together when the last one is in; valid ones are paid [SC-INI-6, SC-INI-9]."""
    if not phase.box.awaited:
        bids = phase.box.values
        opening = open_bids(bids, story.board.stocks)
        defaulted = tuple(seat for seat in bids if phase.box.stage(seat) is Stage.DEFAULTED)
        story.tell(BidsRevealed(bids, opening.paid, opening.void, opening.groups, defaulted))


def order_ties(story: Story, command: OrderTies) -> Refusal | None:
    """The favour holder of before this step orders the tied, freely [SC-INI-10]."""
    phase = story.state.phase
    if not isinstance(phase, Tied):
        return house(HouseCode.WRONG_PHASE, "ties")
    if command.seat != story.board.favour_holder:
        return refuse("SC-INI-10", Code.NOT_FAVOUR_HOLDER, command.seat, allowed=story.board.favour_holder)
    tied = ties(phase.groups)
    if [sorted(order) for order in command.orders] != [sorted(group) for group in tied]:
        return refuse("SC-INI-10", Code.TIES_WRONG, allowed=tuple(" ".join(group) for group in tied))
    story.tell(TiesOrdered(command.seat, command.orders))
    return None


def ties_default(story: Story, seat: Seat) -> None:
    """Tied players keep their relative order of the previous turn [SC-INI-12]."""
    phase = story.state.phase
    assert isinstance(phase, Tied)
    story.tell(TiesOrdered(seat, in_order(phase.groups, story.board.order), defaulted=True))


def settled(story: Story, phase: Tied) -> None:
    """When all ties are ordered the first becomes the favour holder [SC-INI-11]."""
    if not ties(phase.groups):
        order = strict(phase.groups)
        story.tell(InitiativeSet(order, order[0]))
