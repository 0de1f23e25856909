"""What a file of the lab may not say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from heraut.lab.fights import read_fight
from heraut.lab.sentences import CannotRun
from heraut.lab.skirmishes import read_skirmish
from heraut.lab.trial import read_settings


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (read_settings, '{"format": "saga", "allowed_ages": ["dark"], "swiss_roundz": 1}'),
        (read_skirmish, '{"players": {"ana": "Ana"}, "fighters": [], "optionz": {}}'),
        (lambda text: read_fight(text, 1, 10), '{"mine": [{"unit": "warrior"}], "theirs": [], "turnz": 3}'),
    ],
)
def test_a_field_nobody_knows_is_wrong(read: Callable[[str], object], text: str):
    with pytest.raises(CannotRun) as refused:
        read(text)

    assert (refused.value.key, "unknown field" in str(refused.value.facts["detail"])) == ("trial-json", True)
