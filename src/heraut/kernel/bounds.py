"""
How large anything may be that comes in by any door: numbers, texts, lists, nesting; and what a text may hold.

The limits are far beyond any game and far below what stops a server: a hostile message is told so before it costs
anything. `codec` holds them for JSON, plain values and TOML; `whole` and `fraction` for what people type in.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fractions import Fraction
from typing import cast

LARGEST = 2**37
"""No number is larger: as seconds it reaches the year 6325, and a seed is below 2**32."""

MOST_DIGITS = len(str(LARGEST))
MOST_NESTED = 32
MOST_CHARACTERS = 100_000
"""Of one text: some thirty pages, or a map of the largest size ten times over."""

MOST_ITEMS = 200_000
"""Of one list: an event of 100,000 players fits."""

TOO_DEEP = f"nested too deeply: at most {MOST_NESTED} levels"

HARMFUL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""
What no text holds, as the inside of a character class: control characters except tab and line ends, direction
characters, which make a page show something else than what is written, and halves of characters.
"""

_HARMFUL = re.compile(f"[{HARMFUL}]")
_HARMFUL_BYTES = re.compile(rb"\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]")
_HARMFUL_ASCII = (rb"\u", rb"\b", rb"\f", b"\x7f")
"""How JSON writes a character no text holds in plain ASCII."""
_SHAPE = bytes.maketrans(b"123456789E", b"000000000e")
_LONG = b"0" * MOST_DIGITS
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{MOST_DIGITS}}}")
_FRACTION = re.compile(r"[+-]?[0-9]{1,40}(?:[/.][0-9]{1,40})?")


def whole(text: str) -> int | None:
    """The whole number somebody typed in; None if it is none, or larger than any."""
    found = _WHOLE.fullmatch(text.strip())
    number = int(text) if found else None
    return number if number is not None and abs(number) <= LARGEST else None


def fraction(text: str) -> Fraction | None:
    """The number somebody typed in: `3`, `7/2`, `3.5` or `3,5`; None if it is none, or larger than any."""
    found = _FRACTION.fullmatch(text.strip().replace(",", "."))
    if found is None:
        return None
    try:
        number = Fraction(found.group())
    except ZeroDivisionError:
        return None
    return number if abs(number) <= LARGEST else None


def harmless(text: str) -> str:
    """The text without the characters no text holds; what people paste from elsewhere often has some."""
    return _HARMFUL.sub("", text)


def is_harmless(text: str) -> bool:
    """Whether the text holds none of them."""
    return _HARMFUL.search(text) is None


def may_exceed(data: bytes) -> bool:
    """Whether JSON must be looked through; quick, and never wrong when it says no, except about nesting."""
    shape = data.translate(_SHAPE)
    return (
        len(data) > MOST_CHARACTERS
        or any(written in data for written in _HARMFUL_ASCII)
        or _LONG in shape
        or b"0e" in shape
        or (not data.isascii() and _HARMFUL_BYTES.search(data) is not None)
    )


def excess(value: object, largest: int = LARGEST) -> str | None:
    """What is beyond the bounds in a plain value, with its path as msgspec tells paths; None if nothing is."""
    waiting: list[tuple[object, str, int]] = [(value, "$", 0)]
    while waiting:
        one, path, depth = waiting.pop()
        if said := _wrong(one, depth, largest):
            return f"{said} - at `{path}`"
        if isinstance(one, dict):
            if not _is_small(one, largest):
                waiting += ((key, path, depth) for key in one)
            if not _is_small(one.values(), largest):
                waiting += ((each, f"{path}.{str(key)[:40]}", depth + 1) for key, each in one.items())
        elif isinstance(one, list | tuple) and not _is_small(one, largest):
            waiting += ((each, f"{path}[{place}]", depth + 1) for place, each in enumerate(one))
    return None


def _is_small(values: Collection[object], largest: int) -> bool:
    """Whether all are texts, or all whole numbers, within the bounds: told at once, however many there are."""
    kinds = {*map(type, values)}
    if kinds == {str}:
        texts = cast("Collection[str]", values)
        return max(map(len, texts)) <= MOST_CHARACTERS and is_harmless("".join(texts))
    if kinds == {int}:
        numbers = cast("Collection[int]", values)
        return -largest <= min(numbers) and max(numbers) <= largest
    return False


def too_long(characters: int) -> str:
    """What is wrong with a text of so many."""
    return f"text of {characters} characters: at most {MOST_CHARACTERS}"


def _wrong(value: object, depth: int, largest: int) -> str | None:
    if isinstance(value, str):
        if len(value) > MOST_CHARACTERS:
            return too_long(len(value))
        found = _HARMFUL.search(value)
        return None if found is None else f"text with the invisible character U+{ord(found.group()):04X}"
    if isinstance(value, int | float):
        return None if abs(value) <= largest else f"number too large: at most {largest}"  # neither is what is no number
    if isinstance(value, dict | list | tuple):
        if depth >= MOST_NESTED:
            return TOO_DEEP
        if len(value) > MOST_ITEMS:
            return f"list of {len(value)} values: at most {MOST_ITEMS}"
    return None
