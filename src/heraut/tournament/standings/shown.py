"""Exact numbers as people read them."""

from __future__ import annotations

from heraut.tournament.standings.games import Number


def shown(number: Number) -> str:
    """With at most two decimals, halves of the last one upwards, no useless zeros: 161.5, 33.33, 105 [ST-RNK-6]."""
    sign = "-" if number < 0 else ""
    hundredths = (200 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    whole, rest = divmod(hundredths, 100)
    return f"{sign}{whole}" if not rest else f"{sign}{whole}.{rest:02}".rstrip("0")
