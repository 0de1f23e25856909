"""
The engine `auction`: for each lot, everybody seals a bid, all are opened together, the highest pays and takes it.

Level bids are settled by one die of FATE with as many sides as there are level bidders. It is small enough to be one
module: its two subjects stand in it, bids first and then sales, each in the order of every subject.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace as replaced

from heraut.kernel.engine import (
    ImpossibleEvent,
    Outcome,
    Subject,
    completer,
    deciders,
    dice,
    evolvers,
    on,
    speaker_refusal,
    union,
)
from heraut.kernel.message import Audience, Awaited, Chance, Command, Event, Roll, Speaker, rolls
from heraut.kernel.names import (
    FATE,
    OFFICIALS,
    ORGANISER,
    ClauseId,
    EngineId,
    Instant,
    Name,
    PlayerSeat,
    RulesVersion,
    Seat,
)
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.kernel.sealed import SealedBox, SlotView

id = EngineId("auction")
rules = RulesVersion("auction/1")
PHASE = ClauseId("HOUSE-PHASE-1")
SEAL = ClauseId("HOUSE-SEAL-1")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bidders: dict[PlayerSeat, Name]
    lots: tuple[str, ...]
    purse: int = 10


@dataclass(frozen=True, slots=True)
class Auction:
    """What all phases share: names, purses, lots left to sell, who has bought what."""

    names: Mapping[Seat, str]
    purses: Mapping[Seat, int]
    lots: tuple[str, ...]
    sold: tuple[tuple[str, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class Bidding:
    auction: Auction
    box: SealedBox[int]


@dataclass(frozen=True, slots=True)
class Tied:
    auction: Auction
    box: SealedBox[int]
    level: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Over:
    auction: Auction


State = Bidding | Tied | Over


# --- bids


class DraftBid(Command, frozen=True):
    speaker = Speaker.PLAYER
    amount: int


class PlaceBid(Command, frozen=True, omit_defaults=True):
    """The salt, if there is one, is the shell's to draw."""

    speaker = Speaker.PLAYER
    amount: int
    salt: str = ""


class CloseBidding(Command, frozen=True):
    """An official fills in zero for whoever is absent."""

    speaker = Speaker.OFFICIAL


class BidDrafted(Event, frozen=True):
    audience = Audience.OWNERS
    seat: Seat
    amount: int


class BidPlaced(Event, frozen=True):
    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    amount: int
    salt: str = ""


class BidDefaulted(Event, frozen=True):
    audience = Audience.EVERYBODY
    seat: Seat


class BidsRevealed(Event, frozen=True, omit_defaults=True):
    """All bids; `level` are those who bid highest, where a sale does not follow at once."""

    audience = Audience.EVERYBODY
    reveals = True
    bids: dict[Seat, int]
    level: tuple[Seat, ...] = ()


def draft_bid(state: State, command: DraftBid) -> Outcome:
    refusal = _bid_refusal(state, command.seat, command.amount)
    return refusal or (BidDrafted(command.seat, command.amount),)


def place_bid(state: State, command: PlaceBid) -> Outcome:
    """The last one opens them all."""
    refusal = _bid_refusal(state, command.seat, command.amount)
    if refusal is not None:
        return refusal
    assert isinstance(state, Bidding)
    box = state.box.seal(command.seat, command.amount)
    placed = BidPlaced(command.seat, command.amount, command.salt)
    return (placed,) if box.awaited else (placed, *_opened(state.auction, box))


def close_bidding(state: State, _command: CloseBidding) -> Outcome:
    if not isinstance(state, Bidding):
        return not_now(state)
    box = state.box
    for seat in state.box.awaited:
        box = box.default(seat, 0)
    return (*(BidDefaulted(seat) for seat in state.box.awaited), *_opened(state.auction, box))


def _bid_refusal(state: State, seat: Seat, amount: int) -> Refusal | None:
    if isinstance(state, Tied):
        return house(HouseCode.ALREADY_OPEN)
    if isinstance(state, Over):
        return not_now(state)
    purse = state.auction.purses[seat]
    return None if 0 <= amount <= purse else Refusal(SEAL, "auction-too-much", seat, amount, purse)


def _opened(auction: Auction, box: SealedBox[int]) -> tuple[Event, ...]:
    bids = {seat: box.values[seat] for seat in box.seats}
    level = tuple(seat for seat in bids if bids[seat] == max(bids.values()))
    if len(level) > 1:
        return (BidsRevealed(bids, level),)
    return (BidsRevealed(bids), LotSold(level[0], auction.lots[0], bids[level[0]]))


def _drafted(state: State, event: BidDrafted) -> State:
    bidding = _bidding(state, event)
    return replace(bidding, box=bidding.box.draft(event.seat, event.amount))


def _placed(state: State, event: BidPlaced) -> State:
    bidding = _bidding(state, event)
    return replace(bidding, box=bidding.box.seal(event.seat, event.amount, event.salt))


def _defaulted(state: State, event: BidDefaulted) -> State:
    bidding = _bidding(state, event)
    return replace(bidding, box=bidding.box.default(event.seat, 0))


def _revealed(state: State, event: BidsRevealed) -> State:
    bidding = _bidding(state, event)
    return Tied(bidding.auction, bidding.box.open(), event.level)


def _bidding(state: State, event: Event) -> Bidding:
    if not isinstance(state, Bidding):
        raise ImpossibleEvent(state, event)
    return state


def _with_level(_state: State, event: BidsRevealed) -> BidsRevealed:
    """Who bid highest used to be worked out when it was read."""
    highest = max(event.bids.values())
    level = tuple(seat for seat, bid in event.bids.items() if bid == highest)
    return event if event.level or len(level) == 1 else replaced(event, level=level)


BIDS = Subject[State](
    decides=(on(DraftBid, draft_bid), on(PlaceBid, place_bid), on(CloseBidding, close_bidding)),
    evolves=(
        on(BidDrafted, _drafted),
        on(BidPlaced, _placed),
        on(BidDefaulted, _defaulted),
        on(BidsRevealed, _revealed),
    ),
    completes=(on(BidsRevealed, _with_level),),
)

# --- sales


class LotSold(Event, frozen=True):
    audience = Audience.EVERYBODY
    seat: Seat
    lot: str
    price: int
    faces: tuple[int, ...] = ()


def settle(state: State, command: Roll) -> Outcome:
    """One side of the die for each level bidder."""
    assert isinstance(state, Tied)
    seat = state.level[command.faces[0] - 1]
    return (LotSold(seat, state.auction.lots[0], state.box.values[seat], command.faces),)


def _sold(state: State, event: LotSold) -> State:
    if not isinstance(state, Tied):
        raise ImpossibleEvent(state, event)
    auction, seat = state.auction, event.seat
    purses = {**auction.purses, seat: auction.purses[seat] - event.price}
    return _next(replace(auction, purses=purses, lots=auction.lots[1:], sold=(*auction.sold, (event.lot, seat))))


SALES = Subject[State](evolves=(on(LotSold, _sold),), rolls={"auction-tie": settle})

# --- the engine


def dice_due(state: State) -> Awaited | None:
    if not isinstance(state, Tied) or not state.level:
        return None
    return Awaited(FATE, "auction-tie", PHASE, chance=Chance((len(state.level),)))


def not_now(state: State) -> Refusal:
    return house(HouseCode.WRONG_PHASE, type(state).__name__)


SUBJECTS = (BIDS, SALES)
_DECIDERS, _EVOLVERS = deciders((*SUBJECTS, dice(SUBJECTS, dice_due, not_now))), evolvers(SUBJECTS)
complete = completer(SUBJECTS)
settings = Settings
commands = union(_DECIDERS)
events = union(_EVOLVERS)


def start(chosen: Settings, version: RulesVersion) -> State | Refusal:
    if not chosen.lots:
        return Refusal(PHASE, "auction-no-lots", allowed=1, asked=0)
    if len(chosen.bidders) < 2:
        return Refusal(PHASE, "auction-few-bidders", allowed=2, asked=len(chosen.bidders))
    names = {Seat(seat): name for seat, name in chosen.bidders.items()}
    return _next(Auction(names, dict.fromkeys(names, chosen.purse), chosen.lots))


def _next(auction: Auction) -> State:
    return Bidding(auction, SealedBox.of(auction.names)) if auction.lots else Over(auction)


def decide(state: State, command: Command) -> Outcome:
    return speaker_refusal(command, state.auction.names) or _DECIDERS[type(command)](state, command)


def evolve(state: State, event: Event) -> State:
    change = _EVOLVERS.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


class View(msgspec.Struct, frozen=True):
    lot: str | None
    purses: dict[Seat, int]
    sold: tuple[tuple[str, Seat], ...]
    bids: tuple[SlotView, ...]


def view(state: State, viewer: Seat | None) -> View:
    auction = state.auction
    bids = () if isinstance(state, Over) else state.box.seen_by(viewer)
    return View(auction.lots[0] if auction.lots else None, dict(auction.purses), auction.sold, bids)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    match state:
        case Bidding(auction) if seat in auction.names:
            for amount in range(auction.purses[seat] + 1):
                yield PlaceBid(seat, amount)
                yield DraftBid(seat, amount)
        case Bidding() if seat in OFFICIALS:
            yield CloseBidding(seat)
        case Tied(level=level) if seat == FATE:
            yield from rolls(Chance((len(level),)))


def awaits(state: State, viewer: Seat | None) -> tuple[Awaited, ...]:
    match state:
        case Bidding(box=box):
            return tuple(Awaited(seat, "auction-bid", SEAL) for seat in box.awaited)
        case _:
            due = dice_due(state)
            return () if due is None else (due,)


def next_tick(state: State) -> Instant | None:
    return None


def seats(state: State) -> Mapping[Seat, str]:
    return {ORGANISER: "Organisation", **state.auction.names}


def stand_ins(_state: State) -> Mapping[Seat, Seat]:
    return {}


def called(_state: State) -> Mapping[str, str]:
    return {}


if TYPE_CHECKING:  # the type checker holds it to the one shape, as it does the four of the catalogue
    import auction.engine  # noqa: PLW0406  # it is this module that has the shape
    from heraut.kernel.engine import Engine

    AUCTION: Engine[Settings, State, Command, Event, View] = auction.engine
