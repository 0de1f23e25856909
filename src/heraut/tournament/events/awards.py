"""Awards: what there is to win, the players' votes, the announcement."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from heraut.kernel import Audience, Event, Seat
from heraut.tournament.awards import Award


class AwardsSet(Event, frozen=True, kw_only=True):
    """What there is to win, in the order it will be announced."""

    audience = Audience.OFFICIALS
    awards: tuple[Award, ...]


class VotesOpened(Event, frozen=True, kw_only=True):
    """Everybody named may vote for these awards."""

    audience = Audience.EVERYBODY
    awards: tuple[str, ...]
    voters: tuple[Seat, ...]


class BallotCast(Event, frozen=True, kw_only=True):
    """A sealed ballot; officials know that it was cast, nobody but its owner what is on it [HOUSE-AWARD-4]."""

    audience = Audience.OWNERS
    outline = Audience.OFFICIALS
    seat: Seat
    choices: Mapping[str, Seat]


class BallotTakenBack(Event, frozen=True, kw_only=True):
    """Somebody has no vote any more, until they vote again."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat


class VotesClosed(Event, frozen=True, kw_only=True):
    """The votes are counted; what the count says is told with the awards."""

    audience = Audience.EVERYBODY
    reveals = True


class AwardAnnounced(Event, frozen=True, kw_only=True):
    """An award is won; several winners are equal."""

    audience = Audience.EVERYBODY
    reveals = True
    award: str
    name: str
    """The organiser's own words, or the key of the house's."""
    winners: tuple[Seat, ...]
    value: Fraction | None = None
    """What it was won with, where that is counted and told."""
