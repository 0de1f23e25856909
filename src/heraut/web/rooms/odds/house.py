"""The organiser's rules on the page of the odds: each override key that matters to a fight, with our default."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import Malformed, from_plain
from heraut.warband import OUR_DEFAULT, Overrides
from heraut.warband.tables import OverrideRow, override_rows
from heraut.web.rooms.odds.asked import Fields

PREFIX = "o."
OF_BANDS = frozenset({"necromancer_casts", "trade_table", "massacre_scale", "free_activation_counts"})
MOST = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """One key on the form: the words it may be, or a number; `chosen` is what the address says."""

    key: str
    clause: str
    default: str
    chosen: str
    options: tuple[str, ...]
    numbers: bool

    @property
    def changed(self) -> bool:
        return self.chosen != self.default


def settings(fields: Fields) -> list[Setting]:
    """The keys that matter to a fight, as the address sets them."""
    return [_setting(row, fields) for row in override_rows() if row.key not in OF_BANDS]


def overrides(found: list[Setting]) -> Overrides:
    """The rules the settings stand for; a value that cannot be is ours again."""
    changed = {setting.key: _plain(setting) for setting in found if setting.changed}
    try:
        read: Overrides = from_plain(changed, Overrides)
    except Malformed:
        return OUR_DEFAULT
    return read


def _setting(row: OverrideRow, fields: Fields) -> Setting:
    words = tuple(_word(value) for value in (row.default, *row.other) if value != "integer")
    numbers = "integer" in row.other
    asked = fields.text(PREFIX + row.key, _word(row.default))
    known = asked in words or (numbers and asked.isascii() and asked.isdigit() and int(asked) <= MOST)
    return Setting(row.key, row.clauses[0], _word(row.default), asked if known else _word(row.default), words, numbers)


def _word(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(setting: Setting) -> int | bool | str:
    if setting.chosen in ("true", "false"):
        return setting.chosen == "true"
    return int(setting.chosen) if setting.chosen.isdigit() else setting.chosen
