"""
Numbers as every door tells them: a decimal where the number stands, and the fraction beside it.

The journal keeps fractions ("21/2"). A door writes 10.5 there, and in `exact` of the same object the fraction by its
path: `{"answer": {"first": 10.5, …}, "exact": {"answer.first": "21/2"}}`. A whole number is exact as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

_FRACTION = re.compile(r"-?\d+/\d+\Z", re.ASCII)
_QUOTED = ("facts", "asked", "allowed")
"""Where a reason or a refusal quotes numbers: a fraction stands there as text."""


def with_decimals(told: Mapping[str, object]) -> dict[str, Any]:
    """What a door is about to write, as plain values; `exact` is there when some number is not whole."""
    plain = msgspec.to_builtins(told, builtin_types=(Fraction,))
    exact: dict[str, str] = {}
    found: dict[str, Any] = _decimal(plain, "", exact, quoted=False)
    return {**found, "exact": exact} if exact else found


def _decimal(plain: Any, path: str, exact: dict[str, str], *, quoted: bool) -> Any:
    if isinstance(plain, dict):
        return {
            key: _decimal(part, f"{path}.{key}" if path else str(key), exact, quoted=quoted or key in _QUOTED)
            for key, part in plain.items()
        }
    if isinstance(plain, list | tuple):
        return [_decimal(part, f"{path}.{place}", exact, quoted=quoted) for place, part in enumerate(plain)]
    if quoted and isinstance(plain, str) and _FRACTION.match(plain):
        plain = Fraction(plain)
    if not isinstance(plain, Fraction):
        return plain
    if plain.denominator == 1:
        return plain.numerator
    exact[path] = str(plain)
    return float(plain)
