"""Words as people write them, brought to one form; numbers in words; the nearest known word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_FRENCH = (
    "zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt",
)  # fmt: skip
_ENGLISH = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_TENS = {
    "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
}  # fmt: skip
_ONES = (
    {word: value for words in (_FRENCH, _ENGLISH) for value, word in enumerate(words)}
    | _TENS
    | {"une": 1, "a": 1, "an": 1}
)
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "‑": "-", "–": "-"})


def plain(text: str) -> str:
    """Lower case, without accents: how words are compared."""
    spread = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def words(text: str) -> tuple[str, ...]:
    """The words and numbers of a text in one form: no accents, no punctuation, no plural s."""
    found = re.findall(r"[a-z0-9]+", plain(text))
    return tuple(word[:-1] if len(word) > 2 and word.endswith("s") else word for word in found)


def tidy(name: str) -> str:
    """A name on one line: single spaces, and nothing that does not show."""
    return "".join(sign for sign in " ".join(name.split()) if sign.isprintable()).strip()


def number(text: str) -> int | None:
    """The whole number a text stands for, in digits or in French or English words up to sixty-nine."""
    text = plain(text).strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return int(text)
    if text in _NUMBERS:
        return _NUMBERS[text]
    ten, _, one = text.replace("-et-", "-").replace(" et ", "-").replace(" ", "-").partition("-")
    if ten in _TENS and 1 <= _ONES.get(one, 0) <= 19:
        return _TENS[ten] + _ONES[one]
    return None


_NUMBERS = _ONES | {word.removesuffix("s"): value for word, value in _ONES.items()}


LONGEST_WORD = 80
"""Letters; what is longer is no slip of the pen, and comparing it would take its time."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word a slip of the pen away: at most two letters wrong, and fewer than half of them."""
    if len(word) > LONGEST_WORD:
        return None
    slips, meant = min(
        ((_distance(plain(word), plain(candidate)), candidate) for candidate in known),
        key=lambda scored: scored[0],
        default=(0, None),
    )
    return meant if meant is not None and slips <= 2 and 2 * slips < len(meant) else None


def closest(text: str, known: Iterable[str]) -> str:
    """The known text with the fewest letters to change, however far it is."""
    return min(known, key=lambda candidate: (_distance(plain(text[:LONGEST_WORD]), plain(candidate)), candidate))


def _distance(one: str, other: str) -> int:
    """How many letters to add, drop, change or swap with their neighbour to make one word of the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
