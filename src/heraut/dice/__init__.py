"""Exact laws of dice; faces in, faces out."""

from heraut.dice.law import (
    Binomial,
    Law,
    Weight,
    capped,
    highest_of_dice,
    lowest_of_dice,
    mean,
    mixture,
    sum_of_dice,
    total,
)
from heraut.dice.rows import LawRow, Value, law_rows, rows_of
from heraut.dice.source import EXACT, FAST, SIDES, Dice, Fallen, MoreDice, Odds, Step, Tally

__all__ = [
    "EXACT",
    "FAST",
    "SIDES",
    "Binomial",
    "Dice",
    "Fallen",
    "Law",
    "LawRow",
    "MoreDice",
    "Odds",
    "Step",
    "Tally",
    "Value",
    "Weight",
    "capped",
    "highest_of_dice",
    "law_rows",
    "lowest_of_dice",
    "mean",
    "mixture",
    "rows_of",
    "sum_of_dice",
    "total",
]
