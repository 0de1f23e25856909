"""
One event to be tried: its settings, who comes, and the words people write for it.

`saga:rounds=4,ranking` or `steamroller:size=50,final_tables`, or the settings of an event as JSON.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec

from heraut.kernel.bounds import fraction
from heraut.kernel.codec import Malformed, decode, from_plain
from heraut.lab.format_model import model_of
from heraut.lab.sentences import CannotRun, RefusedByRules, named, told
from heraut.speech.sentences import Language
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.pairing.contender import Apart, PairingOrder
from heraut.tournament.saga.settings import OddField, SagaSettings
from heraut.tournament.standings.ledger import ByeResistance
from heraut.tournament.steamroller.settings import FinalTie, SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants

MOST_PLAYERS = 4096
ELO = math.log(10) / 400
"""One point of Elo on the lab's scale."""
MOST_ROUNDS = 30


class PlayerField(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def checked(field: PlayerField) -> PlayerField:
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


class Trial(msgspec.Struct, frozen=True):
    """Something to be compared: a name, the settings, the field."""

    name: str
    settings: AnySettings
    field: PlayerField


def trial(name: str, settings: Format, field: PlayerField) -> Trial:
    """The trial, or a sentence that says why it cannot be held."""
    checked(field)
    refusal = settings.refusal(field.players)
    if refusal is not None:
        raise RefusedByRules(name, refusal)
    _check_rounds(name, settings, field.players)
    if settings.ending.goes_on and not settings.ending.with_leader:
        raise CannotRun("trial-without-end", name=name)
    return Trial(name, settings, field)


def _check_rounds(name: str, settings: Format, players: int) -> None:
    rounds, _ = model_of(settings).rounds(players)
    if rounds > MOST_ROUNDS:
        raise CannotRun("trial-too-many-rounds", name=name, rounds=rounds, most=MOST_ROUNDS)
    most = most_opponents(players)
    if rounds > most:
        raise CannotRun("trial-more-rounds-than-opponents", name=name, rounds=rounds, players=players, most=most)


def most_opponents(players: int) -> int:
    """How many rounds can be played without meeting again; of an odd number everybody sits out once [ST-RND-6]."""
    return players - 1 if players % 2 == 0 else players


def neighbours(settings: Format, players: int, language: Language) -> tuple[Trial, ...]:
    """One round less, as many and one more, as far as opponents and rules allow; what is wrong is said of the asked."""
    model, field = model_of(settings), PlayerField(players)
    _check_rounds(named(language, settings.name()), settings, players)
    asked = model.swiss_rounds(players)
    most = max(asked, most_opponents(players) - model.has_ranking_round)
    tried = {asked: _trial(model.with_rounds(asked), field, language)}
    for rounds in (asked - 1, asked + 1):
        if 1 <= rounds <= most:
            with suppress(RefusedByRules):  # final tables are played after so many rounds and no others [SR-COMBO-2]
                tried[rounds] = _trial(model.with_rounds(rounds), field, language)
    return tuple(tried[rounds] for rounds in sorted(tried))


def _trial(settings: Format, field: PlayerField, language: Language) -> Trial:
    model = model_of(settings)
    key = "rounds-name-ranking" if model.has_ranking_round else "rounds-name"
    return trial(told(language, key, rounds=model.swiss_rounds(field.players)), settings, field)


def read_settings(text: str) -> Format:
    """The settings that a text describes: a format with its options, or JSON."""
    if text.lstrip().startswith("{"):
        try:
            found: Format = from_plain(decode(text, Any), AnySettings, forbid_unknown=True)
        except Malformed as error:
            raise CannotRun("trial-json", detail=str(error)) from None
        return found
    name, _, options = text.partition(":")
    readers: dict[str, Callable[[list[str]], Format]] = {"saga": _saga, "steamroller": _steamroller}
    reader = readers.get(name.strip().lower())
    if reader is None:
        raise CannotRun("trial-format", name=name.strip(), known="saga, steamroller")
    return reader(words_of(options))


def words_of(options: str) -> list[str]:
    """The options of a trial, separated by commas, each there once."""
    words = [word.strip() for word in options.split(",") if word.strip()]
    keys = [key_and_value(word)[0] for word in words]
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        raise CannotRun("trial-twice", option=twice)
    return words


def _saga(words: list[str]) -> SagaSettings:
    given: dict[str, object] = {"allowed_ages": ("dark",), "round_minutes": None}
    for word in words:
        key, value = key_and_value(word)
        reader = _SAGA.get(key)
        if reader is None:
            raise CannotRun("trial-option", name="saga", option=key, known=", ".join(_SAGA))
        given |= _read(reader, word, value)
    return SagaSettings(**given)  # type: ignore[arg-type]


def _steamroller(words: list[str]) -> SteamrollerSettings:
    given: dict[str, object] = {"size": 35}
    variants: dict[str, object] = {}
    for word in words:
        key, value = key_and_value(word)
        if key in _STEAMROLLER:
            given |= _read(_STEAMROLLER[key], word, value)
        elif key in Variants.__struct_fields__ and key not in _NO_WORD:
            variants |= {key: _read(_amount, word, value)[""]}
        else:
            known = ", ".join([*_STEAMROLLER, *(key for key in Variants.__struct_fields__ if key not in _NO_WORD)])
            raise CannotRun("trial-option", name="steamroller", option=key, known=known)
    try:
        given["variants"] = from_plain(variants, Variants)
    except Malformed as error:
        raise CannotRun("trial-json", detail=str(error)) from None
    return SteamrollerSettings(**given)  # type: ignore[arg-type]


_NO_WORD = ("scenarios", "scenarios_in_order", "theme_tier", "character_casters", "character_models")
"""Variants that change nothing a simulation can see."""

_Reader = Callable[[str], dict[str, object]]


def _read(reader: _Reader, word: str, value: str) -> dict[str, object]:
    try:
        return reader(value)
    except (ValueError, KeyError):
        raise CannotRun("trial-value", option=word) from None


def key_and_value(word: str) -> tuple[str, str]:
    """An option's name and what it says, which may be nothing."""
    key, _, value = word.partition("=")
    return key.strip().replace("-", "_"), value.strip()


def _amount(value: str) -> dict[str, object]:
    return {"": _number(value) if value else True}


def _number(value: str) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 4:
        raise ValueError(value)
    return int(value)


def _yes(value: str) -> bool:
    """What an option says that is on where it says nothing."""
    return {"": True, "yes": True, "no": False}[value]


def _when(name: str, chosen: object) -> _Reader:
    """An option that chooses something, and says no more."""
    return lambda value: {name: chosen} if _yes(value) else {}


def _points(value: str) -> Fraction:
    found = fraction(value)
    if found is None:
        raise ValueError(value)
    return found


_SAGA: dict[str, _Reader] = {
    "one_day": _when("preset", "one_day"),
    "two_days": _when("preset", "two_days"),
    "rounds": lambda value: {"swiss_rounds": _number(value)},
    "ranking": lambda value: {"ranking_round": _yes(value)},
    "order": lambda value: {"pairing_order": PairingOrder(value)},
    "standings": lambda value: {"standings_order": tuple(value.split("+"))},
    "bye": lambda value: {"bye_points": _points(value)},
    "bye_win": lambda value: {"bye_is_win": _yes(value)},
    "bye_resistance": lambda value: {"bye_resistance": ByeResistance(value)},
    "spare": _when("odd_field", OddField.SPARE_PLAYER),
    "apart": lambda value: {"clubs_apart": Apart(value or "round_one")},
    "new_tables": _when("no_repeated_table", True),
    "minutes": lambda value: {"round_minutes": _number(value)},
}
_STEAMROLLER: dict[str, _Reader] = {
    "size": lambda value: {"size": _number(value)},
    "early_end": lambda value: {"early_end": _yes(value)},
    "until_sole_leader": _when("play_until_sole_leader", True),
    "roll_off": _when("final_tie", FinalTie.ROLL_OFF),
    "dropped_ranked": lambda value: {"dropped_ranked": _yes(value)},
    "apart": lambda value: {"clubs_apart": Apart(value or "round_one")},
    "new_tables": _when("no_repeated_table", True),
}
