from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auction.build import ANA, BEN
from auction.engine import BidDrafted, BidPlaced, BidsRevealed, PlaceBid, commands, events
from heraut.kernel.bounds import LARGEST, is_harmless
from heraut.kernel.codec import Malformed, decode, encode, from_plain, to_plain
from heraut.kernel.message import Audience, Chance, Event, Outline, Roll, rolls, shown
from heraut.kernel.names import FATE, ID, ORGANISER, REFEREE, ClauseId, Seat
from heraut.kernel.refusal import HouseCode, Refusal, exact, house, together
from heraut.kernel.text import from_line, to_line


class Unstated(Event, frozen=True):
    seat: Seat


class Told(Event, frozen=True):
    text: str


class ForOfficials(Event, frozen=True):
    audience: ClassVar[Audience] = Audience.OFFICIALS
    seat: Seat


class ForBoth(Event, frozen=True):
    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat


EVERYONE = (ANA, BEN, ORGANISER, REFEREE, FATE, None)


@pytest.mark.parametrize(
    ("event", "whole"),
    [
        (Unstated(ANA), ()),
        (BidDrafted(ANA, 1), (ANA,)),
        (ForOfficials(ANA), (ORGANISER, REFEREE)),
        (ForBoth(ANA), (ANA, ORGANISER, REFEREE)),
        (BidsRevealed({}), EVERYONE),
    ],
)
def test_an_event_is_shown_to_its_audience_and_nobody_else(event: Event, whole: tuple[Seat | None, ...]):
    assert tuple(viewer for viewer in EVERYONE if shown(event, viewer) == event) == whole
    assert {shown(event, viewer) for viewer in EVERYONE if viewer not in whole} <= {None}


def test_an_outline_says_the_type_and_the_seat_and_nothing_of_the_content():
    assert shown(BidPlaced(ANA, 7), BEN) == Outline("auction", "BidPlaced", (ANA,))
    assert b"7" not in encode(shown(BidPlaced(ANA, 7), BEN))


@given(
    amount=st.integers(-LARGEST, LARGEST),
    id=st.from_regex(ID, fullmatch=True),
    text=st.text().filter(is_harmless),
)
@settings(max_examples=50, deadline=None, derandomize=True)
def test_a_message_reads_back_from_its_line_and_from_json(amount: int, id: str, text: str):
    seat = Seat(id)
    sent = ((PlaceBid(seat, amount), commands), (BidsRevealed({seat: amount}), events), (Told(text), Told))
    for message, kind in sent:
        assert from_line(to_line(message), kind) == message
        assert decode(encode(message), kind) == message


def test_a_line_is_what_a_person_would_write():
    assert to_line(PlaceBid(ANA, 2)) == "PlaceBid seat=ana amount=2"
    assert to_line(Roll(faces=(1, 6))) == "Roll faces=[1,6]"
    assert to_line(PlaceBid(Seat("true"), 2)) == 'PlaceBid seat="true" amount=2'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("PlaceBid seat=ana", "amount"),
        ("PlaceBid seat=ana amount=two", "amount"),
        ("PlaceBid seat=ana amount", "field=value"),
        ("PlaceBid seat=ana amount=[", "cannot read"),
        ("Steal seat=ana", "Steal"),
        ("", "type"),
    ],
)
def test_a_line_that_makes_no_sense_says_what_is_wrong(line: str, message: str):
    with pytest.raises(Malformed, match=message):
        from_line(line, commands)


@given(st.fractions(-LARGEST, LARGEST, max_denominator=10**18))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_fractions_travel_exactly(number: Fraction):
    assert decode(encode(number), Fraction) == number
    assert from_plain(to_plain({"n": number}), dict[str, Fraction]) == {"n": number}


@pytest.mark.parametrize("data", ["3.5", '"3.5"', '"7/2"'])
def test_a_decimal_is_the_fraction_it_is_written_as(data: str):
    assert decode(data, Fraction) == Fraction(7, 2)
    assert decode("0.1", Fraction) == Fraction(1, 10)


@pytest.mark.parametrize("data", ['"1/0"', '"x"', "null", "[]"])
def test_what_is_not_a_fraction_is_refused(data: str):
    with pytest.raises(Malformed, match="fraction"):
        decode(data, Fraction)


def test_a_fact_is_whole_when_it_can_be():
    assert (exact(Fraction(4, 2)), exact(Fraction(7, 2))) == (2, "7/2")


@pytest.mark.clause("HOUSE-DICE-1")
@pytest.mark.parametrize(
    ("faces", "refusal"),
    [
        ((1, 8), None),
        ((6, 1), None),
        ((1,), house(HouseCode.WRONG_DICE, "count", asked=1, allowed=2)),
        ((), house(HouseCode.WRONG_DICE, "count", asked=0, allowed=2)),
        ((0, 1), house(HouseCode.WRONG_DICE, 1, asked=0, allowed=6)),
        ((7, 1), house(HouseCode.WRONG_DICE, 1, asked=7, allowed=6)),
        ((6, 9), house(HouseCode.WRONG_DICE, 2, asked=9, allowed=8)),
    ],
)
def test_faces_must_fit_the_dice_that_are_due(faces: tuple[int, ...], refusal: Refusal | None):
    assert Chance((6, 8)).refusal(faces) == refusal


@pytest.mark.clause("HOUSE-DICE-3")
def test_drawn_faces_come_from_the_source_one_die_after_the_other():
    asked: list[int] = []

    def below(sides: int) -> int:
        asked.append(sides)
        return sides - 1

    assert Chance((6, 2**32)).draw(below) == (6, 2**32)
    assert asked == [6, 2**32]


def test_everything_that_could_come_up_is_listed_lazily():
    assert [roll.faces for roll in rolls(Chance((2, 2)))] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert next(rolls(Chance((6,) * 40))).faces == (1,) * 40


def test_all_faults_of_a_list_are_told_at_once():
    first, second = house(HouseCode.UNKNOWN_SEAT, "x"), Refusal(ClauseId("HOUSE-SEAL-1"), "b")

    whole = together((first, second))

    assert whole is not None
    assert whole.all() == (first, second)
    assert together(()) is None
    nested = together((whole, first))
    assert nested is not None
    assert nested.all() == (first, second, first)
