"""Everybody and everything in an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from heraut.kernel import Box, Seat
from heraut.tournament.awards import Award
from heraut.tournament.events.awards import AwardAnnounced
from heraut.tournament.settings import Settings
from heraut.tournament.state.entries import Lists, Player
from heraut.tournament.state.officials import Call, Ruling, Sanction
from heraut.tournament.state.rounds import Round, Table
from heraut.tournament.state.stages import Due, Entering, Playing, Stage

Ballots = Box[Mapping[str, Seat]]
"""Each voter's choices, by award."""


@dataclass(frozen=True, slots=True)
class Poll:
    """The players' sealed votes: on which awards, and the box of ballots [HOUSE-AWARD-3]."""

    awards: tuple[str, ...]
    box: Ballots


@dataclass(frozen=True, slots=True)
class State:
    """The event: everybody and everything in it."""

    settings: Settings
    players: Mapping[Seat, Player]
    stage: Stage = field(default_factory=Entering)
    lists: Mapping[Seat, Lists] = field(default_factory=dict)
    lists_open: bool = False
    numbers: Mapping[Seat, int] = field(default_factory=dict)
    """Draw numbers [ST-PAIR-2]."""
    tables: tuple[int, ...] = ()
    """The tables in use, in the order they are given out; none: 1, 2, 3 and so on."""
    plan: Mapping[int, str] = field(default_factory=dict)
    """The scenario of each round that the organiser has settled beforehand."""
    rounds: tuple[Round, ...] = ()
    places: Mapping[Seat, int | None] = field(default_factory=dict)
    """The final ranking as it was settled when the event ended: everybody from the top, None for no place."""
    due: Due | None = None
    calls: tuple[Call, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    checklist: frozenset[str] = frozenset()
    awards: tuple[Award, ...] = ()
    poll: Poll | None = None
    announced: Mapping[str, AwardAnnounced] = field(default_factory=dict)

    @property
    def playing(self) -> Round | None:
        """The round being played."""
        return self.rounds[-1] if isinstance(self.stage, Playing) else None

    def round(self, number: int) -> Round | None:
        """The published round of that number."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def table(self, number: int, table: int) -> Table | None:
        """A table of a published round."""
        found = self.round(number)
        return None if found is None else found.tables.get(table)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Everybody in the event now."""
        return tuple(seat for seat, player in self.players.items() if player.present)
