"""Initiative: dice in the first turn, bids under closed fists in every later one (chapter 25)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations, product
from typing import ClassVar

from msgspec.structs import replace

from heraut.campaign.initiative import Groups, in_order, open_bids, refine, strict, ties
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import Bidding, Passing, Rolling, State, Tied, expect
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    Defaulted,
    Revealed,
    SealedEvent,
    SealedOrder,
    SealedStep,
    Steps,
    during,
    refuse,
)
from heraut.campaign.tables import numbers
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Chance, Command, PublicEvent, Roll, rolls
from heraut.kernel.names import FATE, Seat
from heraut.kernel.refusal import HouseCode, house
from heraut.kernel.sealed import SealedBox, commitment

MOST_TIE_ORDERS = 720


class PlaceBid(SealedOrder, frozen=True, kw_only=True):
    """Stake power points for initiative; a bid above one's stock must be meant [SC-INI-8]."""

    amount: int
    beyond_stock: bool = False


class OrderTies(CampaignOrder, frozen=True, kw_only=True):
    """The favour holder orders each group of tied players, best first [SC-INI-10]."""

    orders: tuple[tuple[Seat, ...], ...]


class DiceRolled(PublicEvent, frozen=True):
    """A player's dice for the first initiative, and what they come to [SC-INI-2]."""

    reveals: ClassVar[bool] = True
    seat: Seat
    faces: tuple[int, ...]
    total: int = 0


class RollsCalled(PublicEvent, frozen=True):
    """Each group of several players rolls for the places it holds: all at first, then those still equal [SC-INI-3]."""

    groups: tuple[tuple[Seat, ...], ...]


class BiddingOpened(PublicEvent, frozen=True):
    """Everybody is asked for a secret bid [SC-INI-5]."""

    seats: tuple[Seat, ...]


class BidPlaced(SealedEvent, frozen=True):
    """A bid is in, or replaced [SC-INI-6]."""

    amount: int


class BidDefaulted(Defaulted, frozen=True):
    """An absent player bids 0 [SC-GEN-9]."""


class BidsRevealed(Revealed, frozen=True):
    """All bids at once, what each pays, which are void, and the groups they form [SC-INI-6 to SC-INI-9]."""

    bids: Mapping[Seat, int]
    paid: Mapping[Seat, int]
    void: tuple[Seat, ...]
    groups: tuple[tuple[Seat, ...], ...]


class TiesOrdered(PublicEvent, frozen=True):
    """The favour holder has ordered the tied players [SC-INI-10]."""

    seat: Seat
    orders: tuple[tuple[Seat, ...], ...]
    defaulted: bool = False


class InitiativeSet(PublicEvent, frozen=True):
    """The ranking of this turn; its first player is the favour holder [SC-INI-4, SC-INI-11]."""

    order: tuple[Seat, ...]
    favour_holder: Seat


def roller(phase: Rolling) -> Seat | None:
    """Who rolls next: only players tied with others do [SC-INI-3]."""
    rolling = (seat for group in ties(phase.groups) for seat in group)
    return next((seat for seat in rolling if seat not in phase.totals), None)


def roll(state: State, command: Roll) -> Outcome:
    """The dice of the next player [SC-INI-2]."""
    seat = roller(expect(state.phase, Rolling))
    assert seat is not None
    return (DiceRolled(seat, command.faces, sum(command.faces)),)


def place_bid(state: State, command: PlaceBid) -> Outcome:
    """A whole number of PP, 0 or more; replaceable until the reveal [SC-INI-5, SC-INI-6, SC-INI-8]."""
    if not isinstance(state.phase, Bidding):
        return house(HouseCode.WRONG_PHASE, "bids")
    stock = state.board.stocks[command.seat]
    if command.amount < 0:
        return refuse("SC-INI-5", Code.BID_NEGATIVE, asked=command.amount)
    if command.amount > stock and state.game.settings.overbid == "refuse":
        return refuse("SC-INI-8", Code.BID_REFUSED, asked=command.amount, allowed=stock)
    if command.amount > stock and not command.beyond_stock:
        return refuse("SC-INI-8", Code.BID_ABOVE_STOCK, asked=command.amount, allowed=stock)
    promised = commitment(command.amount, command.salt)
    return (BidPlaced(command.seat, command.amount, salt=command.salt, commitment=promised),)


def order_ties(state: State, command: OrderTies) -> Outcome:
    """The favour holder of before this step orders the tied, freely [SC-INI-10]."""
    if not isinstance(state.phase, Tied):
        return house(HouseCode.WRONG_PHASE, "ties")
    if command.seat != state.board.favour_holder:
        return refuse("SC-INI-10", Code.NOT_FAVOUR_HOLDER, command.seat, allowed=state.board.favour_holder)
    tied = ties(state.phase.groups)
    if [sorted(order) for order in command.orders] != [sorted(group) for group in tied]:
        return refuse("SC-INI-10", Code.TIES_WRONG, allowed=tuple(seat for group in tied for seat in group))
    return (TiesOrdered(command.seat, command.orders),)


def _order_of_before(state: State, awaited: Awaited) -> tuple[TiesOrdered]:
    """Tied players keep their relative order of the previous turn [SC-INI-12]."""
    orders = in_order(expect(state.phase, Tied).groups, state.board.order)
    return (TiesOrdered(awaited.seat, orders, defaulted=True),)


def begin(scene: CampaignScene) -> Steps[bool]:
    """Dice in turn 1, bids in every later turn [SC-SEQ-3]."""
    seats = scene.state.game.seats
    yield RollsCalled((seats,)) if scene.board.turn == 1 else BiddingOpened(seats)
    return False


def _ranked(_scene: CampaignScene, phase: Rolling) -> Steps[bool]:
    """When all have rolled: the strict order, or another round for those still equal [SC-INI-3, SC-INI-4]."""
    if roller(phase) is None:
        groups = refine(phase.groups, phase.totals)
        yield RollsCalled(groups) if ties(groups) else _initiative(groups)
    return False


def _initiative(groups: Groups) -> InitiativeSet:
    """The first of the ranking is the favour holder [SC-INI-4, SC-INI-11]."""
    order = strict(groups)
    return InitiativeSet(order, order[0])


def _awaits_roll(state: State, phase: Rolling) -> Iterator[Awaited]:
    if (seat := roller(phase)) is not None:
        yield replace(DICE.to(FATE, seat), chance=dice(state, seat))


def dice(state: State, seat: Seat) -> Chance:
    """Three six-sided dice; typed by their player if the group rolls at the table [SC-INI-2]."""
    return Chance((6,) * numbers().initiative_dice, seat if state.game.settings.dice == "typed" else None)


def _reveal(scene: CampaignScene, box: SealedBox[int]) -> Steps[None]:
    """All bids together when the last one is in; valid ones are paid [SC-INI-6, SC-INI-9]."""
    paid, void, groups = open_bids(box.values, scene.board.stocks)
    yield BidsRevealed(box.values, paid, void, groups, defaulted=box.defaulted, opened=box.openings)


def _settled(_scene: CampaignScene, phase: Tied) -> Steps[bool]:
    """When all ties are ordered the first becomes the favour holder [SC-INI-11]."""
    if not ties(phase.groups):
        yield _initiative(phase.groups)
    return False


def _awaits_order(state: State, _phase: Tied) -> Iterator[Awaited]:
    if state.board.favour_holder is not None:
        yield TIES.to(state.board.favour_holder)


def _called(state: State, event: RollsCalled) -> State:
    return replace(state, phase=Rolling(event.groups))


def _with_total(_state: State, event: DiceRolled) -> DiceRolled:
    """Older events did not say what the faces come to."""
    return event if event.total else replace(event, total=sum(event.faces))


def _rolled(state: State, event: DiceRolled) -> State:
    phase = expect(state.phase, Rolling)
    return replace(state, phase=replace(phase, totals={**phase.totals, event.seat: event.total}))


def _opened(state: State, event: BiddingOpened) -> State:
    return replace(state, phase=Bidding(SealedBox.of(event.seats)))


def _revealed(state: State, event: BidsRevealed) -> State:
    stocks = {seat: stock - event.paid.get(seat, 0) for seat, stock in state.board.stocks.items()}
    return replace(state, board=replace(state.board, stocks=stocks), phase=Tied(event.groups), opened=event.opened)


def _ordered(state: State, event: TiesOrdered) -> State:
    ordered = {frozenset(order): order for order in event.orders}
    groups = expect(state.phase, Tied).groups
    return replace(
        state, phase=Tied(tuple((seat,) for group in groups for seat in ordered.get(frozenset(group), group)))
    )


def _set(state: State, event: InitiativeSet) -> State:
    board = replace(state.board, order=event.order, favour_holder=event.favour_holder)
    return replace(state, board=board, phase=Passing(TurnStep.INITIATIVE, done=True))


def _dice_answers(_state: State, awaited: Awaited) -> Iterator[Command]:
    assert awaited.chance is not None
    return rolls(awaited.chance)


def _bid_answers(state: State, awaited: Awaited) -> Iterator[Command]:
    return (PlaceBid(awaited.seat, amount=amount) for amount in range(state.board.stocks[awaited.seat] + 1))


def _tie_answers(state: State, awaited: Awaited) -> Iterator[Command]:
    orders = product(*(permutations(group) for group in ties(expect(state.phase, Tied).groups)))
    return (OrderTies(awaited.seat, orders=order) for order in islice(orders, MOST_TIE_ORDERS))


DICE = AwaitedQuestion("campaign-dice", "SC-INI-2", _dice_answers)
BIDS = SealedStep(Bidding, BidPlaced, BidDefaulted, "amount", nothing=0)
BID = BIDS.question("campaign-bid", "SC-INI-5", _bid_answers)
TIES = AwaitedQuestion("campaign-ties", "SC-INI-10", _tie_answers, _order_of_before)

SUBJECT = CampaignSubject(
    decides=(on(PlaceBid, place_bid), on(OrderTies, order_ties)),
    evolves=(
        on(RollsCalled, _called),
        on(DiceRolled, _rolled),
        on(BiddingOpened, _opened),
        *BIDS.changes(),
        on(BidsRevealed, _revealed),
        on(TiesOrdered, _ordered),
        on(InitiativeSet, _set),
    ),
    completes=(on(DiceRolled, _with_total),),
    phases=(
        during(Rolling, _ranked, _awaits_roll),
        BIDS.rules(BID, _reveal),
        during(Tied, _settled, _awaits_order),
    ),
    rolls={DICE.code: roll},
    questions=(DICE, BID, TIES),
)
