"""
Who may do what: one table, used by every page and every address of the API.

A view names its action with `guard.needs`; nothing is reachable that names none (a test walks the addresses).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from heraut.kernel.names import OFFICIALS, ORGANISER, REFEREE, ActorId, Seat, SenderId


class Role(StrEnum):
    """What somebody is to a game."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    PLAYER = "player"
    SPECTATOR = "spectator"
    STRANGER = "stranger"
    """Somebody without a link at a game that is not public."""


class Action(StrEnum):
    """What somebody may want to do here."""

    VISIT = "visit"
    """Pages that belong to no game: home, questions, clauses, signing in, opening a seat's link."""
    CREATE = "create"
    """Open or import a game; the pages of one's own account."""
    WATCH = "watch"
    """See the game as far as one's seat may."""
    SPEAK = "speak"
    """Hand in commands for one's seat, dice included; take one's own back."""
    EXPORT = "export"
    """Take the whole journal away, secrets included."""
    SEAT = "seat"
    """See, print and renew the links of the seats; say who may watch."""


PERMISSIONS: Mapping[Role, frozenset[Action]] = {
    Role.ORGANISER: frozenset(Action),
    Role.REFEREE: frozenset({Action.VISIT, Action.WATCH, Action.SPEAK}),
    Role.PLAYER: frozenset({Action.VISIT, Action.WATCH, Action.SPEAK}),
    Role.SPECTATOR: frozenset({Action.VISIT, Action.WATCH}),
    Role.STRANGER: frozenset({Action.VISIT}),
}

SEAT_OF: Mapping[Role, Seat] = {Role.ORGANISER: ORGANISER, Role.REFEREE: REFEREE}


NOBODY = ActorId("")
NO_ONE = SenderId("nobody")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at a game: what they are, the seat they see and speak from, and the name the log gives them."""

    role: Role
    seat: Seat | None = None
    actor: ActorId = NOBODY
    sender: SenderId = NO_ONE
    """Whose the ids of their commands are: the link's or the account's, whatever name it goes by."""
    chair: bool = False
    """Whether it is somebody else's chair, for whom they stand in."""
    link: str = ""
    """What the database keeps of the link they came by; empty for an account, or for somebody who walks by."""
    lost: bool = False
    """Whether their browser held a place by a link that has been renewed or withdrawn, and holds none now."""

    def may(self, action: Action) -> bool:
        return action in PERMISSIONS[self.role]

    @property
    def official(self) -> bool:
        return self.seat in OFFICIALS

    @property
    def speaker(self) -> Seat:
        """The seat they speak for."""
        assert self.seat is not None, "only seats may speak"
        return self.seat
