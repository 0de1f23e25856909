"""Exact laws of dice; faces in, faces out."""

from heraut.dice.law import Law, LawRow, binomial, law_rows, sum_of_dice

__all__ = ["Law", "LawRow", "binomial", "law_rows", "sum_of_dice"]
