import re
from pathlib import Path

import msgspec
import pytest

from heraut.kernel.codec import Malformed, decode, to_plain
from heraut.rulesets.clauses import sheets_folder
from heraut.warband.tables import OUR_DEFAULT, Overrides, override_rows


def sheet_keys():
    text = Path(sheets_folder(), "age-of-magic.md").read_text(encoding="utf-8").split("## D.2")[1]
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [key for cell in cells for key in re.findall(r"`(\w+)`", cell)]


def test_every_override_key_of_the_sheet_is_a_setting_with_our_default():
    fields = {field.name: to_plain(field.default) for field in msgspec.structs.fields(Overrides)}

    assert list(fields) == sheet_keys() == [row.key for row in override_rows()]
    assert fields == {row.key: row.default for row in override_rows()}


def test_every_other_value_the_table_lists_can_be_set():
    kinds = {"integer": 3, "table": {"lieutenant": {"warrior": 4}}}
    for row in override_rows():
        for other in row.other:
            value = {"warlord": "3"} if row.key == "massacre_scale" else kinds.get(other, other)
            read = msgspec.convert({row.key: value}, Overrides, dec_hook=lambda kind, text: kind(text))
            assert list(read.changed()) == [row.key]


def test_a_result_carries_only_what_differs_from_our_default():
    assert OUR_DEFAULT.changed() == {}
    assert Overrides(pool_cap="none", rounding="down").changed() == {"rounding": "down", "pool_cap": "none"}


@pytest.mark.parametrize("text", ['{"pool_capp": 16}', '{"rounding": "sideways"}', '{"pool_cap": true}'])
def test_an_unknown_key_or_value_is_named(text):
    with pytest.raises(Malformed):
        decode(text, Overrides)


@pytest.mark.parametrize(
    "changed",
    [
        '{"pool_cap": -5}',
        '{"armour_max": 9}',
        '{"primitive_floor": -1}',
        '{"light_cover_defence": 60}',
        '{"massacre_scale": {"warrior": "-1/3"}}',
        '{"trade_table": {"lieutenant": {"warrior": -4}}}',
    ],
)
def test_a_rule_that_cannot_be_played_is_not_a_setting(changed):
    with pytest.raises(Malformed):
        decode(changed, Overrides)
