from __future__ import annotations

import pytest

from heraut.scenario.library import sticks
from heraut.table.measure import UnknownStick, reach


@pytest.mark.clause("ST-GEO-1")
@pytest.mark.parametrize(
    ("text", "length"), [("TC", 2), ("C", 4), ("M", 6), ("L", 12), ("M+C", 10), ("L+M", 18), ("3", 3)]
)
def test_a_sum_of_sticks_is_their_lengths_added(text: str, length: int):
    assert reach(text, sticks()) == length


def test_an_unknown_letter_names_the_sticks_there_are():
    with pytest.raises(UnknownStick, match="TC, C, M, L"):
        reach("XL", sticks())
