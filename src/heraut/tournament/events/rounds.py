"""Rounds: scenarios, drafts, pairings, lists chosen, the end."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import Audience, Event, Reason, Seat
from heraut.tournament.pairing.pairs import Pair, Pairing


class ScenarioDrawBegun(Event, frozen=True, kw_only=True):
    """Dice are to choose a scenario."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int


class ScenarioRedrawn(Event, frozen=True, kw_only=True):
    """The dice gave a scenario that cannot be played; they are rolled again [SR-SCEN-6]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int
    faces: tuple[int, ...]


class ScenarioPlanned(Event, frozen=True, kw_only=True):
    """The scenario of a round, known to the organiser alone until the round is announced [SR-SCEN-7]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int
    scenario: str
    faces: tuple[int, ...] = ()


class DraftBegun(Event, frozen=True, kw_only=True):
    """The next round is to be paired."""

    audience = Audience.OFFICIALS
    round: int


class RoundDrafted(Event, frozen=True, kw_only=True):
    """The next round as it would be, with its reasons and the seed [SR-PAIR-10]."""

    audience = Audience.OFFICIALS
    round: int
    seed: int
    pairing: Pairing


class DraftAdjusted(Event, frozen=True, kw_only=True):
    """The organiser changed the draft; `breaks` says what that breaks [ST-PAIR-10]."""

    audience = Audience.OFFICIALS
    round: int
    pairing: Pairing
    breaks: tuple[Reason, ...] = ()
    reason: str = ""


class DraftDiscarded(Event, frozen=True, kw_only=True):
    """The draft is gone."""

    audience = Audience.OFFICIALS
    round: int


class RoundPublished(Event, frozen=True, kw_only=True):
    """Pairings and scenario are announced."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    scenario: str
    seed: int
    pairing: Pairing
    ranking: bool = False
    adjusted: bool = False
    choose_lists: bool = False
    length_due: bool = False


class RepairBegun(Event, frozen=True, kw_only=True):
    """Some tables are to be paired anew."""

    audience = Audience.EVERYBODY
    round: int
    tables: tuple[int, ...]


class TablesRepaired(Event, frozen=True, kw_only=True):
    """Untouched tables were paired anew; `unmet` are the wishes that could not be met."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    seed: int
    tables: tuple[int, ...]
    pairs: tuple[Pair, ...]
    unmet: tuple[Reason, ...] = ()
    choose_lists: bool | None = None


class TablesSet(Event, frozen=True, kw_only=True):
    """These tables are in use from the next draft on."""

    audience = Audience.EVERYBODY
    tables: tuple[int, ...]


class ListChosen(Event, frozen=True, kw_only=True):
    """A caster card lies face down [SR-PICK-1]."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    list_number: int


class ChoicesShown(Event, frozen=True, kw_only=True):
    """Both players of a table show their lists at once [SR-PICK-3]."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    table: int
    choices: Mapping[Seat, int]


class MatchLinked(Event, frozen=True, kw_only=True):
    """A match stream is played at a table."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    match: str


class RoundCompleted(Event, frozen=True, kw_only=True):
    """Every game of the round has a result."""

    audience = Audience.EVERYBODY
    round: int


class EventEnded(Event, frozen=True, kw_only=True):
    """The event is over: `all-rounds`, `sole-leader` or `organiser`; those who are equal may still roll off."""

    audience = Audience.EVERYBODY
    after: int
    cause: str
    leader: Seat | None = None
    reason: str = ""
    roll_off: bool | None = None


class PlacesSettled(Event, frozen=True, kw_only=True):
    """The final ranking: everybody from the top, None for those without a place [ST-RNK-9, SR-RANK-5]."""

    audience = Audience.EVERYBODY
    places: Mapping[Seat, int | None]


class EventReopened(Event, frozen=True, kw_only=True):
    """A correction took the lead away from the one who led alone: there is another round [SR-ROUND-6]."""

    audience = Audience.EVERYBODY
    after: int
