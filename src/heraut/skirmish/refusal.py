"""How this room refuses, and what no table would mean: numbers, words and lists beyond any limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import structs

from heraut.kernel import ClauseId, Command, Refusal, together


def refuse(
    clause: str,
    code: str,
    subject: str | None = None,
    *,
    asked: int | str | None = None,
    allowed: int | str | None = None,
) -> Refusal:
    """A refusal of this room; its code is prefixed with the room's name."""
    return Refusal(ClauseId(clause), f"skirmish-{code}", subject, asked, allowed)


USUAL = (-200, 200)
LIMITS = {
    "dice": (-30, 30),
    "distance": (0, 100_000),
    "wounds": (-50, 50),
    "fatigue": (-50, 50),
    "segments": (0, 1000),
}
"""The least and the most of a field, whatever its command; the others are `USUAL`."""
LETTERS, MEN = 200, 200


def beyond_limits(command: Command) -> Refusal | None:
    """Every field of the command that is out of its limits."""
    return together(tuple(_beyond(command)))


def _beyond(command: Command) -> Iterator[Refusal]:
    for name, value in structs.asdict(command).items():
        match value:
            case bool():
                continue
            case int() | Fraction() as number:
                low, high = LIMITS.get(name, USUAL)
                if number < low or number > high:
                    asked = number if isinstance(number, int) and abs(number) < 10**9 else "…"
                    yield refuse("SK-GEN-6", "number-out-of-range", name, asked=asked, allowed=f"{low}..{high}")
            case str() if len(value) > LETTERS:
                yield refuse("SK-GEN-6", "too-long", name, asked=len(value), allowed=LETTERS)
            case tuple() if name != "answers" and (len(value) > MEN or any(len(str(one)) > LETTERS for one in value)):
                yield refuse("SK-GEN-6", "too-long", name, asked=len(value), allowed=MEN)
