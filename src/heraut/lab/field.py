"""Who comes: how many, how far apart in skill, from which clubs; and how their games go."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

import msgspec

from heraut.lab.faults import CannotRun

MOST_PLAYERS = 4096
ELO = math.log(10) / 400
"""One point of Elo on the lab's scale."""


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    A field of players.

    `spread` is the standard deviation of skill, in the unit of `game.py`, drawn anew in every run; `ratings` stand
    instead of it where they are known. `draws` is the chance of a level game between equals, `drops` that a player
    leaves after a round, `margin` the victory points of one unit of skill.
    """

    players: int
    spread: float = 1.0
    ratings: tuple[float, ...] = ()
    clubs: tuple[str, ...] = ()
    draws: float = 0.05
    drops: float = 0.0
    margin: float = 8.0

    @property
    def club_of(self) -> list[int]:
        """The number of each player's club, -1 for none."""
        names = sorted({club for club in self.clubs if club})
        places = {name: place for place, name in enumerate(names)}
        return [places.get(club, -1) for club in self.clubs] or [-1] * self.players


LEAST_STAYING = 4
"""Nobody leaves an event of so few."""


def checked(field: Field) -> Field:
    """The same field, or the sentence that says why it cannot play."""
    if field.players < 2:
        raise CannotRun("field-too-few", players=field.players)
    if field.players > MOST_PLAYERS:
        raise CannotRun("field-too-many", players=field.players, most=MOST_PLAYERS)
    if field.ratings and len(field.ratings) != field.players:
        raise CannotRun("field-ratings", players=field.players, ratings=len(field.ratings))
    if field.clubs and len(field.clubs) != field.players:
        raise CannotRun("field-clubs", players=field.players, clubs=len(field.clubs))
    for name, value, most in (("draws", field.draws, 0.9), ("drops", field.drops, 0.5)):
        if not 0 <= value <= most:
            raise CannotRun("field-share", name=name, value=value, most=most)
    if not 0 <= field.spread <= 20:
        raise CannotRun("field-spread", value=field.spread)
    if not 0 < field.margin <= 100:
        raise CannotRun("field-margin", value=field.margin)
    return field


def read_ratings(text: str) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """
    Ratings in Elo and clubs from a file: one player a line, `rating`, `name;rating` or `name;rating;club`.

    The separator is a comma, a semicolon or a tab; a first line of titles is passed over.
    """
    ratings: list[float] = []
    clubs: list[str] = []
    for number, row in enumerate(_rows(text), start=1):
        value = row[0] if len(row) == 1 else row[1]
        try:
            rating = float(value.strip().replace(",", "."))
        except ValueError:
            if number == 1 and len(row) > 1:
                continue
            raise CannotRun("ratings-text", line=number, text=value.strip()) from None
        if not math.isfinite(rating) or abs(rating) > 10_000:
            raise CannotRun("ratings-range", line=number, text=value.strip())
        ratings.append(rating)
        clubs.append(row[2].strip() if len(row) > 2 else "")
    if not ratings:
        raise CannotRun("ratings-empty")
    mean = math.fsum(ratings) / len(ratings)
    return tuple((rating - mean) * ELO for rating in ratings), tuple(clubs) if any(clubs) else ()


def _rows(text: str) -> Sequence[list[str]]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = next((sign for sign in ";\t," if sign in first), ";")
    return [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
