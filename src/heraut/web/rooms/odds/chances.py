"""Chances and averages as a page of the odds writes them."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.dice import Weight
from heraut.speech.typography import decimal, minus
from heraut.web.game import language
from heraut.web.sentences import percent


@dataclass(frozen=True, slots=True)
class Share:
    """A chance to read: its name, how it is written, how full its bar is (0 to 100)."""

    name: str
    written: str
    full: float


def share(name: str, p: Weight) -> Share:
    """A chance with its name, ready to read."""
    return Share(name, percent(p, language()), round(100 * float(p), 1))


def average(number: Weight, places: int = 2) -> str:
    """An average, with so many places."""
    return decimal(f"{float(number):.{places}f}", language())


def signed(balance: Weight) -> str:
    """Points gained less points lost, with its sign."""
    shown = round(float(balance), 1)
    return decimal(minus(f"{shown:+.1f}") if shown else "0.0", language())
