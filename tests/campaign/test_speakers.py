"""Who may speak which order: the clock alone lets time pass, players speak for themselves."""

from __future__ import annotations

from typing import get_args

import pytest

from campaign.test_replay import with_deadline
from heraut.campaign import engine
from heraut.campaign.bids import PlaceBid
from heraut.campaign.situation import situation
from heraut.kernel.message import Command, Roll, Speaker, Tick
from heraut.kernel.names import CLOCK, FATE, ORGANISER, REFEREE, Instant, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house

ANA = Seat("ana")


@pytest.mark.clause("HOUSE-SEAT-1", "SC-ABS-4")
@pytest.mark.parametrize("seat", [Seat("nobody-at-all"), ANA, ORGANISER, REFEREE, FATE])
def test_only_the_clock_says_that_an_instant_has_come(seat: Seat):
    state = with_deadline()

    assert engine.decide(state, Tick(at=Instant(10**9), seat=seat)) == house(HouseCode.NOT_YOUR_SEAT, seat)
    assert not isinstance(engine.decide(state, Tick(at=Instant(10**9), seat=CLOCK)), Refusal)


@pytest.mark.clause("HOUSE-SEAT-1", "HOUSE-SEAT-2")
@pytest.mark.parametrize(
    ("seat", "code"),
    [
        (ORGANISER, HouseCode.NOT_YOUR_SEAT),
        (REFEREE, HouseCode.UNKNOWN_SEAT),
        (CLOCK, HouseCode.UNKNOWN_SEAT),
        (Seat("zoe"), HouseCode.UNKNOWN_SEAT),
    ],
)
def test_a_bid_is_a_players_own(seat: Seat, code: HouseCode):
    assert engine.decide(situation("bids", bands=["1 ana T12: 6"]), PlaceBid(seat, amount=0)) == house(code, seat)


def test_every_order_says_who_speaks_it():
    kinds: tuple[type[Command], ...] = get_args(engine.commands)
    spoken = {kind.__name__: kind.speaker for kind in kinds if kind.speaker is not Speaker.PLAYER}
    ours, either = Speaker.ORGANISER, Speaker.PLAYER_OR_ORGANISER

    assert spoken == {
        **dict.fromkeys(("AssignStarts", "CloseStep", "ExtendDeadline", "SetPause", "ReplacePlayer"), ours),
        **dict.fromkeys(("ProposeResult", "ConfirmResult", "RejectResult", "NameStandIn"), either),
        Roll.__name__: Speaker.FATE,
        Tick.__name__: Speaker.CLOCK,
    }
