"""The auction's own rules, and its golden playthrough with each seat's view."""

from __future__ import annotations

import pytest

from auction import engine
from auction.build import ANA, BEN, bidding, settings
from auction.engine import BidDefaulted, BidPlaced, BidsRevealed, CloseBidding, DraftBid, LotSold, PlaceBid
from golden_text import check_golden, playthrough
from heraut.kernel.engine import ImpossibleEvent
from heraut.kernel.message import Roll
from heraut.kernel.names import FATE, ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.kernel.sealed import commitment


def test_the_last_bid_opens_all():
    state = engine.evolve(bidding(), BidPlaced(ANA, 2))

    assert engine.decide(state, PlaceBid(BEN, 3)) == (
        BidPlaced(BEN, 3),
        BidsRevealed({ANA: 2, BEN: 3}),
        LotSold(BEN, "helm", 3),
    )


def test_closing_fills_in_zero_for_the_absent():
    state = engine.evolve(bidding(), BidPlaced(ANA, 2))

    assert engine.decide(state, CloseBidding(ORGANISER)) == (
        BidDefaulted(BEN),
        BidsRevealed({ANA: 2, BEN: 0}),
        LotSold(ANA, "helm", 2),
    )


@pytest.mark.clause("HOUSE-SEAL-6")
def test_a_bid_with_a_salt_is_promised_to_all_and_checked_when_the_bids_are_open():
    salt = "00112233445566778899aabbccddeeff"
    (placed,) = engine.decide(bidding(), PlaceBid(ANA, 2, salt))
    state = engine.evolve(bidding(), placed)
    promised = engine.view(state, BEN).bids[0]
    for event in engine.decide(state, PlaceBid(BEN, 2)):
        state = engine.evolve(state, event)
    opened = engine.view(state, BEN).bids[0]

    assert (promised.value, promised.salt, promised.commitment) == (None, "", commitment(2, salt))
    assert (opened.value, opened.salt, opened.commitment) == (2, salt, promised.commitment)
    assert opened.is_kept()


@pytest.mark.clause("HOUSE-SEAT-1")
def test_only_an_official_closes_the_bidding():
    assert engine.decide(bidding(), CloseBidding(ANA)) == house(HouseCode.NOT_YOUR_SEAT, ANA)


@pytest.mark.clause("HOUSE-SEAT-2")
def test_a_bid_for_nobodys_seat_is_refused():
    assert engine.decide(bidding(), PlaceBid(Seat("zoe"), 1)) == house(HouseCode.UNKNOWN_SEAT, "zoe")


@pytest.mark.clause("HOUSE-SEAL-3")
def test_no_bid_after_the_opening():
    state = bidding()
    for event in (BidPlaced(ANA, 2), BidPlaced(BEN, 2), BidsRevealed({ANA: 2, BEN: 2})):
        state = engine.evolve(state, event)

    assert engine.decide(state, PlaceBid(ANA, 3)) == house(HouseCode.ALREADY_OPEN)


def test_an_impossible_event_is_our_fault():
    with pytest.raises(ImpossibleEvent, match="LotSold cannot follow Bidding"):
        engine.evolve(bidding(), LotSold(ANA, "helm", 1))


def test_an_auction_without_lots_is_refused():
    assert isinstance(engine.start(engine.Settings(settings().bidders, ()), engine.rules), Refusal)


def test_the_golden_auction():
    commands = (
        DraftBid(ANA, 1),
        PlaceBid(ANA, 3),
        PlaceBid(BEN, 11),
        PlaceBid(BEN, 3),
        PlaceBid(ANA, 4),
        Roll(faces=(3,)),
        Roll(faces=(2,)),
        PlaceBid(BEN, 7),
        CloseBidding(ANA),
        CloseBidding(ORGANISER),
        PlaceBid(ANA, 1),
    )

    check_golden("auction.txt", playthrough(engine, settings(), commands, (ANA, BEN, ORGANISER, FATE, None)))
