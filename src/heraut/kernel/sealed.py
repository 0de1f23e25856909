"""
Choices made in secret by several people and opened together: bids, lists, declarations, votes.

A choice is a *draft* while its owner may still change it and has not handed it in, *sealed* once handed in
(it may be replaced until the opening), *defaulted* when the rules or an official filled it in for somebody
absent, *revealed* after the opening.

A sealed choice may carry a *commitment*: a hash of the choice and of a salt drawn by the shell, shown to everybody at
once. When the box is opened the text that was hashed is shown too, and anybody who has seen the commitment can check
that nothing was changed in between: not by its owner, not by the organiser, not by whoever has the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Generic, TypeVar

import msgspec

from heraut.kernel.codec import encode
from heraut.kernel.names import Seat

T = TypeVar("T")


class Stage(StrEnum):
    """Where a choice stands."""

    AWAITED = "awaited"
    DRAFT = "draft"
    SEALED = "sealed"
    DEFAULTED = "defaulted"
    REVEALED = "revealed"


class SealedChoice(msgspec.Struct, Generic[T], frozen=True):
    """One person's choice and where it stands."""

    stage: Stage
    value: T
    salt: str = ""
    commitment: str = ""


class Opened(msgspec.Struct, frozen=True):
    """What somebody had sealed, once it is open: the commitment everybody saw, and the text it is the SHA-256 of."""

    seat: Seat
    commitment: str
    text: str

    def is_kept(self) -> bool:
        """Whether this is what was sealed."""
        return self.commitment == sha256(self.text.encode()).hexdigest()


class SlotView(msgspec.Struct, frozen=True, omit_defaults=True):
    """
    One seat of a box as somebody may see it: `value` is None while it is not theirs to know.

    `commitment` is for everybody; `salt` comes with the value.
    """

    seat: Seat
    stage: Stage
    defaulted: bool = False
    value: object = None
    commitment: str = ""
    salt: str = ""

    def is_kept(self) -> bool:
        """Whether the choice shown is the one committed to; to be asked of an opened box."""
        return self.commitment == commitment(self.value, self.salt)


def committed(value: object, salt: str) -> str:
    """
    The text a commitment is made of: `[salt, choice]` as JSON.

    The salt keeps a choice among few from being guessed: 32 hexadecimal digits from a secure source, one for each.
    """
    return encode([salt, value]).decode()


def commitment(value: object, salt: str) -> str:
    """The promise of a choice: the SHA-256 of its text in hexadecimal digits; none without a salt."""
    return sha256(committed(value, salt).encode()).hexdigest() if salt else ""


class SealedBox(msgspec.Struct, Generic[T], frozen=True):
    """The choices of several seats; nobody but its owner sees one until the box is opened."""

    seats: tuple[Seat, ...]
    choices: Mapping[Seat, SealedChoice[T]]
    opened: bool = False

    @staticmethod
    def of(seats: Iterable[Seat]) -> SealedBox[T]:
        """An empty box for these seats."""
        return SealedBox(tuple(seats), {})

    def draft(self, seat: Seat, value: T) -> SealedBox[T]:
        """Keep a choice its owner has not handed in yet; a draft takes a sealed choice back."""
        return self._with(seat, SealedChoice(Stage.DRAFT, value))

    def seal(self, seat: Seat, value: T, salt: str = "", promised: str = "") -> SealedBox[T]:
        """Hand a choice in, replacing an earlier one; with a salt it carries a commitment, the one that was shown."""
        return self._with(seat, SealedChoice(Stage.SEALED, value, salt, promised or commitment(value, salt)))

    def default(self, seat: Seat, value: T) -> SealedBox[T]:
        """Fill in the choice of somebody who made none."""
        return self._with(seat, SealedChoice(Stage.DEFAULTED, value))

    def open(self) -> SealedBox[T]:
        """Show everything handed in to everybody, all at once; what stayed a draft is dropped unseen."""
        kept = {seat: choice for seat, choice in self.choices.items() if choice.stage is not Stage.DRAFT}
        return msgspec.structs.replace(self, choices=kept, opened=True)

    def _with(self, seat: Seat, choice: SealedChoice[T]) -> SealedBox[T]:
        if self.opened or seat not in self.seats:
            raise ValueError(f"the box is open or has no seat {seat}")
        return msgspec.structs.replace(self, choices={**self.choices, seat: choice})

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Who has not handed in a choice yet; drafts count as not handed in."""
        return tuple(seat for seat in self.seats if self._stage(seat) in (Stage.AWAITED, Stage.DRAFT))

    @property
    def values(self) -> Mapping[Seat, T]:
        """The choices handed in or defaulted, in the order of the seats. For the rules, never for a view."""
        return {
            seat: self.choices[seat].value
            for seat in self.seats
            if self._stage(seat) in (Stage.SEALED, Stage.DEFAULTED)
        }

    @property
    def defaulted(self) -> tuple[Seat, ...]:
        """Those for whom a choice was filled in."""
        return tuple(seat for seat in self.seats if self._stage(seat) is Stage.DEFAULTED)

    @property
    def openings(self) -> tuple[Opened, ...]:
        """What can be checked when the box is opened, of those who sealed with a commitment; for the opening alone."""
        sealed = ((seat, self.choices[seat]) for seat in self.values)
        return tuple(
            Opened(seat, choice.commitment, committed(choice.value, choice.salt))
            for seat, choice in sealed
            if choice.commitment
        )

    def own(self, seat: Seat | None) -> T | None:
        """A person's own choice, draft or not."""
        choice = self.choices.get(seat) if seat is not None else None
        return None if choice is None else choice.value

    def stage(self, seat: Seat) -> Stage:
        """What everybody may know of a seat; a draft is its owner's affair and shows as awaited."""
        stage = self._stage(seat)
        if self.opened and stage is not Stage.AWAITED:
            return Stage.REVEALED
        return Stage.AWAITED if stage is Stage.DRAFT else stage

    def seen_by(self, viewer: Seat | None) -> tuple[SlotView, ...]:
        """The box as the viewer may see it: stages of all, values of one's own, everything once opened."""
        return tuple(self._slot(seat, viewer) for seat in self.seats)

    def _slot(self, seat: Seat, viewer: Seat | None) -> SlotView:
        choice = self.choices.get(seat)
        if choice is None:
            return SlotView(seat, Stage.AWAITED)
        known = self.opened or viewer == seat
        stage = choice.stage if viewer == seat and not self.opened else self.stage(seat)
        return SlotView(
            seat,
            stage,
            choice.stage is Stage.DEFAULTED,
            choice.value if known else None,
            choice.commitment,
            choice.salt if known else "",
        )

    def _stage(self, seat: Seat) -> Stage:
        choice = self.choices.get(seat)
        return Stage.AWAITED if choice is None else choice.stage
