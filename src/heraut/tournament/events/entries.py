"""Entries: players, lists, check-in, leaving."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import Audience, Event, Instant, Seat
from heraut.tournament.bands import Band
from heraut.tournament.lists import ArmyList


class PlayerRegistered(Event, frozen=True, kw_only=True):
    """A player entered; `joined` is the first round they can be paired in."""

    audience = Audience.EVERYBODY
    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    fixed_table: int | None = None
    joined: int = 1
    number: int | None = None
    """The draw number of a late entry [ST-PAIR-2]."""


class PlayerEdited(Event, frozen=True, kw_only=True):
    """What is known of a player was corrected."""

    audience = Audience.EVERYBODY
    player: Seat
    name: str
    club: str = ""
    team: str = ""
    nickname: str = ""
    fixed_table: int | None = None


class BandHandedIn(Event, frozen=True, kw_only=True):
    """A band lies sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    band: Band


class ListsHandedIn(Event, frozen=True, kw_only=True):
    """A player's lists lie sealed with the organiser."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    lists: tuple[ArmyList, ...]


class ListsAmended(Event, frozen=True, kw_only=True):
    """An official changed a frozen list, and why [SR-LIST-9, ST-BND-15]."""

    audience = Audience.EVERYBODY
    player: Seat
    by: Seat
    reason: str


class ListsRevealed(Event, frozen=True, kw_only=True):
    """All lists are open to everybody."""

    audience = Audience.EVERYBODY
    reveals = True
    lists: Mapping[Seat, Band | tuple[ArmyList, ...]]


class PlayerCheckedIn(Event, frozen=True, kw_only=True):
    """The player is here."""

    audience = Audience.EVERYBODY
    player: Seat


class CheckRecorded(Event, frozen=True, kw_only=True):
    """What an official noted at check-in."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""
    by: Seat


class PlayerDropped(Event, frozen=True, kw_only=True):
    """The player left; results stand."""

    audience = Audience.EVERYBODY
    player: Seat


class PlayerReturned(Event, frozen=True, kw_only=True):
    """A player who had left is back."""

    audience = Audience.EVERYBODY
    player: Seat


class PlayerDisqualified(Event, frozen=True, kw_only=True):
    """The player is shut out of the event [SR-FAIR-6]."""

    audience = Audience.EVERYBODY
    player: Seat
    by: Seat
    at: Instant
    reason: str


class ItemCheckedOff(Event, frozen=True, kw_only=True):
    """An item of the organiser's checklist is done."""

    audience = Audience.OFFICIALS
    item: str


class RegistrationClosed(Event, frozen=True, kw_only=True):
    """No more entries, but late ones; draw numbers may be due [ST-PAIR-2]."""

    audience = Audience.EVERYBODY
    numbers_due: bool | None = None


class NumbersDrawn(Event, frozen=True, kw_only=True):
    """The draw numbers and the seed they come from [ST-PAIR-2]."""

    audience = Audience.EVERYBODY
    seed: int
    numbers: Mapping[Seat, int]
