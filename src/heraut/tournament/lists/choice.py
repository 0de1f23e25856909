"""Which of their lists a player may still choose [SR-VLIST-5 to SR-VLIST-8]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heraut.tournament.variants import Variants


@dataclass(frozen=True, slots=True)
class Quota:
    """How often each list has to be played, and in how many rounds that can still be done."""

    each: int
    rounds_left: int
    """The rounds of the event after this one [SR-VLIST-6]."""


def quota(variants: Variants, *, lists: int, rounds: int, round_number: int, byes: int) -> Quota:
    """
    What the variants ask of a player who chooses for this round.

    Divide and conquer asks for each list as often as the rounds allow, a bye lowering the obligation [SR-VLIST-5,
    SR-VLIST-8]; X lists alone asks for each once; the base rules ask for nothing [SR-LIST-10].
    """
    each = 0
    if variants.divide:
        each = (rounds - byes) // lists
    elif variants.lists is not None:
        each = 1
    return Quota(each, rounds - round_number)


def owed_after(played: Sequence[int], choice: int, asked: Quota) -> int:
    """The plays still owed once this list (0 is the first) is played this round."""
    return sum(max(0, asked.each - count - (place == choice)) for place, count in enumerate(played))


def allowed_lists(played: Sequence[int], asked: Quota) -> tuple[int, ...]:
    """
    The lists whose choice leaves enough rounds for what is then owed [SR-VLIST-6].

    When byes have made that impossible, the lists that leave the least owed: the rest is excused [SR-VLIST-8].
    """
    owed = [owed_after(played, choice, asked) for choice in range(len(played))]
    limit = max(asked.rounds_left, min(owed))
    return tuple(choice for choice, left in enumerate(owed) if left <= limit)
