"""Entries: players, lists, check-in, leaving."""

from __future__ import annotations

from heraut.kernel import Instant, Name, PlayerSeat, Seat
from heraut.tournament.bands import Band
from heraut.tournament.commands.speaker import Command, Speaker
from heraut.tournament.lists import ArmyList


class Register(Command, frozen=True, kw_only=True):
    """Enter a player, before the first round or later where the event allows it."""

    player: PlayerSeat
    name: Name
    club: Name = ""
    team: Name = ""
    nickname: Name = ""
    spare: bool = False
    fixed_table: int | None = None


class EditPlayer(Command, frozen=True, kw_only=True):
    """Correct what is known of a player: name, club, team, nickname, the table they must have."""

    player: Seat
    name: Name
    club: Name = ""
    team: Name = ""
    nickname: Name = ""
    fixed_table: int | None = None


class HandInBand(Command, frozen=True, kw_only=True):
    """Hand in a SAGA band, sealed; once round 1 is published only an official can, with a reason."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    band: Band
    player: Seat | None = None
    reason: str = ""


class HandInLists(Command, frozen=True, kw_only=True):
    """Hand in all Steamroller lists of a player, sealed; later only an official can, with a reason."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    lists: tuple[ArmyList, ...]
    player: Seat | None = None
    reason: str = ""


class CheckIn(Command, frozen=True, kw_only=True):
    """The player is here; said by an official, or by the player where the event allows it."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    player: Seat


class RecordCheck(Command, frozen=True, kw_only=True):
    """Note what was checked: damage tracker, conversions, painting."""

    player: Seat
    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""


class Drop(Command, frozen=True, kw_only=True):
    """Leave the event; results stand."""

    speaker = Speaker.PLAYER_OR_OFFICIAL
    player: Seat | None = None


class Return(Command, frozen=True, kw_only=True):
    """Take a player who left back in, from the next round on."""

    player: Seat


class Disqualify(Command, frozen=True, kw_only=True):
    """Shut a player out of the event."""

    player: Seat
    reason: str
    at: Instant = Instant(0)


class CheckOff(Command, frozen=True, kw_only=True):
    """Tick an item of the organiser's checklist."""

    item: str


class CloseRegistration(Command, frozen=True, kw_only=True):
    """End registration; SAGA players then get their draw numbers."""

    speaker = Speaker.ORGANISER


class RevealLists(Command, frozen=True, kw_only=True):
    """Open everybody's lists to everybody."""

    speaker = Speaker.ORGANISER
