"""The printed numbers of the campaign, read once for each edition of the rules."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Literal, NewType

import msgspec

from heraut.kernel.names import ClauseId, Id
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import numbers_of, rows

SOURCE = "saga_campaign"

TerritoryId = NewType("TerritoryId", Id)
"""Such as `T07`; "lowest territory id" compares these as text."""

Points = int | Fraction
"""The worth of troops: exact, never rounded [SC-GEN-3]."""

Winner = Literal["attacker", "draw", "defender"]
Rule = Literal["exceed", "reach"]


class Category(StrEnum):
    """What a territory is worth to its controller."""

    NORMAL = "normal"
    DEVELOPED = "developed"
    PRESTIGE = "prestige"


class PlayersRow(msgspec.Struct, frozen=True):
    """The limits for a number of players [SC-PLY-1]."""

    clause: ClauseId
    players: int
    turns: int
    prestige_to_win: int
    max_lords: int
    starting_bands: int
    max_villages: int


class TerrainRow(msgspec.Struct, frozen=True):
    """A type of territory and how many the standard map has [SC-MAP-2]."""

    clause: ClauseId
    name: str
    fr: str
    en: str
    category: Category
    count: int


class IncomeRow(msgspec.Struct, frozen=True):
    """What a category gives its controller each turn [SC-PP-1]."""

    clause: ClauseId
    category: Category
    pp: int


class UpkeepRow(msgspec.Struct, frozen=True):
    """A threshold of points and the cost once it is exceeded [SC-UPK-2]."""

    clause: ClauseId
    threshold: int
    cost: int


class OutcomeRow(msgspec.Struct, frozen=True):
    """A cell of the table of two-player combats; a fitness of None does not matter [SC-OUT-1]."""

    clause: ClauseId
    cell: int
    result: Literal["attacker", "draw", "defender"]
    control: Literal["attacker", "unchanged", "defender"]
    attacker_stays: bool
    defender_stays: bool
    attacker_fit: bool | None = None
    defender_fit: bool | None = None


class UnitRow(msgspec.Struct, frozen=True):
    """A kind of unit of the suggested catalogue [SC-BND-9]."""

    kind: str
    figures: int
    clause: ClauseId = ClauseId("SC-BND-9")


def players_rows() -> tuple[PlayersRow, ...]:
    """The columns of the table, fewest players first."""
    return rows(SOURCE, "players", "players", PlayersRow)


def players_row(players: int) -> PlayersRow:
    """The column of the table for this number of players."""
    return next(row for row in players_rows() if row.players == players)


def terrain() -> tuple[TerrainRow, ...]:
    """Every type of territory, in the order of the sheet."""
    return rows(SOURCE, "terrain", "terrain", TerrainRow)


@per_edition
def categories() -> dict[str, Category]:
    """The category of each type of territory."""
    return {row.name: row.category for row in terrain()}


@per_edition
def incomes() -> dict[Category, int]:
    """The printed income of each category; that of prestige territories is a setting."""
    return {row.category: row.pp for row in rows(SOURCE, "terrain", "income", IncomeRow)}


def income(category: Category, prestige: int = 0) -> int:
    """What a territory of a category gives without a village; of a prestige territory, what the group chose."""
    return prestige if category is Category.PRESTIGE else incomes()[category]


def upkeep_rows() -> tuple[UpkeepRow, ...]:
    """The thresholds, lowest first."""
    return rows(SOURCE, "upkeep", "upkeep", UpkeepRow)


def outcome_rows() -> tuple[OutcomeRow, ...]:
    """The eight cells of a two-player combat."""
    return rows(SOURCE, "outcome", "cell", OutcomeRow)


def catalogue() -> tuple[UnitRow, ...]:
    """The suggested kinds of units."""
    return rows(SOURCE, "units", "unit", UnitRow)


class Numbers(msgspec.Struct, frozen=True):
    """The single numbers of the rules; `numbers.toml` gives each its clause."""

    band_least: int
    band_most: int
    fast_steps: int
    slow_steps: int
    memory_places: int
    village_income: int
    village_price: int
    village_score: int
    site_price: int
    portal_price: int
    initiative_dice: int
    battle_most: int


@per_edition
def numbers() -> Numbers:
    """The single numbers of the rules in force."""
    return Numbers(**{name: row.value for name, row in numbers_of(SOURCE, "numbers").items()})


def outcome(result: Winner, *, attacker_fit: bool, defender_fit: bool) -> OutcomeRow:
    """The cell of a two-player combat [SC-OUT-1]."""
    return next(
        row
        for row in outcome_rows()
        if row.result == result
        and row.attacker_fit in (None, attacker_fit)
        and row.defender_fit in (None, defender_fit)
    )


def due_row(points: Points, rule: Rule = "exceed") -> UpkeepRow | None:
    """The highest threshold that the total exceeds, or reaches with that rule [SC-UPK-3]."""
    met = [row for row in upkeep_rows() if points > row.threshold or (rule == "reach" and points == row.threshold)]
    return met[-1] if met else None


def cost(points: Points, rule: Rule = "exceed") -> int:
    """What bands of these points cost each turn; costs are not added up [SC-UPK-3]."""
    row = due_row(points, rule)
    return 0 if row is None else row.cost
