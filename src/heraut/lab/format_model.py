"""What the lab asks of a format beyond its rules: its rounds and minutes, other orders, the report of a drawn game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Literal, NamedTuple, NoReturn

import msgspec

from heraut.kernel.names import Seat
from heraut.lab.sentences import CannotRun
from heraut.tournament.format import Format, Report
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.army import ArmyList
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.timing import table_rounds
from heraut.tournament.steamroller.variants import RANKINGS, Variants

SAGA_MINUTES = 135
"""A SAGA round where the event sets no limit: two hours and a quarter, with seating and pairing."""
BETWEEN_ROUNDS = 30
"""Minutes that a timed round takes beyond its games [SR-ORG-6]."""
EXTRA_ROUNDS = 6
"""How many rounds an event without end goes on before its organiser ends it."""
_ROUND_SCENARIO = "clash"
_CONTROL_SCENARIO = "incursion"


class DrawnGame(NamedTuple):
    """A game as the model draws it: the better side first, unless it is level."""

    one: Seat
    other: Seat
    level: bool
    difference: int
    went_first: Seat
    won_by: Literal["assassination", "scenario", "concession"]
    control: tuple[int, int]
    destroyed: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FormatModel:
    """A format the lab knows nothing of; the others answer instead."""

    settings: Format

    @property
    def army_size(self) -> int:
        """Army points that a game may destroy."""
        return 0

    @property
    def has_ranking_round(self) -> bool:
        """Whether the last round is one apart."""
        return False

    def rounds(self, _players: int, /) -> tuple[int, int]:
        """How many rounds the rules give, and how many there can be at most."""
        return self._unknown()

    def swiss_rounds(self, players: int, /) -> int:
        """How many rounds come before the ranking round, if there is one."""
        return self.rounds(players)[0]

    def with_rounds(self, _rounds: int, /) -> Format:
        """The same event with another number of rounds."""
        return self._unknown()

    @property
    def minutes(self) -> int:
        """How long a round takes, pairing and seating included."""
        return self._unknown()

    def other_orders(self) -> Iterator[tuple[tuple[str, ...], Format]]:
        """The same event by other orders of its tie-breaks, each by its name."""
        return iter(())

    def playable(self) -> Format:
        """The same event with what a simulation leaves aside: lists nobody asks for, a scenario for every round."""
        return msgspec.structs.replace(self.settings, players={}, lists_required=False)

    def lists(self) -> tuple[ArmyList, ...]:
        """What everybody hands in, where places depend on it."""
        return ()

    def report(self, _drawn: DrawnGame, /) -> Report:
        """What the players would report of a game."""
        return self._unknown()

    def _unknown(self) -> NoReturn:
        raise CannotRun("trial-unknown-format", name=self.settings.name())


@dataclass(frozen=True, slots=True)
class SagaModel(FormatModel):
    """Rounds by the settings, ranked by any order of the criteria."""

    settings: SagaSettings

    @property
    def has_ranking_round(self) -> bool:
        """What the settings say."""
        return self.settings.has_ranking_round

    def rounds(self, _players: int, /) -> tuple[int, int]:
        """What the settings say, for any field."""
        return self.settings.rounds, self.settings.rounds

    def swiss_rounds(self, _players: int, /) -> int:
        """Without the ranking round."""
        return self.settings.swiss

    def with_rounds(self, rounds: int, /) -> Format:
        """The ranking round stays."""
        return msgspec.structs.replace(self.settings, swiss_rounds=rounds)

    @property
    def minutes(self) -> int:
        """Its limit and the time between, or what it usually takes."""
        limit = self.settings.round_minutes
        return SAGA_MINUTES if limit is None else limit + BETWEEN_ROUNDS

    def other_orders(self) -> Iterator[tuple[tuple[str, ...], Format]]:
        """Every order of its criteria, and the difference put second."""
        chosen = self.settings.standings_order
        yield from ((order, self._ranked_by(order)) for order in permutations(chosen))
        if "vp_difference" not in chosen:
            order = (*chosen[:1], "vp_difference", *chosen[1:])
            yield order, self._ranked_by(order)

    def _ranked_by(self, order: tuple[str, ...]) -> Format:
        return msgspec.structs.replace(self.settings, standings_order=order)

    def playable(self) -> Format:
        """One scenario for all rounds."""
        scenarios = (_ROUND_SCENARIO,) * self.settings.rounds
        return msgspec.structs.replace(FormatModel.playable(self), scenario_by_round=scenarios)

    def report(self, drawn: DrawnGame, /) -> Report:
        """The difference is all the winner's."""
        return SagaReport({drawn.one: drawn.difference, drawn.other: 0}, first_player=drawn.went_first)


@dataclass(frozen=True, slots=True)
class SteamrollerModel(FormatModel):
    """Rounds by the field, ranked by a keyword."""

    settings: SteamrollerSettings

    @property
    def army_size(self) -> int:
        """The size of the event."""
        return self.settings.size

    def rounds(self, players: int, /) -> tuple[int, int]:
        """By its keyword or by the field, and some more where it goes on."""
        rounds = self.settings.variants.rounds or table_rounds(max(2, players))
        return rounds, rounds + EXTRA_ROUNDS if self.settings.ending.goes_on else rounds

    def with_rounds(self, rounds: int, /) -> Format:
        """By the keyword."""
        return self._varied(msgspec.structs.replace(self.settings.variants, rounds=rounds))

    @property
    def minutes(self) -> int:
        """The base time and the time between."""
        return self.settings.times.base + BETWEEN_ROUNDS

    def other_orders(self) -> Iterator[tuple[tuple[str, ...], Format]]:
        """Plain, and by each keyword that ranks otherwise."""
        yield ("steamroller",), self._varied(Variants())
        for keyword in RANKINGS:
            yield (keyword,), self._varied(Variants(**{keyword: True}))  # type: ignore[arg-type]

    def playable(self) -> Format:
        """One scenario with control points, one list."""
        named = self.settings.variants.scenarios or (_CONTROL_SCENARIO,)
        variants = msgspec.structs.replace(
            self.settings.variants, scenarios=named, scenarios_in_order=True, lists=None, divide=False
        )
        return msgspec.structs.replace(FormatModel.playable(self), variants=variants)

    def _varied(self, variants: Variants) -> Format:
        return msgspec.structs.replace(self.settings, variants=variants)

    def lists(self) -> tuple[ArmyList, ...]:
        """One list, where what survives of it counts."""
        return self.settings.example_lists()[:1] if self.settings.variants.rank_survival else ()

    def report(self, drawn: DrawnGame, /) -> Report:
        """How it was won, and what both did on the way."""
        sides = (drawn.one, drawn.other)
        return SteamrollerReport(
            None if drawn.level else drawn.one,
            None if drawn.level else self._won(drawn),
            dict(zip(sides, drawn.control, strict=True)),
            dict(zip(sides, drawn.destroyed, strict=True)),
        )

    def _won(self, drawn: DrawnGame) -> SteamrollerWin:
        wiped_out = drawn.won_by == "assassination" and self.settings.variants.no_assassination
        return SteamrollerWin.WIPE_OUT if wiped_out else SteamrollerWin(drawn.won_by)


MODELS: Mapping[type[Format], type[FormatModel]] = {SagaSettings: SagaModel, SteamrollerSettings: SteamrollerModel}


def model_of(settings: Format) -> FormatModel:
    """What the lab knows of the format of these settings."""
    return MODELS.get(type(settings), FormatModel)(settings)
