"""French typography, put in where texts are read: nobody types its apostrophes and its spaces that never break."""

from __future__ import annotations

import re
from fractions import Fraction

NARROW = "\N{NARROW NO-BREAK SPACE}"
WIDE = "\N{NO-BREAK SPACE}"
_ELIDING = re.compile(r"[aeiouàáâäåæéèêëíîïóôöøœúùûü]|h[eéèêëiîoôuûy]|y[^\Waeéèêiou]", re.IGNORECASE)
"""Vowels; a mute h (« d'Hugo », but « de Harald »); a y before a consonant (« d'Yves », but « de Yann »)."""
_NARROW_BEFORE = re.compile(r"[ \xa0](?=[;?!]|%%?(?:[\s.,;:)]|$))")
_ENGLISH_STICKS = {"TC": "VS", "C": "S"}
_TO = {"fr": "à", "en": "to"}
_OR_MORE = {"fr": "ou plus", "en": "or more"}
_STICK = re.compile(r"\bT?C\b")
_APOSTROPHE = re.compile(r"(?<=\w)'(?=[\w«{%])")
_WIDE_AROUND = re.compile(r"(?<=«) | (?=[:»])")


def typeset(text: str) -> str:
    """A French text as it is printed: ’ for ', narrow spaces before ; ? ! and %, full ones before : and inside « »."""
    return _WIDE_AROUND.sub(WIDE, _NARROW_BEFORE.sub(NARROW, _APOSTROPHE.sub("’", text)))


def printed(text: str, language: str) -> str:
    """A text as it is printed in its language: English stands as it is typed."""
    return typeset(text) if language == "fr" else text


def typed(text: str) -> str:
    """A text as somebody may have typed it, to be compared: small letters, plain apostrophes and spaces."""
    return " ".join(text.casefold().replace("’", "'").split())


def decimal(written: str, language: str) -> str:
    """A number as people write it in that language: French has a comma where the point was."""
    return written.replace(".", ",") if language == "fr" else written


def two_decimals(exact: Fraction, language: str) -> str:
    """With at most two decimals, halves of the last one upwards, no useless zeros: 161,5, 33,33, 105 [ST-RNK-6]."""
    sign = "-" if exact < 0 else ""
    hundredths = (200 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    whole, rest = divmod(hundredths, 100)
    return decimal(f"{sign}{whole}" if not rest else f"{sign}{whole}.{rest:02}".rstrip("0"), language)


def colon(language: str) -> str:
    """What stands between a name and what is said of it: « Bois : 3 », “Wood: 3”."""
    return f"{WIDE}: " if language == "fr" else ": "


def semicolon(language: str) -> str:
    """What stands between parts of a line that have commas of their own."""
    return f"{NARROW}; " if language == "fr" else "; "


def span(first: object, last: object, language: str) -> str:
    """A range as people say it, « 4 à 12 », “4 to 12”; one number alone if it ends where it begins."""
    return str(first) if first == last else f"{first} {_TO[language]} {last}"


def or_more(least: object, language: str) -> str:
    """A range without an end: « 4 ou plus », “4 or more”."""
    return f"{least} {_OR_MORE[language]}"


def sticks(written: str, language: str) -> str:
    """A stick or a sum of sticks, `L+C`, with the letters of that language: the rules' are the French ones."""
    return written if language == "fr" else _STICK.sub(lambda found: _ENGLISH_STICKS[found[0]], written)


def minus(written: str) -> str:
    """A number with a true minus sign where it has one."""
    return written.replace("-", "\N{MINUS SIGN}")


def signed(number: int) -> str:
    """+3, or −3 with a true minus sign."""
    return minus(f"{number:+d}")


def is_elided(name: str) -> bool:
    """Whether “de” and “que” lose their vowel before a name: “d’Ana”, but “de Ben”."""
    return _ELIDING.match(name) is not None


def of(name: str) -> str:
    """The French “de” and a name."""
    return f"d’{name}" if is_elided(name) else f"de {name}"
