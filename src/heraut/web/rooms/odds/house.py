"""The organiser's rules on the pages of the odds: each override key where it matters, with our default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from heraut.kernel import Malformed, from_plain
from heraut.kernel.bounds import whole
from heraut.warband.overrides import OUR_DEFAULT, OverrideRow, Overrides, override_rows
from heraut.warband.tables import trades, troops
from heraut.warband.vocabulary import UnitClass
from heraut.web.rooms.odds import lists
from heraut.web.rooms.odds.asked import Fields

PREFIX = "o."
MOST = 60
OF_BANDS = ("necromancer_casts", "trade_table", "massacre_scale")
OF_TURNS = ("free_activation_counts",)
OF_FIGHTS = tuple(row.key for row in override_rows() if row.key not in (*OF_BANDS, *OF_TURNS))
OF_TABLES = (*OF_FIGHTS, "massacre_scale")


@dataclass(frozen=True, slots=True)
class Setting:
    """One key on the form: the words it may be, a number, or a list; `chosen` is what the address says."""

    key: str
    clause: str
    default: str
    chosen: str
    options: tuple[str, ...]
    numbers: bool
    wrong: tuple[str, ...] = ()
    ours: str = ""
    """For a list: our own, as an example to change."""

    @property
    def changed(self) -> bool:
        return self.chosen != self.default

    @property
    def lists(self) -> bool:
        return "table" in self.options


def settings(fields: Fields, keys: tuple[str, ...] = OF_FIGHTS) -> list[Setting]:
    """These keys as the address sets them, in the order of the sheet."""
    return [_setting(row, fields) for row in override_rows() if row.key in keys]


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
    if "table" in words:
        return _list(row, fields.text(PREFIX + row.key).strip(), words)
    numbers = "integer" in row.other
    asked = fields.text(PREFIX + row.key, _word(row.default))
    known = asked in words or (numbers and 0 <= (-1 if (number := whole(asked)) is None else number) <= MOST)
    return Setting(row.key, row.clauses[0], _word(row.default), asked if known else _word(row.default), words, numbers)


def _list(row: OverrideRow, text: str, words: tuple[str, ...]) -> Setting:
    if row.key == "trade_table":
        read, wrong = _trades(text)
        written, ours = _written(read), _written({unit: trade.paid for unit, trade in trades().items()})
    else:
        numbers, wrong = lists.read_numbers(text)
        written = lists.write_numbers(numbers)
        ours = lists.write_numbers({unit: troop.massacre for unit, troop in troops().items()})
    chosen = "\n".join([*([written] if written else []), *wrong])
    return Setting(row.key, row.clauses[0], "", chosen, words, numbers=False, wrong=tuple(wrong), ours=ours)


def _trades(text: str) -> tuple[dict[UnitClass, dict[UnitClass, int]], list[str]]:
    """Lines such as “1 Lieutenant: 4 Warriors, 6 Levies”: what may be paid for one figure."""
    found: dict[UnitClass, dict[UnitClass, int]] = {}
    wrong = []
    for line in text.splitlines()[: lists.MOST_LINES]:
        bought, _, paid = line.partition(":")
        (units, faulty), (prices, faulty_too) = (
            lists.read_numbers(bought),
            lists.read_numbers("\n".join(paid.split(","))),
        )
        whole = {unit: int(count) for unit, count in prices.items() if count.denominator == 1 and count}
        if len(units) == 1 and whole and not faulty and not faulty_too:
            found[next(iter(units))] = whole
        elif line.strip():
            wrong.append(line.strip()[:60])
    return found, wrong


def _written(table: Any) -> str:
    return "\n".join(
        f"1 {lists.name(unit)}: " + ", ".join(f"{count} {lists.name(payer)}" for payer, count in paid.items())
        for unit, paid in table.items()
    )


def _word(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(setting: Setting) -> Any:
    if setting.key == "trade_table":
        return _trades(setting.chosen)[0] or "none"
    if setting.lists:
        return {unit: str(number) for unit, number in lists.read_numbers(setting.chosen)[0].items()} or "none"
    if setting.chosen in ("true", "false"):
        return setting.chosen == "true"
    number = whole(setting.chosen)
    return setting.chosen if number is None else number
