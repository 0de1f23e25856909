from __future__ import annotations

import hashlib
from typing import Any

import pytest

from heraut.kernel.codec import decode, encode
from heraut.kernel.names import Seat
from heraut.kernel.sealed import SealedBox, SlotView, Stage, commitment

ANA, BEN = Seat("ana"), Seat("ben")


def box() -> SealedBox[int]:
    return SealedBox.of((ANA, BEN))


@pytest.mark.clause("HOUSE-SEAL-1")
def test_a_sealed_choice_is_known_to_its_owner_only_and_that_it_exists_to_all():
    sealed = box().seal(ANA, 7)

    assert sealed.seen_by(ANA) == (SlotView(ANA, Stage.SEALED, value=7), SlotView(BEN, Stage.AWAITED))
    assert sealed.seen_by(BEN) == (SlotView(ANA, Stage.SEALED), SlotView(BEN, Stage.AWAITED))
    assert sealed.seen_by(None) == sealed.seen_by(BEN) == sealed.seen_by(Seat("organiser"))


@pytest.mark.clause("HOUSE-SEAL-1")
def test_a_view_does_not_depend_on_what_somebody_else_sealed():
    assert box().seal(ANA, 7).seen_by(BEN) == box().seal(ANA, 0).seen_by(BEN)


@pytest.mark.clause("HOUSE-SEAL-2")
def test_a_choice_may_be_replaced_or_taken_back_as_a_draft_until_the_opening():
    replaced = box().seal(ANA, 7).seal(ANA, 3)
    taken_back = replaced.draft(ANA, 4)

    assert (replaced.values, replaced.awaited) == ({ANA: 3}, (BEN,))
    assert (taken_back.values, taken_back.awaited) == ({}, (ANA, BEN))
    assert taken_back.own(ANA) == 4


@pytest.mark.clause("HOUSE-SEAL-1")
def test_a_draft_is_its_owners_affair():
    drafted = box().draft(ANA, 7)

    assert drafted.seen_by(ANA)[0] == SlotView(ANA, Stage.DRAFT, value=7)
    assert drafted.seen_by(BEN) == box().seen_by(BEN)


@pytest.mark.clause("HOUSE-SEAL-3")
@pytest.mark.parametrize("change", ["draft", "seal", "default"])
def test_an_open_box_takes_no_more_choices(change: str):
    opened = box().seal(ANA, 7).open()

    with pytest.raises(ValueError, match="open"):
        getattr(opened, change)(ANA, 1)


@pytest.mark.clause("HOUSE-SEAL-4")
def test_all_choices_are_opened_together_and_a_draft_is_dropped_unseen():
    opened = box().seal(ANA, 7).draft(BEN, 9).open()

    assert opened.seen_by(None) == (SlotView(ANA, Stage.REVEALED, value=7), SlotView(BEN, Stage.AWAITED))
    assert opened.own(BEN) is None


@pytest.mark.clause("HOUSE-SEAL-5")
def test_a_choice_filled_in_for_somebody_absent_stays_marked():
    opened = box().default(ANA, 0).seal(BEN, 1).open()

    assert opened.seen_by(None)[0] == SlotView(ANA, Stage.REVEALED, defaulted=True, value=0)
    assert opened.values == {ANA: 0, BEN: 1}


def test_a_seat_that_is_not_in_the_box_cannot_choose():
    with pytest.raises(ValueError, match="no seat zoe"):
        box().seal(Seat("zoe"), 1)


def test_an_empty_box_awaits_nobody():
    empty: SealedBox[int] = SealedBox.of(())

    assert (empty.awaited, empty.values, empty.seen_by(None)) == ((), {}, ())


SALT, OTHER = "00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"


@pytest.mark.clause("HOUSE-SEAL-6")
def test_a_sealed_choice_may_carry_a_commitment_which_everybody_sees_at_once():
    (seen, _) = box().seal(ANA, 7, SALT).seen_by(BEN)

    assert seen == SlotView(ANA, Stage.SEALED, commitment=commitment(7, SALT))
    assert box().seal(ANA, 7, SALT).seen_by(ANA)[0].salt == SALT


@pytest.mark.clause("HOUSE-SEAL-6")
def test_a_commitment_can_be_checked_with_any_tool():
    assert commitment(7, SALT) == hashlib.sha256(f'["{SALT}",7]'.encode()).hexdigest()


@pytest.mark.clause("HOUSE-SEAL-6")
def test_once_opened_anybody_sees_whether_the_commitment_was_kept():
    promised = box().seal(ANA, 7, SALT).seen_by(BEN)[0].commitment
    kept, changed = box().seal(ANA, 7, SALT).open(), box().seal(ANA, 8, SALT).open()

    assert [opened.seen_by(BEN)[0].commitment == promised for opened in (kept, changed)] == [True, False]
    assert kept.seen_by(BEN)[0].is_kept()
    assert not SlotView(ANA, Stage.REVEALED, value=8, commitment=promised, salt=SALT).is_kept()


@pytest.mark.clause("HOUSE-SEAL-6")
def test_what_travelled_as_json_can_be_checked_too():
    seen = decode(encode(box().seal(ANA, 7, SALT).open().seen_by(None)[0]), dict[str, Any])

    assert commitment(seen["value"], seen["salt"]) == seen["commitment"]


@pytest.mark.clause("HOUSE-SEAL-6")
def test_a_commitment_tells_nothing_without_its_salt():
    guesses = {commitment(amount, OTHER) for amount in range(100)} | {commitment(amount, "") for amount in range(100)}

    assert commitment(7, SALT) not in guesses
    assert box().seal(ANA, 7).seen_by(BEN)[0].commitment == ""
