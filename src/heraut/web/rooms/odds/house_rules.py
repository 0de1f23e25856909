"""The organiser's own rules on a form of the odds: each with our default, read from the address and written back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, from_plain
from heraut.warband.tables import OUR_DEFAULT, OverrideRow, Overrides, UnitClass, override_rows, trades, troops
from heraut.web.rooms.odds.form import MOST_LINES, Fields, name, read_numbers, write_numbers

RULE = "o."
"""What the name of a field begins with that sets an organiser's rule."""

MOST_OF_A_RULE = 60
OF_BANDS = ("necromancer_casts", "trade_table", "massacre_scale")
OF_TURNS = ("free_activation_counts",)
OF_FIGHTS = tuple(row.key for row in override_rows() if row.key not in (*OF_BANDS, *OF_TURNS))
OF_TABLES = (*OF_FIGHTS, "massacre_scale")


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One override key on a form: the words it may be, a number, or a list; `chosen` is what the address says."""

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

    def plain(self) -> Any:
        """The value, as `Overrides` reads it."""
        if self.key == "trade_table":
            return _read_trades(self.chosen)[0] or "none"
        if self.lists:
            return {unit: str(number) for unit, number in read_numbers(self.chosen)[0].items()} or "none"
        if self.chosen in ("true", "false"):
            return self.chosen == "true"
        number = whole(self.chosen)
        return self.chosen if number is None else number


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The organiser's rules that matter on a page, each with our default, in the order of the sheet."""

    rules: tuple[HouseRule, ...]

    @property
    def changed(self) -> bool:
        return any(rule.changed for rule in self.rules)

    @property
    def overrides(self) -> Overrides:
        """What they stand for; a value that cannot be is ours again."""
        try:
            read: Overrides = from_plain({rule.key: rule.plain() for rule in self.rules if rule.changed}, Overrides)
        except Malformed:
            return OUR_DEFAULT
        return read

    def address(self) -> dict[str, str]:
        """What an address must say of them."""
        return {RULE + rule.key: rule.chosen for rule in self.rules if rule.changed}


def read_house_rules(fields: Fields, keys: tuple[str, ...] = OF_FIGHTS) -> HouseRules:
    """These override keys as the address sets them."""
    return HouseRules(tuple(_read_rule(row, fields) for row in override_rows() if row.key in keys))


def _read_rule(row: OverrideRow, fields: Fields) -> HouseRule:
    words = tuple(_word(value) for value in (row.default, *row.other) if value != "integer")
    if "table" in words:
        return _read_list(row, fields.text(RULE + row.key).strip(), words)
    numbers = "integer" in row.other
    asked = fields.text(RULE + row.key, _word(row.default))
    number = whole(asked)
    known = asked in words or (numbers and number is not None and 0 <= number <= MOST_OF_A_RULE)
    return HouseRule(
        row.key, row.clauses[0], _word(row.default), asked if known else _word(row.default), words, numbers
    )


def _read_list(row: OverrideRow, text: str, words: tuple[str, ...]) -> HouseRule:
    if row.key == "trade_table":
        read, wrong = _read_trades(text)
        written, ours = _write_trades(read), _write_trades({unit: trade.paid for unit, trade in trades().items()})
    else:
        numbers, wrong = read_numbers(text)
        written = write_numbers(numbers)
        ours = write_numbers({unit: troop.massacre for unit, troop in troops().items()})
    chosen = "\n".join([*([written] if written else []), *wrong])
    return HouseRule(row.key, row.clauses[0], "", chosen, words, numbers=False, wrong=tuple(wrong), ours=ours)


def _read_trades(text: str) -> tuple[dict[UnitClass, dict[UnitClass, int]], list[str]]:
    """Lines such as “1 Lieutenant: 4 Warriors, 6 Levies”: what may be paid for one figure."""
    found: dict[UnitClass, dict[UnitClass, int]] = {}
    wrong = []
    for line in text.splitlines()[:MOST_LINES]:
        bought, _, paid = line.partition(":")
        (units, faulty), (prices, faulty_too) = read_numbers(bought), read_numbers("\n".join(paid.split(",")))
        prices_in_figures = {unit: int(count) for unit, count in prices.items() if count.denominator == 1 and count}
        if len(units) == 1 and prices_in_figures and not faulty and not faulty_too:
            found[next(iter(units))] = prices_in_figures
        elif line.strip():
            wrong.append(line.strip()[:60])
    return found, wrong


def _write_trades(table: Mapping[UnitClass, Mapping[UnitClass, int]]) -> str:
    return "\n".join(
        f"1 {name(unit)}: " + ", ".join(f"{count} {name(payer)}" for payer, count in paid.items())
        for unit, paid in table.items()
    )


def _word(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
