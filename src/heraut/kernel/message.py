"""
What is asked of an engine and what has happened in it: commands and events.

Chance and time come in as data: `Awaited` says what is due from them, `Roll` and `Tick` are the commands that bring it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache
from itertools import product
from typing import ClassVar

import msgspec

from heraut.kernel.names import CLOCK, FATE, OFFICIALS, ClauseId, Instant, Seat
from heraut.kernel.refusal import Fact, HouseCode, Refusal, house


class Audience(StrEnum):
    """Who may see an event in the log."""

    NOBODY = "nobody"
    OWNERS = "owners"
    OFFICIALS = "officials"
    OWNERS_AND_OFFICIALS = "owners-and-officials"
    EVERYBODY = "everybody"

    def admits(self, viewer: Seat | None, owners: tuple[Seat, ...]) -> bool:
        """Whether the viewer (None: a spectator) belongs to this audience of an event with these owners."""
        match self:
            case Audience.EVERYBODY:
                return True
            case Audience.OWNERS:
                return viewer in owners
            case Audience.OFFICIALS:
                return viewer in OFFICIALS
            case Audience.OWNERS_AND_OFFICIALS:
                return viewer in owners or viewer in OFFICIALS
            case _:
                return False


class Speaker(StrEnum):
    """Who may speak a command."""

    ANYBODY = "anybody"
    """Any player, any official."""
    PLAYER = "player"
    PLAYER_OR_ORGANISER = "player-or-organiser"
    PLAYER_OR_OFFICIAL = "player-or-official"
    """A player for themselves; an official for anybody, named in `player`."""
    OFFICIAL = "official"
    ORGANISER = "organiser"
    FATE = "fate"
    CLOCK = "clock"


class Command(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """
    An imperative, such as `PlaceBid`, spoken for a seat; `speaker` says whose seats may speak it.

    `enveloped` ones have a `text` between the `seat` and those it is written `to`; a journal with a key for it stores
    it `sealed` (`journal.envelope`). `filled_in` names the fields a shell fills in itself whatever was sent, such as
    dice it draws: a sender who sends the same thing twice has said the same, though they differ.
    """

    speaker: ClassVar[Speaker] = Speaker.ANYBODY
    enveloped: ClassVar[bool] = False
    filled_in: ClassVar[tuple[str, ...]] = ()
    seat: Seat


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """
    A past fact, such as `BidPlaced`.

    `audience` may see all of it; `outline` may see that it happened, and for whom, but not its content.
    An event type that states neither is shown to nobody. `reveals` marks an event that makes a secret
    public: what was decided before it cannot be taken back by those who have now seen. `stays` marks one that by
    the game's own rules its player may not take back. `enveloped` is as for commands.
    """

    audience: ClassVar[Audience] = Audience.NOBODY
    outline: ClassVar[Audience] = Audience.NOBODY
    reveals: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    enveloped: ClassVar[bool] = False

    def owners(self) -> tuple[Seat, ...]:
        """Whose event it is: by default the seat it names, if it names one."""
        seat = getattr(self, "seat", None)
        return () if seat is None else (seat,)


class PublicEvent(Event, frozen=True, gc=False):
    """An event everybody may see."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


class Outline(msgspec.Struct, frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """
    What is left of an event for those who may know only that it happened: its type, its room, its seats.

    With the commitment of what was sealed, where it carries one.
    """

    room: str
    event: str
    seats: tuple[Seat, ...]
    commitment: str = ""


def shown(event: Event, viewer: Seat | None) -> Event | Outline | None:
    """The event as the viewer may know it: whole, in outline, or not at all."""
    if event.audience.admits(viewer, event.owners()):
        return event
    if event.outline.admits(viewer, event.owners()):
        return Outline(room_of(type(event)), type(event).__name__, event.owners(), getattr(event, "commitment", ""))
    return None


@cache
def room_of(kind: type) -> str:
    """The room a type comes from: `heraut.campaign.bids` is of `campaign`."""
    parts = kind.__module__.split(".")
    return parts[1] if parts[0] == "heraut" else parts[0]


class Chance(msgspec.Struct, frozen=True):
    """
    Dice that are due: the number of sides of each, in the order they are read.

    A draw of lots is a die too: a seed is one die of 2**32 sides. `roller` is the player whose dice
    they are, or the players of whom any may type the faces rolled at the table; without one, only officials may.
    """

    sides: tuple[int, ...]
    roller: Seat | tuple[Seat, ...] | None = None

    def is_rolled_by(self, seat: Seat) -> bool:
        """Whether these are the dice of that player."""
        return seat in self.roller if isinstance(self.roller, tuple) else seat == self.roller

    def refusal(self, faces: tuple[int, ...]) -> Refusal | None:
        """Why these faces cannot be the result of these dice."""
        if len(faces) != len(self.sides):
            return house(HouseCode.WRONG_DICE, "count", asked=len(faces), allowed=len(self.sides))
        for place, (face, sides) in enumerate(zip(faces, self.sides, strict=True), start=1):
            if not 1 <= face <= sides:
                return house(HouseCode.WRONG_DICE, place, asked=face, allowed=sides)
        return None

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Everything that could come up, lazily: eight dice have 1,679,616 outcomes."""
        return product(*(range(1, sides + 1) for sides in self.sides))

    def draw(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """Faces from a source of whole numbers `below(n)` in 0..n-1, such as `secrets.randbelow`."""
        return tuple(below(sides) + 1 for sides in self.sides)


class Roll(Command, frozen=True, kw_only=True):
    """The dice of FATE have fallen. Every engine takes its dice from this one command."""

    speaker: ClassVar[Speaker] = Speaker.FATE
    faces: tuple[int, ...]
    seat: Seat = FATE


class Tick(Command, frozen=True, kw_only=True):
    """An instant has come; engines with deadlines decide what it ends."""

    speaker: ClassVar[Speaker] = Speaker.CLOCK
    at: Instant
    seat: Seat = CLOCK


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing the game waits for: from whom, what (`code`, a key of `speech`), and by which clause."""

    seat: Seat
    code: str
    clause: ClauseId
    chance: Chance | None = None
    since: Instant | None = None
    subject: Fact | None = None


def rolls(chance: Chance) -> Iterator[Roll]:
    """The legal commands of FATE while these dice are due."""
    return (Roll(faces=faces) for faces in chance.outcomes())
