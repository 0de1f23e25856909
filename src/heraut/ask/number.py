"""Exact numbers in questions and answers."""

from __future__ import annotations

from fractions import Fraction

from heraut.kernel import Malformed, bounds

Points = int | float | str
"""Whole numbers and halves as JSON numbers, both exact; any other fraction as "1/3"."""


def exact_number(number: Points) -> int | Fraction:
    """A number as JSON brought it, exactly as it was written."""
    found = number if isinstance(number, int) else bounds.fraction(str(number))
    if found is None:
        raise Malformed(f"expected a number such as 10.5 or “21/2”, got “{str(number)[:40]}”")
    return found


def json_number(number: int | Fraction) -> Points:
    """A number as JSON writes it best."""
    if number.denominator == 1:
        return number.numerator
    return float(number) if number.denominator == 2 else str(number)
