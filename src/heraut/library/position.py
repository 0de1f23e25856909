"""
A game from a position in readable notation: a TOML file that says how things stand.

`settings` and `when` (commands in their one-line form) lead to any position of any engine. `given` says it shorter,
each engine in its own words: `docs/conformance/README.md` explains them. What is reached by commands is a game like any
other and can be saved; what is set up beyond them (a campaign's situation, changed fields of a match or a skirmish)
cannot.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

import msgspec

from heraut.kernel.codec import Malformed, from_plain, from_toml, to_plain
from heraut.kernel.engine import AnyEngine
from heraut.kernel.former_names import renamed_for
from heraut.kernel.message import Command
from heraut.kernel.names import RulesVersion, Seat
from heraut.speech.sentences import say_reason

ORGANISER_SAYS = {"seat": "organiser"}


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game stands: its settings, what is given, and the commands that lead there."""

    engine: str = ""
    settings: Mapping[str, Any] = {}
    seed: int = 1
    given: Mapping[str, Any] = {}
    when: tuple[str, ...] = ()

    @property
    def situated(self) -> bool:
        """Whether it is a campaign told in its own words; its commands are played from there on."""
        return self.engine == "campaign" and bool(self.given)

    @property
    def rounds(self) -> bool:
        """Whether it is a tournament told by its rounds."""
        return self.engine == "tournament" and bool(self.given)

    @property
    def changes(self) -> bool:
        """Whether fields of the state that its commands lead to are changed."""
        return bool(self.given) and not (self.situated or self.rounds)


class GivenCase(msgspec.Struct, frozen=True):
    """A conformance case, as far as it tells how things stand."""

    number: str | int = 1
    given: Mapping[str, Any] = {}


def read_position(file: str | PathLike[str], engine: str) -> Position:
    """The position of a file; `FILE#48` is the situation of conformance case 48 of a file."""
    name, _, number = str(file).partition("#")
    try:
        plain = from_toml(Path(name).read_text(encoding="utf-8"))
        cases = from_plain(plain.get("case", []), tuple[GivenCase, ...])
    except (Malformed, UnicodeDecodeError) as error:
        raise Malformed(f"the position {name} cannot be read ({error})") from error
    if number:
        case = next((case for case in cases if str(case.number) == number), None)
        if case is None:
            raise Malformed(f"{name} has no case {number}")
        plain = {"given": case.given}
    elif cases:
        raise Malformed(f"{name} holds several cases: name one, as in {name}#{cases[0].number}")
    found: Position = from_plain(plain, Position)
    if found.engine not in ("", engine):
        raise Malformed(f"{name} is a position of {found.engine}, not of {engine}")
    return msgspec.structs.replace(found, engine=engine)


class Playable(Protocol):
    """What is led to a position: a game that takes commands."""

    @property
    def seats(self) -> Mapping[Seat, str]:
        """Who sits at it."""

    def play(self, command: Command | str, /, **fields: Any) -> object:
        """Play a command, or one by its name and fields."""

    def legal(self, seat: str, /) -> Iterator[Command]:
        """What a seat may try now."""

    def view(self, seat: str | None = None, /) -> Any:
        """What a seat may see."""


def lead(game: Playable, position: Position) -> None:
    """Play what leads there: a tournament's rounds if they are given, then the commands."""
    if position.rounds:
        _play_event(game, from_plain(position.given, GivenRounds))
    for line in position.when:
        game.play(line)


def situation(position: Position) -> Any:
    """The state a campaign is given in its own words."""
    from heraut.campaign.sequence import carry_on  # noqa: PLC0415  # for campaigns only
    from heraut.campaign.situation import GivenSituation, build  # noqa: PLC0415

    settings = dict(position.settings)
    given = {**position.given, **({"settings": settings} if settings else {})}
    return carry_on(build(from_plain(given, GivenSituation))).state


def changed(state: Any, position: Position) -> Any:
    """The state with the fields that `given` changes, at any depth."""
    given, notices = renamed_for(position.engine, dict(position.given))
    for notice in notices:
        warnings.warn(say_reason(notice, "en"), DeprecationWarning, stacklevel=2)
    return from_plain(_merged(to_plain(state), given), type(state), forbid_unknown=True)


def _merged(plain: Any, changes: Any) -> Any:
    if not isinstance(plain, dict) or not isinstance(changes, dict):
        return changes
    return plain | {key: _merged(plain.get(key), change) for key, change in changes.items()}


class EngineAt:
    """An engine whose games begin at one state."""

    def __init__(self, engine: AnyEngine, state: Any) -> None:
        self._engine = engine
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def start(self, _settings: Any, _rules: RulesVersion) -> Any:
        """The state it was given."""
        return self._state


class GivenRounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    A tournament by its rounds: each a list of games.

    SAGA: `ana 23-19 ben`, victory points, the first named took the first turn. Steamroller: `ana 5-2 ben scenario`,
    control points, the first named won, and how; `ana 3-3 ben draw`. `ana bye` sits out.
    """

    rounds: tuple[tuple[str, ...], ...]


def _play_event(game: Playable, given: GivenRounds) -> None:
    """Every list handed in, everybody present, and each round paired by hand as it is given."""
    for seat in game.seats:
        game.play(next(command for command in game.legal(seat) if type(command).__name__.startswith("HandIn")))
        game.play("CheckIn", player=seat, **ORGANISER_SAYS)
    _if_legal(game, "RevealLists")
    game.play("CloseRegistration", **ORGANISER_SAYS)
    for number, games in enumerate(given.rounds, start=1):
        _play_round(game, number, [line.split() for line in games])


def _play_round(game: Playable, number: int, games: list[list[str]]) -> None:
    _if_legal(game, "ChooseScenario")
    game.play("DraftRound", **ORGANISER_SAYS)
    played = {frozenset((words[0], words[2])): words for words in games if len(words) > 2}
    bye = next((words[0] for words in games if words[1:] == ["bye"]), None)
    pairs = [(words[0], words[2]) for words in played.values()]
    game.play("AdjustDraft", pairs=pairs, bye=bye, reason="given", **ORGANISER_SAYS)
    game.play("PublishRound", confirm_rematches=True, **ORGANISER_SAYS)
    for table in game.view("organiser").played[-1].tables:
        report = _report(played[frozenset(table.seats)])
        game.play("SettleResult", round=number, table=table.number, report=report, **ORGANISER_SAYS)


def _report(words: list[str]) -> dict[str, Any]:
    first, score, second, *how = words
    try:
        one, other = map(int, score.split("-"))
    except ValueError:
        raise Malformed(f"not a result: “{' '.join(words)}”") from None
    if not how:
        return {"format": "saga", "victory_points": {first: one, second: other}, "first_player": first}
    win = {} if how == ["draw"] else {"winner": first, "kind": how[0]}
    return {"format": "steamroller", "control_points": {first: one, second: other}, **win}


def _if_legal(game: Playable, name: str) -> None:
    command = next(_named(game.legal("organiser"), name), None)
    if command is not None:
        game.play(command)


def _named(commands: Iterator[Command], name: str) -> Iterator[Command]:
    return (command for command in commands if type(command).__name__ == name)
