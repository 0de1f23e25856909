"""
The engine `auction`: for each lot, everybody seals a bid, all are opened together, the highest pays and takes it.

Level bids are settled by one die of FATE with as many sides as there are level bidders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from heraut.kernel.engine import ImpossibleEvent
from heraut.kernel.message import Audience, Awaited, Chance, Command, Event, Roll, rolls
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


class DraftBid(Command, frozen=True):
    amount: int


class PlaceBid(Command, frozen=True, omit_defaults=True):
    """The salt, if there is one, is the shell's to draw."""

    amount: int
    salt: str = ""


class CloseBidding(Command, frozen=True):
    """An official fills in zero for whoever is absent."""


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


class BidsRevealed(Event, frozen=True):
    audience = Audience.EVERYBODY
    reveals = True
    bids: dict[Seat, int]


class LotSold(Event, frozen=True):
    audience = Audience.EVERYBODY
    seat: Seat
    lot: str
    price: int
    faces: tuple[int, ...] = ()


settings = Settings
commands = DraftBid | PlaceBid | CloseBidding | Roll
events = BidDrafted | BidPlaced | BidDefaulted | BidsRevealed | LotSold


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


class View(msgspec.Struct, frozen=True):
    lot: str | None
    purses: dict[Seat, int]
    sold: tuple[tuple[str, Seat], ...]
    bids: tuple[SlotView, ...]


def start(chosen: Settings, version: RulesVersion) -> State | Refusal:
    if not chosen.lots:
        return Refusal(PHASE, "auction-no-lots", allowed=1, asked=0)
    if len(chosen.bidders) < 2:
        return Refusal(PHASE, "auction-few-bidders", allowed=2, asked=len(chosen.bidders))
    names = {Seat(seat): name for seat, name in chosen.bidders.items()}
    return _next(Auction(names, dict.fromkeys(names, chosen.purse), chosen.lots))


def _next(auction: Auction) -> State:
    return Bidding(auction, SealedBox.of(auction.names)) if auction.lots else Over(auction)


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    match state, command:
        case Bidding(auction), DraftBid(seat, amount) | PlaceBid(seat, amount):
            return _bid_refusal(auction, seat, amount) or _bid(state, command)
        case Bidding(), CloseBidding(seat):
            if seat not in OFFICIALS:
                return house(HouseCode.NOT_YOUR_SEAT, seat)
            absent = tuple(BidDefaulted(seat) for seat in state.box.awaited)
            zero = dict.fromkeys(state.box.awaited, 0)
            return (*absent, *_opened(state, {**state.box.values, **zero}))
        case Tied(level=level), Roll(faces=faces):
            refusal = Chance((len(level),)).refusal(faces)
            return refusal or (_sale(state, level[faces[0] - 1], faces),)
        case Tied(), DraftBid() | PlaceBid():
            return house(HouseCode.ALREADY_OPEN)
        case _:
            return house(HouseCode.WRONG_PHASE, type(state).__name__)


def _bid_refusal(auction: Auction, seat: Seat, amount: int) -> Refusal | None:
    if seat not in auction.names:
        return house(HouseCode.UNKNOWN_SEAT, seat)
    if not 0 <= amount <= auction.purses[seat]:
        return Refusal(SEAL, "auction-too-much", seat, amount, auction.purses[seat])
    return None


def _bid(state: Bidding, command: DraftBid | PlaceBid) -> tuple[Event, ...]:
    if isinstance(command, DraftBid):
        return (BidDrafted(command.seat, command.amount),)
    placed = BidPlaced(command.seat, command.amount, command.salt)
    box = state.box.seal(command.seat, command.amount)
    return (placed,) if box.awaited else (placed, *_opened(state, box.values))


def _opened(state: Bidding, bids: Mapping[Seat, int]) -> tuple[Event, ...]:
    revealed = BidsRevealed({seat: bids[seat] for seat in state.box.seats})
    level = _highest(bids)
    return (revealed,) if len(level) > 1 else (revealed, LotSold(level[0], state.auction.lots[0], bids[level[0]]))


def _highest(bids: Mapping[Seat, int]) -> tuple[Seat, ...]:
    return tuple(seat for seat, bid in bids.items() if bid == max(bids.values()))


def _sale(state: Tied, seat: Seat, faces: tuple[int, ...]) -> LotSold:
    return LotSold(seat, state.auction.lots[0], state.box.values[seat], faces)


def evolve(state: State, event: Event) -> State:
    match state, event:
        case Bidding(box=box), BidDrafted(seat, amount):
            return replace(state, box=box.draft(seat, amount))
        case Bidding(box=box), BidPlaced(seat, amount, salt):
            return replace(state, box=box.seal(seat, amount, salt))
        case Bidding(box=box), BidDefaulted(seat):
            return replace(state, box=box.default(seat, 0))
        case Bidding(auction, box), BidsRevealed(bids):
            return Tied(auction, box.open(), _highest(bids))
        case Tied(auction), LotSold(seat, lot, price):
            purses = {**auction.purses, seat: auction.purses[seat] - price}
            return _next(replace(auction, purses=purses, lots=auction.lots[1:], sold=(*auction.sold, (lot, seat))))
        case _:
            raise ImpossibleEvent(state, event)


def complete(_state: State, event: Event) -> Event:
    return event


def view(state: State, viewer: Seat | None) -> View:
    auction = state.auction
    bids = () if isinstance(state, Over) else state.box.seen_by(viewer)
    return View(auction.lots[0] if auction.lots else None, dict(auction.purses), auction.sold, bids)


def legal(state: State, seat: Seat) -> Iterable[Command]:
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
        case Tied(level=level):
            return (Awaited(FATE, "auction-tie", PHASE, chance=Chance((len(level),))),)
        case Over():
            return ()


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
