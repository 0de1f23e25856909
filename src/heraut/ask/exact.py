"""Exact sums of a joint law beside its decimals: averages and chances as fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from heraut.dice import Law


def exact_sums(fields: Sequence[str], law: Law[Any]) -> Mapping[str, str]:
    """
    Of each field of a joint law its exact average, or its chance if it is true or false.

    A word has the chance of each of its values, as `pushed_back:attacker`.
    """
    sums: dict[str, Fraction] = {}
    for values, weight in law.items():
        for field, value in zip(fields, values, strict=True):
            name, number = (f"{field}:{value}", 1) if isinstance(value, str) else (field, int(value))
            sums[name] = sums.get(name, Fraction(0)) + Fraction(weight) * number
    return {name: str(total) for name, total in sums.items()}
